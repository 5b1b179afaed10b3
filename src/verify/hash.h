/* States as bytes: two states with the same bytes behave in the same way from here on.
 *
 * Objects of the stack and the heap have the number in which they are come across, from the threads and the variables on; those
 * that are gone and that nobody can reach are left out, as are values that nobody reads any more (live.h) and what all threads
 * know to have happened. Clocks are told by their rank among the clocks of events that are remembered, which is all that they are
 * compared with. A word counts as a pointer if it looks like one of the machine's (prove/machine/machine.h). */
#ifndef VERIFY_HASH_H
#define VERIFY_HASH_H

#include "verify/before.h"
#include "verify/live.h"
#include "verify/outside/formula.h"

struct verify_bytes {
	struct arena *arena; /* for the arrays, which are used again */
	VEC(uint8_t) out;
	VEC(uint32_t) name;  /* by object: its number; 0: not come across */
	VEC(uint32_t) queue;
	VEC(uint64_t) rank, row, pair; /* scratch */
	VEC(bool) told;
	VEC(struct verify_event) event;
	uint32_t names;
	struct verify_terms *terms; /* NULL: there are none */
	VEC(uint32_t) term;         /* by term: its number in this state; 0: not come across */
	VEC(uint32_t) met;          /* terms with a number */
	VEC(uint32_t) todo;
};

/* The bytes of a state, in b->out. Objects that nobody can reach are dropped from it, and conditions that nobody asks for. Inputs
 * have the number in which they are come across. */
void hash_state(struct verify_bytes *, struct verify_live *, struct verify_state *, const bool *loaded, struct verify_terms *);

#endif
