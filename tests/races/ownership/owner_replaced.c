/* The old table is taken out and the new one put in under one lock; what was taken out is freed outside. Readers read under
 * the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct rates {
	int euro;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rates *current;

static void publish(int euro)
{
	struct rates *new = malloc(sizeof *new), *old;

	if (!new)
		abort();
	new->euro = euro; // NORACE
	pthread_mutex_lock(&lock);
	old = current; // NORACE
	current = new; // NORACE
	pthread_mutex_unlock(&lock);
	free(old); // NORACE
}

static int euro(void)
{
	int rate;

	pthread_mutex_lock(&lock);
	rate = current->euro; // NORACE
	pthread_mutex_unlock(&lock);
	return rate;
}

static void *bank(void *argument)
{
	for (int i = 0; i < 300; i++)
		publish(100 + i % 10);
	return argument;
}

static void *shop(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 300; i++)
		sum += euro();
	printf("%d\n", sum > 0);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	publish(100);
	pthread_create(&one, NULL, bank, NULL);
	pthread_create(&two, NULL, shop, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	free(current);
	return 0;
}
