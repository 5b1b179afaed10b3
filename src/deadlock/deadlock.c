#include "deadlock/graph.h"
#include "deadlock/joins.h"

#include <stdlib.h>
#include <string.h>

#include "base/stat.h"
#include "base/store/groups.h"

uint32_t order_cost(const struct lock_order *x)
{
	return 3u * x->calls + x->conditions;
}

bool order_is_guessed(const struct lockset *l, const struct lock_order *x)
{
	bool known = name_is_global(&l->names, x->held) && name_is_global(&l->names, x->wanted);

	return x->guesses > (known || l->options.all_targets ? DEADLOCK_MOST_GUESSES : DEADLOCK_MOST_CLASS_GUESSES);
}

/* ---- the graph ---- */

static int by_pair(const void *a, const void *b, void *with)
{
	const struct lockset *l = with;
	const struct lock_order *x = &l->order.at[*(const uint32_t *)a], *y = &l->order.at[*(const uint32_t *)b];

	if (x->held != y->held)
		return x->held < y->held ? -1 : 1;
	if (x->wanted != y->wanted)
		return x->wanted < y->wanted ? -1 : 1;
	if (order_is_guessed(l, x) != order_is_guessed(l, y))
		return x->guesses < y->guesses ? -1 : 1;
	if (order_cost(x) != order_cost(y))
		return order_cost(x) < order_cost(y) ? -1 : 1;
	return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

static void sort_orders(struct graph *g)
{
	const struct lockset *l = g->d->lockset;

	for (uint32_t i = 1; i < l->order.n; i++)
		*vec_add(g->scratch, &g->order) = i;
	if (g->order.n)
		qsort_r(g->order.at, g->order.n, sizeof *g->order.at, by_pair, (void *)(uintptr_t)l);
}

void graph_make(struct graph *g)
{
	const struct lockset *l = g->d->lockset;
	uint32_t names = l->names.terms.row.n + 1;
	struct groups by_class;

	sort_orders(g);
	for (uint32_t i = 0; i < g->order.n; i++) {
		const struct lock_order *x = &l->order.at[g->order.at[i]];
		struct link *last = g->link.n ? &g->link.at[g->link.n - 1] : NULL;
		if (!last || last->held != x->held || last->wanted != x->wanted)
			*vec_add(g->scratch, &g->link) = (struct link){ .held = x->held, .wanted = x->wanted, .order = i };
		g->link.at[g->link.n - 1].norders++;
	}
	g->first_by_name = arena_array(g->scratch, names + 1u, sizeof *g->first_by_name);
	groups_begin(&by_class, names);
	for (uint32_t i = 0; i < g->link.n; i++) {
		g->first_by_name[g->link.at[i].held + 1]++;
		groups_add(&by_class, name_class(g->names, g->link.at[i].held), i);
	}
	for (uint32_t i = 1; i <= names; i++)
		g->first_by_name[i] += g->first_by_name[i - 1];
	groups_end(&by_class, g->scratch, &g->first_by_class, &g->by_class);
}

void graph_next(const struct graph *g, uint32_t lock, void (*visit)(void *, uint32_t), void *with)
{
	uint32_t class = name_class(g->names, lock);

	for (uint32_t i = g->first_by_name[lock]; i < g->first_by_name[lock + 1]; i++)
		visit(with, i);
	for (uint32_t i = g->first_by_class[class]; class && i < g->first_by_class[class + 1]; i++)
		if (g->link.at[g->by_class[i]].held != lock && name_may_alias(g->names, g->link.at[g->by_class[i]].held, lock))
			visit(with, g->by_class[i]);
}

/* ---- signal handlers ---- */

/* A handler waits for a lock which the code that it interrupts holds: lockset has found the places, threads knows whether it may
 * come there. Before it is installed it does not run, nor where its signal is blocked. */
static bool comes_in(const struct graph *g, const struct lockset_interrupt *x)
{
	if (x->masked)
		return !x->more && signal_is_let_in(g, x->under, x->by, x->handler);
	return x->more || places_meet(g, x->under, x->by, x->handler);
}

static void handlers_tell(struct graph *g)
{
	const struct lockset *l = g->d->lockset;
	uint32_t told = 0; /* the lock of the row that was told last */

	for (uint32_t i = 0; i < l->interrupt.n; i++) {
		const struct lockset_interrupt *x = &l->interrupt.at[i];
		if (x->lock == told || !comes_in(g, x))
			continue;
		*vec_add(g->d->arena, &g->d->finding) = x->finding;
		told = x->lock;
	}
}

/* ---- the phase ---- */

struct deadlocks *deadlock_run(struct arena *a, const struct lockset *l, const struct threads *threads, uint32_t max_threads)
{
	struct deadlocks *d = arena_new(a, struct deadlocks);
	struct arena scratch;
	struct joins joins = { 0 };
	struct graph g = { .d = d, .scratch = &scratch, .names = (struct names *)(uintptr_t)&l->names };

	*d = (struct deadlocks){ .arena = a, .lockset = l, .threads = threads, .max_threads = max_threads };
	arena_init(&scratch, "deadlock");
	graph_make(&g);
	cycles_find(&g);
	cycles_tell(&g);
	if (threads)
		joins_index(&joins, &scratch, threads);
	waits_find(&g, threads ? &joins : NULL);
	handlers_tell(&g);
	ended_find(&g, threads ? &joins : NULL);
	if (threads)
		stalls_find(&g, &joins);
	if (threads)
		forked_find(&g);
	declared_tell(&g);
	arena_release(&scratch);
	return d;
}

void deadlock_orders(struct arena *a, const struct deadlocks *d, deadlock_each *tell, void *context)
{
	const struct lockset *l = d->lockset;
	struct map seen = { 0 };

	for (uint32_t i = 1; i < l->order.n; i++) {
		const struct lock_order *o = &l->order.at[i];
		struct finding_place place;
		struct lock_taken at;
		if ((*map_at(a, &seen, map_pair(o->held, o->wanted)))++)
			continue;
		at = lockset_wanted(l, o);
		place = lockset_place(a, l, at.fn, at.inst);
		tell(context, name_text(a, &l->names, (struct fn_id){ 0 }, o->held),
		     name_text(a, &l->names, (struct fn_id){ 0 }, o->wanted),
		     place.line ? arena_format(a, "%s:%u", path_base(place.file), place.line) : "");
	}
}

void deadlock_check(const struct deadlocks *d)
{
	for (uint32_t i = 0; i < d->cycle.n; i++) {
		const struct deadlock_cycle *c = &d->cycle.at[i];
		CHECK(c->n >= 2 && c->n <= d->max_threads, "cycle %u has %u threads", i, c->n);
		for (uint32_t k = 0; k < c->n; k++) {
			const struct lock_order *x = &d->lockset->order.at[c->edge[k]],
						*y = &d->lockset->order.at[c->edge[(k + 1) % c->n]];
			CHECK(x->wanted == y->held ||
				      name_may_alias((struct names *)(uintptr_t)&d->lockset->names, x->wanted, y->held),
			      "cycle %u is open", i);
		}
	}
	for (uint32_t i = 0; i < d->finding.n; i++) {
		const struct finding *f = &d->finding.at[i];
		bool edges = f->rule != RULE_LOCK_LEAK && f->rule != RULE_INCONSISTENT_LOCK && f->rule != RULE_SELF_DEADLOCK;
		CHECK((f->nedges || !edges) && f->message && f->place.file, "finding %u is not complete", i);
	}
}

static const char *text_of(struct arena *a, const struct deadlocks *d, uint32_t name)
{
	return name_text(a, &d->lockset->names, (struct fn_id){ 0 }, name);
}

void deadlock_dump(const struct deadlocks *d, FILE *f)
{
	const struct lockset *l = d->lockset;
	struct arena a;

	arena_init(&a, "dump");
	for (uint32_t i = 1; i < l->order.n; i++) {
		const struct lock_order *x = &l->order.at[i];
		struct lock_taken at = lockset_wanted(l, x);
		fprintf(f, "order %s%s -> %s%s%s%s%s%s%s%s in %s, %u calls, %u conditions, with {%s}\n", text_of(&a, d, x->held),
			lockset_from(&a, l, x->held_from), text_of(&a, d, x->wanted), lockset_from(&a, l, x->wanted_from),
			x->flags & ORDER_REACQUIRE ? ", taken again" : "", x->flags & ORDER_UP ? ", upward" : "",
			x->sorted ? x->sorted & 1 ? ", descending" : ", ascending" : "", x->flags & ORDER_ONE ? ", of one thing" : "",
			x->flags & (ORDER_DOWN | ORDER_BACK) ? ", along a pointer" : "",
			x->flags & ORDER_IDENTITY ? ", asked before" : "", program_fn_name(l->points->p, at.fn), x->calls,
			x->conditions, lockset_text(&a, l, (struct fn_id){ 0 }, x->others));
	}
	for (uint32_t i = 0; i < d->cycle.n; i++) {
		const struct deadlock_cycle *c = &d->cycle.at[i];
		fputs("cycle", f);
		for (uint32_t k = 0; k < c->n; k++)
			fprintf(f, " %s ->", text_of(&a, d, l->order.at[c->edge[k]].held));
		fprintf(f, " %s, %u threads, %u not global%s%s\n", text_of(&a, d, l->order.at[c->edge[c->n - 1]].wanted), c->n,
			c->nonglobal, c->pruned ? ": " : "", c->pruned ? c->pruned : "");
	}
	arena_release(&a);
}
