/* volatile orders nothing. */
// VERIFY: race
#include <pthread.h>

static volatile int done;
static int n;

static void *other(void *unused)
{
	n = 1;
	done = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	if (done)
		n = 2;
	pthread_join(t, NULL);
	return 0;
}
