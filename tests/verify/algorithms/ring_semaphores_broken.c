/* The ring buffer, with one unit more than there are places: the producer may write the place that the consumer reads. */
// VERIFY: race
#include <pthread.h>
#include <semaphore.h>

enum { PLACES = 2, ITEMS = 6 };
static int ring[PLACES];
static sem_t empty, full;
static int sum;

static void *producer(void *unused)
{
	for (int i = 0; i < ITEMS; i++) {
		sem_wait(&empty);
		ring[i % PLACES] = i;
		sem_post(&full);
	}
	return unused;
}

static void *consumer(void *unused)
{
	for (int i = 0; i < ITEMS; i++) {
		sem_wait(&full);
		sum += ring[i % PLACES];
		sem_post(&empty);
	}
	return unused;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&empty, 0, PLACES + 1);
	sem_init(&full, 0, 0);
	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, consumer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return sum != 15;
}
