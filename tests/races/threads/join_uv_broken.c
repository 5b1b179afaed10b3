/* One is not joined, of the others all but the first, and one by the id of another. */
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
	count++; // RACE 1
}

static void fill(void *p)
{
	++*(int *)p; // RACE 2
}

static void serve(void *p)
{
	struct worker *w = p;

	w->done++; // RACE 3
}

static void start(void)
{
	uv_thread_create(&kept, count_up, 0);
}

static void stop(void)
{
	kept = 0;
}

int main(void)
{
	uv_thread_t t[N];
	struct worker w = { .done = 0 };

	start();
	stop();
	count++; // RACE 1
	for (int i = 0; i < N; i++)
		uv_thread_create(&t[i], fill, &slot[i]);
	for (int i = 1; i < N; i++)
		uv_thread_join(&t[i]);
	slot[0]++; // RACE 2
	if (uv_thread_create(&w.thread, serve, &w) != 0)
		return 1;
	uv_thread_join(&t[0]);
	w.done++; // RACE 3
	return count + slot[0] + w.done;
}
