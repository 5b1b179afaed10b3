/* Callbacks of a loop run inside of uv_run, in the thread that calls it: what that thread does before and behind it is ordered. */
typedef struct uv_loop uv_loop_t;
typedef struct {
	void *data;
	long rest[20];
} uv_timer_t;
typedef unsigned long uv_thread_t;

uv_loop_t *uv_default_loop(void);
int uv_timer_init(uv_loop_t *, uv_timer_t *);
int uv_timer_start(uv_timer_t *, void (*)(uv_timer_t *), unsigned long, unsigned long);
int uv_run(uv_loop_t *, int);

static int ticks, limit;

static void tick(uv_timer_t *t)
{
	(void)t;
	ticks++; // NORACE
	limit--; // NORACE: one after the other
}

static void tock(uv_timer_t *t)
{
	(void)t;
	limit++; // NORACE
}

int main(void)
{
	uv_timer_t one, two;

	uv_timer_init(uv_default_loop(), &one);
	uv_timer_init(uv_default_loop(), &two);
	uv_timer_start(&one, tick, 10, 10);
	uv_timer_start(&two, tock, 10, 10);
	ticks = 5; // NORACE: the loop does not run yet
	uv_run(uv_default_loop(), 0);
	return ticks; // NORACE
}
