/* Classes: one a root, except that
 *
 * - exported functions are one class: any of them may run in any number of threads at once, so nothing tells them apart;
 * - functions declared `once` are one class: each is entered once, by one thread, one after the other;
 * - constructors and functions declared `single` are one class, the start-up: they run one after the other, in an unknown order;
 * - cleanup handlers and destructors of thread-specific data run inside the threads that end: their contexts are those threads'.
 *
 * A root that is started on several ways (a wrapper around pthread_create, called at several places) is a class for each of them,
 * unless it starts itself or there are too many. Contexts of one way differ in their facts only: no more than one of them is
 * entered each time.
 *
 * A class is *free* if no order between it and others is known: exported functions, interrupts, what nobody in the program
 * starts, and all that these start. Free classes overlap with everything, also with themselves. */
#include "threads/running.h"

#include <stdlib.h>
#include <string.h>

#include "base/store/groups.h"
#include "base/store/scc.h"

enum { MOST_STEPS = 64, MOST_SITES = 8 }; /* sizes of arrays: the most that limits.def allows */

/* ---- from roots to classes ---- */

static bool is_main(const struct running *r, const struct root *root)
{
	const char *name = r->c->points->main;

	return root->kind == ROOT_MAIN && name && !strcmp(program_str(r->p, program_sym(r->p, root->fn)->name), name);
}

static bool is_rider(const struct root *root)
{
	return root->kind == ROOT_HANDLER && (root->model == MODEL_KIND_TLS || root->model == MODEL_KIND_CLEANUP);
}

static uint32_t new_class(struct running *r, uint32_t root)
{
	const struct root *from = &r->c->root.at[root];
	struct class class = { .kind = from->kind, .model = from->model };

	class.exits = from->kind == ROOT_HANDLER && from->model == MODEL_KIND_EXIT;
	*vec_add(r->arena, &r->class) = class;
	*vec_add(r->arena, &r->t->thread) = (struct thread){ .root = root, .multiplicity = THREAD_ONE };
	return r->class.n - 1;
}

/* ---- edges, by root and by the context they lead to ---- */

bool edge_is_start(const struct running *r, const struct edge *e)
{
	return r->thread_of_edge[e - r->c->edge.at];
}

/* Cleanup handlers are entered by the thread that pushes them. */
bool edge_is_call(const struct running *r, const struct edge *e)
{
	if (e->root)
		return is_rider(&r->c->root.at[e->root]) && r->c->root.at[e->root].model == MODEL_KIND_CLEANUP;
	return e->kind == SITE_CALL || site_runs_inside(e->kind);
}

static uint32_t root_of(const struct running *r, uint32_t edge)
{
	return r->c->edge.at[edge].root;
}

static uint32_t callee_of(const struct running *r, uint32_t edge)
{
	const struct edge *e = &r->c->edge.at[edge];

	return edge_is_call(r, e) ? e->to : 0;
}

/* Edges by key, in their order; those of key k are (*list)[first[k]] .. [first[k + 1]]. Key 0 is left out. */
static uint32_t *group(struct running *r, uint32_t keys, uint32_t (*key)(const struct running *, uint32_t), uint32_t **list)
{
	struct groups g;
	uint32_t *first;

	groups_begin(&g, keys + 1);
	for (uint32_t i = 1; i < r->c->edge.n; i++)
		if (key(r, i))
			groups_add(&g, key(r, i), i);
	groups_end(&g, r->arena, &first, list);
	return first;
}

/* ---- ways: the calls that lead to a context from the start of its thread, as far as there is one caller each ---- */

struct threads_step {
	uint32_t fn, inst, before;
};

/* The call that leads to a context; 0: there are several, or the thread starts here. Calls at one place of contexts that are on
 * one way are one. */
static uint32_t only_call(const struct running *r, uint32_t context)
{
	uint32_t first = r->first_caller[context], last = r->first_caller[context + 1];
	const struct edge *e = &r->c->edge.at[r->caller[first]];

	if (first == last || r->is_start[context] || e->root)
		return 0;
	for (uint32_t k = first + 1; k < last; k++) {
		const struct edge *other = &r->c->edge.at[r->caller[k]];
		if (other->root || other->inst != e->inst || !r->way[e->context] || r->way[other->context] != r->way[e->context])
			return 0;
	}
	return r->caller[first];
}

static void find_way(struct running *r, uint32_t context, const uint32_t *call)
{
	uint32_t path[MOST_STEPS], n = 0, up = context, way;

	while (up && !r->way[up] && !limit_full(LIMIT_threads_way, n)) {
		path[n++] = up;
		up = call[up] ? r->c->edge.at[call[up]].context : 0;
	}
	way = up ? r->way[up] : 0;
	while (n--) {
		const struct context *c = context_of(r, path[n]);
		struct threads_step step = { c->fn.i, way ? r->c->edge.at[call[path[n]]].inst : UINT32_MAX, way };
		if (!way) /* a start, or one with several callers, which is like no other */
			step.before = r->is_start[path[n]] && c->group ? c->group | 0x80000000u : path[n] | 0x40000000u;
		way = intern_bytes(&r->steps, &step, sizeof step);
		r->way[path[n]] = way;
	}
}

/* Alternatives below alternatives are found when those above are known, a few times over. */
static void find_ways(struct running *r)
{
	uint32_t n = r->c->context.n, *call = arena_array(r->arena, n, sizeof *call);
	bool more = true;

	intern_init(&r->steps, r->arena);
	r->way = arena_array(r->arena, n, sizeof *r->way);
	r->is_start = arena_array(r->arena, n, sizeof *r->is_start);
	for (uint32_t i = 1; i < r->c->root.n; i++)
		r->is_start[r->c->root.at[i].context] = true;
	for (uint32_t i = 1; i < r->c->edge.n; i++)
		if (r->c->edge.at[i].root)
			r->is_start[r->c->edge.at[i].to] = true;
	for (uint32_t round = 0; more && !limit_full(LIMIT_threads_ways, round); round++) {
		more = false;
		for (uint32_t i = 1; i < n; i++) {
			uint32_t found = call[i] ? call[i] : only_call(r, i);
			more |= found != call[i];
			call[i] = found;
		}
		memset(r->way, 0, n * sizeof *r->way);
		for (uint32_t i = 1; i < n; i++)
			if (!r->way[i])
				find_way(r, i, call);
	}
}

/* Are these the last calls of the way, the last one first? *surely: all of them are known. */
static bool way_fits(const struct running *r, uint32_t way, const struct term *site, uint32_t n, bool *surely)
{
	struct threads_step step;

	*surely = false;
	memcpy(&step, intern_get(&r->steps, way), sizeof step);
	for (uint32_t i = 0; i < n && site[i].a; i++) { /* 0: sealed, any calls before */
		if (step.inst == UINT32_MAX)
			return true;
		if (step.inst != site[i].b)
			return false;
		memcpy(&step, intern_get(&r->steps, step.before), sizeof step);
		if (step.fn != site[i].a)
			return false;
	}
	*surely = true;
	return true;
}

bool way_ends_with(const struct running *r, uint32_t way, uint32_t sites, bool *surely)
{
	struct term site[MOST_SITES];
	uint32_t n = 0;

	for (uint32_t s = sites; s; s = term_get(&r->c->terms, s).base)
		n++;
	*surely = false;
	if (limit_over(LIMIT_threads_sites, n))
		return true;
	for (uint32_t s = sites, i = n; s; s = site[i].base) /* outermost first */
		site[--i] = term_get(&r->c->terms, s);
	return way_fits(r, way, site, n, surely);
}

bool threads_came_by(const struct threads *t, uint32_t context, const struct term *site, uint32_t n)
{
	bool surely;

	return way_fits(t->running, t->running->way[context], site, n, &surely);
}

/* ---- classes ---- */

static int by_way(const void *a, const void *b)
{
	const struct item *x = a, *y = b; /* way, edge */

	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* Different ways that start a root, if it may be split by them; else 0. */
static uint32_t parts_of(const struct running *r, uint32_t root)
{
	uint32_t parts = 0;
	struct map seen = { 0 };

	if (r->c->root.at[root].kind != ROOT_THREAD && r->c->root.at[root].kind != ROOT_TASK)
		return 0;
	for (uint32_t k = r->first_by_root[root]; k < r->first_by_root[root + 1]; k++) {
		const struct edge *e = &r->c->edge.at[r->by_root[k]];
		for (uint32_t up = context_of(r, e->context)->group, steps = 0;
		     up && up < r->c->root.n && !limit_full(LIMIT_threads_way, steps); steps++) {
			if (up == root)
				return 0;
			up = r->c->root.at[up].parent;
		}
		parts += !map_get(&seen, r->way[e->context]);
		map_put(r->arena, &seen, r->way[e->context], 1);
	}
	return limit_over(LIMIT_threads_parts, parts) ? 0 : parts;
}

/* The classes of a root: `class` for the first way, more for others. */
static void give_edges(struct running *r, uint32_t root, uint32_t class)
{
	bool split = parts_of(r, root) > 1;
	uint32_t first = r->first_by_root[root], n = r->first_by_root[root + 1] - first;
	struct item *edge = arena_array(r->arena, n, sizeof *edge);

	for (uint32_t k = 0; k < n; k++)
		edge[k] =
		    (struct item){ split ? r->way[r->c->edge.at[r->by_root[first + k]].context] : 0, r->by_root[first + k] };
	if (split)
		qsort(edge, n, sizeof *edge, by_way);
	for (uint32_t k = 0; k < n; k++) {
		if (k && edge[k].slot != edge[k - 1].slot)
			class = new_class(r, root);
		r->thread_of_edge[edge[k].value] = class;
		*vec_add(r->arena, &r->class.at[class].edge) = edge[k].value;
		if (!r->t->thread.at[class].edge)
			r->t->thread.at[class].edge = edge[k].value;
	}
}

static void make_classes(struct running *r)
{
	uint32_t exported = 0, startup = 0, entered = 0;

	(void)vec_add(r->arena, &r->class);
	(void)vec_add(r->arena, &r->t->thread);
	r->thread_of_root = arena_array(r->arena, r->c->root.n, sizeof *r->thread_of_root);
	r->thread_of_edge = arena_array(r->arena, r->c->edge.n, sizeof *r->thread_of_edge);
	for (uint32_t i = 1; i < r->c->root.n; i++) {
		const struct root *root = &r->c->root.at[i];
		uint32_t *shared = NULL, class;
		if (is_rider(root) || !root->context) /* none: an earlier round knew less of what is run */
			continue;
		if (root->kind == ROOT_EXPORT)
			shared = &exported;
		else if (root->kind == ROOT_ENTERED)
			shared = &entered;
		else if (root->kind == ROOT_SINGLE || (root->kind == ROOT_MAIN && !is_main(r, root)))
			shared = &startup;
		class = shared && *shared ? *shared : new_class(r, i);
		if (shared)
			*shared = class;
		if (is_main(r, root))
			r->main = class;
		r->thread_of_root[i] = class;
		give_edges(r, i, class);
	}
	if (startup)
		r->class.at[startup].startup = true;
}

/* ---- where classes begin ---- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static uint32_t unique(uint32_t *at, uint32_t n)
{
	uint32_t kept = 0;

	if (n)
		qsort(at, n, sizeof *at, by_number);
	for (uint32_t i = 0; i < n; i++)
		if (!i || at[i] != at[i - 1])
			at[kept++] = at[i];
	return kept;
}

/* Threads that may hold thread-specific data when they end: all but handlers and interrupts. */
static bool has_thread_data(const struct class *c)
{
	return c->kind == ROOT_THREAD || c->kind == ROOT_TASK || c->kind == ROOT_EXPORT || c->kind == ROOT_MAIN ||
	       c->kind == ROOT_SINGLE || c->kind == ROOT_ENTERED;
}

static void add_riders(struct running *r, uint32_t root, struct class *class)
{
	if (r->c->root.at[root].context)
		*vec_add(r->arena, &class->rider) = r->c->root.at[root].context;
	for (uint32_t k = r->first_by_root[root]; k < r->first_by_root[root + 1]; k++)
		*vec_add(r->arena, &class->rider) = r->c->edge.at[r->by_root[k]].to;
}

static void find_starts(struct running *r)
{
	for (uint32_t i = 1; i < r->c->root.n; i++) {
		const struct root *root = &r->c->root.at[i];
		uint32_t class = r->thread_of_root[i];
		if (class && root->context && (!r->class.at[class].edge.n || root->kind == ROOT_HANDLER))
			*vec_add(r->arena, &r->class.at[class].start) = root->context;
		for (uint32_t k = 1; !class && root->model == MODEL_KIND_TLS && k < r->class.n; k++)
			if (has_thread_data(&r->class.at[k]))
				add_riders(r, i, &r->class.at[k]);
	}
	for (uint32_t k = 1; k < r->class.n; k++) {
		struct class *c = &r->class.at[k];
		c->one_way = c->edge.n > 0;
		for (uint32_t i = 0; i < c->edge.n; i++) {
			const struct edge *e = &r->c->edge.at[c->edge.at[i]];
			*vec_add(r->arena, &c->start) = e->to;
			c->one_way = c->one_way && r->way[e->context] == r->way[r->c->edge.at[c->edge.at[0]].context];
		}
		c->start.n = unique(c->start.at, c->start.n);
		c->rider.n = unique(c->rider.at, c->rider.n);
	}
}

/* ---- which classes run a context: along calls, component by component ---- */

static void find_components(struct running *r, struct scc *scc)
{
	uint32_t n = r->c->context.n, *first = arena_array(r->arena, n + 1, sizeof *first);
	VEC(uint32_t) to = { 0 };

	for (uint32_t i = 1; i < n; i++) {
		const struct context *c = context_of(r, i);
		first[i] = to.n;
		for (uint32_t e = c->edge; e < c->edge + c->nedges; e++)
			if (callee_of(r, e))
				*vec_add(r->arena, &to) = callee_of(r, e);
	}
	first[n] = to.n;
	scc_find(r->arena, n, first, to.at, scc);
}

static void spread(struct running *r, const struct scc *scc, uint32_t *set)
{
	for (uint32_t k = scc->n; k-- > 0;) /* callers first */
		for (uint32_t m = scc->first[k]; m < scc->first[k + 1]; m++) {
			const struct context *c = context_of(r, scc->node[m]);
			for (uint32_t e = c->edge; e < c->edge + c->nedges; e++) {
				uint32_t to = scc->of[callee_of(r, e)];
				if (callee_of(r, e))
					set[to] = bits_union(&r->bits, set[to], set[k]);
			}
		}
}

static void find_threads_of(struct running *r)
{
	uint32_t *set;
	struct scc scc;

	find_components(r, &scc);
	set = arena_array(r->arena, scc.n, sizeof *set);
	for (uint32_t k = 1; k < r->class.n; k++) {
		const struct class *c = &r->class.at[k];
		for (uint32_t i = 0; i < c->start.n; i++)
			set[scc.of[c->start.at[i]]] = bits_with(&r->bits, set[scc.of[c->start.at[i]]], k);
		for (uint32_t i = 0; i < c->rider.n; i++)
			set[scc.of[c->rider.at[i]]] = bits_with(&r->bits, set[scc.of[c->rider.at[i]]], k);
	}
	spread(r, &scc, set);
	r->threads_of = arena_array(r->arena, r->c->context.n, sizeof *r->threads_of);
	for (uint32_t i = 1; i < r->c->context.n; i++)
		r->threads_of[i] = set[scc.of[i]];
}

/* What a thread pushes is a rider of it, too: entered at an unknown time. */
static void find_pushed(struct running *r)
{
	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		uint32_t set = r->threads_of[e->context];
		if (!e->root || !edge_is_call(r, e))
			continue;
		for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1))
			*vec_add(r->arena, &r->class.at[k].rider) = e->to;
	}
	for (uint32_t k = 1; k < r->class.n; k++)
		r->class.at[k].rider.n = unique(r->class.at[k].rider.at, r->class.at[k].rider.n);
}

/* ---- who starts whom ---- */

static struct start *start_of(struct running *r, const struct edge *e)
{
	struct fn_id fn = context_of(r, e->context)->fn;
	uint32_t *at = map_at(r->arena, &r->start_at, map_pair(fn.i, e->inst));

	if (!*at) {
		*at = r->start.n; /* the number of its slot, too: these are the first ones */
		*vec_add(r->arena, &r->start) = (struct start){ .fn = fn,
								.inst = e->inst,
								.slot = vectors_slot(&r->vectors, SLOT_SPAWN),
								.row = r->c->points->site.at[e->site].row };
	}
	return &r->start.at[*at];
}

/* Where a start is on several ways, each has a slot of its own, too. */
static uint32_t slot_within(struct running *r, const struct edge *e)
{
	uint32_t *at;

	if (start_of(r, e)->way != UINT32_MAX)
		return 0;
	at = map_at(r->arena, &r->within_at, map_pair(r->way[e->context], e->inst));
	if (!*at)
		*at = vectors_slot(&r->vectors, SLOT_SPAWN);
	return *at;
}

static int by_child(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	return (x->child > y->child) - (x->child < y->child);
}

static void add_children(struct running *r, uint32_t threads, struct child c)
{
	for (uint32_t k = bits_next(&r->bits, threads, 1); k != UINT32_MAX; k = bits_next(&r->bits, threads, k + 1))
		*vec_add(r->arena, &r->child) = (struct child){ k, c.slot, c.child, c.within };
	r->class.at[c.child].creators = bits_union(&r->bits, r->class.at[c.child].creators, threads);
}

/* Who ends the process in a function that runs at its end does not begin these again: C leaves that undefined, and libraries go
 * on behind it. */
static void start_exits(struct running *r)
{
	uint32_t enders = r->main ? bits_one(&r->bits, r->main) : 0;

	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (row_ends_process(r->c->points->models, r->c->event.at[i].row))
			enders = bits_union(&r->bits, enders, r->threads_of[r->c->event.at[i].context]);
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].exits)
			enders = bits_minus(&r->bits, enders, bits_one(&r->bits, k));
	for (uint32_t k = 1; k < r->class.n; k++)
		if (r->class.at[k].exits)
			add_children(r, enders, (struct child){ .child = k });
}

static void sort_children(struct running *r)
{
	uint32_t kept = 0;

	if (r->child.n)
		qsort(r->child.at, r->child.n, sizeof *r->child.at, by_child);
	for (uint32_t i = 0; i < r->child.n; i++)
		if (!kept || by_child(&r->child.at[kept - 1], &r->child.at[i]))
			r->child.at[kept++] = r->child.at[i];
	r->child.n = kept;
	for (uint32_t i = 0; i < kept; i++) {
		struct class *c = &r->class.at[r->child.at[i].thread];
		if (!c->nchildren++)
			c->child = i;
	}
}

/* Slots that come later start nothing. */
static void index_slots(struct running *r)
{
	struct groups g;

	r->nslots = r->vectors.kind.n;
	groups_begin(&g, r->nslots);
	for (uint32_t i = 0; i < r->child.n; i++) {
		const struct child *c = &r->child.at[i];
		groups_add(&g, c->slot, i);
		if (c->within != c->slot)
			groups_add(&g, c->within, i);
	}
	groups_end(&g, r->arena, &r->first_of_slot, &r->of_slot);
}

const uint32_t *slot_children(const struct running *r, uint32_t slot, uint32_t *n)
{
	*n = slot < r->nslots ? r->first_of_slot[slot + 1] - r->first_of_slot[slot] : 0;
	return *n ? r->of_slot + r->first_of_slot[slot] : NULL;
}

static bool starts_thread(const struct running *r, uint32_t edge)
{
	return r->thread_of_edge[edge] && !r->class.at[r->thread_of_edge[edge]].exits;
}

static void find_children(struct running *r)
{
	(void)vec_add(r->arena, &r->start);
	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		struct start *s = starts_thread(r, i) ? start_of(r, &r->c->edge.at[i]) : NULL;
		uint32_t way = r->way[r->c->edge.at[i].context];
		if (s)
			s->way = !s->way || s->way == way ? way : UINT32_MAX;
	}
	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		uint32_t child = r->thread_of_edge[i];
		bool one = child && r->class.at[child].one_way;
		if (starts_thread(r, i))
			add_children(r, r->threads_of[e->context],
				     (struct child){
					 .slot = start_of(r, e)->slot, .child = child, .within = one ? slot_within(r, e) : 0 });
	}
	start_exits(r);
	sort_children(r);
	index_slots(r);
}

/* Everything below each class: children first is not possible where a class is its own grandchild, so until nothing changes. */
static void find_below(struct running *r)
{
	bool changed = true;
	struct arena scratch;

	while (changed) {
		changed = false;
		for (uint32_t k = r->class.n - 1; k; k--) {
			struct class *c = &r->class.at[k];
			uint64_t *open;
			uint32_t below;
			if (!c->nchildren)
				continue;
			arena_init(&scratch, "threads scratch");
			open = bits_open(&r->bits, &scratch);
			bits_into(&r->bits, open, c->below);
			for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
				(void)bits_add(open, r->child.at[i].child);
				bits_into(&r->bits, open, r->class.at[r->child.at[i].child].below);
			}
			below = bits_close(&r->bits, open);
			arena_release(&scratch);
			changed |= below != c->below;
			c->below = below;
		}
	}
}

static void find_free(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++) {
		struct class *c = &r->class.at[k];
		bool started = k == r->main || c->startup || (c->exits && r->main) || c->creators;
		if (c->kind != ROOT_EXPORT && c->kind != ROOT_INTERRUPT && started)
			continue;
		c->free = true;
		for (uint32_t i = bits_next(&r->bits, c->below, 1); i != UINT32_MAX; i = bits_next(&r->bits, c->below, i + 1))
			r->class.at[i].free = true;
	}
}

static void find_ordered(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (!r->class.at[k].free)
			r->ordered = bits_with(&r->bits, r->ordered, k);
}

/* ---- how many ---- */

/* Is one work item, or one queue's worker, behind all edges of the class? */
static uint32_t find_worker(const struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];
	const struct root *from = &r->c->root.at[r->t->thread.at[class].root];
	bool loop = from->kind == ROOT_TASK && from->model == MODEL_KIND_LOOP;
	bool item = from->model == MODEL_KIND_WORK || from->model == MODEL_KIND_TASKLET;
	uint32_t worker = 0;

	if (!loop && !item)
		return 0;
	for (uint32_t k = 0; k < c->edge.n; k++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[k]];
		uint32_t object = set_one_object(r, loop ? e->queue : e->id);
		if (!object || (worker && worker != object))
			return 0;
		worker = object;
	}
	return worker;
}

static bool starts_many(const struct class *c)
{
	return c->kind == ROOT_EXPORT || c->kind == ROOT_INTERRUPT || (c->kind == ROOT_HANDLER && !c->exits);
}

/* What handles one interrupt is not entered again before it has returned, on any processor. */
static bool is_of_one_line(const struct class *c)
{
	return c->kind == ROOT_HANDLER && (c->model == MODEL_KIND_IRQ || c->model == MODEL_KIND_IRQ_THREAD);
}

/* The calls that start a class, each once; and whether the only one is executed at most once in a run. */
static bool one_start(struct running *r, uint32_t class)
{
	const struct edge *last = NULL;
	bool once = false;

	for (uint32_t k = 0; k < r->class.at[class].edge.n; k++) {
		const struct edge *e = &r->c->edge.at[r->class.at[class].edge.at[k]];
		bool runs_once = !e->loop && context_of(r, e->context)->once;
		if (last && r->way[last->context] == r->way[e->context] && last->inst == e->inst) {
			once = once && runs_once;
			continue;
		}
		once = !last && runs_once;
		r->class.at[class].sites++;
		last = e;
	}
	return once;
}

/* Its only creator exists once, and was made before. */
static bool one_creator(const struct running *r, uint32_t class)
{
	uint32_t set = r->class.at[class].creators, creator = bits_next(&r->bits, set, 1);

	return creator < class && bits_next(&r->bits, set, creator + 1) == UINT32_MAX &&
	       r->t->thread.at[creator].multiplicity == THREAD_ONE;
}

static void set_creator(struct running *r, uint32_t class)
{
	struct thread *t = &r->t->thread.at[class];
	uint32_t parent = r->c->root.at[t->root].parent, creator = parent ? r->thread_of_root[parent] : 0;

	if (!creator || !bits_has(&r->bits, r->class.at[class].creators, creator))
		creator = bits_next(&r->bits, r->class.at[class].creators, 1);
	t->creator = creator >= class ? 0 : creator; /* a class that only its own kind starts again */
}

/* A call that starts threads is executed once if all its edges are on one way, and their contexts run once. */
static void find_once(struct running *r)
{
	for (uint32_t i = 1; i < r->start.n; i++)
		r->start.at[i].once = r->start.at[i].way != UINT32_MAX;
	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		uint32_t at = edge_is_start(r, e) ? map_get(&r->start_at, map_pair(context_of(r, e->context)->fn.i, e->inst)) : 0;
		if (!at)
			continue;
		if (e->loop || !context_of(r, e->context)->once)
			r->start.at[at].once = false;
		if (r->t->thread.at[r->thread_of_edge[i]].multiplicity == THREAD_MANY)
			r->start.at[at].once = false;
	}
}

static void count_classes(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++) {
		struct class *c = &r->class.at[k];
		struct thread *t = &r->t->thread.at[k];
		bool one = one_start(r, k);
		set_creator(r, k);
		c->worker = find_worker(r, k);
		if (k == r->main || c->startup || c->exits || c->kind == ROOT_ENTERED)
			continue;
		if (one && is_of_one_line(c) && one_creator(r, k)) {
			c->alone = true;
			continue;
		}
		if (!one || starts_many(c) || c->free || !one_creator(r, k))
			t->multiplicity = THREAD_MANY;
	}
	find_once(r);
}

static void list_members(struct running *r)
{
	r->members = arena_array(r->arena, r->bits.set.entry.n, sizeof *r->members);
	r->nmembers = arena_array(r->arena, r->bits.set.entry.n, sizeof *r->nmembers);
	for (uint32_t i = 1; i < r->c->context.n; i++) {
		VEC(uint32_t) list = { 0 };
		uint32_t set = r->threads_of[i];
		if (r->members[set])
			continue;
		for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1))
			*vec_add(r->arena, &list) = k;
		r->members[set] = list.at;
		r->nmembers[set] = list.n;
	}
}

void classes_make(struct running *r)
{
	r->first_by_root = group(r, r->c->root.n, root_of, &r->by_root);
	r->first_caller = group(r, r->c->context.n, callee_of, &r->caller);
	find_ways(r);
	make_classes(r);
	bits_init(&r->bits, r->arena, r->class.n);
	find_starts(r);
	find_threads_of(r);
	find_pushed(r);
	list_members(r);
	find_children(r);
	find_below(r);
	find_free(r);
	find_ordered(r);
	count_classes(r);
	signals_find(r);
	masks_find(r);
	faults_find(r);
}
