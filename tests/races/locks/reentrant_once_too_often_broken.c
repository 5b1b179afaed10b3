/* As reentrant_once_too_often.c, but on the error path the helper gives back the caller's hold, too. */
#include <pthread.h>
#include <stdio.h>

struct store {
	pthread_mutex_t lock;
	int used, limit;
	long rejected;
};

static struct store store = { .limit = 100 };

static void store_init(struct store *s)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&s->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static int store_reserve(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	if (s->used + n > s->limit) { // NORACE
		pthread_mutex_unlock(&s->lock);
		pthread_mutex_unlock(&s->lock);
		return -1;
	}
	s->used += n; // NORACE
	pthread_mutex_unlock(&s->lock);
	return 0;
}

static void store_put(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	if (store_reserve(s, n) < 0)
		s->rejected++; // RACE 1
	pthread_mutex_unlock(&s->lock); // UNLOCK-UNHELD
}

static void *producer(void *argument)
{
	for (int i = 0; i < 100; i++)
		store_put(argument, i % 5);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	store_init(&store);
	pthread_create(&one, NULL, producer, &store);
	pthread_create(&two, NULL, producer, &store);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d, %ld rejected\n", store.used, store.rejected);
	return 0;
}
