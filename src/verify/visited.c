#include "verify/visited.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/store/hash.h"

void visited_init(struct verify_visited *v, struct arena *a)
{
	*v = (struct verify_visited){ 0 };
	intern_init(&v->exact, a);
}

static void grow(struct verify_visited *v)
{
	uint32_t cap = v->cap ? v->cap * 2 : 1024, old = v->cap;
	uint64_t(*key)[2] = calloc(cap, sizeof *key);
	uint32_t *id = calloc(cap, sizeof *id);

	if (!key || !id)
		die("out of memory");
	for (uint32_t i = 0; i < old; i++)
		if (v->id[i]) {
			uint32_t k = (uint32_t)v->key[i][0] & (cap - 1);
			while (id[k])
				k = (k + 1) & (cap - 1);
			memcpy(key[k], v->key[i], sizeof *key);
			id[k] = v->id[i];
		}
	free(v->key);
	free(v->id);
	v->key = key;
	v->id = id;
	v->cap = cap;
}

uint32_t visited_add(struct verify_visited *v, const uint8_t *bytes, uint32_t n, bool exact, bool *seen)
{
	uint64_t key[2];
	uint32_t k;

	if (exact) {
		uint32_t known = v->exact.entry.n, id = intern_bytes(&v->exact, bytes, n);
		*seen = id < known;
		v->n += !*seen;
		return id + 1;
	}
	if (v->n * 2 >= v->cap)
		grow(v);
	key[0] = hash_much(bytes, n, 0x736e6167);
	key[1] = hash_much(bytes, n, 0x7665726966790001ull);
	for (k = (uint32_t)key[0] & (v->cap - 1); v->id[k]; k = (k + 1) & (v->cap - 1))
		if (v->key[k][0] == key[0] && v->key[k][1] == key[1]) {
			*seen = true;
			return v->id[k];
		}
	*seen = false;
	memcpy(v->key[k], key, sizeof key);
	v->id[k] = ++v->n;
	return v->n;
}

void visited_release(struct verify_visited *v)
{
	free(v->key);
	free(v->id);
}
