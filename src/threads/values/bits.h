/* bits: interned sets of small numbers (thread classes): equal sets, equal ids; 0 is the empty set. A set is its words up to the
 * last one that is not 0, so that a test is one load. */
#ifndef THREADS_BITS_H
#define THREADS_BITS_H

#include <stdbool.h>

#include "base/store/intern.h"
#include "base/store/map.h"

struct bits {
	struct intern set;
	struct map united;
	uint64_t *word; /* the one being made: room for `words` */
	uint32_t words;
};

void bits_init(struct bits *, struct arena *, uint32_t numbers);
uint32_t bits_one(struct bits *, uint32_t number);
uint32_t bits_all(struct bits *, uint32_t numbers); /* 1 .. numbers - 1 */
uint32_t bits_union(struct bits *, uint32_t a, uint32_t b);
uint32_t bits_with(struct bits *, uint32_t set, uint32_t number);
uint32_t bits_minus(struct bits *, uint32_t a, uint32_t b);
bool bits_meet(const struct bits *, uint32_t a, uint32_t b);
uint32_t bits_next(const struct bits *, uint32_t set, uint32_t from); /* the least number >= from; UINT32_MAX: none */

/* A set while much is added to it: words beside the table, so that only what it comes to is kept. */
uint64_t *bits_open(const struct bits *, struct arena *);
void bits_into(const struct bits *, uint64_t *open, uint32_t set);
uint32_t bits_close(struct bits *, const uint64_t *open);
static inline bool bits_add(uint64_t *open, uint32_t number) /* true: it was not in it */
{
	uint64_t bit = (uint64_t)1 << number % 64, before = open[number / 64];

	open[number / 64] |= bit;
	return !(before & bit);
}

static inline bool bits_has(const struct bits *b, uint32_t set, uint32_t number)
{
	uint32_t words = intern_length(&b->set, set) / 8;

	return number / 64 < words && ((const uint64_t *)(const void *)intern_get(&b->set, set))[number / 64] >> number % 64 & 1;
}

#endif
