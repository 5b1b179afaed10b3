/* libevent, pull request 543: the loop gives back the lock of the base before it calls back, and only then reads what has happened from the event, which
 * another thread may be making active again. */
#include <pthread.h>
#include <stdlib.h>

struct event_base;

struct event {
	struct event *next;
	struct event_base *base; /* set before the event is known to others */
	void (*callback)(short result, void *argument);
	void *argument;
	short result;
};

struct event_base {
	pthread_mutex_t lock;
	struct event *active;
	int stop;
};

void event_active(struct event *ev, short result)
{
	struct event_base *base = ev->base;

	pthread_mutex_lock(&base->lock);
	if (ev->result == 0) {
		ev->next = base->active; // NORACE
		base->active = ev;
	}
	ev->result |= result; // RACE 1
	pthread_mutex_unlock(&base->lock);
}

int base_loop(struct event_base *base)
{
	int called = 0;

	pthread_mutex_lock(&base->lock);
	while (base->active && !base->stop) {
		struct event *ev = base->active;

		base->active = ev->next;
		pthread_mutex_unlock(&base->lock);
		ev->callback(ev->result, ev->argument); // RACE 1
		called++;
		pthread_mutex_lock(&base->lock);
		ev->result = 0; // RACE 1: under the lock, unlike the one before
	}
	pthread_mutex_unlock(&base->lock);
	return called;
}
