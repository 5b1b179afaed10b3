/* A global pointer to the lock in use, set anew before each thread is made: the threads may hold two different locks, and read
 * the pointer while it is changed. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t *big_lock;
static long jiffies;

static void *tick(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_t *lock = big_lock; // RACE 1

		pthread_mutex_lock(lock);
		jiffies++; // RACE 2
		pthread_mutex_unlock(lock);
	}
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++) {
		big_lock = &locks[i]; // RACE 1
		pthread_create(&threads[i], NULL, tick, NULL);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", jiffies);
	return 0;
}
