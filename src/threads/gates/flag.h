/* flag: what flag.c and claim.c know of a flag. */
#ifndef THREADS_FLAG_H
#define THREADS_FLAG_H

#include "threads/values/branch.h"
#include "threads/values/memory.h"

/* A gate of the flag: stores by their number in variable.store; counted: all of them are needed. */
struct opening {
	uint64_t stores;
	bool counted;
	bool lacks; /* they would be needed, but there are, or may be, more threads than steps */
	/* held at all of these stores, which several threads make (claim.c); its term 0: not asked for, or none */
	struct held lock;
	struct gate gate;
};

struct flag {
	const struct variable *v;
	struct cell_object *object; /* NULL: a variable used by name */
	int64_t offset, first;
	bool has_first, filled; /* filled: that is what it was filled with */
	uint32_t bits; /* size */
	VEC(struct opening) opening;
	struct opening live; /* live.c: the steps back; without posters: it counts no threads */
};

/* May the store leave a number there that passes the test? */
bool flag_may_pass(const struct running *, const struct flag *, const struct variable_use *store, const struct test *);
bool flag_is_stored(const struct running *, const struct flag *, const struct variable_use *store); /* other parts may be, too */

/* filled.c. What the variable holds before the program starts, so far behind its start; what a store, or a copy or memset of all
 * of the flag, leaves in it; whether that happens before anybody but its maker has the block; whether a copy is from a slot that
 * has no other use. */
int64_t filled_first(const struct program *, uint32_t sym, uint32_t bits, int64_t offset);
bool filled_number(const struct running *, const struct flag *, const struct variable_use *store, int64_t *number);
bool filled_first_of_all(const struct running *, const struct object *, const struct variable_use *store);
bool filled_from_slot(const struct code *, uint32_t copy);

/* used.c: a pointer that is not null at this place, since it was used, or looked at, on every way to it. */
bool used_before(const struct running *, struct fn_id, uint32_t inst, struct ref value);

bool flag_touches(const struct running *, const struct flag *, const struct variable_use *store); /* a part of it, perhaps */
/* 1: n = n + 1, -1: n = n - 1; 0: something else. */
int64_t flag_step(const struct running *, const struct flag *, const struct variable_use *store);

/* live.c. live_find: false: the number does not count threads. live_is_none: does the test hold for 0, and for nothing above? */
bool live_find(struct running *, const struct flag *, struct opening *);
bool live_is_none(const struct test *);

/* claim.c. claim_make: false: nobody sets the flag in that way. */
struct held claim_lock(const struct running *, const struct flag *, uint64_t stores);
bool claim_make(struct running *, const struct flag *, struct opening *);

#endif
