/* One conversion, one at most. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	char b[8];
	
	if (scanf("%7s", b) > 1)
		shared++; // NORACE reported: the result is at most 1
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
