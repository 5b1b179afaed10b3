#include "base/store/map.h"

#include <string.h>

#include "base/diag.h"

/* The finaliser of splitmix64: every input bit reaches every output bit. */
static uint64_t spread(uint64_t k)
{
	k = (k ^ k >> 30) * 0xbf58476d1ce4e5b9u;
	k = (k ^ k >> 27) * 0x94d049bb133111ebu;
	return k ^ k >> 31;
}

static struct map_slot *find(const struct map *m, uint64_t key)
{
	uint32_t i = (uint32_t)spread(key) & (m->cap - 1);

	while (m->slot[i].value && m->slot[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return &m->slot[i];
}

uint32_t map_get(const struct map *m, uint64_t key)
{
	return m->cap ? find(m, key)->value : 0;
}

static void grow(struct arena *a, struct map *m)
{
	struct map old = *m;

	if (old.cap > UINT32_MAX / 2)
		die("too large: %s wants more than %u keys in one map", a->name, old.cap);
	m->cap = old.cap ? old.cap * 2 : 16;
	m->slot = arena_array(a, m->cap, sizeof *m->slot);
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.slot[i].value)
			*find(m, old.slot[i].key) = old.slot[i];
	arena_outgrown(a, old.slot, old.cap * sizeof *old.slot);
}

uint32_t *map_at(struct arena *a, struct map *m, uint64_t key)
{
	struct map_slot *s;

	if (m->n + 1 > m->cap / 3 * 2)
		grow(a, m);
	s = find(m, key);
	if (!s->value) {
		s->key = key;
		m->n++;
	}
	return &s->value;
}

void map_put(struct arena *a, struct map *m, uint64_t key, uint32_t value)
{
	if (!value)
		BUG("map_put of 0, which means absent");
	*map_at(a, m, key) = value;
}
