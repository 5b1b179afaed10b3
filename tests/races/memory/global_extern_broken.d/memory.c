/* As global_extern.d, but the second file has a lock of the same name for itself, and takes that one. */
#include "memory.h"

pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
long memory_used;
