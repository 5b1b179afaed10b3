/* A registry and its objects: looking up takes the registry's lock and then the object's, and an object that closes itself
 * does it the other way round. */
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
	pthread_mutex_lock(&registry); // DEADLOCK 1
	for (struct object *o = objects; o; o = o->next) {
		pthread_mutex_lock(&o->lock); // DEADLOCK 1
		o->uses++; // NORACE
		pthread_mutex_unlock(&o->lock);
	}
	pthread_mutex_unlock(&registry);
}

static void remove_object(struct object *o)
{
	pthread_mutex_lock(&registry); // DEADLOCK 1
	for (struct object **at = &objects; *at; at = &(*at)->next)
		if (*at == o) {
			*at = o->next; // NORACE
			break;
		}
	pthread_mutex_unlock(&registry);
}

static void object_close(struct object *o)
{
	pthread_mutex_lock(&o->lock); // DEADLOCK 1
	if (o->uses > 3) // NORACE
		remove_object(o);
	pthread_mutex_unlock(&o->lock);
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
