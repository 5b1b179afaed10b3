/* Model rows as lock operations, and the classes of locks. The passes over the whole program are in wrappers.c. */
#include "locks/program/ops.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "code/address.h"
#include "ir/text/path.h"

static bool verb_of(enum event_kind kind, uint8_t *out)
{
	switch (kind) {
	case EVENT_ACQUIRE: *out = VERB_ACQUIRE; break;
	case EVENT_RELEASE: *out = VERB_RELEASE; break;
	case EVENT_WAIT: *out = VERB_WAIT; break;
	case EVENT_INIT: *out = VERB_INIT; break;
	case EVENT_DESTROY: *out = VERB_DESTROY; break;
	case EVENT_UPGRADE:
	case EVENT_DOWNGRADE: *out = VERB_CONVERT; break;
	default: return false;
	}
	return true;
}

/* Only whole objects: a row about a member or a part of one is left to phases that know more. */
static bool place_of(const struct model_place *place, struct lock_op *op)
{
	if (event_hidden(place)) {
		op->base = AT_NAME;
		op->at = place->name;
		return true;
	}
	op->base = AT_ARGUMENT;
	op->at = place->arg;
	return event_argument_number(place) && !place->name && !place->key && !place->rest && place->deref <= 1;
}

/* Of what an argument of the call, from 0, points to, by the declaration of the function. */
static uint32_t size_of_argument(const struct program *p, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(p, b, call);
	struct type_id id = callee.i ? type_strip(p, program_sym(p, callee)->type) : (struct type_id){ 0 };
	const struct type *t = id.i ? program_type(p, id) : NULL;

	if (!t || t->kind != TYPE_FUNCTION || arg >= t->nfields)
		return 0;
	t = program_type(p, type_strip(p, p->field.at[t->field + arg].type));
	return t->kind == TYPE_POINTER && t->base.i ? (uint32_t)(program_type(p, type_strip(p, t->base))->size / 8) : 0;
}

/* False: the row may do something to locks that an op cannot say. */
static bool op_of_row(const struct ops *o, const struct body *b, const struct inst *call, const struct model_row *row,
		      struct lock_op *op)
{
	enum event_verdict does = event_asks_result(row) ? EVENT_YES : event_condition(o->p, b, call, &row->when);

	*op = (struct lock_op){ .family = row->family };
	if (!verb_of(event_kind(row), &op->verb))
		return true;
	if (does == EVENT_NO) {
		op->verb = VERB_NONE;
		return true;
	}
	op->conditional = event_asks_result(row);
	if (op->conditional)
		op->when = event_test(&row->when);
	op->shared = row->flags & MODEL_SHARED;
	op->semaphore = row->flags & MODEL_SEMAPHORE;
	op->attempt = row->flags & (op->semaphore ? MODEL_TRY | MODEL_TIMED : MODEL_TRY);
	op->robust = row->flags & MODEL_ROBUST;
	op->recursive = row->flags & MODEL_RECURSIVE;
	if (!place_of(op->verb == VERB_WAIT && row->with.base ? &row->with : &row->on, op))
		return op->verb == VERB_INIT || op->verb == VERB_DESTROY ? (op->verb = VERB_NONE, true) : false;
	op->size = op->base == AT_ARGUMENT ? size_of_argument(o->p, b, call, op->at) : 0;
	return does == EVENT_YES && (op->base != AT_ARGUMENT || op->at + 1 < call->nargs);
}

static void effect_of_rows(const struct ops *o, const struct body *b, const struct inst *call, const struct model_row *row,
                           struct call_effect *e)
{
	for (; row; row = row->next) {
		struct lock_op op;
		e->modelled = true;
		if (model_is_alone(row)) /* an atomic section is no lock that one could forget or take twice */
			continue;
		if (!op_of_row(o, b, call, row, &op) || (op.verb && limit_full(LIMIT_locks_operations, e->n)))
			e->touches = TOUCHES_ALL;
		else if (op.verb)
			e->op[e->n++] = op;
	}
}

/* A wrapper's operation, seen from a call of it. */
static bool through_wrapper(const struct ops *o, const struct body *b, const struct inst *call, const struct lock_op *inner,
			    struct lock_op *op)
{
	int64_t k;

	*op = *inner;
	if (inner->index >= call->nargs)
		return false;
	if (inner->index && program_number(o->p, body_arg(b, call, inner->index), &k)) {
		op->offset = (int64_t)((uint64_t)op->offset + (uint64_t)k * (uint64_t)op->stride);
		op->index = 0;
	}
	return inner->base != AT_ARGUMENT || inner->at + 1 < call->nargs;
}

void ops_of_call(const struct ops *o, const struct body *b, const struct inst *call, struct call_effect *e)
{
	struct sym_id callee = body_callee(o->p, b, call);
	const struct sym *s;

	*e = (struct call_effect){ .ends = lockset_is_last(o->lockset, b, call) };
	if (!callee.i) {
		e->touches = o->indirect[indirect_arity(call)];
		e->body = true;
		return;
	}
	s = program_sym(o->p, callee);
	effect_of_rows(o, b, call, ops_rows(o, s), e);
	e->reader = !e->n && !e->touches && lockset_only_reads(o->lockset, callee);
	if (e->modelled || !s->fn.i)
		return;
	e->body = true;
	e->address = o->fn[s->fn.i].address;
	if (o->fn[s->fn.i].wrapper.verb && through_wrapper(o, b, call, &o->fn[s->fn.i].wrapper, &e->op[0])) {
		e->n = 1;
		e->hands_on = o->fn[s->fn.i].hands_on;
	} else {
		e->touches = o->fn[s->fn.i].touches;
	}
}

struct ref ops_address(const struct body *b, const struct inst *call, const struct lock_op *op)
{
	if (op->base == AT_ARGUMENT)
		return body_arg(b, call, op->at + 1);
	return op->base == AT_SYMBOL ? ref_make(REF_SYM, op->at) : ref_make(REF_NONE, 0);
}

const char *ops_path(struct arena *a, const struct ops *o, const struct body *b, const struct inst *call,
		     const struct lock_op *op)
{
	struct ref at = ops_address(b, call, op);
	const char *thing = op->base == AT_NAME ? model_string(o->models, op->at) : path_of_address(a, o->p, b, at), *path;
	struct type_id record = ref_kind(at) == REF_SYM ? program_sym(o->p, (struct sym_id){ ref_index(at) })->type : op->record;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		die("out of memory");
	if (op->base != AT_NAME && record.i && !op->index &&
	    (op->offset || program_type(o->p, type_strip(o->p, record))->size / 8 != op->size))
		ir_print_path(o->p, record, op->offset, op->size, out);
	fclose(out);
	if (op->index)
		path = arena_format(a, "%s[...]", thing);
	else if (thing[0] == '*' && text[0] == '.')
		path = arena_format(a, "%s->%s", thing + 1, text + 1);
	else
		path = arena_format(a, "%s%s", thing, text);
	free(text);
	return path;
}

uint64_t ops_key(const struct body *b, const struct inst *call, const struct lock_op *op)
{
	uint64_t key = ops_expression(b, ops_address(b, call, op)) + (uint64_t)op->offset;

	if (op->base == AT_NAME)
		return (uint64_t)op->at << 32 | 7;
	if (op->index)
		key = (key ^ ops_expression(b, peel_base(b, body_arg(b, call, op->index), PEEL_WIDENING))) * 0x9e3779b97f4a7c15ull;
	return key;
}

uint32_t ops_name(struct name_values *v, const struct inst *call, const struct lock_op *op)
{
	struct ref at = ops_address(v->b, call, op), number;
	uint32_t name = op->base == AT_NAME ? 0 : name_of_ref(v, at);

	if (name && op->index) {
		number = peel_base(v->b, body_arg(v->b, call, op->index), PEEL_WIDENING);
		name = name_index(v->names, name, ref_kind(number) == REF_VALUE ? name_of_value(v->names, v->b->fn, ref_index(number)) : 0,
				  (uint32_t)op->stride);
	}
	return name && op->record.i ? name_member(v->names, name, op->offset, op->record) : name;
}

static const struct field *member_at(const struct program *p, const struct type *t, uint64_t byte)
{
	const struct field *found = NULL;

	for (uint32_t i = t->field; i < t->field + t->nfields; i++)
		if (p->field.at[i].offset / 8 <= byte && (!found || p->field.at[i].offset >= found->offset))
			found = &p->field.at[i];
	return found;
}

/* The innermost struct around the byte and the byte in it, so that &p->a.lock is the same however it was reached. */
uint64_t ops_class_in(const struct program *p, struct type_id record, int64_t offset)
{
	struct type_id at = record, inner = { 0 };
	uint64_t left = offset < 0 ? 0 : (uint64_t)offset, inner_left = 0;

	for (uint32_t depth = 0; at.i && !limit_full(LIMIT_locks_nested, depth); depth++) {
		const struct type *t = program_type(p, type_strip(p, at));
		const struct field *member;
		if (t->kind == TYPE_ARRAY && t->base.i) {
			uint64_t size = program_type(p, type_strip(p, t->base))->size / 8;
			left = size ? left % size : left;
			at = t->base;
			continue;
		}
		member = t->kind == TYPE_STRUCT ? member_at(p, t, left) : NULL;
		if (!member)
			break;
		inner = type_strip(p, at);
		inner_left = left;
		left -= member->offset / 8;
		at = member->type;
	}
	if (!inner.i)
		return 0;
	return (program_type(p, inner)->key ? program_type(p, inner)->key : inner.i) * 31 + inner_left + 1;
}

uint64_t ops_class_of(const struct program *p, struct sym_id id, int64_t offset)
{
	uint64_t class = ops_class_in(p, program_sym(p, id)->type, offset);

	return class ? class : ((uint64_t)id.i << 32 | 0x5eed);
}

uint64_t ops_class(const struct program *p, const struct body *b, struct ref r)
{
	struct peel x = { .b = b, .r = r };
	struct sym_id sym;
	int64_t offset = 0;

	while (peel_step(&x, PEEL_ADDRESS)) {
		uint64_t class = x.in->op == OP_field && x.in->type.i ? ops_class_in(p, x.in->type, body_offset(b, x.in)) : 0;
		if (class)
			return class;
	}
	sym = ref_symbol(p, x.r, &offset);
	if (sym.i)
		return ops_class_of(p, sym, offset);
	return x.in && x.in->op == OP_alloca ? (uint64_t)b->fn.i << 32 | body_inst_of(b, x.r) << 1 | 1 : 0;
}

/* What is computed in another way is named by its instruction, which is the same again only for the same value. */
uint64_t ops_expression(const struct body *b, struct ref r)
{
	uint64_t key = 0x517cc1b727220a95ull;
	struct peel x = { .b = b, .r = r };

	while (peel_step(&x, PEEL_ADDRESS | PEEL_LOAD))
		if (x.in->op == OP_load || (x.in->op == OP_field && body_offset(b, x.in)))
			key = (key ^ x.in->op ^ (x.in->op == OP_load ? x.in->type.i : (uint64_t)body_offset(b, x.in)) << 8) *
			      0x9e3779b97f4a7c15ull;
		else if (x.in->op == OP_index)
			key = (key ^ (uint64_t)body_offset(b, x.in) << 40 ^ body_arg(b, x.in, 1).bits) * 0x9e3779b97f4a7c15ull;
	return (key ^ x.r.bits) * 0xff51afd7ed558ccdull;
}

uint64_t ops_class_at(const struct ops *o, const struct body *b, const struct inst *call, const struct lock_op *op)
{
	if (op->base == AT_SYMBOL)
		return ops_class_of(o->p, (struct sym_id){ op->at }, op->offset);
	if (op->base == AT_ARGUMENT && op->record.i && ops_class_in(o->p, op->record, op->offset))
		return ops_class_in(o->p, op->record, op->offset); /* a wrapper has said which member it is */
	return ops_class(o->p, b, ops_address(b, call, op));
}

uint64_t ops_bits(const struct ops *o, const struct body *b, const struct inst *call, const struct lock_op *op)
{
	if (op->base == AT_NAME)
		return ops_class_bit(o, (uint64_t)op->at << 32 | 7);
	return ops_class_bit(o, ops_class_at(o, b, call, op));
}

bool ops_are_ours(const struct ops *o, uint64_t bits)
{
	bool one_class = bits && !(bits & (bits - 1));

	return one_class && (o->taken & bits) && !(o->in_hands & bits);
}

/* Bits are given out in the order in which classes are met: keys of types depend on where the units lie, and findings must
 * not. */
uint64_t ops_class_bit(const struct ops *o, uint64_t class)
{
	uint32_t *number;

	if (!class)
		return o->pointed;
	number = map_at(o->arena, o->bit_of, class);
	if (!*number)
		*number = o->bit_of->n;
	return 1ull << (*number - 1) % 64;
}
