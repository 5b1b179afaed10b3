/* stale: pointers that are older than the last release of a lock.
 *
 *     lock(&q->m); p = q->head; unlock(&q->m);        another thread takes p out of the queue, and has it for itself
 *     lock(&q->m); p->n++; unlock(&q->m);             so this lock does not help: p is stale
 *
 * A pointer is as old as the load that found it, the parameter that it came in or the call that returned it; passed through a phi
 * it stays as old. What was loaded from memory that only one thread has, an iterator say, was stored there at an unknown time: it
 * is stale. So is the result of a function that releases a lock behind finding it.
 *
 * misses  variables that are linked to a structure themselves, and are used by their names */
#ifndef SHARING_STALE_H
#define SHARING_STALE_H

#include "sharing/local/version.h"

struct stale {
	const struct body *b;
	struct versions version;
	bool *old; /* by value: when it was made */
};

/* Which functions return such a pointer; fills sharing.returns_old. */
void stale_run(struct sharing *);
/* Of one function, in the arena. */
void stale_find(struct arena *, const struct sharing *, const struct body *, struct stale *);
/* May the pointer have been found before the last release, seen from the instruction? */
bool stale_is(const struct stale *, struct ref, uint32_t inst);

#endif
