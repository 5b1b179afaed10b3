/* A pointer that is copied byte by byte is the same pointer. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static unsigned char bytes[sizeof(int *)];
static int x;

static void *work(void *argument)
{
	int *q;

	for (unsigned i = 0; i < sizeof q; i++)
		((unsigned char *)&q)[i] = bytes[i];
	(*q)++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;
	int *p = &x;

	for (unsigned i = 0; i < sizeof p; i++)
		bytes[i] = ((unsigned char *)&p)[i];
	pthread_create(&t, NULL, work, NULL);
	x++; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
