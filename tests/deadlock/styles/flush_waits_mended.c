/* Who asks for a flush gives the lock back before it waits. */
#include <pthread.h>

struct log {
	pthread_mutex_t lock, flush_lock;
	pthread_cond_t flushed;
	int lines, done;
};

static struct log the_log = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };

static void flush(struct log *l)
{
	pthread_mutex_lock(&l->lock);
	l->lines = 0;
	pthread_mutex_unlock(&l->lock);
	pthread_mutex_lock(&l->flush_lock);
	l->done = 1;
	pthread_cond_signal(&l->flushed);
	pthread_mutex_unlock(&l->flush_lock);
}

static void *flusher(void *arg)
{
	flush(arg);
	return NULL;
}

static void wait_flushed(struct log *l)
{
	pthread_mutex_lock(&l->flush_lock);
	while (!l->done)
		pthread_cond_wait(&l->flushed, &l->flush_lock);
	pthread_mutex_unlock(&l->flush_lock);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, flusher, &the_log);
	pthread_mutex_lock(&the_log.lock);
	the_log.lines++;
	pthread_mutex_unlock(&the_log.lock);
	wait_flushed(&the_log);
	pthread_join(t, NULL);
	return 0;
}
