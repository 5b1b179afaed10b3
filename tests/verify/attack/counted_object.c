/* An object with a lock and a count in it: the last one who leaves frees it. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	pthread_mutex_t lock;
	atomic_int users;
	int value;
};

static void leave(struct object *o)
{
	if (atomic_fetch_sub(&o->users, 1) == 1)
		free(o);
}

static void *use(void *argument)
{
	struct object *o = argument;

	pthread_mutex_lock(&o->lock);
	o->value++;
	pthread_mutex_unlock(&o->lock);
	leave(o);
	return NULL;
}

int main(void)
{
	struct object *o = calloc(1, sizeof *o);
	pthread_t one;

	pthread_mutex_init(&o->lock, NULL);
	atomic_init(&o->users, 2);
	pthread_create(&one, NULL, use, o);
	use(o);
	pthread_join(one, NULL);
	return 0;
}
