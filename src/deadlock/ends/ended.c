/* Locks that a thread still holds when it ends. Nobody can give them back, so whoever wants one next waits for ever:
 *
 *     worker: lock(m); n++; return NULL;                          main: lock(m)
 *     worker: lock(m); if (bad) pthread_exit(NULL); ...           main: lock(m)
 *
 * A thread ends where the function returns that it was started with, where it says so (exit-thread), in whichever function, and
 * where it waits, if somebody cancels it (cancelled.c).
 * The main thread ends alone by the latter: a return from main ends the process. What must be held there is known of each
 * context.
 *
 * It is told if another thread, or another one of the same kind, wants the lock when or after the thread ends. Not if somebody
 * releases the lock who has not taken it (it is handed over), if the thread runs functions at its end, which may release it, if
 * it has taken the lock twice, or if the program knows of locks whose owner has died.
 *
 * needs   threads, and lockset for places      gives   findings: lock-leak
 * misses  locks that a thread holds in a run that is asked for rules about locks only, of a program as large as a kernel: threads
 *         are not looked for then; locks that are not surely one; ends at which some paths hold it and others do not (told by
 *         locks, where it sees both); who wants it behind an order that hand-over tells; semaphores */
#include "deadlock/graph.h"

#include <string.h>
#include <xxhash.h>

#include "deadlock/ends/ends.h"
#include "deadlock/joins.h"
#include "ir/text/path.h"

struct ending {
	struct graph *g;
	const struct threads *t;
	const struct contexts *c;
	struct arena *a;     /* of the findings */
	struct intern told;  /* function, instruction, lock */
};

/* Where a thread ends, with a lock. */
struct last_place {
	uint32_t thread, context, inst;
	struct held lock;
	bool cancelled; /* it ends there only if somebody cancels it */
};

static bool is_on(const struct ending *e, const struct event *x, const struct held *lock)
{
	return set_only(&e->c->terms, x->on) == lock->term && x->row->family == lock->family;
}

static bool runs(const struct ending *e, uint32_t context, uint32_t thread)
{
	uint32_t n;
	const uint32_t *of = threads_of_context(e->t, context, &n);

	for (uint32_t i = 0; i < n; i++)
		if (of[i] == thread)
			return true;
	return false;
}

static bool started(const struct ending *e, uint32_t by, uint32_t thread)
{
	for (uint32_t k = e->t->thread.at[thread].creator, steps = 0; k && steps < e->t->thread.n; steps++) {
		if (k == by)
			return true;
		k = e->t->thread.at[k].creator;
	}
	return false;
}

/* Does the thread `by` want it at x while the one that ends has it, or after? Who has started that one and is ordered by a join
 * is behind the join. */
static bool wants_it(const struct ending *e, const struct last_place *at, const struct event *x, uint32_t by)
{
	struct spot end = { at->thread, at->context, at->inst }, wanted = { by, x->context, x->inst };
	enum apart apart;

	if (by == at->thread)
		return e->t->thread.at[by].self || e->t->thread.at[by].multiplicity > 1;
	apart = threads_apart(e->t, end, wanted);
	return apart == APART_NOT || (apart == APART_JOINED && started(e, by, at->thread));
}

static bool waits(const struct event *x, const struct held *lock)
{
	if (!event_is(x->row, EVENT_ACQUIRE) || x->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_SEMAPHORE | MODEL_ROB) ||
	    model_is_alone(x->row))
		return false;
	return !held_is_shared(lock) || !(x->row->flags & MODEL_SHARED);
}

/* The first event that waits for it in vain; 0: none. */
static uint32_t wanted_at(const struct ending *e, const struct last_place *at)
{
	for (uint32_t i = 1; i < e->c->event.n; i++) {
		const struct event *x = &e->c->event.at[i];
		const uint32_t *of;
		uint32_t n;
		if (!waits(x, &at->lock) || !is_on(e, x, &at->lock))
			continue;
		of = threads_of_context(e->t, x->context, &n);
		for (uint32_t k = 0; k < n; k++)
			if (wants_it(e, at, x, of[k]))
				return i;
	}
	return 0;
}

static bool holds(const struct ending *e, uint32_t context, uint32_t inst, uint32_t term)
{
	uint32_t n;
	const struct held *lock = contexts_locks(e->c, contexts_held(e->c, context, inst), &n);

	return held_has_term(lock, n, term);
}

static bool is_handed_over(const struct ending *e, const struct held *lock)
{
	for (uint32_t i = 1; i < e->c->event.n; i++) {
		const struct event *x = &e->c->event.at[i];
		uint32_t n;
		const uint32_t *term = event_is(x->row, EVENT_RELEASE) ? set_get(&e->c->terms, x->on, &n) : NULL;
		for (uint32_t k = 0; term && k < n; k++)
			if (term[k] == lock->term && !holds(e, x->context, x->inst, lock->term))
				return true;
	}
	return false;
}

/* Behind a lock that was taken twice nothing is told of it any more (racerx, 6.1); or it may be, and is given back as often. */
static bool is_taken_twice(const struct ending *e, const struct last_place *at)
{
	for (uint32_t i = 1; i < e->c->event.n; i++) {
		const struct event *x = &e->c->event.at[i];
		if (event_is(x->row, EVENT_ACQUIRE) && is_on(e, x, &at->lock) && runs(e, x->context, at->thread) &&
		    holds(e, x->context, x->inst, at->lock.term))
			return true;
	}
	return false;
}

/* pthread_cleanup_push saves where it stands, as setjmp does, and the end of the thread comes back there to run what was
 * pushed. */
static bool comes_back(const struct ending *e, uint32_t context)
{
	const struct program *p = e->c->points->p;
	struct arena scratch;
	bool found = false;

	arena_init(&scratch, "ended");
	for (uint32_t steps = 0; context && !found && !limit_full(LIMIT_deadlock_calls, steps);
	     context = e->c->context.at[context].from, steps++) {
		struct body b = { 0 };
		body_get(&scratch, p, e->c->context.at[context].fn, &b);
		for (uint32_t i = 0; i < b.inst.n && !found; i++) {
			struct sym_id callee = b.inst.at[i].op == OP_call ? body_callee(p, &b, &b.inst.at[i]) : (struct sym_id){ 0 };
			found = callee.i && program_sym(p, callee)->flags & SYM_TWICE;
		}
	}
	arena_release(&scratch);
	return found;
}

/* Where the thread has taken it; 0: not known. */
static uint32_t taken_at(const struct ending *e, const struct last_place *at)
{
	for (uint32_t i = 1; i < e->c->event.n; i++) {
		const struct event *x = &e->c->event.at[i];
		if (event_is(x->row, EVENT_ACQUIRE) && !(x->row->flags & MODEL_SEMAPHORE) && is_on(e, x, &at->lock) &&
		    runs(e, x->context, at->thread))
			return i;
	}
	return 0;
}

/* As the code calls it that takes it. */
static const char *name_of(const struct ending *e, const struct event *taken)
{
	const struct points *points = e->c->points;
	struct body b = { 0 };
	struct place on;
	struct arena scratch;
	const char *name;

	arena_init(&scratch, "ended");
	body_get(&scratch, points->p, e->c->context.at[taken->context].fn, &b);
	on = event_place(points->p, points->models, &b, taken->inst, &taken->row->on);
	name = on.known && !on.name ? path_of_address(e->a, points->p, &b, on.base) : "the lock";
	arena_release(&scratch);
	return name;
}

static struct finding_place place_of(const struct ending *e, uint32_t context, uint32_t inst)
{
	return lockset_place(e->a, e->g->d->lockset, e->c->context.at[context].fn, inst);
}

static void tell(struct ending *e, const struct last_place *at, const struct event *taken, const struct event *wanted)
{
	struct finding_note *note = arena_array(e->a, 2, sizeof *note);
	struct finding x = { .rule = RULE_LOCK_LEAK, .object = "", .guard = "", .note = note, .nnotes = 2 };
	const char *text;

	x.place = place_of(e, at->context, at->inst);
	x.function = arena_string(e->a, program_fn_name(e->c->points->p, e->c->context.at[at->context].fn));
	x.lock = name_of(e, taken);
	x.message = arena_format(e->a, "'%s' is still held when the thread %s here", x.lock, at->cancelled ? "is cancelled" : "ends");
	note[0] = (struct finding_note){ place_of(e, taken->context, taken->inst), "acquired here" };
	note[1] = (struct finding_note){ place_of(e, wanted->context, wanted->inst), "waits forever here, if it comes later" };
	text = arena_format(e->a, "%s|%s|%s|%s|ended", rule_name(x.rule), path_base(x.place.file), x.function, x.lock);
	x.fingerprint = XXH3_64bits(text, strlen(text));
	*vec_add(e->a, &e->g->d->finding) = x;
}

/* Does the name mean one lock, whoever says it: a variable, or in a block that is made once? */
static bool is_one(const struct ending *e, const struct held *lock)
{
	struct term t = term_get(&e->c->terms, lock->term);

	if (t.kind == TERM_FIELD)
		t = term_get(&e->c->terms, t.base);
	return lock->flags & HELD_CERTAIN || threads_names_one(e->t, &t);
}

static void look_at(struct ending *e, uint32_t thread, uint32_t context, uint32_t inst, bool cancelled)
{
	uint32_t n, nriders;
	const struct held *lock = contexts_locks(e->c, contexts_held(e->c, context, inst), &n);

	(void)threads_riders(e->t, thread, &nriders);
	for (uint32_t i = 0; i < n && !nriders; i++) {
		struct last_place at = { thread, context, inst, lock[i], cancelled };
		uint32_t key[3] = { e->c->context.at[context].fn.i, cancelled ? UINT32_MAX : inst, lock[i].term };
		uint32_t known = e->told.entry.n, taken, wanted;
		if (!is_one(e, &lock[i]) || !(taken = taken_at(e, &at)) || !(wanted = wanted_at(e, &at)) || is_handed_over(e, &lock[i]) ||
		    is_taken_twice(e, &at) || comes_back(e, context) ||
		    intern_bytes(&e->told, key, sizeof key) < known)
			continue;
		tell(e, &at, &e->c->event.at[taken], &e->c->event.at[wanted]);
	}
}

static void look_at_returns(struct ending *e, uint32_t thread)
{
	struct arena scratch;
	uint32_t n;
	const uint32_t *start = threads_starts(e->t, thread, &n);

	arena_init(&scratch, "ended");
	for (uint32_t k = 0; k < n; k++) {
		struct body b = { 0 };
		body_get(&scratch, e->c->points->p, e->c->context.at[start[k]].fn, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			if (b.inst.at[i].op == OP_ret && contexts_reaches(e->c, start[k], i))
				look_at(e, thread, start[k], i, false);
	}
	arena_release(&scratch);
}

static void look_at_exits(struct ending *e)
{
	for (uint32_t i = 1; i < e->c->event.n; i++) {
		const struct event *x = &e->c->event.at[i];
		const uint32_t *of;
		uint32_t n;
		if (!event_is(x->row, EVENT_EXIT_THREAD) || !contexts_reaches(e->c, x->context, x->inst))
			continue;
		of = threads_of_context(e->t, x->context, &n);
		for (uint32_t k = 0; k < n; k++) {
			uint8_t kind = e->c->root.at[e->t->thread.at[of[k]].root].kind;
			if (kind == ROOT_THREAD || kind == ROOT_MAIN)
				look_at(e, of[k], x->context, x->inst, false);
		}
	}
}

/* Of the places with a lock where the thread may be cancelled, the first of each function is told. */
static void look_at_cancelled(void *with, uint32_t thread)
{
	struct ending *e = with;
	struct arena scratch;
	uint32_t n;

	for (uint32_t c = 1; c < e->c->context.n && e->c->root.at[e->t->thread.at[thread].root].kind == ROOT_THREAD; c++) {
		struct body b = { 0 };
		if (!runs(e, c, thread))
			continue;
		arena_init(&scratch, "ended");
		body_get(&scratch, e->c->points->p, e->c->context.at[c].fn, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			if (b.inst.at[i].op == OP_call && contexts_reaches(e->c, c, i) &&
			    (contexts_locks(e->c, contexts_held(e->c, c, i), &n), n) && ends_cancelled(e->t, c, i))
				look_at(e, thread, c, i, true);
		arena_release(&scratch);
	}
}

static void look_at_cancels(struct ending *e, struct joins *joins)
{
	for (uint32_t i = 1; i < e->c->event.n; i++)
		if (event_is(e->c->event.at[i].row, EVENT_CANCEL))
			(void)joins_each(joins, i, look_at_cancelled, e);
}

void ended_find(struct graph *g, struct joins *joins)
{
	struct ending e = { .g = g, .t = g->d->threads, .a = g->d->arena };

	if (!e.t || e.t->contexts->points->robust)
		return;
	e.c = e.t->contexts;
	intern_init(&e.told, g->scratch);
	for (uint32_t k = 1; k < e.t->thread.n; k++)
		if (e.c->root.at[e.t->thread.at[k].root].kind == ROOT_THREAD)
			look_at_returns(&e, k);
	look_at_exits(&e);
	look_at_cancels(&e, joins);
}
