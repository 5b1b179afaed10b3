/* Elementary cycles, shortest first: all of two threads, then all of three, and so on (racerx, 4.1). A cycle is found at its
 * smallest link, so that it is found once. Two locks of one class are a cycle by themselves: thread 1 has the one and wants the
 * other. */
#include "deadlock/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/stat.h"

enum { MOST_BELIEVED = 64 }; /* the most that limits.def allows */

struct deadlock_search {
	struct graph *g;
	uint32_t path[DEADLOCK_MOST_THREADS], n, length;
	uint64_t steps;
	bool full;     /* no more is looked for */
	bool left_out; /* of some circle, not all choices were looked at */
	bool told;     /* the next circle is part of one that was told */
};

/* The orders behind the links, the best ones that can happen together: of those that are believed by themselves. */
struct deadlock_choice {
	uint32_t pick[DEADLOCK_MOST_THREADS], edge[DEADLOCK_MOST_THREADS];
	uint32_t order[DEADLOCK_MOST_THREADS][MOST_BELIEVED], n[DEADLOCK_MOST_THREADS];
};

/* NULL: each link has some. Otherwise why one has none: of its first order. */
static const char *believe(struct deadlock_search *s, struct deadlock_choice *c)
{
	const char *reason = NULL;

	for (uint32_t i = 0; i < s->n; i++) {
		const struct link *x = &s->g->link.at[s->path[i]];
		const char *first = NULL;
		c->n[i] = 0;
		for (uint32_t k = x->order; k < x->order + x->norders; k++) {
			const char *why = edge_reason(s->g, s->g->order.at[k], s->n);
			first = k == x->order ? why : first;
			if (why)
				continue;
			if (limit_full(LIMIT_deadlock_believed, c->n[i]))
				s->left_out = true;
			else
				c->order[i][c->n[i]++] = s->g->order.at[k];
		}
		if (!c->n[i]) {
			reason = reason ? reason : first;
			c->order[i][c->n[i]++] = s->g->order.at[x->order];
		}
	}
	return reason;
}

static bool next_choice(const struct deadlock_search *s, struct deadlock_choice *c)
{
	for (uint32_t i = 0; i < s->n; i++) {
		if (++c->pick[i] < c->n[i])
			return true;
		c->pick[i] = 0;
	}
	return false;
}

static void set_edges(const struct deadlock_search *s, struct deadlock_choice *c)
{
	for (uint32_t i = 0; i < s->n; i++)
		c->edge[i] = c->order[i][c->pick[i]];
}

static void keep(struct deadlock_search *s, const struct deadlock_choice *c, const char *reason)
{
	struct deadlocks *d = s->g->d;
	const struct lockset *l = d->lockset;
	struct deadlock_cycle x = { .n = s->n, .pruned = reason };

	memcpy(x.edge, c->edge, sizeof x.edge);
	for (uint32_t i = 0; i < x.n; i++) {
		const struct lock_order *o = &l->order.at[x.edge[i]];
		x.nonglobal += !name_is_global(&l->names, o->held);
		x.cost += order_cost(o);
		x.up += (o->flags & ORDER_UP) != 0;
		x.guesses += o->guesses;
		x.lasts += o->lasts;
	}
	*vec_add(d->arena, &d->cycle) = x;
	stat_add(STAT_lock_cycles, 1);
}

/* Gives whether it is told, and is not ruled out. */
static bool found(struct deadlock_search *s)
{
	struct deadlock_choice c = { 0 }, first;
	const char *reason, *why;

	if (limit_full(LIMIT_deadlock_cycles, s->g->d->cycle.n)) {
		s->full = true;
		return false;
	}
	reason = believe(s, &c);
	if (!reason && s->told)
		reason = "order: two locks of one kind are taken in both orders, which is reported separately";
	set_edges(s, &c);
	if (reason) {
		keep(s, &c, reason);
		return false;
	}
	first = c;
	for (uint32_t i = 0;; i++) {
		why = cycle_reason(s->g, c.edge, s->n);
		if (!why) {
			keep(s, &c, NULL);
			return true;
		}
		reason = reason ? reason : why;
		if (!next_choice(s, &c))
			break;
		if (limit_full(LIMIT_deadlock_choices, i + 1)) { /* one that was not looked at may be a cycle */
			s->left_out = true;
			break;
		}
		set_edges(s, &c);
	}
	keep(s, &first, reason);
	return false;
}

static bool is_on_path(const struct deadlock_search *s, uint32_t lock)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->g->link.at[s->path[i]].held == lock)
			return true;
	return false;
}

/* The search goes depth first with an own stack: at each depth, which link comes next is the list of graph_next. */
struct level {
	uint32_t first, n, at;
};

struct collect {
	struct deadlock_search *s;
	VEC(uint32_t) list;
};

static void collect(void *with, uint32_t link)
{
	struct collect *c = with;

	*vec_add(c->s->g->scratch, &c->list) = link;
}

/* All ways to take the two are guessed: no longer cycle is made of it; those of two threads are told as ruled out. */
static bool is_guessed(const struct deadlock_search *s, uint32_t link)
{
	const struct link *x = &s->g->link.at[link];

	return s->length > 2 && order_is_guessed(s->g->d->lockset, &s->g->d->lockset->order.at[s->g->order.at[x->order]]);
}

static void search_from(struct deadlock_search *s, struct collect *c, uint32_t start)
{
	struct graph *g = s->g;
	struct level level[DEADLOCK_MOST_THREADS] = { { 0 } };

	s->path[0] = start;
	s->n = 1;
	c->list.n = 0;
	graph_next(g, g->link.at[start].wanted, collect, c);
	level[1] = (struct level){ 0, c->list.n, 0 };
	while (s->n) {
		struct level *here = &level[s->n];
		uint32_t link;
		if (here->at == here->n || ++s->steps > limit(LIMIT_deadlock_steps)) {
			if (s->steps > limit(LIMIT_deadlock_steps) && !s->full)
				limit_met(LIMIT_deadlock_steps);
			s->full |= s->steps > limit(LIMIT_deadlock_steps);
			c->list.n = here->first;
			s->n--;
			continue;
		}
		link = c->list.at[here->first + here->at++];
		if (link < start || is_guessed(s, link) || is_on_path(s, g->link.at[link].held) ||
		    g->link.at[link].held == g->link.at[link].wanted)
			continue;
		s->path[s->n] = link;
		if (s->n + 1 == s->length) {
			uint32_t wanted = g->link.at[link].wanted, held = g->link.at[start].held;
			s->n++;
			if (wanted == held || name_may_alias(g->names, wanted, held))
				(void)found(s);
			s->n--;
			continue;
		}
		s->n++;
		level[s->n] = (struct level){ c->list.n, 0, 0 };
		graph_next(g, g->link.at[link].wanted, collect, c);
		level[s->n].n = c->list.n - level[s->n].first;
		if (limit_full(LIMIT_deadlock_threads, s->n + 1))
			s->n--;
	}
}

/* A variable, of which there is one. */
static bool is_one(const struct names *n, uint32_t lock)
{
	return name_is_global(n, lock) && name_is_exact(n, lock);
}

/* Two of one class. */
static void find_twins(struct deadlock_search *s)
{
	for (uint32_t i = 0; i < s->g->link.n; i++) {
		struct link *x = &s->g->link.at[i];
		if (x->held != x->wanted && (!name_may_alias(s->g->names, x->held, x->wanted)))
			continue;
		if (is_one(s->g->names, x->held) || is_one(s->g->names, x->wanted))
			continue; /* both threads would have it */
		s->path[0] = s->path[1] = i;
		s->n = 2;
		x->twins = found(s);
	}
}

/* Two of one class of which one is a variable, in one order, and any two in the other one. If any two are taken in both orders,
 * the mistake is there, whatever else is taken with them. */
static void find_mixed(struct deadlock_search *s, struct collect *c)
{
	struct graph *g = s->g;

	for (uint32_t i = 0; i < g->link.n; i++) {
		uint32_t class = g->link.at[i].held;
		if (class != g->link.at[i].wanted || !term_is_class(term_get(&g->names->terms, class).kind))
			continue;
		c->list.n = 0;
		graph_next(g, class, collect, c);
		for (uint32_t k = 0; k < c->list.n; k++) {
			const struct link *x = &g->link.at[c->list.at[k]];
			if (x->held == x->wanted || (x->wanted != class && !name_may_alias(g->names, x->wanted, class)))
				continue;
			s->path[0] = i;
			s->path[1] = c->list.at[k];
			s->n = 2;
			s->told = g->link.at[i].twins;
			(void)found(s);
		}
	}
	s->told = false;
}

static int by_rank(const void *a, const void *b)
{
	const struct deadlock_cycle *x = a, *y = b;

	if (!x->pruned != !y->pruned)
		return x->pruned ? 1 : -1;
	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	if (x->nonglobal != y->nonglobal)
		return x->nonglobal < y->nonglobal ? -1 : 1;
	if (x->up != y->up)
		return x->up < y->up ? -1 : 1;
	if (x->guesses != y->guesses)
		return x->guesses < y->guesses ? -1 : 1;
	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return memcmp(x->edge, y->edge, sizeof x->edge);
}

void cycles_find(struct graph *g)
{
	struct deadlock_search s = { .g = g };
	struct collect c = { .s = &s };
	struct deadlocks *d = g->d;

	find_twins(&s);
	find_mixed(&s, &c);
	for (s.length = 2; s.length <= d->max_threads && !s.full; s.length++)
		for (uint32_t i = 0; i < g->link.n && !s.full; i++)
			if (g->link.at[i].held != g->link.at[i].wanted && !is_guessed(&s, i))
				search_from(&s, &c, i);
			else if (g->link.at[i].held != g->link.at[i].wanted && s.length == 3)
				gap(guessed); /* once, not for each length */
	if (s.full || s.left_out)
		gap(cycles);
	if (d->cycle.n)
		qsort(d->cycle.at, d->cycle.n, sizeof *d->cycle.at, by_rank);
}
