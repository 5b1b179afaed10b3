/* The writer gives its lock back and takes it again for reading; all stores come before that. */
#include <pthread.h>
#include <stdio.h>

struct zone {
	pthread_rwlock_t lock;
	unsigned serial;
	int records, dirty;
};

static struct zone zone = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static void zone_lock(struct zone *z, int write)
{
	if (write)
		pthread_rwlock_wrlock(&z->lock);
	else
		pthread_rwlock_rdlock(&z->lock);
}

static void zone_unlock(struct zone *z)
{
	pthread_rwlock_unlock(&z->lock);
}

static unsigned zone_update(struct zone *z, int records)
{
	unsigned serial;

	zone_lock(z, 1);
	z->records = records; // NORACE
	z->serial++; // NORACE
	z->dirty = 0; // NORACE
	zone_unlock(z);
	zone_lock(z, 0);
	serial = z->serial; // NORACE
	zone_unlock(z);
	return serial;
}

static int zone_is_dirty(struct zone *z)
{
	int dirty;

	zone_lock(z, 0);
	dirty = z->dirty; // NORACE
	zone_unlock(z);
	return dirty;
}

static void *updater(void *argument)
{
	unsigned sum = 0;

	for (int i = 0; i < 100; i++)
		sum += zone_update(argument, i);
	printf("%u\n", sum);
	return NULL;
}

static void *asker(void *argument)
{
	int n = 0;

	for (int i = 0; i < 100; i++)
		n += zone_is_dirty(argument);
	printf("%d\n", n);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, updater, &zone);
	pthread_create(&two, NULL, asker, &zone);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
