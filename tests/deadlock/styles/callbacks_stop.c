/* A reactor calls what was registered with its lock held; one of these registers another one. */
#include <pthread.h>

struct reactor;

struct source {
	void (*ready)(struct reactor *, struct source *);
	struct source *next;
};

struct reactor {
	pthread_mutex_t lock;
	struct source *first;
	int rounds;
};

static struct reactor main_reactor = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static void reactor_add(struct reactor *r, struct source *s)
{
	pthread_mutex_lock(&r->lock); // SELF-DEADLOCK
	s->next = r->first;
	r->first = s;
	pthread_mutex_unlock(&r->lock);
}

static void quiet(struct reactor *r, struct source *s)
{
	(void)r, (void)s;
}

static struct source second = { quiet, 0 };

static void again(struct reactor *r, struct source *s)
{
	(void)s;
	reactor_add(r, &second);
}

static struct source first = { again, 0 };

static void reactor_run(struct reactor *r)
{
	struct source *s;

	pthread_mutex_lock(&r->lock);
	s = r->first;
	r->rounds++;
	if (s)
		s->ready(r, s);
	pthread_mutex_unlock(&r->lock);
}

static void *runner(void *arg)
{
	reactor_run(&main_reactor);
	return arg;
}

int main(void)
{
	pthread_t t;

	main_reactor.first = &first;
	pthread_create(&t, NULL, runner, NULL);
	pthread_join(t, NULL);
	return 0;
}
