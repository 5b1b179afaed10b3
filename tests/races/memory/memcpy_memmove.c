/* A queue in an array: the consumer takes the first element and moves the others down by memmove, all of it under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int item[8];
	int n;
} queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0 };

static void put(int item)
{
	pthread_mutex_lock(&queue.lock);
	if (queue.n < 8) {
		queue.item[queue.n] = item;
		queue.n++;
	}
	pthread_cond_signal(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
}

static int take(void)
{
	int item;

	pthread_mutex_lock(&queue.lock);
	while (queue.n == 0)
		pthread_cond_wait(&queue.filled, &queue.lock);
	queue.n--;
	item = queue.item[0];
	memmove(queue.item, queue.item + 1, sizeof queue.item - sizeof queue.item[0]); // NORACE
	pthread_mutex_unlock(&queue.lock);
	return item;
}

static void *producer(void *argument)
{
	for (int i = 0; i < 5; i++)
		put(i);
	return argument;
}

int main(void)
{
	pthread_t thread;
	int sum = 0;

	pthread_create(&thread, NULL, producer, NULL);
	for (int i = 0; i < 5; i++)
		sum += take();
	pthread_join(thread, NULL);
	printf("%d\n", sum);
	return 0;
}
