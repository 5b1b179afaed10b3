/* A function that joins whatever it is given, called with a lock held for a thread that never takes it, and without the lock for
 * the one that does. Which thread the join waits for hangs on the call. */
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_mutex_t lock;
	pthread_t worker, logger;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t counter, other;
static int count;

static void wait_for(pthread_t t)
{
	if (pthread_join(t, NULL)) // NOWAIT-HOLDING
		abort();
}

static void wait_by_address(pthread_t *t)
{
	pthread_join(*t, NULL); // NOWAIT-HOLDING
}

static void *add(void *arg)
{
	pthread_mutex_lock(&m);
	count++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *idle(void *arg)
{
	return arg;
}

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	p->n++; // NORACE
	pthread_mutex_unlock(&p->lock);
	return arg;
}

static void stop(int both)
{
	if (both)
		wait_for(counter);
	else
		wait_for(other);
}

/* The lock is a variable, and the join two calls below. */
static void chosen_by_argument(void)
{
	pthread_create(&counter, NULL, add, NULL);
	pthread_create(&other, NULL, idle, NULL);
	stop(1);
	pthread_mutex_lock(&m);
	stop(0);
	pthread_mutex_unlock(&m);
}

/* The lock is in a record. */
static void pool_stop(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	wait_for(p->logger);
	pthread_mutex_unlock(&p->lock);
	wait_for(p->worker);
}

static int in_a_record(void)
{
	struct pool *p = calloc(1, sizeof *p);

	pthread_mutex_init(&p->lock, NULL);
	pthread_create(&p->worker, NULL, work, p);
	pthread_create(&p->logger, NULL, idle, NULL);
	pool_stop(p);
	return p->n; // NORACE
}

static void by_address(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, add, NULL);
	pthread_create(&two, NULL, idle, NULL);
	pthread_mutex_lock(&m);
	wait_by_address(&two);
	pthread_mutex_unlock(&m);
	wait_by_address(&one);
}

int main(void)
{
	chosen_by_argument();
	by_address();
	return in_a_record() + count; // NORACE
}
