/* term: what a value is, as far as one function can tell: symbols, constants, unknowns, and what is computed from them without
 * memory. Equal terms are equal values; nothing follows from terms that differ.
 *
 * An unknown (leaf) is named by the value that brought it into the function: a parameter, the result of a call, the first load
 * of a memory cell, a phi whose value came round a loop. It names one run of that instruction: when the instruction runs again,
 * whoever keeps facts about the leaf drops them first (state_forget). Terms are bounded in size (EXPR_SIZE), so every walk is.
 *
 * Where a term stands for a value there is one more bit, EXPR_DOUBT: "the same as long as nobody else wrote that memory in
 * between". Conditions ignore the doubt, accusations do not. */
#ifndef LOCKS_EXPR_H
#define LOCKS_EXPR_H

#include "base/limit.h"
#include "base/store/intern.h"
#include "ir/body.h"

enum expr_kind {
	EXPR_KONST = 1, /* k */
	EXPR_SYM,	/* a: the address of a symbol */
	EXPR_NAMED,	/* a: a thing that has a name only, from the models */
	EXPR_LEAF,	/* a: the value that is the unknown */
	EXPR_FIELD,	/* a + k bytes */
	EXPR_INDEX,	/* a + b * k bytes; a is no FIELD */
	EXPR_PURE,	/* sub: op << 8 | its sub; a, b, c operands; width of the result; k a word */
	/* a: address; width: the type. Not a value: a place in memory. A bit-field is the unit it is in. Where `sub` is not 0 it
	 * is what the reader `sub` (a ref) answers to the arguments a, b, c; without arguments a is its own term */
	EXPR_CELL
};

enum { EXPR_SIZE = 64 }; /* the most that limits.def allows */
#define EXPR_DOUBT 0x80000000u

struct expr {
	uint32_t kind, sub;
	uint32_t a, b, c;
	uint32_t width; /* bits; of PURE */
	int64_t k;
};

struct exprs {
	struct arena *arena;
	const struct program *p;
	const struct body *b;
	struct intern known;
	VEC(uint64_t) leaves; /* by term: one bit a leaf, hashed */
	VEC(uint32_t) size;
};

void exprs_init(struct exprs *, struct arena *, const struct program *, const struct body *);
const struct expr *expr_get(const struct exprs *, uint32_t);

/* Each takes and gives terms with or without the doubt bit; the doubt of an operand is the result's. A result of 0 means that the
 * term would be too large: the caller takes a leaf. */
uint32_t expr_konst(struct exprs *, int64_t);
uint32_t expr_leaf(struct exprs *, uint32_t value);
uint32_t expr_sym(struct exprs *, uint32_t sym);
uint32_t expr_named(struct exprs *, uint32_t name);
uint32_t expr_field(struct exprs *, uint32_t base, int64_t offset);
uint32_t expr_index(struct exprs *, uint32_t base, uint32_t index, int64_t stride);
uint32_t expr_cell(struct exprs *, uint32_t address, const struct inst *access);
uint32_t expr_answer(struct exprs *, const struct inst *call, const uint32_t *operand); /* of a reader: a cell */
uint32_t expr_compute(struct exprs *, const struct inst *, const uint32_t *operand); /* a pure instruction */
/* A symbol or constant operand; 0 for what has no term (floats, aggregates). */
uint32_t expr_of_constant(struct exprs *, struct ref);

bool expr_is_konst(const struct exprs *, uint32_t, int64_t *);
uint32_t expr_root(const struct exprs *, uint32_t, int64_t *offset, bool *exact); /* below fields and indices; exact: no index */
bool expr_has(const struct exprs *, uint32_t, uint32_t part); /* is `part` the term itself or somewhere in it? */
bool expr_has_leaf(const struct exprs *, uint32_t, uint32_t value);
uint64_t expr_leaves(const struct exprs *, uint32_t);
uint64_t expr_leaf_bit(uint32_t value);
/* Whether `test` holds for every leaf, and there is at least one. */
bool expr_all_leaves(const struct exprs *, uint32_t, bool (*test)(const void *, uint32_t value), const void *);

#endif
