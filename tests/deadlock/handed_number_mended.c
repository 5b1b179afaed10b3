/* A lookup says through a pointer which lock it has taken; -1, as its caller had set it: none. */
#include <pthread.h>

struct table {
	pthread_mutex_t guard, lock[4];
	int size, count[4];
};

static struct table table = { .guard = PTHREAD_MUTEX_INITIALIZER, .size = 4 };

static int *find(struct table *t, int key, int *lock)
{
	if (key < 0)
		return NULL;
	pthread_mutex_lock(&t->guard);
	*lock = key % t->size;
	pthread_mutex_lock(&t->lock[*lock]);
	pthread_mutex_unlock(&t->guard);
	return &t->count[key % t->size];
}

static int use(struct table *t, int key)
{
	int lock = -1, ret = 0, *bucket = find(t, key, &lock);

	if (!bucket) {
		if (lock > -1)
			pthread_mutex_unlock(&t->lock[lock]);
		return -1;
	}
	if (*bucket > 100)
		ret = -2;
	else
		++*bucket; // NORACE reported: the number of the lock and that of the bucket are not known to be one
	if (lock > -1)
		pthread_mutex_unlock(&t->lock[lock]);
	return ret; // NOLOCK-LEAK
}

static void *user(void *argument)
{
	for (int i = -2; i < 10; i++)
		if (use(argument, i) == -2)
			return NULL;
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&table.lock[i], NULL);
	pthread_create(&t1, NULL, user, &table);
	pthread_create(&t2, NULL, user, &table);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
