/* As publish.c, but the session is put into the list first and filled in afterwards, without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct session {
	struct session *next;
	int id, hits;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *sessions;

static void session_init(struct session *s, int id)
{
	/* The caller has already shown it to the others. */
	snag_whose(s); // ANSWER: shared
	s->id = id;
	s->hits = 0;
}

static void open_session(int id)
{
	struct session *s = malloc(sizeof *s);

	if (!s)
		return;
	snag_whose(s); // ANSWER: fresh
	pthread_mutex_lock(&lock);
	s->next = sessions;
	sessions = s;
	pthread_mutex_unlock(&lock);
	session_init(s, id);
}

static void touch_all(void)
{
	pthread_mutex_lock(&lock);
	for (struct session *s = sessions; s; s = s->next) {
		snag_whose(s); // ANSWER: shared
		s->hits++;
	}
	pthread_mutex_unlock(&lock);
}

static void *client(void *argument)
{
	for (int i = 0; i < 50; i++) {
		open_session(i);
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
	snag_whose(sessions); // ANSWER: gone
	printf("%d\n", sessions->hits);
	return 0;
}
