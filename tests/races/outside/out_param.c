/* The constructor stores what it has made behind a pointer to a pointer. */
#include <pthread.h>
#include <stdlib.h>

struct db {
	pthread_rwlock_t lock;
	int version;
};

int db_open(struct db **out)
{
	struct db *d = calloc(1, sizeof *d);

	if (!d)
		return -1;
	pthread_rwlock_init(&d->lock, NULL);
	d->version = 1; // NORACE
	*out = d;
	return 0;
}

int db_version(struct db *d)
{
	int v;

	pthread_rwlock_rdlock(&d->lock);
	v = d->version; // RACE 1
	pthread_rwlock_unlock(&d->lock);
	return v;
}

void db_bump(struct db *d)
{
	pthread_rwlock_rdlock(&d->lock);
	d->version++; // RACE 1: a lock that is shared with readers
	pthread_rwlock_unlock(&d->lock);
}
