/* A store is told how to lock by a table of functions; the one that threads share has the table that does. */
#include <pthread.h>
#include <stdio.h>

struct lock_ops {
	void (*lock)(pthread_mutex_t *);
	void (*unlock)(pthread_mutex_t *);
};

static void mutex_lock(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}

static void mutex_unlock(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static void nothing(pthread_mutex_t *m)
{
	(void)m;
}

static const struct lock_ops mutex_ops = { mutex_lock, mutex_unlock };
static const struct lock_ops no_ops = { nothing, nothing };

struct store {
	const struct lock_ops *ops;
	pthread_mutex_t mutex;
	int version;
};

static struct store shared;

static void store_open(struct store *s, int threads)
{
	s->ops = threads > 1 ? &mutex_ops : &no_ops;
	pthread_mutex_init(&s->mutex, NULL);
	s->version = 0;
}

static void store_commit(struct store *s)
{
	s->ops->lock(&s->mutex);
	s->version++; // NORACE reported: that the shared store has the table that locks needs the value of a parameter
	s->ops->unlock(&s->mutex);
}

static void *writer(void *argument)
{
	for (int i = 0; i < 1000; i++)
		store_commit(argument);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	store_open(&shared, 2);
	pthread_create(&one, NULL, writer, &shared);
	pthread_create(&two, NULL, writer, &shared);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", shared.version);
	return 0;
}
