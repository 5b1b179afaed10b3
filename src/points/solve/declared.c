/* What values point to, as C declares it.
 *
 * An instruction `field` names the record it counts in. Where a unit only declares a variable (`extern struct tab *tab;`), the
 * compiler describes no type of it, and the record is the machine's: a list of sizes without a name. Stores by that would be to
 * another member than loads in the unit that defines the variable. But the linked program knows the variable's type, and what is
 * read from there has a type in turn:
 *
 *     %1 = load ptr @tab          struct tab
 *     %2 = index %1 [%i] * 64     struct tab
 *     %3 = field %2 + 32 : struct { i64, ..., ptr }      of 64 bytes: struct tab, byte 32
 *
 * One walk over a body, in order; what comes from phis, selects and calls is not known. */
#include "points/build.h"

static struct type_id pointed(const struct program *p, struct type_id pointer)
{
	const struct type *t = program_type(p, type_strip(p, pointer));

	return t->kind == TYPE_POINTER ? type_strip(p, t->base) : (struct type_id){ 0 };
}

static struct type_id of_variable(const struct program *p, struct sym_id sym, int64_t offset)
{
	const struct sym *s = program_sym(p, sym_behind_alias(p, sym));

	if (s->kind != SYM_VARIABLE)
		return (struct type_id){ 0 };
	return offset ? layout_of(p, s->type, offset).leaf : type_strip(p, s->type);
}

struct type_id declared_pointee(const struct replay *r, struct ref ref)
{
	const struct program *p = r->b->p;
	const struct konst *k;

	switch (ref_kind(ref)) {
	case REF_VALUE:
		if (ref_index(ref) && ref_index(ref) <= r->body->param.n)
			return pointed(p, r->body->param.at[ref_index(ref) - 1].type);
		return r->pointee[ref_index(ref)];
	case REF_SYM:
		return of_variable(p, (struct sym_id){ ref_index(ref) }, 0);
	case REF_KONST:
		k = program_konst(p, (struct konst_id){ ref_index(ref) });
		return k->kind == KONST_ADDR ? of_variable(p, k->sym, (int64_t)k->lo) : (struct type_id){ 0 };
	default:
		return (struct type_id){ 0 };
	}
}

/* The record, or that of an array's elements; none: something else. */
static struct type_id record_in(const struct program *p, struct type_id id)
{
	for (uint32_t depth = 0;
	     program_type(p, type_strip(p, id))->kind == TYPE_ARRAY && !limit_full(LIMIT_points_arrays, depth); depth++)
		id = program_type(p, type_strip(p, id))->base;
	id = type_strip(p, id);
	return program_type(p, id)->kind == TYPE_STRUCT || program_type(p, id)->kind == TYPE_UNION ? id : (struct type_id){ 0 };
}

static bool is_machine(const struct type *t)
{
	return t->kind == TYPE_STRUCT && !t->name.i && !t->file.i;
}

struct type_id declared_record(const struct replay *r, const struct inst *field)
{
	const struct type *t = program_type(r->b->p, type_strip(r->b->p, field->type));
	struct type_id record;

	if (!is_machine(t))
		return field->type;
	record = record_in(r->b->p, declared_pointee(r, body_arg(r->body, field, 0)));
	return record.i && program_type(r->b->p, record)->size == t->size ? record : field->type;
}

struct type_id declared_result(const struct replay *r, uint32_t i, const struct layout *member)
{
	const struct inst *in = &r->body->inst.at[i];

	switch (in->op) {
	case OP_alloca:
		return type_strip(r->b->p, in->type);
	case OP_field:
		return member ? member->leaf : (struct type_id){ 0 };
	case OP_load:
		return pointed(r->b->p, declared_pointee(r, body_arg(r->body, in, 0)));
	case OP_index:
	case OP_copy:
		return declared_pointee(r, body_arg(r->body, in, 0));
	case OP_cast:
		return in->sub == CAST_bitcast ? declared_pointee(r, body_arg(r->body, in, 0)) : (struct type_id){ 0 };
	default:
		return (struct type_id){ 0 };
	}
}

/* A pointer that is read as one to a record is no function, wherever it lies (flow.c). */
void declared_shut(struct replay *r, uint32_t load)
{
	const struct type *t = program_type(r->b->p, r->pointee[body_value(r->body, load)]);

	if ((t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->nfields)
		*vec_add(r->b->scratch, &r->b->record_pointer) = r->value + body_value(r->body, load);
}

/* ---- records that are written as a whole ---- */

void declared_copied(struct replay *r, struct ref to)
{
	struct type_id record = declared_pointee(r, to);

	if (record.i && (program_type(r->b->p, record)->kind == TYPE_STRUCT || program_type(r->b->p, record)->kind == TYPE_UNION))
		map_put(r->b->scratch, &r->b->copied, flow_record(r->b, record), 1);
}

/* And so are the records inside of it. */
void declared_parted(struct replay *r, const struct inst *in, struct ref to)
{
	const struct program *p = r->b->p;
	struct type_id todo[64] = { declared_pointee(r, to) }; /* 64: the most that limits.def allows */
	uint64_t size = program_type(p, type_strip(p, in->type))->size;
	uint32_t n = 1;

	if (!todo[0].i && size > r->b->parted_size)
		r->b->parted_size = size;
	while (n) {
		struct type_id id = type_strip(p, todo[--n]);
		const struct type *t = program_type(p, id);
		if (t->kind == TYPE_ARRAY)
			todo[n++] = t->base;
		if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
			continue;
		map_put(r->b->scratch, &r->b->parted, flow_record(r->b, id), 1);
		for (uint32_t k = 0; k < t->nfields && !limit_full(LIMIT_points_parts, n + 1); k++)
			todo[n++] = p->field.at[t->field + k].type;
	}
}
