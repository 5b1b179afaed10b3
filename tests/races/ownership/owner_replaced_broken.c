/* As owner_replaced.c, but readers fetch the pointer under the lock and look at the table without it. */
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
	free(old); // RACE 1
}

static int euro(void)
{
	struct rates *r;

	pthread_mutex_lock(&lock);
	r = current; // NORACE
	pthread_mutex_unlock(&lock);
	return r->euro; // RACE 1
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
