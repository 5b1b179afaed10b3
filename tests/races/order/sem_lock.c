/* A semaphore that counts one, used as a lock. Interrupted waits are repeated. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t guard;
static int stock = 100, sold;

static void enter(void)
{
	while (sem_wait(&guard) == -1 && errno == EINTR)
		continue;
}

static void leave(void)
{
	sem_post(&guard);
}

static void sell(void)
{
	enter();
	if (stock > 0) {
		stock--; // NORACE
		sold++; // NORACE
	}
	leave();
}

static void restock(void)
{
	enter();
	if (stock < 50)
		stock = 100; // NORACE
	leave();
}

static void *shop(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		sell();
		restock();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	sem_init(&guard, 0, 1);
	pthread_create(&one, NULL, shop, NULL);
	pthread_create(&two, NULL, shop, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", stock, sold);
	sem_destroy(&guard);
	return 0;
}
