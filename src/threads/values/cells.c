/* Who uses an object whose address travels: a variable that is handed to functions and threads, a block that is allocated once, a
 * slot of main's stack. Its class in points has no other object, offsets in it do not fold, and so a load or store through a
 * pointer to the class is one of this object, wherever the pointer came from. Parts that are elements of arrays are not looked
 * at: points does not tell elements apart. */
#include "threads/gates/flag.h"

/* ---- which objects ---- */

static bool names_one(const struct running *r, const struct object *o)
{
	struct term t = { .kind = o->kind == OBJECT_STACK ? TERM_STACK : TERM_HEAP, .a = o->fn.i, .b = o->inst };
	const struct sym *s;

	if (o->kind == OBJECT_VARIABLE) {
		s = program_sym(r->p, o->sym);
		return s->flags & SYM_DEFINED && !(s->flags & (SYM_THREAD_LOCAL | SYM_CONSTANT));
	}
	if ((o->kind != OBJECT_STACK && o->kind != OBJECT_HEAP) || o->inst & POINTS_PARAM)
		return false;
	return r->c->points->first_instance[o->fn.i] + 1 == r->c->points->first_instance[o->fn.i + 1] &&
	       threads_names_one(r->t, &t);
}

static struct cell_object *object_at(struct running *r, uint32_t class)
{
	const struct points *pt = r->c->points;
	struct cell_object *o;
	uint32_t n;
	const uint32_t *object = points_objects(pt, class, &n);

	if (r->cell_object[class] || n != 1 || points_fold(pt, class) || pt->object.at[object[0]].cell.offset ||
	    !names_one(r, &pt->object.at[object[0]]))
		return r->cell_object[class];
	o = arena_new(r->arena, struct cell_object);
	o->object = object[0];
	r->cell_object[class] = o;
	return o;
}

/* Is what lies there an element of an array, by the type? */
static bool in_array(const struct program *p, struct type_id type, uint64_t bit)
{
	for (;;) {
		const struct type *t = program_type(p, type_strip(p, type));
		uint32_t k = 0;
		if (t->kind == TYPE_ARRAY)
			return true;
		if (t->kind != TYPE_STRUCT)
			return t->kind == TYPE_UNION;
		while (k < t->nfields && p->field.at[t->field + k].offset <= bit)
			k++;
		if (!k)
			return true;
		type = p->field.at[t->field + k - 1].type;
		bit -= p->field.at[t->field + k - 1].offset;
	}
}

bool cells_one_place(const struct running *r, const struct cell_object *o, int64_t offset)
{
	const struct object *object = &r->c->points->object.at[o->object];

	for (uint32_t i = 0; i < o->indexed.n; i++)
		if (offset >= o->indexed.at[i].offset && offset < o->indexed.at[i].offset + o->indexed.at[i].stride)
			return false;
	if (object->kind == OBJECT_VARIABLE)
		return !in_array(r->p, program_sym(r->p, object->sym)->type, (uint64_t)offset * 8);
	if (object->kind == OBJECT_STACK)
		return !in_array(r->p, code_get(r->shapes, object->fn)->body.inst.at[object->inst].type, (uint64_t)offset * 8);
	return true;
}

/* ---- its uses ---- */

enum { MOST_CELLS = 16 }; /* the most that limits.def allows */

struct cells_look {
	struct running *r;
	struct fn_id fn;
	const struct body *body;
};

/* The object behind an address, and where in it; *sure: no other memory is meant. */
static struct cell_object *object_behind(const struct cells_look *l, struct ref address, int64_t *offset, bool *sure)
{
	struct cell cell[MOST_CELLS];
	uint32_t n = points_cells(l->r->c->points, l->fn, address, cell, limit(LIMIT_threads_cells)), objects, known = 0;
	bool many = limit_over(LIMIT_threads_cells, n);
	struct cell_object *found = NULL;

	for (uint32_t i = 0; i < n && i < limit(LIMIT_threads_cells); i++) {
		struct cell_object *o = object_at(l->r, cell[i].class);
		(void)points_objects(l->r->c->points, cell[i].class, &objects);
		known += objects != 0;
		if (o && (many || (found && found != o))) /* one of several */
			o->uses.escapes = true;
		if (o && found && found != o)
			found->uses.escapes = true;
		if (o && !found) {
			found = o;
			*offset = cell[i].offset;
		} else if (o && cell[i].offset != *offset) {
			o->uses.escapes = true;
		}
	}
	*sure = known == 1 && !many;
	return found;
}

static void use(struct cells_look *l, uint32_t inst)
{
	const struct inst *in = &l->body->inst.at[inst];
	int64_t offset;
	bool sure;
	struct cell_object *o = object_behind(l, body_arg(l->body, in, 0), &offset, &sure);

	if (!o)
		return;
	if (in->op != OP_load)
		*vec_add(l->r->arena, &o->uses.store) = (struct variable_use){ l->fn, inst, offset };
	if (in->op == OP_load && sure)
		*vec_add(l->r->arena, &o->uses.load) = (struct variable_use){ l->fn, inst, offset };
	else if (in->op == OP_rmw && sure)
		*vec_add(l->r->arena, &o->uses.update) = (struct variable_use){ l->fn, inst, offset };
}

/* Written at some length: all of it may be. */
static void spoil(struct cells_look *l, struct ref address)
{
	int64_t offset;
	bool sure;
	struct cell_object *o = object_behind(l, address, &offset, &sure);

	if (o)
		o->uses.escapes = true;
}

/* Zeros, a constant, or what a slot was filled with, over so many bytes: a store to each part. */
static void use_bulk(struct cells_look *l, uint32_t inst)
{
	const struct inst *in = &l->body->inst.at[inst];
	struct ref from = body_arg(l->body, in, 1);
	bool known, sure;
	int64_t offset, bytes, zero, behind;
	struct cell_object *o = object_behind(l, body_arg(l->body, in, 0), &offset, &sure);

	if (!o)
		return;
	if (in->op == OP_memset)
		known = program_constant(l->r->p, from, &zero) && !zero;
	else
		known = memory_constant(l->r->p, from, &behind) || filled_from_slot(code_get(l->r->shapes, l->fn), inst);
	known = known && sure && program_constant(l->r->p, body_arg(l->body, in, 2), &bytes);
	if (known)
		*vec_add(l->r->arena, &o->uses.store) = (struct variable_use){ l->fn, inst, offset };
	else
		o->uses.escapes = true;
}

/* What the models say that the call stores to. */
static void use_call(struct cells_look *l, uint32_t inst)
{
	const struct points *pt = l->r->c->points;
	struct ref callee = body_arg(l->body, &l->body->inst.at[inst], 0);
	const struct model_row *row = ref_kind(callee) == REF_SYM ? points_rows(pt, (struct sym_id){ ref_index(callee) }) : NULL;

	for (; row; row = row->next) {
		struct place place;
		const struct model_place *written[MODEL_WRITTEN];
		uint32_t n = model_written(row, written);
		for (uint32_t i = 0; i < n; i++) {
			place = event_place(l->r->p, pt->models, l->body, inst, written[i]);
			if (place.known && place.base.bits && !place.result)
				spoil(l, place.base);
		}
		if (!event_has(row, TRAIT_STORES) && !event_is(row, EVENT_PUBLISH))
			continue;
		place = event_place(l->r->p, pt->models, l->body, inst, &row->on);
		if (place.known && place.base.bits && !place.result)
			spoil(l, place.base);
		for (uint32_t k = row->on.arg + 2u; place.rest && k < l->body->inst.at[inst].nargs; k++)
			spoil(l, body_arg(l->body, &l->body->inst.at[inst], k));
	}
}

/* Elements that share a cell. */
static void use_index(struct cells_look *l, const struct inst *in)
{
	uint64_t stride = l->body->word.at[in->word] | (uint64_t)l->body->word.at[in->word + 1] << 32;
	int64_t offset;
	bool sure;
	struct cell_object *o = object_behind(l, body_arg(l->body, in, 0), &offset, &sure);

	if (o)
		*vec_add(l->r->arena, &o->indexed) = (struct threads_indexed){ offset, stride > INT32_MAX ? INT32_MAX : (int64_t)stride };
}

static void look_at(struct cells_look *l, uint32_t inst)
{
	switch (l->body->inst.at[inst].op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		use(l, inst);
		break;
	case OP_index:
		use_index(l, &l->body->inst.at[inst]);
		break;
	case OP_memcpy:
	case OP_memset:
		use_bulk(l, inst);
		break;
	case OP_asm:
	case OP_asm_goto:
		for (uint32_t i = 0; i < l->body->inst.at[inst].nargs; i++)
			spoil(l, body_arg(l->body, &l->body->inst.at[inst], i));
		break;
	case OP_call:
		use_call(l, inst);
		break;
	default:
		break;
	}
}

void cells_scan(struct running *r)
{
	struct arena scratch;

	arena_init(&scratch, "threads scratch");
	r->cell_object = arena_array(r->arena, r->c->points->nclasses + 1, sizeof *r->cell_object);
	for (uint32_t f = 1; r->c->points->nclasses && f < r->p->fn.n; f++) {
		struct body body = { 0 };
		struct cells_look l = { r, { f }, &body };
		body_get(&scratch, r->p, l.fn, &body);
		for (uint32_t i = 0; i < body.inst.n; i++)
			look_at(&l, i);
		arena_release(&scratch);
	}
}
