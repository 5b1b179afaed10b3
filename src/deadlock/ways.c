#include "deadlock/ways.h"

#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "threads/running.h"

void ways_mark(struct must_passed *w, struct way_mark mark)
{
	*vec_add(w->arena, &w->mark) = mark;
	w->bits = mark.bit >= w->bits ? mark.bit + 1 : w->bits;
}

/* ---- sets: `words` words; all bits: nobody gets there ---- */

static void fill(const struct must_passed *w, uint64_t *set)
{
	memset(set, 0xff, w->words * sizeof *set);
}

static bool meet(const struct must_passed *w, uint64_t *set, const uint64_t *with)
{
	bool less = false;

	for (uint32_t i = 0; i < w->words; i++) {
		less |= (set[i] & ~with[i]) != 0;
		set[i] &= with[i];
	}
	return less;
}

static void join(const struct must_passed *w, uint64_t *set, const uint64_t *with)
{
	for (uint32_t i = 0; i < w->words; i++)
		set[i] |= with[i];
}

static bool is_nowhere(const struct must_passed *w, const uint64_t *set)
{
	for (uint32_t i = 0; i < w->words; i++)
		if (~set[i])
			return false;
	return true;
}

static uint64_t *set_at(const struct must_passed *w, uint64_t *sets, uint32_t i)
{
	return sets + (size_t)i * w->words;
}

/* ---- through one context ---- */

struct must_walk {
	const struct must_passed *w;
	const struct shape *shape;
	uint32_t context;
	uint64_t *in; /* by block */
	uint64_t *now, *one;
	uint32_t until; /* the instruction to stop before; UINT32_MAX: none */
	uint64_t *found;
	/* what is told of each start of a function on the way; NULL: nobody asks */
	void (*enter)(struct must_walk *, const struct edge *);
	bool changed;
};

static bool runs_here(const struct edge *e)
{
	return !e->root && (e->kind == SITE_CALL || site_runs_inside(e->kind));
}

/* What all that a call may run has passed. What a function outside may call it may also not call. */
static void call(struct must_walk *k, const struct edge *e, uint32_t n)
{
	const struct must_passed *w = k->w;
	bool any = false;

	fill(w, k->one);
	for (uint32_t i = 0; i < n; i++) {
		if (k->enter)
			k->enter(k, &e[i]);
		if (!runs_here(&e[i]))
			continue;
		any = true;
		if (site_runs_inside(e[i].kind) || (!w->relevant[e[i].to] && w->threads->contexts->context.at[e[i].to].returns))
			memset(k->one, 0, w->words * sizeof *k->one);
		else if (w->relevant[e[i].to])
			meet(w, k->one, set_at(w, w->through, e[i].to));
	}
	if (any)
		join(w, k->now, k->one);
}

/* From the first instruction of a block to its end, or to where the question is. */
static void pass(struct must_walk *k, uint32_t block)
{
	const struct must_passed *w = k->w;
	const struct contexts *c = w->threads->contexts;
	const struct context *x = &c->context.at[k->context];
	const struct block *b = &k->shape->block[block];
	uint32_t end = b->inst + b->ninsts, e = x->edge, m = w->first[k->context];

	while (e < x->edge + x->nedges && c->edge.at[e].inst < b->inst)
		e++;
	for (uint32_t i = b->inst; i < end; i++) {
		uint32_t n = 0;
		if (i == k->until)
			memcpy(k->found, k->now, w->words * sizeof *k->found);
		while (e + n < x->edge + x->nedges && c->edge.at[e + n].inst == i)
			n++;
		if (n)
			call(k, &c->edge.at[e], n);
		e += n;
		for (m = w->first[k->context]; m < w->first[k->context + 1]; m++)
			if (w->mark.at[m].to == UINT32_MAX && w->mark.at[m].at == i)
				k->now[w->mark.at[m].bit / 64] |= (uint64_t)1 << w->mark.at[m].bit % 64;
	}
}

/* Along a way between two blocks. True: more may get there than before. */
static bool go(struct must_walk *k, uint32_t from, uint32_t to)
{
	const struct must_passed *w = k->w;

	memcpy(k->one, k->now, w->words * sizeof *k->one);
	for (uint32_t m = w->first[k->context]; m < w->first[k->context + 1]; m++)
		if (w->mark.at[m].at == from && w->mark.at[m].to == to)
			k->one[w->mark.at[m].bit / 64] |= (uint64_t)1 << w->mark.at[m].bit % 64;
	return meet(w, set_at(w, k->in, to), k->one);
}

/* What waits is not known to be in vain before it is asked. */
static bool is_marked(const struct must_walk *k, uint32_t from, uint32_t to)
{
	const struct must_passed *w = k->w;

	for (uint32_t m = w->first[k->context]; m < w->first[k->context + 1]; m++)
		if (w->mark.at[m].at == from && w->mark.at[m].to == to)
			return true;
	return false;
}

/* From the entry to all ends, whose meet is left in `ends`. */
static void walk(struct must_walk *k, struct arena *scratch, uint64_t *ends)
{
	const struct must_passed *w = k->w;
	const struct contexts *c = w->threads->contexts;
	bool again = true;

	k->shape = shape_get(w->threads->running->shapes, c->context.at[k->context].fn);
	k->in = arena_array(scratch, (size_t)k->shape->nblocks * w->words + 1, sizeof *k->in);
	k->now = arena_array(scratch, w->words, sizeof *k->now);
	k->one = arena_array(scratch, w->words, sizeof *k->one);
	memset(k->in, 0xff, (size_t)k->shape->nblocks * w->words * sizeof *k->in);
	memset(k->in, 0, w->words * sizeof *k->in);
	while (again) { /* sets only shrink */
		again = false;
		fill(w, ends);
		for (uint32_t i = 0; i < k->shape->nreached; i++) {
			uint32_t b = k->shape->order[i];
			if (is_nowhere(w, set_at(w, k->in, b)))
				continue;
			memcpy(k->now, set_at(w, k->in, b), w->words * sizeof *k->now);
			pass(k, b);
			for (uint32_t s = k->shape->first_next[b]; s < k->shape->first_next[b + 1]; s++)
				if (contexts_takes(c, k->context, b, s - k->shape->first_next[b]) ||
				    is_marked(k, b, k->shape->next[s]))
					again |= go(k, b, k->shape->next[s]);
			if (k->shape->returns[b])
				meet(w, ends, k->now);
		}
	}
}

/* ---- through all of them ---- */

static int by_place(const void *a, const void *b)
{
	const struct way_mark *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->bit > y->bit) - (x->bit < y->bit);
}

static void sort_marks(struct must_passed *w)
{
	uint32_t contexts = w->threads->contexts->context.n;

	if (w->mark.n)
		qsort(w->mark.at, w->mark.n, sizeof *w->mark.at, by_place);
	w->first = arena_array(w->arena, contexts + 1u, sizeof *w->first);
	for (uint32_t i = 0; i < w->mark.n; i++)
		w->first[w->mark.at[i].context + 1]++;
	for (uint32_t i = 1; i <= contexts; i++)
		w->first[i] += w->first[i - 1];
}

/* Contexts with marks, and all that call them. */
static void find_relevant(struct must_passed *w, struct arena *scratch)
{
	const struct contexts *c = w->threads->contexts;
	VEC(uint32_t) todo = { 0 };

	w->relevant = arena_array(w->arena, c->context.n, sizeof *w->relevant);
	for (uint32_t i = 0; i < w->mark.n; i++)
		if (!w->relevant[w->mark.at[i].context]) {
			w->relevant[w->mark.at[i].context] = 1;
			*vec_add(scratch, &todo) = w->mark.at[i].context;
		}
	while (todo.n) {
		uint32_t at = todo.at[--todo.n];
		for (uint32_t i = c->first_into[at]; i < c->first_into[at + 1]; i++) {
			const struct edge *e = &c->edge.at[c->into[i]];
			if (!runs_here(e) || w->relevant[e->context])
				continue;
			w->relevant[e->context] = 1;
			*vec_add(scratch, &todo) = e->context;
		}
	}
}

static bool run_through(struct must_passed *w, struct arena *scratch)
{
	const struct contexts *c = w->threads->contexts;
	uint64_t *ends = arena_array(scratch, w->words, sizeof *ends);
	bool again = true;

	for (uint32_t round = 0; again && !limit_full(LIMIT_deadlock_rounds, round); round++) {
		again = false;
		for (uint32_t i = c->context.n; i-- > 1;) { /* callees come later, mostly */
			struct must_walk k = { .w = w, .context = i, .until = UINT32_MAX };
			struct arena block;
			if (!w->relevant[i])
				continue;
			arena_init(&block, "ways");
			walk(&k, &block, ends);
			again |= meet(w, set_at(w, w->through, i), ends);
			arena_release(&block);
		}
	}
	return !again;
}

static void enter(struct must_walk *k, const struct edge *e)
{
	uint64_t *pre = set_at(k->w, k->w->pre, e->to);

	for (uint32_t i = 0; i < k->w->words; i++) {
		uint64_t both = k->now[i] | set_at(k->w, k->w->pre, k->context)[i];
		if (e->root && k->w->own <= 64 * i + 63) /* a thread begins there */
			both &= k->w->own <= 64 * i ? 0 : ((uint64_t)1 << (k->w->own - 64 * i)) - 1;
		k->changed |= (pre[i] & ~both) != 0;
		pre[i] &= both;
	}
}

static void begin_roots(struct must_passed *w)
{
	const struct contexts *c = w->threads->contexts;

	for (uint32_t i = 1; i < c->root.n; i++)
		if (!c->root.at[i].edge && c->root.at[i].context)
			memset(set_at(w, w->pre, c->root.at[i].context), 0, w->words * sizeof *w->pre);
	for (uint32_t i = 1; i < c->context.n; i++)
		if (c->first_into[i] == c->first_into[i + 1])
			memset(set_at(w, w->pre, i), 0, w->words * sizeof *w->pre);
}

static bool run_down(struct must_passed *w, struct arena *scratch)
{
	const struct contexts *c = w->threads->contexts;
	uint64_t *ends = arena_array(scratch, w->words, sizeof *ends);
	uint64_t *none = arena_array(scratch, w->words, sizeof *none);
	bool again = true;

	for (uint32_t round = 0; again && !limit_full(LIMIT_deadlock_rounds, round); round++) {
		again = false;
		for (uint32_t i = 1; i < c->context.n; i++) {
			struct must_walk k = { .w = w, .context = i, .until = UINT32_MAX, .enter = enter, .now = none };
			struct arena block;
			if (is_nowhere(w, set_at(w, w->pre, i)))
				continue;
			arena_init(&block, "ways");
			if (w->relevant[i])
				walk(&k, &block, ends);
			else
				for (uint32_t e = c->context.at[i].edge; e < c->context.at[i].edge + c->context.at[i].nedges; e++)
					enter(&k, &c->edge.at[e]);
			again |= k.changed;
			arena_release(&block);
		}
	}
	return !again;
}

void ways_init(struct must_passed *w, struct arena *a, const struct threads *t)
{
	*w = (struct must_passed){ .arena = a, .threads = t };
}

void ways_run(struct must_passed *w)
{
	uint32_t contexts = w->threads->contexts->context.n;
	size_t n;
	struct arena scratch;

	w->words = w->bits / 64 + 1;
	n = (size_t)contexts * w->words;
	arena_init(&scratch, "ways");
	sort_marks(w);
	find_relevant(w, &scratch);
	w->pre = arena_array(w->arena, n, sizeof *w->pre);
	w->through = arena_array(w->arena, n, sizeof *w->through);
	memset(w->pre, 0xff, n * sizeof *w->pre);
	memset(w->through, 0xff, n * sizeof *w->through);
	begin_roots(w);
	w->good = run_through(w, &scratch) && run_down(w, &scratch);
	arena_release(&scratch);
}

uint64_t *ways_before(const struct must_passed *w, struct arena *a, uint32_t context, uint32_t inst)
{
	uint64_t *found = arena_array(a, w->words, sizeof *found), *ends;
	struct must_walk k = { .w = w, .context = context, .until = inst, .found = found };
	struct arena block;

	arena_init(&block, "ways");
	ends = arena_array(&block, w->words, sizeof *ends);
	if (w->relevant[context]) {
		fill(w, found);
		walk(&k, &block, ends);
	}
	arena_release(&block);
	if (is_nowhere(w, found))
		return NULL;
	join(w, found, set_at(w, w->pre, context));
	return found;
}
