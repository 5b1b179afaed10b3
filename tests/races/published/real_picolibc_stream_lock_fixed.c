/* picolibc, pull request 1287, fixed as there: the lock is made under the lock of the library. (There it is asked for once without that, too.) */
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_mutex_t *lock;
	int column, flags;
};

static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t *lock_make(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	return m;
}

static pthread_mutex_t *stream_lock(struct stream *s)
{
	pthread_mutex_t *known;

	pthread_mutex_lock(&library_lock);
	if (!s->lock)
		s->lock = lock_make(); // NORACE
	known = s->lock; // NORACE
	pthread_mutex_unlock(&library_lock);
	pthread_mutex_lock(known);
	return known;
}

void stream_put(struct stream *s, int width)
{
	pthread_mutex_t *held = stream_lock(s);

	s->column += width; // NORACE reported: that the lock is made once is not known
	pthread_mutex_unlock(held);
}
