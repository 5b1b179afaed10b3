/* One gives first. */
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *first(void *arg)
{
	sem_wait(&a);
	sem_post(&b);
	return arg;
}

static void *second(void *arg)
{
	sem_post(&a);
	sem_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&a, 0, 0);
	sem_init(&b, 0, 0);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
