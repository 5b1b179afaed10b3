/* As join_pool_mended.c, but the threads of the pool need the lock. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *quiet(void *argument)
{
	usleep(10);
	return argument;
}

static void *counts(void *argument)
{
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	done++;
	pthread_mutex_unlock(&lock);
	return argument;
}

struct pool {
	pthread_t worker[4], logger;
};

static void stop(struct pool *p)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++)
		pthread_join(p->worker[i], NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	static struct pool pool;

	pthread_create(&pool.logger, NULL, quiet, NULL);
	for (int i = 0; i < 4; i++)
		pthread_create(&pool.worker[i], NULL, counts, NULL);
	stop(&pool);
	pthread_join(pool.logger, NULL);
	return 0;
}
