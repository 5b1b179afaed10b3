/* value: what a register holds: bits, known or symbolic.
 *
 * A pointer is a number that tells the room it points into and the offset (space.h). So pointers are compared, cast to integers
 * and back, and computed with like every other number, and one that leaves its room cannot get into another one by accident. A
 * struct in registers is its bytes, little end first. Floating point numbers are their bits; operations on known
 * ones are the machine's own, on symbolic ones Z3's.
 *
 * misses  vectors; floats of 16 and 128 bits; known values of more than 128 bits (the path ends: value.bits is 0) */
#ifndef PROVE_VALUE_H
#define PROVE_VALUE_H

#include "prove/data/smt.h"

__extension__ typedef unsigned __int128 value_wide;

struct value {
	uint32_t bits; /* 0: nothing, or what cannot be said */
	Z3_ast ast;    /* NULL: known */
	uint64_t lo, hi;
};

enum { VALUE_MOST = 128 };

struct value value_of_number(uint32_t bits, uint64_t lo); /* zero-extended */
struct value value_number_wide(uint32_t bits, value_wide);
struct value value_symbol(struct smt *, uint32_t bits);
struct value value_of_ast(struct smt *, uint32_t bits, Z3_ast); /* simplified; known if it is a number */
Z3_ast value_ast(struct smt *, struct value);
value_wide value_get(struct value);   /* of a known one */
int64_t value_signed(struct value);   /* of a known one, sign-extended, its low 64 bits */
static inline bool value_known(struct value v)
{
	return v.bits && !v.ast;
}

/* `sub` is that of the instruction. `bad` is set where the operation is undefined for these values (division by zero). */
struct value value_binary(struct smt *, uint8_t sub, struct value, struct value, bool *bad);
/* Does a sum, difference or product of signed numbers overflow? What is not known is assumed not to. */
bool value_overflows(struct smt *, uint8_t sub, struct value, struct value);
/* One bit: they do not. Products of more than 32 bits are taken to. */
struct value value_fits(struct smt *, uint8_t sub, struct value, struct value);
struct value value_compare(struct smt *, uint8_t sub, struct value, struct value);
struct value value_cast(struct smt *, uint8_t sub, struct value, uint32_t bits);
struct value value_negate(struct smt *, struct value); /* floating point */
/* a known condition, or equal widths */
struct value value_select(struct smt *, struct value condition, struct value, struct value);
struct value value_extract(struct smt *, struct value, uint32_t bit, uint32_t bits);
struct value value_insert(struct smt *, struct value whole, uint32_t bit, struct value part);
Z3_ast value_equals(struct smt *, struct value, value_wide); /* a boolean */

#endif
