/* Uses by the threads that do them: threads that do the same at the same places have a use in common (struct kind), since what
 * one of a pool does all of them do. What a use stands for is brought into the order in which walks ask for it: the shortest
 * trace first. */
#include <stdlib.h>

#include "base/diag.h"
#include "base/store/hash.h"
#include "race/build.h"

/* A thread that does a use, and at which places, in a number. */
struct doer {
	uint32_t thread, group;
	uint64_t places;
};

struct gathering {
	struct races *r;
	struct arena scratch;
	const struct from *from; /* in the order of sight */
	uint32_t *kept;		 /* by number there: that in races.from */
	VEC(uint64_t) sorted;	 /* those of one use: trace, number */
	uint32_t *at;		 /* by thread: its place in doer, + 1 */
	VEC(struct doer) doer;
	struct intern lists;	 /* of arrays of threads */
	VEC(uint32_t) list, lists_at; /* the one being made; by number of one: where it is in races.member */
};

/* ---- what a use stands for ---- */

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

enum { FEW = 24 };

/* Most lists are short, have few different traces, and equal ones in order: hardly anything is moved. */
static void sort_few(uint64_t *at, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint64_t x = at[i];
		uint32_t k = i;
		for (; k && at[k - 1] > x; k--)
			at[k] = at[k - 1];
		at[k] = x;
	}
}

/* What a use stands for, one behind the other, in the order in which walks begin with it. */
static void keep_from(struct gathering *g, struct use *u)
{
	struct races *r = g->r;
	uint32_t n = 0;

	for (uint32_t f = u->from; f; f = g->from[f].next)
		n++;
	g->sorted.n = 0;
	vec_reserve(&g->scratch, &g->sorted, n);
	for (uint32_t f = u->from, i = n; f; f = g->from[f].next)
		g->sorted.at[--i] = map_pair(g->from[f].trace, f);
	if (n > FEW)
		qsort(g->sorted.at, n, sizeof *g->sorted.at, by_number);
	else
		sort_few(g->sorted.at, n);
	u->first = r->from.n;
	u->nfrom = n;
	for (uint32_t i = 0; i < n; i++) {
		g->kept[(uint32_t)g->sorted.at[i]] = r->from.n;
		*vec_add(r->arena, &r->from) = g->from[(uint32_t)g->sorted.at[i]];
	}
	for (uint32_t i = u->first; i < r->from.n; i++)
		r->from.at[i].next = g->kept[r->from.at[i].next];
	u->from = g->kept[u->from];
}

/* ---- threads that do the same ---- */

static void add_doer(struct gathering *g, uint32_t thread, uint64_t place)
{
	if (!g->at[thread]) {
		*vec_add(&g->scratch, &g->doer) = (struct doer){ .thread = thread };
		g->at[thread] = g->doer.n;
	}
	g->doer.at[g->at[thread] - 1].places += place; /* in any order */
}

static int by_places(const void *a, const void *b)
{
	const struct doer *x = a, *y = b;

	if (x->places != y->places)
		return x->places < y->places ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static int by_group(const void *a, const void *b)
{
	const struct doer *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* A group is called by its first thread. */
static void find_groups(struct gathering *g)
{
	struct doer *d = g->doer.at;

	qsort(d, g->doer.n, sizeof *d, by_places);
	for (uint32_t i = 0; i < g->doer.n; i++)
		d[i].group = i && d[i - 1].places == d[i].places ? d[i - 1].group : d[i].thread;
	qsort(d, g->doer.n, sizeof *d, by_group);
}

static void find_doers(struct gathering *g, const struct use *u)
{
	const struct races *r = g->r;

	g->doer.n = 0;
	for (uint32_t f = u->first; f < u->first + u->nfrom; f++) {
		const struct from *x = &r->from.at[f];
		uint64_t place = map_pair(r->contexts->context.at[x->context].fn.i, x->access),
			 hash = hash_much(&place, sizeof place, 0);
		uint32_t n = 0;
		const uint32_t *thread = threads_of_context(r->threads, x->context, &n);
		if (x->thread)
			add_doer(g, x->thread, hash);
		for (uint32_t i = 0; !x->thread && i < n; i++)
			if (!map_get(&r->start, map_pair(thread[i], x->context)))
				add_doer(g, thread[i], hash);
	}
	for (uint32_t i = 0; i < g->doer.n; i++)
		g->at[g->doer.at[i].thread] = 0;
	if (g->doer.n > 1)
		find_groups(g);
}

/* Where the list at hand is in races.member: there are few different ones, since threads that get to a function do all that it
 * does. */
static uint32_t list_at(struct gathering *g)
{
	struct races *r = g->r;
	uint32_t known = g->lists.entry.n, id = intern_bytes(&g->lists, g->list.at, g->list.n * sizeof *g->list.at);

	while (g->lists_at.n <= id)
		(void)vec_add(&g->scratch, &g->lists_at);
	if (id >= known) {
		g->lists_at.at[id] = r->member.n;
		for (uint32_t i = 0; i < g->list.n; i++)
			*vec_add(r->arena, &r->member) = g->list.at[i];
	}
	return g->lists_at.at[id];
}

void kinds_make(struct races *r, struct use *use, uint32_t n, const struct from *from, uint32_t nfrom)
{
	struct gathering g = { .r = r, .from = from };

	arena_init(&g.scratch, "race kinds");
	intern_init(&g.lists, &g.scratch);
	g.kept = arena_array(&g.scratch, nfrom, sizeof *g.kept);
	g.at = arena_array(&g.scratch, r->threads->thread.n, sizeof *g.at);
	for (uint32_t i = 1; i < n; i++) {
		keep_from(&g, &use[i]);
		find_doers(&g, &use[i]);
		for (uint32_t k = 0, end; k < g.doer.n; k = end) {
			struct kind kind = { .use = use[i] };
			g.list.n = 0;
			for (end = k; end < g.doer.n && g.doer.at[end].group == g.doer.at[k].group; end++)
				*vec_add(&g.scratch, &g.list) = g.doer.at[end].thread;
			kind.use.kind = r->kind.n;
			kind.member = list_at(&g);
			kind.nmembers = g.list.n;
			*vec_add(r->arena, &r->kind) = kind;
			stat_add(STAT_events, kind.nmembers);
		}
	}
	arena_release(&g.scratch);
}

uint32_t use_in(struct races *r, uint32_t kind, uint32_t member)
{
	struct kind *k = &r->kind.at[kind];
	uint32_t *known, thread;

	CHECK(member < k->nmembers, "kind %u is done by %u threads, not %u", kind, k->nmembers, member);
	thread = r->member.at[k->member + member];
	if (k->asked && r->use.at[k->asked].thread == thread)
		return k->asked;
	known = map_at(r->arena, &r->use_of, map_pair(kind, member));
	if (!*known) {
		*known = r->use.n;
		*vec_add(r->arena, &r->use) = k->use;
		r->use.at[*known].thread = thread;
	}
	return k->asked = *known;
}
