/* What an execution shows: a race, a failing assertion, threads that wait for ever; with the way there, as a schedule. */
#include "base/store/hash.h"
#include "verify/run.h"

/* Whether there is such an execution is not known. */
static void guessed(struct verify_run *r)
{
	r->result->outcome = VERIFY_INEXACT;
	r->result->outside = true;
	r->result->why = "an execution that violates it has guessed what values from outside decide";
	r->result->help = "more time for the prover (--seconds)";
}

/* The trace of a state, first stretch first. False: no inputs are known with which it happens. Of what is told to `stuck` the
 * replay says whether inputs can have such values. */
static bool make_schedule(struct verify_run *r, struct schedule *out, const struct verify_state *s, uint8_t goal)
{
	struct arena *a = r->x.out;
	uint32_t trace = s->trace;
	VEC(uint32_t) way = { 0 };
	Z3_model model = NULL;
	bool solved = !r->x.terms || !s->link || formula_solve(r->x.terms, s, r->x.o->stuck, &model);

	*out = (struct schedule){ .start = START_MAIN, .whole = true, .goal = goal };
	for (; trace; trace = r->x.trace.at[trace].before)
		*vec_add(a, &way) = trace;
	for (uint32_t i = way.n; i-- > 0;) {
		const struct verify_trace *t = &r->x.trace.at[way.at[i]];
		if (t->input)
			*vec_add(a, &out->input) =
			    (struct schedule_input){ .thread = t->thread, .fn = t->fn, .inst = t->inst, .turn = t->turn, .reach = UINT64_MAX,
						     .value = { .kind = VALUE_NUMBER,
								.lo = t->symbol && model ? formula_input(r->x.terms, model, t->symbol) : t->value } };
		if (!t->steps)
			continue;
		if (out->segment.n && out->segment.at[out->segment.n - 1].thread == t->thread)
			out->segment.at[out->segment.n - 1].steps += t->steps;
		else
			*vec_add(a, &out->segment) = (struct schedule_segment){ t->thread, t->steps };
	}
	/* inputs by thread, in the order of their use */
	for (uint32_t i = 1; i < out->input.n; i++)
		for (uint32_t k = i; k && out->input.at[k - 1].thread > out->input.at[k].thread; k--) {
			struct schedule_input x = out->input.at[k];
			out->input.at[k] = out->input.at[k - 1];
			out->input.at[k - 1] = x;
		}
	return solved;
}

static const char *place_text(struct verify_run *r, struct fn_id fn, uint32_t inst)
{
	const struct machine_code *c;
	const struct loc *l;

	if (!fn.i)
		return "?";
	c = machine_code(r->x.image, fn);
	l = &c->body.loc.at[c->body.inst.at[inst].loc];
	return arena_format(r->x.out, "%s:%u", path_base(program_str(r->x.image->p, l->file)), l->line);
}

static const char *thread_text(struct verify_run *r, const struct verify_state *s, uint32_t thread)
{
	return arena_format(r->x.out, "thread %u (%s)", thread, program_fn_name(r->x.image->p, s->m.thread.at[thread].start));
}

static void found(struct verify_run *r, const struct verify_state *s)
{
	bool inexact = s->bent && (r->x.seq_cst || r->x.described);

	r->result->needs_weak = s->bent;
	r->result->outcome = inexact ? VERIFY_INEXACT : VERIFY_VIOLATED;
	if (s->guessed) {
		guessed(r);
	} else if (inexact) {
		r->result->why = "an execution that violates it may be one that seq_cst accesses rule out";
		r->result->help = "";
	}
}

void found_race(struct verify_run *r, const struct verify_state *s)
{
	const struct verify_race *race = &r->x.race;
	struct schedule *out = &r->result->schedule;
	bool first = race->first.kind & DONE_WRITE;

	found(r, s);
	if (!make_schedule(r, &r->result->schedule, s, GOAL_RACE))
		guessed(r);
	out->apart = true;
	*vec_add(r->x.out, &out->place) = (struct schedule_place){ race->first.thread, race->first.fn, race->first.inst };
	*vec_add(r->x.out, &out->place) = (struct schedule_place){ race->thread, race->fn, race->inst };
	r->result->what = arena_format(r->x.out, "%s at %s by %s, %s at %s by %s", first ? "write" : "read",
				       place_text(r, race->first.fn, race->first.inst), thread_text(r, s, race->first.thread),
				       race->write ? "write" : "read", place_text(r, race->fn, race->inst),
				       thread_text(r, s, race->thread));
}

void found_assert(struct verify_run *r, const struct verify_state *s, struct schedule_place place)
{
	found(r, s);
	if (!make_schedule(r, &r->result->schedule, s, GOAL_ASSERT))
		guessed(r);
	*vec_add(r->x.out, &r->result->schedule.place) = place;
	r->result->what = arena_format(r->x.out, "the assertion at %s fails in %s", place_text(r, place.fn, place.inst),
				       thread_text(r, s, place.thread));
}

/* Those of `stuck` wait for ever. */
static void deadlock_found(struct verify_run *r, struct verify_state *s, uint64_t stuck)
{
	struct verify_next n;
	const char *text = "";

	found(r, s);
	if (!make_schedule(r, &r->result->schedule, s, GOAL_DEADLOCK))
		guessed(r);
	for (uint32_t i = 0; i < s->m.thread.n; i++) {
		const struct machine_frame *f;
		if (!(stuck >> i & 1))
			continue;
		allow_next(&r->x, s, i, &n);
		f = machine_top(&s->m, i);
		*vec_add(r->x.out, &r->result->schedule.place) = (struct schedule_place){ i, f->fn, f->inst };
		text = arena_format(r->x.out, "%s%s%s waits at %s%s", text, *text ? ", " : "", thread_text(r, s, i),
				    place_text(r, f->fn, f->inst),
				    n.look.join ? arena_format(r->x.out, " for thread %u", n.look.join - 1) : "");
	}
	r->result->what = text;
}

uint64_t found_alive(const struct verify_state *s)
{
	uint64_t of = 0;

	for (uint32_t i = 0; i < s->m.thread.n && i < 64; i++)
		of |= (uint64_t)!s->m.thread.at[i].ended << i;
	return of;
}

/* Whom a thread waits for that alone could let it go on: who has the lock, or who is to be joined. UINT32_MAX: nobody, or
 * anybody. */
static uint32_t waits_for(struct verify_run *r, struct verify_state *s, uint32_t thread)
{
	struct verify_next n;

	if (s->m.thread.at[thread].ended)
		return UINT32_MAX;
	allow_next(&r->x, s, thread, &n);
	if (n.kind != STEP_BLOCKED)
		return UINT32_MAX;
	if (n.look.join)
		return n.look.join - 1;
	return n.look.sync && s->m.sync.at[n.look.sync - 1].owner ? s->m.sync.at[n.look.sync - 1].owner - 1 : UINT32_MAX;
}

/* Threads that wait for each other in a circle, or one for itself: bits; 0: there are none. Whoever else goes on, and though the
 * process may end, they never do. */
static uint64_t circle(struct verify_run *r, struct verify_state *s)
{
	for (uint32_t i = 0; i < s->m.thread.n; i++) {
		uint64_t seen = 0;
		uint32_t at = i;
		while (at != UINT32_MAX && !(seen >> at & 1)) {
			seen |= 1ull << at;
			at = waits_for(r, s, at);
		}
		if (at == i)
			return seen;
	}
	return 0;
}

/* Is it known of this thread alone that it waits in vain: it joins one of those who wait? If all do, they wait for each other. */
static bool only_joins(const struct verify_waiter *w, uint32_t n, const struct verify_waiter *of)
{
	bool any = false;

	for (uint32_t i = 0; i < n; i++)
		any |= !w[i].joins;
	return any && of->joins;
}

static uint64_t places_hash(const struct verify_waiter *w, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += hash_much(&(uint32_t[]){ w[i].fn.i, w[i].inst }, 2 * sizeof(uint32_t), 0);
	return sum;
}

/* What the threads of `stuck` wait for, those first that others wait for. A circle is told whole. */
static void tell_stuck(struct verify_run *r, struct verify_state *s, uint64_t stuck, bool whole)
{
	struct verify_waiter all[MOST_THREADS], *w;
	struct verify_stuck told = { .guessed = s->guessed };
	struct verify_next n;
	uint32_t *known, count = 0;

	for (uint32_t i = 0; i < s->m.thread.n && i < MOST_THREADS; i++) {
		const struct machine_frame *f;
		if (!(stuck >> i & 1))
			continue;
		allow_next(&r->x, s, i, &n);
		f = machine_top(&s->m, i);
		all[count++] = (struct verify_waiter){ i, s->m.thread.at[i].start, f->fn, f->inst, /* whose a guessed lock is nobody knows */
						       s->guessed ? UINT32_MAX : waits_for(r, s, i), n.look.join != 0 };
	}
	w = arena_array(r->x.out, count + 1, sizeof *w);
	for (uint32_t i = 0; i < count; i++)
		if (whole || !only_joins(all, count, &all[i]))
			w[told.n++] = all[i];
	known = map_at(&r->x.arena, &r->told, places_hash(w, told.n));
	if ((*known)++)
		return;
	told.waiter = w;
	told.guessed |= !make_schedule(r, &told.schedule, s, GOAL_DEADLOCK);
	for (uint32_t i = 0; i < told.n; i++)
		*vec_add(r->x.out, &told.schedule.place) = (struct schedule_place){ w[i].thread, w[i].fn, w[i].inst };
	r->x.o->stuck(r->x.o->with, &told);
}

void found_stuck(struct verify_run *r, struct verify_state *s, bool any)
{
	uint64_t round = circle(r, s), all = found_alive(s);

	if (round && r->x.o->stuck)
		tell_stuck(r, s, round, true);
	else if (round)
		deadlock_found(r, s, round);
	else if (!any && all && r->x.o->stuck)
		tell_stuck(r, s, all, false);
	else if (!any && all)
		deadlock_found(r, s, all);
}
