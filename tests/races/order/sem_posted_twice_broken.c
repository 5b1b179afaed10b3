/* A semaphore as a lock. On the way of an error it is posted twice: from then on it lets two in. */
// VERIFY: race-free: two workers of this main take two of the four slots, and nobody meets the error
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t lock;
static int used, free_slots = 4;

static void *worker(void *argument)
{
	sem_wait(&lock);
	if (!free_slots) { // RACE 2
		sem_post(&lock);
		goto out;
	}
	used++;       // RACE 1
	free_slots--; // RACE 2
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
