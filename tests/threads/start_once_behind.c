/* The flag is set when the start has succeeded, and before the lock is given back; a failed start is tried again. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // NORACE
	return unused;
}

static void need(void)
{
	pthread_t thread;

	pthread_mutex_lock(&lock);
	if (!started && pthread_create(&thread, NULL, reap, NULL) == 0)
		started = 1;
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
