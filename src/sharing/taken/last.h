/* last: counted objects. Whoever takes the count to 0 is the last one, and has the object for itself: the others' uses came
 * before their own decrements, which the last one has seen.
 *
 *     if (atomic_fetch_sub(&p->count, 1) == 1)       acq_rel or seq_cst
 *             free(p);                               its own
 *
 * Only if everybody keeps to it: nobody uses an object of this class behind a decrement of its count, or behind a call of a
 * function that has decremented it.
 *
 * assumes who uses a counted object has a reference to it, unless there is one object, nobody takes references, and it is made
 *         with fewer than there are threads that give one back
 * misses  counts that a lock protects; counts in another object than the one that is freed */
#ifndef SHARING_LAST_H
#define SHARING_LAST_H

#include "sharing/local/local.h"

/* A branch that only the last one takes: its way out, the decrement, and the address of the count. */
struct last {
	uint32_t way, inst;
	struct ref count;
};
/* Does the block end with one? By an instruction, or by a call of which a model row says it (g_atomic_int_dec_and_test). */
bool last_branch(const struct points *, const struct body *, uint32_t block, struct last *);
/* The same, if the object is of a class of which all keep to it: the objects that are the last one's then; 0: none. */
uint32_t last_owned(const struct local *, uint32_t block, uint32_t *way);
void last_run(struct sharing *); /* fills sharing.counted */

#endif
