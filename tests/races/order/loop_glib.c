/* Callbacks of GLib's loop run inside of g_main_loop_run. */
typedef struct GMainLoop GMainLoop;

GMainLoop *g_main_loop_new(void *, int);
void g_main_loop_run(GMainLoop *);
unsigned g_timeout_add(unsigned, int (*)(void *), void *);

static int ticks;

static int tick(void *arg)
{
	ticks++; // NORACE
	return arg != 0;
}

int main(void)
{
	GMainLoop *loop = g_main_loop_new(0, 0);

	g_timeout_add(10, tick, 0);
	ticks = 3; // NORACE: the loop does not run yet
	g_main_loop_run(loop);
	return ticks; // NORACE
}
