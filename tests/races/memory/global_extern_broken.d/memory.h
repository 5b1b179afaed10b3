#include <pthread.h>

extern long memory_used;

void *cache_main(void *);
