/* The lock is given back by a wait, between the look at the flag and the store: others look meanwhile. */
#include <pthread.h>
#include <stddef.h>

static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int busy = 1;
void done(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void need(void)
{
	pthread_t thread;

	pthread_mutex_lock(&lock);
	if (!started) {
		while (busy)
			pthread_cond_wait(&idle, &lock);
		started = 1;
		pthread_create(&thread, NULL, reap, NULL);
	}
	pthread_mutex_unlock(&lock);
}

void done(void)
{
	pthread_mutex_lock(&lock);
	busy = 0;
	pthread_cond_broadcast(&idle);
	pthread_mutex_unlock(&lock);
}

static void *client(void *unused)
{
	need();
	return unused;
}

int main(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, client, NULL);
	done();
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
