/* Each thread keeps a spare block in a thread-local pointer, and goes to the shared pool, which has a lock, only without one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct block {
	struct block *next;
	char data[56];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *shared;
static __thread struct block *spare;

static struct block *block_get(void)
{
	struct block *b = spare; // NORACE

	if (b) {
		spare = NULL; // NORACE
		return b;
	}
	pthread_mutex_lock(&lock);
	b = shared;
	if (b)
		shared = b->next;
	pthread_mutex_unlock(&lock);
	if (!b && !(b = malloc(sizeof *b)))
		abort();
	return b;
}

static void block_put(struct block *b)
{
	if (!spare) { // NORACE
		spare = b; // NORACE
		return;
	}
	pthread_mutex_lock(&lock);
	b->next = shared;
	shared = b;
	pthread_mutex_unlock(&lock);
}

static void *churn(void *argument)
{
	for (int i = 0; i < 200; i++) {
		struct block *a = block_get(), *b = block_get();

		block_put(a);
		block_put(b);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, churn, NULL);
	pthread_create(&two, NULL, churn, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("churned");
	return 0;
}
