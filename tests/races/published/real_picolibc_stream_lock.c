/* picolibc, pull request 1287: the lock of a stream is made by whoever uses the stream first; of two who do, one gives back a lock that it has never
 * taken. */
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_mutex_t *lock;
	int column, flags;
};

static pthread_mutex_t *lock_make(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static void stream_lock(struct stream *s)
{
	if (!s->lock) // RACE 1
		s->lock = lock_make(); // RACE 1
	pthread_mutex_lock(s->lock); // RACE 1
}

void stream_put(struct stream *s, int width)
{
	stream_lock(s);
	s->column += width; // RACE 2: each may hold a lock of its own
	pthread_mutex_unlock(s->lock); // RACE 1
}
