/* As out_param.c, but who writes locks for writing. */
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
	v = d->version; // NORACE
	pthread_rwlock_unlock(&d->lock);
	return v;
}

void db_bump(struct db *d)
{
	pthread_rwlock_wrlock(&d->lock);
	d->version++; // NORACE
	pthread_rwlock_unlock(&d->lock);
}
