/* origin: a value or an address as two places of a thread can compare it: a number, or where it starts (a value of one context, a
 * variable) and up to two loads from there. Parameters are followed to the argument where a context has one caller only, and so
 * is what a call gives to what is returned there.
 *
 *     n (the caller's %argc)       VALUE context 1, %1
 *     &pool->threads[i]            base: VALUE context 1, %p, load at +16      index: %i      offset 0
 *
 * Two equal origins are equal values if the memory that they load from has not been stored to in between: `dep` says which that
 * is. */
#ifndef THREADS_ORIGIN_H
#define THREADS_ORIGIN_H

#include "threads/running.h"

enum { ORIGIN_LOADS = 2 };
enum threads_origin_kind { ORIGIN_NONE, ORIGIN_NUMBER, ORIGIN_VALUE, ORIGIN_SYM };

/* Where a load is executed. */
struct load_place {
	uint32_t context, inst;
};

/* An instruction; fn 0: none. */
struct dep_place {
	struct fn_id fn;
	uint32_t inst;
};

/* A variable at an offset, or a member of a record wherever it is (its KONST_MEMBER); both, if the variable is that record. */
struct dep {
	uint32_t sym, member;
	int64_t offset;
	bool elements; /* of the array that the pointer there leads to, or that begins there */
	struct load_place at; /* the load; does not count for being the same */
	struct dep_place except; /* a store that leaves it as it should be */
};

struct threads_origin {
	uint8_t kind, loads;
	uint32_t context, ref;		  /* ORIGIN_VALUE: ref.bits; ORIGIN_SYM: ref is the symbol */
	int64_t number[ORIGIN_LOADS + 1]; /* of the number; or added before each load and at the end */
	struct dep dep[ORIGIN_LOADS];
};

struct element {
	struct threads_origin base; /* without the index */
	struct ref index;   /* in the context the element was asked for; none: the element is fixed */
	uint32_t context;
	int64_t stride, offset; /* offset: with the index; else it is in base */
	bool pointed;		/* the element is a pointer, and this far behind what it leads to: */
	int64_t inner;
};

struct threads_origin origin_of(const struct running *, uint32_t context, struct ref);
bool origin_same(const struct threads_origin *, const struct threads_origin *); /* both known and equal */
struct element element_of(const struct running *, uint32_t context, struct ref address);
/* Do these loads read what is there when `block` of the context is entered? They do in the blocks that are `inside` (of a loop
 * that is entered there), and before if nothing is stored to what they read by its name, and nothing of the program called,
 * until then. */
bool origin_is_read_near(const struct running *, const struct threads_origin *, uint32_t context, uint32_t block,
			 const bool *inside);
bool origin_is_read_once(const struct threads_origin *, const struct threads_origin *); /* by the same loads */
/* Is the value that it starts with one in the whole run? */
bool origin_is_one(const struct running *, const struct threads_origin *);
/* Is the address inside a stack slot of its own thread's function, as far as the loads go? */
bool origin_is_local(const struct running *, const struct threads_origin *);
/* Where the handle of a call lies: of the place of a row that names it. none: nowhere that is known. */
struct ref handle_address(const struct code *, uint32_t call, const struct model_place *);

#endif
