/* map: 64-bit key to 32-bit value, open addressing, in an arena. Keys are spread first (map.c), so ids and packed pairs
 * of ids may be keys as they are. The value 0 means absent. Iteration is not offered: what a loop must follow is an id. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/store/arena.h"

struct map_slot {
	uint64_t key;
	uint32_t value;
};

struct map {
	struct map_slot *slot;
	uint32_t n, cap; /* cap is 0 or a power of two, at least n * 3 / 2 */
};

uint32_t map_get(const struct map *, uint64_t key);              /* 0: absent */
void map_put(struct arena *, struct map *, uint64_t key, uint32_t value); /* value != 0; replaces */
/* the value's place, made with 0; good until the next map_at or map_put */
uint32_t *map_at(struct arena *, struct map *, uint64_t key);

static inline uint64_t map_pair(uint32_t a, uint32_t b)
{
	return (uint64_t)a << 32 | b;
}

#endif
