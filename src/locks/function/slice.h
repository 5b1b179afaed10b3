/* slice: the part of a body that decides about its locks: the addresses that are locked, the conditions of branches, the value
 * returned, and what these are computed from. The rest is not run. Also: which of those values are still needed where, so that
 * two paths that differ only in what nobody asks for again become one. */
#ifndef LOCKS_SLICE_H
#define LOCKS_SLICE_H

#include "ir/cfg.h"
#include "locks/program/ops.h"

/* A number that a variable is compared with: where a loop over it may end. */
struct threshold {
	uint32_t value;
	int64_t k;
};

struct locks_slice {
	uint8_t *used;       /* by value */
	uint32_t *number;    /* by value: its bit + 1 in `live`; 0: not used */
	struct map loaded;   /* types of memory that are loaded */
	struct map shape;    /* shapes of memory that are loaded (slice_shape) -> bit + 1 in `live` */
	uint32_t *shape_bit; /* by instruction: of a load or computation that is used */
	uint32_t bits, words;
	uint64_t *live;      /* by block, `words` each: needed behind the phis of the block */
	uint32_t *todo, *first_todo; /* the instructions to run: of block b, todo[first_todo[b]] .. [first_todo[b + 1]] */
	uint32_t *block_of;  /* by instruction */
	uint8_t *escapes;    /* by value: an alloca whose address others may know */
	struct call_effect *effect;
	uint32_t *effect_of; /* by instruction: index + 1 in effect */
	VEC(struct threshold) threshold;
	bool twice;          /* something in it returns twice */
	bool locks;          /* there is a lock operation */
};

/* What a cell looks like from outside: its type, the symbol it is in (0: behind a pointer) and how far inside. */
uint64_t slice_shape(struct type_id, uint32_t sym, int64_t offset, bool exact);

/* The same for what is computed: a fact about a + b is worth keeping while an addition is still ahead. Of a call of a reader,
 * `sub` is the callee. */
uint64_t slice_pure(uint32_t op, uint32_t sub);

/* Whether `r` is the phi `value` plus a constant, behind casts. */
bool slice_is_step(const struct program *, const struct body *, struct ref r, uint32_t *value, int64_t *step);

/* False: too large to be worth it. */
CHECKED bool slice_find(struct arena *, const struct ops *, const struct body *, const struct cfg *, struct locks_slice *);

static inline bool slice_live(const struct locks_slice *s, uint32_t block, uint32_t bit)
{
	return bit && (s->live[(uint64_t)block * s->words + (bit - 1) / 64] >> (bit - 1) % 64 & 1);
}

#endif
