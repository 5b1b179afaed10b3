/* The record has a pointer to its lock, which is set when the record is made and never again. */
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_mutex_t *lock;
	long at;
};

struct stream *stream_new(pthread_mutex_t *lock)
{
	struct stream *s = calloc(1, sizeof *s);

	if (s)
		s->lock = lock;
	return s;
}

void stream_seek(struct stream *s, long to)
{
	pthread_mutex_lock(s->lock);
	s->at = to; // RACE 1
	pthread_mutex_unlock(s->lock);
}

long stream_tell(const struct stream *s)
{
	return s->at; // RACE 1
}
