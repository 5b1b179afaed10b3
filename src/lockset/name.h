/* name: what a lock is called. A name is an access path: a root, then members, elements and pointers followed.
 *
 *     &pool.lock            SYM pool, FIELD 8
 *     &c->pool->lock        PARAM 0, FIELD 16, LOAD, FIELD 8           in the words of one function
 *     struct pool.lock      CLASS                                      whichever pool it is (racerx, section 3, "Approximations")
 *
 * Names that begin at a parameter hold in one function; a call puts the argument in the place of the parameter (names_enter, names_leave).
 * OUTER is a lock of some caller that this function has no words for: of a class, and the how many-th of that class in the lock set.
 * The others mean the same everywhere: they are *ground*. Equal names, equal ids; two ground names may still be one lock: a CLASS is any of
 * its members. Names longer than NAME_DEPTH are cut down to their class. */
#ifndef LOCKSET_NAME_H
#define LOCKSET_NAME_H

#include "points/points.h"

enum name_kind {
	NAME_SYM = 1, /* a: a variable */
	NAME_NAMED,   /* a: "@rcu" of the models */
	NAME_LOCAL,   /* a: function, b: the alloca */
	NAME_VALUE,   /* a: function, b: value: what a call returned, what a loop changes */
	NAME_PARAM,   /* a: number, from 0 */
	NAME_OUTER,   /* a: CLASS name, b: number */
	NAME_CLASS,   /* a: type of the record, k: offset of the member in it; a 0: a lock of which nothing is known */
	NAME_FIELD,   /* a: base name, k: bytes */
	NAME_INDEX,   /* a: base name: some element of it, b: the value that is the index + 1 in its function; k: the function */
	NAME_LOAD     /* a: base name: what is stored there */
};

enum { NAME_DEPTH = 6 };

struct name {
	uint32_t kind, a, b;
	uint32_t class; /* of FIELD: the record type whose member it is, as C calls it; 0: not known */
	int64_t k;
};

struct names {
	struct arena *arena;
	const struct points *points;
	struct intern known;    /* struct name */
	VEC(uint32_t) ground;   /* by name: its ground form, made when first asked for */
	VEC(uint8_t) depth;
};

void names_init(struct names *, struct arena *, const struct points *);
struct name name_get(const struct names *, uint32_t name);
uint32_t name_make(struct names *, const struct name *);
uint32_t name_field(struct names *, uint32_t base, int64_t offset, uint32_t record);
uint32_t name_index(struct names *, uint32_t base, uint32_t fn, uint32_t value);
uint32_t name_load(struct names *, uint32_t base);
uint32_t name_root(const struct names *, uint32_t name); /* behind members, elements and pointers */
uint32_t name_class(struct names *, uint32_t name);      /* CLASS; itself for SYM, NAMED, LOCAL behind members only */

bool name_is_ground(const struct names *, uint32_t name);
bool name_is_global(const struct names *, uint32_t name); /* a variable or member of it: one object */
bool name_is_exact(const struct names *, uint32_t name);  /* no element, no class: equal names at one time are one lock */
uint32_t name_loads(const struct names *, uint32_t name); /* pointers followed */

/* A ground name for a name in the words of `fn`: what points knows to be one object by that object, the rest by class. */
uint32_t name_ground(struct names *, struct fn_id fn, uint32_t name);
/* May two ground names be one lock? */
bool name_may_alias(struct names *, uint32_t a, uint32_t b);

/* As people write it: "pool.lock", "c->lock", "struct pool.lock"; `fn` for the names of parameters. In the arena. */
const char *name_text(struct arena *, const struct names *, struct fn_id fn, uint32_t name);

/* The names of all values of a body that are addresses: filled on demand (values.c). */
struct name_values {
	struct names *names;
	const struct body *b;
	uint32_t *of; /* by value: name; NAME_BUSY while it is being made */
	const uint32_t *returned; /* by function: the name, in its own words, of what it always returns; 0: not one thing */
};
uint32_t name_of_ref(struct name_values *, struct ref);

#endif
