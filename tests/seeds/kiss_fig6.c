/* KISS Figure 6: the state of a device is written under its lock where requests of one kind are served, and read without it where requests of
 * another kind are. */
// search: --ts 0 race @write @read : found
#include <pthread.h>
#include <stdlib.h>

enum state { STARTED, STOP_PENDING, DELETED };

struct extension {
	pthread_mutex_t remove_lock;
	enum state pnp_state;
	int powered;
};

struct request {
	struct extension *extension;
	int minor;
	int status;
};

static void *dispatch_pnp(void *argument)
{
	struct request *r = argument;
	struct extension *e = r->extension;

	pthread_mutex_lock(&e->remove_lock);
	switch (r->minor) {
	case 5:
		e->pnp_state = STOP_PENDING; // RACE 1: @write
		r->status = 0;
		break;
	default:
		r->status = -1;
	}
	pthread_mutex_unlock(&e->remove_lock);
	return NULL;
}

static void dispatch_power(struct request *r)
{
	struct extension *e = r->extension;

	if (e->pnp_state == DELETED) { // RACE 1: @read
		r->status = -1;
		return;
	}
	pthread_mutex_lock(&e->remove_lock);
	e->powered = 1; // NORACE
	pthread_mutex_unlock(&e->remove_lock);
	r->status = 0;
}

int main(void)
{
	static struct extension extension = { PTHREAD_MUTEX_INITIALIZER, STARTED, 0 };
	struct request stop = { &extension, 5, 0 }, power = { &extension, 2, 0 };
	pthread_t thread;

	pthread_create(&thread, NULL, dispatch_pnp, &stop);
	dispatch_power(&power);
	pthread_join(thread, NULL);
	return stop.status + power.status;
}
