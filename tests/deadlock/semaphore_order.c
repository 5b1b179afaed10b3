/* Two semaphores that are locks: they begin with one, and whoever takes one gives it back. */
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;
static int total;

static void *first(void *argument)
{
	sem_wait(&a); // DEADLOCK 1
	sem_wait(&b); // DEADLOCK 1
	total++; // NORACE
	sem_post(&b);
	sem_post(&a);
	return argument;
}

static void *second(void *argument)
{
	sem_wait(&b); // DEADLOCK 1
	sem_wait(&a); // DEADLOCK 1
	total--; // NORACE
	sem_post(&a);
	sem_post(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&a, 0, 1);
	sem_init(&b, 0, 1);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
