/* Who registers a callback gets its own pointer back in it; the record is handed to the library's functions, too. */
#include <pthread.h>

struct sink {
	pthread_mutex_t lock;
	int lines;
};

void watch(void (*fn)(void *), void *data);

static void on_line(void *data)
{
	struct sink *s = data;

	s->lines++; // RACE 1: nobody knows in which thread
}

void sink_attach(struct sink *s)
{
	watch(on_line, s);
}

int sink_lines(struct sink *s)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->lines; // RACE 1
	pthread_mutex_unlock(&s->lock);
	return n;
}
