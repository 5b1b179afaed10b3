/* A number with a fraction decides. */
// VERIFY: race
#include <pthread.h>

static double part = 0.1;
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
	if (part + 0.2 != 0.3)
		n++;
	pthread_join(t, NULL);
	return 0;
}
