/* The lock is a member that may be null, in a pair of wrappers over the container. */
#include <pthread.h>
#include <stdlib.h>
struct bag { pthread_mutex_t *lock; int coins; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bag bank = {
};
static void bag_lock(struct bag *b)
{
	if (b->lock)
		pthread_mutex_lock(b->lock);
}
static void bag_unlock(struct bag *b)
{
	if (b->lock)
		pthread_mutex_unlock(b->lock);
}
static void bag_add(struct bag *b)
{
	bag_lock(b);
	b->coins++; // RACE 1
	bag_unlock(b);
}
static void *worker(void *a)
{
	struct bag own = { NULL, 0 };
	struct bag other = { &lock, 0 };

	bag_add(&own);
	bag_add(&bank);
	bag_add(&other);
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
