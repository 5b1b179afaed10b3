/* The attribute object has the default kind: who takes the mutex again below a call waits for himself. */
#include <pthread.h>

struct pool {
	int n;
	pthread_mutex_t lock;
};

static struct pool pool;

static void pool_init(struct pool *p)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&p->lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

static int count(struct pool *p)
{
	int n;

	pthread_mutex_lock(&p->lock); // SELF-DEADLOCK
	n = p->n; // NORACE
	pthread_mutex_unlock(&p->lock);
	return n;
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&pool.lock);
	pool.n += count(&pool); // NORACE
	pthread_mutex_unlock(&pool.lock);
	return argument;
}

int main(void)
{
	pthread_t t;

	pool_init(&pool);
	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	pthread_join(t, NULL);
	return 0;
}
