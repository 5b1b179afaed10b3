/* As start_once_behind.c, but the lock is given back while the thread is started: two clients may do that at once. */
#include <pthread.h>
#include <stddef.h>

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
	int failed;

	pthread_mutex_lock(&lock);
	if (!started) {
		pthread_mutex_unlock(&lock);
		failed = pthread_create(&thread, NULL, reap, NULL);
		pthread_mutex_lock(&lock);
		if (!failed)
			started = 1;
	}
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
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
