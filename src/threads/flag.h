/* flag: what flag.c and claim.c know of a flag. */
#ifndef THREADS_FLAG_H
#define THREADS_FLAG_H

#include "threads/branch.h"
#include "threads/memory.h"

/* A gate of the flag: stores by their number in variable.store; counted: all of them are needed. */
struct opening {
	uint64_t stores;
	bool counted;
	struct lock lock; /* held at all of these stores, which several threads make (claim.c); its term 0: not asked for, or none */
	struct gate gate;
};

struct flag {
	const struct variable *v;
	int64_t offset, first;
	bool has_first;
	uint32_t bits; /* size */
	VEC(struct opening) opening;
};

/* May the store leave a number there that passes the test? */
bool flag_may_pass(const struct running *, const struct flag *, const struct variable_use *store, const struct test *);
bool flag_is_stored(const struct running *, const struct flag *, const struct variable_use *store); /* other parts may be, too */

/* used.c: a pointer that is not null at this place, since it was used, or looked at, on every way to it. */
bool used_before(const struct running *, struct fn_id, uint32_t inst, struct ref value);

/* claim.c. claim_make: false: nobody sets the flag in that way. */
struct lock claim_lock(const struct running *, const struct flag *, uint64_t stores);
bool claim_make(struct running *, const struct flag *, struct opening *);

#endif
