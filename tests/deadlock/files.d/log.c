/* The log's half. */
#include "locks.h"

pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
int logged;

void log_flush(void)
{
	pthread_mutex_lock(&log_lock); // DEADLOCK 1
	logged++; // NORACE
	pthread_mutex_unlock(&log_lock);
}
