/* A detached thread, and a main that does not wait. */
// VERIFY: race
#include <pthread.h>

static int n;

static void *other(void *unused)
{
	n++;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_detach(t);
	n++;
	return 0;
}
