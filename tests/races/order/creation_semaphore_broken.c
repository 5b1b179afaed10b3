/* A semaphore is no lock: somebody else gives it back while the child lives. */
#include <pthread.h>
#include <semaphore.h>
static sem_t turn;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	sem_post(&turn);
	sem_wait(&turn);
	data--; // RACE 1
	sem_post(&turn);
	return a;
}

int main(void)
{
	pthread_t c, o;

	sem_init(&turn, 0, 1);
	sem_wait(&turn);
	pthread_create(&o, NULL, other, NULL);
	pthread_create(&c, NULL, child, NULL);
	pthread_join(c, NULL);
	sem_post(&turn);
	pthread_join(o, NULL);
	return 0;
}
