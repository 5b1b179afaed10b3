/* The table is made once; who wants another one replaces it under the lock of its readers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[256];

static void fill(void)
{
	for (int i = 0; i < 256; i++)
		table[i] = rand(); // NORACE
}

static int look(unsigned i)
{
	int value;

	pthread_once(&once, fill); // NORACE
	pthread_mutex_lock(&lock);
	value = table[i % 256]; // NORACE
	pthread_mutex_unlock(&lock);
	return value;
}

static void renew(void)
{
	pthread_once(&once, fill); // NORACE
	pthread_mutex_lock(&lock);
	fill();
	pthread_mutex_unlock(&lock);
}

static void *looker(void *argument)
{
	int sum = 0;

	for (unsigned i = 0; i < 1000; i++)
		sum ^= look(i);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, looker, NULL);
	pthread_create(&two, NULL, looker, NULL);
	renew();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
