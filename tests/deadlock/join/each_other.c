/* Two threads join each other. */
#include <pthread.h>

static pthread_t t1, t2;
static pthread_barrier_t begun;

static void *first(void *arg)
{
	pthread_barrier_wait(&begun);
	pthread_join(t2, NULL); // DEADLOCK 1
	return arg;
}

static void *second(void *arg)
{
	pthread_barrier_wait(&begun);
	pthread_join(t1, NULL); // DEADLOCK 1
	return arg;
}

int main(void)
{
	pthread_barrier_init(&begun, NULL, 3);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_barrier_wait(&begun);
	pthread_exit(NULL);
}
