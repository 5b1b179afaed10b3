/* Who brings the counter to zero is the last one. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct object {
	atomic_int users;
	int data;
} *o;

static void put(struct object *p)
{
	if (atomic_fetch_sub_explicit(&p->users, 1, memory_order_release) == 1) {
		atomic_thread_fence(memory_order_acquire);
		p->data = -1;
		free(p);
	}
}

static void *other(void *unused)
{
	int k = o->data;

	(void)k;
	put(o);
	return unused;
}

int main(void)
{
	pthread_t t;
	struct object *mine;

	o = malloc(sizeof *o);
	if (!o)
		return 1;
	atomic_init(&o->users, 2);
	o->data = 7;
	mine = o;
	pthread_create(&t, NULL, other, NULL);
	put(mine);
	pthread_join(t, NULL);
	return 0;
}
