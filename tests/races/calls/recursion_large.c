/* A recursion of 68 functions: each calls the next, the last one the first. What they do to memory is told where they do it, and only when all of them are
 * known; that must not lose anything, nor the locks that one of them takes and the next one gives back. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int bare, guarded, across, late;

#define STEP(n, next)                 \
	static void next(int);        \
	static void n(int depth)      \
	{                             \
		if (depth)            \
			next(depth - 1); \
	}
#define EIGHT(n, next) STEP(n##0, n##1) STEP(n##1, n##2) STEP(n##2, n##3) STEP(n##3, n##4) STEP(n##4, n##5) STEP(n##5, n##6) STEP(n##6, n##7) STEP(n##7, next)

EIGHT(a, b0) EIGHT(b, c0) EIGHT(c, d0) EIGHT(d, e0) EIGHT(e, f0) EIGHT(f, g0) EIGHT(g, h0) EIGHT(h, touch)

static void enter(int);
static void leave(int);
static void back(int);

static void touch(int depth)
{
	bare++;                         // RACE 1
	pthread_mutex_lock(&m);
	guarded++;                      // NORACE
	pthread_mutex_unlock(&m);
	if (depth)
		enter(depth - 1);
}

static void enter(int depth)
{
	pthread_mutex_lock(&m);
	leave(depth);
}

static void leave(int depth)
{
	across++;                       // NORACE
	pthread_mutex_unlock(&m);
	late++;                         // RACE 2
	if (depth)
		back(depth - 1);
}

static void back(int depth)
{
	if (depth)
		a0(depth - 1);
}

static void *run(void *arg)
{
	a0(100);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, run, NULL);
	pthread_create(&u, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
