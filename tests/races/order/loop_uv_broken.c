/* Callbacks of a loop beside a thread that knows nothing of the loop. */
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
int uv_thread_create(uv_thread_t *, void (*)(void *), void *);
int uv_thread_join(uv_thread_t *);
void uv_sleep(unsigned);

static int ticks;

static void tick(uv_timer_t *t)
{
	(void)t;
	ticks++; // RACE 1
}

static void watch(void *arg)
{
	if (ticks > 3) // RACE 1
		uv_sleep(*(int *)arg);
}

int main(void)
{
	uv_timer_t one;
	uv_thread_t t;
	int wait = 9;

	uv_timer_init(uv_default_loop(), &one);
	uv_timer_start(&one, tick, 10, 10);
	uv_thread_create(&t, watch, &wait);
	uv_run(uv_default_loop(), 0);
	uv_thread_join(&t);
	return 0;
}
