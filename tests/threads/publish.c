/* An object is made and filled in by its maker, and only then put into a list that others search under the lock. Before that
 * nobody else has it; after that it is everybody's. */
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
	/* Made by the caller, who has not given it away yet. */
	snag_whose(s); // ANSWER: fresh
	s->id = id;
	s->hits = 0;
}

static void open_channel(int id)
{
	struct channel *s = malloc(sizeof *s);

	if (!s)
		return;
	snag_whose(s); // ANSWER: fresh
	channel_init(s, id);
	pthread_mutex_lock(&lock);
	s->next = channels;
	channels = s;
	snag_whose(s); // ANSWER: shared
	pthread_mutex_unlock(&lock);
}

static void touch_all(void)
{
	pthread_mutex_lock(&lock);
	for (struct channel *s = channels; s; s = s->next) {
		snag_whose(s); // ANSWER: shared
		s->hits++;
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
