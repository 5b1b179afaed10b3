/* No number that fits is one more than the greatest: a compiler leaves the branch out. */
// PROVED: none
#include <limits.h>
#include <pthread.h>

static int x, n = INT_MAX;

static void *work(void *unused)
{
	if (n + 1 < n)
		x++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}
