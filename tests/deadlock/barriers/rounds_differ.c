/* One goes round three times, the other one twice. */
#include <pthread.h>

static pthread_barrier_t b;

static void *left(void *arg)
{
	for (int i = 0; i < 3; i++)
		pthread_barrier_wait(&b); // DEADLOCK
	return arg;
}

static void *right(void *arg)
{
	for (int i = 0; i < 2; i++)
		pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
