#include "memory.h"

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

void *cache_main(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&memory_lock);
		memory_used += 64; // RACE 1
		pthread_mutex_unlock(&memory_lock);
	}
	return argument;
}
