/* A component of the call graph whose functions call each other, itself included: summaries are made again until what callers see of them does not
 * change any more.
 *
 *     a -> b -> c -> d        waves: d, then c, then b, then a: along the calls that do not lead back.
 *          ^----|             c has called b before b was known: if b comes out different from what c has seen, c is made again,
 *                             then b and a only if c comes out different.
 *
 * The functions of a wave do not call each other but by calls that lead back, so that they can be made at the same time; what they give is seen
 * when all of them are made, so that the order inside a wave does not matter. The first sight of a recursive callee is that it never comes
 * back: what is found grows from there, and is only right when nothing changes any more. Names do not grow with the turns
 * (names.h, NAMES_INNER), so that is after a few sweeps, almost always. A function that still changes is then told in outline
 * (enum detail), which changes at most once.
 *
 * In a knot of many functions every access of a formal would travel to most of the others, and is known by too many names to say more than its
 * cell: there accesses stay where they are (ACCESS_CLOSED). */
#include <stdlib.h>

#include "base/diag.h"
#include "summary/schedule.h"

enum { KNOT_LARGE = 64 }; /* functions */
enum { SWEEPS_FULL = 10, SWEEPS_NARROW = 20 }; /* then what changes is told in outline, then less */

struct knot {
	struct schedule *c;
	struct arena arena;
	const uint32_t *fn;
	uint32_t n, waves;
	uint32_t *wave;                  /* by place */
	uint32_t *first, *member;        /* by wave: places in it, long functions first */
	uint32_t *first_caller, *caller; /* by place: the places that call it */
	bool *dirty;                     /* a callee is not what it was when this one was made */
	uint8_t *detail;
	uint32_t *at_hand, nat_hand;     /* places of the wave that are made */
	struct summary **next;
	struct map place;                /* of a function in fn, + 1 */
};

/* ---- waves ---- */

/* Postorder of a depth-first walk inside the component; calls that lead to what is not finished then lead back. */
static void find_waves(struct knot *k)
{
	const struct ground *g = k->c->g;
	uint32_t *stack = arena_array(&k->arena, (size_t)k->n + 1, sizeof *stack), *edge = arena_array(&k->arena, (size_t)k->n + 1, sizeof *edge);
	uint8_t *state = arena_array(&k->arena, k->n, 1); /* 0 new, 1 open, 2 finished */

	k->wave = arena_array(&k->arena, k->n, sizeof *k->wave);
	for (uint32_t start = 0; start < k->n; start++) {
		uint32_t depth = 0;
		if (state[start])
			continue;
		stack[0] = start;
		edge[0] = g->first_callee[k->fn[start]];
		state[start] = 1;
		for (depth = 1; depth;) {
			uint32_t v = stack[depth - 1], to;
			if (edge[depth - 1] == g->first_callee[k->fn[v] + 1]) {
				state[v] = 2;
				if (--depth && k->wave[stack[depth - 1]] < k->wave[v] + 1)
					k->wave[stack[depth - 1]] = k->wave[v] + 1;
				continue;
			}
			to = map_get(&k->place, g->callee[edge[depth - 1]++]);
			if (!to || state[to - 1] == 1)
				continue;
			if (state[to - 1] == 2) {
				if (k->wave[v] < k->wave[to - 1] + 1)
					k->wave[v] = k->wave[to - 1] + 1;
				continue;
			}
			state[to - 1] = 1;
			stack[depth] = to - 1;
			edge[depth++] = g->first_callee[k->fn[to - 1]];
		}
	}
	for (uint32_t i = 0; i < k->n; i++)
		k->waves = k->waves > k->wave[i] + 1 ? k->waves : k->wave[i] + 1;
}

struct sized {
	uint32_t place, wave;
	uint64_t size;
};

static int by_wave(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;

	if (x->wave != y->wave)
		return x->wave < y->wave ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Long ones first: whoever has finished takes what is left. */
static void sort_waves(struct knot *k)
{
	struct sized *all = arena_array(&k->arena, k->n, sizeof *all);

	k->first = arena_array(&k->arena, (size_t)k->waves + 1, sizeof *k->first);
	k->member = arena_array(&k->arena, k->n, sizeof *k->member);
	for (uint32_t i = 0; i < k->n; i++)
		all[i] = (struct sized){ i, k->wave[i], program_fn(k->c->s->p, (struct fn_id){ k->fn[i] })->ninsts };
	qsort(all, k->n, sizeof *all, by_wave);
	for (uint32_t i = 0; i < k->n; i++) {
		k->member[i] = all[i].place;
		k->first[all[i].wave + 1] = i + 1;
	}
}

static void find_callers(struct knot *k)
{
	const struct ground *g = k->c->g;

	k->first_caller = arena_array(&k->arena, (size_t)k->n + 1, sizeof *k->first_caller);
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = k->n; i-- > 0;)
			for (uint32_t e = g->first_callee[k->fn[i]]; e < g->first_callee[k->fn[i] + 1]; e++) {
				uint32_t to = map_get(&k->place, g->callee[e]);
				if (to && pass)
					k->caller[--k->first_caller[to - 1]] = i;
				else if (to)
					k->first_caller[to - 1]++;
			}
		for (uint32_t i = 0; !pass && i < k->n; i++)
			k->first_caller[i + 1] += k->first_caller[i];
		if (!pass)
			k->caller = arena_array(&k->arena, (size_t)k->first_caller[k->n] + 1, sizeof *k->caller);
	}
}

/* ---- sweeps ---- */

static void make_next(struct knot *k, uint32_t i)
{
	uint32_t place = k->at_hand[i];

	k->next[place] = schedule_make(k->c, k->fn[place], (enum detail)k->detail[place]);
}

/* Makes what is at hand; which of it has changed is dirty no more, but its callers are. */
static void make_wave(struct knot *k, uint32_t sweep)
{
	if (k->c->parallel && k->nat_hand > 1) {
#pragma omp taskloop grainsize(1) default(none) shared(k)
		for (uint32_t i = 0; i < k->nat_hand; i++)
			make_next(k, i);
	} else {
		for (uint32_t i = 0; i < k->nat_hand; i++)
			make_next(k, i);
	}
	for (uint32_t i = 0; i < k->nat_hand; i++)
		k->dirty[k->at_hand[i]] = false;
	for (uint32_t i = 0; i < k->nat_hand; i++) {
		uint32_t place = k->at_hand[i];
		struct summary **now = &k->c->s->of[k->fn[place]];
		bool changed = !summary_equal(*now, k->next[place]);
		*now = k->next[place];
		for (uint32_t e = k->first_caller[place]; changed && e < k->first_caller[place + 1]; e++)
			k->dirty[k->caller[e]] = true;
		if (changed && sweep >= SWEEPS_FULL) {
			uint8_t most = sweep >= SWEEPS_NARROW ? DETAIL_NONE : DETAIL_OUTLINE;
			k->dirty[place] |= k->detail[place] < most;
			k->detail[place] = k->detail[place] < most ? most : k->detail[place];
		}
	}
}

static bool sweep_once(struct knot *k, uint32_t sweep)
{
	bool any = false;

	for (uint32_t wave = 0; wave < k->waves; wave++) {
		k->nat_hand = 0;
		for (uint32_t i = k->first[wave]; i < k->first[wave + 1]; i++)
			if (k->dirty[k->member[i]])
				k->at_hand[k->nat_hand++] = k->member[i];
		if (k->nat_hand)
			make_wave(k, sweep);
	}
	for (uint32_t i = 0; i < k->n; i++)
		any |= k->dirty[i];
	return any;
}

void knot_run(struct schedule *c, const uint32_t *fn, uint32_t n)
{
	struct knot k = { .c = c, .fn = fn, .n = n };
	uint32_t sweep = 0;
	bool outline = false;

	arena_init(&k.arena, "summary.knot");
	for (uint32_t i = 0; i < n; i++)
		map_put(&k.arena, &k.place, fn[i], i + 1);
	k.dirty = arena_array(&k.arena, n, sizeof *k.dirty);
	k.detail = arena_array(&k.arena, n, sizeof *k.detail);
	k.next = arena_array(&k.arena, n, sizeof *k.next);
	k.at_hand = arena_array(&k.arena, n, sizeof *k.at_hand);
	find_waves(&k);
	sort_waves(&k);
	find_callers(&k);
	for (uint32_t i = 0; i < n; i++) {
		k.dirty[i] = c->g->reached[fn[i]];
		k.detail[i] = n > KNOT_LARGE ? DETAIL_CLOSED : DETAIL_RECURSIVE;
	}
	while (sweep_once(&k, sweep))
		CHECK(sweep++ < SWEEPS_NARROW + 2 * n + 2, "a recursion of %u functions does not settle", n);
	for (uint32_t i = 0; i < n; i++)
		outline |= k.detail[i] >= DETAIL_OUTLINE;
	if (outline)
		atomic_fetch_add(&c->unsettled, 1);
	arena_release(&k.arena);
}
