/* sorted: inside sorted.c and sorted_join.c, which see to comparisons. */
#ifndef LOCKSET_SORTED_H
#define LOCKSET_SORTED_H

#include "lockset/outline/outline.h"


/* Where two names part: behind the steps that both end with. */
struct parting {
	uint32_t x, y;
	uint32_t loaded; /* the outermost pointer or number that is loaded on the way, of x: its place; 0: none is */
};
bool sorted_part(const struct names *, uint32_t x, uint32_t y, struct parting *); /* false: they do not */
uint32_t sorted_key(const struct names *, const struct parting *);
/* A comparison by order of two values: `x` is the lesser one if it is true. */
bool sorted_comparison(struct builder *, const struct inst *, uint32_t *x, uint32_t *y);
/* In a block and those that are only entered behind it. */
void sorted_below(struct builder *, uint32_t block, struct outline_sorted);

/* sorted_join.c */
/* What a comparison in this block tells, if it is known there that another key is equal, or is not: by both keys then. */
struct outline_sorted sorted_tie(struct builder *, uint32_t block, struct outline_sorted);
void sorted_join(struct builder *);

#endif
