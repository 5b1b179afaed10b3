#include "interleave.h"

#include <stdlib.h>

enum { MOST_DEPTH = 400, MOST_THREADS = 8, MOST_INVISIBLE = 10000 };

struct explorer {
	struct arena *arena, seen_arena;
	struct machine_image *image;
	struct failures out;
	struct map seen;
	bool balanced;
	uint64_t most;
	VEC(struct schedule_segment) path;
};

/* Of the balanced ones: the threads on the stack, the running one last; those that have had their turn. */
struct discipline {
	uint32_t stack[MOST_THREADS], n;
	bool started[MOST_THREADS];
};

static int by_place(const void *a, const void *b)
{
	const struct schedule_place *x = a, *y = b;

	if (x->fn.i != y->fn.i)
		return x->fn.i < y->fn.i ? -1 : 1;
	return x->inst != y->inst ? (x->inst < y->inst ? -1 : 1) : 0;
}

static bool same_places(const struct failure *f, const struct schedule_place *p, uint32_t n)
{
	if (f->place.n != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (by_place(&f->place.at[i], &p[i]))
			return false;
	return true;
}

const struct failure *failure_find(const struct failures *f, uint8_t goal, const struct schedule_place *place, uint32_t n)
{
	struct schedule_place sorted[MOST_THREADS];

	for (uint32_t i = 0; i < n && i < MOST_THREADS; i++)
		sorted[i] = place[i];
	qsort(sorted, n, sizeof *sorted, by_place);
	for (uint32_t i = 0; i < f->at.n; i++)
		if (f->at.at[i].goal == goal && same_places(&f->at.at[i], sorted, n))
			return &f->at.at[i];
	return NULL;
}

static void add_failure(struct explorer *x, uint8_t goal, struct schedule_place *place, uint32_t n)
{
	struct failure *f;

	if (failure_find(&x->out, goal, place, n))
		return;
	f = vec_add(x->arena, &x->out.at);
	*f = (struct failure){ .goal = goal, .schedule = { .start = START_MAIN, .goal = goal } };
	qsort(place, n, sizeof *place, by_place);
	for (uint32_t i = 0; i < n; i++) {
		*vec_add(x->arena, &f->place) = place[i];
		*vec_add(x->arena, &f->schedule.place) = place[i];
	}
	for (uint32_t i = 0; i < x->path.n; i++)
		*vec_add(x->arena, &f->schedule.segment) = x->path.at[i];
}

/* ---- moving ---- */

/* Steps of one thread, as one segment with the ones before where it is the same thread. */
static void note_step(struct explorer *x, uint32_t thread)
{
	struct schedule_segment *last = x->path.n ? &x->path.at[x->path.n - 1] : NULL;

	if (last && last->thread == thread)
		last->steps++;
	else
		*vec_add(&x->seen_arena, &x->path) = (struct schedule_segment){ thread, 1 };
}

/* To the next instruction that others can see. */
static void advance(struct explorer *x, struct machine *m, uint32_t thread)
{
	struct machine_look l;

	for (uint32_t i = 0; i < MOST_INVISIBLE && m->state == MACHINE_RUNS; i++) {
		machine_look(m, thread, &l);
		if (l.next != NEXT_RUNS || l.visible)
			return;
		machine_step(m, thread);
		note_step(x, thread);
	}
}

/* ---- what is wrong in a state ---- */

static struct schedule_place place_of(const struct machine_look *l, uint32_t thread)
{
	return (struct schedule_place){ thread, l->fn, l->inst };
}

static void look_for_races(struct explorer *x, const struct machine_look *l, const bool *there, uint32_t n)
{
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = a + 1; b < n; b++)
			if (there[a] && there[b] && l[a].next == NEXT_RUNS && l[b].next == NEXT_RUNS &&
			    machine_conflict(&l[a], &l[b])) {
				struct schedule_place p[2] = { place_of(&l[a], a), place_of(&l[b], b) };
				add_failure(x, GOAL_RACE, p, 2);
			}
}

static void look_at_state(struct explorer *x, struct machine *m, const struct discipline *d)
{
	struct machine_look l[MOST_THREADS];
	struct schedule_place blocked[MOST_THREADS];
	bool there[MOST_THREADS];
	uint32_t n = m->thread.n, nblocked = 0, running = 0;

	for (uint32_t t = 0; t < n; t++) {
		machine_look(m, t, &l[t]);
		there[t] = !x->balanced || d->started[t];
		if (there[t] && l[t].failing) {
			struct schedule_place p = place_of(&l[t], t);
			add_failure(x, GOAL_ASSERT, &p, 1);
		}
		if (l[t].next == NEXT_BLOCKS && there[t])
			blocked[nblocked++] = place_of(&l[t], t);
		else
			running += l[t].next != NEXT_ENDED;
	}
	look_for_races(x, l, there, n);
	if (nblocked && !running)
		add_failure(x, GOAL_DEADLOCK, blocked, nblocked);
}

/* ---- exploring ---- */

static bool is_new(struct explorer *x, const struct machine *m, const struct discipline *d)
{
	uint64_t h = machine_hash(m);
	uint32_t *at;

	for (uint32_t i = 0; x->balanced && i < d->n; i++)
		h = (h ^ (d->stack[i] + 1)) * 0x9e3779b97f4a7c15ull;
	for (uint32_t i = 0; x->balanced && i < MOST_THREADS; i++)
		h = (h ^ (d->started[i] ? 3u : 1u)) * 0x9e3779b97f4a7c15ull;
	at = map_at(&x->seen_arena, &x->seen, h);
	if (*at)
		return false;
	*at = 1;
	return true;
}

static void explore(struct explorer *x, struct machine *m, const struct discipline *d, uint32_t depth);

/* The path as it is now, to come back to. */
struct mark {
	uint32_t n;
	uint64_t steps;
};

static struct mark mark(const struct explorer *x)
{
	return (struct mark){ x->path.n, x->path.n ? x->path.at[x->path.n - 1].steps : 0 };
}

static void back_to(struct explorer *x, struct mark k)
{
	x->path.n = k.n;
	if (k.n)
		x->path.at[k.n - 1].steps = k.steps;
}

/* One visible step of a thread, and on. A thread that it starts is not moved before it is its turn. */
static void go(struct explorer *x, const struct machine *m, const struct discipline *d, uint32_t thread, uint32_t depth)
{
	struct mark k = mark(x);
	struct machine next;
	struct machine_look l;

	machine_copy(&next, m);
	machine_look(&next, thread, &l);
	if (l.next == NEXT_RUNS && !l.failing) {
		machine_step(&next, thread);
		note_step(x, thread);
		advance(x, &next, thread);
		for (uint32_t t = m->thread.n; t < next.thread.n && !x->balanced; t++)
			advance(x, &next, t);
		explore(x, &next, d, depth + 1);
	}
	machine_release(&next);
	back_to(x, k);
}

static void go_balanced(struct explorer *x, struct machine *m, const struct discipline *d, uint32_t depth)
{
	struct discipline other;
	struct mark k = mark(x);

	if (d->n)
		go(x, m, d, d->stack[d->n - 1], depth);
	for (uint32_t t = 0; t < m->thread.n; t++) {
		struct machine next;
		if (d->started[t])
			continue;
		other = *d;
		other.started[t] = true;
		other.stack[other.n++] = t;
		machine_copy(&next, m);
		advance(x, &next, t);
		explore(x, &next, &other, depth + 1);
		machine_release(&next);
		back_to(x, k);
	}
	if (d->n) {
		other = *d;
		other.n--;
		explore(x, m, &other, depth + 1);
	}
}

static void explore(struct explorer *x, struct machine *m, const struct discipline *d, uint32_t depth)
{
	if (m->state != MACHINE_RUNS || m->thread.n > MOST_THREADS)
		return;
	look_at_state(x, m, d);
	if (depth >= MOST_DEPTH || x->out.states >= x->most) {
		x->out.too_many = true;
		return;
	}
	if (!is_new(x, m, d))
		return;
	x->out.states++;
	if (x->balanced)
		go_balanced(x, m, d, depth);
	else
		for (uint32_t t = 0; t < m->thread.n; t++)
			go(x, m, d, t, depth);
}

struct failures interleave(struct arena *a, struct machine_image *image, bool balanced, uint64_t most)
{
	struct explorer x = { .arena = a, .image = image, .balanced = balanced, .most = most };
	struct discipline d = { .stack = { 0 }, .n = 1, .started = { true } };
	struct machine m;

	arena_init(&x.seen_arena, "interleave");
	x.out.arena = a;
	if (machine_start(&m, image, NULL)) {
		advance(&x, &m, 0);
		explore(&x, &m, &d, 0);
	}
	machine_release(&m);
	arena_release(&x.seen_arena);
	return x.out;
}
