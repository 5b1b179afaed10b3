/* Calls: who is called, with what, and what the models say of functions that are not followed. */
#include <string.h>

#include "prove/machine/parts.h"

/* ---- who, and with what ---- */

/* A weak declaration of what the C library has: it is called by its name. */
static bool named_weak(struct machine_call *call)
{
	call->callee = body_callee(call->m->image->p, &call->code->body, call->in);
	call->meaning = call->callee.i ? machine_meaning(call->m->image, call->callee) : NULL;
	return call->meaning && call->meaning->library;
}

static bool find_callee(struct machine_call *call)
{
	struct machine *m = call->m;
	uint64_t at = machine_operand_number(m, call->thread, body_arg(&call->code->body, call->in, 0)), offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);

	if (m->state != MACHINE_RUNS)
		return false;
	if (!at && named_weak(call))
		return true;
	if (!o || o->kind != MACHINE_FUNCTION || offset)
		return machine_stop(m, MACHINE_UNDEFINED, at ? "a call of something that is not a function" : "a call of a null pointer");
	call->callee = sym_behind_alias(m->image->p, o->sym);
	call->meaning = machine_meaning(m->image, call->callee);
	return true;
}

bool machine_call_prepare(struct machine *m, uint32_t thread, struct machine_call *call)
{
	const struct machine_frame *f = machine_top(m, thread);

	call->m = m;
	call->thread = thread;
	call->code = machine_code(m->image, f->fn);
	call->in = &call->code->body.inst.at[f->inst];
	call->nargs = call->in->nargs - 1;
	if (call->nargs > MOST_ARGUMENTS)
		return machine_stop(m, MACHINE_UNKNOWN, "a call with %u arguments", call->nargs);
	if (!find_callee(call))
		return false;
	for (uint32_t i = 0; i < call->nargs; i++)
		call->arg[i] = machine_operand_number(m, thread, body_arg(&call->code->body, call->in, i + 1));
	return m->state == MACHINE_RUNS;
}

/* ---- functions with a body ---- */

static bool is_by_value(const struct machine_call *call, uint32_t arg)
{
	return arg < 32 && call->in->nwords == 2 && call->code->body.word.at[call->in->word + 1] >> arg & 1;
}

/* A copy of the struct that an argument points to, on the callee's stack. */
static uint64_t copy_by_value(struct machine_call *call, uint64_t at, struct type_id type)
{
	struct machine *m = call->m;
	uint64_t bytes = machine_type_bytes(m->image->p, type);
	const uint8_t *from = machine_bytes(m, at, bytes, false);
	uint32_t id = from ? machine_new_object(m, (struct machine_object){ .kind = MACHINE_STACK,
									    .size = bytes,
									    .type = type,
									    .thread = call->thread,
									    .fn = call->code->body.fn,
									    .inst = UINT32_MAX })
			   : 0;

	if (!id)
		return 0;
	if (bytes)
		memcpy(m->object.at[id].bytes, machine_bytes(m, at, bytes, false), bytes);
	*vec_add(&m->arena, &machine_thread(m, call->thread)->local) = id;
	return machine_address(m, id, 0);
}

static uint32_t operand_bytes(struct machine_call *call, uint32_t arg)
{
	struct type_id type;
	struct number_type n = machine_ref_type(call->m, call->code, body_arg(&call->code->body, call->in, arg + 1), &type);

	return n.count > 1 ? n.count * machine_number_bytes(n.bits) : (uint32_t)machine_type_bytes(call->m->image->p, type);
}

/* The arguments behind the parameters, as va_arg finds them: each at a multiple of 8, or of 16 if it is a long double; where
 * pointers have four bytes, one behind the other. */
static uint64_t pack_varargs(struct machine_call *call, uint32_t first)
{
	struct machine *m = call->m;
	uint32_t id, at = 0, size = 16, word = m->image->word;
	uint8_t scratch[16];

	for (uint32_t i = first; i < call->nargs; i++)
		size += (operand_bytes(call, i) + 31) / 16 * 16;
	id = machine_new_object(
	    m, (struct machine_object){ .kind = MACHINE_STACK, .size = size, .thread = call->thread, .fn = call->code->body.fn,
				       .inst = UINT32_MAX });
	if (!id)
		return 0;
	*vec_add(&m->arena, &machine_thread(m, call->thread)->local) = id;
	for (uint32_t i = first; i < call->nargs; i++) {
		uint32_t bytes = operand_bytes(call, i);
		const uint8_t *v = machine_operand(m, call->thread, body_arg(&call->code->body, call->in, i + 1), scratch);
		if (!v || is_by_value(call, i)) {
			(void)machine_stop(m, MACHINE_UNKNOWN, "a struct among variable arguments");
			return 0;
		}
		at = bytes > 8 && word == 8 ? (at + 15) / 16 * 16 : at;
		memcpy(m->object.at[id].bytes + at, v, bytes);
		at += (bytes + word - 1) / word * word;
	}
	return machine_address(m, id, 0);
}

/* One argument into its parameter, `to` in the new frame. */
static void pass(struct machine_call *call, uint32_t i, uint32_t caller, const struct machine_slot *s, uint8_t *to)
{
	struct ref r = body_arg(&call->code->body, call->in, i + 1);
	uint32_t bytes = operand_bytes(call, i);
	uint8_t scratch[16];
	const uint8_t *v = (const uint8_t *)&call->arg[i];

	if (ref_kind(r) == REF_VALUE)
		v = machine_thread(call->m, call->thread)->values.at + caller + call->code->slot[ref_index(r)].at;
	else if (bytes > 8)
		v = machine_operand(call->m, call->thread, r, scratch);
	if (v)
		memcpy(to, v, bytes < s->bytes ? bytes : s->bytes);
}

/* Copies and variable arguments are made in the caller's frame, whose operands they are, and belong to the callee's. */
static void enter(struct machine_call *call, struct fn_id fn)
{
	struct machine *m = call->m;
	const struct machine_code *c = machine_code(m->image, fn);
	uint32_t n = c->body.param.n < call->nargs ? c->body.param.n : call->nargs;
	uint32_t caller = machine_top(m, call->thread)->values, locals = machine_thread(m, call->thread)->local.n;
	bool *copied = arena_array(&m->arena, n + 1, sizeof *copied);
	uint64_t varargs = 0;

	for (uint32_t i = 0; i < n && m->state == MACHINE_RUNS; i++)
		if (c->body.param.at[i].by_value && is_by_value(call, i)) {
			call->arg[i] = copy_by_value(call, call->arg[i], c->body.param.at[i].type);
			copied[i] = true;
		}
	if (program_sym(m->image->p, call->callee)->flags & SYM_VARIADIC)
		varargs = pack_varargs(call, c->body.param.n);
	if (m->state != MACHINE_RUNS || !machine_push(m, call->thread, fn))
		return;
	machine_top(m, call->thread)->varargs = varargs;
	machine_top(m, call->thread)->locals = locals;
	for (uint32_t i = 0; i < n; i++) {
		uint8_t *to =
		    machine_thread(m, call->thread)->values.at + machine_top(m, call->thread)->values + c->slot[i + 1].at;
		if (copied[i])
			memcpy(to, &call->arg[i], m->image->word);
		else
			pass(call, i, caller, &c->slot[i + 1], to);
	}
}

/* ---- what rows say ---- */

/* A member by its path "a.b", from the type that the parameter points to. */
static uint64_t member_offset(struct machine_call *call, const struct model_place *place)
{
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	const char *path = model_string(call->m->image->models, place->name);
	struct type_id type = { 0 };
	uint64_t offset = 0;

	if (f->kind == TYPE_FUNCTION && place->arg < f->nfields)
		type = program_type(p, type_strip(p, p->field.at[f->field + place->arg].type))->base;
	while (*path) {
		const struct type *t = program_type(p, type_strip(p, type));
		size_t n = strcspn(path, ".");
		uint32_t i = 0;
		for (; i < t->nfields; i++) {
			const char *name = program_str(p, p->field.at[t->field + i].name);
			if (!strncmp(name, path, n) && !name[n])
				break;
		}
		if (i == t->nfields) {
			(void)machine_stop(call->m, MACHINE_UNKNOWN, "the member %s of a model is not there", path);
			return 0;
		}
		offset += p->field.at[t->field + i].offset / 8;
		type = p->field.at[t->field + i].type;
		path += n + (path[n] == '.');
	}
	return offset;
}

uint64_t call_place(struct machine_call *call, const struct model_place *place)
{
	uint64_t v;

	switch (place->base) {
	case MODEL_ARGUMENT:
		if (place->arg >= call->nargs)
			return 0;
		v = call->arg[place->arg];
		if (place->name && place->deref > 1 && v) /* what the member leads to */
			v += member_offset(call, place);
		for (uint8_t i = 1; i < place->deref && v; i++)
			if (!machine_read_number(call->m, v, call->m->image->word, &v))
				return 0;
		return v + (place->name && place->deref <= 1 ? member_offset(call, place) : 0);
	case MODEL_NAMED:
		return (ADDRESS_NAMED + place->name) << 32;
	default:
		return 0;
	}
}

bool call_condition(const struct machine_call *call, const struct model_condition *c)
{
	int64_t v;

	if (c->test == MODEL_ALWAYS || c->base != MODEL_ARGUMENT || c->arg >= call->nargs)
		return true;
	v = (int64_t)call->arg[c->arg];
	if (call->arg[c->arg] <= UINT32_MAX && c->what == MODEL_NUMBER && c->value < 0)
		v = (int32_t)v;
	switch (c->test) {
	case MODEL_EQ: return v == (c->what == MODEL_NUMBER ? c->value : 0);
	case MODEL_NE: return v != (c->what == MODEL_NUMBER ? c->value : 0);
	case MODEL_LT: return v < c->value;
	case MODEL_LE: return v <= c->value;
	case MODEL_GT: return v > c->value;
	case MODEL_GE: return v >= c->value;
	case MODEL_ANY_BIT: return v & c->value;
	default: return !(v & c->value);
	}
}

/* The result with which the row holds; 0 where it does not depend on it. */
uint64_t call_good_result(const struct machine_call *call, const struct model_row *r)
{
	const struct model_condition *c = &r->when;
	int64_t value = c->what == MODEL_NUMBER ? c->value : 0;

	(void)call;
	if (c->test == MODEL_ALWAYS || c->base != MODEL_RESULT)
		return 0;
	switch (c->test) {
	case MODEL_EQ:
	case MODEL_LE:
	case MODEL_GE: return (uint64_t)value;
	case MODEL_LT: return (uint64_t)(value - 1);
	case MODEL_ANY_BIT: return (uint64_t)c->value;
	case MODEL_NO_BIT: return 0;
	default: return (uint64_t)(value + 1); /* != and > */
	}
}

static bool is_posix(const struct machine_call *call, const struct model_row *r)
{
	static const char *const family[] = { "mutex", "rwlock", "spin", "thread", "sem", "mtx" };

	for (size_t i = 0; i < sizeof family / sizeof *family; i++)
		if (!strcmp(model_string(call->m->image->models, r->family), family[i]))
			return true;
	return false;
}

/* Nobody says which number that is. */
static uint64_t guessed(struct machine_call *call, uint64_t number)
{
	if (machine_is_used(call))
		machine_assume_result(call, number, 4, true);
	return call->m->other ? number + 1 : number;
}

uint64_t call_wait_result(struct machine_call *call, const struct model_row *r, uint64_t number)
{
	return is_posix(call, r) || r->fails || r->when.test != MODEL_ALWAYS ? number : guessed(call, number);
}

/* The result with which it does not: what the functions of the family say when a lock is taken, or the time is over. */
uint64_t call_bad_result(struct machine_call *call, const struct model_row *r, bool timed)
{
	const char *family = model_string(call->m->image->models, r->family);
	const struct model_condition *c = &r->when;
	int64_t value = c->what == MODEL_NUMBER ? c->value : 0;
	enum { BUSY = 16, TIMED_OUT = 110, C11_BUSY = 1, C11_TIMED_OUT = 4 };

	if (r->fails)
		return (uint64_t)(int64_t)r->fails;
	if (c->test == MODEL_ALWAYS || c->base != MODEL_RESULT || (c->test == MODEL_EQ && !value)) {
		if (!strcmp(family, "sem"))
			return UINT64_MAX;
		if (!strcmp(family, "mtx"))
			return timed ? C11_TIMED_OUT : C11_BUSY;
		return is_posix(call, r) ? timed ? TIMED_OUT : BUSY : guessed(call, timed ? TIMED_OUT : BUSY);
	}
	switch (c->test) {
	case MODEL_NE:
	case MODEL_LT:
	case MODEL_GT: return (uint64_t)value;
	case MODEL_LE: return (uint64_t)(value + 1);
	case MODEL_GE: return (uint64_t)(value - 1);
	case MODEL_NO_BIT: return (uint64_t)c->value;
	default: return 0; /* another number, and no bit */
	}
}

/* ---- inputs ---- */

bool call_input(struct machine_call *call, u128 *value)
{
	const struct schedule *s = call->m->schedule;
	struct machine_thread *t = machine_thread(call->m, call->thread);
	uint32_t seen = 0;

	call->free = false;
	call->reach = UINT64_MAX;
	for (uint32_t i = 0; s && i < s->input.n; i++) {
		const struct schedule_input *x = &s->input.at[i];
		if (x->thread != call->thread || seen++ != t->input)
			continue;
		if (x->turn < t->steps - 1) { /* nobody has taken it */
			t->input++;
			continue;
		}
		if (x->turn >= t->steps || x->fn.i != call->code->body.fn.i || x->inst != machine_top(call->m, call->thread)->inst)
			return false;
		t->input++;
		(void)machine_value(call->m, &x->value, value);
		call->free = x->free;
		call->reach = x->reach;
		return true;
	}
	return false;
}

/* ---- functions outside ---- */

static uint64_t length_of(struct machine_call *call, const struct model_row *r, const struct model_length *len, uint64_t at)
{
	uint64_t n;

	switch (len->kind) {
	case MODEL_LEN_ARG:
		return len->a < call->nargs ? call->arg[len->a] : 0;
	case MODEL_LEN_PRODUCT:
		return len->a < call->nargs && len->b < call->nargs ? call->arg[len->a] * call->arg[len->b] : 0;
	case MODEL_LEN_CONSTANT:
		return len->value;
	case MODEL_LEN_STRING:
		n = machine_string(call->m, at, UINT64_MAX);
		return n == UINT64_MAX ? 1 : n + 1;
	default:
		return r->on.base == MODEL_NAMED || len->kind == MODEL_LEN_UNKNOWN ? 1 : 0; /* at least the first byte */
	}
}

static struct sym_id by(const struct machine_call *call, enum machine_call_does does)
{
	return does == CALL_MAY ? call->callee : (struct sym_id){ 0 };
}

/* "*1..": scanf writes at least the first byte of what each of these points to. */
static void look_rest(struct machine_call *call, const struct model_row *r, struct machine_look *l)
{
	if (r->verb == MODEL_READS)
		machine_touches(call, machine_format_reads, l);
	for (uint32_t i = r->on.arg; r->verb == MODEL_WRITES && i < call->nargs && l->naccesses < MACHINE_ACCESSES; i++)
		if (machine_peek(call->m, call->arg[i], 1))
			l->access[l->naccesses++] = (struct machine_access){ .at = call->arg[i], .bytes = 1, .write = true,
									     .by = by(call, machine_call_does(call, r, 1)) };
}

static void look_row(struct machine_call *call, const struct model_row *r, struct machine_look *l)
{
	struct machine_access x = { .at = call_place(call, &r->on) };
	enum machine_call_does does;
	uint64_t offset;
	const struct machine_object *o = machine_object_at(call->m, x.at, &offset);

	if (r->len.most && r->len.kind == MODEL_LEN_RESULT)
		return;
	if (r->on.rest)
		look_rest(call, r, l);
	if (!x.at || r->on.rest || l->naccesses + 2 > MACHINE_ACCESSES)
		return;
	switch (r->verb) {
	case MODEL_READS:
	case MODEL_WRITES:
	case MODEL_COPIES:
		if (!r->on.deref && r->on.base != MODEL_NAMED)
			return;
		x.bytes = length_of(call, r, &r->len, x.at);
		x.write = r->verb != MODEL_READS;
		break;
	case MODEL_FREE:
	case MODEL_REALLOC:
		x.bytes = o ? o->size : 0;
		x.write = x.frees = true;
		break;
	default:
		return;
	}
	if (x.bytes > 1 && r->len.most)
		x.bytes = 1;
	does = machine_call_does(call, r, x.bytes);
	x.by = by(call, does);
	if (does == CALL_NEVER)
		return;
	if (x.bytes)
		l->access[l->naccesses++] = x;
	if (r->verb == MODEL_COPIES && x.bytes && (x.at = call_place(call, &r->from)) != 0) {
		x.write = false;
		x.by = (struct sym_id){ 0 };
		l->access[l->naccesses++] = x;
	}
}

static bool is_outside(const struct machine_call *call)
{
	return call->meaning->row || call->meaning->fails || !program_sym(call->m->image->p, call->callee)->fn.i;
}

void machine_call_look(struct machine_call *call, struct machine_look *l)
{
	const struct model_row *rows = call->meaning->row;

	if (call->meaning->fails) {
		l->failing = l->visible = true;
		return;
	}
	if (!is_outside(call))
		return;
	if (call->in->flags & INST_NORETURN)
		l->visible = true;
	if (sync_is(rows)) {
		l->visible = true;
		sync_look(call, l);
	}
	if (machine_atomic_row(call))
		machine_atomic_look(call, l);
	if (call->meaning->library && call->meaning->library->exact) {
		machine_touches(call, call->meaning->library->run, l);
		return;
	}
	for (const struct model_row *r = rows; r;
	     r = model_skip(r->next, program_sym(call->m->image->p, call->callee)->fn.i != 0))
		if (call_condition(call, &r->when))
			look_row(call, r, l);
}

static void put_wide(struct machine_call *call, u128 value)
{
	const struct machine_slot *s = &call->code->slot[body_value(&call->code->body, machine_top(call->m, call->thread)->inst)];
	struct machine_thread *t = machine_thread(call->m, call->thread);
	uint8_t *to = t->values.at + machine_top(call->m, call->thread)->values + s->at;

	if (s->bytes)
		memset(to, 0, s->bytes);
	memcpy(to, &value, s->bytes < 16 ? s->bytes : 16);
	machine_next_inst(call->m, call->thread);
}

bool machine_is_used(const struct machine_call *call)
{
	return call->code->used[body_value(&call->code->body, machine_top(call->m, call->thread)->inst)];
}

/* Nobody knows what it does: its result is the schedule's next input, or zero. */
static void step_unknown(struct machine_call *call)
{
	const struct machine_slot *s = &call->code->slot[body_value(&call->code->body, machine_top(call->m, call->thread)->inst)];
	u128 value = 0, all = s->bytes < 16 ? ((u128)1 << s->bytes * 8) - 1 : ~(u128)0;
	bool input = false;

	machine_order_outside(call->m, call->thread);
	machine_feed(call);
	if (s->bytes) {
		bool free = (call_input(call, &value) && call->free) || !machine_is_used(call);
		input = machine_is_input(call, value & all, s->bytes);
		if (free && !input && call->m->other && s->number.kind != NUMBER_NONE) /* a truth value stays one */
			value = s->number.bits == 1 ? value ^ 1 : ~value;
		value &= all;
		if (!input)
			machine_assume_result(call, value, s->bytes, free);
	}
	machine_outputs(call, s->bytes == 4 ? (int32_t)value : (int64_t)value, input);
	machine_assume_rest(call);
	if (call->m->state == MACHINE_RUNS)
		put_wide(call, value);
}

bool call_makes(const struct model_row *r)
{
	return r->verb == MODEL_ALLOC && r->on.base == MODEL_RESULT && r->size.kind != MODEL_LEN_UNKNOWN;
}

/* Rows that say what becomes of memory: allocators and copies of a project. */
static bool step_rows(struct machine_call *call)
{
	bool defined = program_sym(call->m->image->p, call->callee)->fn.i != 0;

	for (const struct model_row *r = call->meaning->row; r; r = model_skip(r->next, defined)) {
		if (call_makes(r)) {
			uint32_t id = machine_new_object(
			    call->m, (struct machine_object){ .kind = MACHINE_HEAP,
							      .size = length_of(call, r, &r->size, 0),
							      .thread = call->thread,
							      .fn = call->code->body.fn,
							      .inst = machine_top(call->m, call->thread)->inst });
			if (id)
				machine_result(call->m, call->thread, machine_address(call->m, id, 0));
			return true;
		}
		if (r->verb == MODEL_FREE && !r->on.name && r->on.base == MODEL_ARGUMENT) {
			machine_free(call->m, call_place(call, &r->on), "free");
			if (call->m->state == MACHINE_RUNS)
				step_unknown(call);
			return true;
		}
		if (r->verb == MODEL_RETURNS && r->on.base == MODEL_ARGUMENT && !r->on.deref && r->on.arg < call->nargs) {
			if (machine_is_used(call)) /* or a pointer to another place in the object, or null */
				machine_assume_result(call, call->arg[r->on.arg], call->m->image->word, false);
			machine_result(call->m, call->thread, call->arg[r->on.arg]);
			return true;
		}
		if (r->verb == MODEL_NORETURN && call_condition(call, &r->when)) {
			call->m->state = MACHINE_EXITED;
			return true;
		}
	}
	return false;
}

/* What is known here somebody else may have taken for unknown, and then an input says what the result was taken for. It stands
 * where the outside decides about the result; a call that prints may say anything that is negative, and else it is an assumption.
 * Where it can be worked out, the input is none, and what was found may have gone another way (machine.differs). */
static void step_library(struct machine_call *call)
{
	const struct library_function *f = call->meaning->library;
	const struct machine_slot *s = &call->code->slot[body_value(&call->code->body, machine_top(call->m, call->thread)->inst)];
	uint64_t result = 0, mask = s->bytes < 8 ? ((uint64_t)1 << s->bytes * 8) - 1 : UINT64_MAX;
	struct machine *m = call->m;
	u128 made;
	bool is_made = call_input(call, &made) && s->bytes;

	machine_feed(call);
	if (machine_library_is_silent(f))
		machine_unwritten_rows(call);
	if (is_made && !call->free && !f->outside)
		m->differs = call->callee;
	if (is_made && f->outside && f->made_up) {
		machine_assume_result(call, made, s->bytes, call->free);
		put_wide(call, made);
		return;
	}
	if (!f->run(call, &result) || m->state != MACHINE_RUNS)
		return;
	if (is_made && f->outside && (((uint64_t)made ^ result) & mask)) {
		result = (uint64_t)made & mask;
		if (!(result >> (s->bytes * 8 - 1) & 1) && !machine_is_input(call, result, s->bytes))
			machine_assume_result(call, result, s->bytes, call->free);
	}
	machine_result(m, call->thread, result);
}

static void step_outside(struct machine_call *call)
{
	struct machine *m = call->m;

	if (call->meaning->library) {
		step_library(call);
		return;
	}
	if (step_rows(call))
		return;
	if (call->in->flags & INST_NORETURN || program_sym(m->image->p, call->callee)->flags & SYM_NORETURN) {
		m->state = MACHINE_EXITED;
		return;
	}
	step_unknown(call);
}

void machine_call_step(struct machine_call *call)
{
	struct machine *m = call->m;

	if (call->meaning->fails) {
		m->state = MACHINE_FAILED;
		m->failed_thread = call->thread;
		m->failed_fn = call->code->body.fn;
		m->failed_inst = machine_top(m, call->thread)->inst;
	} else if (sync_is(call->meaning->row)) {
		const struct model_row *atomic = machine_atomic_row(call);
		if (atomic && atomic->gives > MODEL_GIVES_NOTHING)
			(void)machine_stop(m, MACHINE_UNKNOWN, "a lock that is taken when a count falls to zero");
		else
			sync_step(call);
	} else if (machine_atomic_row(call)) {
		machine_atomic_step(call);
	} else if (is_outside(call)) {
		step_outside(call);
	} else {
		enter(call, program_sym(m->image->p, call->callee)->fn);
	}
}

void machine_started_by(struct machine_call *call, uint32_t id)
{
	struct machine_thread *t = machine_thread(call->m, id);
	const struct machine_frame *f = machine_top(call->m, call->thread);

	t->parent = call->thread + 1;
	t->parent_fn = f->fn;
	t->parent_inst = f->inst;
	t->how = call->callee;
}
