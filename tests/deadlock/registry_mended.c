/* As registry.c; the object's lock is given back before it is removed. */
#include <pthread.h>
#include <stdlib.h>

struct object {
	pthread_mutex_t lock;
	struct object *next;
	int uses;
};

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct object *objects;

static void use_all(void)
{
	pthread_mutex_lock(&registry); // NODEADLOCK
	for (struct object *o = objects; o; o = o->next) {
		pthread_mutex_lock(&o->lock); // NODEADLOCK
		o->uses++; // NORACE
		pthread_mutex_unlock(&o->lock);
	}
	pthread_mutex_unlock(&registry);
}

static void remove_object(struct object *o)
{
	pthread_mutex_lock(&registry); // NODEADLOCK
	for (struct object **at = &objects; *at; at = &(*at)->next)
		if (*at == o) {
			*at = o->next; // NORACE
			break;
		}
	pthread_mutex_unlock(&registry);
}

static void object_close(struct object *o)
{
	pthread_mutex_lock(&o->lock); // NODEADLOCK
	int old = o->uses > 3; // NORACE
	pthread_mutex_unlock(&o->lock);
	if (old)
		remove_object(o);
}

static void *scanner(void *argument)
{
	for (int i = 0; i < 10; i++)
		use_all();
	return argument;
}

static void *owner(void *o)
{
	object_close(o);
	return NULL;
}

int main(void)
{
	struct object *o = calloc(1, sizeof *o);
	pthread_t t1, t2;

	if (!o)
		return 1;
	pthread_mutex_init(&o->lock, NULL);
	objects = o;
	pthread_create(&t1, NULL, scanner, NULL);
	pthread_create(&t2, NULL, owner, o);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
