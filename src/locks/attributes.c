/* See attributes.h. A local object is looked at in its own function; variables are noted in one pass over the program. */
#include "locks/attributes.h"

enum { DEEPEST = 32 };

static struct ref root_of(const struct body *b, struct ref r)
{
	for (int depth = 0; depth < DEEPEST && ref_kind(r) == REF_VALUE; depth++) {
		const struct inst *in = body_made_by(b, r);
		if (!in || (in->op != OP_cast && in->op != OP_copy && !(in->op == OP_field && !body_offset(b, in))))
			return r;
		r = body_arg(b, in, 0);
	}
	return r;
}

static const struct konst *konst_of(const struct program *p, struct ref r)
{
	return ref_kind(r) == REF_KONST ? program_konst(p, (struct konst_id){ ref_index(r) }) : NULL;
}

/* The variable at this address; none: it is no variable. */
static struct sym_id variable_of(const struct program *p, struct ref r)
{
	const struct konst *k = konst_of(p, r);

	if (ref_kind(r) == REF_SYM)
		return (struct sym_id){ ref_index(r) };
	return k && k->kind == KONST_ADDR ? k->sym : (struct sym_id){ 0 };
}

static bool is_null(const struct program *p, struct ref r)
{
	const struct konst *k = konst_of(p, r);

	return k && (k->kind == KONST_NULL || k->kind == KONST_ZERO || (k->kind == KONST_INT && !k->lo));
}

/* 1 it holds, 0 it does not, -1 not known. */
static int truth_of(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_condition *c)
{
	const struct konst *k;

	if (!c->test)
		return 0;
	k = konst_of(a->p, root_of(b, event_asked(b, call, c)));
	if (!k || (k->kind != KONST_INT && k->kind != KONST_ZERO))
		return -1;
	return model_condition_holds(c, k->kind == KONST_ZERO ? 0 : (int64_t)k->lo);
}

/* What a call says of the attribute object that it is handed as this argument, from 0. */
static uint32_t said_by(const struct attributes *a, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(a->p, b, call);
	uint32_t said = 0;

	for (const struct model_row *r = callee.i ? a->row[callee.i] : NULL; r; r = r->next) {
		if (!event_is(r, EVENT_SETTYPE) || event_argument_number(&r->on) != arg + 1)
			continue;
		if (truth_of(a, b, call, &r->recursive_if) || truth_of(a, b, call, &r->checked_if))
			said |= ATTRIBUTE_ODD;
		if (truth_of(a, b, call, &r->fair_if) > 0)
			said |= ATTRIBUTE_FAIR;
	}
	return said;
}

/* Whoever is handed the object: rows say what it does, or the program; others may do anything. */
static uint32_t done_by(const struct attributes *a, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(a->p, b, call);

	if (callee.i && program_sym(a->p, callee)->fn.i)
		return a->elsewhere;
	return callee.i && a->row[callee.i] ? said_by(a, b, call, arg) : ATTRIBUTE_ODD;
}

static uint32_t of_local(const struct attributes *a, const struct body *b, struct ref object)
{
	uint32_t said = 0;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			if (root_of(b, body_arg(b, in, k)).bits != object.bits || in->op == OP_cast || in->op == OP_copy ||
			    in->op == OP_field || in->op == OP_load || in->op == OP_memset)
				continue;
			said |= in->op == OP_call && k ? done_by(a, b, in, k - 1) : ATTRIBUTE_ODD;
		}
	}
	return said;
}

uint32_t attributes_of(const struct attributes *a, const struct body *b, struct ref address)
{
	struct ref r = root_of(b, address);
	const struct inst *in = body_made_by(b, r);
	struct sym_id s = variable_of(a->p, r);

	if (is_null(a->p, r))
		return 0;
	if (in && in->op == OP_alloca)
		return of_local(a, b, r);
	return s.i ? map_get(&a->of, s.i) | a->elsewhere : ATTRIBUTE_ODD;
}

uint32_t attributes_of_event(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_row *r)
{
	struct ref at = event_argument(b, call, &r->attr);

	return at.bits ? attributes_of(a, b, at) : 0;
}

static bool sets_types(const struct attributes *a, struct fn_id fn, struct arena *scratch, struct body *b)
{
	bool any = false;

	body_get(scratch, a->p, fn, b);
	for (uint32_t i = 0; i < b->inst.n && !any; i++) {
		struct sym_id callee = b->inst.at[i].op == OP_call ? body_callee(a->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
		any = callee.i && events_find(a->row[callee.i], EVENT_SETTYPE);
	}
	return any;
}

static void note_call(struct attributes *a, struct arena *arena, const struct body *b, const struct inst *call)
{
	for (uint32_t k = 1; k < call->nargs; k++) {
		uint32_t said = said_by(a, b, call, k - 1);
		struct ref r = root_of(b, body_arg(b, call, k));
		const struct inst *in = body_made_by(b, r);
		struct sym_id s = variable_of(a->p, r);
		if (said && s.i)
			*map_at(arena, &a->of, s.i) |= said;
		else if (said && !(in && in->op == OP_alloca))
			a->elsewhere |= said;
	}
}

void attributes_find(struct attributes *a, struct arena *arena, const struct program *p, const struct model_row *const *row)
{
	bool any = false;

	*a = (struct attributes){ .p = p, .row = row };
	for (uint32_t i = 1; i < p->sym.n && !any; i++)
		any = p->sym.at[i].kind != SYM_VARIABLE && events_find(row[i], EVENT_SETTYPE);
	for (uint32_t f = 1; any && f < p->fn.n; f++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "attributes");
		if (sets_types(a, (struct fn_id){ f }, &scratch, &b))
			for (uint32_t i = 0; i < b.inst.n; i++)
				if (b.inst.at[i].op == OP_call)
					note_call(a, arena, &b, &b.inst.at[i]);
		arena_release(&scratch);
	}
}
