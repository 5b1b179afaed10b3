/* As start_once_locked.c, but the flag is looked at before the lock is taken: two clients may find it unset. */
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

	if (started) // RACE 2
		return;
	pthread_mutex_lock(&lock);
	started = 1; // RACE 2
	pthread_create(&thread, NULL, reap, NULL);
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
