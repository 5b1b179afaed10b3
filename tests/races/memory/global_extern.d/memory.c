/* A counter and its lock are defined here and declared in a header; two other files lock it alike. */
#include "memory.h"

pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
long memory_used;
