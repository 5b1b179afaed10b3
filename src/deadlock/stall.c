/* Who waits for what nobody does.
 *
 * Whoever waits needs somebody: who posts, signals, arrives, stores what a loop asks for, writes into a pipe (pipes.c), or ends.
 * These *provide*, and before they do they have to come by their own waits. So a wait is over only if some provider of it gets
 * there; what is over is found from those that need nobody, and the rest waits for ever, whoever runs first:
 *
 *     main: sem_wait(&a); sem_post(&b)         worker: sem_wait(&b); sem_post(&a)        both wait behind what they post
 *
 * A wait with a lock held is asked about once more: nobody takes that lock meanwhile.
 *
 * Numbers count, too, as far as they are known: at most so many posts, at least so many waits; arrivals at a barrier.
 *
 * needs   threads; lockset for what is told      gives   findings: deadlock, wait-holding
 * misses  waits with a time limit; conditions without a loop around the wait, unless the signal may come before; numbers of
 *         rounds that are not constant; who would provide where an execution does not get to; who is started by nobody here;
 *         which of two threads of one kind provides for the other; libraries that start no threads; joins of threads that work
 *         for ever, without a way to their end; locks that are held at waits where contexts were joined, since another thread
 *         may be the one that holds them (contexts-budget) */
#include "deadlock/stall.h"

#include <string.h>
#include <xxhash.h>

#include "base/limit.h"
#include "code/loop.h"
#include "deadlock/counts.h"

enum { MOST_CELLS = 8 }; /* the most that limits.def allows */

/* ---- what is one object ---- */

static struct ref object_of(const struct stall *s, const struct event *e)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[e->context].fn);

	return event_object(&code->body, &code->body.inst.at[e->inst], &e->row->on);
}

/* Both say which object they mean, and it is another one? */
static bool are_others(const struct stall *s, const struct event *x, const struct event *y)
{
	uint32_t n, m;
	const uint32_t *a = set_get(&s->c->terms, x->on, &n), *b = set_get(&s->c->terms, y->on, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (a[i] == b[k] || !term_is_one(s->r, a[i]) || !term_is_one(s->r, b[k]))
				return false;
	return n && m;
}

bool stall_may_be_one(const struct stall *s, const struct event *x, const struct event *y)
{
	struct cell a[MOST_CELLS], b[MOST_CELLS];
	struct ref p = object_of(s, x), q = object_of(s, y);
	uint32_t n, m;

	if (are_others(s, x, y))
		return false;
	if (ref_kind(p) == REF_NONE || ref_kind(q) == REF_NONE)
		return true;
	n = points_cells(s->c->points, s->c->context.at[x->context].fn, p, a, limit(LIMIT_deadlock_cells));
	m = points_cells(s->c->points, s->c->context.at[y->context].fn, q, b, limit(LIMIT_deadlock_cells));
	if (limit_over(LIMIT_deadlock_cells, n) || limit_over(LIMIT_deadlock_cells, m) || !n || !m)
		return true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (a[i].class == b[k].class && (a[i].offset == b[k].offset || points_fold(s->c->points, a[i].class)))
				return true;
	return false;
}

/* The only object that it may be, of which there is one in a run: a number of it, 0: not known. */
uint32_t stall_one_object(const struct stall *s, const struct event *e)
{
	const struct points *pt = s->c->points;
	struct cell cell[MOST_CELLS];
	struct ref r = object_of(s, e);
	uint32_t n, all = 0, found = 0,
		    count = ref_kind(r) == REF_NONE
				? 0
				: points_cells(pt, s->c->context.at[e->context].fn, r, cell, limit(LIMIT_deadlock_cells));

	for (uint32_t i = 0; i < count && !limit_over(LIMIT_deadlock_cells, count); i++) {
		const uint32_t *object = points_objects(pt, cell[i].class, &n);
		const struct object *o = n ? &pt->object.at[object[0]] : NULL;
		struct term t = { .kind = o && o->kind == OBJECT_HEAP	 ? TERM_HEAP
					  : o && o->kind == OBJECT_STACK ? TERM_STACK
									 : TERM_SYM };
		if (!n)
			continue;
		t.a = o->kind == OBJECT_VARIABLE ? o->sym.i : o->fn.i;
		t.b = o->inst;
		if (n > 1 || all++ || points_fold(pt, cell[i].class) || o->inst & POINTS_PARAM ||
		    (o->kind != OBJECT_VARIABLE && o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK) ||
		    !threads_names_one(s->t, &t))
			return 0;
		found = object[0] << 8 ^ (uint32_t)cell[i].offset ^ 1u << 31;
	}
	return found;
}

/* ---- the waits ---- */

static bool is_patient(const struct model_row *r)
{
	return !(r->flags & (MODEL_TRY | MODEL_TIMED));
}

static uint8_t kind_of(const struct event *e)
{
	if (!is_patient(e->row))
		return 0;
	if (event_is(e->row, EVENT_JOIN))
		return STALL_JOIN;
	if (event_is(e->row, EVENT_BARRIER))
		return STALL_BARRIER;
	if (event_is(e->row, EVENT_WAIT) && event_says(&e->row->with))
		return STALL_SIGNAL;
	return gate_is_wait(e) ? STALL_TOKEN : 0;
}

static void find_waits(struct stall *s)
{
	VEC(uint32_t) condition = { 0 };
	bool joins = false;

	for (uint32_t i = 1; i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		uint8_t kind = kind_of(e);
		if (!kind || !contexts_reaches(s->c, e->context, e->inst))
			continue;
		if (limit_full(LIMIT_deadlock_waits, s->wait.n + condition.n))
			return;
		joins |= kind == STALL_JOIN;
		if (kind == STALL_SIGNAL) {
			*vec_add(s->a, &condition) = i;
			continue;
		}
		ways_mark(&s->ways, (struct way_mark){ e->context, e->inst, UINT32_MAX, s->ways.bits });
		*vec_add(s->a, &s->wait) = (struct stall_wait){
			.kind = kind, .event = i, .context = e->context, .inst = e->inst, .bit = s->ways.bits - 1
		};
	}
	stall_find_loops(s, condition.at, condition.n, joins);
	stall_find_pipes(s);
}

/* Who has taken a token need not give it back. */
static bool is_given_by_others(const struct stall *s, const struct held *lock)
{
	for (uint32_t i = 1; i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		if (e->row->family == lock->family && event_is(e->row, EVENT_ACQUIRE))
			return e->row->flags & MODEL_SEMAPHORE;
	}
	return true;
}

/* Locks that are held at some wait, but the one that it gives back meanwhile. */
static void find_locks(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++) {
		const struct event *e = stall_event(s, s->wait.at[i].event);
		uint32_t n = 0;
		const struct held *lock =
		    s->wait.at[i].event ? contexts_locks(s->c, contexts_held(s->c, e->context, e->inst), &n) : NULL;
		for (uint32_t k = 0; k < n; k++) {
			bool known = !(lock[k].flags & HELD_CERTAIN) || held_is_shared(&lock[k]) || is_given_by_others(s, &lock[k]) ||
				     (e->with && set_only(&s->c->terms, e->with) == lock[k].term);
			for (uint32_t j = 0; j < s->lock.n && !known; j++)
				known = s->lock.at[j].lock.term == lock[k].term && s->lock.at[j].lock.family == lock[k].family;
			if (!known && !limit_full(LIMIT_deadlock_waits, s->lock.n))
				*vec_add(s->a, &s->lock) = (struct stall_lock){ lock[k], s->ways.bits + s->lock.n };
		}
	}
	for (uint32_t i = 1; s->lock.n && i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		if (!event_is(e->row, EVENT_ACQUIRE) || !is_patient(e->row))
			continue;
		for (uint32_t j = 0; j < s->lock.n; j++)
			if (set_only(&s->c->terms, e->on) == s->lock.at[j].lock.term &&
			    e->row->family == s->lock.at[j].lock.family)
				*vec_add(s->a, &s->ways.mark) =
				    (struct way_mark){ e->context, e->inst, UINT32_MAX, s->lock.at[j].bit };
	}
	s->ways.own = s->ways.bits;
	s->ways.bits += s->lock.n;
}

/* ---- who provides ---- */

static void add_provider(struct stall *s, struct stall_wait *w, uint32_t context, uint32_t inst)
{
	if (!w->nproviders++)
		w->provider = s->provider.n;
	*vec_add(s->a, &s->provider) = (struct stall_provider){ .context = context, .inst = inst };
}

static bool wakes(const struct stall_wait *w, const struct event *e)
{
	if (w->kind == STALL_TOKEN)
		return gate_is_post(e);
	return event_is(e->row, EVENT_SIGNAL) || event_is(e->row, EVENT_BROADCAST);
}

static void find_wakers(struct stall *s, struct stall_wait *w)
{
	const struct event *of = stall_event(s, w->event);

	for (uint32_t i = 1; i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		if (e->row->family == of->row->family && wakes(w, e) && stall_may_be_one(s, of, e))
			add_provider(s, w, e->context, e->inst);
	}
}

/* It is made with none, as far as is seen; what is never made is open. */
static bool starts_empty(const struct stall *s, const struct stall_wait *w)
{
	const struct event *of = stall_event(s, w->event);
	bool made = event_is(of->row, EVENT_WAIT); /* of these only posts count */

	for (uint32_t i = 1; i < s->c->event.n; i++) {
		const struct event *e = &s->c->event.at[i];
		int64_t count;
		if (!event_is(e->row, EVENT_INIT) || e->row->family != of->row->family || !event_says(&e->row->count) ||
		    !stall_may_be_one(s, of, e))
			continue;
		if (!counts_number(s, e, &count) || count)
			return false;
		made = true;
	}
	return made;
}

struct stall_ends {
	struct stall *s;
	struct stall_wait *w;
	uint32_t threads;
	bool outside; /* some thread runs a function that is not here */
};

static void add_ends(void *with, uint32_t thread)
{
	struct stall_ends *x = with;
	struct stall *s = x->s;
	uint32_t n;
	const uint32_t *start = threads_starts(s->t, thread, &n);

	x->outside |= !n;
	x->threads++;
	for (uint32_t i = 0; i < n; i++) {
		const struct code *code = code_get(s->r->shapes, s->c->context.at[start[i]].fn);
		for (uint32_t k = 0; k < code->body.inst.n; k++)
			if (code->body.inst.at[k].op == OP_ret)
				add_provider(s, x->w, start[i], k);
	}
	for (uint32_t i = 0; i < s->r->ends.n; i++) {
		const struct event *e = &s->c->event.at[s->r->ends.at[i]];
		if (bits_has(&s->r->bits, s->r->threads_of[e->context], thread))
			add_provider(s, x->w, e->context, e->inst);
	}
}

/* Functions that nobody is known to call may provide, too: then nothing is said. */
static bool is_provided_elsewhere(const struct stall *s, const struct stall_wait *w)
{
	const struct event *of = stall_event(s, w->event);
	struct body b = { 0 };

	for (uint32_t f = 1; f < s->r->p->fn.n; f++) {
		if (s->c->first_by_fn[f] < s->c->first_by_fn[f + 1])
			continue;
		body_get(s->a, s->r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			struct sym_id callee =
			    b.inst.at[i].op == OP_call ? body_callee(s->r->p, &b, &b.inst.at[i]) : (struct sym_id){ 0 };
			for (const struct model_row *r = callee.i ? points_rows(s->c->points, callee) : NULL; r; r = r->next)
				if (r->family == of->row->family && (event_has(r, TRAIT_WAKES) || event_is(r, EVENT_BARRIER) ||
								     (event_is(r, EVENT_RELEASE) && r->flags & MODEL_SEMAPHORE)))
					return true;
		}
	}
	return false;
}

static void find_providers(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++) {
		struct stall_wait *w = &s->wait.at[i];
		struct stall_ends ends = { s, w, 0, false };
		if (w->kind == STALL_ROUND)
			continue;
		if (w->kind == STALL_JOIN)
			w->open = !joins_each(s->joins, w->event, add_ends, &ends) || ends.outside || !ends.threads;
		else if (w->kind == STALL_BARRIER)
			counts_of_barrier(s, w);
		else if (w->kind == STALL_PIPE)
			stall_each_writer(s, w, add_provider);
		else
			find_wakers(s, w);
		if (w->kind == STALL_TOKEN)
			w->open = !starts_empty(s, w);
		if (w->kind != STALL_JOIN && w->kind != STALL_PIPE && !w->open)
			w->open = is_provided_elsewhere(s, w);
		w->open |= running_has_cancel(s->r); /* whoever waits may be ended */
	}
}

/* A thread that has no way to an end works for ever, and who joins it means that: a server's main does. */
static bool works_for_ever(const struct stall *s, const struct stall_wait *w)
{
	bool ends = w->kind != STALL_JOIN;

	for (uint32_t i = w->provider; i < w->provider + w->nproviders; i++)
		ends |= s->provider.at[i].before != NULL;
	return !ends;
}

static void find_passed(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++)
		s->wait.at[i].before = ways_before(&s->ways, s->a, s->wait.at[i].context, s->wait.at[i].inst);
	for (uint32_t i = 0; i < s->provider.n; i++)
		s->provider.at[i].before = ways_before(&s->ways, s->a, s->provider.at[i].context, s->provider.at[i].inst);
	for (uint32_t i = 0; i < s->wait.n; i++)
		s->wait.at[i].open |= works_for_ever(s, &s->wait.at[i]);
}

/* ---- who goes on ---- */

/* The first wait of the set that has not come to an end; UINT32_MAX: all have. */
static uint32_t first_left(const struct stall *s, const uint64_t *set)
{
	for (uint32_t i = 0; set && i < s->wait.n; i++)
		if (!s->wait.at[i].goes && ways_has(set, s->wait.at[i].bit))
			return i;
	return UINT32_MAX;
}

/* Does a thread that is at this place have to take the lock first, and may it be about to while that other one waits with it? */
static bool is_locked_out(const struct stall *s, const uint64_t *set, uint32_t context)
{
	const struct stall_lock *l = &s->lock.at[s->without];
	const struct stall_wait *w = &s->wait.at[s->asked];
	uint32_t n, m;
	const uint32_t *thread = threads_of_context(s->t, context, &n), *waiter = threads_of_context(s->t, w->context, &m);

	if (!ways_has(set, l->bit) || s->c->context.at[context].joined)
		return false;
	for (uint32_t i = 0; i < s->ways.mark.n; i++) {
		const struct way_mark *k = &s->ways.mark.at[i];
		for (uint32_t t = 0; k->bit == l->bit && t < n; t++)
			for (uint32_t u = 0; bits_has(&s->r->bits, s->r->threads_of[k->context], thread[t]) && u < m; u++)
				if (threads_apart(s->t, (struct spot){ thread[t], k->context, k->at },
						  (struct spot){ waiter[u], w->context, w->inst }) == APART_NOT)
					return true;
	}
	return false;
}

bool stall_is_passable(const struct stall *s, const uint64_t *set, const struct spot *of)
{
	return set && first_left(s, set) == UINT32_MAX && (s->without == UINT32_MAX || !is_locked_out(s, set, of->context));
}

/* The thread that waits is the only one that gets there, and only behind the wait. */
static bool comes_later(const struct stall *s, const struct stall_wait *w, const struct stall_provider *p)
{
	const struct code *code;
	uint32_t wait, from;

	if (p->context != w->context || !counts_is_once(s, w->context))
		return false;
	code = code_get(s->r->shapes, s->c->context.at[w->context].fn);
	wait = code_block(code, w->inst);
	from = code_block(code, p->inst);
	return (from != wait || p->inst > w->inst) && !block_leads_to(&code->body, from, wait, UINT32_MAX);
}

/* The thread that waits is a handler, on top of the only one that gets there. */
static bool is_interrupted(const struct stall *s, const struct stall_wait *w, const struct stall_provider *p)
{
	uint32_t n, m;
	const uint32_t *thread = threads_of_context(s->t, p->context, &n), *waiter = threads_of_context(s->t, w->context, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (thread[i] != waiter[k] &&
			    (!threads_handles_signal(s->t, waiter[k]) ||
			     !threads_interrupts_here(s->t, waiter[k], (struct spot){ thread[i], p->context, p->inst })))
				return false;
	return n && m && w->kind == STALL_TOKEN && threads_handles_signal(s->t, waiter[0]);
}

bool stall_provides(const struct stall *s, const struct stall_wait *w, uint32_t provider)
{
	const struct stall_provider *p = &s->provider.at[provider];

	return stall_is_passable(s, p->before, &(struct spot){ 0, p->context, p->inst }) && !comes_later(s, w, p) &&
	       !is_interrupted(s, w, p);
}

static bool any_provides(const struct stall *s, const struct stall_wait *w, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (stall_provides(s, w, i))
			return true;
	return false;
}

/* Is there a way out of the loop through doors that are open by now? */
static bool loop_ends(const struct stall *s, const struct stall_wait *w)
{
	const struct code *code = code_get(s->r->shapes, s->c->context.at[w->context].fn);
	uint32_t *todo = arena_array(s->a, code->body.block.n, sizeof *todo), n = 0,
		 wait = w->event ? code_block(code, w->inst) : UINT32_MAX;
	bool *seen = arena_array(s->a, code->body.block.n, sizeof *seen);

	todo[n++] = w->header;
	seen[w->header] = true;
	while (n) {
		uint32_t b = todo[--n], nnext;
		const uint32_t *next = body_successors(&code->body, b, &nnext);
		if (b == wait && b != w->header && !any_provides(s, w, w->provider, w->nproviders))
			continue;
		for (uint32_t k = 0; k < nnext; k++) {
			bool open = true;
			for (uint32_t i = w->door; i < w->door + w->ndoors && open; i++)
				if (s->door.at[i].block == b && s->door.at[i].to == next[k])
					open = s->door.at[i].open ||
					       any_provides(s, w, s->door.at[i].provider, s->door.at[i].nproviders);
			if (open && !w->inside[next[k]])
				return true;
			if (open && !seen[next[k]]) {
				seen[next[k]] = true;
				todo[n++] = next[k];
			}
		}
	}
	return false;
}

static bool is_over(const struct stall *s, const struct stall_wait *w)
{
	if (w->open)
		return true;
	if (w->kind == STALL_FLAG || w->kind == STALL_ROUND)
		return loop_ends(s, w);
	if (w->kind == STALL_BARRIER)
		return counts_arrive(s, w);
	return any_provides(s, w, w->provider, w->nproviders);
}

/* From those that need nobody on. */
static void find_going(struct stall *s)
{
	bool again = true;

	for (uint32_t i = 0; i < s->wait.n; i++)
		s->wait.at[i].goes = false;
	while (again) {
		again = false;
		for (uint32_t i = 0; i < s->wait.n; i++)
			if (!s->wait.at[i].goes && is_over(s, &s->wait.at[i]))
				again = s->wait.at[i].goes = true;
	}
}

/* ---- what is told ---- */

static const char *name_of(const struct stall *s, const struct stall_wait *w)
{
	return model_string(s->c->points->models, stall_event(s, w->event)->row->name);
}

/* Where lockset has seen the event; 0: nowhere. */
static uint32_t lockset_context_of(const struct stall *s, const struct event *e)
{
	const struct lockset *l = s->g->d->lockset;
	struct fn_id fn = s->c->context.at[e->context].fn;

	for (uint32_t i = 0; i < l->event.n; i++)
		if (l->event.at[i].fn.i == fn.i && l->event.at[i].inst == e->inst)
			return l->event.at[i].context;
	return 0;
}

static struct finding_edge edge_of_wait(const struct stall *s, const struct stall_wait *w)
{
	struct arena *a = s->g->d->arena;
	const struct event *e = stall_event(s, w->event);
	const struct lockset *l = s->g->d->lockset;
	struct fn_id fn = s->c->context.at[e->context].fn;
	uint32_t context = lockset_context_of(s, e);
	struct finding_edge x = { .holds = "" };

	x.wants = (struct finding_access){ .place = lockset_place(a, l, fn, e->inst),
					   .function = arena_string(a, program_fn_name(s->r->p, fn)),
					   .kind = arena_format(a, "waits in '%s'", name_of(s, w)),
					   .thread = context ? lockset_thread(a, l, context) : "",
					   .chain = context ? lockset_chain(a, l, context) : "",
					   .signal = context ? signal_of(l, context) : (uint8_t)SIGNAL_NOT,
					   .locks = "",
					   .fn = fn.i,
					   .inst = e->inst };
	x.acquired = x.wants.place;
	return x;
}

/* Of the first providers, the wait that each has to come by first: the one that is not this very wait, if there is one. */
static uint32_t left_of(const struct stall *s, const struct stall_wait *w, uint32_t provider, uint32_t n, uint32_t last)
{
	for (uint32_t i = provider; i < provider + n; i++) {
		const uint64_t *set = s->provider.at[i].before;
		for (uint32_t k = 0; set && k < s->wait.n; k++) {
			const struct stall_wait *x = &s->wait.at[k];
			if (x->goes || !ways_has(set, x->bit))
				continue;
			if (x->event != w->event)
				return k;
			last = last == UINT32_MAX ? k : last;
		}
	}
	return last;
}

/* The wait that somebody has to come by first who could end this one; UINT32_MAX: nobody could. */
static uint32_t next_of(const struct stall *s, const struct stall_wait *w)
{
	uint32_t last = left_of(s, w, w->provider, w->nproviders, UINT32_MAX);

	if (w->kind == STALL_BARRIER)
		last = counts_missing(s, w);
	for (uint32_t d = w->door; d < w->door + w->ndoors; d++)
		if (last == UINT32_MAX || s->wait.at[last].event == w->event)
			last = left_of(s, w, s->door.at[d].provider, s->door.at[d].nproviders, last);
	return last;
}

static bool is_same_place(const struct finding_place *x, const struct finding_place *y)
{
	return x->line == y->line && !strcmp(x->file, y->file);
}

static bool is_known(const struct stall *s, const struct finding_place *at)
{
	const struct deadlocks *d = s->g->d;

	for (uint32_t i = 0; i < d->finding.n; i++) {
		const struct finding *f = &d->finding.at[i];
		if (f->pruned || f->rule == RULE_LOCK_LEAK)
			continue;
		for (uint32_t k = 0; k < f->nedges; k++)
			if (is_same_place(&f->edge[k].wants.place, at))
				return true;
	}
	return false;
}

static bool is_before(const struct finding_place *a, const struct finding_place *b)
{
	int order = strcmp(a->file, b->file);

	return order ? order < 0 : a->line < b->line;
}

/* They are told in the order of the source. */
void stall_tell(struct stall *s, uint32_t *wait, uint32_t n, const char *why)
{
	struct arena *a = s->g->d->arena;
	struct finding_edge *edge = arena_array(a, n + 1, sizeof *edge);
	struct finding x = { .rule = RULE_DEADLOCK, .object = "", .guard = "", .lock = "", .edge = edge, .nedges = n };
	const char *text = "threads wait for each other:", *key = "";

	for (uint32_t i = 0; i < n; i++) {
		struct finding_edge e = edge_of_wait(s, &s->wait.at[wait[i]]);
		uint32_t k = i, at = wait[i];
		s->wait.at[wait[i]].told = true;
		if (is_known(s, &e.wants.place))
			return;
		for (; k && is_before(&e.wants.place, &edge[k - 1].wants.place); k--) {
			edge[k] = edge[k - 1];
			wait[k] = wait[k - 1];
		}
		edge[k] = e;
		wait[k] = at;
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct stall_wait *w = &s->wait.at[wait[i]];
		text = arena_format(a, "%s%s '%s' in %s", text, i ? "," : "", name_of(s, w), edge[i].wants.function);
		key = arena_format(a, "%s|%s|%s", key, edge[i].wants.function, name_of(s, w));
	}
	if (n == 1)
		text = arena_format(a, "'%s' waits for ever: %s", name_of(s, &s->wait.at[wait[0]]), why);
	x.message = text;
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.overlap = "";
	key = arena_format(a, "stall%s", key);
	x.fingerprint = XXH3_64bits(key, strlen(key));
	finding_fact(a, &x, FACT_threads, n > 2 ? (int32_t)n - 2 : 0, NULL);
	*vec_add(a, &s->g->d->finding) = x;
}

/* From a wait that somebody gets to, along those that others are behind: to a circle, or to one that nobody could end. Those on
 * the way there wait for these. Who goes round for ever is not told, but who waits for that one. */
static void tell_from(struct stall *s, uint32_t at)
{
	uint32_t wait[FINDING_EDGES], list[FINDING_EDGES], n = 0, all = 0, next = at, first = UINT32_MAX;
	bool told = false;

	while (next != UINT32_MAX && first == UINT32_MAX && n < FINDING_EDGES) {
		for (uint32_t i = 0; i < n && first == UINT32_MAX; i++)
			first = s->wait.at[wait[i]].event == s->wait.at[next].event ? i : UINT32_MAX;
		if (first != UINT32_MAX)
			break;
		wait[n++] = next;
		next = next_of(s, &s->wait.at[next]);
	}
	first = first == UINT32_MAX ? n - 1 : first;
	first -= first && first == n - 1 && !s->wait.at[wait[first]].event;
	for (uint32_t i = 0; i < n; i++) {
		told |= i >= first && s->wait.at[wait[i]].told;
		s->wait.at[wait[i]].told = true;
		if (i >= first && s->wait.at[wait[i]].event)
			list[all++] = wait[i];
	}
	if (!told && all)
		stall_tell(s, list, all, "nobody is left who could let it go on");
}

static void tell_stuck(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++)
		if (!s->wait.at[i].goes && !s->wait.at[i].told && s->wait.at[i].event && s->wait.at[i].before &&
		    first_left(s, s->wait.at[i].before) == UINT32_MAX)
			tell_from(s, i);
}

/* ---- with a lock held ---- */

static bool holds(const struct stall *s, const struct stall_wait *w, const struct stall_lock *l)
{
	const struct event *e = stall_event(s, w->event);
	uint32_t n = 0;
	bool known = w->event && !s->c->context.at[e->context].joined;
	const struct held *lock = known ? contexts_locks(s->c, contexts_held(s->c, e->context, e->inst), &n) : NULL;

	for (uint32_t i = 0; i < n; i++)
		if (held_is_same(&lock[i], &l->lock) && lock[i].flags & HELD_CERTAIN && !held_is_shared(&lock[i]))
			return !e->with || set_only(&s->c->terms, e->with) != l->lock.term;
	return false;
}

static bool share_a_thread(const struct stall *s, uint32_t x, uint32_t y)
{
	return bits_meet(&s->r->bits, s->r->threads_of[x], s->r->threads_of[y]);
}

/* Where the lock is taken by who would end the wait: by another thread than those that wait so, if there is one. */
static const struct way_mark *wanted_at(const struct stall *s, const struct stall_lock *l, const struct stall_wait *w)
{
	const struct way_mark *found = NULL;

	for (uint32_t i = 0; i < s->ways.mark.n; i++) {
		const struct way_mark *k = &s->ways.mark.at[i];
		bool provides = w->kind == STALL_BARRIER;
		for (uint32_t p = w->provider; p < w->provider + w->nproviders && k->bit == l->bit; p++)
			provides |= share_a_thread(s, s->provider.at[p].context, k->context);
		for (uint32_t d = w->door; d < w->door + w->ndoors && k->bit == l->bit; d++)
			for (uint32_t p = s->door.at[d].provider; p < s->door.at[d].provider + s->door.at[d].nproviders; p++)
				provides |= share_a_thread(s, s->provider.at[p].context, k->context);
		if (k->bit == l->bit && provides && (!found || !share_a_thread(s, k->context, w->context)))
			found = k;
		if (found == k && !share_a_thread(s, k->context, w->context))
			return found;
	}
	return found;
}

/* Where the function that waits has taken the lock; the wait itself: somebody else has, for it. */
static struct finding_place taken_at(const struct stall *s, const struct stall_wait *w, const struct stall_lock *l)
{
	const struct context *x = &s->c->context.at[w->context];
	uint32_t at = w->inst;

	for (uint32_t i = x->event; i < x->event + x->nevents; i++) {
		const struct event *e = &s->c->event.at[i];
		if (event_is(e->row, EVENT_ACQUIRE) && e->row->family == l->lock.family && set_only(&s->c->terms, e->on) == l->lock.term)
			at = e->inst;
	}
	return lockset_place(s->g->d->arena, s->g->d->lockset, x->fn, at);
}

static void tell_holding(struct stall *s, const struct stall_wait *w, const struct stall_lock *l)
{
	struct arena *a = s->g->d->arena;
	const struct way_mark *k = wanted_at(s, l, w);
	struct finding_edge *edge = arena_array(a, 2, sizeof *edge);
	struct finding x = { .rule = RULE_WAIT_HOLDING, .object = "", .guard = "", .edge = edge, .nedges = 2, .overlap = "" };
	const char *lock = contexts_lock_text(a, s->c, l->lock.term), *key;
	struct stall_wait other = { 0 };

	for (uint32_t i = 1; k && i < s->c->event.n && !other.event; i++)
		if (s->c->event.at[i].context == k->context && s->c->event.at[i].inst == k->at &&
		    event_is(s->c->event.at[i].row, EVENT_ACQUIRE))
			other.event = i;
	edge[0] = edge_of_wait(s, w);
	if (!other.event || is_known(s, &edge[0].wants.place))
		return;
	edge[1] = edge_of_wait(s, &other);
	edge[0].wants.kind = edge[1].holds = name_of(s, w);
	edge[0].wants.locks = edge[0].holds = lock;
	edge[0].acquired = taken_at(s, w, l);
	edge[1].wants.kind = arena_format(a, "wants '%s'", lock);
	x.place = edge[0].wants.place;
	x.function = edge[0].wants.function;
	x.lock = lock;
	x.message = arena_format(a, "'%s' waits with '%s' held, which the other side needs", name_of(s, w), lock);
	key = arena_format(a, "wait|%s|%s|%s", x.function, lock, name_of(s, w));
	x.fingerprint = XXH3_64bits(key, strlen(key));
	*vec_add(a, &s->g->d->finding) = x;
}

/* Who goes on if all locks are given back, and not if that one is not? */
static void ask_holding(struct stall *s)
{
	bool *goes = arena_array(s->a, s->wait.n + 1u, sizeof *goes);

	for (uint32_t i = 0; i < s->wait.n; i++)
		goes[i] = s->wait.at[i].goes;
	for (s->asked = 0; s->asked < s->wait.n; s->asked++)
		for (s->without = 0; s->without < s->lock.n; s->without++) {
			const struct stall_wait *w = &s->wait.at[s->asked];
			if (!goes[s->asked] || w->open || w->told || !holds(s, w, &s->lock.at[s->without]))
				continue;
			find_going(s);
			if (!w->goes)
				tell_holding(s, w, &s->lock.at[s->without]);
		}
	s->without = UINT32_MAX;
	for (uint32_t i = 0; i < s->wait.n; i++)
		s->wait.at[i].goes = goes[i];
}

/* Is there a thread that the program begins with, or starts? Where others call its functions in threads of theirs, nobody here
 * knows what else these do. */
static bool has_threads(const struct threads *t)
{
	for (uint32_t k = 1; k < t->thread.n; k++) {
		uint8_t kind = t->contexts->root.at[t->thread.at[k].root].kind;
		if (kind == ROOT_MAIN || kind == ROOT_THREAD)
			return true;
	}
	return false;
}

void stalls_find(struct graph *g, struct joins *joins)
{
	struct stall s = {
		.g = g, .a = g->scratch, .t = g->d->threads, .c = g->d->threads->contexts, .joins = joins, .without = UINT32_MAX
	};

	if (!has_threads(s.t))
		return;
	s.r = s.t->running;
	ways_init(&s.ways, s.a, s.t);
	find_waits(&s);
	if (!s.wait.n)
		return;
	find_locks(&s);
	find_providers(&s);
	ways_run(&s.ways);
	if (!s.ways.good)
		return;
	find_passed(&s);
	find_going(&s);
	tell_stuck(&s);
	ask_holding(&s);
	counts_tell(&s);
	lost_tell(&s);
}
