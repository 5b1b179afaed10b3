/* Which instructions the search executes, and which of them others can tell. Whatever the machine does not do exactly, or does in
 * one of several ways that C allows, is refused here, by name. */
#include <stdarg.h>
#include <string.h>

#include "code/address.h"
#include "code/event.h"
#include "verify/outside/any.h"
#include "verify/names.h"
#include "verify/solo/solo.h"

static const struct inst *instruction_of(const struct verify_state *s, uint32_t thread, const struct machine_code **c)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = t->frame.n ? &t->frame.at[t->frame.n - 1] : NULL;

	if (!f || f->kind != FRAME_CODE)
		return NULL;
	*c = machine_code(s->m.image, f->fn);
	return &(*c)->body.inst.at[f->inst];
}

void search_stop(struct verify_search *x, const struct verify_state *s, uint32_t thread, const char *help,
		 const char *format, ...)
{
	const struct machine_code *c = NULL;
	const struct inst *in = s && thread < s->m.thread.n ? instruction_of(s, thread, &c) : NULL;
	va_list args;
	char text[512];

	if (x->why)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	x->help = help;
	if (in && c->body.loc.at[in->loc].line)
		x->why = arena_format(x->out, "%s (%s:%u)", text,
				      path_base(program_str(s->m.image->p, c->body.loc.at[in->loc].file)), c->body.loc.at[in->loc].line);
	else
		x->why = arena_string(x->out, text);
}

/* ---- the program as a whole ---- */

static bool is_weak(uint8_t order)
{
	return order != ORDER_NONE && order != ORDER_SEQ_CST;
}

/* Whose older stores may be read: loads, and exchanges that fail. */
static void scan_read(struct verify_search *x, const struct body *b, const struct inst *in)
{
	struct sym_id sym = ref_symbol(x->image->p, peel_base(b, body_arg(b, in, 0), PEEL_ADDRESS), NULL);

	sym = sym.i ? sym_behind_alias(x->image->p, sym) : sym;
	if (!sym.i)
		x->loads_all = true;
	else
		x->loaded[sym.i] = true;
}

static void scan_code(struct verify_search *x, struct fn_id fn)
{
	const struct machine_code *c = machine_code(x->image, fn);

	for (uint32_t i = 0; i < c->body.inst.n; i++) {
		const struct inst *in = &c->body.inst.at[i];
		if (in->op == OP_fence) {
			x->weak |= !(in->flags & INST_SINGLE) && is_weak(in->order);
			continue;
		}
		x->weak |= is_weak(in->order) || (in->op == OP_cmpxchg && is_weak(in->order2));
		x->seq_cst |= in->order == ORDER_SEQ_CST || in->order2 == ORDER_SEQ_CST;
		if ((in->op == OP_load && in->order != ORDER_NONE) || in->op == OP_cmpxchg)
			scan_read(x, &c->body, in);
	}
}

void allow_scan(struct verify_search *x)
{
	const struct program *p = x->image->p;
	const char *refused = verify_refused(p);

	if (refused)
		search_stop(x, NULL, 0, "", "%s", refused);
	for (uint32_t i = 1; i < p->sym.n; i++) {
		x->fair |= !strcmp(program_str(p, p->sym.at[i].name), "pthread_rwlockattr_setkind_np");
		x->tries |= !strcmp(program_str(p, p->sym.at[i].name), "sem_getvalue");
		x->asks_errno |= !strcmp(program_str(p, p->sym.at[i].name), "__errno_location");
	}
	either_init(&x->either, p, x->image->models);
	x->loaded = arena_array(&x->arena, p->sym.n + 1, sizeof *x->loaded);
	for (uint32_t i = 1; i < p->fn.n; i++)
		scan_code(x, (struct fn_id){ i });
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].kind == SYM_FUNCTION)
			for (const struct model_row *r = machine_meaning(x->image, (struct sym_id){ i })->row; r; r = r->next) {
				x->described |= event_is(r, EVENT_ATOMIC);
				x->handlers |= machine_signal_installs(r);
				x->cancels |= event_is(r, EVENT_CANCEL);
				x->tries_join |= event_is(r, EVENT_JOIN) && r->flags & (MODEL_TRY | MODEL_TIMED);
				x->tries |= (event_is(r, EVENT_ACQUIRE) || event_is(r, EVENT_WAIT)) && r->flags & (MODEL_TRY | MODEL_TIMED) &&
					    !(event_is(r, EVENT_WAIT) && event_says(&r->with));
			}
}

/* ---- calls ---- */

static const char *callee_name(const struct machine_call *call)
{
	return program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name);
}

static const struct model_row *next_row(const struct machine_call *call, const struct model_row *r)
{
	return model_skip(r->next, program_sym(call->m->image->p, call->callee)->fn.i != 0);
}

static uint8_t refuse(struct verify_search *x, struct verify_state *s, uint32_t thread, const char *help, const char *what,
		      const char *name)
{
	search_stop(x, s, thread, help, what, name);
	return STEP_BAD;
}

/* Readers of some locks wait for writers that wait, which is not executed; it matters only where waiting does. The kind is in the
 * initial bytes, which are zeros otherwise, or was set by a call. */
static bool is_fair(const struct verify_search *x, struct verify_state *s, struct machine_call *call, const struct model_row *r)
{
	enum { BYTES = 56 }; /* of a pthread_rwlock_t */
	const uint8_t *b;

	if (x->o->property != VERIFY_DEADLOCK || !(r->flags & MODEL_SHARED) || strncmp(callee_name(call), "pthread_rwlock_", 15) != 0)
		return false;
	b = machine_peek(&s->m, call_place(call, &r->on), BYTES);
	for (uint32_t i = 0; b && i < BYTES; i++)
		if (b[i])
			return true;
	return x->fair;
}

static bool is_done(const struct verify_state *s, uint64_t at)
{
	for (uint32_t i = 0; i < s->m.sync.n; i++)
		if (s->m.sync.at[i].at == at)
			return s->m.sync.at[i].done;
	return false;
}

/* One row that synchronises. An atomic section (model_is_alone) is a lock that all sections have: nothing in it may be seen by
 * others before it is over, so that it makes no difference whether they stand still meanwhile. */
static uint8_t sync_kind(struct verify_search *x, struct verify_state *s, struct machine_call *call, const struct model_row *r,
			 struct verify_next *n)
{
	uint32_t thread = call->thread;
	const struct machine_frame *f = machine_top(&s->m, thread);
	const char *name = callee_name(call), *family = model_string(x->image->models, r->family);

	if (r->on.key || r->with.key)
		return refuse(x, s, thread, "", "parts of a lock ('%s')", name);
	if (model_is_alone(r) ? x->o->property == VERIFY_DEADLOCK || !event_hidden(&r->on) : s->m.section == thread + 1)
		return refuse(x, s, thread, "", "an atomic section in which others can tell what is done ('%s')", name);
	if (x->solo)
		return solo_kind(x, s, call, r, n);
	switch (event_kind(r)) {
	case EVENT_ACQUIRE:
		if (is_fair(x, s, call, r))
			return refuse(x, s, thread, "", "a lock whose readers may wait for writers ('%s')", name);
		if (r->flags & MODEL_TRY && !strcmp(family, "mtx"))
			n->fails = true;
		return STEP_VISIBLE;
	case EVENT_RELEASE:
		return r->flags & MODEL_SEMAPHORE || x->tries || x->near ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_WAIT:
		n->timed = event_says(&r->with) && f->phase && r->flags & MODEL_TIMED && !s->m.thread.at[thread].signalled;
		return STEP_VISIBLE;
	case EVENT_SIGNAL:
		n->wakes = true;
		return STEP_VISIBLE;
	case EVENT_BROADCAST:
		return STEP_VISIBLE;
	case EVENT_BARRIER:
		return f->phase ? STEP_INVISIBLE : STEP_VISIBLE;
	case EVENT_ONCE: /* what has been run stays so: who finds that only gets to know it */
		return is_done(s, call_place(call, &r->on)) ? STEP_INVISIBLE : STEP_VISIBLE;
	case EVENT_JOIN:
		if (r->flags & MODEL_ALL)
			return refuse(x, s, thread, "", "waiting for all threads ('%s')", name);
		return r->flags & (MODEL_TRY | MODEL_TIMED) || x->near ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_SPAWN:
		n->fails = x->o->starts_fail && !f->phase && machine_is_used(call);
		x->asks_start |= machine_is_used(call);
		return (x->near || n->fails) && !f->phase ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_INIT:
	case EVENT_SETTYPE:
	case EVENT_DESTROY:
	case EVENT_DETACH:
	case EVENT_SELF:
		return STEP_INVISIBLE;
	case EVENT_CANCEL:
		if (x->o->property == VERIFY_DEADLOCK)
			return refuse(x, s, thread, "", "what '%s' does", name);
		return STEP_VISIBLE;
	case EVENT_EXIT_THREAD:
		if (s->m.thread.at[thread].cleanup.n && s->thread.at[thread].marked)
			return refuse(x, s, thread, "", "a value from outside that a jump brings back ('%s')", name);
		return x->tries_join ? STEP_VISIBLE : STEP_INVISIBLE;
	case EVENT_QUIESCE:
	case EVENT_UPGRADE:
	case EVENT_DOWNGRADE:
	case EVENT_HANDLER:
	case EVENT_UNFOLLOWED:
	case EVENT_CALLS:
	case EVENT_FORK:
		return refuse(x, s, thread, "", "what '%s' does", name);
	default:
		return STEP_INVISIBLE;
	}
}

static uint8_t allow_sync(struct verify_search *x, struct verify_state *s, struct machine_call *call, struct verify_next *n)
{
	uint8_t kind = STEP_INVISIBLE;

	if (program_sym(s->m.image->p, call->callee)->fn.i)
		return refuse(x, s, call->thread, "", "'%s', whose body stands behind a row of the models", callee_name(call));
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r)) {
		uint8_t of = call_condition(call, &r->when) ? sync_kind(x, s, call, r, n) : STEP_INVISIBLE;
		kind = of > kind ? of : kind;
	}
	return kind;
}

/* Functions that the machine takes lightly. */
static uint8_t allow_library(struct verify_search *x, struct verify_state *s, struct machine_call *call, struct verify_next *n)
{
	static const char *const not_here[] = { "on_exit", "at_quick_exit", "quick_exit" };
	static const char *const ends[] = { "exit", "_exit", "_Exit", "abort" };
	static const char *const masks[] = { "pthread_sigmask", "sigprocmask" };
	const char *name = callee_name(call);

	if (ONE_OF(name, ends)) {
		if (x->solo && call->thread && !strcmp(name, "exit"))
			return refuse(x, s, call->thread, "", "what '%s' does, in another thread than main", name);
		n->ends = true;
		return STEP_VISIBLE;
	}
	if (ONE_OF(name, not_here) || ONE_OF(name, masks))
		return refuse(x, s, call->thread, "", "what '%s' does", name);
	if (any_jumps(name) && s->m.thread.at[call->thread].cleanup.n)
		return refuse(x, s, call->thread, "", "what '%s' does beside cleanup handlers", name);
	if (!strcmp(name, "__pthread_unwind_next") && s->thread.at[call->thread].marked)
		return refuse(x, s, call->thread, "", "a value from outside that a jump brings back ('%s')", name);
	if (any_sets_jump(name) && s->outside && any_is_live(x, s, call->thread))
		s->thread.at[call->thread].marked = true;
	if (!strcmp(name, "__VERIFIER_assume") && !(call->arg[0] & UINT32_MAX)) {
		n->ends = true; /* there is no such execution */
		return STEP_INVISIBLE;
	}
	if (call->meaning->library->outside && machine_is_used(call))
		return refuse(x, s, call->thread, "a stub that returns what it can (--stubs FILE)", "the result of '%s', which is from outside",
			      name);
	return STEP_INVISIBLE;
}

/* Questions of test programs: they do nothing. */
static bool is_question(const struct machine_call *call)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (strcmp(model_string(call->m->image->models, r->family), "question") != 0)
			return false;
	return call->meaning->row;
}

/* Functions outside that only read what they are given, and whose results nobody asks for. */
static bool only_writes_out(const struct machine_call *call)
{
	static const char *const names[] = { "puts",   "putchar", "fputs",  "fputc",  "putc",
					     "perror", "write",   "fwrite", "fclose", "close", "printk" };

	return (ONE_OF(callee_name(call), names) || is_question(call)) && !machine_is_used(call);
}

static bool allocates(const struct machine_call *call)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (call_makes(r))
			return true;
	return false;
}

/* Where no signal is handled, who waits for one never comes back. */
static bool waits_for_signals(const char *name)
{
	static const char *const names[] = { "pause", "sigsuspend" };

	return ONE_OF(name, names);
}

static uint8_t allow_outside(struct verify_search *x, struct verify_state *s, struct machine_call *call, struct verify_next *n)
{
	static const char *const choices[] = { "__VERIFIER_nondet_bool", "__VERIFIER_nondet__Bool" };
	const char *name = callee_name(call);

	if (call->meaning->library)
		return allow_library(x, s, call, n);
	if (ONE_OF(name, choices)) {
		n->nondet = true;
		return STEP_VISIBLE;
	}
	if (any_comes_from(call) || machine_outside_is_described(call)) {
		n->any = n->rows = true;
		return STEP_VISIBLE;
	}
	if (waits_for_signals(name)) {
		if (x->handlers || x->o->property == VERIFY_DEADLOCK)
			return refuse(x, s, call->thread, "", "what '%s' does", name);
		return STEP_BLOCKED;
	}
	if (call->in->flags & INST_NORETURN || program_sym(s->m.image->p, call->callee)->flags & SYM_NORETURN) {
		if (call->meaning->row && !event_is(call->meaning->row, EVENT_NORETURN))
			return refuse(x, s, call->thread, "", "what '%s' does", name);
		n->ends = true;
		return STEP_VISIBLE;
	}
	if (only_writes_out(call)) {
		n->rows = !is_question(call);
		return STEP_INVISIBLE;
	}
	if (call->meaning->row && allocates(call))
		return STEP_INVISIBLE;
	return refuse(x, s, call->thread, "its source, or a stub with a body (--stubs FILE)", "a call of '%s', which has no body", name);
}

static uint8_t allow_call(struct verify_search *x, struct verify_state *s, uint32_t thread, struct verify_next *n)
{
	struct machine_call call;
	const struct program *p = s->m.image->p;
	uint8_t kind;

	machine_look(&s->m, thread, &n->look);
	if (!machine_call_prepare(&s->m, thread, &call))
		return STEP_INVISIBLE; /* the step will say what is wrong */
	if (call.meaning->fails) {
		n->ends = true;
		return STEP_VISIBLE;
	}
	if (sync_is(call.meaning->row)) {
		kind = allow_sync(x, s, &call, n);
		n->waits = n->look.waits && !x->solo;
		return n->look.next == NEXT_BLOCKS && kind != STEP_BAD && (!x->solo || n->look.join) ? STEP_BLOCKED : kind;
	}
	if (machine_atomic_row(&call)) {
		if (s->m.section == thread + 1)
			return refuse(x, s, thread, "", "an atomic section in which others can tell what is done ('%s')", callee_name(&call));
		n->atomic = true;
		return STEP_VISIBLE;
	}
	if (call.meaning->row && program_sym(p, call.callee)->fn.i)
		return refuse(x, s, thread, "", "'%s', whose body stands behind a row of the models", callee_name(&call));
	if (!program_sym(p, call.callee)->fn.i)
		return allow_outside(x, s, &call, n);
	return STEP_INVISIBLE;
}

/* ---- other instructions ---- */

static bool is_undef(const struct verify_state *s, struct ref r)
{
	return ref_kind(r) == REF_KONST && program_konst(s->m.image->p, (struct konst_id){ ref_index(r) })->kind == KONST_UNDEF;
}

/* Phis take their values where their block is entered. */
static bool uses_undef(const struct verify_state *s, const struct machine_code *c, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++)
		if (is_undef(s, body_arg(&c->body, in, k)) && !(in->op == OP_insert && !k) && in->op != OP_phi)
			return true;
	return false;
}

/* The phis of the block that a jump leads to take their values from here. */
static bool enters_undef(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
			 uint32_t from)
{
	uint32_t n;
	const uint32_t *to = body_successors(&c->body, from, &n);
	bool second = in->op == OP_branch && !(machine_operand_number(&s->m, thread, body_arg(&c->body, in, 0)) & 1);

	for (uint32_t i = 0; i < n; i++) {
		if (in->op == OP_branch && i != second)
			continue;
		const struct block *b = &c->body.block.at[to[i]];

		for (uint32_t k = 0; k < b->ninsts && c->body.inst.at[b->inst + k].op == OP_phi; k++) {
			const struct inst *phi = &c->body.inst.at[b->inst + k];
			for (uint32_t a = 0; a < phi->nargs; a++)
				if (c->body.word.at[phi->word + a] == from && is_undef(s, body_arg(&c->body, phi, a)) &&
				    c->used[body_value(&c->body, b->inst + k)])
					return true;
		}
	}
	return false;
}

/* Which object an operand points into; 0: none. */
static uint32_t object_of(struct verify_state *s, uint32_t thread, struct ref r)
{
	uint64_t v = machine_operand_number(&s->m, thread, r), offset;
	const struct machine_object *o = machine_object_at(&s->m, v, &offset);

	return o && offset <= o->size + 4096 ? (uint32_t)(o - s->m.object.at) : 0;
}

/* Programs that look at the numbers of addresses may do so differently in another run. */
static uint8_t allow_number(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			    const struct inst *in)
{
	struct type_id type;
	struct ref a = body_arg(&c->body, in, 0), b = body_arg(&c->body, in, 1);
	const struct program *p = s->m.image->p;
	uint32_t first, second;

	if (in->op == OP_cast && in->sub != CAST_ptrtoint)
		return STEP_INVISIBLE;
	(void)machine_ref_type(&s->m, c, a, &type);
	if (!type.i || program_type(p, type_strip(p, type))->kind != TYPE_POINTER)
		return STEP_INVISIBLE;
	first = object_of(s, thread, a);
	if (in->op == OP_cast)
		return first ? refuse(x, s, thread, "", "the address of an object, taken as a number%s", "") : STEP_INVISIBLE;
	second = object_of(s, thread, b);
	if ((first && s->m.object.at[first].dead) || (second && s->m.object.at[second].dead))
		return refuse(x, s, thread, "", "a comparison with a pointer to memory that is gone%s", "");
	if (in->sub != COMPARE_eq && in->sub != COMPARE_ne && first != second)
		return refuse(x, s, thread, "", "the order of two objects in memory%s", "");
	return STEP_INVISIBLE;
}

static uint8_t allow_exchange(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			      const struct inst *in, struct verify_next *n)
{
	uint32_t object = object_of(s, thread, body_arg(&c->body, in, 1));

	if (object && s->m.object.at[object].dead)
		return refuse(x, s, thread, "", "a comparison with a pointer to memory that is gone%s", "");
	n->fails = in->flags & INST_WEAK;
	if (s->outside) {
		n->code = c;
		n->exchanges = in;
	}
	return STEP_VISIBLE;
}

/* The id of a thread may be any number: what is computed from it is not known, only whether two are the same. */
static bool computes_id(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	if (in->op == OP_compare ? in->sub == COMPARE_eq || in->sub == COMPARE_ne
				 : in->op != OP_binary && in->op != OP_index && in->op != OP_switch &&
				       !(in->op == OP_cast && c->slot[body_value(&c->body, machine_top(&s->m, thread)->inst)].bytes < 8))
		return false;
	for (uint32_t k = 0; k < in->nargs && k < 2; k++)
		if (ref_kind(body_arg(&c->body, in, k)) == REF_VALUE &&
		    schedule_thread(machine_operand_number(&s->m, thread, body_arg(&c->body, in, k))) < s->m.thread.n)
			return true;
	return false;
}

static uint8_t allow_inst(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			  const struct inst *in, struct verify_next *n)
{
	const struct machine_thread *t = &s->m.thread.at[thread];

	if (uses_undef(s, c, in) ||
	    (op_is_terminator(in->op) && enters_undef(s, thread, c, in, t->frame.at[t->frame.n - 1].block)))
		return refuse(x, s, thread, "an initial value", "a variable that nobody has set%s", "");
	if (computes_id(s, thread, c, in))
		return refuse(x, s, thread, "", "the id of a thread, taken as a number%s", "");
	n->alternatives = s->outside ? any_alternatives(x, s, thread, c, in, n) : 0;
	if (n->alternatives || n->few)
		return n->alternatives == UINT32_MAX ? STEP_BAD : STEP_VISIBLE;
	switch (in->op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		if (in->order == ORDER_NONE && in->op != OP_cmpxchg && in->op != OP_rmw)
			return STEP_INVISIBLE;
		if (s->m.section == thread + 1)
			return refuse(x, s, thread, "", "an atomic access in an atomic section%s", "");
		n->atomic = true;
		machine_look(&s->m, thread, &n->look);
		return in->op == OP_cmpxchg ? allow_exchange(x, s, thread, c, in, n) : STEP_VISIBLE;
	case OP_fence:
		return x->o->weak && in->order == ORDER_SEQ_CST && !(in->flags & INST_SINGLE) ? STEP_VISIBLE : STEP_INVISIBLE;
	case OP_compare:
	case OP_cast:
		return allow_number(x, s, thread, c, in);
	case OP_call:
		return allow_call(x, s, thread, n);
	case OP_asm:
		return x->weak && program_str(s->m.image->p, (struct str_id){ c->body.word.at[in->word] })[0] ?
			   refuse(x, s, thread, "", "inline assembly%s", "") :
			   STEP_INVISIBLE;
	case OP_ret:
		n->ends = t->frame.n == 1 && !thread;
		return n->ends || (t->frame.n == 1 && x->tries_join) ? STEP_VISIBLE : STEP_INVISIBLE;
	default:
		return STEP_INVISIBLE;
	}
}

/* A step of no instruction: a once is over, or a thread or the process ends. */
static uint8_t allow_frame(const struct verify_search *x, const struct verify_state *s, uint32_t thread, struct verify_next *n)
{
	const struct machine_frame *f = &s->m.thread.at[thread].frame.at[s->m.thread.at[thread].frame.n - 1];

	n->ends = f->kind == FRAME_END;
	if (f->kind == FRAME_END)
		return STEP_VISIBLE;
	return x->near && f->kind == FRAME_ONCE ? STEP_VISIBLE : STEP_INVISIBLE;
}

/* A thread that was asked to end does so in one of these, unless it was there before: then it may come back as if nothing were.
 * In others, those that may block or that do what their rows say, it may or may not. */
static void allow_cancel(struct verify_search *x, struct verify_state *s, uint32_t thread, struct verify_next *n)
{
	static const char *const points[] = {
		"pthread_testcancel", "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_join",
		"sem_wait", "sem_timedwait", "sleep", "usleep", "nanosleep", "clock_nanosleep", "pause",
	};
	struct machine_call call;
	const char *name;
	bool may;

	if (s->m.thread.at[thread].deaf || !machine_call_prepare(&s->m, thread, &call))
		return;
	name = callee_name(&call);
	may = ONE_OF(name, points) || n->any || n->rows;
	for (const struct model_row *r = call.meaning->row; r && !may; r = next_row(&call, r))
		may = event_is(r, EVENT_BLOCK) || (event_is(r, EVENT_ACQUIRE) && !(r->flags & MODEL_SPIN) &&
						   strncmp(name, "pthread_mutex_", 14) != 0);
	if (may && n->kind == STEP_INVISIBLE)
		n->kind = STEP_VISIBLE; /* somebody may ask first */
	/* who waits for a condition has to get the lock first */
	n->cancelled = may && s->m.thread.at[thread].cancelled && !(n->kind == STEP_BLOCKED && machine_top(&s->m, thread)->phase);
	n->must_end = n->cancelled && !strcmp(name, "pthread_testcancel");
	if (n->cancelled && s->thread.at[thread].marked && s->m.thread.at[thread].cleanup.n) {
		search_stop(x, s, thread, "", "a value from outside that a jump brings back ('%s')", name);
		n->kind = STEP_BAD;
	}
}

void allow_next(struct verify_search *x, struct verify_state *s, uint32_t thread, struct verify_next *n)
{
	const struct machine_code *c = NULL;
	const struct inst *in;

	n->kind = STEP_ENDED;
	n->waits = n->timed = n->fails = n->wakes = n->nondet = n->ends = n->rows = n->atomic = n->any = false;
	n->cancelled = n->must_end = false;
	n->alternatives = 0;
	n->few = NULL;
	n->exchanges = NULL;
	n->look.naccesses = 0;
	n->look.next = NEXT_RUNS;
	if (s->m.state != MACHINE_RUNS || s->m.thread.at[thread].ended)
		return;
	in = instruction_of(s, thread, &c);
	if (!in) {
		n->kind = allow_frame(x, s, thread, n);
		return;
	}
	if (in->flags & INST_EITHER && either_matters(&x->either, &c->body, in))
		search_stop(x, s, thread, "an operand in a statement of its own", "operands that C lets be evaluated in another order");
	n->kind = allow_inst(x, s, thread, c, in, n);
	if (x->cancels && in->op == OP_call && n->kind != STEP_BAD)
		allow_cancel(x, s, thread, n);
	if (x->solo && thread && n->ends && in->op == OP_call && n->kind != STEP_BAD)
		n->kind = STEP_BLOCKED; /* the others have done what they have done until then */
	if (s->m.state != MACHINE_RUNS) { /* it has looked where nothing is: the step will find that out */
		s->m.state = MACHINE_RUNS;
		n->kind = STEP_INVISIBLE;
	}
}
