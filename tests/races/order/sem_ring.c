/* A ring of one producer and one consumer: the semaphores count the free and the full slots, each end has its own index. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define SLOTS 8
#define ITEMS 200

static sem_t free_slots, full_slots;
static int slot[SLOTS];
static unsigned write_at, read_at;

static void *producer(void *argument)
{
	for (int i = 0; i < 2 * ITEMS; i++) {
		sem_wait(&free_slots);
		slot[write_at++ % SLOTS] = i; // NORACE reported: the ring of two semaphores is not understood
		sem_post(&full_slots);
	}
	return argument;
}

static void consume(int items)
{
	long sum = 0;

	for (int i = 0; i < items; i++) {
		sem_wait(&full_slots);
		sum += slot[read_at++ % SLOTS]; // NORACE
		sem_post(&free_slots);
	}
	printf("%ld\n", sum);
}

static void *consumer(void *argument)
{
	consume(2 * ITEMS);
	return argument;
}

int main(void)
{
	pthread_t thread[2];

	sem_init(&free_slots, 0, SLOTS);
	sem_init(&full_slots, 0, 0);
	pthread_create(&thread[0], NULL, producer, NULL);
	pthread_create(&thread[1], NULL, consumer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
