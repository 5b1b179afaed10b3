/* A bounded queue with two conditions; everything about it is looked at with the lock held, also after waiting. */
#include <pthread.h>
#include <stdio.h>

#define SIZE 8
#define ITEMS 200

static struct {
	pthread_mutex_t lock;
	pthread_cond_t not_empty, not_full;
	int item[SIZE];
	int count, head;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER };

static void put(int item)
{
	pthread_mutex_lock(&queue.lock);
	while (queue.count == SIZE)
		pthread_cond_wait(&queue.not_full, &queue.lock);
	queue.item[(queue.head + queue.count) % SIZE] = item; // NORACE
	queue.count++; // NORACE
	pthread_cond_signal(&queue.not_empty);
	pthread_mutex_unlock(&queue.lock);
}

static int get(void)
{
	int item;

	pthread_mutex_lock(&queue.lock);
	while (queue.count == 0)
		pthread_cond_wait(&queue.not_empty, &queue.lock);
	item = queue.item[queue.head]; // NORACE
	queue.head = (queue.head + 1) % SIZE; // NORACE
	queue.count--; // NORACE
	pthread_cond_signal(&queue.not_full);
	pthread_mutex_unlock(&queue.lock);
	return item;
}

static void *producer(void *argument)
{
	for (int i = 0; i < ITEMS; i++)
		put(i);
	return argument;
}

static void *consumer(void *argument)
{
	long sum = 0;

	for (int i = 0; i < ITEMS; i++)
		sum += get();
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, consumer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
