/* As dcl_flag.c, but the flag is set before the table is filled. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static unsigned char squares[256];

static void fill_table(void)
{
	for (int i = 0; i < 256; i++)
		squares[i] = (unsigned char)(i * i); // RACE 1
}

static unsigned char square(unsigned char c)
{
	if (!atomic_load_explicit(&ready, memory_order_acquire)) {
		pthread_mutex_lock(&lock);
		if (!ready) {
			atomic_store_explicit(&ready, 1, memory_order_release);
			fill_table();
		}
		pthread_mutex_unlock(&lock);
	}
	return squares[c]; // RACE 1
}

static void *worker(void *argument)
{
	unsigned sum = 0;

	for (int i = 0; i < 2000; i++)
		sum += square((unsigned char)i);
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
