/* theorem: the replay and the search against brute force, on random programs.     theorem FIRST COUNT [DIRECTORY to keep the
 * programs in]
 *
 * Every failure that brute force finds is replayed from the schedule that showed it, and must be confirmed; the same schedule
 * with an instruction missing, with the threads exchanged, or with the goal of another failure must be refuted, unless brute
 * force knows that failure, too.
 *
 * Theorem 1 (kiss section 4.1), both ways: with an unbounded `ts` and the stack discipline alone, the search must find every
 * failed assertion and every race that has a balanced schedule, and whatever it finds and the replay confirms, brute force
 * must know. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extract/extract.h"
#include "interleave.h"
#include "link/link.h"
#include "prove/execute/primitives.h"
#include "prove/prove.h"
#include "prove/replay/replay.h"

enum { MOST_STATES = 30000, SECONDS = 20 };

struct counts {
	uint64_t programs, failures, balanced, states, mutants, large, wrong, found, refuted, fewer, saved;
};

static struct arena arena;

static void complain(struct counts *c, uint64_t seed, const char *what, const struct failure *f, const char *text)
{
	c->wrong++;
	printf("program %" PRIu64 ": %s: goal %u at %u:%u: %s\n", seed, what, f->goal, f->place.at[0].fn.i, f->place.at[0].inst,
	       text ? text : "");
}

/* ---- the replay ---- */

static bool confirms(struct arena *a, struct machine_image *image, const struct schedule *s, const char **text)
{
	struct finding_proof proof;

	replay_run(a, image, s, &proof);
	*text = proof.text;
	return proof.state == PROOF_CONFIRMED;
}

/* The schedule with an instruction of one of its threads missing, the last one: it is not yet there. */
static void try_shorter(struct arena *a, struct machine_image *image, const struct failure *f, uint64_t seed, struct counts *c)
{
	struct schedule s = f->schedule;
	uint32_t last = s.segment.n;
	const char *text;

	for (uint32_t i = 0; i < s.segment.n; i++)
		last = s.segment.at[i].thread == f->place.at[0].thread ? i : last;
	if (last == s.segment.n)
		return;
	s.segment.at = arena_array(a, s.segment.n, sizeof *s.segment.at);
	memcpy(s.segment.at, f->schedule.segment.at, s.segment.n * sizeof *s.segment.at);
	s.segment.at[last].steps--;
	c->mutants++;
	if (confirms(a, image, &s, &text))
		complain(c, seed, "confirmed without its last step", f, text);
}

/* The places of another failure at the end of this schedule: must not be confirmed unless the machine really shows it; a race
 * never with both places in one thread. */
static void try_other_goal(struct arena *a, struct machine_image *image, const struct failure *f, const struct failures *all,
			   uint64_t seed, struct counts *c)
{
	struct schedule s = f->schedule;
	const char *text;

	for (uint32_t i = 0; i < all->at.n; i++) {
		const struct failure *g = &all->at.at[i];
		if (g == f || g->goal == f->goal)
			continue;
		s.goal = g->goal;
		s.place.n = 0;
		s.place.at = NULL;
		s.place.cap = 0;
		for (uint32_t k = 0; k < g->place.n; k++)
			*vec_add(a, &s.place) = g->place.at[k];
		c->mutants++;
		if (confirms(a, image, &s, &text) && !failure_find(all, s.goal, s.place.at, s.place.n))
			complain(c, seed, "confirmed what is not there", g, text);
	}
}

/* A race on places where none is: the first failure's first place, twice in threads that do not run it. */
static void try_swapped(struct arena *a, struct machine_image *image, const struct failure *f, const struct failures *all,
			uint64_t seed, struct counts *c)
{
	struct schedule s = f->schedule;
	const char *text;

	if (f->goal != GOAL_RACE || (f->place.at[0].fn.i == f->place.at[1].fn.i && f->place.at[0].inst == f->place.at[1].inst))
		return;
	s.place = f->schedule.place;
	s.place.at = arena_array(a, 2, sizeof *s.place.at);
	s.place.at[0] = (struct schedule_place){ f->place.at[0].thread, f->place.at[1].fn, f->place.at[1].inst };
	s.place.at[1] = (struct schedule_place){ f->place.at[1].thread, f->place.at[0].fn, f->place.at[0].inst };
	c->mutants++;
	if (confirms(a, image, &s, &text))
		complain(c, seed, "confirmed with the threads exchanged", f, text);
	(void)all;
}

static uint64_t instructions(const struct schedule *s)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < s->segment.n; i++)
		n += s->segment.at[i].steps;
	return n;
}

/* With fewer instructions and switches it is as good, and not longer. */
static void try_fewer_switches(struct arena *a, struct machine_image *image, const struct failure *f, uint64_t seed,
			       struct counts *c)
{
	struct schedule s = replay_shortened(a, image, &f->schedule);
	const char *text;

	c->fewer += f->schedule.segment.n - s.segment.n;
	c->saved += instructions(&f->schedule) - instructions(&s);
	if (s.segment.n > f->schedule.segment.n || instructions(&s) > instructions(&f->schedule) || !confirms(a, image, &s, &text))
		complain(c, seed, "not confirmed any more with fewer context switches", f, "");
}

static void check_replay(struct arena *a, struct machine_image *image, const struct failures *all, uint64_t seed,
			 struct counts *c)
{
	const char *text;

	for (uint32_t i = 0; i < all->at.n; i++) {
		const struct failure *f = &all->at.at[i];
		if (!confirms(a, image, &f->schedule, &text))
			complain(c, seed, "not confirmed", f, text);
		try_fewer_switches(a, image, f, seed, c);
		try_shorter(a, image, f, seed, c);
		try_swapped(a, image, f, all, seed, c);
		try_other_goal(a, image, f, all, seed, c);
	}
}

/* ---- the search ---- */

static void search(struct arena *a, const struct points *points, const struct program *primitives, const struct failure *f,
		   uint32_t switches, struct prove_result *r)
{
	struct goal_pair pair = { f->place.at[0], f->place.at[f->place.n - 1] };
	struct goal goal = { .kind = f->goal };
	struct prove_options o;

	prove_defaults(&o);
	o.switches = switches;
	o.seconds = switches ? 1 : SECONDS;
	if (f->goal == GOAL_RACE) {
		goal.pair = &pair;
		goal.npairs = 1;
	} else {
		goal.place = f->place.at;
		goal.nplaces = f->place.n;
	}
	prove_search(a, points, primitives, &goal, &o, r);
}

/* The failures that exist, and one that does not: an assertion that brute force has never seen fail. */
static void check_search(struct arena *a, struct machine_image *image, const struct points *points,
			 const struct program *primitives, const struct failures *all, const struct failures *balanced,
			 uint64_t seed, struct counts *c)
{
	for (uint32_t i = 0; i < all->at.n; i++) {
		const struct failure *f = &all->at.at[i];
		bool expected = f->goal != GOAL_DEADLOCK && failure_find(balanced, f->goal, f->place.at, f->place.n);
		struct prove_result r;
		const char *text = "";
		search(a, points, primitives, f, 0, &r);
		if (r.outcome != PROVE_FOUND && expected)
			complain(c, seed, "has a balanced schedule and was not found", f, r.text);
		if (r.outcome != PROVE_FOUND || i % 4 == 0) /* and what rounds find must be as true */
			search(a, points, primitives, f, 2, &r);
		if (r.outcome != PROVE_FOUND)
			continue;
		c->found++;
		if (!confirms(a, image, &r.schedule, &text)) {
			c->refuted++;
			complain(c, seed, "found, but the replay does not confirm it", f, text);
		} else if (!failure_find(all, r.schedule.goal, r.schedule.place.at, r.schedule.place.n)) {
			complain(c, seed, "confirmed, but brute force does not know it", f, text);
		}
	}
}

/* Assertions that never fail must not be found to. */
static void check_silence(struct arena *a, struct machine_image *image, const struct points *points,
			  const struct program *primitives, const struct failures *all, uint64_t seed, struct counts *c)
{
	for (uint32_t fn = 1; fn < points->p->fn.n; fn++) {
		struct body b = { 0 };
		body_get(a, points->p, (struct fn_id){ fn }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			struct failure f = { .goal = GOAL_ASSERT };
			struct sym_id callee =
			    b.inst.at[i].op == OP_call ? body_callee(points->p, &b, &b.inst.at[i]) : (struct sym_id){ 0 };
			struct prove_result r;
			const char *text;
			if (!callee.i || !machine_fails(program_str(points->p, program_sym(points->p, callee)->name)))
				continue;
			*vec_add(a, &f.place) = (struct schedule_place){ 0, { fn }, i };
			if (failure_find(all, GOAL_ASSERT, f.place.at, 1))
				continue;
			search(a, points, primitives, &f, 0, &r);
			if (r.outcome == PROVE_FOUND)
				complain(c, seed,
					 confirms(a, image, &r.schedule, &text) ? "confirmed a failure that is none"
										: "found a failure that is none",
					 &f, text);
		}
	}
}

/* ---- one program ---- */

static const struct program *load(struct arena *a, const struct extracted *u)
{
	struct link_unit unit = { u->path, u->file, false, false, false };
	struct link_group group = { .name = u->file, .start = "main" };
	struct trouble t;
	struct linked *linked;

	if (!u->path)
		die("%s: %s", u->file, u->error);
	*vec_add(a, &group.unit) = 0;
	linked = link_program(a, &unit, &group, &t);
	if (!linked)
		die("%s", t.text);
	return linked->program;
}

static void check_one(const struct extracted *u, struct models *models, const struct program *primitives, uint64_t seed,
		      struct counts *c)
{
	struct arena a;
	struct machine_image *image;
	struct failures all, balanced;
	const struct program *p;

	arena_init(&a, "program");
	p = load(&a, u);
	image = machine_image(&a, p, models);
	all = interleave(&a, image, false, MOST_STATES);
	balanced = interleave(&a, image, true, MOST_STATES);
	c->programs++;
	c->states += all.states;
	c->large += all.too_many || balanced.too_many;
	c->failures += all.at.n;
	c->balanced += balanced.at.n;
	for (uint32_t i = 0; i < balanced.at.n && !all.too_many; i++)
		if (!failure_find(&all, balanced.at.at[i].goal, balanced.at.at[i].place.at, balanced.at.at[i].place.n))
			complain(c, seed, "balanced, but not among all", &balanced.at.at[i], NULL);
	check_replay(&a, image, &all, seed, c);
	check_replay(&a, image, &balanced, seed, c);
	if (!all.too_many && !balanced.too_many) {
		const struct points *points = points_run(&a, p, models, (struct points_start){ "main", true });
		check_search(&a, image, points, primitives, &all, &balanced, seed, c);
		check_silence(&a, image, points, primitives, &all, seed, c);
	}
	arena_release(&a);
}

static const char *write_program(const char *dir, uint64_t seed)
{
	const char *path = arena_format(&arena, "%s/p%" PRIu64 ".c", dir, seed), *text = generate(&arena, seed);
	struct trouble t;

	if (!file_write(path, text, strlen(text), &t))
		die("%s", t.text);
	return path;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, n = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	char own[] = "/tmp/snag-theorem-XXXXXX";
	const char *dir = argc > 3 ? argv[3] : mkdtemp(own), **path;
	struct models_options none = { 0 };
	struct extract_options how = { .cache = NULL, .workers = 2 };
	struct counts c = { 0 };
	struct extract units;
	const struct program *primitives;
	struct models *models;
	struct jobs jobs;
	struct trouble t;

	arena_init(&arena, "theorem");
	path = arena_array(&arena, n, sizeof *path);
	for (uint64_t i = 0; i < n; i++)
		path[i] = write_program(dir, first + i);
	models = models_load(&arena, &none, &t);
	if (!models || !capture_files(&arena, path, (uint32_t)n, NULL, 0, &jobs, &t) ||
	    !extract_run(&arena, &jobs, &how, &units, &t))
		die("%s", t.text);
	primitives = primitives_load(&arena, NULL, 8, &t);
	if (!primitives)
		die("%s", t.text);
	for (uint64_t i = 0; i < n; i++)
		check_one(&units.unit[i], models, primitives, first + i, &c);
	extract_release(&units);
	for (uint64_t i = 0; argc <= 3 && i < n; i++)
		unlink(path[i]);
	if (argc <= 3)
		rmdir(dir);
	printf("%" PRIu64 " programs, %" PRIu64 " states, %" PRIu64 " failures, %" PRIu64 " with a balanced schedule, %" PRIu64
	       " mutants, %" PRIu64 " too large, %" PRIu64 " found, %" PRIu64 " pieces of schedules joined or left out, %" PRIu64
	       " instructions saved\n",
	       c.programs, c.states, c.failures, c.balanced, c.mutants, c.large, c.found, c.fewer, c.saved);
	printf("%" PRIu64 " passed, %" PRIu64 " failed\n", c.programs, c.wrong);
	arena_release(&arena);
	return c.wrong || c.large * 20 > c.programs || !c.failures || (c.failures > 100 && !c.saved);
}
