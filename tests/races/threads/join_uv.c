/* libuv's threads are joined by where their ids are. */
typedef unsigned long uv_thread_t;
extern int uv_thread_create(uv_thread_t *, void (*)(void *), void *);
extern int uv_thread_join(uv_thread_t *);

#define N 3

struct worker {
	uv_thread_t thread;
	int done;
};

static uv_thread_t kept;
static int count, slot[N];

static void count_up(void *unused)
{
	(void)unused;
	count++; // NORACE
}

static void fill(void *p)
{
	++*(int *)p; // NORACE
}

static void serve(void *p)
{
	struct worker *w = p;

	w->done++; // NORACE
}

static void start(void)
{
	uv_thread_create(&kept, count_up, 0);
}

static void stop(void)
{
	uv_thread_join(&kept);
}

int main(void)
{
	uv_thread_t t[N];
	struct worker w = { .done = 0 };

	start();
	stop();
	count++; // NORACE
	for (int i = 0; i < N; i++)
		uv_thread_create(&t[i], fill, &slot[i]);
	for (int i = 0; i < N; i++)
		uv_thread_join(&t[i]);
	slot[0]++; // NORACE
	if (uv_thread_create(&w.thread, serve, &w) != 0)
		return 1;
	uv_thread_join(&w.thread);
	w.done++; // NORACE
	return count + slot[0] + w.done;
}
