/* As publish.c, but the channel is put into the list first and filled in afterwards, without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct channel {
	struct channel *next;
	int id, hits;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct channel *channels;

static void channel_init(struct channel *s, int id)
{
	/* The caller has already shown it to the others. */
	snag_whose(s); // ANSWER: shared
	s->id = id; // NORACE: only the maker uses the id
	s->hits = 0; // RACE 1
}

static void open_channel(int id)
{
	struct channel *s = malloc(sizeof *s);

	if (!s)
		return;
	snag_whose(s); // ANSWER: fresh
	pthread_mutex_lock(&lock);
	s->next = channels;
	channels = s;
	pthread_mutex_unlock(&lock);
	channel_init(s, id);
}

static void touch_all(void)
{
	pthread_mutex_lock(&lock);
	for (struct channel *s = channels; s; s = s->next) {
		snag_whose(s); // ANSWER: shared
		s->hits++; // RACE 1
	}
	pthread_mutex_unlock(&lock);
}

static void *client(void *argument)
{
	for (int i = 0; i < 50; i++) {
		open_channel(i);
		touch_all();
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, client, NULL);
	pthread_create(&second, NULL, client, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	snag_whose(channels); // ANSWER: gone
	printf("%d\n", channels->hits);
	return 0;
}
