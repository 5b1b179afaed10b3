/* As wrapper_with_lock.c, but the shrinking is called directly. */
#include <pthread.h>
#include <stdio.h>

struct heap {
	int pages, peak;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct heap heap;

static void with_lock(void (*run)(struct heap *, int), int amount)
{
	pthread_mutex_lock(&lock);
	run(&heap, amount);
	pthread_mutex_unlock(&lock);
}

static void grow(struct heap *h, int pages)
{
	h->pages += pages; // RACE 1
	if (h->pages > h->peak) // RACE 1
		h->peak = h->pages; // RACE 1
}

static void shrink(struct heap *h, int pages)
{
	h->pages -= pages; // RACE 1
}

static void *mutator(void *argument)
{
	for (int i = 0; i < 500; i++) {
		with_lock(grow, 2);
		shrink(&heap, 1);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, mutator, NULL);
	pthread_create(&two, NULL, mutator, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", heap.pages, heap.peak);
	return 0;
}
