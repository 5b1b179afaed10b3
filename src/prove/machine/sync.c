/* Synchronisation, by what the model rows say a function does: locks of all modes, semaphores, conditions, barriers, once,
 * threads. Nothing here is known by the name of a function. Each primitive is one atomic step that is enabled or not (kiss
 * section 3: atomic { assume; ... }); a wait on a condition and a barrier are two (schedule.h). */
#include <string.h>

#include "prove/machine/parts.h"

enum { DEADLOCK_ERROR = 35, NOT_OWNER_ERROR = 1, OWNER_DEAD = 130, SERIAL_THREAD = -1, DETACHED = 1 };

static bool synchronises(uint8_t verb)
{
	switch (verb) {
	case MODEL_ACQUIRE:
	case MODEL_RELEASE:
	case MODEL_UPGRADE:
	case MODEL_DOWNGRADE:
	case MODEL_INIT:
	case MODEL_SETTYPE:
	case MODEL_DESTROY:
	case MODEL_WAIT:
	case MODEL_SIGNAL:
	case MODEL_BROADCAST:
	case MODEL_BARRIER:
	case MODEL_ONCE:
	case MODEL_QUIESCE:
	case MODEL_SPAWN:
	case MODEL_JOIN:
	case MODEL_DETACH:
	case MODEL_CANCEL:
	case MODEL_EXIT_THREAD:
	case MODEL_SELF:
		return true;
	default:
		return false;
	}
}

bool sync_is(const struct model_row *rows)
{
	for (const struct model_row *r = rows; r; r = r->next)
		if (synchronises(r->verb) || machine_signal_installs(r))
			return true;
	return false;
}

static const struct model_row *next_row(const struct machine_call *call, const struct model_row *r)
{
	return model_skip(r->next, program_sym(call->m->image->p, call->callee)->fn.i != 0);
}

/* ---- objects ---- */

/* A lock that no init has made is what its initialiser made it. */
static uint8_t initial_kind(struct machine_call *call, uint64_t at)
{
	uint64_t offset = call->m->image->mutex_kind;
	const uint8_t *b = offset ? machine_peek(call->m, at + offset, 4) : NULL;
	bool posix = call->meaning->row && !strcmp(model_string(call->m->image->models, call->meaning->row->family), "mutex");

	return b && posix && (b[0] & 3) == 1 ? MUTEX_RECURSIVE : b && posix && (b[0] & 3) == 2 ? MUTEX_ERRORCHECK : MUTEX_NORMAL;
}

/* A semaphore that an initialiser has made has its value in its first word; of others the machine keeps no state in memory. */
static int64_t initial_value(struct machine_call *call, uint64_t at)
{
	const struct model_row *r = call->meaning->row;
	const uint8_t *b = r && r->flags & MODEL_SEMAPHORE ? machine_peek(call->m, at, 4) : NULL;
	int32_t value = 0;

	if (b)
		memcpy(&value, b, sizeof value);
	return value;
}

static uint32_t find(struct machine_call *call, const struct model_place *place)
{
	struct machine *m = call->m;
	uint64_t at = call_place(call, place),
		 part = place->key && place->key - 1u < call->nargs ? call->arg[place->key - 1] + 1 : 0;
	struct machine_sync *s;

	if (!at && place->deref)
		(void)machine_stop(m, MACHINE_UNDEFINED, "a null pointer where a lock should be");
	for (uint32_t i = 0; i < m->sync.n; i++)
		if (m->sync.at[i].at == at && m->sync.at[i].part == part)
			return i;
	s = vec_add(&m->arena, &m->sync);
	*s = (struct machine_sync){ .at = at, .part = part };
	s->kind = initial_kind(call, at);
	s->value = initial_value(call, at);
	return m->sync.n - 1;
}

/* The table may grow when a lock is seen for the first time: it is looked at after that. */
static struct machine_sync *found(struct machine_call *call, const struct model_place *place)
{
	uint32_t i = find(call, place);

	return &call->m->sync.at[i];
}

static uint32_t holds(const struct machine_sync *s, uint32_t thread)
{
	uint32_t n = s->owner == thread + 1 ? s->count : 0;

	for (uint32_t i = 0; i < s->reader.n; i++)
		n += s->reader.at[i] == thread;
	return n;
}

static bool take_out(uint32_t *at, uint32_t *n, uint32_t what)
{
	for (uint32_t i = 0; i < *n; i++)
		if (at[i] == what) {
			memmove(at + i, at + i + 1, (*n - i - 1) * sizeof *at);
			(*n)--;
			return true;
		}
	return false;
}

/* ---- locks ---- */

static bool owner_is_dead(const struct machine *m, const struct machine_sync *s)
{
	return s->owner && m->thread.at[s->owner - 1].ended;
}

static bool may_take_again(const struct machine_sync *s, const struct model_row *r)
{
	return s->kind == MUTEX_RECURSIVE || r->flags & MODEL_RECURSIVE;
}

/* A lock that is one bit of a word is held while that is set, whoever has set it. NULL: no such lock. */
static uint8_t *byte_of(struct machine *m, const struct machine_sync *s, uint8_t *bit, bool writes)
{
	uint64_t number = (uint32_t)(s->part - 1);

	*bit = (uint8_t)(1u << number % 8);
	if (!s->part)
		return NULL;
	return writes ? machine_bytes(m, s->at + number / 8, 1, true) : machine_peek(m, s->at + number / 8, 1);
}

static bool is_free(struct machine *m, const struct machine_sync *s, const struct model_row *r, uint32_t thread)
{
	uint8_t bit;
	const uint8_t *byte = byte_of(m, s, &bit, false);

	if (byte || s->part)
		return byte && !(*byte & bit);
	if (r->flags & MODEL_SEMAPHORE)
		return s->value > 0;
	if (s->owner && s->robust && owner_is_dead(m, s))
		return true;
	if (s->owner == thread + 1)
		return may_take_again(s, r);
	if (s->owner)
		return false;
	return r->flags & MODEL_SHARED || !s->reader.n;
}

static uint64_t take(struct machine *m, struct machine_sync *s, const struct model_row *r, uint32_t thread)
{
	bool dead = s->owner && s->owner != thread + 1 && !s->part;
	uint8_t bit, *byte = byte_of(m, s, &bit, true);

	if (byte)
		*byte |= bit;
	if (r->flags & MODEL_SEMAPHORE) {
		s->value--;
		return 0;
	}
	if (r->flags & MODEL_SHARED) {
		*vec_add(&m->arena, &s->reader) = thread;
		return 0;
	}
	s->count = s->owner == thread + 1 && !s->part ? s->count + 1 : 1;
	s->owner = thread + 1;
	return dead ? OWNER_DEAD : 0;
}

static bool complains(const struct machine_sync *s, uint32_t thread)
{
	return s->kind == MUTEX_ERRORCHECK && s->owner == thread + 1;
}

static uint64_t acquire(struct machine_call *call, const struct model_row *r)
{
	uint32_t id = find(call, &r->on);
	struct machine_sync *s = &call->m->sync.at[id];
	uint64_t dead;

	if (complains(s, call->thread))
		return r->flags & MODEL_TRY ? call_bad_result(call, r, false) : DEADLOCK_ERROR;
	if (!is_free(call->m, s, r, call->thread)) {
		if (!(r->flags & (MODEL_TRY | MODEL_TIMED)))
			(void)machine_stop(call->m, MACHINE_UNKNOWN, "a step that blocks");
		return call_bad_result(call, r, r->flags & MODEL_TIMED);
	}
	dead = take(call->m, s, r, call->thread);
	if (model_is_alone(r)) {
		call->m->section = call->thread + 1;
		call->m->sections++;
	}
	return dead ? dead : call_good_result(call, r);
}

static void unlock_unheld(struct machine_call *call)
{
	call->m->misused = true;
	(void)machine_stop(call->m, MACHINE_UNDEFINED, "an unlock of a lock that the thread does not hold");
}

static void release_bit(struct machine_call *call, struct machine_sync *s)
{
	uint8_t bit, *byte = byte_of(call->m, s, &bit, true);

	if (byte && !(*byte & bit))
		unlock_unheld(call);
	else if (byte)
		*byte &= (uint8_t)~bit;
	s->owner = s->count = 0;
}

static uint64_t release(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);

	if (s->part) {
		release_bit(call, s);
	} else if (r->flags & MODEL_SEMAPHORE) {
		s->value++;
	} else if (s->owner == call->thread + 1) {
		s->owner = --s->count ? s->owner : 0;
		if (model_is_alone(r) && --call->m->sections == 0)
			call->m->section = 0;
	} else if (!take_out(s->reader.at, &s->reader.n, call->thread)) {
		if (s->kind == MUTEX_ERRORCHECK)
			return NOT_OWNER_ERROR;
		unlock_unheld(call);
	}
	return 0;
}

static void change_mode(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);

	if (r->verb == MODEL_DOWNGRADE && s->owner == call->thread + 1) {
		s->owner = s->count = 0;
		*vec_add(&call->m->arena, &s->reader) = call->thread;
	} else if (r->verb == MODEL_UPGRADE && take_out(s->reader.at, &s->reader.n, call->thread) && !s->reader.n) {
		s->owner = call->thread + 1;
		s->count = 1;
	} else {
		(void)machine_stop(call->m, MACHINE_UNDEFINED, "a change of the mode of a lock that the thread does not hold");
	}
}

/* ---- making ---- */

static uint64_t thread_bit(uint32_t thread)
{
	return (uint64_t)1 << (thread < 63 ? thread : 63);
}

static void init(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s, old = { 0 };
	int64_t least;
	uint32_t id;

	if (r->on.base == MODEL_RESULT) {
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "a lock that %s finds by its name",
				   program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name));
		return;
	}
	id = find(call, &r->on);
	if (r->attr.base && call_place(call, &r->attr)) {
		old = *found(call, &r->attr);
		if (!old.made) { /* what it says is in bytes, which came from elsewhere */
			(void)machine_stop(call->m, MACHINE_UNKNOWN, "an attribute object that was not initialised where it is used");
			return;
		}
	}
	s = &call->m->sync.at[id];
	if (s->made && call->m->schedule && call->m->schedule->start == START_ROOTS) {
		call->m->misused = true;
		(void)machine_stop(call->m, MACHINE_UNDEFINED, "a lock is initialised that is in use already");
		return;
	}
	*s = (struct machine_sync){ .made = true, .at = s->at, .part = s->part, .kind = old.kind, .robust = old.robust,
				    .makers = s->makers | thread_bit(call->thread), .users = s->users };
	if (r->flags & MODEL_RECURSIVE || (r->recursive_if.test != MODEL_ALWAYS && call_condition(call, &r->recursive_if)))
		s->kind = MUTEX_RECURSIVE;
	if (r->count.base)
		s->value = (int64_t)(int32_t)call_place(call, &r->count);
	least = strstr(model_string(call->m->image->models, r->family), "barrier") ? 1 : 0;
	if (r->count.base && s->value < least && machine_is_used(call))
		machine_assume_result(call, 0, 4, false); /* it has to say that this is too few, or too many */
}

static void destroy(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);

	s->made = false;
	s->makers |= thread_bit(call->thread);
}

/* An attribute object: its `kind` is what will be made with it. */
static void set_type(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);
	uint64_t kind = call_place(call, &r->kind_arg);

	if (r->flags & MODEL_ROBUST)
		s->robust = kind == 1;
	else if (r->recursive_if.test != MODEL_ALWAYS)
		s->kind = call_condition(call, &r->recursive_if) ? MUTEX_RECURSIVE : kind == 2 ? MUTEX_ERRORCHECK : MUTEX_NORMAL;
	else
		s->kind = (uint8_t)(kind & 3);
}

/* ---- hand-over ---- */

static const struct model_row exclusive; /* the lock of a condition is taken as a plain one */

static uint64_t wait_begin(struct machine_call *call, const struct model_row *r)
{
	uint32_t lock = find(call, &r->with), condition = find(call, &r->on);
	struct machine_sync *s = &call->m->sync.at[lock];

	if (s->owner != call->thread + 1) {
		(void)machine_stop(call->m, MACHINE_UNDEFINED, "a wait without the lock");
		return 0;
	}
	s->count -= s->count > 0; /* one level of a recursive lock */
	if (!s->count)
		s->owner = 0;
	*vec_add(&call->m->arena, &call->m->sync.at[condition].waiter) = call->thread;
	machine_thread(call->m, call->thread)->signalled = false;
	machine_top(call->m, call->thread)->phase = 1;
	return 0;
}

static uint64_t wait_end(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->with), *condition;
	struct machine_thread *t = machine_thread(call->m, call->thread);
	bool signalled = t->signalled;
	u128 chosen;

	if (s->owner != call->thread + 1 && !is_free(call->m, s, &exclusive, call->thread)) {
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "a step that blocks");
		return 0;
	}
	(void)take(call->m, s, &exclusive, call->thread);
	condition = found(call, &r->on);
	(void)take_out(condition->waiter.at, &condition->waiter.n, call->thread);
	t->signalled = false;
	if (call_input(call, &chosen))
		return call_wait_result(call, r, (uint64_t)chosen);
	if (!signalled && r->flags & MODEL_TIMED)
		return call_bad_result(call, r, true);
	return call_wait_result(call, r, call_good_result(call, r));
}

/* A completion: one signal, one wait. */
static uint64_t wait_counted(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);

	if (s->value > 0) {
		s->value -= s->value < INT32_MAX;
		return call_good_result(call, r);
	}
	if (!(r->flags & (MODEL_TRY | MODEL_TIMED)))
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "a step that blocks");
	return call_bad_result(call, r, r->flags & MODEL_TIMED);
}

/* A signal wakes one of those that wait when it is given: the one that the schedule says, or the one that has waited longest. A
 * broadcast wakes all of them. Who waits later gets nothing of it. */
static void wake(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);
	bool all = r->verb == MODEL_BROADCAST;
	u128 chosen;

	s->value = all ? INT32_MAX : s->value < INT32_MAX ? s->value + 1 : s->value;
	for (uint32_t i = 0; all && i < s->waiter.n; i++)
		machine_thread(call->m, s->waiter.at[i])->signalled = true;
	if (all)
		s->waiter.n = 0;
	if (!s->waiter.n)
		return;
	if (s->waiter.n < 2 || !call_input(call, &chosen))
		chosen = s->waiter.at[0];
	if (take_out(s->waiter.at, &s->waiter.n, (uint32_t)chosen))
		machine_thread(call->m, (uint32_t)chosen)->signalled = true;
	else
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "a signal to a thread that does not wait for it");
}

static uint64_t barrier(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);
	struct machine_frame *f = machine_top(call->m, call->thread);
	struct machine_thread *t = machine_thread(call->m, call->thread);
	bool last;

	if (f->phase) {
		if (s->generation == t->generation)
			(void)machine_stop(call->m, MACHINE_UNKNOWN, "a step that blocks");
		return f->phase == 2 ? (uint64_t)SERIAL_THREAD : 0;
	}
	if (s->value <= 0) {
		(void)machine_stop(call->m, MACHINE_UNDEFINED, "a barrier that was not initialised");
		return 0;
	}
	t->generation = s->generation;
	last = ++s->arrived == (uint64_t)s->value;
	f->phase = last ? 2 : 1;
	if (last) {
		s->arrived = 0;
		s->generation++;
	}
	return 0;
}

static bool function_at(struct machine *m, uint64_t at, struct fn_id *fn)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);

	if (!o || o->kind != MACHINE_FUNCTION || offset)
		return machine_stop(m, MACHINE_UNDEFINED, "a thread or callback that is not a function");
	*fn = program_sym(m->image->p, sym_behind_alias(m->image->p, o->sym))->fn;
	return fn->i ? true : machine_stop(m, MACHINE_UNKNOWN, "a thread or callback without a body");
}

/* Its state is in its first word, as the C library has it and bodies/primitives.c: whoever stores a 0 there arms it again. */
enum { ONCE_RUNNING = 1, ONCE_DONE = 2 };

static void once_put(struct machine *m, struct machine_sync *s, int32_t state)
{
	uint8_t *b = machine_peek(m, s->at, sizeof state);

	s->running = state == ONCE_RUNNING;
	s->done = state == ONCE_DONE;
	if (b)
		memcpy(b, &state, sizeof state);
}

static struct machine_sync *once_found(struct machine_call *call, const struct model_row *r)
{
	struct machine_sync *s = found(call, &r->on);
	const uint8_t *b = machine_peek(call->m, s->at, 4);
	int32_t state;

	if (b) {
		memcpy(&state, b, sizeof state);
		s->running = state == ONCE_RUNNING;
		s->done = state == ONCE_DONE;
	}
	return s;
}

/* True: it has been run before, so that the call is over. */
static bool once(struct machine_call *call, const struct model_row *r)
{
	struct machine *m = call->m;
	struct machine_sync *s = once_found(call, r);
	struct machine_frame *f;
	struct fn_id fn;

	if (s->done) {
		machine_order_once(m, call->thread, s->at, false);
		return true;
	}
	if (s->running)
		return machine_stop(m, MACHINE_UNKNOWN, "a step that blocks");
	if (!function_at(m, call_place(call, &r->fn), &fn))
		return false;
	once_put(m, s, ONCE_RUNNING);
	s->owner = call->thread + 1;
	f = vec_add(&m->arena, &machine_thread(m, call->thread)->frame);
	*f = (struct machine_frame){ .kind = FRAME_ONCE,
				     .sync = (uint32_t)(s - m->sync.at),
				     .values = machine_thread(m, call->thread)->values.n,
				     .locals = machine_thread(m, call->thread)->local.n };
	(void)machine_push(m, call->thread, fn);
	return false;
}

void sync_once_done(struct machine *m, uint32_t thread)
{
	struct machine_sync *s = &m->sync.at[machine_top(m, thread)->sync];

	machine_order_once(m, thread, s->at, true);
	once_put(m, s, ONCE_DONE);
	s->owner = 0;
	machine_pop(m, thread);
	machine_result(m, thread, 0);
}

/* ---- threads ---- */

/* Its id: another one where objects lie elsewhere. */
enum { MOVED_IDS = 0x6c0017c0, MOVED_ID_STEP = 0x2000, MOVED_MORE = 0x03fe0f1f };

static uint64_t first_id(const struct machine *m)
{
	return m->moved > 1 ? MOVED_IDS + MOVED_MORE : MOVED_IDS;
}

static uint64_t id_of(const struct machine *m, uint32_t thread)
{
	return m->moved ? first_id(m) - (uint64_t)thread * MOVED_ID_STEP : schedule_id(thread);
}

static uint32_t thread_of(const struct machine *m, uint64_t id)
{
	uint64_t n = (first_id(m) - id) / MOVED_ID_STEP;

	if (m->moved)
		return id <= first_id(m) && n < SCHEDULE_MOST_IDS && id == id_of(m, (uint32_t)n) ? (uint32_t)n : UINT32_MAX;
	return schedule_thread(id);
}

static uint64_t spawn(struct machine_call *call, const struct model_row *r)
{
	struct machine *m = call->m;
	uint64_t arg = call_place(call, &r->arg), attr = r->attr.base ? call_place(call, &r->attr) : 0;
	uint64_t to = r->id.base == MODEL_ARGUMENT ? call_place(call, &r->id) : 0;
	uint32_t id;
	struct fn_id fn;

	if (machine_top(m, call->thread)->phase) {
		(void)machine_write_number(m, to, m->image->word, id_of(m, machine_top(m, call->thread)->sync));
		return call_good_result(call, r);
	}
	if (!function_at(m, call_place(call, &r->fn), &fn))
		return 0;
	id = machine_new_thread(m, fn, &arg, 1);
	if (id == UINT32_MAX)
		return 0;
	machine_order_start(m, call->thread, id);
	machine_started_by(call, id);
	m->thread.at[id].mask = m->thread.at[call->thread].mask;
	m->thread.at[id].detached = r->flags & MODEL_DETACHED || (attr && found(call, &r->attr)->kind == DETACHED);
	if (r->id.base == MODEL_RESULT)
		return id_of(m, id);
	if (to) {
		machine_top(m, call->thread)->phase = 1;
		machine_top(m, call->thread)->sync = id;
	}
	return call_good_result(call, r);
}

/* The thread that a join is about. UINT32_MAX: none. */
static uint32_t joined_thread(struct machine_call *call, const struct model_row *r)
{
	uint32_t thread = r->flags & MODEL_ALL ? UINT32_MAX : thread_of(call->m, call_place(call, &r->on));

	return thread < call->m->thread.n ? thread : UINT32_MAX;
}

static uint64_t join(struct machine_call *call, const struct model_row *r)
{
	struct machine *m = call->m;
	uint32_t id = joined_thread(call, r);
	uint64_t to = r->value.base ? call_place(call, &r->value) : 0;

	if (id == UINT32_MAX || m->thread.at[id].joined || m->thread.at[id].detached) {
		(void)machine_stop(m, MACHINE_UNDEFINED, "a join of no thread that can be joined");
		return 0;
	}
	if (!m->thread.at[id].ended) {
		if (!(r->flags & (MODEL_TRY | MODEL_TIMED)))
			(void)machine_stop(m, MACHINE_UNKNOWN, "a step that blocks");
		return call_bad_result(call, r, r->flags & MODEL_TIMED);
	}
	m->thread.at[id].joined = true;
	machine_order_join(m, call->thread, id);
	if (to)
		(void)machine_write_number(m, to, m->image->word, m->thread.at[id].result);
	for (const struct model_row *w = call->meaning->row; w && !r->value.base; w = next_row(call, w))
		if (w->verb == MODEL_WRITES && call_place(call, &w->on)) /* thrd_join: an int */
			(void)machine_write_number(m, call_place(call, &w->on), 4, m->thread.at[id].result);
	return call_good_result(call, r);
}

/* ---- steps ---- */

/* False: the call is not over, or the thread is somewhere else. */
static bool step_row(struct machine_call *call, const struct model_row *r, uint64_t *result)
{
	struct machine *m = call->m;
	bool begun = machine_top(m, call->thread)->phase != 0;

	if (r->verb == MODEL_ACQUIRE || r->verb == MODEL_RELEASE || r->verb == MODEL_WAIT || r->verb == MODEL_SIGNAL ||
	    r->verb == MODEL_BARRIER)
		found(call, &r->on)->users |= thread_bit(call->thread);
	switch (r->verb) {
	case MODEL_ACQUIRE: *result = acquire(call, r); return true;
	case MODEL_RELEASE: *result = release(call, r); return true;
	case MODEL_UPGRADE:
	case MODEL_DOWNGRADE: change_mode(call, r); return true;
	case MODEL_INIT: init(call, r); return true;
	case MODEL_SETTYPE: set_type(call, r); return true;
	case MODEL_DESTROY: destroy(call, r); return true;
	case MODEL_SIGNAL:
	case MODEL_BROADCAST: wake(call, r); return true;
	case MODEL_WAIT:
		*result = !r->with.base ? wait_counted(call, r) : begun ? wait_end(call, r) : wait_begin(call, r);
		return !r->with.base || begun;
	case MODEL_BARRIER: *result = barrier(call, r); return begun;
	case MODEL_ONCE: return once(call, r);
	case MODEL_SPAWN: *result = spawn(call, r); return begun || !machine_top(m, call->thread)->phase;
	case MODEL_JOIN: *result = join(call, r); return true;
	case MODEL_HANDLER:
		*result = machine_signal_installs(r) ? machine_signal_install(call, r) : 0;
		return true;
	case MODEL_SELF: *result = id_of(m, call->thread); return true;
	case MODEL_EXIT_THREAD:
		machine_leave(m, call->thread, r->value.base ? call_place(call, &r->value) : 0);
		return false;
	case MODEL_DETACH:
		if (joined_thread(call, r) != UINT32_MAX)
			m->thread.at[joined_thread(call, r)].detached = true;
		return true;
	case MODEL_CANCEL:
		if (!m->whole || joined_thread(call, r) == UINT32_MAX)
			return machine_stop(m, MACHINE_UNKNOWN, "the cancellation of a thread");
		m->thread.at[joined_thread(call, r)].cancelled = !m->thread.at[joined_thread(call, r)].leaving;
		return true;
	default: return true;
	}
}

void sync_step(struct machine_call *call)
{
	uint64_t result = 0;
	bool over = true;

	for (const struct model_row *r = call->meaning->row; r && over && call->m->state == MACHINE_RUNS; r = next_row(call, r))
		if (call_condition(call, &r->when)) {
			bool begun = machine_top(call->m, call->thread)->phase != 0;
			over = step_row(call, r, &result);
			machine_order_row(call, r, begun);
		}
	if (!over || call->m->state != MACHINE_RUNS)
		return;
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (machine_signal_installs(r)) /* the handler that was there before */
			machine_unwritten_rows(call);
	machine_assume_return(call);
	if ((uint32_t)result == UINT32_MAX && machine_errno(call->m, call->thread)) /* sem_trywait says there why it failed */
		machine_unwritten(call, machine_errno(call->m, call->thread), 4);
	machine_result(call->m, call->thread, result);
}

/* ---- looking ahead ---- */

static bool is_quiet(const struct machine *m, const struct machine_sync *s, uint32_t thread)
{
	for (uint32_t i = 0; i < m->thread.n; i++)
		if (i != thread && holds(s, i))
			return false;
	return true;
}

/* How large the object is that a parameter is declared to point to; 1: nobody says. */
static uint64_t declared_size(struct machine_call *call, uint32_t k)
{
	const struct program *p = call->m->image->p;
	const struct type *t = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	uint64_t bytes;

	if (t->kind != TYPE_FUNCTION || k >= t->nfields)
		return 1;
	t = program_type(p, type_strip(p, p->field.at[t->field + k].type));
	bytes = t->kind == TYPE_POINTER && t->base.i ? machine_type_bytes(p, t->base) : 0;
	return bytes ? bytes : 1;
}

static void look_object(struct machine_call *call, const struct model_place *place, struct machine_access x,
			struct machine_look *l)
{
	uint64_t offset;
	const struct machine_object *o;

	if (place->base != MODEL_ARGUMENT || place->deref > 1 || place->name || place->arg >= call->nargs)
		return;
	x.at = call->arg[place->arg];
	x.bytes = declared_size(call, place->arg);
	o = machine_object_at(call->m, x.at, &offset);
	if (!o || offset >= o->size || l->naccesses == MACHINE_ACCESSES)
		return;
	x.bytes = x.bytes < o->size - offset ? x.bytes : o->size - offset;
	l->access[l->naccesses++] = x;
}

/* The objects that the call makes, ends or uses, and the id of a thread, which is written in the second step. */
static void look_objects(struct machine_call *call, const struct model_row *r, struct machine_look *l)
{
	const struct machine_access makes = { .write = true, .of = OF_MAKING }, ends = { .write = true, .of = OF_ENDING };
	const struct machine_access uses = { .of = OF_USING }, id = { .write = true };

	switch (r->verb) {
	case MODEL_INIT:
		look_object(call, &r->attr, uses, l);
		look_object(call, &r->on, makes, l);
		break;
	case MODEL_SETTYPE: look_object(call, &r->on, makes, l); break;
	case MODEL_DESTROY: look_object(call, &r->on, ends, l); break;
	case MODEL_SPAWN:
		if (machine_top(call->m, call->thread)->phase)
			look_object(call, &r->id, id, l);
		else
			look_object(call, &r->attr, uses, l);
		break;
	case MODEL_RELEASE:
		if (r->flags & MODEL_SEMAPHORE)
			look_object(call, &r->on, uses, l);
		break;
	case MODEL_ACQUIRE:
	case MODEL_WAIT:
	case MODEL_SIGNAL:
	case MODEL_BROADCAST:
	case MODEL_BARRIER:
	case MODEL_ONCE:
		look_object(call, &r->on, uses, l);
		look_object(call, &r->with, uses, l);
		break;
	default: break;
	}
}

static void look_row(struct machine_call *call, const struct model_row *r, struct machine_look *l)
{
	struct machine *m = call->m;
	uint8_t phase = machine_top(m, call->thread)->phase;
	bool waits = !(r->flags & (MODEL_TRY | MODEL_TIMED)), blocks = false;
	uint32_t id = UINT32_MAX, joined;

	switch (r->verb) {
	case MODEL_ACQUIRE:
		id = find(call, &r->on);
		blocks = waits && !complains(&m->sync.at[id], call->thread) && !is_free(m, &m->sync.at[id], r, call->thread);
		break;
	case MODEL_WAIT:
		id = find(call, r->with.base && phase ? &r->with : &r->on);
		blocks = r->with.base ? phase && m->sync.at[id].owner != call->thread + 1 &&
						!is_free(m, &m->sync.at[id], &exclusive, call->thread)
				      : waits && m->sync.at[id].value <= 0;
		l->waits = r->with.base && phase && waits && !machine_thread(m, call->thread)->signalled;
		break;
	case MODEL_BARRIER:
		id = find(call, &r->on);
		blocks = phase && m->sync.at[id].generation == machine_thread(m, call->thread)->generation;
		break;
	case MODEL_ONCE:
		id = find(call, &r->on);
		blocks = once_found(call, r)->running;
		break;
	case MODEL_QUIESCE:
		id = find(call, &r->on);
		blocks = !is_quiet(m, &m->sync.at[id], call->thread);
		break;
	case MODEL_JOIN:
		joined = joined_thread(call, r);
		blocks = waits && joined != UINT32_MAX && !m->thread.at[joined].ended;
		l->join = blocks ? joined + 1 : 0;
		break;
	default:
		break;
	}
	if (blocks) {
		l->next = NEXT_BLOCKS;
		l->sync = id == UINT32_MAX ? 0 : id + 1;
	}
}

void sync_look(struct machine_call *call, struct machine_look *l)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (call_condition(call, &r->when)) {
			look_objects(call, r, l);
			look_row(call, r, l);
		}
}
