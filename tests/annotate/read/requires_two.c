/* Two locks are required, by whoever calls from outside: in which order they are taken is not said, so no order contradicts it. Two
 * functions of the library that take them one way and the other do deadlock. */
#include <pthread.h>

#include "annotations.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

void both(void) REQUIRES(a, b);

void both(void)
{
	x++; // NORACE
}

void other_way(void)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	x++; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

void one_way(void)
{
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&d); // DEADLOCK 1
	y++;
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&c);
}

void back(void)
{
	pthread_mutex_lock(&d);
	pthread_mutex_lock(&c); // DEADLOCK 1
	y++;
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(&d);
}
