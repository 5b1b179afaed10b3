/* keys: equal keys, equal ids, like intern.h, for keys of one size that are looked up by the million. Ids are 1, 2, 3, ... in the
 * order of first sight. The keys lie side by side, and a slot holds the hash beside the id: whoever asks for a new one looks at
 * slots only, and for a known one at its key besides. A key is an array of 32-bit words, or a struct without padding that is as
 * good as one. */
#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include <string.h>

#include "base/store/vec.h"

struct keys_slot {
	uint32_t id, hash; /* id 0: empty */
};

struct keys {
	struct keys_slot *slot;
	uint32_t cap;       /* of slots: 0 or a power of two */
	uint32_t n;         /* keys */
	VEC(uint32_t) word; /* of key i, if it has k words: (i - 1) * k and following */
};

void keys_grow(struct arena *, struct keys *, uint32_t words); /* makes room for one more */

/* Each word reaches every bit of the result. */
static inline uint32_t keys_hash(const void *key, uint32_t words)
{
	const char *at = key;
	uint64_t h = words, two;
	uint32_t one;

	for (; words >= 2; words -= 2, at += sizeof two) {
		memcpy(&two, at, sizeof two);
		h = (h ^ two) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	if (words) {
		memcpy(&one, at, sizeof one);
		h = (h ^ one) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	return (uint32_t)(h * 0xbf58476d1ce4e5b9u >> 32);
}

/* The id of the key; it is more than keys.n was if the key is new. */
static inline uint32_t keys_add(struct arena *a, struct keys *k, const void *key, uint32_t words)
{
	const size_t size = words * sizeof *k->word.at;
	uint32_t hash = keys_hash(key, words), i;

	if (k->n + 1 > k->cap / 2)
		keys_grow(a, k, words);
	for (i = hash & (k->cap - 1); k->slot[i].id; i = (i + 1) & (k->cap - 1))
		if (k->slot[i].hash == hash && !memcmp(k->word.at + (size_t)(k->slot[i].id - 1) * words, key, size))
			return k->slot[i].id;
	k->slot[i] = (struct keys_slot){ ++k->n, hash };
	memcpy(k->word.at + k->word.n, key, size);
	k->word.n += words;
	return k->n;
}

/* Of a struct, or an array whose size is known. */
#define keys_id(arena, keys, key) keys_add((arena), (keys), (key), sizeof *(key) / sizeof(uint32_t))

#endif
