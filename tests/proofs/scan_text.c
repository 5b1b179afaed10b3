/* A text of the program itself holds what it holds. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	int n = 0;
	
	if (sscanf("12", "%d", &n) == 1 && n != 12)
		shared++; // NORACE reported: it holds 12
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
