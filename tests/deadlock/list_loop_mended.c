/* As list_loop.c; both loops go upwards, and the list is linked upwards. */
#include <pthread.h>

enum { SHARDS = 3 };

struct shard {
	pthread_mutex_t lock;
	struct shard *next;
	int used;
};

static struct shard shards[SHARDS], *all;
static int sum;

static void lock_list(void)
{
	for (struct shard *s = all; s; s = s->next)
		pthread_mutex_lock(&s->lock); // NODEADLOCK reported: in which order the list has them is not known
}

static void lock_array(void)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_lock(&shards[i].lock); // NODEADLOCK
}

static void unlock_all(void)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_unlock(&shards[i].lock);
}

static void *count(void *argument)
{
	lock_list();
	for (int i = 0; i < SHARDS; i++)
		sum += shards[i].used; // NORACE reported: all locks of a loop
	unlock_all();
	return argument;
}

static void *clear(void *argument)
{
	lock_array();
	for (int i = 0; i < SHARDS; i++)
		shards[i].used = 0; // NORACE reported: all locks of a loop
	sum = 0; // NORACE
	unlock_all();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_init(&shards[i].lock, NULL);
		shards[i].next = i + 1 < SHARDS ? &shards[i + 1] : NULL;
	}
	all = &shards[0];
	pthread_create(&t1, NULL, count, NULL);
	pthread_create(&t2, NULL, clear, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
