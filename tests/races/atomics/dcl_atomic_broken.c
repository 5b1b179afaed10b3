/* As dcl_atomic.c, but the object is completed after its pointer has been stored. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct catalogue {
	int pages, language;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct catalogue *) catalogue;

static struct catalogue *catalogue_get(void)
{
	struct catalogue *c = atomic_load_explicit(&catalogue, memory_order_acquire);

	if (c)
		return c;
	pthread_mutex_lock(&lock);
	c = atomic_load_explicit(&catalogue, memory_order_relaxed);
	if (!c) {
		c = malloc(sizeof *c);
		if (!c)
			abort();
		c->pages = 100; // NORACE
		atomic_store_explicit(&catalogue, c, memory_order_release);
		c->language = 2; // RACE 1
	}
	pthread_mutex_unlock(&lock);
	return c;
}

static void *reader(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 50; i++) {
		struct catalogue *c = catalogue_get();

		sum += c->pages + c->language; // RACE 1
	}
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, reader, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
