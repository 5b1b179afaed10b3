/* Semaphores that begin with one, and of which some thread gives back more than it has taken:
 *
 *     wait(&s); if (full) { post(&s); goto out; } n++; out: post(&s);          twice, on one way: then two are let in
 *
 * They keep nobody out. That stands in the summaries of the functions that threads begin with: what may have been given back when
 * they end, beyond what was taken. All semaphores of a class of points count as one.
 *
 * misses  threads that never end; of exported functions is assumed that callers pair them */
#include "race/build.h"
#include "summary/census/ground.h"
#include "term/value.h"

#include "base/recogniser.h"

enum { CELLS = 8 }; /* the most that limits.def allows */
#define OF_VARIABLE UINT32_MAX

static uint64_t key_of_root(const struct term *table, uint32_t term)
{
	const struct term *k = &table[term];

	while (term_is_step(k->kind) && k->kind != TERM_STABLE)
		k = &table[k->base];
	return k->kind == TERM_SYM ? map_pair(OF_VARIABLE, k->a) : 0;
}

static void note_posted(struct races *r, const struct summary *s, const struct held *g)
{
	uint64_t root = key_of_root(s->term, g->term);
	struct cell cell[CELLS];
	uint32_t n = term_cells_of(r->points, s->term, g->term, cell, limit(LIMIT_race_posted));

	if (root)
		map_put(r->arena, &r->posted, root, 1);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_race_posted); i++)
		map_put(r->arena, &r->posted, map_pair(cell[i].class, 0), 1);
	r->posted_all |= (!n && !root) || limit_over(LIMIT_race_posted, n);
}

void posted_find(struct races *r)
{
	for (uint32_t t = 1; t < r->threads->thread.n; t++) {
		const struct root *root = &r->contexts->root.at[r->threads->thread.at[t].root];
		const struct summary *s = root->fn.i ? r->s->of[program_sym(r->p, root->fn)->fn.i] : NULL;
		const struct relative *all = s && s->nbacks ? &s->relative[s->sum] : NULL;
		for (uint32_t k = 0; all && root->kind != ROOT_EXPORT && k < all->nminus; k++) {
			const struct held *g = &s->guard[all->minus + k];
			if (RECOGNISED(race_posted, g->count && map_get(&r->s->ground->counting, g->family)))
				note_posted(r, s, g);
		}
	}
}

bool posted_too_often(const struct races *r, const struct held *g)
{
	struct cell cell[CELLS];
	uint64_t root;
	uint32_t n;

	if ((!r->posted.n && !r->posted_all) || !map_get(&r->s->ground->counting, g->family))
		return false;
	root = key_of_root(r->term, g->term);
	n = term_cells_of(r->points, r->term, g->term, cell, limit(LIMIT_race_posted));
	if (r->posted_all || limit_over(LIMIT_race_posted, n) || (root && map_get(&r->posted, root)))
		return true;
	for (uint32_t i = 0; i < n; i++)
		if (map_get(&r->posted, map_pair(cell[i].class, 0)))
			return true;
	return false;
}
