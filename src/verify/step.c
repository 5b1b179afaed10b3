/* One instruction of one thread: the machine executes it, and what it tells goes into what happens before what. */
#include <string.h>

#include "code/event.h"
#include "verify/outside/any.h"
#include "verify/names.h"
#include "verify/solo/solo.h"

/* The step that is being taken. */
struct verify_step {
	struct verify_search *x;
	struct verify_state *s;
	const struct verify_choice *choice;
	uint32_t thread;
	/* The atomic access: where, and what is still to be stored. */
	uint64_t at, bytes;
	uint8_t order;
	bool atomic, reads, writes, refused;
	/* What it synchronises at, as it was before. */
	uint64_t lock;
	struct machine_sync before;
	bool copies; /* memory, set or unset */
	uint64_t from, from_bytes;
	bool makes_zeros; /* what it allocates is set */
	bool calls;       /* a function outside */
};

/* ---- memory ---- */

static void unset_copy(struct verify_state *s, uint64_t to, uint64_t from, uint64_t n)
{
	uint64_t a, b;
	struct machine_object *x = machine_object_at(&s->m, to, &a), *y = machine_object_at(&s->m, from, &b);
	uint32_t into = x ? (uint32_t)(x - s->m.object.at) : 0;
	const uint8_t *source = y ? before_unset(s, (uint32_t)(y - s->m.object.at)) : NULL;
	uint8_t *target = x ? before_unset(s, into) : NULL;

	if (!x || a + n > x->size || (y && b + n > y->size) || (!source && !target))
		return;
	if (!target) {
		before_make_unset(s, into);
		target = before_unset(s, into);
		memset(target, 0, (x->size + 7) / 8);
	}
	for (uint64_t i = 0; i < n; i++) {
		bool unset = source && source[(b + i) / 8] >> (b + i) % 8 & 1;
		target[(a + i) / 8] = (uint8_t)((target[(a + i) / 8] & ~(1u << (a + i) % 8)) | (unsigned)unset << (a + i) % 8);
	}
}

static void read_plain(struct verify_step *t, uint64_t at, uint64_t bytes)
{
	struct verify_state *s = t->s;
	uint64_t offset;
	const struct machine_object *o = machine_object_at(&s->m, at, &offset);
	const uint8_t *unset = o ? before_unset(s, (uint32_t)(o - s->m.object.at)) : NULL;

	before_access(s, t->thread, at, bytes, 0, &t->x->race);
	if (t->copies) {
		t->from = at;
		t->from_bytes = bytes;
		return;
	}
	if (t->calls && any_in_memory(s, at, bytes))
		search_stop(t->x, s, t->thread, "", "a value from outside that a function outside reads");
	for (uint64_t i = offset; unset && !o->dead && i < offset + bytes && i < o->size; i++)
		if (unset[i / 8] >> i % 8 & 1) {
			search_stop(t->x, s, t->thread, "an initial value", "memory that nobody has set");
			return;
		}
}

static void write_plain(struct verify_step *t, uint64_t at, uint64_t bytes)
{
	struct verify_state *s = t->s;

	before_access(s, t->thread, at, bytes, DONE_WRITE, &t->x->race);
	before_forget(s, at, bytes);
	any_written(s, at, bytes);
	before_set(s, at, bytes);
}

static bool is_atomic(const struct verify_step *t, const struct machine_news *n)
{
	return t->atomic && n->at >= t->at && n->at + n->bytes <= t->at + t->bytes;
}

/* ---- what synchronises ---- */

static const struct machine_sync *sync_at(const struct machine *m, uint64_t at)
{
	for (uint32_t i = 0; i < m->sync.n; i++)
		if (m->sync.at[i].at == at)
			return &m->sync.at[i];
	return NULL;
}

/* Has the call changed anything at the lock? A mutex that checks for errors is neither taken twice nor given back by others. */
static bool is_taken(const struct verify_step *t, const struct model_row *r, uint64_t at)
{
	const struct machine_sync *now = sync_at(&t->s->m, at);

	if (!(r->flags & (MODEL_TRY | MODEL_TIMED)) && !(now && now->kind == MUTEX_ERRORCHECK))
		return true;
	return now && at == t->lock &&
	       (now->owner != t->before.owner || now->count != t->before.count || now->reader.n != t->before.reader.n ||
		now->value != t->before.value);
}

static void acquire_lock(struct verify_step *t, uint64_t at, bool shared)
{
	struct verify_sync *x = before_sync(t->s, at);

	before_acquire(t->s, t->thread, &x->gives);
	if (!shared)
		before_acquire(t->s, t->thread, &x->readers);
}

static void release_lock(struct verify_step *t, uint64_t at, bool shared)
{
	struct verify_sync *x = before_sync(t->s, at);

	before_release(t->s, t->thread, shared ? &x->readers : &x->gives);
}

static void at_barrier(struct verify_step *t, uint64_t at, bool begun)
{
	struct verify_sync *x = before_sync(t->s, at);

	if (begun) {
		before_acquire(t->s, t->thread, &x->done);
		return;
	}
	before_release(t->s, t->thread, &x->gives);
	x = before_sync(t->s, at);
	if (machine_top(&t->s->m, t->thread)->phase == 2) {
		x->done = x->gives;
		x->gives = (struct verify_view){ 0 };
	}
}

static void on_row(struct verify_step *t, const struct machine_news *n)
{
	const struct model_row *r = n->row;
	struct verify_state *s = t->s;
	uint64_t at;

	if (s->m.state != MACHINE_RUNS)
		return;
	s->m.tell = NULL; /* who only asks for the place reads nothing */
	at = call_place(n->call, &r->on);
	switch (event_kind(r)) {
	case EVENT_ACQUIRE:
		if (is_taken(t, r, at))
			acquire_lock(t, at, r->flags & MODEL_SHARED);
		break;
	case EVENT_RELEASE:
		if (is_taken(t, r, at))
			release_lock(t, at, !(r->flags & MODEL_SEMAPHORE) && t->before.owner != t->thread + 1);
		break;
	case EVENT_WAIT:
		if (!event_says(&r->with)) {
			if (is_taken(t, r, at))
				before_acquire(s, t->thread, &before_sync(s, at)->gives);
			break;
		}
		before_sync(s, at)->condition = true;
		if (n->begun)
			acquire_lock(t, call_place(n->call, &r->with), false);
		else
			release_lock(t, call_place(n->call, &r->with), false);
		break;
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
		before_release(s, t->thread, &before_sync(s, at)->gives);
		break;
	case EVENT_BARRIER:
		at_barrier(t, at, n->begun);
		break;
	case EVENT_INIT:
		*before_sync(s, at) = (struct verify_sync){ .at = at };
		break;
	default:
		break;
	}
	s->m.tell = NULL;
}

/* ---- atomic accesses ---- */

static void on_atomic(struct verify_step *t, const struct machine_news *n)
{
	struct verify_state *s = t->s;
	struct verify_location *l = before_location(s, n->at, (uint32_t)n->bytes);

	if (!l) {
		search_stop(t->x, s, t->thread, "", "atomic accesses of different size to one place");
		t->refused = true;
		return;
	}
	if (t->calls && any_in_memory(s, n->at, n->bytes)) {
		search_stop(t->x, s, t->thread, "", "a value from outside as part of an atomic access");
		t->refused = true;
		return;
	}
	(s->near ? before_look : before_access)(s, t->thread, n->at, n->bytes, n->writes ? DONE_WRITE | DONE_ATOMIC : DONE_ATOMIC,
						&t->x->race);
	l = before_location(s, n->at, (uint32_t)n->bytes);
	t->order = n->order;
	t->reads = n->reads;
	t->writes = n->writes;
	t->at = n->at;
	t->bytes = n->bytes;
	if (n->order != ORDER_SEQ_CST)
		t->x->weak = true;
	else
		t->x->seq_cst = true;
	if (n->reads) {
		uint32_t index = t->choice->store < l->store.n ? t->choice->store : l->store.n - 1;
		before_read(s, t->thread, l, index, n->order);
		l->store.at[index].read |= t->x->o->weak && l->store.at[index].head.n;
	}
}

static void tell(struct machine *m, const struct machine_news *n)
{
	struct verify_step *t = m->listener;
	struct verify_state *s = t->s;

	switch (n->kind) {
	case TOLD_READ:
		if (!is_atomic(t, n))
			read_plain(t, n->at, n->bytes);
		break;
	case TOLD_WRITE:
		if (is_atomic(t, n))
			break;
		write_plain(t, n->at, n->bytes);
		if (t->copies && t->from_bytes == n->bytes)
			unset_copy(s, n->at, t->from, n->bytes), any_copied(s, n->at, t->from, n->bytes);
		break;
	case TOLD_START:
		before_thread(s, n->thread, n->other);
		break;
	case TOLD_JOIN:
		before_joined(s, n->thread, n->other);
		break;
	case TOLD_ONCE:
		if (n->done)
			before_release(s, n->thread, &before_sync(s, n->at)->gives);
		else
			before_acquire(s, n->thread, &before_sync(s, n->at)->gives);
		break;
	case TOLD_ROW:
		on_row(t, n);
		m->tell = tell;
		break;
	case TOLD_FENCE:
		t->x->weak |= n->order != ORDER_SEQ_CST;
		before_fence(s, n->thread, n->order, t->x->o->weak);
		break;
	case TOLD_ATOMIC:
		on_atomic(t, n);
		break;
	default:
		break;
	}
}

/* The value that the chosen store has is in memory while the machine looks. */
static void put_chosen(struct verify_step *t)
{
	const struct verify_location *l = before_location(t->s, t->at, (uint32_t)t->bytes);
	uint8_t *b = machine_peek(&t->s->m, t->at, t->bytes);

	if (l && b && t->choice->store + 1 < l->store.n) {
		memcpy(b, l->store.at[t->choice->store].value, t->bytes);
		any_store(t->s, t->at, t->bytes, &l->store.at[t->choice->store]);
	}
}

/* False: a read-modify-write stands behind this store already, and nothing comes between. */
static bool store_atomic(struct verify_step *t)
{
	struct verify_state *s = t->s;
	struct verify_location *l = before_location(s, t->at, (uint32_t)t->bytes);
	uint8_t *b = machine_peek(&s->m, t->at, t->bytes), made[16];
	uint32_t index;

	if (!l || !b)
		return true;
	index = t->choice->store < l->store.n ? t->choice->store : l->store.n - 1;
	if (t->writes) {
		if (l->store.at[index].followed)
			return false;
		s->bent |= index + 1 < l->store.n;
		memcpy(made, b, t->bytes);
		before_write(s, t->thread, l, index, t->order, t->reads, made);
		l->store.at[index + 1].any = any_in_memory(s, t->at, t->bytes);
		l->store.at[index + 1].term = l->store.at[index + 1].any ? formula_at(s, 0, t->at, (uint32_t)t->bytes) : 0;
		if (s->broken)
			search_stop(t->x, s, t->thread, "", "a store in the middle of a release sequence that was read already");
	} else {
		s->bent |= index + 1 < l->store.n;
	}
	if (!t->x->o->weak && l->store.n > 1) {
		l->store.at[0] = l->store.at[l->store.n - 1];
		l->store.n = 1;
		l->store.at[0].followed = l->store.at[0].modifies = false;
	}
	memcpy(b, l->store.at[l->store.n - 1].value, t->bytes);
	any_store(s, t->at, t->bytes, &l->store.at[l->store.n - 1]);
	return true;
}

/* ---- the step ---- */

static const struct inst *instruction(const struct verify_state *s, uint32_t thread, const struct machine_code **c)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = &t->frame.at[t->frame.n - 1];

	if (f->kind != FRAME_CODE)
		return NULL;
	*c = machine_code(s->m.image, f->fn);
	return &(*c)->body.inst.at[f->inst];
}

static const char *called(const struct verify_state *s, const struct machine_code *c, const struct inst *in)
{
	struct sym_id sym = body_callee(s->m.image->p, &c->body, in);

	return sym.i ? program_str(s->m.image->p, program_sym(s->m.image->p, sym)->name) : "";
}

/* What the call makes, ends, uses and frees. */
static void touch(struct verify_step *t, const struct verify_next *n)
{
	for (uint32_t i = 0; i < n->look.naccesses; i++) {
		const struct machine_access *a = &n->look.access[i];
		if (a->frees || a->of == OF_MAKING || a->of == OF_ENDING)
			before_access(t->s, t->thread, a->at, a->bytes, DONE_WRITE, &t->x->race);
		else if (a->of == OF_USING && t->s->near && n->kind == STEP_VISIBLE)
			before_look(t->s, t->thread, a->at, a->bytes, DONE_ATOMIC, &t->x->race);
		else if (a->of == OF_USING)
			before_access(t->s, t->thread, a->at, a->bytes, DONE_ATOMIC, &t->x->race);
		if (a->frees)
			before_forget(t->s, a->at, a->bytes);
	}
}

static void touch_rows(struct verify_step *t)
{
	struct machine_call call;
	uint64_t bytes;
	bool most;

	if (!machine_call_prepare(&t->s->m, t->thread, &call))
		t->s->m.state = MACHINE_RUNS; /* the step will say what is wrong */
	else if (!any_fills(&call, &bytes, &most))
		any_outside(t->x, t->s, &call);
}

/* A weak exchange that fails though it has found what it expected. */
static void fail_exchange(struct verify_step *t, const struct machine_code *c, const struct inst *in)
{
	struct verify_state *s = t->s;
	const struct program *p = s->m.image->p;
	const struct type *pair = program_type(p, type_strip(p, in->type));
	struct machine_thread *of = &s->m.thread.at[t->thread];
	struct machine_frame *f = &of->frame.at[of->frame.n - 1];
	uint8_t *out = of->values.at + f->values + c->slot[body_value(&c->body, f->inst)].at;
	const uint8_t *b = machine_peek(&s->m, t->at, t->bytes);
	struct machine_news n = { .kind = TOLD_ATOMIC, .thread = t->thread, .at = t->at, .bytes = t->bytes, .order = in->order2,
				  .reads = true };

	if (!b || pair->nfields != 2)
		return;
	on_atomic(t, &n);
	memcpy(out, b, t->bytes);
	out[p->field.at[pair->field + 1].offset / 8] = 0;
	of->steps++;
	machine_next_inst(&s->m, t->thread);
}

/* An attempt that fails though nobody has the lock, or a thread that is not started. */
static void fail_attempt(struct verify_step *t)
{
	struct machine *m = &t->s->m;
	struct machine_call call;

	if (!machine_call_prepare(m, t->thread, &call))
		return;
	m->thread.at[t->thread].steps++;
	for (const struct model_row *r = call.meaning->row; r; r = r->next)
		if (event_is(r, EVENT_ACQUIRE) || event_is(r, EVENT_SPAWN)) {
			t->s->guessed |= event_is(r, EVENT_SPAWN);
			machine_result(m, t->thread, call_bad_result(&call, r, false));
			return;
		}
}

static void unset_new(struct verify_step *t, uint32_t first)
{
	struct verify_state *s = t->s;

	for (uint32_t i = first; i < s->m.object.n; i++) {
		const struct machine_object *o = &s->m.object.at[i];
		if (t->makes_zeros || (o->kind != MACHINE_STACK && o->kind != MACHINE_HEAP) || o->inst == UINT32_MAX)
			continue;
		before_make_unset(s, i);
	}
}

static void choose_input(struct verify_step *t, const struct verify_choice *choice)
{
	struct verify_search *x = t->x;
	struct machine_thread *of = &t->s->m.thread.at[t->thread];
	const struct machine_frame *f = &of->frame.at[of->frame.n - 1];

	if (!x->inputs.input.n)
		(void)vec_add(&x->arena, &x->inputs.input);
	x->inputs.start = START_MAIN;
	x->inputs.input.at[0] = (struct schedule_input){ .thread = t->thread, .fn = f->fn, .inst = f->inst, .turn = of->steps,
							 .value = { .kind = VALUE_NUMBER, .lo = choice->value }, .reach = UINT64_MAX };
	of->input = 0;
	t->s->m.schedule = &x->inputs;
}


/* What may have any value of its type; others have only some, which is not followed. */
static bool is_loose(const struct machine_call *call)
{
	static const char any[] = "__VERIFIER_nondet_";

	return strncmp(program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name), any, sizeof any - 1) != 0;
}

/* What rows say that it can be. */
static void bound_result(struct verify_step *t, const struct machine_call *call)
{
	struct verify_terms *terms = t->x->terms;
	uint32_t bits = terms->term.at[t->x->symbol].bits;

	for (const struct model_row *r = call->meaning->row; r; r = r->next) {
		struct event_test test = event_test(&r->when);
		uint32_t number = formula_number(terms, bits, (uint64_t)test.number);
		if ((event_is(r, EVENT_INPUT) || event_is(r, EVENT_BOUNDS)) && test.compare && test.mask == -1)
			(void)formula_decide(terms, t->s, formula_compare(terms, test.compare, t->x->symbol, number));
	}
}

/* A call whose result may be anything, and what it fills too; that it fills as much as it may is a guess. */
static void take_any(struct verify_step *t)
{
	struct verify_state *s = t->s;
	struct machine_call call;
	uint64_t bytes = 0, at = 0;
	uint32_t filled;
	bool most = false;

	if (!machine_call_prepare(&s->m, t->thread, &call))
		return;
	s->m.thread.at[t->thread].steps++;
	filled = any_fills(&call, &bytes, &most);
	at = filled ? call.arg[filled - 1] : 0;
	if (at && bytes && !machine_peek(&s->m, at, bytes)) {
		(void)machine_stop(&s->m, MACHINE_UNDEFINED, "memory that is not there is filled");
		return;
	}
	if (at && bytes) {
		write_plain(t, at, bytes);
		any_put(s, at, bytes, true);
		s->guessed |= most;
	}
	any_fails(t->x, s, t->thread);
	t->x->symbol = any_result(t->x, s, t->thread, is_loose(&call));
	if (t->x->symbol && t->x->terms->term.at[t->x->symbol].bits < 64) /* no pointer */
		bound_result(t, &call);
}

/* The lock that a call is about, as it is now. */
static void remember_lock(struct verify_step *t)
{
	struct machine_call call;
	struct machine *m = &t->s->m;
	const struct machine_sync *old;

	if (!machine_call_prepare(m, t->thread, &call)) {
		m->state = MACHINE_RUNS; /* the step will say what is wrong */
		return;
	}
	if (!sync_is(call.meaning->row))
		return;
	for (const struct model_row *r = call.meaning->row; r; r = r->next)
		if (event_is(r, EVENT_ACQUIRE) || event_is(r, EVENT_RELEASE) || (event_is(r, EVENT_WAIT) && !event_says(&r->with))) {
			t->lock = call_place(&call, &r->on);
			break;
		}
	old = sync_at(m, t->lock);
	if (old)
		t->before = *old;
}

/* What the machine is not to do, where each thread runs by itself. */
static bool step_solo(struct verify_step *t)
{
	struct machine_call call;

	if (!machine_call_prepare(&t->s->m, t->thread, &call)) {
		t->s->m.state = MACHINE_RUNS; /* the step will say what is wrong */
		return false;
	}
	return sync_is(call.meaning->row) && solo_call(t->x, t->s, t->choice, &call);
}

/* The thread ends where it is; who waits for a condition has its lock again. */
static void cancel(struct verify_step *t)
{
	enum { CANCELED = -1 };
	struct machine *m = &t->s->m;
	struct machine_call call;

	if (machine_top(m, t->thread)->phase) {
		machine_step(m, t->thread);
	} else if (!machine_call_prepare(m, t->thread, &call)) {
		return;
	}
	if (m->state == MACHINE_RUNS)
		machine_leave(m, t->thread, (uint64_t)CANCELED);
}

bool step_take(struct verify_search *x, struct verify_state *s, const struct verify_next *n, const struct verify_choice *choice)
{
	static const char *const copies[] = { "memcpy", "memmove", "__memcpy_chk", "__memmove_chk", "realloc" };
	static const char *const zeros[] = { "calloc" };
	struct verify_step t = { .x = x, .s = s, .choice = choice, .thread = choice->thread };
	const struct machine_code *c = NULL;
	const struct inst *in = instruction(s, t.thread, &c);
	uint32_t objects = s->m.object.n;
	struct any_step any = { 0 };
	uint64_t env = 0;
	bool jumps;

	x->steps++;
	x->symbol = 0;
	if (choice->kind == CHOICE_VALUE)
		return any_settle(x, s, n, choice);
	if (choice->kind == CHOICE_GUESS && x->terms && !any_decide(x, s, t.thread, c, in, choice->value))
		return false;
	if (n->look.naccesses && choice->kind != CHOICE_CANCEL)
		touch(&t, n);
	if (n->rows && choice->kind != CHOICE_CANCEL)
		touch_rows(&t);
	t.copies = in && (in->op == OP_memcpy || (in->op == OP_call && ONE_OF(called(s, c, in), copies)));
	t.calls = in && in->op == OP_call;
	t.makes_zeros = in && in->op == OP_call && ONE_OF(called(s, c, in), zeros);
	if (in && in->op == OP_call)
		remember_lock(&t);
	for (uint32_t i = 0; n->atomic && i < n->look.naccesses; i++)
		if (n->look.access[i].atomic) {
			t.atomic = true;
			t.at = n->look.access[i].at;
			t.bytes = n->look.access[i].bytes;
		}
	if (t.atomic)
		put_chosen(&t);
	if (choice->kind == CHOICE_INPUT && !n->any)
		choose_input(&t, choice);
	jumps = in && in->op == OP_call && any_jumps(called(s, c, in));
	if (in && in->op == OP_call && in->nargs > 1 && (jumps || (s->outside && any_sets_jump(called(s, c, in)))))
		env = machine_operand_number(&s->m, t.thread, body_arg(&c->body, in, 1));
	if (env && !jumps)
		any_noted(s, t.thread, env);
	if ((s->outside || x->widen) && in && !n->any && !jumps)
		any_open(x, s, t.thread, c, in, choice->kind == CHOICE_GUESS ? &choice->value : NULL, &any);
	s->m.listener = &t;
	s->m.tell = tell;
	if (in && in->op == OP_cmpxchg && (choice->kind == CHOICE_FAIL || (choice->kind == CHOICE_GUESS && !choice->value)))
		fail_exchange(&t, c, in);
	else if (x->solo && in && in->op == OP_call && step_solo(&t))
		any.c = NULL;
	else if (choice->kind == CHOICE_FAIL && in && in->op == OP_call)
		fail_attempt(&t);
	else if (choice->kind == CHOICE_CANCEL)
		cancel(&t);
	else if (n->any)
		take_any(&t);
	else
		machine_step(&s->m, t.thread);
	if (any.c && (in->op != OP_call || s->m.thread.at[t.thread].frame.n >= any.frames))
		any_close(x, s, t.thread, &any);
	if (jumps || s->m.thread.at[t.thread].jumped)
		any_jumped(s, t.thread, jumps ? env : 0);
	s->m.thread.at[t.thread].jumped = false;
	s->m.tell = NULL;
	s->m.listener = NULL;
	s->m.schedule = NULL;
	if (s->m.object.n > objects)
		unset_new(&t, objects);
	if (t.refused)
		return false;
	return !t.atomic || s->m.state != MACHINE_RUNS || store_atomic(&t);
}
