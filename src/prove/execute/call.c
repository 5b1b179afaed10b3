/* call: calls of functions of the program, of the library and of the outside. What synchronisation functions mean is in
 * rows.c. */
#include <string.h>

#include "prove/execute/atomic.h"
#include "prove/execute/library.h"
#include "prove/search/execute.h"

enum { MOST_ARGS = 255 };

struct sym_id execute_callee(struct execution *m, uint32_t inst, enum step *step)
{
	const struct frame *f = execute_frame(m);
	const struct body *b = &f->fn->body;
	const struct inst *in = &b->inst.at[inst];
	struct sym_id sym = body_callee(f->fn->p, b, in);
	const struct room *room;
	struct value at;

	if (sym.i)
		return sym;
	if (!execute_need(m, body_arg(b, in, 0), &at)) {
		*step = STEP_REFINE;
		return sym;
	}
	room = space_any(&m->space, at.lo);
	if (room && room->kind == ROOM_FUNCTION && !space_offset(&m->space, at.lo))
		return room->sym;
	*step = execute_dead(m, "a call of something that is not a function");
	return sym;
}

/* ---- functions with a body ---- */

/* Bytes of an argument behind the named ones: words of the machine. */
static uint64_t rest_bytes(const struct execution *m, struct value v)
{
	uint64_t word = m->space.pointer;

	return v.bits ? (v.bits + word * 8 - 1) / (word * 8) * word : word;
}

/* Arguments behind the named ones, one behind the other. */
static bool pass_rest(struct execution *m, const struct value *arg, uint32_t n, uint32_t named)
{
	struct frame *f = execute_frame(m);
	uint64_t at, size = 0;

	if (n <= named)
		return true;
	for (uint32_t i = named; i < n; i++)
		size += rest_bytes(m, arg[i]);
	at = space_new(&m->space, ROOM_STACK, size);
	if (!at)
		return false;
	space_any(&m->space, at)->next = f->rooms;
	region_save(&m->region, f, sizeof *f);
	f->rooms = space_number(&m->space, at);
	f->rest = at;
	for (uint32_t i = named; i < n; at += rest_bytes(m, arg[i]), i++)
		if (arg[i].bits > 64 || (arg[i].bits && !space_write(&m->space, at, arg[i]))) {
			m->space.why = "an argument of more than 64 bits behind the named ones";
			m->space.trouble = arg[i].bits > 64 ? SPACE_TOO_WIDE : m->space.trouble;
			return false;
		}
	return true;
}

/* The callee's own copies of structs that are passed by value. */
static bool pass_copies(struct execution *m)
{
	struct frame *f = execute_frame(m);
	const struct body *b = &f->fn->body;

	for (uint32_t i = 0; i < b->param.n; i++) {
		uint64_t size, at;
		if (!b->param.at[i].by_value || !value_known(f->reg[i + 1]))
			continue;
		size = program_type(f->fn->p, type_strip(f->fn->p, b->param.at[i].type))->size / 8;
		at = space_new(&m->space, ROOM_STACK, size);
		if (!at || !space_copy(&m->space, at, f->reg[i + 1].lo, size))
			return false;
		space_any(&m->space, at)->next = f->rooms;
		region_save(&m->region, f, sizeof *f);
		f->rooms = space_number(&m->space, at);
		region_save(&m->region, &f->reg[i + 1], sizeof *f->reg);
		f->reg[i + 1] = space_pointer(&m->space, at);
	}
	return true;
}

static enum step enter(struct execution *m, struct fn_id fn, uint32_t inst)
{
	const struct frame *f = execute_frame(m);
	const struct body *b = &f->fn->body;
	const struct inst *in = &b->inst.at[inst];
	struct seq_fn *to = seq_function(m->seq, fn);
	struct value arg[MOST_ARGS];
	uint32_t n = in->nargs - 1;

	if (n > MOST_ARGS)
		return execute_cannot(m, "a call with more than 255 arguments");
	for (uint32_t i = 0; i < n; i++)
		arg[i] = execute_get(m, body_arg(b, in, i + 1));
	execute_count(m);
	if (!execute_push(m, to, arg, n, FRAME_PLAIN))
		return execute_dead(m, "too many calls");
	return pass_copies(m) && pass_rest(m, arg, n, to->body.param.n) ? STEP_ON : execute_wrong(m);
}

enum step execute_return(struct execution *m, struct value v)
{
	struct frame *f = execute_frame(m);
	uint8_t purpose = f->purpose;
	struct prove_thread *t = execute_thread(m);
	uint32_t inst;

	if (purpose == FRAME_BOTTOM)
		return execute_finish(m, v);
	if (purpose != FRAME_PRIMITIVE)
		execute_count(m);
	execute_pop(m);
	if (purpose == FRAME_PRIMITIVE)
		return execute_primitive_done(m, v);
	f = execute_frame(m);
	inst = f->fn->op[m->core.op].inst;
	if (purpose == FRAME_INNER) {
		region_save(&m->region, t, sizeof *t);
		t->phase++;
		return STEP_ON;
	}
	if (v.bits)
		execute_set(m, inst, v);
	execute_next(m);
	return STEP_ON;
}

/* ---- the outside ---- */

static struct type_id pointee(const struct program *p, struct sym_id sym)
{
	const struct type *t = program_type(p, type_strip(p, program_sym(p, sym)->type));

	if (t->kind != TYPE_FUNCTION)
		return (struct type_id){ 0 };
	t = program_type(p, type_strip(p, t->base));
	return t->kind == TYPE_POINTER && t->base.i ? type_strip(p, t->base) : (struct type_id){ 0 };
}

/* How many instructions the running thread has executed. */
static uint64_t turn(const struct execution *m)
{
	uint64_t n = m->core.segment;

	for (uint32_t i = 0; i < m->core.nsegments; i++)
		n += m->segment[i].thread == m->core.current ? m->segment[i].steps : 0;
	return n;
}

bool execute_input(struct execution *m, uint32_t inst, struct value v)
{
	struct input *x = &m->input[m->core.ninputs];

	if (m->core.ninputs == MOST_INPUTS) {
		execute_cut(m, CUT_INPUTS, NULL);
		return false;
	}
	region_save(&m->region, x, sizeof *x);
	*x = (struct input){ m->core.current, execute_fn(execute_frame(m)), inst, turn(m), v, false };
	m->core.ninputs++;
	return true;
}

/* Of scanf and the like: how many conversions it says it has done, all of them first, none last and then the end of the file. */
static uint32_t how_many(struct execution *m, uint32_t inst, const struct outputs *out, struct value *result)
{
	const struct frame *f = execute_frame(m);
	uint32_t ways = out->n + !out->never_none + !out->never_ends;
	uint32_t fewer = f->fn->used[body_value(&f->fn->body, inst)] ? execute_choose(m, ways) : 0;
	uint32_t n = fewer < out->n ? out->n - fewer : 0;

	*result = value_of_number(result->bits, fewer == out->n + !out->never_none ? UINT64_MAX : n);
	return n;
}

static const char *callee_name(struct execution *m, struct sym_id sym)
{
	return program_str(m->seq->p, program_sym(m->seq->p, sym)->name);
}

/* A parameter that is declared as a pointer to what is constant is not written through. */
static bool is_pointer_to_constant(const struct program *p, struct sym_id sym, uint32_t k)
{
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, sym)->type)), *t;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return false;
	t = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	return t->kind == TYPE_POINTER && t->base.i && program_type(p, t->base)->kind == TYPE_CONST;
}

/* Whoever gets an address may write there, now or later, and whoever gets a function may call it: that is not followed, nor what
 * one does of whom no row speaks. */
static void note_outside(struct execution *m, uint32_t inst, struct sym_id sym)
{
	const struct frame *f = execute_frame(m);
	const struct inst *in = &f->fn->body.inst.at[inst];

	if (m->named_by_all && !m->seq->points->row[sym.i])
		execute_cut(m, CUT_OUTSIDE, callee_name(m, sym));
	for (uint32_t i = 1; i < in->nargs; i++) {
		struct value v = execute_get(m, body_arg(&f->fn->body, in, i));
		const struct room *room = value_known(v) ? space_any(&m->space, v.lo) : NULL;
		if (!room || (room->constant && room->kind != ROOM_FUNCTION) || is_pointer_to_constant(m->seq->p, sym, i - 1))
			continue;
		execute_cut(m, CUT_OUTSIDE, callee_name(m, sym));
	}
}

/* What rows say that the result can be. False: STEP_REFINE. */
static bool assume_contract(struct execution *m, uint32_t inst, struct sym_id sym, struct value v)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct event_test test;
	struct value most;

	for (const struct model_row *r = m->seq->points->row[sym.i]; r; r = r->next) {
		if (!event_is(r, EVENT_INPUT) && !event_is(r, EVENT_BOUNDS))
			continue;
		if (r->len.kind == MODEL_LEN_ARG) {
			if (!execute_need(m, body_arg(b, &b->inst.at[inst], r->len.a + 1u), &most))
				return false;
			most = value_of_number(v.bits, most.lo);
			smt_bound(&m->smt, value_equals(&m->smt, value_compare(&m->smt, COMPARE_sle, v, most), 1));
		}
		test = event_test(&r->when);
		if (test.compare && test.mask == -1 && r->when.what == MODEL_NUMBER)
			smt_bound(&m->smt, value_equals(&m->smt,
							value_compare(&m->smt, test.compare, v,
								      value_of_number(v.bits, (uint64_t)test.number)),
							 1));
	}
	return true;
}

/* What a function outside returns: any number; or no object, or one that nobody else has. */
static enum step outside(struct execution *m, uint32_t inst, struct sym_id sym)
{
	const struct frame *f = execute_frame(m);
	const struct inst *in = &f->fn->body.inst.at[inst];
	const struct program *p = f->fn->p;
	uint32_t bits = execute_bits(p, in->type), written;
	struct value v = value_of_number(bits, 0);
	struct outputs out;
	struct type_id to;

	if (in->flags & INST_NORETURN || program_sym(p, sym)->flags & SYM_NORETURN)
		return execute_finish(m, (struct value){ 0 });
	if (!outputs_find(m, inst, sym, &out))
		return STEP_REFINE;
	if (!out.n) /* else rows say what it writes */
		note_outside(m, inst, sym);
	written = out.n;
	if (out.counted && bits)
		written = how_many(m, inst, &out, &v);
	order_outside(m);
	if (bits && !out.counted && f->fn->used[body_value(&f->fn->body, inst)]) {
		if (program_type(p, type_strip(p, in->type))->kind == TYPE_POINTER) {
			execute_cut(m, CUT_FOREIGN, callee_name(m, sym));
			if (execute_choose(m, 2) == 0) {
				to = pointee(p, sym);
				v.lo = space_new(&m->space, ROOM_INPUT,
						 to.i && program_type(p, to)->size ? program_type(p, to)->size / 8 : 64);
				if (!v.lo)
					return execute_wrong(m);
				space_any(&m->space, v.lo)->type = to;
			}
		} else {
			v = value_symbol(&m->smt, bits);
			if (!assume_contract(m, inst, sym, v))
				return STEP_REFINE;
			if (out.never_none)
				smt_bound(&m->smt, value_equals(&m->smt,
								value_compare(&m->smt, COMPARE_ne, v, value_of_number(bits, 0)), 1));
		}
	}
	if (bits) {
		if (!execute_input(m, inst, v))
			return execute_dead(m, "too many inputs");
		execute_set(m, inst, v);
	}
	if (!outputs_make(m, inst, &out, written)) {
		execute_cut(m, CUT_INPUTS, NULL);
		return execute_dead(m, "too many inputs, or too little memory");
	}
	execute_count(m);
	execute_next(m);
	return STEP_ON;
}

static enum step assume(struct execution *m, uint32_t inst, bool primitive)
{
	const struct frame *f = execute_frame(m);
	struct value c;

	if (!execute_need(m, body_arg(&f->fn->body, &f->fn->body.inst.at[inst], 1), &c))
		return STEP_REFINE;
	if (!value_get(c)) /* of the program's own: there is no such execution */
		return primitive ? STEP_BLOCKED : execute_dead(m, "an assumption that does not hold");
	if (!primitive)
		execute_count(m);
	execute_next(m);
	return STEP_ON;
}

static enum step library(struct execution *m, uint32_t inst, struct sym_id sym)
{
	struct value v = { 0 };
	enum step step = library_run(m, m->seq->library[sym.i], inst, &v);

	if (step != STEP_ON)
		return step;
	if (v.bits)
		execute_set(m, inst, v);
	execute_count(m);
	execute_next(m);
	return STEP_ON;
}

/* setjmp returns 0. What could make it return again, longjmp, ends the path (library.c). */
static enum step first_return(struct execution *m, uint32_t inst)
{
	const struct frame *f = execute_frame(m);

	execute_set(m, inst, value_of_number(execute_bits(f->fn->p, f->fn->body.inst.at[inst].type), 0));
	execute_count(m);
	execute_next(m);
	return STEP_ON;
}

/* atexit and the like: what they are given runs later, but not here. */
static void note_callback(struct execution *m, struct sym_id sym)
{
	bool defined = program_sym(m->seq->p, sym)->flags & SYM_DEFINED;

	for (const struct model_row *r = m->seq->points->row[sym.i]; r; r = model_skip(r->next, defined))
		if (event_is(r, EVENT_HANDLER) && r->kind != MODEL_KIND_SIGNAL)
			execute_cut(m, CUT_CALLBACKS, callee_name(m, sym));
}

enum step execute_call(struct execution *m, uint32_t inst)
{
	const struct frame *f = execute_frame(m);
	const struct inst *in = &f->fn->body.inst.at[inst];
	enum step step = STEP_DEAD;
	struct sym_id sym;

	if (f->fn->primitive)
		return assume(m, inst, true);
	sym = execute_callee(m, inst, &step);
	if (!sym.i)
		return step;
	note_callback(m, sym);
	if (in->flags & INST_TWICE || program_sym(f->fn->p, sym)->flags & SYM_TWICE)
		return first_return(m, inst);
	switch (seq_meaning(m->seq, sym)) {
	case SEQ_BODY: return enter(m, program_sym(f->fn->p, sym)->fn, inst);
	case SEQ_ROWS: return execute_rows(m, inst, sym);
	case SEQ_ATOMIC: return atomic_run(m, inst, sym);
	case SEQ_LIBRARY: return library(m, inst, sym);
	case SEQ_FAIL: return execute_fail(m, inst);
	case SEQ_ASSUME: return assume(m, inst, false);
	case SEQ_ENDS: return execute_finish(m, (struct value){ 0 });
	default:
		return library_by_rows(m, inst, sym, &step) || library_formats(m, inst, sym, &step) ? step
												    : outside(m, inst, sym);
	}
}
