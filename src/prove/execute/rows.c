/* rows: what a call means by its model row: which body of src/model/bodies is executed, with what arguments, and in how many
 * steps.
 *
 * A call may take several steps, so that others can run in between; thread.phase says which is next:
 *     wait        0 give the lock back    1 take it again
 *     barrier     0 arrive                1 go on
 *     once        0 begin                 1 the function has returned: end
 *     spawn       0 the thread is there   1 its id is written, if the call is told where */
#include <string.h>

#include "prove/execute/atomic.h"
#include "prove/execute/library.h"
#include "prove/search/visitor.h"

struct prove_call {
	struct execution *m;
	const struct frame *f;
	const struct body *b;
	const struct inst *in;
	uint32_t inst;
	struct sym_id sym;
	const struct model_row *row;
	enum step step; /* where an argument was not at hand */
};

static struct prove_call call_at(struct execution *m, uint32_t inst, struct sym_id sym)
{
	const struct frame *f = execute_frame(m);
	struct prove_call c = { .m = m, .f = f, .b = &f->fn->body, .in = &f->fn->body.inst.at[inst], .inst = inst };

	c.sym = sym;
	c.row = seq_row(m->seq, sym);
	c.step = STEP_DEAD;
	return c;
}

bool execute_place(struct execution *m, uint32_t inst, const struct model_place *from, struct value *out, enum step *step)
{
	struct place place = event_place(m->seq->p, m->seq->points->models, &execute_frame(m)->fn->body, inst, from);

	if (event_hidden(from)) {
		*out = space_pointer(&m->space, space_of_name(&m->space, from->name));
		return true;
	}
	if (!place.known || place.result || ref_kind(place.base) == REF_NONE) {
		*step = execute_cannot(m, "a model row that names what the call does not have");
		return false;
	}
	if (!execute_need(m, place.base, out)) {
		*step = STEP_REFINE;
		return false;
	}
	if (place.first)
		*out = space_pointer(&m->space, out->lo + (uint64_t)place.first);
	for (uint32_t i = 0; i < place.loads; i++)
		if (!space_read(&m->space, out->lo, m->space.pointer * 8, out) || out->ast) {
			*step = execute_wrong(m);
			return false;
		}
	if (place.offset)
		*out = space_pointer(&m->space, out->lo + (uint64_t)place.offset);
	return true;
}

/* The value or address that a place of the row is. False: c->step. */
static bool evaluate(struct prove_call *c, const struct model_place *from, struct value *out)
{
	return execute_place(c->m, c->inst, from, out, &c->step);
}

enum { OWNER = 0xffff };  /* src/model/bodies/primitives.c */
enum { SETTLED = 20 }; /* bytes of a primitive that the bodies look at */

/* Locks that a harness has made are free. */
static enum step run_body(struct prove_call *c, const char *name, const struct value *arg, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (arg[i].bits == c->m->space.pointer * 8)
			space_settle(&c->m->space, arg[i].lo, harness_before_pointer(c->m, arg[i].lo, SETTLED));
	return execute_push(c->m, seq_primitive(c->m->seq, name), arg, n, FRAME_PRIMITIVE) ? STEP_ON
											   : execute_dead(c->m, "too many calls");
}

static struct value self(const struct prove_call *c)
{
	return value_of_number(32, c->m->core.current + 1);
}

static enum step finish_call(struct prove_call *c, struct value v)
{
	uint32_t bits = execute_bits(c->f->fn->p, c->in->type);
	struct prove_thread *t = execute_thread(c->m);

	if (bits)
		execute_set(c->m, c->inst, v.bits == bits ? v : value_of_number(bits, (uint64_t)(v.bits ? value_signed(v) : 0)));
	if (t->phase) {
		region_save(&c->m->region, &t->phase, sizeof t->phase);
		region_save(&c->m->region, &t->woken, sizeof t->woken);
		region_save(&c->m->region, &t->signalled, sizeof t->signalled);
		region_save(&c->m->region, &t->waits_at, sizeof t->waits_at);
		t->phase = 0;
		t->waits_at = 0;
		t->woken = t->signalled = false;
	}
	execute_count(c->m);
	execute_next(c->m);
	return STEP_ON;
}

/* One step of several is done: others may run before the next. */
static enum step next_phase(struct prove_call *c, int64_t ticket)
{
	struct prove_thread *t = execute_thread(c->m);

	region_save(&c->m->region, &t->phase, sizeof t->phase);
	region_save(&c->m->region, &t->ticket, sizeof t->ticket);
	t->phase++;
	t->ticket = ticket;
	execute_count(c->m);
	c->m->core.op = c->f->fn->first[c->inst];
	return STEP_ON;
}

/* ---- results ---- */

enum { BUSY = 16, DEADLOCK = 35, TIMED_OUT = 110, C11_BUSY = 1, C11_TIMED_OUT = 4 };

/* A result with which the row's condition holds, or does not. */
static int64_t satisfying(struct event_test t, bool yes)
{
	uint8_t compare = t.error > 0 ? COMPARE_eq : t.error < 0 ? COMPARE_ne : t.compare;

	if (t.mask != -1) /* of bits */
		return yes == (compare == COMPARE_ne) ? t.mask : 0;
	switch (compare) {
	case COMPARE_eq: return yes ? t.number : t.number ? 0 : BUSY;
	case COMPARE_ne: return yes ? t.number + 1 : t.number;
	case COMPARE_slt: return yes ? t.number - 1 : t.number;
	case COMPARE_sle: return yes ? t.number : t.number + 1;
	case COMPARE_sgt: return yes ? t.number + 1 : t.number;
	case COMPARE_sge: return yes ? t.number : t.number - 1;
	default: return 0;
	}
}

static bool is_family(const struct prove_call *c, const char *name)
{
	return !strcmp(model_string(c->m->seq->points->models, c->row->family), name);
}

static bool is_c11(const struct prove_call *c)
{
	return is_family(c, "mtx");
}

static bool is_posix(const struct prove_call *c)
{
	return is_c11(c) || is_family(c, "sem") || is_family(c, "mutex") || is_family(c, "rwlock") || is_family(c, "spin") ||
	       is_family(c, "thread");
}

/* What the functions of a family whose success is 0 say when a lock is taken, or the time is over. */
static int64_t failure(const struct prove_call *c)
{
	bool timed = c->row->flags & MODEL_TIMED;

	if (c->row->fails)
		return c->row->fails;
	if (!is_posix(c) && c->f->fn->used[body_value(c->b, c->inst)] > USED_SIGN)
		execute_cut(c->m, CUT_RESULTS, "an attempt that fails");
	if (is_family(c, "sem"))
		return -1;
	if (is_c11(c))
		return timed ? C11_TIMED_OUT : C11_BUSY;
	return timed ? TIMED_OUT : BUSY;
}

/* What the call returns where the body came back with 0, or with something else. */
static struct value result_of(const struct prove_call *c, struct value v)
{
	const struct model_row *row = c->row;
	bool yes = !value_known(v) || !value_get(v);

	if (!yes && (!(row->flags & (MODEL_TRY | MODEL_TIMED)) || value_get(v) == DEADLOCK))
		return v; /* an error of its own */
	if (!yes && (!event_asks_result(row) || event_is_told_by_zero(row)))
		return value_of_number(64, (uint64_t)failure(c));
	return event_asks_result(row) ? value_of_number(64, (uint64_t)satisfying(event_test(&row->when), yes)) : v;
}

/* ---- families ---- */

static bool family_has(const struct prove_call *c, uint32_t what)
{
	return map_get(&c->m->seq->family, c->row->family) & what;
}

/* Locks of a family whose init takes attributes or a type have their kind at int 4, if they are that large; at int 3 where
 * pointers have four bytes (KIND of the bodies). */
static struct value kind_of(struct prove_call *c, uint64_t lock)
{
	struct value kind = value_of_number(32, c->row->flags & MODEL_RECURSIVE ? 1 : 0);
	struct value v;

	if (value_get(kind) || !family_has(c, FAMILY_KINDS) || !space_room(&c->m->space, lock, SETTLED))
		return kind;
	space_settle(&c->m->space, lock, harness_before_pointer(c->m, lock, SETTLED));
	if (space_read(&c->m->space, lock + (c->m->space.pointer == 8 ? 16 : 12), 32, &v) && value_known(v))
		kind = value_of_number(32, v.lo & 3);
	return kind;
}

/* ---- calls that may fail ---- */

static bool is_used(const struct prove_call *c)
{
	return execute_bits(c->f->fn->p, c->in->type) && c->f->fn->used[body_value(c->b, c->inst)];
}

/* POSIX and C let a lock call fail for other reasons than that the lock is taken: an attempt of C11 for none at all, one on a
 * lock for readers and writers that the thread itself has, one that a signal or the end of the process may interrupt. */
static bool may_fail_to_acquire(struct prove_call *c)
{
	bool try = c->row->flags & (MODEL_TRY | MODEL_TIMED);
	struct value lock, state;

	if (event_asks_result(c->row) && !try)
		return true;
	if (c->row->flags & MODEL_TRY && is_c11(c))
		return true;
	if (!family_has(c, FAMILY_SHARES) || model_is_alone(c->row) || !evaluate(c, &c->row->on, &lock) ||
	    !space_room(&c->m->space, lock.lo, 4) || !space_read(&c->m->space, lock.lo, 32, &state) || !value_known(state))
		return false;
	return value_signed(state) < 0 ? !(c->row->flags & MODEL_SHARED) : (state.lo & OWNER) == c->m->core.current + 1;
}

/* Can the call have another result than those that the search gives it? What does so is told in cuts.def (RESULTS). The others
 * are exact:
 *     acquire        0 of a mutex that is there, is no robust one and has no ceiling; what an error-checking one says; busy and
 *                    timed out where somebody has it. EINTR needs a handler, which is a cut of its own.
 *     release, detach, once
 *                    0 of what is there; the rest is undefined. Errors that a checking lock tells are told.
 *     settype        0 of the types that there are
 *     wait           0; of one with a limit of time also that it is over, where no signal came, and 0 there, too
 *     join           0 of a thread that is not its own; busy and timed out while it runs */
static bool may_be_other(struct prove_call *c)
{
	const struct model_row *row = c->row;
	struct value handle;

	switch (event_kind(row)) {
	case EVENT_ACQUIRE: return may_fail_to_acquire(c);
	case EVENT_INIT:
	case EVENT_DESTROY: /* of what somebody has: busy */
	case EVENT_BARRIER: /* any of them is the serial one */
	case EVENT_HANDLER: return true;
	case EVENT_WAIT: return !event_says(&row->with) && (!event_is_sure(row) || row->flags & MODEL_TIMED);
	case EVENT_SIGNAL:
	case EVENT_BROADCAST: return !event_is_sure(row);
	case EVENT_JOIN:
		return event_says(&row->on) && evaluate(c, &row->on, &handle) && schedule_thread(handle.lo) == c->m->core.current;
	default: return false;
	}
}

static void note_results(struct prove_call *c)
{
	const struct type *t = program_type(c->f->fn->p, type_strip(c->f->fn->p, c->in->type));
	bool pointer = t->kind == TYPE_POINTER && !event_is(c->row, EVENT_SPAWN) && !event_is(c->row, EVENT_SELF);
	bool robust = event_is(c->row, EVENT_SETTYPE) && c->row->flags & MODEL_ROBUST; /* then nobody has to ask */

	if (c->m->probing || execute_thread(c->m)->phase)
		return;
	if (robust || (is_used(c) && (pointer || may_be_other(c))))
		execute_cut(c->m, CUT_RESULTS, program_str(c->m->seq->p, program_sym(c->m->seq->p, c->sym)->name));
}

/* ---- one verb each ---- */

/* atomic_dec_and_lock and its like: an atomic operation decides whether the lock is taken, and the result says it. */
static bool counts_first(const struct prove_call *c)
{
	const struct model_row *atomic = atomic_row(c->m->seq, c->sym);

	return atomic && atomic->gives > MODEL_GIVES_NOTHING && !event_is_sure(c->row);
}

static void keep_order(struct prove_call *c);

/* An atomic section begins or ends. There is nothing to wait for: who runs is the only one that is in any. What ends without
 * having begun is anybody's guess. */
static enum step do_section(struct prove_call *c)
{
	struct prove_thread *t = execute_thread(c->m);

	if (event_is(c->row, EVENT_RELEASE) && !t->alone)
		return execute_dead(c->m, "the end of an atomic section that has not begun");
	region_save(&c->m->region, &t->alone, sizeof t->alone);
	t->alone += event_is(c->row, EVENT_ACQUIRE) ? 1 : UINT32_MAX;
	if (t->alone == (event_is(c->row, EVENT_ACQUIRE) ? 1 : 0)) /* not those inside */
		keep_order(c);
	return finish_call(c, value_of_number(32, 0));
}

/* A lock that is one bit of a word: the byte that has it, and the bit as a mask. */
static bool evaluate_bit(struct prove_call *c, struct value *byte, struct value *bit)
{
	struct value number;

	if (c->row->on.key >= c->in->nargs) {
		c->step = execute_cannot(c->m, "a model row that names what the call does not have");
		return false;
	}
	if (!evaluate(c, &c->row->on, byte))
		return false;
	if (!execute_need(c->m, body_arg(c->b, c->in, c->row->on.key), &number)) {
		c->step = STEP_REFINE;
		return false;
	}
	*byte = space_pointer(&c->m->space, byte->lo + (uint32_t)number.lo / 8);
	*bit = value_of_number(32, 1u << (uint32_t)number.lo % 8);
	return true;
}

static enum step do_bit(struct prove_call *c)
{
	bool try = c->row->flags & (MODEL_TRY | MODEL_TIMED);
	struct value byte, bit;

	if (!evaluate_bit(c, &byte, &bit))
		return c->step;
	if (event_is(c->row, EVENT_RELEASE))
		return run_body(c, "snag_bit_release", (struct value[]){ byte, bit }, 2);
	return run_body(c, try ? "snag_bit_acquire_try" : "snag_bit_acquire",
			(struct value[]){ byte, bit, value_of_number(32, BUSY) }, 2 + try);
}

static enum step do_acquire(struct prove_call *c)
{
	uint32_t flags = c->row->flags;
	bool try = flags & (MODEL_TRY | MODEL_TIMED);
	struct value lock, busy = value_of_number(32, flags & MODEL_TRY ? BUSY : TIMED_OUT);

	if (model_is_alone(c->row))
		return do_section(c);
	if (counts_first(c))
		return execute_cannot(c->m, "a lock that is taken when a count falls to zero");
	if (c->row->on.key)
		return do_bit(c);
	if (!evaluate(c, &c->row->on, &lock))
		return c->step;
	if (flags & MODEL_SEMAPHORE)
		return run_body(c, try ? "snag_down_try" : "snag_down", (struct value[]){ lock, busy }, 1 + try);
	if (flags & MODEL_SHARED)
		return run_body(c, try ? "snag_acquire_shared_try" : "snag_acquire_shared", (struct value[]){ lock, busy },
				1 + try);
	return run_body(c, try ? "snag_acquire_try" : "snag_acquire",
			(struct value[]){ lock, self(c), kind_of(c, lock.lo), busy }, 3 + try);
}

static enum step do_release(struct prove_call *c)
{
	struct value lock;

	if (model_is_alone(c->row))
		return do_section(c);
	if (c->row->on.key)
		return do_bit(c);
	if (!evaluate(c, &c->row->on, &lock))
		return c->step;
	if (c->row->flags & MODEL_SEMAPHORE)
		return run_body(c, "snag_up", &lock, 1);
	return run_body(c, "snag_release", (struct value[]){ lock, self(c), kind_of(c, lock.lo) }, 3);
}

static bool holds(const struct prove_call *c, const struct model_condition *w)
{
	struct value v = execute_get(c->m, event_asked(c->b, c->in, w));

	return model_condition_holds(w, value_known(v) ? value_signed(v) : 0);
}

static enum step do_init(struct prove_call *c)
{
	struct value object, count = value_of_number(32, 0), attr;

	if (event_is_result(&c->row->on))
		return execute_cannot(c->m, "a lock that a function returns");
	if (!evaluate(c, &c->row->on, &object))
		return c->step;
	if (event_says(&c->row->count)) {
		if (!evaluate(c, &c->row->count, &count))
			return c->step;
		count = value_of_number(32, count.lo);
		return run_body(c, family_has(c, FAMILY_BARRIER) ? "snag_init_barrier" : "snag_init",
				(struct value[]){ object, count }, 2);
	}
	if (!family_has(c, FAMILY_ACQUIRES))
		return run_body(c, space_room(&c->m->space, object.lo, 8) ? "snag_init_condition" : "snag_init",
				(struct value[]){ object, count }, space_room(&c->m->space, object.lo, 8) ? 1 : 2);
	if (c->row->recursive_if.test) {
		count = value_of_number(32, holds(c, &c->row->recursive_if));
	} else if (event_says(&c->row->attr)) {
		if (!evaluate(c, &c->row->attr, &attr))
			return c->step;
		if (attr.lo && (!space_read(&c->m->space, attr.lo, 32, &count) || !value_known(count)))
			return execute_wrong(c->m);
		count = value_of_number(32, count.lo & 3);
	}
	if (space_room(&c->m->space, object.lo, SETTLED) && family_has(c, FAMILY_KINDS))
		return run_body(c, "snag_init_kind", (struct value[]){ object, count }, 2);
	return run_body(c, "snag_init", (struct value[]){ object, value_of_number(32, 0) }, 2);
}

static enum step do_settype(struct prove_call *c)
{
	struct value object, kind;

	if (c->row->flags & MODEL_ROBUST || !event_says(&c->row->kind_arg))
		return finish_call(c, value_of_number(32, 0));
	if (!evaluate(c, &c->row->on, &object) || !evaluate(c, &c->row->kind_arg, &kind))
		return c->step;
	return run_body(c, "snag_init", (struct value[]){ object, value_of_number(32, kind.lo) }, 2);
}

static enum step do_wait(struct prove_call *c)
{
	const struct prove_thread *t = execute_thread(c->m);
	bool timed = c->row->flags & MODEL_TIMED, wakes = t->woken || (timed && c->m->seq->goal->kind == GOAL_DEADLOCK), late, free;
	struct value condition, lock, state;

	if (!evaluate(c, &c->row->on, &condition))
		return c->step;
	if (!event_says(&c->row->with) && c->row->flags & (MODEL_TRY | MODEL_TIMED))
		return run_body(c, "snag_event_try", (struct value[]){ condition, value_of_number(32, 1) }, 2);
	if (!event_says(&c->row->with))
		return run_body(c, "snag_event_wait", &condition, 1);
	if (!evaluate(c, &c->row->with, &lock))
		return c->step;
	if (!t->phase)
		return run_body(c, "snag_wait_begin", (struct value[]){ condition, lock, self(c) }, 3);
	/* It may be over for nothing, too, and then does not say that it is by time. Where it waits on, others are chosen. */
	free = space_read(&c->m->space, lock.lo, 32, &state) && value_known(state) && !state.lo;
	late = timed && (t->signalled || !wakes || !free || !is_used(c) || execute_choose(c->m, 2) == 0);
	return run_body(c, "snag_wait_end",
			(struct value[]){ condition, lock, self(c), value_of_number(32, t->signalled), value_of_number(32, wakes),
					  value_of_number(32, late) },
			6);
}

static bool is_waiting(const struct prove_thread *t, uint64_t at)
{
	return t->status != THREAD_FINISHED && t->phase && t->waits_at == at && !t->signalled;
}

/* A signal goes to one of those that wait now, to be chosen, and a broadcast to all of them; whoever comes later gets nothing. If
 * there is a choice, it is an input of the call: the number of the thread. */
static enum step give_signal(struct prove_call *c, uint64_t at, bool all)
{
	struct execution *m = c->m;
	uint32_t n = 0, who = 0, chosen = NOBODY;

	for (uint32_t i = 0; i < m->core.nthreads; i++)
		n += is_waiting(&m->thread[i], at);
	if (!all && n > 1 && !m->probing)
		who = execute_choose(m, n);
	for (uint32_t i = 0; i < m->core.nthreads; i++) {
		struct prove_thread *t = &m->thread[i];
		if (!is_waiting(t, at) || (!all && who-- != 0))
			continue;
		region_save(&m->region, &t->signalled, sizeof t->signalled);
		t->signalled = true;
		chosen = i;
	}
	return all || n < 2 || execute_input(m, c->inst, value_of_number(32, chosen)) ? STEP_ON
										       : execute_dead(m, "too many inputs");
}

static enum step do_signal(struct prove_call *c)
{
	bool all = event_is(c->row, EVENT_BROADCAST), condition = family_has(c, FAMILY_WAITS_WITH_LOCK);
	struct value object;

	if (!evaluate(c, &c->row->on, &object))
		return c->step;
	if (condition)
		return give_signal(c, object.lo, all) == STEP_ON
			       ? run_body(c, all ? "snag_broadcast" : "snag_signal", &object, 1)
			       : STEP_DEAD;
	return run_body(c, all ? "snag_event_open" : "snag_event_signal", &object, 1);
}

static enum step do_barrier(struct prove_call *c)
{
	const struct prove_thread *t = execute_thread(c->m);
	struct value object;

	if (!evaluate(c, &c->row->on, &object))
		return c->step;
	if (!t->phase)
		return run_body(c, "snag_arrive", &object, 1);
	return run_body(c, "snag_leave", (struct value[]){ object, value_of_number(32, (uint64_t)t->ticket) }, 2);
}

static struct fn_id function_at(struct prove_call *c, const struct model_place *from)
{
	const struct room *room;
	struct value at;

	if (!evaluate(c, from, &at))
		return (struct fn_id){ 0 };
	room = space_any(&c->m->space, at.lo);
	if (!room || room->kind != ROOM_FUNCTION || !program_sym(c->m->seq->p, room->sym)->fn.i) {
		c->step = execute_cannot(c->m, "a thread or callback whose function has no body");
		return (struct fn_id){ 0 };
	}
	return program_sym(c->m->seq->p, room->sym)->fn;
}

static enum step do_once(struct prove_call *c)
{
	struct value object;
	struct fn_id fn = function_at(c, &c->row->fn);

	if (!fn.i || !evaluate(c, &c->row->on, &object))
		return c->step;
	return run_body(c, execute_thread(c->m)->phase ? "snag_once_end" : "snag_once_begin", &object, 1);
}

/* The thread is there, and its id is written. Where no more threads may wait (ts), it runs at once. */
static enum step spawn_done(struct prove_call *c, uint32_t thread)
{
	struct execution *m = c->m;
	uint32_t ready = 0;

	for (uint32_t i = 0; i < m->core.nthreads; i++)
		ready += i != thread && m->thread[i].status == THREAD_READY && !m->thread[i].signal;
	finish_call(c, event_is_result(&c->row->id) ? value_of_number(64, schedule_id(thread)) : result_of(c, value_of_number(32, 0)));
	if (m->discipline && ready >= m->opt->ts && !execute_thread(m)->alone && m->thread[thread].status == THREAD_READY) {
		execute_cut(m, CUT_WAITING, NULL);
		execute_run_now(m, thread);
	}
	return STEP_ON;
}

static enum step do_spawn(struct prove_call *c)
{
	struct execution *m = c->m;
	struct value arg = space_pointer(&m->space, 0), id = { 0 };
	struct fn_id fn = function_at(c, &c->row->fn);
	uint32_t thread;

	if (!fn.i || (event_says(&c->row->arg) && !evaluate(c, &c->row->arg, &arg)))
		return c->step;
	if (event_argument_number(&c->row->id) && !evaluate(c, &c->row->id, &id))
		return c->step;
	if (execute_thread(m)->phase) {
		thread = (uint32_t)execute_thread(m)->ticket;
		return space_write(&m->space, id.lo, space_pointer(&m->space, schedule_id(thread))) ? spawn_done(c, thread)
											   : execute_wrong(m);
	}
	if (c->f->fn->used[body_value(c->b, c->inst)])
		execute_cut(m, CUT_STARTS, NULL);
	thread = execute_spawn(m, fn, &arg, 1);
	if (thread == NOBODY)
		return execute_dead(m, "too many threads");
	if (id.lo && !space_room(&m->space, id.lo, m->space.pointer))
		return execute_wrong(m);
	return id.lo ? next_phase(c, thread) : spawn_done(c, thread);
}

static enum step do_join(struct prove_call *c)
{
	struct execution *m = c->m;
	struct value handle;
	uint32_t thread;

	if (c->row->flags & MODEL_ALL || !event_says(&c->row->on))
		return execute_cannot(m, "a call that waits for threads it does not name");
	if (!evaluate(c, &c->row->on, &handle))
		return c->step;
	thread = schedule_thread(handle.lo);
	if (thread >= m->core.nthreads)
		return execute_dead(m, "a wait for something that is not a thread");
	if (m->thread[thread].joined)
		return execute_dead(m, "a wait for a thread that was waited for");
	if (c->row->flags & (MODEL_TRY | MODEL_TIMED) && m->thread[thread].status != THREAD_FINISHED)
		return finish_call(c, result_of(c, value_of_number(32, 1)));
	return run_body(c, "snag_join", (struct value[]){ value_of_number(32, m->thread[thread].status == THREAD_FINISHED) }, 1);
}

/* What the thread returned goes where the row says, or where a further row says that something is written. */
static enum step join_done(struct prove_call *c)
{
	struct execution *m = c->m;
	const struct model_place *to = &c->row->value;
	struct value handle, at, v;
	uint32_t thread;

	for (const struct model_row *r = c->row; r && !event_says(to); r = r->next)
		if (event_is(r, EVENT_WRITES))
			to = &r->on;
	if (!evaluate(c, &c->row->on, &handle))
		return c->step;
	thread = schedule_thread(handle.lo);
	region_save(&m->region, &m->thread[thread].joined, sizeof(bool));
	m->thread[thread].joined = true;
	order_join(m, thread);
	if (event_argument_number(to)) {
		if (!evaluate(c, to, &at))
			return c->step;
		v = m->thread[thread].result;
		if (at.lo && v.bits && !space_write(&m->space, at.lo, v))
			return execute_wrong(m);
	}
	return finish_call(c, result_of(c, value_of_number(32, 0)));
}

static enum step do_handler(struct prove_call *c)
{
	const struct model_place *from = &c->row->fn;
	struct execution *m = c->m;
	const struct room *room;
	struct value signal, at;
	struct fn_id fn = { 0 };

	if (!evaluate(c, &c->row->on, &signal) || !evaluate(c, from, &at))
		return c->step;
	if (from->deref && !execute_get(m, body_arg(c->b, c->in, from->arg + 1u)).lo) /* it only asks */
		return finish_call(c, value_of_number(32, 0));
	if (from->deref && (!space_read(&m->space, at.lo, m->space.pointer * 8, &at) || !value_known(at)))
		return execute_wrong(m);
	room = space_any(&m->space, at.lo);
	if (room && room->kind == ROOM_FUNCTION)
		fn = program_sym(m->seq->p, room->sym)->fn;
	if (!schedule_signal_comes(signal.lo) && fn.i) /* one of a fault: somebody may send it, or abort */
		execute_cut(m, CUT_HANDLERS, program_fn_name(m->seq->p, fn));
	if (schedule_signal_comes(signal.lo) && !visitor_install(m, (uint32_t)signal.lo, fn))
		return execute_dead(m, "too many threads");
	return finish_call(c, value_of_number(32, 0));
}

enum step execute_rows(struct execution *m, uint32_t inst, struct sym_id sym)
{
	struct prove_call c = call_at(m, inst, sym);
	struct value v = { 0 };

	note_results(&c);
	switch (event_kind(c.row)) {
	case EVENT_ACQUIRE: return do_acquire(&c);
	case EVENT_RELEASE: return do_release(&c);
	case EVENT_INIT: return do_init(&c);
	case EVENT_SETTYPE: return do_settype(&c);
	case EVENT_WAIT: return do_wait(&c);
	case EVENT_SIGNAL:
	case EVENT_BROADCAST: return do_signal(&c);
	case EVENT_BARRIER: return do_barrier(&c);
	case EVENT_ONCE: return do_once(&c);
	case EVENT_SPAWN: return do_spawn(&c);
	case EVENT_HANDLER: return do_handler(&c);
	case EVENT_JOIN: return do_join(&c);
	case EVENT_SELF: return finish_call(&c, value_of_number(64, schedule_id(m->core.current)));
	case EVENT_EXIT_THREAD:
		if (event_says(&c.row->value) && !evaluate(&c, &c.row->value, &v))
			return c.step;
		return execute_finish(m, v);
	default: return finish_call(&c, value_of_number(32, 0)); /* destroy, detach */
	}
}

bool execute_may_wake(struct execution *m)
{
	const struct frame *f = execute_frame(m);
	uint32_t inst = f->fn->op[m->core.op].inst;
	enum step ignored = STEP_DEAD;
	struct sym_id sym = execute_callee(m, inst, &ignored);
	struct prove_call c = call_at(m, inst, sym);

	if (event_is(c.row, EVENT_WAIT) && m->seq->goal->kind == GOAL_DEADLOCK)
		execute_cut(m, CUT_WAKES, NULL);
	return event_is(c.row, EVENT_WAIT) && m->seq->goal->kind != GOAL_DEADLOCK && !execute_thread(m)->woken;
}

/* The running thread has started another one with this call, and is about to write its id. */
bool execute_writes_id(struct execution *m, uint32_t inst)
{
	enum step ignored = STEP_DEAD;

	return execute_thread(m)->phase && event_is(call_at(m, inst, execute_callee(m, inst, &ignored)).row, EVENT_SPAWN);
}

/* What a step of a primitive tells threads of each other. */
static void keep_order(struct prove_call *c)
{
	bool begun = execute_thread(c->m)->phase;
	enum event_kind kind = event_kind(c->row);
	struct value on = { 0 }, with = { 0 };

	if (c->row->on.key) {
		uint8_t order = kind == EVENT_RELEASE ? ORDER_RELEASE : ORDER_ACQUIRE;
		if (evaluate_bit(c, &on, &with))
			order_atomic(c->m, &(struct order_op){ order, ORDER_NONE, true, true, on.lo, 1 });
		return;
	}
	if (!c->m->order || kind == EVENT_JOIN || kind == EVENT_INIT || kind == EVENT_SETTYPE)
		return;
	if (event_says(&c->row->on) && !evaluate(c, &c->row->on, &on))
		return;
	if (event_says(&c->row->with) && evaluate(c, &c->row->with, &with)) {
		begun ? order_acquire(c->m, with.lo) : order_release(c->m, with.lo);
		if (begun)
			order_acquire(c->m, on.lo);
		return;
	}
	if (kind == EVENT_ACQUIRE || kind == EVENT_WAIT || (kind == EVENT_BARRIER && begun) || (kind == EVENT_ONCE && !begun))
		order_acquire(c->m, on.lo);
	else
		order_release(c->m, on.lo);
}

static enum step begin_waiting(struct prove_call *c)
{
	struct prove_thread *t = execute_thread(c->m);
	struct value condition;

	if (!evaluate(c, &c->row->on, &condition))
		return c->step;
	region_save(&c->m->region, &t->waits_at, sizeof t->waits_at);
	t->waits_at = condition.lo;
	return next_phase(c, 0);
}

/* What a wait with a limit of time says is told with the schedule: it may end for nothing. */
static enum step wait_done(struct prove_call *c, struct value v)
{
	if (v.lo == TIMED_OUT)
		v = value_of_number(32, (uint64_t)failure(c));
	if (c->row->flags & MODEL_TIMED && is_used(c) && !c->m->probing && !execute_input(c->m, c->inst, v))
		return execute_dead(c->m, "too many inputs");
	return finish_call(c, v);
}

enum step execute_primitive_done(struct execution *m, struct value v)
{
	const struct frame *f = execute_frame(m);
	uint32_t inst = f->fn->op[m->core.op].inst;
	enum step ignored = STEP_DEAD;
	struct sym_id sym = execute_callee(m, inst, &ignored);
	struct prove_call c = call_at(m, inst, sym);
	struct prove_thread *t = execute_thread(m);
	struct fn_id fn;

	keep_order(&c);
	switch (event_kind(c.row)) {
	case EVENT_WAIT:
		if (event_says(&c.row->with) && !t->phase)
			return begin_waiting(&c);
		if (!event_says(&c.row->with))
			return finish_call(&c, result_of(&c, v));
		return wait_done(&c, v);
	case EVENT_BARRIER:
		return t->phase ? finish_call(&c, v) : next_phase(&c, value_signed(v));
	case EVENT_ONCE:
		if (t->phase || !value_get(v))
			return finish_call(&c, value_of_number(32, 0));
		fn = function_at(&c, &c.row->fn);
		execute_count(m);
		return execute_push(m, seq_function(m->seq, fn), NULL, 0, FRAME_INNER) ? STEP_ON
										       : execute_dead(m, "too many calls");
	case EVENT_JOIN:
		return join_done(&c);
	default:
		return finish_call(&c, result_of(&c, v));
	}
}
