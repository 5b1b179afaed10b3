/* A stack of free blocks: the lock is released between looking at the top and taking it off. */
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
	b = top; // RACE 1
	pthread_mutex_unlock(&pool_lock);
	if (b)
		top = b->next; // RACE 1
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
