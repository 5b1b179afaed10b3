/* with_lock() calls what it is given while it holds the lock: nobody else touches the mutex. */
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
	h->pages += pages; // NORACE
	if (h->pages > h->peak) // NORACE
		h->peak = h->pages; // NORACE
}

static void shrink(struct heap *h, int pages)
{
	h->pages -= pages; // NORACE
}

static void *mutator(void *argument)
{
	for (int i = 0; i < 500; i++) {
		with_lock(grow, 2);
		with_lock(shrink, 1);
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
