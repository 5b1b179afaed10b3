/* A slot that is filled by a copy is still nobody else's: a function that does not get its address does not change the lock in it. */
#include <pthread.h>
#include <string.h>

struct entry { long key; pthread_mutex_t *lock; };

void note(const volatile void *);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

void by_copy(const struct entry *from, size_t n)
{
	struct entry e = { 1, &a };

	memcpy(&e, from, n);
	pthread_mutex_lock(e.lock);
	note(&a);
	pthread_mutex_unlock(e.lock);
}

/* The copy in between may bring another lock. */
int by_copy_between(const struct entry *from, const struct entry *other, int busy)
{
	struct entry e;

	memcpy(&e, from, sizeof e);
	pthread_mutex_lock(e.lock);
	note(&a);
	if (busy)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(e.lock);
	memcpy(&e, other, sizeof e);
	pthread_mutex_lock(e.lock);
	pthread_mutex_unlock(e.lock);
	return 0;
}
