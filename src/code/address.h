/* address: what an operand was made from, behind the instructions that only hand it on: peeled as far as the asker wants.
 *
 *     &((struct dev *)p)->slot[i].lock      FIELD 8, INDEX i, FIELD 16, CAST, and p is the base
 *     (long)n                               WIDENING, and n is the base
 *
 * misses  what is behind more than limits.def allows: then the base is one that a step has made */
#ifndef CODE_ADDRESS_H
#define CODE_ADDRESS_H

#include "ir/body.h"

/* Which instructions are peeled off. */
enum peeled {
	PEEL_COPY = 1,
	PEEL_CAST = 2,   /* of any kind */
	PEEL_WIDEN = 4,  /* of an integer to a wider one: the same number */
	PEEL_FIRST = 8,  /* the member at offset 0: the same address */
	PEEL_FIELD = 16,
	PEEL_INDEX = 32,
	PEEL_LOAD = 64,
	PEEL_BINARY = 128, /* the first operand of arithmetic */
	PEEL_CASTS = PEEL_COPY | PEEL_CAST,
	PEEL_WIDENING = PEEL_COPY | PEEL_WIDEN,
	PEEL_MEMBERS = PEEL_CASTS | PEEL_FIELD,
	PEEL_ADDRESS = PEEL_MEMBERS | PEEL_INDEX,
};

/* A walk back: struct peel x = { .b = body, .r = operand }; while (peel_step(&x, steps)) ... x.in is the instruction that was
 * stepped over and x.r what it was made from. At the end x.in is what made x.r; NULL: it is a parameter, a constant or none. */
struct peel {
	const struct body *b;
	struct ref r;
	uint32_t n; /* steps */
	const struct inst *in;
};

bool peel_step(struct peel *, unsigned steps);
bool peel_is_cut(const struct peel *); /* at the end: by the limit, so that what is behind is not known */
struct peel peel(const struct body *, struct ref, unsigned steps); /* to the end */
static inline struct ref peel_base(const struct body *b, struct ref r, unsigned steps)
{
	return peel(b, r, steps).r;
}
/* The parameter, from 1, that an operand is behind the steps; 0: it is none. */
static inline uint32_t peel_param(const struct body *b, struct ref r, unsigned steps)
{
	struct peel x = peel(b, r, steps);

	return !x.in && ref_kind(x.r) == REF_VALUE ? ref_index(x.r) : 0;
}
/* The value that an operand is behind the steps; 0: a symbol, a constant or none. */
static inline uint32_t peel_value(const struct body *b, struct ref r, unsigned steps)
{
	struct ref base = peel_base(b, r, steps);

	return ref_kind(base) == REF_VALUE ? ref_index(base) : 0;
}
/* The value of the stack slot that an address is in; 0: it is in none. */
uint32_t peel_slot(const struct body *, struct ref, unsigned steps);

/* Takes off of both what is alike, and casts and copies wherever they are. True: nothing else is left, the two are one
 * computation of the same values. */
bool peel_same(const struct body *, struct ref *, struct ref *);

/* The value behind casts that do not change it, copies, and temporaries in memory (for C's atomics, compilers make those). */
struct ref handed_on(const struct program *, const struct body *, struct ref);

/* The symbol whose address an operand is, itself or a constant; `offset`, if asked for, grows by how far behind it. */
struct sym_id ref_symbol(const struct program *, struct ref, int64_t *offset);

/* An address, or any value, as something that the function has and a number of bytes behind it. Two equal ones are the same
 * address, while the base is the same value.
 *
 *     &q->head        q + 8 */
struct address {
	struct ref base; /* a value or a symbol; none: it is a constant that is no address */
	int64_t offset;
};

struct address address_of(const struct program *, const struct body *, struct ref); /* behind members, casts and copies */
/* Where the value is loaded from; not known: it is no load. */
struct address address_loaded_from(const struct program *, const struct body *, struct address value);
static inline bool address_known(struct address a)
{
	return ref_kind(a.base) != REF_NONE;
}
/* The value that it is behind; 0: that is a symbol, or not known. */
static inline uint32_t address_value(struct address a)
{
	return ref_kind(a.base) == REF_VALUE ? ref_index(a.base) : 0;
}
static inline bool address_equal(struct address a, struct address b)
{
	return address_known(a) && a.base.bits == b.base.bits && a.offset == b.offset;
}
static inline uint64_t address_key(struct address a)
{
	return (uint64_t)a.base.bits << 32 ^ ((uint64_t)a.offset & 0xffffffff);
}

#endif
