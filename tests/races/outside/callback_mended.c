/* As callback.c, with the lock in the callback. */
#include <pthread.h>

struct sink {
	pthread_mutex_t lock;
	int lines;
};

void watch(void (*fn)(void *), void *data);

static void on_line(void *data)
{
	struct sink *s = data;

	pthread_mutex_lock(&s->lock);
	s->lines++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

void sink_attach(struct sink *s)
{
	watch(on_line, s);
}

int sink_lines(struct sink *s)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->lines; // NORACE
	pthread_mutex_unlock(&s->lock);
	return n;
}
