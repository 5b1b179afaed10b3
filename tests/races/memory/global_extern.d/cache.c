#include "memory.h"

void *cache_main(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&memory_lock);
		memory_used += 64; // NORACE
		pthread_mutex_unlock(&memory_lock);
	}
	return argument;
}
