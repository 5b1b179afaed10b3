/* A double has eight bytes, and what follows stays. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	struct {
		double d;
		long guard;
	} s = { 0, 5 };
	
	if (scanf("%lf", &s.d) == 1 && s.guard != 5)
		shared++; // NORACE reported: nobody writes it
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
