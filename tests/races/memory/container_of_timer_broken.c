/* As container_of_timer.c, but the handler of the timer gets back to its session and forgets to lock it. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct timer {
	struct timer *next;
	void (*expired)(struct timer *);
	int due;
};

struct session {
	int id;
	pthread_mutex_t lock;
	struct timer idle;
	int strikes;
};

static pthread_mutex_t wheel_lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer *wheel;

static void session_expired(struct timer *t)
{
	struct session *s = container_of(t, struct session, idle);

	s->strikes++; // RACE 1
}

static void *timer_thread(void *argument)
{
	for (int now = 0; now < 100; now++) {
		pthread_mutex_lock(&wheel_lock);
		for (struct timer *t = wheel; t; t = t->next)
			if (t->due <= now)
				t->expired(t);
		pthread_mutex_unlock(&wheel_lock);
	}
	return argument;
}

static struct session *session_new(int id)
{
	struct session *s = calloc(1, sizeof *s);

	if (!s)
		abort();
	s->id = id;
	pthread_mutex_init(&s->lock, NULL);
	s->idle.expired = session_expired;
	s->idle.due = id;
	pthread_mutex_lock(&wheel_lock);
	s->idle.next = wheel;
	wheel = &s->idle;
	pthread_mutex_unlock(&wheel_lock);
	return s;
}

static void *session_thread(void *argument)
{
	struct session *s = session_new(7);

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&s->lock);
		if (s->strikes > 3) // RACE 1
			s->strikes = 0; // RACE 1
		pthread_mutex_unlock(&s->lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, timer_thread, NULL);
	pthread_create(&two, NULL, session_thread, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
