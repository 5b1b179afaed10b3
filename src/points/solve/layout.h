/* layout: bytes of C types as the analysis counts them. Elements of an array are one, so an offset is moved into element 0 of
 * every array on the way; and each pointer of a record has one name, however it is reached: the innermost struct that holds it,
 * or the outermost union on the way, since members of a union share their bytes.
 *
 *     struct pool { int n; struct { long k; fn_t *fn; } a[8]; }     pool.a[3].fn: offset 72 -> 24, member: the inner struct, 8 */
#ifndef POINTS_LAYOUT_H
#define POINTS_LAYOUT_H

#include "ir/ir.h"

struct member {
	struct type_id record; /* none: not in a record */
	int64_t offset;        /* in it */
};

struct layout {
	int64_t offset;       /* canonical */
	struct member member;
	struct type_id leaf;  /* what is there; none: not known */
};

struct layout layout_of(const struct program *, struct type_id, int64_t offset);

/* How a machine value may hold pointers. */
enum carries { CARRIES_NOTHING, CARRIES_POINTER, CARRIES_INTEGER, CARRIES_PARTS };
enum carries layout_carries(const struct program *, struct type_id);
/* A pointer to a struct or union whose members are known: what C declares so holds no function. A pointer to anything else
 * might. */
bool layout_is_record(const struct program *, struct type_id);
bool layout_is_untyped(const struct program *, struct type_id); /* void * */
/* How a value travels as an argument: bits of an integer or pointer, 1000 and bits of a float; 0: otherwise, or nothing. */
uint32_t layout_kind(const struct program *, struct type_id);
/* The offset and type of what `extract` and `insert` select. False: not a record or array that we can count in. */
bool layout_part(const struct program *, struct type_id aggregate, const uint32_t *index, uint32_t n, int64_t *offset);
/* The offsets of pointers and integers as wide in an aggregate of registers, at most `max` of them; elements of arrays once. */
uint32_t layout_parts(const struct program *, struct type_id, int64_t *offset, uint32_t max);

#endif
