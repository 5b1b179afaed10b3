/* What is told of a cycle. */
#include "deadlock/graph.h"

#include <string.h>
#include <xxhash.h>
#include "points/comes.h"


static const char *ground_text(const struct graph *g, uint32_t name)
{
	return name_text(g->d->arena, &g->d->lockset->names, (struct fn_id){ 0 }, name);
}

uint8_t signal_of(const struct lockset *l, uint32_t context)
{
	const struct lockset_root *root = lockset_root_above(l, context);

	return root && root->kind == ROOT_HANDLER && root->model == MODEL_KIND_SIGNAL ? SIGNAL_ONE : SIGNAL_NOT;
}

/* One thread: where it is, what it has, what it wants. */
struct finding_edge edge_of(struct graph *g, const struct lock_order *x)
{
	const struct lockset *l = g->d->lockset;
	struct arena *a = g->d->arena;
	struct lock_taken at = lockset_wanted(l, x), taken;
	struct finding_edge e = { .holds = ground_text(g, x->held) };
	const struct lockset_root *root = lockset_root_above(l, x->context);
	const char *below = "";

	e.wants.start = root ? root->fn.i : 0;
	e.wants.place = lockset_place(a, l, at.fn, at.inst);
	e.acquired = lockset_order_taken(l, x, &taken) ? lockset_place(a, l, taken.fn, taken.inst) : e.wants.place;
	e.wants.function = arena_string(a, program_fn_name(l->points->p, at.fn));
	e.wants.kind = arena_format(a, "wants '%s'%s", ground_text(g, x->wanted), x->flags & ORDER_REACQUIRE ? " again" : "");
	e.wants.thread = lockset_thread(a, l, x->context);
	e.wants.signal = signal_of(l, x->context);
	for (const struct lock_order *o = x; o->below; o = chunks_at(&l->open, o->below - 1))
		below = arena_format(a, "%s > %s", below,
				     program_fn_name(l->points->p, l->context.at[chunks_at(&l->open, o->below - 1)->context].fn));
	e.wants.chain =
		arena_format(a, "%s%s%s", lockset_chain(a, l, x->context), below, lockset_below(a, l, at.context, at.node));
	e.wants.locks =
		x->others ? arena_format(a, "%s, %s", e.holds, lockset_text(a, l, (struct fn_id){ 0 }, x->others)) : e.holds;
	return e;
}

/* 4.2: threads, then locks known by class only, then upward propagation (6.4), then how far it is. */
static void add_facts(struct arena *a, struct finding *x, const struct deadlock_cycle *c)
{
	finding_fact(a, x, FACT_threads, (int32_t)(c->n - 2), NULL);
	finding_fact(a, x, FACT_classes, (int32_t)c->nonglobal, NULL);
	finding_fact(a, x, FACT_upward, (int32_t)c->up, NULL);
	finding_fact(a, x, FACT_guesses, (int32_t)c->guesses, NULL);
	finding_fact(a, x, FACT_lasts, (int32_t)c->lasts, NULL);
	finding_fact(a, x, FACT_apart, (int32_t)c->cost, NULL);
	finding_fact(a, x, FACT_distance, (int32_t)c->cost, NULL);
}

/* The same for the same locks, whatever the cycle begins with. */
static uint64_t fingerprint_of(struct graph *g, const struct deadlock_cycle *c)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		const struct lock_order *x = &g->d->lockset->order.at[c->edge[i]];
		const char *text = arena_format(g->scratch, "deadlock|%s|%s", ground_text(g, x->held), ground_text(g, x->wanted));
		sum += XXH3_64bits(text, strlen(text));
	}
	return sum;
}

const char *overlap_of_roots(const struct graph *g, const uint32_t *context, uint32_t n)
{
	struct arena *a = g->d->arena;
	const struct lockset *l = g->d->lockset;
	struct overlap_side side[DEADLOCK_MOST_THREADS] = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		const struct lockset_root *root = lockset_root_above(l, context[i]);
		if (!root)
			return "";
		side[i] = (struct overlap_side){ .kind = overlap_of_root(root->kind, root->model),
						 .thread = root->kind == ROOT_EXPORT ? 0 : (uint32_t)(root - l->root.at),
						 .many = root->many && root->kind != ROOT_HANDLER };
		side[i].function = arena_string(a, program_fn_name(l->points->p, root->fn));
		if (root->spawner.i)
			side[i].start = lockset_place(a, l, root->spawner, root->inst);
	}
	return overlap_text(a, side, n);
}

static const char *overlap_of(const struct graph *g, const struct deadlock_cycle *c)
{
	uint32_t context[DEADLOCK_MOST_THREADS];

	for (uint32_t i = 0; i < c->n; i++)
		context[i] = g->d->lockset->order.at[c->edge[i]].context;
	return overlap_of_roots(g, context, c->n);
}

static bool is_before(const struct finding_place *a, const struct finding_place *b)
{
	int order = strcmp(a->file, b->file);

	if (order || a->line != b->line)
		return order ? order < 0 : a->line < b->line;
	return a->column < b->column;
}

/* Which edge is told first: the one whose place is first in the source, whatever the locks are called. */
static uint32_t first_edge(struct graph *g, const struct deadlock_cycle *c)
{
	struct finding_place least = { 0 };
	uint32_t first = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		struct finding_place at = edge_of(g, &g->d->lockset->order.at[c->edge[i]]).wants.place;
		if (!i || is_before(&at, &least)) {
			least = at;
			first = i;
		}
	}
	return first;
}

static void tell(struct graph *g, const struct deadlock_cycle *c)
{
	struct arena *a = g->d->arena;
	const struct lockset *l = g->d->lockset;
	struct finding x = { .rule = RULE_DEADLOCK, .object = "", .guard = "", .pruned = c->pruned };
	struct finding_edge *edge = arena_array(a, c->n, sizeof *edge);
	const char *text = "lock order cycle:";
	uint32_t first = first_edge(g, c);

	for (uint32_t i = 0; i < c->n; i++) {
		const struct lock_order *o = &l->order.at[c->edge[(first + i) % c->n]];
		edge[i] = edge_of(g, o);
		text = arena_format(a, "%s %s -> %s%s", text, edge[i].holds, ground_text(g, o->wanted), i + 1 < c->n ? "," : "");
	}
	x.message = text;
	x.edge = edge;
	x.nedges = c->n;
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.lock = edge[0].holds;
	x.fingerprint = fingerprint_of(g, c);
	x.overlap = overlap_of(g, c);
	add_facts(a, &x, c);
	*vec_add(a, &g->d->finding) = x;
}

void cycles_tell(struct graph *g)
{
	for (uint32_t i = 0; i < g->d->cycle.n; i++)
		tell(g, &g->d->cycle.at[i]);
}
