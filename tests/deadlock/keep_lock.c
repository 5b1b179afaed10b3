/* As keep_lock_mended.c, but who has kept the lock of the table and found nothing goes with it. */
// VERIFY deadlock: deadlock: the forgetter ends with the lock of the table, and the user waits for it for ever
#include <pthread.h>
#include <stdlib.h>

struct zone {
	pthread_mutex_t lock;
	struct zone *next;
	int name, uses;
};

struct zones {
	pthread_mutex_t lock;
	struct zone *first;
};

static struct zone *find(struct zones *zones, int name, int keep)
{
	struct zone *z;

	pthread_mutex_lock(&zones->lock);
	for (z = zones->first; z; z = z->next) // NORACE
		if (z->name == name)
			break;
	if (!z) {
		if (!keep)
			pthread_mutex_unlock(&zones->lock);
		return NULL;
	}
	pthread_mutex_lock(&z->lock);
	if (!keep)
		pthread_mutex_unlock(&zones->lock);
	return z;
}

static void use(struct zones *zones, int name)
{
	struct zone *z = find(zones, name, 0);

	if (!z)
		return; // NOLOCK-LEAK
	z->uses++; // NORACE
	pthread_mutex_unlock(&z->lock);
}

static void forget(struct zones *zones, int name)
{
	struct zone *z = find(zones, name, 1);

	if (!z) // LOCK-LEAK
		return;
	z->uses = 0; // NORACE
	pthread_mutex_unlock(&z->lock);
	pthread_mutex_unlock(&zones->lock);
}

static void *user(void *zones)
{
	use(zones, 1);
	return NULL;
}

static void *forgetter(void *zones)
{
	forget(zones, 2);
	return NULL;
}

int main(void)
{
	struct zones *zones = calloc(1, sizeof *zones);
	struct zone *z = calloc(1, sizeof *z);
	pthread_t t1, t2;

	if (!zones || !z)
		return 1;
	pthread_mutex_init(&zones->lock, NULL);
	pthread_mutex_init(&z->lock, NULL);
	z->name = 1;
	zones->first = z;
	pthread_create(&t1, NULL, user, zones);
	pthread_create(&t2, NULL, forgetter, zones);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
