/* 2^40 is no int; what the product is, or whether the branch is taken, nobody says. */
// PROVED: none
#include <pthread.h>

static int x, n = 1 << 20;

static void *work(void *unused)
{
	if (n * n == 0)
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
