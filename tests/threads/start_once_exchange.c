/* The first who exchanges the flag starts the thread; no lock is needed for that. */
#include <pthread.h>
#include <stddef.h>

static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // NORACE
	return unused;
}

static void need(void)
{
	pthread_t thread;

	if (!__atomic_exchange_n(&started, 1, __ATOMIC_RELAXED))
		pthread_create(&thread, NULL, reap, NULL);
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
