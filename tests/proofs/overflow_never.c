/* What is read may be large. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *work(void *unused)
{
	int n = getchar();

	n += 2147483000;
	if (n > 2147483200)
		x++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}
