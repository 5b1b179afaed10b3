/* Handlers of signals. While a handler runs, its signal is blocked in the thread that runs it: it interrupts that thread, and
 * does not interrupt itself, unless it was installed with SA_NODEFER or for several signals (those are classes of their own). But a
 * signal that is sent to the process is taken by any thread that does not block it, so beside a second thread the handler may be
 * anywhere:
 *
 *     signal(SIGTERM, stop);  quit = 0;  create(worker);  while (!quit) ...      the store meets a handler in main only; the loop
 *                                                                                one in main or in worker
 *
 * misses   flags of sigaction that are not written as constants by the function that installs the handler: no SA_NODEFER is
 *          assumed; masks: threads that block the signal count as others do */
#include "threads/branch.h"
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

	return value_number(p, value, &number) && number & NODEFER;
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

/* A store of a constant, or of one or'ed with what was there, to the flags of this struct sigaction. */
static bool stores_flag(const struct program *p, const struct body *b, const struct inst *in, struct ref object)
{
	struct ref at = body_arg(b, in, 0), value = body_arg(b, in, 1);
	const struct inst *field = body_made_by(b, at), *made = body_made_by(b, value);
	uint64_t offset, start;
	struct sym_id sym = variable_of(p, at, &offset);

	if (sym.i ? sym.i != variable_of(p, object, &start).i || offset - start != flags_offset(p, program_sym(p, sym)->type)
		  : !field || field->op != OP_field || !is_same(body_arg(b, field, 0), object) ||
			    (uint64_t)body_offset(b, field) != flags_offset(p, field->type))
		return false;
	if (made && made->op == OP_binary)
		return number_has(p, body_arg(b, made, 0)) || number_has(p, body_arg(b, made, 1));
	return number_has(p, value);
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
	for (int depth = 0; depth < 8 && program_type(p, type_strip(p, type))->kind == TYPE_ARRAY; depth++)
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
		if ((in->op == OP_store && stores_flag(r->p, b, in, object)) ||
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

	return row && value_number(r->p, event_value(&code->body, &code->body.inst.at[e->inst], &row->on), &number) ? number : 0;
}

/* The one that it is installed for; 0: several, or not known. */
static int64_t number_of(const struct running *r, const struct class *c)
{
	int64_t number = c->edge.n ? signal_number(r, &r->c->edge.at[c->edge.at[0]]) : 0;

	for (uint32_t i = 1; i < c->edge.n; i++)
		if (signal_number(r, &r->c->edge.at[c->edge.at[i]]) != number)
			return 0;
	return number;
}

void signals_find(struct running *r)
{
	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_handles_signal(&r->class.at[k])) {
			r->class.at[k].signal = number_of(r, &r->class.at[k]);
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

bool signal_has_several(const struct running *r, uint32_t class)
{
	uint32_t set = r->class.at[class].par;

	for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1))
		if (takes_signals(&r->class.at[k]))
			return true;
	return false;
}

bool signals_block(const struct running *r, uint32_t class, uint32_t other)
{
	const struct class *x = &r->class.at[class], *y = &r->class.at[other];

	return x->signal && x->signal == y->signal && !x->again && !y->again && !signal_has_several(r, class) &&
	       !signal_has_several(r, other);
}

bool threads_is_taken_by_several(const struct threads *t, uint32_t handler)
{
	return signal_has_several(t->running, handler);
}

bool threads_handles_signal(const struct threads *t, uint32_t thread)
{
	return class_handles_signal(&t->running->class.at[thread]);
}

bool threads_interrupts_here(const struct threads *t, uint32_t handler, struct spot at)
{
	const struct running *r = t->running;

	if (class_handles_signal(&r->class.at[at.thread]))
		return !signal_has_several(r, handler) && !signal_has_several(r, at.thread);
	for (uint32_t k = 1; k < r->class.n; k++)
		if (takes_signals(&r->class.at[k]) && threads_may_run(t, at, k))
			return false;
	return true;
}
