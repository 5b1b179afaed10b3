/* glib's locker: a scope object that is the mutex under another type; or null for no lock. */
#include <pthread.h>
#include <stdbool.h>
struct db { pthread_mutex_t lock; int rows; };
struct guard { pthread_mutex_t *m; };
static struct guard guard_take(struct db *d, bool need)
{
	struct guard g = { need ? &d->lock : NULL };

	if (g.m)
		pthread_mutex_lock(g.m);
	return g;
}
static void guard_drop(struct guard *g)
{
	if (g->m)
		pthread_mutex_unlock(g->m);
}
static struct db db = { PTHREAD_MUTEX_INITIALIZER, 0 };
static void insert(bool need)
{
	__attribute__((cleanup(guard_drop))) struct guard g = guard_take(&db, need);

	db.rows++; // RACE 1
}
static void *worker(void *a)
{
	for (int i = 0; i < 10; i++)
		insert(i & 1);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
