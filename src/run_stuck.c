/* Who waits for ever, whatever for: the executions of a small program with a main are gone through (verify/verify.h), and each
 * state in which threads can never go on is a finding that is shown by the execution.
 *
 *     first:   lock(m); while (!ready) wait(c, m)        second:  ready = 1; signal(c)
 *     first stands between its test and its wait; second sets and signals; first waits, and nobody is left to signal
 *
 * One state says who waits for whom whatever it is that is waited for: locks, tokens, arrivals, ends of threads, conditions. What
 * other phases have said of a place in it is not said again, but shown: by the execution that leads there.
 *
 * needs   a program with a main, models; points, for the prover      gives   findings: deadlock, self-deadlock, wait-holding
 * misses  programs with more than a limit of instructions, executions behind the first so many steps and states, or behind what
 *         the machine does not execute; threads that go on for ever without getting anywhere (a flag that nobody resets);
 *         executions that hang on values from outside, unless the prover finds the same one; weak memory */
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/store/hash.h"
#include "code/event.h"
#include "points/points.h"
#include "prove/confirm.h"
#include "prove/data/effort.h"
#include "prove/replay/replay.h"
#include "run.h"
#include "verify/verify.h"

enum { MEGABYTES = 1024, SECONDS = 600, SEARCH_SECONDS = 5 }; /* steps, states and paths end it long before */

struct stuck_list {
	struct arena *a;
	VEC(struct verify_stuck) state;
};

static void keep(void *with, const struct verify_stuck *state)
{
	struct stuck_list *l = with;

	if (state->n == 1 && state->waiter[0].joins) /* of itself, which fails; or by a handle that nobody has set */
		return;
	if (l->state.n < limit(LIMIT_stuck_told))
		*vec_add(l->a, &l->state) = *state;
	else
		limit_met(LIMIT_stuck_told);
}

/* Those of few threads first, of these the one that was found first: what others wait for is told before the others. */
static void sort(struct stuck_list *l)
{
	for (uint32_t i = 1; i < l->state.n; i++)
		for (uint32_t k = i; k && l->state.at[k - 1].n > l->state.at[k].n; k--) {
			struct verify_stuck x = l->state.at[k];
			l->state.at[k] = l->state.at[k - 1];
			l->state.at[k - 1] = x;
		}
}

/* ---- whether to look ---- */

static bool waits(const struct points *points, struct sym_id sym)
{
	for (const struct model_row *r = points_rows(points, sym); r; r = r->next)
		if (event_is(r, EVENT_ACQUIRE) || event_is(r, EVENT_WAIT) || event_is(r, EVENT_BARRIER) || event_is(r, EVENT_JOIN))
			return true;
	return false;
}

static bool is_small(const struct program *p)
{
	uint64_t n = 0;

	for (uint32_t i = 1; i < p->fn.n; i++)
		n += p->fn.at[i].ninsts;
	return n <= limit(LIMIT_stuck_instructions);
}

static bool is_looked_at(const struct program *p, const struct points *points, const char *start)
{
	bool any = false;

	if (!start || strcmp(start, "main") != 0 || program_pointer_bytes(p) != 8)
		return false;
	for (uint32_t i = 1; i < p->sym.n && !any; i++)
		any = p->sym.at[i].kind == SYM_FUNCTION && waits(points, (struct sym_id){ i });
	if (any && !is_small(p))
		limit_met(LIMIT_stuck_instructions);
	return any && is_small(p);
}

/* ---- what is told already ---- */

static bool is_at(const struct finding_place *x, const struct finding_place *y)
{
	return x->line == y->line && x->file && y->file && !strcmp(x->file, y->file);
}

static bool names(const struct finding *f, const struct finding_place *at)
{
	for (uint32_t i = 0; i < f->nedges; i++)
		if (is_at(&f->edge[i].wants.place, at))
			return true;
	for (uint32_t i = 0; i < f->nnotes; i++)
		if (f->rule == RULE_LOCK_LEAK && is_at(&f->note[i].place, at))
			return true;
	return f->rule != RULE_RACE && f->rule != RULE_RACE_BITFIELD && is_at(&f->place, at);
}

static bool is_about_waiting(const struct finding *f)
{
	return f->rule == RULE_DEADLOCK || f->rule == RULE_SELF_DEADLOCK || f->rule == RULE_WAIT_HOLDING || f->rule == RULE_LOCK_LEAK;
}

static bool has_waiter(const struct verify_stuck *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->waiter[i].thread == thread)
			return true;
	return false;
}

static struct sym_id callee(const struct program *p, const struct verify_waiter *w)
{
	struct body b = { 0 };
	struct arena scratch;
	struct sym_id sym = { 0 };

	arena_init(&scratch, "stuck");
	body_get(&scratch, p, w->fn, &b);
	if (b.inst.at[w->inst].op == OP_call)
		sym = body_callee(p, &b, &b.inst.at[w->inst]);
	arena_release(&scratch);
	return sym;
}

static const char *callee_name(const struct program *p, const struct verify_waiter *w)
{
	struct sym_id sym = callee(p, w);

	return sym.i ? program_str(p, program_sym(p, sym)->name) : "a call through a pointer";
}

/* Whoever has the lock does not wait: it has ended, or keeps it. */
static bool is_left(const struct points *points, const struct verify_stuck *s, const struct verify_waiter *w)
{
	struct sym_id sym = callee(points->p, w);
	const struct model_row *r = sym.i ? events_find(points_rows(points, sym), EVENT_ACQUIRE) : NULL;

	return r && !(r->flags & MODEL_SEMAPHORE) && (w->of == UINT32_MAX || !has_waiter(s, w->of));
}

/* Does the finding tell of a place where this thread waits, or of a call on its way there? */
static bool names_end(const struct finding *f, const struct finding_access *end)
{
	for (uint32_t i = 0; i < end->nframes; i++)
		if (names(f, &end->frame[i].place))
			return true;
	return names(f, &end->place);
}

/* Has somebody said so at one of the places, as far as these are known without an execution? */
static bool is_told(const struct run *r, const struct program *p, const struct verify_stuck *s)
{
	struct arena scratch;
	bool told = false;

	arena_init(&scratch, "stuck");
	for (uint32_t i = 0; i < s->n && !told; i++) {
		struct body b = { 0 };
		const struct loc *l;
		struct finding_place at;
		body_get(&scratch, p, s->waiter[i].fn, &b);
		l = &b.loc.at[b.inst.at[s->waiter[i].inst].loc];
		at = (struct finding_place){ l->file.i ? program_str(p, l->file) : "", l->line, l->column };
		for (uint32_t k = 0; k < r->finding.n && !told; k++) {
			const struct finding *f = &r->finding.at[k];
			told = f->program == r->program && !f->pruned && is_about_waiting(f) && names(f, &at);
		}
	}
	arena_release(&scratch);
	return told;
}

/* Has somebody said so: at one of the places, or of a lock that is kept? */
static bool is_said(const struct run *r, const struct points *points, const struct verify_stuck *s,
		    const struct finding_proof *proof)
{
	bool left = false;

	for (uint32_t i = 0; i < s->n; i++)
		left |= is_left(points, s, &s->waiter[i]);
	for (uint32_t k = 0; k < r->finding.n; k++) {
		const struct finding *f = &r->finding.at[k];
		if (f->program != r->program || f->pruned || !is_about_waiting(f))
			continue;
		if (left && f->rule == RULE_LOCK_LEAK)
			return true;
		for (uint32_t i = 0; i < proof->nends; i++)
			if (names_end(f, &proof->end[i].at))
				return true;
	}
	return false;
}

/* ---- what is told ---- */

static const struct verify_waiter *waiter_at(const struct verify_stuck *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->waiter[i].thread == thread)
			return &s->waiter[i];
	return NULL;
}

/* A lock that somebody wants whose holder waits for something else than a lock. */
static bool is_held_meanwhile(const struct verify_stuck *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const struct verify_waiter *w = &s->waiter[i], *of = w->of != UINT32_MAX ? waiter_at(s, w->of) : NULL;
		if (!w->joins && of && of != w && (of->joins || of->of == UINT32_MAX))
			return true;
	}
	return false;
}

/* Has the one who waits what he waits for? Of a lock that was guessed only the execution knows. */
static bool is_own(const struct verify_stuck *s, const struct finding_proof *proof)
{
	if (s->n != 1 || s->waiter[0].joins)
		return false;
	return s->waiter[0].of == s->waiter[0].thread || (s->guessed && proof->nends == 1 && proof->end[0].ntaken);
}

static bool is_circle(const struct verify_stuck *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->waiter[i].of == UINT32_MAX || !has_waiter(s, s->waiter[i].of))
			return false;
	return true;
}

static const char *message_of(struct arena *a, const struct program *p, const struct verify_stuck *s, bool own)
{
	const char *text;

	if (own)
		return arena_format(a, "'%s' waits for what its own thread holds", callee_name(p, &s->waiter[0]));
	if (s->n == 1)
		return arena_format(a, "'%s' waits forever: no thread is left that could wake it", callee_name(p, &s->waiter[0]));
	text = is_circle(s) ? "threads wait for each other:" : "threads wait forever, and none is left that could wake "
	                                                       "them:";
	for (uint32_t i = 0; i < s->n; i++)
		text = arena_format(a, "%s%s '%s' in %s", text, i ? "," : "", callee_name(p, &s->waiter[i]),
				    program_fn_name(p, s->waiter[i].begins));
	return text;
}

static uint64_t fingerprint_of(struct arena *a, const struct program *p, const struct verify_stuck *s)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		const char *text =
			arena_format(a, "stuck|%s|%s", program_fn_name(p, s->waiter[i].fn), callee_name(p, &s->waiter[i]));
		sum += hash_much(text, strlen(text), 0);
	}
	return sum;
}

/* Who waits, in the order of the source. */
static void make_edges(struct arena *a, const struct program *p, const struct verify_stuck *s,
		       const struct finding_proof *proof, struct finding *x)
{
	struct finding_edge *edge = arena_array(a, proof->nends + 1, sizeof *edge);

	for (uint32_t i = 0; i < proof->nends; i++) {
		const struct verify_waiter *w = waiter_at(s, proof->end[i].number);
		const struct finding_end *end = &proof->end[i];
		struct finding_edge e = { .wants = end->at, .acquired = end->at.place, .holds = "" };
		uint32_t k = i;
		e.wants.kind = arena_format(a, "waits in '%s'", w ? callee_name(p, w) : "");
		if (end->ntaken && end->at.locks[0]) {
			e.acquired = end->taken[end->ntaken - 1].place;
			e.holds = end->at.locks;
		}
		for (; k && edge[k - 1].wants.place.line > e.wants.place.line; k--)
			edge[k] = edge[k - 1];
		edge[k] = e;
	}
	x->edge = edge;
	x->nedges = proof->nends;
	x->place = edge[0].wants.place;
	x->function = edge[0].wants.function;
}

static struct finding make(struct arena *a, const struct program *p, const struct verify_stuck *s,
			   const struct finding_proof *proof)
{
	struct finding x = { .object = "", .guard = "", .lock = "", .proof = proof, .overlap = proof->overlap };

	make_edges(a, p, s, proof, &x);
	x.message = message_of(a, p, s, is_own(s, proof));
	x.rule = is_own(s, proof) ? RULE_SELF_DEADLOCK
		 : is_held_meanwhile(s) ? RULE_WAIT_HOLDING : RULE_DEADLOCK;
	if (x.rule == RULE_SELF_DEADLOCK)
		x.nedges = 0;
	x.fingerprint = fingerprint_of(a, p, s);
	finding_fact(a, &x, FACT_threads, s->n > 2 ? (int32_t)s->n - 2 : 0, NULL);
	return x;
}

/* ---- is it so? ---- */

/* The execution, run again. */
static void replay(struct arena *a, struct machine_image *image, struct verify_stuck *s, struct finding_proof *proof)
{
	struct schedule shorter = replay_shortened(a, image, &s->schedule);

	replay_run(a, image, &shorter, proof);
	if (proof->state != PROOF_CONFIRMED)
		replay_run(a, image, &s->schedule, proof);
}

/* What values from outside decide was guessed: the prover looks for values with which the same threads wait. */
static const struct finding_proof *search(struct run *r, const struct points *points, const struct program *p,
					  const struct verify_stuck *s)
{
	struct finding_edge *edge = arena_array(r->arena, s->n + 1, sizeof *edge);
	struct finding x = { .rule = RULE_DEADLOCK, .edge = edge, .nedges = s->n, .message = "", .function = "" };
	const struct finding *of = &x;
	const struct finding_proof *proof;
	struct confirm c;
	bool steps;

	for (uint32_t i = 0; i < s->n; i++) {
		edge[i].wants.fn = s->waiter[i].fn.i;
		edge[i].wants.inst = s->waiter[i].inst;
		edge[i].wants.function = "";
	}
	prove_options(r->opt, &c);
	c.start = START_main;
	c.workers = 1;
	c.points = points;
	c.primitives = prove_bodies(r, program_pointer_bytes(p));
	c.search.seconds = SEARCH_SECONDS;
	c.search.paths = limit(LIMIT_stuck_paths);
	steps = effort_by_steps(true); /* what is found without being asked for does not depend on the machine */
	confirm_run(r->arena, &c, &of, 1, &proof);
	(void)effort_by_steps(steps);
	return proof;
}

static const struct finding_proof *shown(struct run *r, const struct points *points, struct machine_image *image,
					 const struct program *p, struct verify_stuck *s)
{
	struct finding_proof *proof = arena_new(r->arena, struct finding_proof);

	if (s->guessed)
		return search(r, points, p, s);
	replay(r->arena, image, s, proof);
	return proof;
}

/* A state in which somebody waits of whom another finding tells is the same once more. */
static bool is_again(const struct finding *x, const struct finding *same, const struct finding_proof *proof)
{
	if (x->rule != same->rule)
		return false;
	for (uint32_t i = 0; i < proof->nends; i++)
		if (names_end(x, &proof->end[i].at))
			return true;
	return false;
}

/* ---- what is shown of what was told ---- */

/* Is it about waits for something else than a lock, told without an execution? */
static bool is_bare(const struct run *r, const struct finding *f)
{
	bool bare = f->program == r->program && !f->pruned && !f->proof && f->rule == RULE_DEADLOCK && f->nedges;

	for (uint32_t i = 0; i < f->nedges && bare; i++)
		bare = !f->edge[i].holds[0];
	return bare;
}

/* Does the execution end with a thread at each of its places? */
static bool shows(const struct finding_proof *proof, const struct finding *f)
{
	for (uint32_t i = 0; i < f->nedges; i++) {
		bool found = false;
		for (uint32_t k = 0; k < proof->nends && !found; k++)
			found = is_at(&proof->end[k].at.place, &f->edge[i].wants.place);
		if (!found)
			return false;
	}
	return true;
}

/* A state that another phase has told of is the execution which shows it. */
static void show_told(struct run *r, struct machine_image *image, struct verify_stuck *s)
{
	struct finding_proof *proof = NULL;

	for (uint32_t i = 0; i < r->finding.n && !s->guessed; i++) {
		struct finding *f = &r->finding.at[i];
		if (!is_bare(r, f))
			continue;
		if (!proof) {
			proof = arena_new(r->arena, struct finding_proof);
			replay(r->arena, image, s, proof);
		}
		if (proof->state == PROOF_CONFIRMED && shows(proof, f)) {
			f->proof = proof;
			f->overlap = proof->overlap;
		}
	}
}

static bool is_same(const struct verify_stuck *x, const struct verify_stuck *y)
{
	bool same = x->n == y->n;

	for (uint32_t i = 0; i < x->n && same; i++)
		same = x->waiter[i].begins.i == y->waiter[i].begins.i && x->waiter[i].fn.i == y->waiter[i].fn.i &&
		       x->waiter[i].inst == y->waiter[i].inst;
	return same;
}

/* Do the values that were found lead there when it is run again? What main is given, for one, they do not tell: that is for the
 * prover to look for. */
static bool is_replayed(struct run *r, struct machine_image *image, struct verify_stuck *s)
{
	struct finding_proof proof = { 0 };

	replay(r->arena, image, s, &proof);
	return proof_is_shown(&proof);
}

/* States that hang on values from outside, and of which nobody has told: the executions once more, with these values as unknowns,
 * so that each state comes with values that lead there. */
static void solve(struct run *r, struct machine_image *image, const struct program *p, struct verify_options *o,
		  struct stuck_list *list)
{
	struct stuck_list again = { .a = r->arena };
	struct verify_result result;
	bool any = false;

	for (uint32_t i = 0; i < list->state.n; i++)
		any |= list->state.at[i].guessed && !is_told(r, p, &list->state.at[i]);
	if (!any)
		return;
	o->solve = true;
	o->with = &again;
	o->steps = limit(LIMIT_stuck_solved);
	verify_explore(r->arena, image, o, &result);
	if (result.steps > o->steps)
		limit_met(LIMIT_stuck_solved);
	for (uint32_t i = 0; i < list->state.n; i++)
		for (uint32_t k = 0; k < again.state.n && list->state.at[i].guessed; k++)
			if (!again.state.at[k].guessed && is_same(&list->state.at[i], &again.state.at[k]) &&
			    is_replayed(r, image, &again.state.at[k]))
				list->state.at[i] = again.state.at[k];
}

uint32_t stuck_find(struct run *r, const struct program *p, const struct points *points, const char *start,
		    struct finding *out)
{
	struct verify_options o = { .property = VERIFY_DEADLOCK, .seconds = SECONDS, .megabytes = MEGABYTES,
				    .states = limit(LIMIT_stuck_states), .steps = limit(LIMIT_stuck_steps), .stuck = keep };
	struct stuck_list list = { .a = r->arena };
	struct verify_result result;
	struct machine_image *image;
	uint32_t n = 0, searched = 0;

	if (r->line->command == COMMAND_verify || !is_looked_at(p, points, start))
		return 0;
	image = machine_image(r->arena, p, r->models);
	o.with = &list;
	verify_explore(r->arena, image, &o, &result);
	if (result.steps > o.steps)
		limit_met(LIMIT_stuck_steps);
	solve(r, image, p, &o, &list);
	sort(&list);
	for (uint32_t i = 0; i < list.state.n && n < STUCK_MOST; i++) {
		const struct finding_proof *proof;
		bool known;
		if (is_told(r, p, &list.state.at[i])) {
			show_told(r, image, &list.state.at[i]);
			continue;
		}
		if (list.state.at[i].guessed && limit_full(LIMIT_stuck_searched, searched++))
			continue;
		proof = shown(r, points, image, p, &list.state.at[i]);
		known = !proof_is_shown(proof) || proof->state == PROOF_HARNESS || !proof->nends ||
			is_said(r, points, &list.state.at[i], proof);
		if (known)
			continue;
		out[n] = make(r->arena, p, &list.state.at[i], proof);
		for (uint32_t k = 0; k < n && !known; k++)
			known = is_again(&out[k], &out[n], proof);
		n += !known;
	}
	return n;
}
