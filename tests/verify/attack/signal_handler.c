/* A handler for SIGINT may run in any thread, at any time. */
// VERIFY: race
#include <pthread.h>
#include <signal.h>

static int n;

static void handler(int number)
{
	n += number;
}

static void *other(void *unused)
{
	n++;
	return unused;
}

int main(void)
{
	pthread_t t;

	signal(SIGINT, handler);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
