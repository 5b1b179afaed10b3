/* The last line of a log is kept in this file's buffer; the lock is this file's, too, and every function that touches the
 * buffer takes it. The threads are in main.c. */
#include "log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[128];
static char prefix[16];

void log_open(const char *name)
{
	snprintf(prefix, sizeof prefix, "%s", name); // NORACE
}

void log_printf(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	pthread_mutex_lock(&lock);
	vsnprintf(last, sizeof last, format, list); // NORACE
	printf("%s: %s\n", prefix, last); // NORACE
	pthread_mutex_unlock(&lock);
	va_end(list);
}

void log_last(char *line, unsigned size)
{
	pthread_mutex_lock(&lock);
	snprintf(line, size, "%s", last); // NORACE
	pthread_mutex_unlock(&lock);
}
