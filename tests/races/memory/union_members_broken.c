/* As union_members.c, but the two views of the same bytes have a lock each. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pair_lock = PTHREAD_MUTEX_INITIALIZER;
static union {
	uint64_t whole;
	uint32_t half[2];
} word;

static void *add(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		word.whole += 3; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *swap(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&pair_lock);
		word.half[1] = word.half[0]; // RACE 1
		pthread_mutex_unlock(&pair_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, add, NULL);
	pthread_create(&two, NULL, swap, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%llu\n", (unsigned long long)word.whole);
	return 0;
}
