/* A ring buffer: a producer waits for free places, a consumer for filled ones, each post says that a place has changed hands. Place
 * i is written only between the consumer's post for its last use and the producer's own, so the two are in order. */
// VERIFY: race-free
// VERIFY deadlock: deadlock-free
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

	sem_init(&empty, 0, PLACES);
	sem_init(&full, 0, 0);
	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, consumer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return sum != 15;
}
