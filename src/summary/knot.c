/* A component of the call graph whose functions call each other, itself included: summaries are made again until what callers see
 * of them does not change any more.
 *
 *     a -> b -> c -> d        waves: d, then c, then b, then a: along the calls that do not lead back.
 *          ^----|             c has called b before b was known: if b comes out different from what c has seen, c is made again,
 *                             then b and a only if c comes out different.
 *
 * The functions of a wave do not call each other: a call that leads back leads to a later wave. In a sweep, of two functions of
 * which one calls the other that of the earlier wave is made first: a caller sees what its callee has become in this sweep, or,
 * where the call leads back, what it was after the last one. Nothing else matters, so that a function can be made as soon as all
 * its neighbours in earlier waves are, whoever makes it and in whatever order: on all cores the summaries are the same. The first
 * sight of a recursive callee is that it never comes back: what is found grows from there, and is only right when nothing changes
 * any more. Names do not grow with the turns (RESULT_INNER), so that is after a few sweeps, almost always. A function
 * that still changes is then told in outline (enum detail), which changes at most once; sooner if it swings: it has become again
 * what it was before.
 *
 * In a knot of many functions every access of a formal would travel to most of the others, and is known by too many names to say
 * more than its cell: there accesses stay where they are (ACCESS_CLOSED). Nobody in the knot looks at them, so they are found
 * once, when nothing changes any more. */
#include <stdlib.h>

#include "base/diag.h"
#include "base/store/groups.h"
#include "summary/schedule.h"

struct knot {
	struct summary_schedule *c;
	struct arena arena;
	const uint32_t *fn;
	uint32_t n, waves;
	uint32_t *wave;                  /* by place */
	uint32_t *first, *member;        /* by wave: places in it, long functions first */
	uint32_t *first_caller, *caller; /* by place: the places that call it */
	_Atomic bool *dirty;             /* a callee is not what it was when this one was made */
	uint8_t *detail;
	uint32_t *first_after, *after;   /* by place: neighbours in later waves, one for each call */
	uint32_t *nbefore;               /* and how many in earlier ones */
	_Atomic uint32_t *pending;       /* of those, not made yet in this sweep */
	struct tasks tasks;
	uint64_t *weight;                /* by place: instructions */
	uint32_t sweep;
	bool closed;                     /* accesses stay where they are */
	struct summary **last;           /* by place: what it was before; in the end, what it is with its accesses */
	struct map place;                /* of a function in fn, + 1 */
};

/* ---- waves ---- */

/* Postorder of a depth-first walk inside the component; calls that lead to what is not finished then lead back. */
static void find_waves(struct knot *k)
{
	const struct ground *g = k->c->g;
	uint32_t *stack = arena_array(&k->arena, (size_t)k->n + 1, sizeof *stack),
		 *edge = arena_array(&k->arena, (size_t)k->n + 1, sizeof *edge);
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
	struct groups by_callee;

	groups_begin(&by_callee, k->n);
	for (uint32_t i = 0; i < k->n; i++)
		for (uint32_t e = g->first_callee[k->fn[i]]; e < g->first_callee[k->fn[i] + 1]; e++) {
			uint32_t to = map_get(&k->place, g->callee[e]);
			if (to)
				groups_add(&by_callee, to - 1, i);
		}
	groups_end(&by_callee, &k->arena, &k->first_caller, &k->caller);
}

/* Calls, from the earlier wave to the later one. */
static void find_neighbours(struct knot *k)
{
	struct groups after;

	k->nbefore = arena_array(&k->arena, k->n, sizeof *k->nbefore);
	k->pending = arena_array(&k->arena, k->n, sizeof *k->pending);
	groups_begin(&after, k->n);
	for (uint32_t i = 0; i < k->n; i++)
		for (uint32_t e = k->first_caller[i]; e < k->first_caller[i + 1]; e++) {
			uint32_t other = k->caller[e], early = k->wave[i] < k->wave[other] ? i : other,
				 late = early == i ? other : i;
			if (other == i)
				continue;
			CHECK(k->wave[early] < k->wave[late], "functions of one wave call each other");
			groups_add(&after, early, late);
			k->nbefore[late]++;
		}
	groups_end(&after, &k->arena, &k->first_after, &k->after);
}

/* ---- sweeps ---- */

/* Makes one function again, if it must be; then, if it has changed, its callers must be. */
static void make_again(struct knot *k, uint32_t place)
{
	struct summary **now = &k->c->s->of[k->fn[place]], *next;
	bool changed, swings;

	if (!atomic_load_explicit(&k->dirty[place], memory_order_relaxed))
		return;
	next = schedule_make(k->c, k->fn[place], (enum detail)k->detail[place], k->closed);
	changed = !summary_equal(*now, next);
	swings = changed && k->last[place] && summary_equal(k->last[place], next);
	k->last[place] = *now;
	*now = next;
	atomic_store_explicit(&k->dirty[place], false, memory_order_relaxed);
	for (uint32_t e = k->first_caller[place]; changed && e < k->first_caller[place + 1]; e++)
		atomic_store_explicit(&k->dirty[k->caller[e]], true, memory_order_relaxed);
	/* what becomes again what it was, then what changes at all is told in outline, then less */
	if (changed && k->sweep >= limit(swings ? LIMIT_summary_swings : LIMIT_summary_sweeps)) {
		bool narrow = k->sweep >= limit(LIMIT_summary_narrow);
		uint8_t most = narrow ? DETAIL_NONE : DETAIL_OUTLINE;
		if (k->detail[place] < most) {
			limit_in(k->fn[place]);
			limit_met(narrow ? LIMIT_summary_narrow : swings ? LIMIT_summary_swings : LIMIT_summary_sweeps);
			atomic_store_explicit(&k->dirty[place], true, memory_order_relaxed);
		}
		k->detail[place] = k->detail[place] < most ? most : k->detail[place];
	}
}

static void make_one(void *with, uint32_t place)
{
	make_again(with, place);
}

/* Asked when all its neighbours in earlier waves are made: nobody changes the answer until it is made itself. */
static bool is_clean(void *with, uint32_t place)
{
	struct knot *k = with;

	return !atomic_load_explicit(&k->dirty[place], memory_order_relaxed);
}

/* A function as soon as its neighbours in earlier waves are made. */
static void sweep_on_all_cores(struct knot *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		atomic_init(&k->pending[i], k->nbefore[i]);
	tasks_run(&k->tasks);
}

static void prepare_tasks(struct knot *k)
{
	uint64_t *weight = k->weight = arena_array(&k->arena, k->n, sizeof *weight);

	for (uint32_t i = 0; i < k->n; i++)
		weight[i] = program_fn(k->c->s->p, (struct fn_id){ k->fn[i] })->ninsts;
	k->tasks = (struct tasks){ .arena = &k->arena,
				   .n = k->n,
				   .first = k->first_after,
				   .after = k->after,
				   .pending = k->pending,
				   .run = make_one,
				   .idle = is_clean,
				   .with = k };
	tasks_measure(&k->tasks, weight, k->member);
}

static bool sweep_once(struct knot *k)
{
	bool any = false;

	if (k->c->parallel && k->n > 1)
		sweep_on_all_cores(k);
	else
		for (uint32_t i = 0; i < k->n; i++)
			make_again(k, k->member[i]);
	for (uint32_t i = 0; i < k->n; i++)
		any |= k->dirty[i];
	return any;
}

/* ---- accesses ---- */

static void complete_one(void *with, uint32_t place)
{
	struct knot *k = with;

	if (k->c->g->reached[k->fn[place]])
		k->last[place] = schedule_make(k->c, k->fn[place], (enum detail)k->detail[place], false);
}

/* Each is what it was, with its accesses. They are put in place when all are made: until then others look at those without. */
static void complete(struct knot *k)
{
	struct tasks t = {
		.arena = &k->arena, .n = k->n, .pending = k->pending, .height = k->weight, .run = complete_one, .with = k
	};

	t.first = arena_array(&k->arena, (size_t)k->n + 1, sizeof *t.first); /* none waits for another */
	for (uint32_t i = 0; i < k->n; i++)
		atomic_init(&k->pending[i], 0);
	if (k->c->parallel)
		tasks_run(&t);
	for (uint32_t i = 0; i < k->n; i++) {
		const struct summary *now = k->c->s->of[k->fn[i]], *next;
		if (!k->c->parallel)
			complete_one(k, i);
		next = k->last[i];
		CHECK(!now || (now->nbacks == next->nbacks && now->seen_terms == next->seen_terms && now->result == next->result),
		      "accesses change what function %u does to its callers", k->fn[i]);
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (k->c->g->reached[k->fn[i]])
			k->c->s->of[k->fn[i]] = k->last[i];
}

void knot_run(struct summary_schedule *c, const uint32_t *fn, uint32_t n)
{
	struct knot k = { .c = c, .fn = fn, .n = n, .closed = limit_over(LIMIT_summary_knot, n) };
	bool outline = false;
	uint32_t most;

	arena_init(&k.arena, "summary.knot");
	for (uint32_t i = 0; i < n; i++)
		map_put(&k.arena, &k.place, fn[i], i + 1);
	k.dirty = arena_array(&k.arena, n, sizeof *k.dirty);
	k.detail = arena_array(&k.arena, n, sizeof *k.detail);
	k.last = arena_array(&k.arena, n, sizeof *k.last);
	find_waves(&k);
	sort_waves(&k);
	find_callers(&k);
	find_neighbours(&k);
	prepare_tasks(&k);
	for (uint32_t i = 0; i < n; i++) {
		k.dirty[i] = c->g->reached[fn[i]];
		k.detail[i] = k.closed ? DETAIL_CLOSED : DETAIL_RECURSIVE;
	}
	most = limit(LIMIT_summary_swings) + limit(LIMIT_summary_sweeps) + limit(LIMIT_summary_narrow) + 2 * n + 2;
	while (sweep_once(&k))
		CHECK(k.sweep++ < most, "a recursion of %u functions does not settle", n);
	if (k.closed)
		complete(&k);
	for (uint32_t i = 0; i < n; i++)
		outline |= k.detail[i] >= DETAIL_OUTLINE;
	if (outline)
		atomic_fetch_add(&c->unsettled, 1);
	arena_release(&k.arena);
}
