/* The names of values. What memory holds is named by where it is (LOAD), so `c->pool->lock` is one name wherever it is written;
 * that somebody may have stored another pool meanwhile is the doubt that term_loads() counts. */
#include "code/address.h"
#include "lockset/names/name.h"

static uint32_t of_ref(struct name_values *, struct ref, uint32_t depth);

static uint32_t own_value(struct name_values *v, uint32_t value)
{
	return name_of_value(v->names, v->b->fn, value);
}

/* `own` becomes what a member of itself points to. */
static void note_chain(struct name_values *v, uint32_t own, uint32_t name)
{
	const struct terms *t = &v->names->terms;
	struct term x = term_get(t, name);

	if (x.kind == TERM_LOAD && term_thing(t, x.base) == own && name_class(v->names, x.base))
		map_put(v->names->arena, &v->names->chain, own, name_class(v->names, x.base));
	else if (name && name != own)
		map_put(v->names->arena, &v->names->start, own, map_get(&v->names->start, own) && map_get(&v->names->start, own) != name
								      ? UINT32_MAX : name);
}

/* The one name of all incoming values; otherwise the phi is its own. */
static uint32_t of_phi(struct name_values *v, const struct inst *in, uint32_t value, uint32_t depth)
{
	uint32_t own = own_value(v, value), one = 0;

	v->of[value] = own;
	if (limit_over(LIMIT_lockset_incoming, in->nargs))
		return own;
	for (uint32_t k = in->op == OP_select; k < in->nargs; k++) {
		uint32_t name = of_ref(v, body_arg(v->b, in, k), depth);
		note_chain(v, own, name);
		if (name == own || (v->null && program_is_null(v->names->points->p, body_arg(v->b, in, k)))) {
			v->was_null |= name != own;
			continue;
		}
		if (name && !name_class(v->names, own))
			v->names->class.at[own] = name_class(v->names, name);
		if (!name || (one && name != one))
			return own;
		one = name;
	}
	return one ? one : own;
}

static struct type_id behind_pointer(const struct program *, struct type_id);

/* What a call returns, by the type of the callee. */
static uint32_t own_result(struct name_values *v, struct sym_id callee, uint32_t value)
{
	const struct program *p = v->names->points->p;
	uint32_t name = own_value(v, value);
	const struct type *t = callee.i ? program_type(p, type_strip(p, program_sym(p, callee)->type)) : NULL;

	if (t && t->kind == TYPE_FUNCTION)
		name_is_a(v->names, name, behind_pointer(p, t->base));
	return name;
}

static struct name_arg of_arg(struct name_values *v, struct ref r, uint32_t depth)
{
	struct ref number = peel_base(v->b, r, PEEL_WIDENING);
	const struct konst *k = ref_kind(number) == REF_KONST
					? program_konst(v->names->points->p, (struct konst_id){ ref_index(number) })
					: NULL;

	return (struct name_arg){ .name = of_ref(v, r, depth),
				  .number = ref_kind(number) == REF_VALUE ? own_value(v, ref_index(number))
					    : k && k->kind == KONST_INT	  ? term_number(&v->names->terms, (int64_t)k->lo)
									  : 0 };
}

static uint32_t of_call(struct name_values *v, const struct inst *in, uint32_t value, uint32_t depth)
{
	const struct program *p = v->names->points->p;
	struct sym_id callee = body_callee(p, v->b, in);
	const struct model_row *row = callee.i ? points_rows(v->names->points, callee) : NULL;
	uint32_t nargs = in->nargs ? in->nargs - 1 : 0, name;
	struct name_arg arg[8]; /* the most that limits.def allows */
	struct fn_id fn = callee.i ? program_sym(p, callee)->fn : (struct fn_id){ 0 };

	for (const struct model_row *r = row; r; r = r->next)
		if (event_returned(v->b, in, r).bits)
			return of_ref(v, event_returned(v->b, in, r), depth);
	name = fn.i && !row ? v->returned(v->with, fn) : 0;
	if (!name)
		return own_result(v, callee, value);
	nargs = limit_over(LIMIT_lockset_handed, nargs) ? limit(LIMIT_lockset_handed) : nargs;
	for (uint32_t k = 0; k < nargs; k++)
		arg[k] = of_arg(v, body_arg(v->b, in, k + 1), depth);
	name = name_leave(v->names, name,
			  &(struct name_call){ .arg = arg, .nargs = nargs, .caller = v->b->fn, .callee = fn });
	return name ? name : own_result(v, callee, value);
}

static uint32_t stride_of(const struct name_values *v, const struct inst *index)
{
	int64_t bytes = body_offset(v->b, index);

	return bytes > 0 && bytes < UINT32_MAX ? (uint32_t)bytes : 0;
}

static uint32_t of_inst(struct name_values *v, uint32_t i, uint32_t depth)
{
	const struct inst *in = &v->b->inst.at[i];
	uint32_t value = body_value(v->b, i), base;
	struct ref index;

	switch (in->op) {
	case OP_alloca:
		return name_make(v->names, &(struct term){ .kind = TERM_STACK, .a = v->b->fn.i, .b = i });
	case OP_field:
		base = of_ref(v, body_arg(v->b, in, 0), depth);
		return name_member(v->names, base, body_offset(v->b, in), in->type);
	case OP_index:
		base = of_ref(v, body_arg(v->b, in, 0), depth);
		index = body_arg(v->b, in, 1);
		if (ref_kind(index) == REF_KONST) {
			const struct konst *k = program_konst(v->names->points->p, (struct konst_id){ ref_index(index) });
			if (k->kind == KONST_INT && (int64_t)k->lo >= 0 && (int64_t)k->lo < 1 << 20)
				return k->lo ? name_member(v->names, base, (int64_t)k->lo * body_offset(v->b, in),
							   (struct type_id){ 0 })
					     : base;
		}
		index = peel_base(v->b, index, PEEL_WIDENING);
		return name_index(v->names, base, ref_kind(index) == REF_VALUE ? own_value(v, ref_index(index)) : 0,
				  stride_of(v, in));
	case OP_load:
		return name_load(v->names, of_ref(v, body_arg(v->b, in, 0), depth));
	case OP_cast:
	case OP_copy:
		return of_ref(v, body_arg(v->b, in, 0), depth);
	case OP_phi:
	case OP_select:
		return of_phi(v, in, value, depth);
	case OP_call:
		return of_call(v, in, value, depth);
	default:
		return own_value(v, value);
	}
}

static struct type_id behind_pointer(const struct program *p, struct type_id t)
{
	t = t.i ? type_strip(p, t) : t;
	return t.i && program_type(p, t)->kind == TYPE_POINTER ? program_type(p, t)->base : (struct type_id){ 0 };
}

static uint32_t of_param(struct name_values *v, uint32_t value)
{
	uint32_t name = own_value(v, value);

	name_is_a(v->names, name, behind_pointer(v->names->points->p, v->b->param.at[value - 1].type));
	return name;
}

static uint32_t of_konst(struct name_values *v, uint32_t konst)
{
	const struct konst *k = program_konst(v->names->points->p, (struct konst_id){ konst });
	uint32_t base;

	if (k->kind != KONST_ADDR)
		return 0;
	base = name_make(v->names, &(struct term){ .kind = TERM_SYM, .a = k->sym.i });
	return k->lo ? name_member(v->names, base, (int64_t)k->lo, (struct type_id){ 0 }) : base;
}

static uint32_t of_ref(struct name_values *v, struct ref r, uint32_t depth)
{
	uint32_t i;

	switch (ref_kind(r)) {
	case REF_SYM:
		return name_make(v->names, &(struct term){ .kind = TERM_SYM, .a = ref_index(r) });
	case REF_KONST:
		return of_konst(v, ref_index(r));
	case REF_VALUE:
		if (v->of[ref_index(r)])
			return v->of[ref_index(r)];
		i = body_inst(v->b, ref_index(r));
		if (i == UINT32_MAX)
			return v->of[ref_index(r)] = of_param(v, ref_index(r));
		if (limit_full(LIMIT_lockset_values, depth))
			return own_value(v, ref_index(r));
		return v->of[ref_index(r)] = of_inst(v, i, depth + 1);
	default:
		return 0;
	}
}

uint32_t name_of_ref(struct name_values *v, struct ref r)
{
	return of_ref(v, r, 0);
}
