/* Threads are made by a function of the program's own, which checks, counts and calls pthread_create. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t workers[WORKERS];
static int started, balance;

static void create_worker(void *(*run)(void *), void *argument)
{
	if (started == WORKERS) // NORACE
		abort();
	if (pthread_create(&workers[started], NULL, run, argument))
		abort();
	started++; // NORACE
}

static void *earn(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		balance += 3; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *spend(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		balance -= 2; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	create_worker(earn, NULL);
	create_worker(spend, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	printf("%d\n", balance);
	return 0;
}
