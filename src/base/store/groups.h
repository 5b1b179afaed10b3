/* groups: things by the group that they are in, in the order in which they came (a counting sort).
 *
 *     groups_begin(&g, functions);
 *     for each call
 *             groups_add(&g, callee, caller);
 *     groups_end(&g, arena, &first, &caller);       callers of f: caller[first[f]] .. caller[first[f + 1]]
 *
 * What is added is kept a second time until the end. */
#ifndef BASE_GROUPS_H
#define BASE_GROUPS_H

#include "base/store/vec.h"

struct grouped {
	uint32_t group, thing;
};

struct groups {
	uint32_t n; /* groups are 0 .. n - 1 */
	struct arena scratch;
	VEC(struct grouped) added;
};

void groups_begin(struct groups *, uint32_t n);
static inline void groups_add(struct groups *g, uint32_t group, uint32_t thing)
{
	*vec_add(&g->scratch, &g->added) = (struct grouped){ group, thing };
}
/* Both arrays are in the arena; `first` has n + 1 elements. */
void groups_end(struct groups *, struct arena *, uint32_t **first, uint32_t **things);

#endif
