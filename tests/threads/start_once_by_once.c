/* pthread_once does what the flag does elsewhere. */
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int rounds;

static void *reap(void *unused)
{
	rounds++; // NORACE
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
