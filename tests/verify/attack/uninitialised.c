/* A variable that nobody has set decides. */
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
	volatile int what;

	pthread_create(&t, NULL, other, NULL);
	if (what == 5)
		n++;
	pthread_join(t, NULL);
	return 0;
}
