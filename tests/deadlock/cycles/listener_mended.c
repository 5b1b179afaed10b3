/* A subject tells its listener behind its own critical section. */
#include <pthread.h>
#include <stdlib.h>

struct subject;

struct listener {
	pthread_mutex_t lock;
	struct subject *of;
	int seen;
	void (*changed)(struct listener *, int);
};

struct subject {
	pthread_mutex_t lock;
	int value;
	struct listener *listener;
};

static struct subject *subject;

static void remember(struct listener *l, int value)
{
	pthread_mutex_lock(&l->lock);
	l->seen = value;
	pthread_mutex_unlock(&l->lock);
}

static int subject_get(struct subject *s)
{
	int value;

	pthread_mutex_lock(&s->lock);
	value = s->value;
	pthread_mutex_unlock(&s->lock);
	return value;
}

static void subject_set(struct subject *s, int value)
{
	struct listener *l;

	pthread_mutex_lock(&s->lock);
	s->value = value;
	l = s->listener;
	pthread_mutex_unlock(&s->lock);
	l->changed(l, value);
}

static void listener_refresh(struct listener *l)
{
	pthread_mutex_lock(&l->lock);
	l->seen = subject_get(l->of);
	pthread_mutex_unlock(&l->lock);
}

static void *setter(void *arg)
{
	for (int i = 0; i < 3; i++)
		subject_set(subject, i);
	return arg;
}

static void *refresher(void *arg)
{
	listener_refresh(arg);
	return NULL;
}

int main(void)
{
	struct listener *l = calloc(1, sizeof *l);
	pthread_t t1, t2;

	subject = calloc(1, sizeof *subject);
	if (!l || !subject)
		return 1;
	pthread_mutex_init(&l->lock, NULL);
	pthread_mutex_init(&subject->lock, NULL);
	l->of = subject;
	l->changed = remember;
	subject->listener = l;
	pthread_create(&t1, NULL, setter, NULL);
	pthread_create(&t2, NULL, refresher, l);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
