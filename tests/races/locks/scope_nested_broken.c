/* A scoped lock inside another one of the same lock, through a call: it is taken again while the outer scope holds it. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static inline void scope_leave(pthread_mutex_t **m)
{
	if (*m)
		pthread_mutex_unlock(*m);
}

static inline pthread_mutex_t *scope_enter(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	return m;
}

#define SCOPED(m) pthread_mutex_t *scope __attribute__((cleanup(scope_leave))) = scope_enter(m)

static int get(void)
{
	SCOPED(&lock); // SELF-DEADLOCK

	return n;
}

static int add(int by)
{
	SCOPED(&lock);

	n += by;
	return get();
}

static void *worker(void *a)
{
	return add(1) ? a : NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
