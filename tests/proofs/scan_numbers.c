/* Two of them. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	int k = 0, n = 0;
	
	if (scanf("%d %d", &k, &n) == 2 && k == 9)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
