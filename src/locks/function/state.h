/* state: what is known on one path at one point: the locks, facts about unknowns, what values and memory cells hold.
 *
 * A state is a sorted array of slots, so that equal states are equal bytes and can be interned. What has no slot is not known:
 * a lock without one may be held or not, a value without one is its own leaf.
 *
 *     lock  [term]   -> status        held or not, where acquired, where released
 *     fact  [term]   -> fact          what is known of it as a number (path/fact.h)
 *     value [value]  -> term          where the value is not simply its own leaf
 *     cell  [term]   -> term          what memory holds */
#ifndef LOCKS_STATE_H
#define LOCKS_STATE_H

#include "locks/function/expr.h"
#include "path/fact.h"
#include "path/held.h"

enum slot_kind { SLOT_LOCK, SLOT_FACT, SLOT_VALUE, SLOT_CELL };

struct slot {
	uint32_t key; /* kind in the top two bits */
	uint32_t value;
};

struct locks_state {
	VEC(struct slot) slot;
};

enum lock_kind { LOCK_HELD = 1, LOCK_FREE, LOCK_LOST }; /* lost: somebody else may have done something to it */
enum lock_why { WHY_RELEASED = 1, WHY_FAILED, WHY_FRESH }; /* of LOCK_FREE: released, an attempt failed, just initialised */
enum status_flag {
	STATUS_TESTED = 1, /* a parameter was tested while it was held */
	STATUS_LOOPY = 2,  /* its address comes from a variable that a loop changes */
	STATUS_SHAKY = 4   /* a condition that was known before it got this status was decided although memory may have changed */
};

struct status {
	uint8_t kind, why, shared, count;
	uint32_t flags;
	uint32_t acquired, freed; /* instruction + 1 in this function, 0: not here. freed: what made it LOCK_FREE */
};

/* All that is interned for one function. */
struct knowledge {
	struct arena *arena;
	struct exprs exprs;
	struct intern status, fact, state;
	VEC(uint32_t) list; /* scratch of state_forget */
};

void knowledge_init(struct knowledge *, struct arena *, const struct program *, const struct body *);

uint32_t state_get(const struct locks_state *, enum slot_kind, uint32_t key); /* 0: none */
void state_set(struct arena *, struct locks_state *, enum slot_kind, uint32_t key, uint32_t value); /* 0 removes */
void state_copy(struct arena *, struct locks_state *to, const struct slot *, uint32_t n);
/* The slots of one kind: [first, end). */
uint32_t state_first(const struct locks_state *, enum slot_kind);
static inline uint32_t state_end(const struct locks_state *s, enum slot_kind kind)
{
	return kind == SLOT_CELL ? s->slot.n : state_first(s, (enum slot_kind)(kind + 1));
}
static inline uint32_t slot_key(const struct slot *s)
{
	return s->key & 0x3fffffffu;
}
static inline enum slot_kind slot_kind(const struct slot *s)
{
	return (enum slot_kind)(s->key >> 30);
}

struct status state_lock(const struct knowledge *, const struct locks_state *, uint32_t term); /* kind 0: unknown */
void state_set_lock(struct knowledge *, struct locks_state *, uint32_t term, struct status);
struct status status_get(const struct knowledge *, uint32_t id);
/* The locks that are held, of n slots, as a lock set; `out` has room for n. How many. */
uint32_t state_held(const struct knowledge *, const struct slot *, uint32_t n, struct held *out);

/* The instruction that makes the leaf `value` is about to run again: nothing known about its last run may survive as if it
 * were about this one. */
void state_forget(struct knowledge *, struct locks_state *, uint32_t value);

/* What the state says of the condition `term` != 0 (fact.c). */
enum truth { UNKNOWN, TRUE, FALSE };
enum truth state_truth(struct knowledge *, const struct locks_state *, uint32_t term);
/* Adds that it is so; false: impossible on this path. */
CHECKED bool state_assume(struct knowledge *, struct locks_state *, uint32_t term, bool truth);

/* ... that it compares so with a number (enum compare, signed). */
CHECKED bool state_assume_number(struct knowledge *, struct locks_state *, uint32_t term, uint8_t compare, int64_t);
/* All that is known of the number that a term is. */
struct fact state_fact(const struct knowledge *, const struct locks_state *, uint32_t term);

#endif
