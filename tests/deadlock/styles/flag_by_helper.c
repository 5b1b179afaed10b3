/* The question is asked by a function, the flag is kept in a record on the heap, and who should set it sets another member. */
#include <pthread.h>
#include <stdlib.h>

struct state {
	pthread_mutex_t m;
	pthread_cond_t c;
	int connected, closed;
};

static int is_up(struct state *s)
{
	return s->connected;
}

static void wait_until_up(struct state *s)
{
	pthread_mutex_lock(&s->m);
	while (!is_up(s))
		pthread_cond_wait(&s->c, &s->m); // DEADLOCK
	pthread_mutex_unlock(&s->m);
}

static void *connector(void *arg)
{
	struct state *s = arg;

	pthread_mutex_lock(&s->m);
	s->closed = 1;
	pthread_cond_broadcast(&s->c);
	pthread_mutex_unlock(&s->m);
	return NULL;
}

int main(void)
{
	struct state *s = calloc(1, sizeof *s);
	pthread_t t;

	pthread_mutex_init(&s->m, NULL);
	pthread_cond_init(&s->c, NULL);
	pthread_create(&t, NULL, connector, s);
	wait_until_up(s);
	pthread_join(t, NULL);
	free(s);
	return 0;
}
