/* A variable of main's stack is written after it was handed over. */
// VERIFY: race
#include <pthread.h>

static void *other(void *of)
{
	++*(int *)of;
	return of;
}

int main(void)
{
	pthread_t t;
	int n = 0;

	pthread_create(&t, NULL, other, &n);
	n = 2;
	pthread_join(t, NULL);
	return n;
}
