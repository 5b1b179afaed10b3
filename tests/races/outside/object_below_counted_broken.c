/* What hangs below is shared with other objects and counted, without a lock: who ends one object may free what another one uses. */
#include <pthread.h>
#include <stdlib.h>

struct topic {
	int users;
	int messages;
};

struct reader {
	pthread_mutex_t lock;
	struct topic *topic;
};

struct reader *reader_new(struct reader *like)
{
	struct reader *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	pthread_mutex_init(&r->lock, NULL);
	r->topic = like->topic;
	r->topic->users++; // RACE 1
	return r;
}

void reader_got(struct reader *r)
{
	pthread_mutex_lock(&r->lock);
	r->topic->messages++; // RACE 2: under the lock of one reader of several; RACE 3
	pthread_mutex_unlock(&r->lock);
}

void reader_free(struct reader *r)
{
	if (--r->topic->users == 0) // RACE 1
		free(r->topic); // RACE 3: a reader that has just been made may be using it
	pthread_mutex_destroy(&r->lock);
	free(r);
}
