/* A loop waits for the threads of a pool with the lock held, in another function; they take none. The logger does, and is waited for
 * without it. */
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
	pthread_mutex_lock(&lock);
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
		pthread_join(p->worker[i], NULL);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	static struct pool pool;

	pthread_create(&pool.logger, NULL, counts, NULL);
	for (int i = 0; i < 4; i++)
		pthread_create(&pool.worker[i], NULL, quiet, NULL);
	stop(&pool);
	pthread_join(pool.logger, NULL);
	return 0;
}
