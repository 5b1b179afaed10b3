/* async-calls, sections 3 and 5, with many variants: one function that takes a lock and calls what it was handed, asked for by
 * forty pairs of a task and its lock. The facts with which it is entered are forty, each is looked at by itself, and each task
 * runs under its own lock only: the number of distinct facts is finite, and no limit that is smaller than that makes them one. */
#include <pthread.h>

#define TEN(V, d) V(d##0) V(d##1) V(d##2) V(d##3) V(d##4) V(d##5) V(d##6) V(d##7) V(d##8) V(d##9)
#define FORTY(V) TEN(V, 1) TEN(V, 2) TEN(V, 3) TEN(V, 4)

struct task {
	void (*run)(void);
	pthread_mutex_t *lock;
};

#define STATE(n) static pthread_mutex_t lock##n = PTHREAD_MUTEX_INITIALIZER; static int count##n;
FORTY(STATE)

#define TASK(n) static void task##n(void) { count##n++; }
FORTY(TASK) // NORACE: each under its own lock

static void serve(const struct task *t)
{
	pthread_mutex_lock(t->lock);
	t->run();
	pthread_mutex_unlock(t->lock);
}

static void *worker(void *unused)
{
	struct task t;

#define SERVE(n) t.run = task##n; t.lock = &lock##n; serve(&t);
	FORTY(SERVE)
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
