/* Two caches with a lock each, reached by a table of operations: both are always locked in one order. */
#include <pthread.h>

struct cache_ops {
	void (*move)(int key);
};

static pthread_mutex_t hot_lock = PTHREAD_MUTEX_INITIALIZER, cold_lock = PTHREAD_MUTEX_INITIALIZER;
static int hot[4], cold[4];

static void to_cold(int key)
{
	pthread_mutex_lock(&hot_lock);
	pthread_mutex_lock(&cold_lock);
	cold[key] = hot[key];
	pthread_mutex_unlock(&cold_lock);
	pthread_mutex_unlock(&hot_lock);
}

static void to_hot(int key)
{
	pthread_mutex_lock(&hot_lock);
	pthread_mutex_lock(&cold_lock);
	hot[key] = cold[key];
	pthread_mutex_unlock(&hot_lock);
	pthread_mutex_unlock(&cold_lock);
}

static const struct cache_ops evict = { to_cold }, warm = { to_hot };

static void *worker(void *arg)
{
	const struct cache_ops *ops = arg;

	ops->move(1);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, (void *)&evict);
	pthread_create(&t2, NULL, worker, (void *)&warm);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
