/* As start_failed.c, but the first one is waited for. */
// VERIFY: race-free
#include <pthread.h>

static int n, m;

static void *one(void *arg)
{
	n++;
	return arg;
}

static void *two(void *arg)
{
	m++;
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	if (pthread_create(&t[1], NULL, two, NULL) != 0) {
		pthread_join(t[0], NULL);
		n = 0;
		return 1;
	}
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n;
}
