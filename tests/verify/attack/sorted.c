/* qsort writes what another thread reads. */
// VERIFY: race ; today: unknown: cannot be executed: a call of qsort
#include <pthread.h>
#include <stdlib.h>

static int a[3] = { 3, 1, 2 };

static int less(const void *x, const void *y)
{
	return *(const int *)x - *(const int *)y;
}

static void *other(void *unused)
{
	qsort(a, 3, sizeof *a, less);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	a[1]++;
	pthread_join(t, NULL);
	return 0;
}
