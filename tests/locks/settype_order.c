/* What an attribute object says counts for a lock if it is said before the lock is made, and the last word counts. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t reset, kept, late, early, looped;

void init(int n)
{
	pthread_mutexattr_t a, b, c, d, e;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&reset, &a);

	pthread_mutexattr_init(&b);
	pthread_mutexattr_settype(&b, PTHREAD_MUTEX_NORMAL);
	pthread_mutexattr_settype(&b, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&kept, &b);

	pthread_mutexattr_init(&c);
	pthread_mutex_init(&late, &c);
	pthread_mutexattr_settype(&c, PTHREAD_MUTEX_ERRORCHECK);

	pthread_mutexattr_init(&d);
	pthread_mutexattr_settype(&d, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&early, &d);

	/* after it, and then once more before it */
	pthread_mutexattr_init(&e);
	for (int i = 0; i < n; i++) {
		pthread_mutex_init(&looped, &e);
		pthread_mutexattr_settype(&e, PTHREAD_MUTEX_RECURSIVE);
	}
}

void of_reset(void)
{
	pthread_mutex_lock(&reset);
	pthread_mutex_lock(&reset); // SELF-DEADLOCK: normal again
	pthread_mutex_unlock(&reset);
	pthread_mutex_unlock(&reset);
}

void of_kept(void)
{
	pthread_mutex_lock(&kept);
	pthread_mutex_lock(&kept); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&kept);
	pthread_mutex_unlock(&kept);
}

void of_late(void)
{
	pthread_mutex_lock(&late);
	pthread_mutex_lock(&late); // SELF-DEADLOCK: too late
	pthread_mutex_unlock(&late);
	pthread_mutex_unlock(&late);
}

static void inside(void)
{
	if (pthread_mutex_lock(&early) == 0) // NOSELF-DEADLOCK
		pthread_mutex_unlock(&early);
}

void of_early(void)
{
	pthread_mutex_lock(&early);
	inside();
	pthread_mutex_unlock(&early);
}

void of_looped(void)
{
	pthread_mutex_lock(&looped);
	pthread_mutex_lock(&looped); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&looped);
	pthread_mutex_unlock(&looped);
}
