/* What is invoked in another context may run at once, in the thread that asks for it, or in the loop of any other one. */
typedef struct GMainLoop GMainLoop;
typedef struct GThread GThread;

GMainLoop *g_main_loop_new(void *, int);
void g_main_loop_run(GMainLoop *);
void g_main_context_invoke(void *, int (*)(void *), void *);
GThread *g_thread_new(const char *, void *(*)(void *), void *);
void *g_thread_join(GThread *);

static int ticks;

static int tick(void *arg)
{
	ticks++; // RACE 1
	return arg != 0;
}

static void *ask(void *arg)
{
	g_main_context_invoke(0, tick, arg);
	return 0;
}

int main(void)
{
	GMainLoop *loop = g_main_loop_new(0, 0);
	GThread *t = g_thread_new("ask", ask, 0);

	ticks = 3; // RACE 1: the loop does not run yet, but the thread does
	g_main_loop_run(loop);
	g_thread_join(t);
	return 0;
}
