#include "base/store/keys.h"

#include "base/diag.h"

enum { SLOTS_FIRST = 16 };

void keys_grow(struct arena *a, struct keys *k, uint32_t words)
{
	struct keys_slot *old = k->slot;
	uint32_t cap = k->cap;

	if (cap > UINT32_MAX / 4 || (uint64_t)cap * words > UINT32_MAX)
		die("too large: %s wants more than %u keys in one table", a->name, k->n);
	k->cap = cap ? cap * 2 : SLOTS_FIRST;
	k->slot = arena_array(a, k->cap, sizeof *k->slot);
	for (uint32_t s = 0; s < cap; s++) {
		uint32_t i = old[s].hash & (k->cap - 1);
		while (old[s].id && k->slot[i].id)
			i = (i + 1) & (k->cap - 1);
		if (old[s].id)
			k->slot[i] = old[s];
	}
	arena_outgrown(a, old, cap * sizeof *old);
	vec_reserve(a, &k->word, (k->cap / 2 - k->n) * words);
}
