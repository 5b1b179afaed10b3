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

/* ---- threads that can never go on ---- */

/* Of a thread: states from which, without anybody going on for no reason, it can take a step, or the program can end. What is
 * left, and has the thread alive, is a state in which it waits for ever. */
uint32_t visited_stuck(const struct verify_graph *g, struct arena *a, uint32_t thread)
{
	uint32_t n = g->alive.n, head = 0, tail = 0;
	uint32_t *last = arena_array(a, n + 1, sizeof *last); /* the last edge into a state, + 1 */
	uint32_t *before = arena_array(a, g->edge.n + 1, sizeof *before); /* of an edge: the one before, + 1 */
	uint32_t *queue = arena_array(a, n + 1, sizeof *queue);
	bool *good = arena_array(a, n + 1, sizeof *good);

	for (uint32_t i = 0; i < g->edge.n; i++) {
		const struct verify_edge *e = &g->edge.at[i];
		if (e->spurious)
			continue;
		if (e->to) {
			before[i] = last[e->to];
			last[e->to] = i + 1;
		}
		if (!good[e->from] && (!e->to || e->thread == thread)) {
			good[e->from] = true;
			queue[tail++] = e->from;
		}
	}
	for (uint32_t i = 1; i < n; i++)
		if (!good[i] && !(g->alive.at[i] >> thread & 1)) {
			good[i] = true;
			queue[tail++] = i;
		}
	while (head < tail)
		for (uint32_t e = last[queue[head++]]; e; e = before[e - 1])
			if (!good[g->edge.at[e - 1].from]) {
				good[g->edge.at[e - 1].from] = true;
				queue[tail++] = g->edge.at[e - 1].from;
			}
	for (uint32_t i = 1; i < n; i++)
		if (!good[i])
			return i;
	return 0;
}
