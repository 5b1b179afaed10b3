/* As start_once_exchange.c, but somebody may exchange the flag for what it was. */
#include <pthread.h>
#include <stddef.h>

static int wanted;
static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void need(void)
{
	pthread_t thread;

	if (!__atomic_exchange_n(&started, wanted, __ATOMIC_RELAXED))
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
