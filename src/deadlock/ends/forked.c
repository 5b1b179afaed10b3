/* Locks that the child of a fork finds held, by a thread that it has not: nobody gives them back there.
 *
 *     worker: lock(log); ...; unlock(log)            main: if (!fork()) { lock(log); ... }
 *
 * And locks that who forks has, while a handler that is run before a fork takes them:
 *
 *     before: lock(log)                              worker: lock(log); fork()
 *
 * The former is told where the child waits for a lock that another thread may have at that moment: who forks has it not, nor
 * another one that all others have around it; and no handler that is run before a fork takes it, or makes it anew in the child.
 *
 * needs   threads, lockset for places      gives   findings: deadlock, self-deadlock
 * misses  forks before the handler is handed over, which are told; locks with attributes that handlers take; children that go on
 *         behind the function which has forked (threads/process.h); locks of libraries, of malloc and stdio; locks that are not
 *         surely one; locks that are taken through `try` and kept */
#include "deadlock/graph.h"

#include <string.h>
#include <xxhash.h>

#include "threads/process.h"
#include "threads/running.h"

struct forked {
	struct graph *g;
	const struct threads *t;
	const struct contexts *c;
	const struct processes *p;
};

static const struct held *held_at(const struct forked *f, const struct event *e, uint32_t *n)
{
	return contexts_locks(f->c, contexts_held(f->c, e->context, e->inst), n);
}

/* The children that a place is surely in, or that it may be come to in. */
static uint64_t in_children(const struct forked *f, const struct event *e, bool surely)
{
	struct fn_id fn = f->c->context.at[e->context].fn;

	return (surely ? f->p->surely : f->p->called)[e->context] | processes_here(f->p, fn, e->inst, true);
}

static bool takes(const struct event *e)
{
	return event_is(e->row, EVENT_ACQUIRE) && !(e->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_SEMAPHORE | MODEL_ROB)) &&
	       !model_is_alone(e->row);
}

static bool is_of(const struct forked *f, const struct event *e, const struct event *of)
{
	uint32_t lock = set_only(&f->c->terms, of->on);

	return lock && set_only(&f->c->terms, e->on) == lock && e->row->family == of->row->family;
}

/* A handler that is run in each child, before anything else. */
static bool runs_in_children(const struct forked *f, uint32_t context)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(f->t, context, &n);

	for (uint32_t i = 0; i < n; i++)
		if (f->c->root.at[f->t->thread.at[thread[i]].root].model == MODEL_KIND_ATCHILD)
			return true;
	return false;
}

static bool runs_before_forks(const struct forked *f, uint32_t context)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(f->t, context, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint8_t model = f->c->root.at[f->t->thread.at[thread[i]].root].model;
		if (model == MODEL_KIND_ATFORK || model == MODEL_KIND_ATCHILD)
			return true;
	}
	return false;
}

/* Has who forks the lock, or one that is held where the other one takes it? */
static bool is_kept_out(const struct forked *f, const struct event *fork, const struct event *other)
{
	uint32_t n, m;
	const struct held *a = held_at(f, fork, &n), *b = held_at(f, other, &m);

	if (held_has_term(a, n, set_only(&f->c->terms, other->on)))
		return true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (held_is_same(&a[i], &b[k]) && a[i].flags & HELD_CERTAIN && !(held_is_shared(&a[i]) && held_is_shared(&b[k])))
				return true;
	return false;
}

/* May another thread take the lock there while this one forks? */
static bool meets(const struct forked *f, const struct event *fork, const struct event *other)
{
	uint32_t n, m;
	const uint32_t *a = threads_of_context(f->t, fork->context, &n), *b = threads_of_context(f->t, other->context, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++) {
			struct spot x = { a[i], fork->context, fork->inst }, y = { b[k], other->context, other->inst };
			bool one = a[i] == b[k] && !f->t->thread.at[a[i]].self && f->t->thread.at[a[i]].multiplicity < 2;
			if (!one && !threads_handles_signal(f->t, b[k]) && threads_apart(f->t, x, y) == APART_NOT)
				return true;
		}
	return false;
}

/* Where another thread takes what the child waits for; 0: nobody does who may have it then. */
static uint32_t taken_by(const struct forked *f, const struct event *child, const struct event *fork, uint64_t in)
{
	uint32_t found = 0;

	for (uint32_t i = 1; i < f->c->event.n; i++) {
		const struct event *e = &f->c->event.at[i];
		if (event_is(e->row, EVENT_INIT) && is_of(f, e, child) && runs_in_children(f, e->context))
			return 0;
		if (!event_is(e->row, EVENT_ACQUIRE) || !is_of(f, e, child) || in_children(f, e, true) & in)
			continue;
		if (runs_before_forks(f, e->context) || is_kept_out(f, fork, e))
			return 0;
		if (!found && meets(f, fork, e))
			found = i;
	}
	return found;
}

/* The function that a thread which gets there begins with, and where there are others, not the one that forks. */
static const char *thread_of(const struct forked *f, const struct event *e, const struct event *fork)
{
	const struct program *p = f->c->points->p;
	uint32_t n, m, at = 0;
	const uint32_t *thread = threads_of_context(f->t, e->context, &n), *forks = threads_of_context(f->t, fork->context, &m);
	struct sym_id begins;

	while (at + 1 < n && m && thread[at] == forks[0])
		at++;
	begins = n ? f->c->root.at[f->t->thread.at[thread[at]].root].fn : (struct sym_id){ 0 };
	return arena_string(f->g->d->arena, begins.i ? program_str(p, program_sym(p, begins)->name) : "");
}

static struct finding_edge edge_of_event(const struct forked *f, const struct event *e, const char *kind, const char *lock)
{
	struct arena *a = f->g->d->arena;
	const struct lockset *l = f->g->d->lockset;
	struct fn_id fn = f->c->context.at[e->context].fn;
	struct finding_edge x = { .holds = lock };

	x.wants = (struct finding_access){ .place = lockset_place(a, l, fn, e->inst),
					   .function = arena_string(a, program_fn_name(l->points->p, fn)),
					   .kind = kind,
					   .thread = "",
					   .chain = "",
					   .signal = (uint8_t)SIGNAL_NOT,
					   .locks = "",
					   .fn = fn.i,
					   .inst = e->inst };
	x.acquired = x.wants.place;
	return x;
}

static void tell(const struct forked *f, const struct event *child, const struct event *fork, const struct event *other)
{
	struct arena *a = f->g->d->arena;
	struct finding_edge *edge = arena_array(a, 2, sizeof *edge);
	struct finding x = { .rule = RULE_DEADLOCK, .object = "", .guard = "", .edge = edge, .nedges = 2, .overlap = "" };
	const char *lock = contexts_lock_text(a, f->c, set_only(&f->c->terms, child->on)), *key;

	edge[0] = edge_of_event(f, child, arena_format(a, "wants '%s' in the child", lock), "");
	edge[1] = edge_of_event(f, other, arena_format(a, "has '%s' when the process forks", lock), lock);
	edge[0].wants.thread = arena_format(a, "%s > fork", thread_of(f, fork, fork));
	edge[1].wants.thread = thread_of(f, other, fork);
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.lock = lock;
	x.message = arena_format(a, "the child of the fork at %s:%u may find '%s' held by a thread that it does not have",
				 path_base(edge_of_event(f, fork, "", "").wants.place.file),
				 edge_of_event(f, fork, "", "").wants.place.line, lock);
	key = arena_format(a, "forked|%s|%s", x.function, lock);
	x.fingerprint = XXH3_64bits(key, strlen(key));
	*vec_add(a, &f->g->d->finding) = x;
}

/* ---- handlers that take what who forks has ---- */

static bool runs_at_fork(const struct forked *f, uint32_t context)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(f->t, context, &n);

	for (uint32_t i = 0; i < n; i++)
		if (f->c->root.at[f->t->thread.at[thread[i]].root].model == MODEL_KIND_ATFORK)
			return true;
	return false;
}

/* A variable that begins as zeros, and is made, if at all, without attributes: nobody may have it twice. */
static bool is_plain(const struct forked *f, uint32_t lock)
{
	const struct program *p = f->c->points->p;
	struct term t = term_root_of(&f->c->terms, lock);
	struct bytes data = t.kind == TERM_SYM ? program_bytes(p, p->sym.at[t.a].data) : (struct bytes){ 0 };
	bool plain = t.kind == TERM_SYM;

	for (size_t i = 0; plain && i < data.len; i++)
		plain = !data.at[i];
	for (uint32_t i = 1; plain && i < f->c->event.n; i++) {
		const struct event *e = &f->c->event.at[i];
		const struct code *code;
		if (!event_is(e->row, EVENT_INIT) || set_only(&f->c->terms, e->on) != lock || !event_says(&e->row->attr))
			continue;
		code = code_get(f->t->running->shapes, f->c->context.at[e->context].fn);
		plain = program_is_null(p, event_argument(&code->body, &code->body.inst.at[e->inst], &e->row->attr));
	}
	return plain;
}

static void tell_own(const struct forked *f, const struct event *handler, const struct event *fork)
{
	struct arena *a = f->g->d->arena;
	struct finding_note *note = arena_array(a, 1, sizeof *note);
	struct finding_edge at = edge_of_event(f, handler, "", "");
	struct finding x = { .rule = RULE_SELF_DEADLOCK, .object = "", .guard = "", .note = note, .nnotes = 1, .overlap = "" };
	const char *key;

	x.place = at.wants.place;
	x.function = at.wants.function;
	x.lock = contexts_lock_text(a, f->c, set_only(&f->c->terms, handler->on));
	x.message = arena_format(a, "'%s' is locked by a handler of the fork while the thread that forks holds it", x.lock);
	note[0] = (struct finding_note){ edge_of_event(f, fork, "", "").wants.place, "forks here" };
	key = arena_format(a, "prepared|%s|%s", x.function, x.lock);
	x.fingerprint = XXH3_64bits(key, strlen(key));
	*vec_add(a, &f->g->d->finding) = x;
}

/* The first fork that is made with the lock. */
static void look_at_handler(const struct forked *f, const struct event *handler)
{
	uint32_t lock = set_only(&f->c->terms, handler->on), n;

	for (uint32_t i = 1; i < f->c->event.n; i++) {
		const struct event *e = &f->c->event.at[i];
		const struct held *h = event_is(e->row, EVENT_FORK) && !event_shares(e->row) ? held_at(f, e, &n) : NULL;
		for (uint32_t k = 0; h && k < n; k++)
			if (h[k].term == lock && h[k].family == handler->row->family && h[k].flags & HELD_CERTAIN &&
			    !(held_is_shared(&h[k]) && handler->row->flags & MODEL_SHARED) && is_plain(f, lock)) {
				tell_own(f, handler, e);
				return;
			}
	}
}

static void find_own(const struct forked *f)
{
	for (uint32_t i = 1; i < f->c->event.n; i++) {
		const struct event *e = &f->c->event.at[i];
		if (takes(e) && set_only(&f->c->terms, e->on) && runs_at_fork(f, e->context) &&
		    contexts_reaches(f->c, e->context, e->inst))
			look_at_handler(f, e);
	}
}

/* ---- children ---- */

/* The first fork whose child comes there. */
static void look_at_wait(const struct forked *f, const struct event *child, struct map *told)
{
	uint64_t in = in_children(f, child, false) & ~IN_HANDLER;

	for (uint32_t i = 1; i < f->c->event.n && in; i++) {
		const struct event *e = &f->c->event.at[i];
		struct fn_id fn = f->c->context.at[e->context].fn;
		for (uint32_t k = 0; k < f->p->n; k++) {
			uint32_t other, *known;
			if (!(in >> k & 1) || f->p->fork[k].fn.i != fn.i || f->p->fork[k].inst != e->inst)
				continue;
			other = taken_by(f, child, e, (uint64_t)1 << k);
			known = other ? map_at(f->g->scratch, told, map_pair(f->c->context.at[child->context].fn.i, child->inst)) : NULL;
			if (!known || *known)
				continue;
			*known = 1;
			tell(f, child, e, &f->c->event.at[other]);
			return;
		}
	}
}

void forked_find(struct graph *g)
{
	struct forked f = { .g = g, .t = g->d->threads };
	struct map told = { 0 };

	f.c = f.t->contexts;
	find_own(&f);
	f.p = processes_find(g->scratch, f.t);
	for (uint32_t i = 1; f.p && i < f.c->event.n; i++) {
		const struct event *e = &f.c->event.at[i];
		uint32_t lock = set_only(&f.c->terms, e->on), n;
		if (!takes(e) || !lock || !contexts_reaches(f.c, e->context, e->inst))
			continue;
		if (held_has_term(held_at(&f, e, &n), n, lock) || !term_is_one(f.t->running, lock))
			continue;
		look_at_wait(&f, e, &told);
	}
}
