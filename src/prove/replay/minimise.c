/* minimise: the same goal with fewer instructions, by search.
 *
 * What an execution does beside the matter is tried away, the largest pieces first; each attempt is executed on the machine and
 * stays only if it still happens and shows the goal.
 *
 *     ends      A thread that stands in the goal may have stood there before: the first time that shows the goal is kept. What
 *               follows, of it and of all others, is not needed.
 *     others    Of a thread that has no part in the goal the shortest beginning is looked for that still lets it happen; often
 *               that is nothing.
 *     rounds    Between two visits of one instruction, in one stretch of a thread, lie rounds of a loop. A round that waited for
 *               nothing, or did the work of another time, can be left out: behind it the thread does the same.
 *
 * Inputs are named by how many instructions their thread has executed, and move with what was left out before them. */
#include <stdlib.h>
#include <string.h>

#include "base/store/map.h"
#include "prove/replay/shorten.h"

enum { MOST_VISITS = 24, MOST_GAPS = 12, MOST_LOOKED = 100000 };

/* What can be taken back. */
struct kept_schedule {
	VEC(struct schedule_segment) segment;
	VEC(struct schedule_input) input;
};

struct minimising {
	struct arena *arena;
	struct shortening *shortening;
	struct schedule *s;
	struct kept_schedule kept;
};

static void keep(struct minimising *x)
{
	x->kept.segment.n = x->kept.input.n = 0;
	for (uint32_t i = 0; i < x->s->segment.n; i++)
		*vec_add(x->arena, &x->kept.segment) = x->s->segment.at[i];
	for (uint32_t i = 0; i < x->s->input.n; i++)
		*vec_add(x->arena, &x->kept.input) = x->s->input.at[i];
}

static bool judge(struct minimising *x)
{
	if (shorten_may(x->shortening) && shorten_happens(x->shortening, x->s, NULL, NULL))
		return true;
	for (uint32_t i = 0; i < x->kept.segment.n; i++)
		x->s->segment.at[i] = x->kept.segment.at[i];
	x->s->segment.n = x->kept.segment.n;
	for (uint32_t i = 0; i < x->kept.input.n; i++)
		x->s->input.at[i] = x->kept.input.at[i];
	x->s->input.n = x->kept.input.n;
	return false;
}

static uint64_t steps_of(const struct schedule *s, uint32_t thread)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < s->segment.n; i++)
		n += s->segment.at[i].thread == thread ? s->segment.at[i].steps : 0;
	return n;
}

static void drop_empty(struct schedule *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->segment.n; i++)
		if (s->segment.at[i].steps)
			s->segment.at[n++] = s->segment.at[i];
	s->segment.n = n;
}

/* The instructions [from, from + n) of a thread are not executed. */
static void leave_out(struct schedule *s, uint32_t thread, uint64_t from, uint64_t n)
{
	uint64_t at = 0, end = n > UINT64_MAX - from ? UINT64_MAX : from + n;
	uint32_t inputs = 0;

	for (uint32_t i = 0; i < s->segment.n; i++) {
		struct schedule_segment *g = &s->segment.at[i];
		uint64_t begin = at, close = at + g->steps;
		if (g->thread != thread)
			continue;
		at = close;
		begin = begin > from ? begin : from;
		close = close < end ? close : end;
		g->steps -= begin < close ? close - begin : 0;
	}
	drop_empty(s);
	for (uint32_t i = 0; i < s->input.n; i++) {
		struct schedule_input in = s->input.at[i];
		if (in.thread == thread && in.turn >= from && in.turn < end)
			continue;
		in.turn -= in.thread == thread && in.turn >= end ? n : 0;
		s->input.at[inputs++] = in;
	}
	s->input.n = inputs;
}

static bool try_without(struct minimising *x, uint32_t thread, uint64_t from, uint64_t n)
{
	keep(x);
	leave_out(x->s, thread, from, n);
	return judge(x);
}

/* ---- ends ---- */

struct visits {
	const struct schedule_place *place;
	uint64_t own; /* instructions that its thread has executed */
	uint64_t at[MOST_VISITS];
	uint32_t n;
};

static void note_visit(void *p, const struct machine *m, const struct machine_look *l, uint32_t thread)
{
	struct visits *v = p;

	(void)m;
	if (thread != v->place->thread)
		return;
	if (l->fn.i == v->place->fn.i && l->inst == v->place->inst && v->n < MOST_VISITS)
		v->at[v->n++] = v->own;
	v->own++;
}

/* A thread ends where it has stood at its goal before. */
static void end_earlier(struct minimising *x)
{
	for (uint32_t i = x->s->apart ? 1 : 0; i < x->s->place.n; i++) {
		struct visits v = { .place = &x->s->place.at[i] };
		if (!shorten_may(x->shortening) || !shorten_happens(x->shortening, x->s, note_visit, &v))
			return;
		for (uint32_t k = 0; k < v.n; k++)
			if (try_without(x, v.place->thread, v.at[k], UINT64_MAX))
				break;
	}
}

/* ---- others ---- */

static bool is_in_goal(const struct schedule *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->place.n; i++)
		if (s->place.at[i].thread == thread)
			return true;
	return false;
}

/* Bisection: what is kept at each step has happened, even if less was possible in between. */
static void cut_thread(struct minimising *x, uint32_t thread)
{
	uint64_t enough = steps_of(x->s, thread), too_few = 0;

	if (!enough || try_without(x, thread, 0, UINT64_MAX))
		return;
	while (enough - too_few > 1 && shorten_may(x->shortening)) {
		uint64_t half = too_few + (enough - too_few) / 2;
		if (try_without(x, thread, half, UINT64_MAX))
			enough = half;
		else
			too_few = half;
	}
}

static void cut_others(struct minimising *x)
{
	uint32_t threads = 0;

	for (uint32_t i = 0; i < x->s->segment.n; i++)
		threads = x->s->segment.at[i].thread >= threads ? x->s->segment.at[i].thread + 1 : threads;
	for (uint32_t t = threads; t-- > 0;) /* those that were started last first: who started them is needed for less then */
		if (!is_in_goal(x->s, t))
			cut_thread(x, t);
}

/* ---- rounds ---- */

/* Instructions of a thread that it executes more than once in one stretch. */
struct loop_gap {
	uint64_t from, n; /* as the thread counts */
};

struct stretches {
	struct arena *arena;
	uint32_t thread, last;	/* the thread that ran last */
	uint64_t own, begin; /* begin of the stretch */
	struct map first;	/* where it is -> own + 1 */
	VEC(struct loop_gap) gap;
};

static void note_gap(void *p, const struct machine *m, const struct machine_look *l, uint32_t thread)
{
	struct stretches *x = p;
	uint32_t last = x->last, *first, depth;

	x->last = thread;
	if (thread != x->thread)
		return;
	if (last != thread)
		x->begin = x->own;
	if (x->own < MOST_LOOKED) {
		depth = m->thread.at[thread].frame.n;
		first = map_at(x->arena, &x->first, (uint64_t)l->fn.i << 40 ^ (uint64_t)(depth & 0xffff) << 24 ^ l->inst);
		if (!*first || *first - 1 < x->begin)
			*first = (uint32_t)x->own + 1;
		else
			*vec_add(x->arena, &x->gap) = (struct loop_gap){ *first - 1, x->own - (*first - 1) };
	}
	x->own++;
}

static int longest_first(const void *a, const void *b)
{
	const struct loop_gap *x = a, *y = b;

	return x->n != y->n ? (x->n < y->n ? 1 : -1) : x->from != y->from ? (x->from < y->from ? -1 : 1) : 0;
}

/* Gaps of one length are many, one for each instruction of the loop: one of each length is tried. */
static bool drop_rounds(struct minimising *x, uint32_t thread)
{
	struct stretches y = { .thread = thread, .last = UINT32_MAX };
	struct arena scratch;
	uint32_t tried = 0;
	uint64_t last = 0;
	bool done = false;

	arena_init(&scratch, "rounds");
	y.arena = &scratch;
	if (shorten_may(x->shortening) && shorten_happens(x->shortening, x->s, note_gap, &y) && y.gap.n) {
		qsort(y.gap.at, y.gap.n, sizeof *y.gap.at, longest_first);
		for (uint32_t i = 0; i < y.gap.n && tried < MOST_GAPS && !done; i++) {
			if (y.gap.at[i].n == last)
				continue;
			last = y.gap.at[i].n;
			tried++;
			done = try_without(x, thread, y.gap.at[i].from, y.gap.at[i].n);
		}
	}
	arena_release(&scratch);
	return done;
}

void shorten_minimise(struct arena *a, struct shortening *shortening, struct schedule *s)
{
	struct minimising x = { .arena = a, .shortening = shortening, .s = s };

	end_earlier(&x);
	cut_others(&x);
	if (s->unset.n) /* bytes that nobody has set are named by rounds */
		return;
	for (uint32_t i = 0; i < s->place.n; i++)
		while (drop_rounds(&x, s->place.at[i].thread))
			continue;
	cut_others(&x);
}
