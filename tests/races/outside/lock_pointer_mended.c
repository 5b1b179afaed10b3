/* As lock_pointer.c, with the lock: one record has one lock. */
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
	s->at = to; // NORACE
	pthread_mutex_unlock(s->lock);
}

long stream_tell(struct stream *s)
{
	long at;

	pthread_mutex_lock(s->lock);
	at = s->at; // NORACE
	pthread_mutex_unlock(s->lock);
	return at;
}
