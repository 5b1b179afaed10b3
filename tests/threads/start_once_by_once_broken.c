/* As start_once_by_once.c, with two flags for one function. */
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, again = PTHREAD_ONCE_INIT;
static int rounds;

static void *reap(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void launch(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, reap, NULL);
}

static void need(void)
{
	pthread_once(&once, launch);
	pthread_once(&again, launch);
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
