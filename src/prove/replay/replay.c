/* Runs a schedule step by step, tells what each line does, and looks at the state at the end. */
#include "prove/replay/replay.h"

#include <string.h>

#include "base/limit.h"
#include "ir/text/path.h"
#include "prove/machine/parts.h"
#include "prove/replay/told.h"

enum { MOST_STEPS = 4000, MOST_TEXT = 400, MOST_FIRST = 1024 };

/* A lock that a thread has, and where it took it. */
struct taken {
	uint32_t sync, thread;
	struct finding_access at;
};

struct prove_replay {
	struct arena *out;
	struct machine m;
	const struct schedule *s;
	struct told_steps told;
	VEC(const char *) lock; /* by machine.sync: as the call that took it first names it */
	uint32_t last_thread, last_line, last_fn; /* of the step being told */
	const struct inst *first_inst;		  /* that it tells of: the next time is another round */
	bool at_goal; /* the last steps are told, however many there were */
	VEC(struct taken) taken;
	/* where the two accesses stand apart: who was at the first one, the last MOST_FIRST times, by machine.watched */
	VEC(struct finding_access) first;
	const char *why;
	bool open; /* what the execution shows is no mistake, nor what it should */
};

static bool refute(struct prove_replay *r, const char *why)
{
	r->why = why;
	return false;
}

/* ---- telling ---- */

static const struct inst *instruction(struct prove_replay *r, uint32_t thread, const struct machine_code **code)
{
	const struct machine_frame *f = machine_top(&r->m, thread);

	if (f->kind != FRAME_CODE)
		return NULL;
	*code = machine_code(r->m.image, f->fn);
	return &(*code)->body.inst.at[f->inst];
}

static bool holds(const struct machine_sync *s, uint32_t thread, bool *shared)
{
	*shared = false;
	if (s->owner == thread + 1 && !s->running)
		return true;
	for (uint32_t i = 0; i < s->reader.n; i++)
		if (s->reader.at[i] == thread)
			return *shared = true;
	return false;
}

/* A variable by its own name, wherever it was reached from; else as the call that took it first names it. */
static const char *lock_name(struct prove_replay *r, uint32_t sync)
{
	uint64_t offset, at = r->m.sync.at[sync].at, part = r->m.sync.at[sync].part;
	const struct machine_object *o = machine_object_at(&r->m, at, &offset);

	if (part)
		return arena_format(r->out, "bit %llu of %s", (unsigned long long)part - 1, replay_name_address(r->out, &r->m, at));
	return sync < r->lock.n && r->lock.at[sync] && !(o && o->sym.i) ? r->lock.at[sync] : replay_name_address(r->out, &r->m, at);
}

static const char *held(struct prove_replay *r, uint32_t thread)
{
	const char *text = "";
	bool shared;

	for (uint32_t i = 0; i < r->m.sync.n; i++)
		if (holds(&r->m.sync.at[i], thread, &shared))
			text = arena_format(r->out, "%s%s%s%s", text, *text ? ", " : "", lock_name(r, i), shared ? " (shared)" : "");
	return text;
}

static struct finding_place place_of(struct prove_replay *r, const struct body *b, const struct inst *in)
{
	const struct loc *l = &b->loc.at[in->loc];

	while (l->inlined)
		l = &b->loc.at[l->inlined];
	return (struct finding_place){ l->file.i ? arena_string(r->out, program_str(r->m.image->p, l->file)) : "", l->line,
				       l->column };
}

/* One more thing that the line does; a new step where thread, function or line is another. */
static void tell(struct prove_replay *r, uint32_t thread, const struct machine_code *c, const struct inst *in, const char *what)
{
	struct finding_place at = place_of(r, &c->body, in);
	struct finding_step *s = r->told.step.n ? &r->told.step.at[r->told.step.n - 1] : NULL;

	if (r->told.step.n >= MOST_STEPS && !r->at_goal)
		return;
	if (s && r->last_thread == thread && r->last_line == at.line && r->last_fn == c->body.fn.i && r->first_inst != in) {
		if (strlen(s->what) < MOST_TEXT)
			s->what = arena_format(r->out, "%s, %s", s->what, what);
	} else {
		if (s && !r->at_goal)
			told_fold(r->out, &r->told);
		s = vec_add(r->out, &r->told.step);
		*s = (struct finding_step){ .thread = thread,
					    .function = arena_string(r->out, program_fn_name(r->m.image->p, c->body.fn)),
					    .place = at,
					    .what = what };
		r->first_inst = in;
	}
	r->last_thread = thread;
	r->last_line = at.line;
	r->last_fn = c->body.fn.i;
	s->locks = held(r, thread);
}

static const char *call_text(struct prove_replay *r, const struct machine_code *c, const struct inst *in,
			     struct machine_call *call)
{
	const struct program *p = r->m.image->p;
	const char *name = program_str(p, program_sym(p, call->callee)->name), *arg = "";
	uint64_t offset;

	for (uint32_t i = 0; i < call->nargs && i < 4; i++) {
		const struct machine_object *o = machine_object_at(&r->m, call->arg[i], &offset);
		const char *one = o && o->kind == MACHINE_FUNCTION ? program_str(p, program_sym(p, o->sym)->name)
				  : o && o->sym.i && i == 0 ? replay_name_address(r->out, &r->m, call->arg[i])
				  : o && i == 0 ? path_of_address(r->out, p, &c->body, body_arg(&c->body, in, 1))
						: NULL;
		if (one)
			arg = arena_format(r->out, "%s%s%s", arg, *arg ? ", " : "", one);
	}
	return arena_format(r->out, "%s(%s)", name, arg);
}

/* What is about to happen, told before it happens: of a call or an access that others can see. */
struct prove_about {
	const char *text;
	uint64_t at;
	struct type_id type;
	uint8_t op;
	uint32_t syncs;
};

static bool is_own_stack(struct machine *m, uint32_t thread, uint64_t at)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);

	return o && o->kind == MACHINE_STACK && o->thread == thread;
}

static void look_at(struct prove_replay *r, uint32_t thread, const struct machine_code *c, const struct inst *in,
		    const struct machine_look *l, struct prove_about *x)
{
	const struct program *p = r->m.image->p;
	struct machine_call call;
	const uint8_t *b;

	x->op = in->op;
	x->type = in->type;
	if (in->op == OP_call) {
		if (l->visible && machine_call_prepare(&r->m, thread, &call))
			x->text = call_text(r, c, in, &call);
		return;
	}
	if (!l->naccesses || !l->visible || is_own_stack(&r->m, thread, l->access[0].at))
		return;
	x->at = l->access[0].at;
	x->text = path_of_address(r->out, p, &c->body, body_arg(&c->body, in, 0));
	b = machine_peek(&r->m, x->at, machine_type_bytes(p, in->type));
	if ((in->op == OP_load || in->op == OP_rmw) && b)
		x->text = arena_format(r->out, "reads %s = %s", x->text, replay_name_value(r->out, &r->m, in->type, b));
	else if (in->op != OP_store)
		x->text = arena_format(r->out, "%s %s",
				       in->op == OP_memcpy   ? "copies to"
				       : in->op == OP_memset ? "fills"
							     : "compares and exchanges",
				       x->text);
}

/* Names of locks that this step has shown for the first time. */
static void name_locks(struct prove_replay *r, const struct machine_code *c, const struct inst *in, uint32_t before)
{
	while (r->lock.n < r->m.sync.n) {
		bool first = r->lock.n >= before && in->op == OP_call && in->nargs > 1;
		*vec_add(r->out, &r->lock) =
			first ? path_of_address(r->out, r->m.image->p, &c->body, body_arg(&c->body, in, 1)) : NULL;
	}
}

static void tell_after(struct prove_replay *r, uint32_t thread, const struct machine_code *c, const struct inst *in,
		       const struct prove_about *x)
{
	const uint8_t *b;

	name_locks(r, c, in, x->syncs);
	if (!x->text)
		return;
	b = x->at && (x->op == OP_store || x->op == OP_rmw)
		? machine_peek(&r->m, x->at, machine_type_bytes(r->m.image->p, x->type))
		: NULL;
	if (b)
		tell(r, thread, c, in, arena_format(r->out, x->op == OP_rmw ? "%s, makes it %s" : "writes %s = %s", x->text,
						    replay_name_value(r->out, &r->m, x->type, b)));
	else
		tell(r, thread, c, in, x->text);
}

/* ---- where it stands ---- */

/* After a call: what it took, and what it gave back. */
static void note_locks(struct prove_replay *r, uint32_t thread, const struct finding_access *at)
{
	uint32_t kept = 0;
	bool shared;

	for (uint32_t i = 0; i < r->taken.n; i++)
		if (r->taken.at[i].thread != thread || holds(&r->m.sync.at[r->taken.at[i].sync], thread, &shared))
			r->taken.at[kept++] = r->taken.at[i];
	r->taken.n = kept;
	for (uint32_t i = 0; i < r->m.sync.n; i++) {
		bool known = false;
		for (uint32_t k = 0; k < r->taken.n && !known; k++)
			known = r->taken.at[k].sync == i && r->taken.at[k].thread == thread;
		if (!known && holds(&r->m.sync.at[i], thread, &shared))
			*vec_add(r->out, &r->taken) = (struct taken){ i, thread, *at };
	}
}

/* Before the first of two accesses that stand apart. */
static void note_first(struct prove_replay *r, uint32_t thread)
{
	uint32_t k = (r->m.watched.n - 1) % MOST_FIRST;
	struct finding_access x = replay_access(r->out, &r->m, thread, held(r, thread));

	if (k < r->first.n)
		r->first.at[k] = x;
	else
		*vec_add(r->out, &r->first) = x;
}

/* Of two accesses that stand apart the last one of the first thread that conflicts: if any of them is not ordered before the
 * second access, a later one is not, either. */
static struct finding_access first_of_two(struct prove_replay *r, const struct machine_look *second, const char *kind[2])
{
	uint32_t n = r->m.watched.n, i = n;

	while (i > 1 && !machine_conflict(&r->m.watched.at[i - 1].look, second))
		i--;
	if (i && n - i < MOST_FIRST) {
		replay_kinds(&r->m.watched.at[i - 1].look, second, kind);
		return r->first.at[(i - 1) % MOST_FIRST];
	}
	return replay_access(r->out, &r->m, r->s->place.at[0].thread, "");
}

/* Where a thread of a deadlock took what another one, or itself, waits for. */
static void note_taken(struct prove_replay *r, uint32_t thread, struct finding_end *e)
{
	for (uint32_t i = 0; i < r->s->place.n; i++) {
		struct machine_look l;
		machine_look(&r->m, r->s->place.at[i].thread, &l);
		for (uint32_t k = 0; l.sync && k < r->taken.n; k++)
			if (r->taken.at[k].thread == thread && r->taken.at[k].sync == l.sync - 1 && !e->ntaken) {
				e->taken = r->taken.at[k].at.frame;
				e->ntaken = r->taken.at[k].at.nframes;
			}
	}
}

static void tell_ends(struct prove_replay *r, struct finding_proof *proof)
{
	uint32_t n = r->s->place.n;
	struct finding_end *end = arena_array(r->out, n + 1, sizeof *end);
	const char *kind[2] = { "", "" };
	struct machine_look l[2] = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		uint32_t thread = r->s->place.at[i].thread;
		machine_look(&r->m, thread, &l[i < 2 ? i : 1]);
		end[i].number = thread;
		end[i].at = replay_access(r->out, &r->m, thread, held(r, thread));
		if (r->s->goal == GOAL_DEADLOCK)
			note_taken(r, thread, &end[i]);
	}
	if (r->s->goal == GOAL_RACE && n == 2) {
		replay_kinds(&l[0], &l[1], kind);
		if (r->s->apart)
			end[0].at = first_of_two(r, &l[1], kind);
		end[0].at.kind = kind[0];
		end[1].at.kind = kind[1];
	}
	proof->end = end;
	proof->nends = n;
	proof->overlap = replay_overlap(r->out, &r->m, r->s);
}

/* ---- running ---- */

static const char *stand(struct prove_replay *r, uint32_t thread)
{
	const struct machine_code *c = NULL;
	const struct inst *in = machine_thread(&r->m, thread)->ended ? NULL : instruction(r, thread, &c);

	if (!in)
		return "";
	return arena_format(r->out, " in %s, line %u", program_fn_name(r->m.image->p, c->body.fn),
			    place_of(r, &c->body, in).line);
}

static bool one_step(struct prove_replay *r, uint32_t thread)
{
	const struct machine_code *c = NULL;
	const struct inst *in;
	struct machine_look l;
	struct prove_about x = { 0 };
	struct finding_access here;
	uint32_t before, syncs = r->m.sync.n;
	bool locks;

	if (thread >= r->m.thread.n)
		return refute(r, arena_format(r->out, "thread %u does not exist yet", thread));
	r->why = machine_forbids(&r->m, thread);
	if (r->why)
		return refute(r, arena_format(r->out, "thread %u %s", thread, r->why));
	machine_look(&r->m, thread, &l);
	if (l.waits && r->s->goal == GOAL_DEADLOCK)
		return refute(r, arena_format(r->out, "thread %u goes on without a signal%s", thread, stand(r, thread)));
	if (l.next != NEXT_RUNS)
		return refute(r, arena_format(r->out, "thread %u %s%s", thread,
					      l.next == NEXT_BLOCKS ? "is blocked" : "has ended", stand(r, thread)));
	in = instruction(r, thread, &c);
	if (in)
		look_at(r, thread, c, in, &l, &x);
	x.syncs = syncs;
	if (x.text && machine_top(&r->m, thread)->phase) /* the second step of a call, told if others have run in between */
		x.text = r->last_thread == thread ? NULL : arena_format(r->out, "%s returns", x.text);
	locks = in && in->op == OP_call && l.visible && r->s->goal == GOAL_DEADLOCK;
	if (locks)
		here = replay_access(r->out, &r->m, thread, "");
	before = r->m.watched.n;
	machine_order_watch(&r->m, thread, &l);
	if (r->m.watched.n > before)
		note_first(r, thread);
	machine_step(&r->m, thread);
	if (in)
		tell_after(r, thread, c, in, &x);
	if (locks)
		note_locks(r, thread, &here);
	return true;
}

static const char *state_text(struct prove_replay *r, uint32_t thread)
{
	switch (r->m.state) {
	case MACHINE_EXITED: return "the program has ended";
	case MACHINE_FAILED: return "an assertion failed on the way";
	default:
		return arena_format(r->out, "thread %u%s: %s", thread, stand(r, thread), r->m.why ? r->m.why : "it cannot go on");
	}
}

static bool run_segments(struct prove_replay *r)
{
	for (uint32_t i = 0; i < r->s->segment.n; i++) {
		const struct schedule_segment *g = &r->s->segment.at[i];
		for (uint64_t k = 0; k < g->steps; k++) {
			if (r->m.state != MACHINE_RUNS)
				return refute(r, state_text(r, g->thread));
			if (!one_step(r, g->thread))
				return false;
		}
		if (r->m.state != MACHINE_RUNS)
			return refute(r, state_text(r, g->thread));
	}
	return true;
}

/* ---- the goal ---- */

static bool stands_at(const struct machine_look *l, const struct schedule_place *p)
{
	return l->fn.i == p->fn.i && l->inst == p->inst;
}

static bool is_volatile(struct machine *m, const struct machine_look *l)
{
	return machine_code(m->image, l->fn)->body.inst.at[l->inst].flags & INST_VOLATILE;
}

static bool is_allowed(struct machine *m, const struct schedule *s, const struct machine_look *a, const struct machine_look *b)
{
	uint32_t x = s->place.at[0].thread, y = s->place.at[1].thread;

	return (machine_signal_carries(m, x, y) || machine_signal_carries(m, y, x)) && is_volatile(m, a) && is_volatile(m, b);
}

static const char last_word[] = "the handler does not come back, so that what it writes is not read";
static const char no_word[] = "the handler did not come back within the instructions that it was given (--limit prove-back)";

/* A handler writes, and ends the process: the thread that it interrupts reads that no more, and nobody reads what that one
 * wrote. The search does not look at what a handler does next: that is no mistake of it, and another execution may do. NULL: it
 * comes back. */
static const char *ends_for_good(const struct machine *m, uint32_t handler)
{
	struct machine_look at = { .next = NEXT_RUNS };
	struct machine copy;
	bool ended, more = true;

	machine_copy(&copy, m);
	for (uint32_t i = 0; copy.state == MACHINE_RUNS && at.next == NEXT_RUNS && (more = !limit_full(LIMIT_prove_back, i)); i++) {
		machine_step(&copy, handler);
		if (copy.state == MACHINE_RUNS)
			machine_look(&copy, handler, &at);
	}
	ended = copy.state == MACHINE_RUNS && at.next == NEXT_ENDED;
	machine_release(&copy);
	return ended ? NULL : more ? last_word : no_word;
}

static const char *why_last(struct machine *m, const struct schedule *s, const struct machine_look *a,
			    const struct machine_look *b)
{
	uint32_t x = s->place.at[0].thread, y = s->place.at[1].thread;
	const struct machine_look *handler = machine_signal_carries(m, x, y) ? b : machine_signal_carries(m, y, x) ? a : NULL;
	bool reads = false;

	for (uint32_t i = 0; handler && i < handler->naccesses; i++)
		reads |= !handler->access[i].write;
	return handler && !reads ? ends_for_good(m, handler == a ? x : y) : NULL;
}

static bool shows_race(struct machine *m, const struct schedule *s, const char **why)
{
	struct machine_look a, b;

	if (s->place.n != 2 || s->place.at[0].thread == s->place.at[1].thread) {
		*why = "a race needs two threads";
		return false;
	}
	machine_look(m, s->place.at[0].thread, &a);
	machine_look(m, s->place.at[1].thread, &b);
	*why = a.next != NEXT_RUNS || b.next != NEXT_RUNS ? "one of the threads cannot go on"
	       : !stands_at(&a, &s->place.at[0]) || !stands_at(&b, &s->place.at[1])
		   ? "the threads do not stand at the two accesses"
	       : !machine_conflict(&a, &b) ? "the accesses do not conflict"
	       : is_allowed(m, s, &a, &b)  ? "a handler may share what is volatile with the thread that it interrupts"
					   : why_last(m, s, &a, &b);
	return !*why;
}

/* The first access has happened; the second is next. */
static bool shows_race_apart(struct machine *m, const struct schedule *s, const char **why)
{
	struct machine_look l;

	*why = "a race needs two threads";
	if (s->place.n != 2 || s->place.at[0].thread == s->place.at[1].thread)
		return false;
	machine_look(m, s->place.at[1].thread, &l);
	*why = s->visit.n			      ? "what a handler does and when is not ordered by clocks"
	       : l.next != NEXT_RUNS			      ? "the thread cannot go on"
	       : !stands_at(&l, &s->place.at[1])	      ? "the thread does not stand at the second access"
	       : !machine_order_races(m, &l, s->place.at[1].thread) ? "the accesses are ordered, or do not conflict"
								    : NULL;
	return !*why;
}

static bool is_named(const struct schedule *s, uint32_t thread)
{
	for (uint32_t i = 0; i < s->place.n; i++)
		if (s->place.at[i].thread == thread)
			return true;
	return false;
}

static bool is_stuck(const struct machine_look *l)
{
	return l->next == NEXT_BLOCKS || l->waits;
}

/* Does it wait for something that one of the named threads has? */
static bool waits_inside(struct machine *m, const struct schedule *s, uint32_t thread, const struct machine_look *l)
{
	const struct machine_sync *x = l->sync ? &m->sync.at[l->sync - 1] : NULL;

	if (l->join)
		return is_named(s, l->join - 1);
	if (l->waits || !x || x->part) /* any thread can clear a bit */
		return false;
	if (x->owner) /* of what it has interrupted a handler waits in vain */
		return is_named(s, x->owner - 1) || machine_signal_carries(m, x->owner - 1, thread);
	for (uint32_t i = 0; i < x->reader.n; i++)
		if (is_named(s, x->reader.at[i]))
			return true;
	return false;
}

/* Does it wait for what is known to be had by others only? */
static bool waits_outside(struct machine *m, const struct schedule *s, uint32_t thread, const struct machine_look *l)
{
	const struct machine_sync *x = l->sync && !l->waits ? &m->sync.at[l->sync - 1] : NULL;

	return x && !x->part && (x->owner || x->reader.n) && !waits_inside(m, s, thread, l);
}

static bool shows_deadlock(struct machine *m, const struct schedule *s, const char **why)
{
	struct machine_look l;
	bool inside = true, all = true;

	*why = !s->place.n ? "a deadlock needs a thread" : m->section ? "a thread waits in an atomic section" : NULL;
	for (uint32_t i = 0; i < s->place.n && !*why; i++) {
		machine_look(m, s->place.at[i].thread, &l);
		*why = !stands_at(&l, &s->place.at[i]) ? "a thread does not stand at its call"
		       : !is_stuck(&l)		       ? "a thread can go on"
		       : s->own && waits_outside(m, s, s->place.at[i].thread, &l) ? "another thread has what it waits for"
						       : NULL;
		inside &= waits_inside(m, s, s->place.at[i].thread, &l);
	}
	for (uint32_t t = 0; t < m->thread.n && !*why && !inside; t++) {
		machine_look(m, t, &l);
		all &= l.next == NEXT_ENDED || is_stuck(&l) || machine_signal_pending(m, t);
	}
	if (!*why && !inside && !all)
		*why = "another thread may still let them go on";
	return !*why;
}

static bool shows_failure(struct machine *m, const struct schedule *s, const char **why)
{
	struct machine_look l = { 0 };

	if (s->place.n == 1)
		machine_look(m, s->place.at[0].thread, &l);
	*why = s->place.n == 1 && l.failing && stands_at(&l, &s->place.at[0]) ? NULL : "no assertion fails there";
	return !*why;
}

bool replay_shows(struct machine *m, const struct schedule *s, const char **why)
{
	for (uint32_t i = 0; i < s->place.n; i++) {
		uint32_t thread = s->place.at[i].thread;
		*why = thread >= m->thread.n ? "a thread that does not exist" :
		       machine_signal_pending(m, thread) ? machine_forbids(m, thread) : NULL; /* it has still to begin */
		for (uint32_t k = 0; k < i && !*why; k++)
			if (machine_signal_shares(m, thread, s->place.at[k].thread))
				*why = "two handlers on one thread at once";
		if (*why)
			return false;
	}
	switch (s->goal) {
	case GOAL_RACE: return s->apart ? shows_race_apart(m, s, why) : shows_race(m, s, why);
	case GOAL_DEADLOCK: return shows_deadlock(m, s, why);
	case GOAL_ASSERT: return shows_failure(m, s, why);
	default: *why = "a goal of no kind"; return false;
	}
}

/* ---- the proof ---- */

/* That calls do what makes the accesses conflict. Of those that stand apart: each that conflicts. */
static void assume_accesses(struct prove_replay *r)
{
	struct machine_look a, b;

	if (r->s->goal != GOAL_RACE || r->s->place.n != 2)
		return;
	machine_look(&r->m, r->s->place.at[1].thread, &b);
	for (uint32_t i = 0; r->s->apart && i < r->m.watched.n; i++)
		machine_conflict_assumes(&r->m, &r->m.watched.at[i].look, &b, true);
	if (r->s->apart)
		return;
	machine_look(&r->m, r->s->place.at[0].thread, &a);
	machine_conflict_assumes(&r->m, &a, &b, false);
}

/* The instructions that the threads stand at are the last steps, which do not happen: after the first, the second would be
 * another story. */
static void tell_goal(struct prove_replay *r)
{
	told_fold(r->out, &r->told);
	r->at_goal = true;
	for (uint32_t i = r->s->apart ? 1 : 0; i < r->s->place.n; i++) {
		uint32_t thread = r->s->place.at[i].thread;
		const struct machine_code *c = NULL;
		const struct inst *in = instruction(r, thread, &c);
		struct machine_look l;
		struct machine_call call;
		const char *what = "is about to go on";
		if (!in)
			continue;
		machine_look(&r->m, thread, &l);
		if (in->op == OP_call && machine_call_prepare(&r->m, thread, &call))
			what = arena_format(r->out, "%s %s", l.next == NEXT_BLOCKS || l.waits ? "waits in" : "is about to call",
					    call_text(r, c, in, &call));
		else if (l.naccesses)
			what = arena_format(r->out, "is about to %s %s%s", l.access[0].write ? "write" : "read",
					    path_of_address(r->out, r->m.image->p, &c->body, body_arg(&c->body, in, 0)),
					    l.access[0].atomic ? " atomically" : "");
		r->last_line = 0; /* a step of its own */
		r->last_thread = UINT32_MAX;
		tell(r, thread, c, in, what);
	}
}

enum { MOST_ASSUMED = 4, MOST_COMPARED = 64 };

static const char *assumed_text(struct prove_replay *r, const struct machine_assumption *x)
{
	const struct program *p = r->m.image->p;
	const char *name = program_str(p, program_sym(p, x->sym)->name);
	uint64_t v = 0;

	switch (x->kind) {
	case ASSUMED_RESULT:
		return arena_format(r->out, "'%s' returns %s", name, replay_name_value(r->out, &r->m, x->type, x->value));
	case ASSUMED_NOTHING:
		return arena_format(r->out, "'%s' does nothing", name);
	case ASSUMED_RETURN:
		return arena_format(r->out, "'%s' returns", name);
	case ASSUMED_WRITTEN:
		memcpy(&v, x->value, x->bytes < 8 ? x->bytes : 8);
		return x->bytes == 1 || x->bytes == 2 || x->bytes == 4 || x->bytes == 8 ?
			       arena_format(r->out, "'%s' writes %lld to %s", name,
					    (long long)((int64_t)(v << (64 - x->bytes * 8)) >> (64 - x->bytes * 8)),
					    replay_name_address(r->out, &r->m, x->at)) :
			       arena_format(r->out, "'%s' writes what leads there to %s", name, replay_name_address(r->out, &r->m, x->at));
	case ASSUMED_UNWRITTEN:
		return arena_format(r->out, "'%s' does not write %s", name, replay_name_address(r->out, &r->m, x->at));
	case ASSUMED_ACCESS:
		return arena_format(r->out, "'%s' writes %s", name, replay_name_address(r->out, &r->m, x->at));
	case ASSUMED_PLACES:
		return "objects lie in memory as here";
	default:
		return arena_format(r->out, "'%s' is 0", replay_name_address(r->out, &r->m, x->at));
	}
}

/* "'get_mode' returns 3" says that it does nothing else. */
static bool is_said(struct prove_replay *r, const struct machine_assumption *x, bool all)
{
	for (uint32_t i = 0; i < r->m.assumed.n; i++) {
		const struct machine_assumption *o = &r->m.assumed.at[i];
		if ((x->kind == ASSUMED_NOTHING || x->kind == ASSUMED_RETURN) && o->kind == ASSUMED_RESULT &&
		    o->sym.i == x->sym.i && (all || !o->free))
			return true;
	}
	return false;
}

/* What it depends on: "'get_mode' returns 3, 'notify' does nothing". `all`: also what is free, but was not found to be. */
static const char *assuming(struct prove_replay *r, bool all)
{
	const char *text = "", **told = arena_array(r->out, r->m.assumed.n + 1, sizeof *told);
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->m.assumed.n; i++) {
		const struct machine_assumption *x = &r->m.assumed.at[i];
		bool said = (x->free && !all) || is_said(r, x, all);
		told[n] = assumed_text(r, x);
		for (uint32_t k = 0; k < n && k < MOST_COMPARED && !said; k++)
			said = !strcmp(told[k], told[n]);
		if (said)
			continue;
		if (n++ < MOST_ASSUMED)
			text = arena_format(r->out, "%s%s%s", text, *text ? ", " : "", told[n - 1]);
	}
	return n > MOST_ASSUMED ? arena_format(r->out, "%s and %u more", text, n - MOST_ASSUMED) : text;
}

static const char *assumptions(struct prove_replay *r)
{
	return r->s->start == START_ROOTS ? arena_format(r->out, "; %s", replay_name_start(r->out, r->m.image->p, r->s)) : "";
}

static uint32_t switches(const struct schedule *s)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < s->segment.n; i++)
		n += s->segment.at[i].thread != s->segment.at[i - 1].thread;
	return n;
}

/* Where the two never stand side by side, which says less to people. */
static const char *apart_text(struct prove_replay *r)
{
	const struct schedule_place *p = &r->s->place.at[0];
	const struct machine_code *c;
	struct finding_place at;

	if (!r->s->apart)
		return "";
	c = machine_code(r->m.image, p->fn);
	at = place_of(r, &c->body, &c->body.inst.at[p->inst]);
	return arena_format(r->out,
			    "; not at the same moment: nothing orders the access of thread %u in %s, line %u, before the other",
			    p->thread, program_fn_name(r->m.image->p, p->fn), at.line);
}

static void finish(struct prove_replay *r, bool confirmed, const char *assumed, struct finding_proof *proof)
{
	const char **thread = arena_array(r->out, r->m.thread.n + 1, sizeof *thread);
	/* nobody knows whether it happens; bytes that were never set may be an address of the search's, which the machine has not */
	bool unknown = r->m.state == MACHINE_UNKNOWN || r->open || (!confirmed && (r->s->unset.n || r->m.differs.i));
	uint32_t n = switches(r->s);
	const char *differs = program_str(r->m.image->p, program_sym(r->m.image->p, r->m.differs)->name);

	for (uint32_t i = 0; i < r->m.thread.n; i++)
		thread[i] = arena_string(r->out, program_fn_name(r->m.image->p, r->m.thread.at[i].start));
	*proof = (struct finding_proof){ .state = !confirmed		       ? unknown ? PROOF_CANNOT : PROOF_REFUTED
						  : r->s->start == START_ROOTS ? PROOF_HARNESS
						  : *assumed		       ? PROOF_ASSUMING
									       : PROOF_CONFIRMED,
					 .assuming = confirmed ? assumed : "",
					 .step = r->told.step.at,
					 .nsteps = r->told.step.n,
					 .round = r->told.round.at,
					 .nrounds = r->told.round.n,
					 .thread = thread,
					 .nthreads = r->m.thread.n,
					 .switches = n };
	if (confirmed)
		tell_ends(r, proof);
	for (uint32_t i = 0; i < 2 && r->s->place.n; i++)
		proof->goal[i] = r->s->place.at[i < r->s->place.n ? i : 0].thread;
	proof->text =
	    confirmed ? arena_format(r->out, "%u context switch%s%s%s", n, n == 1 ? "" : "es", apart_text(r), assumptions(r))
	    : r->m.differs.i ?
		      arena_format(r->out, "an execution was found that cannot be run again: it depends on what '%s' does", differs)
	    : r->open ? arena_format(r->out, "in the execution that was found %s", r->why)
	    : unknown ? arena_format(r->out, "an execution was found that cannot be run again: %s", r->why)
		      : arena_format(r->out, "an execution was found that does not happen: %s. This is a bug of snag", r->why);
}

/* Does it show the same with other values of the results that are said not to matter; or, `layout`, with objects elsewhere? */
static bool shows_otherwise(struct arena *out, struct machine_image *image, const struct schedule *s, uint8_t layout)
{
	struct prove_replay r = { .out = out, .s = s };
	const char *why = NULL;
	bool ok = layout ? machine_start_moved(&r.m, image, s, layout) : machine_start(&r.m, image, s);

	r.m.other = !layout;
	ok = ok && run_segments(&r) && replay_shows(&r.m, s, &why);
	machine_release(&r.m);
	return ok;
}

void replay_run(struct arena *out, struct machine_image *image, const struct schedule *s, struct finding_proof *proof)
{
	struct prove_replay r = { .out = out, .s = s };
	const char *why = NULL;
	bool ok = machine_start(&r.m, image, s), other;

	if (!ok)
		(void)refute(&r, r.m.why ? arena_string(out, r.m.why) : "it does not start");
	ok = ok && run_segments(&r);
	if (ok && !replay_shows(&r.m, s, &why)) {
		r.open = why == last_word || why == no_word;
		ok = refute(&r, arena_string(out, why));
	}
	if (ok) {
		tell_goal(&r);
		assume_accesses(&r);
	}
	other = ok && r.m.assumed.n && !shows_otherwise(out, image, s, 0);
	for (uint8_t layout = 1; ok && layout <= MACHINE_LAYOUTS; layout++)
		if (!shows_otherwise(out, image, s, layout))
			machine_assume_places(&r.m);
	finish(&r, ok, ok ? assuming(&r, other) : "", proof);
	why = ok && s->start == START_ROOTS ? plausible_refuses(&r.m, s) : NULL;
	if (why)
		*proof = (struct finding_proof){
			.state = PROOF_CANNOT,
			.text = arena_format(out, "what its threads do next shows that they do not begin so: %s", why)
		};
	machine_release(&r.m);
}
