/* Handlers of signals. While a handler runs, its signal is blocked in the thread that runs it: it interrupts that thread, and
 * does not interrupt itself, unless it was installed with SA_NODEFER or for several signals (those are classes of their own).
 * But a signal that is sent to the process is taken by any thread that does not block it, so beside a second thread the handler
 * may be anywhere:
 *
 *     signal(SIGTERM, stop);  quit = 0;  create(worker);  while (!quit) ...      the store meets a handler in main only; the loop
 *                                                                                one in main or in worker
 *
 * Flags are followed to the callers whose parameter they are, and to the variables that they are loaded from. Which places block
 * a signal is in masks.c.
 *
 * misses   flags of sigaction that are computed otherwise, or stored by another function than the one that installs the handler:
 *          no SA_NODEFER is assumed */
#include "threads/values/branch.h"
#include "threads/running.h"

#include <string.h>

/* As Linux numbers it on all machines. */
#define NODEFER 0x40000000

static const char flags_member[] = "sa_flags";

/* The byte of a record that the flags begin at; UINT64_MAX: it has none. */
static uint64_t flags_offset(const struct program *p, struct type_id record)
{
	const struct type *t = program_type(p, type_strip(p, record));

	for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->nfields; i++)
		if (!strcmp(program_str(p, p->field.at[t->field + i].name), flags_member))
			return p->field.at[t->field + i].offset / 8;
	return UINT64_MAX;
}

static bool number_has(const struct program *p, struct ref value)
{
	int64_t number;

	return program_constant(p, value, &number) && number & NODEFER;
}

/* ---- where flags come from ---- */

static bool may_have(const struct running *, const struct body *, struct ref value, uint32_t depth);

typedef bool asked(const struct running *, const struct body *, const struct inst *, uint32_t what, uint32_t depth);

/* Is it so of some instruction of the program? */
static bool some_instruction(const struct running *r, asked *ask, uint32_t what, uint32_t depth)
{
	bool found = false;

	for (uint32_t f = 1; f < r->p->fn.n && !found; f++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "flags");
		body_get(&scratch, r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n && !found; i++)
			found = ask(r, &b, &b.inst.at[i], what, depth);
		arena_release(&scratch);
	}
	return found;
}

/* A call that hands such a number over; `what`: the function, and which parameter. */
static bool hands_over(const struct running *r, const struct body *b, const struct inst *in, uint32_t what, uint32_t depth)
{
	struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
	uint32_t param = what & 0xff;

	return callee.i && program_sym(r->p, callee)->fn.i == what >> 8 && param < in->nargs &&
	       may_have(r, b, body_arg(b, in, param), depth);
}

/* A store of such a number to a variable. */
static bool stores_to(const struct running *r, const struct body *b, const struct inst *in, uint32_t what, uint32_t depth)
{
	return in->op == OP_store && ref_kind(body_arg(b, in, 0)) == REF_SYM && ref_index(body_arg(b, in, 0)) == what &&
	       may_have(r, b, body_arg(b, in, 1), depth);
}

static bool variable_may_have(const struct running *r, struct sym_id sym, uint32_t depth)
{
	struct bytes data = program_bytes(r->p, program_sym(r->p, sym)->data);
	uint32_t flags = 0;

	if (data.len >= sizeof flags)
		memcpy(&flags, data.at, sizeof flags);
	return (flags & NODEFER) || some_instruction(r, stores_to, sym.i, depth);
}

static bool may_have(const struct running *r, const struct body *b, struct ref value, uint32_t depth)
{
	const struct inst *in = body_made_by(b, value);
	bool found = false;

	if (limit_over(LIMIT_threads_flags, depth))
		return false;
	if (!in && ref_kind(value) == REF_VALUE) /* a parameter */
		return ref_index(value) < 0xff && b->fn.i < 1u << 24 &&
		       some_instruction(r, hands_over, b->fn.i << 8 | ref_index(value), depth + 1);
	if (!in)
		return number_has(r->p, value);
	if (in->op == OP_load)
		return ref_kind(body_arg(b, in, 0)) == REF_SYM &&
		       variable_may_have(r, (struct sym_id){ ref_index(body_arg(b, in, 0)) }, depth + 1);
	if (in->op == OP_binary && in->sub == BINARY_and)
		return may_have(r, b, body_arg(b, in, 0), depth + 1) && may_have(r, b, body_arg(b, in, 1), depth + 1);
	if (in->op != OP_binary && in->op != OP_cast && in->op != OP_copy && in->op != OP_phi && in->op != OP_select)
		return false;
	for (uint32_t k = in->op == OP_select; k < in->nargs && !found; k++)
		found = may_have(r, b, body_arg(b, in, k), depth + 1);
	return found;
}

/* The variable that an address is in; 0: it is something else. */
static struct sym_id variable_of(const struct program *p, struct ref address, uint64_t *offset)
{
	const struct konst *k = program_konst_of(p, address);

	*offset = k && k->kind == KONST_ADDR ? k->lo : 0;
	return (struct sym_id){ ref_kind(address) == REF_SYM ? ref_index(address) : k && k->kind == KONST_ADDR ? k->sym.i : 0 };
}

static bool is_same(struct ref a, struct ref b)
{
	return ref_kind(a) == ref_kind(b) && ref_index(a) == ref_index(b);
}

/* A store to the flags of this struct sigaction. */
static bool stores_flag(const struct running *r, const struct body *b, const struct inst *in, struct ref object)
{
	const struct program *p = r->p;
	struct ref at = body_arg(b, in, 0);
	const struct inst *field = body_made_by(b, at);
	uint64_t offset, start;
	struct sym_id sym = variable_of(p, at, &offset);

	if (sym.i ? sym.i != variable_of(p, object, &start).i || offset - start != flags_offset(p, program_sym(p, sym)->type)
		  : !field || field->op != OP_field || !is_same(body_arg(b, field, 0), object) ||
			    (uint64_t)body_offset(b, field) != flags_offset(p, field->type))
		return false;
	return may_have(r, b, body_arg(b, in, 1), 0);
}

/* Does the variable begin with the flag, in a struct sigaction? `type`: what it is copied to; none: what it is itself. */
static bool begins_with_flag(const struct program *p, struct ref address, struct type_id type)
{
	uint64_t offset, at;
	struct sym_id sym = variable_of(p, address, &offset);
	struct bytes data = sym.i ? program_bytes(p, program_sym(p, sym)->data) : (struct bytes){ 0 };
	uint32_t flags;

	if (sym.i && !type.i)
		type = program_sym(p, sym)->type;
	for (uint32_t depth = 0;
	     program_type(p, type_strip(p, type))->kind == TYPE_ARRAY && !limit_full(LIMIT_threads_arrays, depth); depth++)
		type = program_type(p, type_strip(p, type))->base;
	at = flags_offset(p, type);
	if (at == UINT64_MAX || offset > data.len || at + sizeof flags > data.len - offset)
		return false;
	memcpy(&flags, data.at + offset + at, sizeof flags);
	return flags & NODEFER;
}

/* What a copy fills, if that is a variable on the stack. */
static struct type_id filled_type(const struct body *b, const struct inst *copy)
{
	const struct inst *to = body_made_by(b, body_arg(b, copy, 0));

	return to && to->op == OP_alloca ? to->type : (struct type_id){ 0 };
}

static bool installs_again(const struct running *r, const struct edge *e)
{
	const struct model_row *row = r->c->points->site.at[e->site].row;
	const struct body *b = &code_get(r->shapes, context_of(r, e->context)->fn)->body;
	struct ref object;

	object = row && row->fn.deref ? event_argument(b, &b->inst.at[e->inst], &row->fn) : ref_make(REF_NONE, 0);
	if (!object.bits)
		return false;
	if (begins_with_flag(r->p, object, (struct type_id){ 0 }))
		return true;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if ((in->op == OP_store && stores_flag(r, b, in, object)) ||
		    (in->op == OP_memcpy && is_same(body_arg(b, in, 0), object) &&
		     begins_with_flag(r->p, body_arg(b, in, 1), filled_type(b, in))))
			return true;
	}
	return false;
}

static bool signal_comes_again(const struct running *r, const struct class *c)
{
	for (uint32_t i = 0; i < c->edge.n; i++)
		if (installs_again(r, &r->c->edge.at[c->edge.at[i]]))
			return true;
	return false;
}

int64_t signal_number(const struct running *r, const struct edge *e)
{
	const struct model_row *row = r->c->points->site.at[e->site].row;
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	int64_t number;

	return row && program_constant(r->p, event_value(&code->body, &code->body.inst.at[e->inst], &row->on), &number) ? number : 0;
}

/* The signals that a number may name, one bit each: a constant, or a parameter that all callers pass constants for. */
static uint64_t signals_of(const struct running *r, uint32_t context, struct ref value, uint32_t depth)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	struct ref v = value_behind(code, value);
	uint32_t param = ref_kind(v) == REF_VALUE && !body_made_by(&code->body, v) ? ref_index(v) : 0;
	uint64_t found = 0;
	int64_t number;

	if (program_constant(r->p, v, &number))
		return number > 0 && number < 64 ? 1ull << number : UINT64_MAX;
	if (!param || limit_over(LIMIT_threads_flags, depth) || r->first_caller[context] == r->first_caller[context + 1])
		return UINT64_MAX;
	for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++) {
		const struct edge *e = &r->c->edge.at[r->caller[i]];
		const struct body *b = &code_get(r->shapes, context_of(r, e->context)->fn)->body;
		const struct inst *in = &b->inst.at[e->inst];
		found |= e->kind == SITE_CALL && param < in->nargs ? signals_of(r, e->context, body_arg(b, in, param), depth + 1)
								   : UINT64_MAX;
	}
	return found;
}

/* All that it is installed for. */
static uint64_t handled_by(const struct running *r, const struct class *c)
{
	uint64_t found = c->edge.n ? 0 : UINT64_MAX;

	for (uint32_t i = 0; i < c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[i]];
		const struct model_row *row = r->c->points->site.at[e->site].row;
		const struct body *b = &code_get(r->shapes, context_of(r, e->context)->fn)->body;
		found |= row ? signals_of(r, e->context, event_value(b, &b->inst.at[e->inst], &row->on), 0) : UINT64_MAX;
	}
	return found;
}

/* The only one of them; 0: several, or not known. */
static int64_t only_signal(uint64_t signals)
{
	for (int64_t k = 1; k < 64; k++)
		if (signals == 1ull << k)
			return k;
	return 0;
}

void signals_find(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_handles_signal(&r->class.at[k])) {
			r->class.at[k].signals = handled_by(r, &r->class.at[k]);
			r->class.at[k].signal = only_signal(r->class.at[k].signals);
			r->class.at[k].again = signal_comes_again(r, &r->class.at[k]);
		}
}

bool class_handles_signal(const struct class *c)
{
	return c->kind == ROOT_HANDLER && c->model == MODEL_KIND_SIGNAL;
}

/* Is it a thread of its own that can take a signal? What runs inside of others is told by those. */
static bool takes_signals(const struct class *c)
{
	return c->kind != ROOT_INTERRUPT && !class_handles_signal(c) && !c->exits && !c->startup && !c->dispatch;
}

/* Beside whoever has installed it. */
bool signal_has_several(const struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];
	uint32_t takers = 0;

	for (uint32_t k = bits_next(&r->bits, c->creators, 1); k != UINT32_MAX && !takers; k = bits_next(&r->bits, c->creators, k + 1))
		takers = masks_let_in(r, class, k);
	if (!c->creators)
		takers = 1;
	for (uint32_t k = bits_next(&r->bits, c->par, 1); k != UINT32_MAX && takers < 2; k = bits_next(&r->bits, c->par, k + 1))
		if (takes_signals(&r->class.at[k]) && masks_let_in(r, class, k))
			takers += r->t->thread.at[k].multiplicity == THREAD_ONE ? 1 : 2;
	return takers > 1;
}

/* Does the other handler not come while this one runs, in one thread? */
static bool keeps_away(const struct class *x, const struct class *other)
{
	uint64_t away = x->mask | (x->signal && !x->again ? 1ull << x->signal : 0);

	return other->signals && !(other->signals & ~away);
}

bool signals_block(const struct running *r, uint32_t class, uint32_t other)
{
	const struct class *x = &r->class.at[class], *y = &r->class.at[other];

	return keeps_away(x, y) && keeps_away(y, x) && !signal_has_several(r, class) && !signal_has_several(r, other);
}

bool threads_is_taken_by_several(const struct threads *t, uint32_t handler)
{
	return signal_has_several(t->running, handler);
}

bool threads_handles_signal(const struct threads *t, uint32_t thread)
{
	return class_handles_signal(&t->running->class.at[thread]);
}

static bool interrupts_here(const struct threads *t, uint32_t handler, struct spot at, bool whatever_is_blocked)
{
	const struct running *r = t->running;

	if (class_handles_signal(&r->class.at[at.thread]))
		return !signal_has_several(r, handler) && !signal_has_several(r, at.thread);
	for (uint32_t k = 1; k < r->class.n; k++)
		if (takes_signals(&r->class.at[k]) && threads_may_run(t, at, k) &&
		    (whatever_is_blocked || masks_let_in_beside(r, handler, k, at)))
			return false;
	return true;
}

bool threads_interrupts_here(const struct threads *t, uint32_t handler, struct spot at)
{
	return interrupts_here(t, handler, at, false);
}

bool threads_blocks_others(const struct threads *t, uint32_t handler, struct spot at)
{
	return t->running && masks_block_others(t->running, handler, at);
}

bool signal_is_kept_away(const struct running *r, uint32_t handler, struct spot at)
{
	if (class_handles_signal(&r->class.at[at.thread]))
		return false;
	return (masks_block(r, handler, at) && interrupts_here(r->t, handler, at, false)) ||
	       (masks_ignore(r, handler, at) && interrupts_here(r->t, handler, at, true));
}
