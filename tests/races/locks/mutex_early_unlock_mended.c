/* As mutex_early_unlock.c, but the lock is held until the top has been taken off. */
#include <pthread.h>
#include <stdio.h>

#define BLOCKS 4096

struct block {
	struct block *next;
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block blocks[BLOCKS];
static struct block *top;

static struct block *pool_take(void)
{
	struct block *b;

	pthread_mutex_lock(&pool_lock);
	b = top; // NORACE
	if (b)
		top = b->next; // NORACE
	pthread_mutex_unlock(&pool_lock);
	return b;
}

static void *taker(void *argument)
{
	int taken = 0;

	while (pool_take())
		taken++;
	(void)taken;
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < BLOCKS; i++) {
		blocks[i].next = top;
		top = &blocks[i];
	}
	pthread_create(&one, NULL, taker, NULL);
	pthread_create(&two, NULL, taker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("empty");
	return 0;
}
