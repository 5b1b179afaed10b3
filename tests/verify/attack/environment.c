/* The environment decides. */
// VERIFY: race ; today: unknown: an execution that violates it has guessed
#include <pthread.h>
#include <stdlib.h>

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
	if (getenv("SNAG_X"))
		n++;
	pthread_join(t, NULL);
	return 0;
}
