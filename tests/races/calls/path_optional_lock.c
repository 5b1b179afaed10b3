/* A lock that may be absent: a container that threads share has one, a private one has a null pointer. */
#include <pthread.h>
#include <stdio.h>

struct bag {
	pthread_mutex_t *lock;
	int coins;
};

static pthread_mutex_t bank_lock = PTHREAD_MUTEX_INITIALIZER;
static struct bag bank;

static void bag_init(struct bag *b, pthread_mutex_t *lock)
{
	b->lock = lock;
	b->coins = 0;
}

static void bag_add(struct bag *b, int coins)
{
	if (b->lock)
		pthread_mutex_lock(b->lock);
	b->coins += coins; // NORACE
	if (b->lock)
		pthread_mutex_unlock(b->lock);
}

static void *collect(void *argument)
{
	struct bag own;

	bag_init(&own, NULL);
	for (int i = 0; i < 1000; i++) {
		bag_add(&own, 1);
		bag_add(&bank, 1);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	bag_init(&bank, &bank_lock);
	pthread_create(&one, NULL, collect, NULL);
	pthread_create(&two, NULL, collect, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", bank.coins);
	return 0;
}
