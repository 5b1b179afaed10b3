/* As sem_posted_twice_broken.c, with one post on every way. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t lock;
static int used, free_slots = 4;

static void *worker(void *argument)
{
	sem_wait(&lock);
	if (!free_slots) // NORACE
		goto out;
	used++;       // NORACE
	free_slots--; // NORACE
out:
	sem_post(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&lock, 0, 1);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return used;
}
