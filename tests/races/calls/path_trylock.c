/* Whoever gets the lock at once writes the statistics; the others leave it and go on. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static long written;

static void try_flush(int amount)
{
	if (pthread_mutex_trylock(&lock) == 0) {
		turns++; // NORACE
		written += amount; // NORACE
		pthread_mutex_unlock(&lock);
	}
}

static void *worker(void *argument)
{
	for (int i = 0; i < 2000; i++)
		try_flush(i);
	return argument;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d %ld\n", turns, written);
	return 0;
}
