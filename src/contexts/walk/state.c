/* Facts: what tracked cells and registers hold and which locks are held; interned as words. */
#include "contexts/walk/explore.h"

#include <string.h>

/* Nothing may come from nowhere. */
static void copy(void *to, const void *from, size_t bytes)
{
	if (bytes)
		memcpy(to, from, bytes);
}

uint32_t pairs_find(const pairs *p, uint32_t key)
{
	uint32_t lo = 0, hi = p->n;

	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;
		if (p->at[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint32_t pairs_get(const pairs *p, uint32_t key)
{
	uint32_t i = pairs_find(p, key);

	return i < p->n && p->at[i].key == key ? p->at[i].set : 0;
}

void pairs_set(struct arena *arena, pairs *p, uint32_t key, uint32_t set)
{
	uint32_t i = pairs_find(p, key);

	if (i < p->n && p->at[i].key == key) {
		p->at[i].set = set;
		return;
	}
	(void)vec_add(arena, p);
	memmove(p->at + i + 1, p->at + i, (p->n - 1 - i) * sizeof *p->at);
	p->at[i] = (struct pair){ key, set };
}

void facts_copy(struct arena *arena, struct state *to, const struct state *from)
{
	pairs cell = to->cell, reg = to->reg;

	*to = *from;
	to->cell = cell;
	to->reg = reg;
	to->cell.n = to->reg.n = 0;
	vec_reserve(arena, &to->cell, from->cell.n + 1);
	vec_reserve(arena, &to->reg, from->reg.n + 1);
	copy(to->cell.at, from->cell.at, from->cell.n * sizeof *to->cell.at);
	copy(to->reg.at, from->reg.at, from->reg.n * sizeof *to->reg.at);
	to->cell.n = from->cell.n;
	to->reg.n = from->reg.n;
}

/* held, dropped, number of cells, cells, registers */
enum { HEAD = 3 };

uint32_t facts_intern(struct explorer *e, const struct state *st)
{
	uint32_t n = HEAD + 2 * (st->cell.n + st->reg.n), *word;

	e->word.n = 0;
	vec_reserve(e->scratch, &e->word, n);
	word = e->word.at;
	word[0] = st->held;
	word[1] = st->dropped;
	word[2] = st->cell.n;
	copy(word + HEAD, st->cell.at, st->cell.n * sizeof *st->cell.at);
	copy(word + HEAD + 2 * st->cell.n, st->reg.at, st->reg.n * sizeof *st->reg.at);
	return intern_bytes(&e->facts, word, n * sizeof *word);
}

static void fill(struct arena *arena, pairs *p, const uint32_t *word, uint32_t n)
{
	p->n = 0;
	vec_reserve(arena, p, n + 1);
	memcpy(p->at, word, n * sizeof *p->at);
	p->n = n;
}

void facts_load(struct explorer *e, uint32_t facts, struct state *st)
{
	const uint32_t *word = (const uint32_t *)(const void *)intern_get(&e->facts, facts);
	uint32_t n = intern_length(&e->facts, facts) / sizeof(uint32_t);

	st->held = word[0];
	st->dropped = word[1];
	fill(e->scratch, &st->cell, word + HEAD, word[2]);
	fill(e->scratch, &st->reg, word + HEAD + 2 * word[2], (n - HEAD) / 2 - word[2]);
}

/* Cells that both sides list; one that one side does not list may hold anything. That a block's name stands for many is enough
 * to be known of one side. */
static void join_cells(struct explorer *e, const pairs *a, const pairs *b, pairs *out)
{
	struct terms *t = e->terms;
	uint32_t i = 0, j = 0;

	while (i < a->n || j < b->n) {
		bool left = j == b->n || (i < a->n && a->at[i].key <= b->at[j].key);
		bool right = i == a->n || (j < b->n && b->at[j].key <= a->at[i].key);
		uint32_t key = left ? a->at[i].key : b->at[j].key;
		uint32_t both = set_union(t, left ? a->at[i].set : 0, right ? b->at[j].set : 0);
		if ((left && right && set_is_kept(t, both)) || term_get(t, key).kind == TERM_MARK)
			*vec_add(e->scratch, out) = (struct pair){ key, both };
		i += left;
		j += right;
	}
}

static void join_regs(struct explorer *e, const pairs *a, const pairs *b, pairs *out)
{
	uint32_t i = 0, j = 0;

	while (i < a->n || j < b->n) {
		bool left = j == b->n || (i < a->n && a->at[i].key <= b->at[j].key);
		bool right = i == a->n || (j < b->n && b->at[j].key <= a->at[i].key);
		uint32_t key = left ? a->at[i].key : b->at[j].key;
		*vec_add(e->scratch, out) =
			(struct pair){ key, set_union(e->terms, left ? a->at[i].set : 0, right ? b->at[j].set : 0) };
		i += left;
		j += right;
	}
}

/* A function with too many registers to carry along has none: each of them may hold anything. */
void reg_set(struct where *w, uint32_t reg, uint32_t set)
{
	if (w->slice->nregs <= limit(LIMIT_contexts_registers))
		pairs_set(w->e->scratch, &w->st->reg, reg, set);
}

struct state *state_empty(struct state *st)
{
	st->held = st->dropped = 0;
	st->cell.n = st->reg.n = 0;
	return st;
}

uint32_t facts_join(struct explorer *e, uint32_t a, uint32_t b)
{
	struct state *x = &e->use.join_a, *y = &e->use.join_b, *out = state_empty(&e->use.join_out);

	if (a == b || !a || !b)
		return a ? a : b;
	facts_load(e, a, x);
	facts_load(e, b, y);
	out->held = lockset_meet(e, x->held, y->held);
	out->dropped = lockset_join(e, x->dropped, y->dropped);
	join_cells(e, &x->cell, &y->cell, &out->cell);
	join_regs(e, &x->reg, &y->reg, &out->reg);
	return facts_intern(e, out);
}

/* Without cells, except the marks of blocks; and what was released by its class. */
uint32_t facts_forget(struct explorer *e, uint32_t facts)
{
	struct state *st = &e->use.bare;
	uint32_t kept = 0;

	facts_load(e, facts, st);
	for (uint32_t i = 0; i < st->cell.n; i++)
		if (term_get(e->terms, st->cell.at[i].key).kind == TERM_MARK)
			st->cell.at[kept++] = st->cell.at[i];
	st->cell.n = kept;
	st->dropped = lockset_widen(e, st->dropped);
	return facts_intern(e, st);
}
