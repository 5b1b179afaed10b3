/* names: what terms are in summaries beyond what all phases know (contexts/term.h).
 *
 * TERM_INDEX: a is a term, the index, and offset the bytes that it counts; with equal indices the elements are equal. A constant
 * index is a TERM_INT, in bytes, with offset 0; element 0 is the array itself. Of an array in an array the index is a pair of
 * both: TERM_SITE, base and a being the two. Constant places inside arrays that a type tells of are taken apart in the same way:
 * &tab[3].lock is FIELD(INDEX(tab, 3 * size), lock), so that the FIELD steps alone give the offset in points, where all elements
 * are one. What is computed from others is a pair, too: the low bits of b tell the operation; equal operands, equal value. Of a
 * lock that is held the index may be TERM_ONE_OF: all elements (all.c).
 *
 * In the accesses that come from callees, what only the callee can name has lost its place in the code: TERM_RESULT with a = 0.
 * Its base, a TERM_CLASS, tells the cell it points to; without base it is an index. In one access the same term is the same
 * value, b numbers them; b = 0 is a value that nothing is known of, not even that it is the same as another one. Two accesses
 * never have such a value in common.
 *
 * In a recursion a callee may speak of what an instruction of the caller itself gave, in another activation: TERM_RESULT with
 * NAMES_INNER in b, and without a base. It is as foreign as the values of other functions. */
#ifndef SUMMARY_NAMES_H
#define SUMMARY_NAMES_H

#include "base/diag.h"
#include "contexts/term.h"

#define NAMES_PAIR 0x80000000u
#define NAMES_INNER 0x40000000u

static inline bool term_is_pair(const struct term *k)
{
	return k->kind == TERM_SITE && k->b & NAMES_PAIR;
}
/* What an instruction of this function gave, in the activation that speaks. */
static inline bool term_is_value_of(const struct term *k, uint32_t fn)
{
	return k->kind == TERM_RESULT && k->a == fn && !(k->b & NAMES_INNER);
}
/* The element, so many times `scale` bytes behind base; scale 0: the index is in bytes. */
uint32_t names_element(struct terms *, uint32_t base, uint32_t index, uint32_t scale);
/* What an operation gives, `how` being the bits of b of the pair; a number if the operands are numbers. */
uint32_t names_pair(struct terms *, uint32_t first, uint32_t second, uint32_t how);

static inline bool term_is_step(uint8_t kind)
{
	return kind == TERM_LOAD || kind == TERM_FIELD || kind == TERM_INDEX;
}

/* A pointer with tags in its low bits, set or cleared, is the pointer. */
uint32_t names_untagged(const struct terms *, uint32_t term);

#endif
