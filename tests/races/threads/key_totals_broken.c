/* As key_totals.c, but the destructor adds up without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct counters {
	long packets, bytes;
};

static pthread_key_t key;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static struct counters total;

static void add_up(void *value)
{
	struct counters *own = value;

	total.packets += own->packets; // RACE 1
	pthread_mutex_lock(&total_lock);
	total.bytes += own->bytes; // NORACE
	pthread_mutex_unlock(&total_lock);
	free(own); // NORACE
}

static void *receiver(void *argument)
{
	struct counters *own = calloc(1, sizeof *own);

	if (!own)
		abort();
	pthread_setspecific(key, own);
	for (int i = 0; i < 100; i++) {
		own->packets++; // NORACE
		own->bytes += i; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_key_create(&key, add_up);
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, receiver, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%ld packets, %ld bytes\n", total.packets, total.bytes);
	return 0;
}
