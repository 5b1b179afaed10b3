/* Locks and data that come as variable arguments. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include "snag_ask.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long x, y;

static void lock_all(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	for (int i = 0; i < n; i++)
		pthread_mutex_lock(va_arg(ap, pthread_mutex_t *));
	va_end(ap);
}

static void add_all(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	for (int i = 0; i < n; i++)
		++*va_arg(ap, long *); // RACE 1; RACE 2
	va_end(ap);
}

static void *worker(void *argument)
{
	lock_all(1, &a);
	snag_held(&b); // ANSWER: no
	add_all(2, &x, &y);
	pthread_mutex_unlock(&a);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	lock_all(1, &b);
	x++; // RACE 1
	y++; // RACE 2
	pthread_mutex_unlock(&b);
	pthread_join(t, NULL);
	return 0;
}
