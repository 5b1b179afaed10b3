/* obj->shared decides whether the object's lock is taken, in a pair of wrappers. Private objects are not shared. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
struct obj { pthread_mutex_t lock; bool shared; int n; };
static void obj_lock(struct obj *o)
{
	if (o->shared)
		pthread_mutex_lock(&o->lock);
}
static void obj_unlock(struct obj *o)
{
	if (o->shared)
		pthread_mutex_unlock(&o->lock);
}
static void obj_add(struct obj *o)
{
	obj_lock(o);
	o->n++; // RACE 1
	obj_unlock(o);
}
static struct obj *obj_new(bool shared)
{
	struct obj *o = calloc(1, sizeof *o);

	pthread_mutex_init(&o->lock, NULL);
	o->shared = shared;
	return o;
}
static struct obj *global;
static void *worker(void *a)
{
	struct obj *own = obj_new(false);

	for (int i = 0; i < 100; i++) {
		obj_add(own);
		obj_add(global);
	}
	free(own);
	return a;
}
int main(void)
{
	pthread_t t[2];

	global = obj_new(false);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
