/* A library: a count of references; who takes it to zero is alone with the object. */
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int refs;
	int sealed;
	int uses;
};

void object_put(struct object *o)
{
	if (atomic_fetch_sub(&o->refs, 1) == 1) {
		o->sealed = 1; // NORACE
		free(o);
	}
}

int object_use(struct object *o)
{
	o->uses++; // RACE
	return o->sealed; // NORACE
}
