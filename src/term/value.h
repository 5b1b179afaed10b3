/* value: terms of a function that speaks for all its callers, and of what it computes.
 *
 * TERM_INDEX: a is a term, the index, and offset the bytes that it counts; with equal indices the elements are equal. A constant
 * index is a TERM_INT, in bytes, with offset 0; element 0 is the array itself. Of an array in an array the index is the sum of
 * both. Constant places inside arrays that a type tells of are taken apart in the same way: &tab[3].lock is FIELD(INDEX(tab, 3 *
 * size), lock), so that the FIELD steps alone give the offset in points, where all elements are one. Of a lock that is held the
 * index may be TERM_ALL.
 *
 * TERM_RESULT is what instruction b of function a gave the last time; its base, if any, is the address that it was loaded from.
 * What came from a callee that alone can name it has lost its place in the code: a = 0. Its base, a TERM_CLASS, tells the cell it
 * points to; without base it is an index. In one access the same term is the same value, b numbers them; b = 0 is a value that
 * nothing is known of, not even that it is the same as another one. Two accesses never have such a value in common.
 *
 * In a recursion a callee may speak of what an instruction of the caller itself gave, in another activation: TERM_RESULT with
 * RESULT_INNER in b, and without a base. It is as foreign as the values of other functions. */
#ifndef TERM_VALUE_H
#define TERM_VALUE_H

#include "term/term.h"

#define RESULT_INNER 0x40000000u

/* What an instruction of this function gave, in the activation that speaks. */
static inline bool term_is_value_of(const struct term *k, uint32_t fn)
{
	return k->kind == TERM_RESULT && k->a == fn && !(k->b & RESULT_INNER);
}
/* The b of a TERM_COMPUTED. */
static inline uint32_t computed_by(enum op op, uint32_t sub)
{
	return (uint32_t)op << 8 | sub;
}
/* What the operation gives of two numbers; false: that is not known. Of small numbers that are not negative, so that no width
 * matters. */
bool term_fold(uint32_t how, int64_t, int64_t, int64_t *out);
/* The element, so many times `scale` bytes behind base; scale 0: the index is in bytes. */
uint32_t term_element(struct terms *, uint32_t base, uint32_t index, uint32_t scale);
/* What an operation gives; a number if the operands are numbers. */
uint32_t term_computed(struct terms *, uint32_t first, uint32_t second, uint32_t by);
/* A pointer with tags in its low bits, set or cleared, is the pointer. */
uint32_t term_untagged(const struct terms *, uint32_t term);

/* The terms in which one function speaks, a base before what is made of it; 0 is none. */
struct term_table {
	struct fn_id fn;
	const struct term *term;
};

/* A term of a function, in another table, with the formals replaced: arg[k] is a term of `to` for parameter k, 0 or k >= nargs:
 * the parameter itself. `memo`: as many zeros as the function has terms, the same for all terms of one call. May be TERM_TOP
 * where it gets too long; term_cells_of then tells of the original. */
uint32_t term_translate(struct terms *to, const struct term_table *from, uint32_t term, const uint32_t *arg, uint32_t nargs,
			uint32_t *memo);
/* The cells of points that the object at this address may be in, ascending; how many there are, `out` gets at most `max`. */
uint32_t term_cells_of(const struct points *, const struct term *table, uint32_t term, struct cell *out, uint32_t max);
/* The cell behind the steps of a term whose root points to this one. */
struct cell term_follow(const struct points *, const struct terms *, uint32_t term, struct cell root);

#endif
