/* As try_in_struct.c, but the ticket is asked the wrong way round in one place. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct meter {
	pthread_mutex_t lock;
	long ticks, misses;
};

struct ticket {
	struct meter *meter;
	int error;
	bool got;
};

static struct meter meter = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void ticket_get(struct ticket *t, struct meter *m)
{
	t->meter = m;
	t->error = pthread_mutex_trylock(&m->lock);
	t->got = t->error == 0;
}

static void ticket_give(struct ticket *t)
{
	if (t->got)
		pthread_mutex_unlock(&t->meter->lock);
}

static void *ticker(void *argument)
{
	struct meter *m = argument;

	for (int i = 0; i < 1000; i++) {
		struct ticket t;
		ticket_get(&t, m);
		if (t.got)
			m->ticks++; // RACE 1
		ticket_give(&t);
	}
	return NULL;
}

static void *watcher(void *argument)
{
	struct meter *m = argument;

	for (int i = 0; i < 10; i++) {
		struct ticket t;
		ticket_get(&t, m);
		if (t.error)
			printf("%ld\n", m->ticks); // RACE 1
		ticket_give(&t);
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, ticker, &meter);
	pthread_create(&two, NULL, watcher, &meter);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
