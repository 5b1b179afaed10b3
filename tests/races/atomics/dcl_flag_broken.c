/* As dcl_flag.c, but the flag is loaded relaxed: to see it set says nothing about the table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static unsigned char reversed[256];

static void fill_table(void)
{
	for (int i = 0; i < 256; i++)
		for (int bit = 0; bit < 8; bit++)
			if (i & 1 << bit)
				reversed[i] |= (unsigned char)(128 >> bit); // RACE 1
}

static unsigned char reverse(unsigned char c)
{
	if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
		pthread_mutex_lock(&lock);
		if (!ready) {
			fill_table();
			atomic_store_explicit(&ready, 1, memory_order_release);
		}
		pthread_mutex_unlock(&lock);
	}
	return reversed[c]; // RACE 1
}

static void *worker(void *argument)
{
	unsigned sum = 0;

	for (int i = 0; i < 2000; i++)
		sum += reverse((unsigned char)i);
	printf("%u\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
