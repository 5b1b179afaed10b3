/* libevent, pull request 543, fixed as there: the result is copied under the lock. */
#include <pthread.h>
#include <stdlib.h>

struct event_base;

struct event {
	struct event *next;
	struct event_base *base; /* set before the event is known to others */
	void (*callback)(short result, void *argument);
	void *argument; /* set before the event is known to a base */
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
	ev->result |= result;
	pthread_mutex_unlock(&base->lock);
}

int base_loop(struct event_base *base)
{
	int called = 0;

	pthread_mutex_lock(&base->lock);
	while (base->active && !base->stop) {
		struct event *ev = base->active;
		short result = ev->result;

		ev->result = 0; // NORACE
		base->active = ev->next;
		pthread_mutex_unlock(&base->lock);
		ev->callback(result, ev->argument);
		called++;
		pthread_mutex_lock(&base->lock);
	}
	pthread_mutex_unlock(&base->lock);
	return called;
}
