#include <pthread.h>

extern long memory_used;
extern pthread_mutex_t memory_lock;

void *cache_main(void *);
