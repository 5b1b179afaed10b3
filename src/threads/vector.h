/* vector: what happens between two places of a thread, as far as threads asks: one item a *slot*, sorted; slots that nothing
 * happens to are left out. Equal vectors, equal ids; 0 is "nothing happens".
 *
 * A vector is a function from what was before to what is after, so that it stands for a path inside a function, for a whole call,
 * and for the way from the start of a thread (applied to "nothing has happened yet"). compose(a, b) is a, then b; meet(a, b) is
 * one of the two, nobody knows which.
 *
 * Slots:
 *     SLOT_SPAWN  a call that starts threads: how many *sets* of them may be alive: none, one, more. A set is one thread, or
 *                 those of one loop over an array of handles. f(0), f(1), f(2), two bits each; SPAWN_EVER: it was started on some
 * path; SPAWN_DEAD: it was waited for on every path SLOT_MUST   1: this has happened on every path       SLOT_MAY    1: this has
 * happened on some path SLOT_PHASE  how often a barrier was passed: r + a multiple of m (Granger's congruences); m = 0: exactly
 * r, m = 1: unknown */
#ifndef THREADS_VECTOR_H
#define THREADS_VECTOR_H

#include <stdbool.h>

#include "base/store/intern.h"
#include "base/store/map.h"

enum threads_slot_kind { SLOT_SPAWN = 1, SLOT_MUST, SLOT_MAY, SLOT_PHASE };

#define SPAWN(f0, f1, f2) ((uint32_t)(f0) | (uint32_t)(f1) << 2 | (uint32_t)(f2) << 4)
enum { SPAWN_EVER = 64, SPAWN_DEAD = 128 };
#define SPAWN_SAME SPAWN(0, 1, 2)
#define SPAWN_START (SPAWN(1, 2, 2) | SPAWN_EVER)      /* one more */
#define SPAWN_START_ITEM (SPAWN(1, 1, 2) | SPAWN_EVER) /* one more of the loop's set */
#define SPAWN_ENTER SPAWN(0, 2, 2)		       /* a set's loop begins: what is alive is another set */
#define SPAWN_END SPAWN(0, 0, 2)		       /* the one set was waited for, or was never started */
#define SPAWN_END_ALL SPAWN(0, 0, 0)
#define SPAWN_FORGET UINT32_MAX /* only in effects: whatever this function did to the slot did not happen on this edge */

#define PHASE(r, m) ((uint32_t)(r) | (uint32_t)(m) << 16)

struct item {
	uint32_t slot, value;
};

#define VECTOR_BOTTOM UINT32_MAX /* no path: compose gives bottom, meet the other one */

struct vectors {
	struct arena *arena;
	struct intern vector;	  /* arrays of struct item */
	VEC(uint8_t) kind;	  /* by slot; 0 is none */
	struct map composed, met; /* pairs of vectors to result + 1 */
	VEC(struct item) item;	  /* the one being made */
};

void vectors_init(struct vectors *, struct arena *);
uint32_t vectors_slot(struct vectors *, enum threads_slot_kind);
uint32_t vector_one(struct vectors *, uint32_t slot, uint32_t value);
uint32_t vector_compose(struct vectors *, uint32_t a, uint32_t b);
uint32_t vector_meet(struct vectors *, uint32_t a, uint32_t b);
uint32_t vector_without(struct vectors *, uint32_t a, uint32_t slot);
/* anything may have happened to the slots that are marked */
uint32_t vector_worst(struct vectors *, const uint8_t *slots);
uint32_t vector_value(const struct vectors *, uint32_t vector, uint32_t slot); /* "nothing" if left out */
const struct item *vector_items(const struct vectors *, uint32_t vector, uint32_t *n);

static inline uint32_t spawn_alive(uint32_t value) /* from a start at which nothing was alive */
{
	return value & 3;
}
/* Surely different numbers of passes? */
bool phases_differ(uint32_t a, uint32_t b);

#endif
