#include <stdio.h>

#include "memory.h"

static void *pool_main(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&memory_lock);
		memory_used -= 32; // NORACE
		pthread_mutex_unlock(&memory_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, cache_main, NULL);
	pthread_create(&two, NULL, pool_main, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", memory_used);
	return 0;
}
