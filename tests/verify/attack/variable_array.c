/* Each thread has an array of its own, of a length that is computed. */
// VERIFY: race-free
#include <pthread.h>

static int length = 3, sum[2];

static int fill(int k)
{
	int a[length + k];

	for (int i = 0; i < length + k; i++)
		a[i] = i;
	return a[length - 1];
}

static void *other(void *unused)
{
	sum[0] = fill(1);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	sum[1] = fill(2);
	pthread_join(t, NULL);
	return 0;
}
