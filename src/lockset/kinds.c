/* Which locks one thread may take again: those initialised so, with attributes that may say so, or with other bytes than a plain one. */
#include "lockset/engine.h"

enum { KIND_OFFSET = 16, KIND_BYTES = 4, MUTEX_BYTES = 40 }; /* of pthread_mutex_t in glibc: where __kind stands */

struct reading {
	struct engine *e;
	struct body b;
	struct name_values v;
	struct builder t; /* for subject_constant */
};

static bool may_be_odd(const struct reading *r, const struct inst *call, const struct model_row *row)
{
	const struct model_condition *c = &row->recursive_if;
	int64_t x;

	if (row->flags & MODEL_RECURSIVE)
		return true;
	if (c->test != MODEL_ALWAYS) {
		if (!subject_constant(&r->t, body_arg(&r->b, call, c->arg + 1u), &x))
			return true;
		return c->test == MODEL_ANY_BIT ? (x & c->value) != 0 : x == c->value;
	}
	return row->attr.base == MODEL_ARGUMENT && !(subject_constant(&r->t, body_arg(&r->b, call, 1u + row->attr.arg), &x) && x == 0);
}

static void note_kind(struct reading *r, struct ref at, bool odd)
{
	struct engine *e = r->e;
	uint32_t name = name_of_ref(&r->v, at), ground = name ? name_ground(&e->out->names, name) : 0;
	struct map *m = odd ? &e->recursive : &e->plain;

	if (ground)
		map_put(&e->scratch, m, ground, 1);
	if (name_class(&e->out->names, name))
		map_put(&e->scratch, m, name_class(&e->out->names, name), 1);
	if (!name && odd)
		map_put(&e->scratch, m, UINT32_MAX, 1);
}

static void read_call(struct reading *r, uint32_t inst)
{
	const struct inst *call = &r->b.inst.at[inst];
	struct sym_id callee = body_callee(r->e->out->points->p, &r->b, call);

	for (const struct model_row *row = callee.i ? r->e->out->points->row[callee.i] : NULL; row; row = row->next)
		if (row->verb == MODEL_INIT && row->on.base == MODEL_ARGUMENT)
			note_kind(r, body_arg(&r->b, call, row->on.arg + 1u), may_be_odd(r, call, row));
}

static bool starts_odd(const struct program *p, const struct sym *s, uint64_t offset)
{
	struct bytes data = program_bytes(p, s->data);

	for (uint64_t i = offset + KIND_OFFSET; i < offset + KIND_OFFSET + KIND_BYTES && i < data.len; i++)
		if (data.at[i])
			return true;
	return false;
}

/* A variable that is a lock, or a copy of one, by what it starts with. */
static void read_copy(struct reading *r, const struct inst *in)
{
	struct ref from = body_arg(&r->b, in, 1);
	const struct sym *s = ref_kind(from) == REF_SYM ? program_sym(r->e->out->points->p, (struct sym_id){ ref_index(from) }) : NULL;

	if (s && s->size == MUTEX_BYTES && s->kind == SYM_VARIABLE && starts_odd(r->e->out->points->p, s, 0))
		note_kind(r, body_arg(&r->b, in, 0), true);
}

bool kinds_is_recursive(const struct engine *e, uint32_t ground)
{
	struct name x = name_get(&e->out->names, ground);
	int64_t offset = 0;

	if (!ground)
		return false;
	if (map_get(&e->recursive, ground) || (map_get(&e->recursive, UINT32_MAX) && !map_get(&e->plain, ground)))
		return true;
	if (x.kind == NAME_FIELD && name_get(&e->out->names, x.a).kind == NAME_SYM) {
		offset = x.k;
		x = name_get(&e->out->names, x.a);
	}
	return x.kind == NAME_SYM && offset >= 0 && program_sym(e->out->points->p, (struct sym_id){ x.a })->size >= (uint64_t)offset + MUTEX_BYTES &&
	       starts_odd(e->out->points->p, program_sym(e->out->points->p, (struct sym_id){ x.a }), (uint64_t)offset);
}

void kinds_find(struct engine *e)
{
	const struct program *p = e->out->points->p;

	for (uint32_t f = 1; f < p->fn.n; f++) {
		struct reading r = { .e = e };
		struct arena scratch;
		if (!e->o.inits[f])
			continue;
		arena_init(&scratch, "kinds");
		body_get(&scratch, p, (struct fn_id){ f }, &r.b);
		r.v = (struct name_values){ .names = &e->out->names, .b = &r.b, .returned = outlines_returned, .with = &e->o,
					    .of = arena_array(&scratch, r.b.param.n + r.b.inst.n + 2u, sizeof *r.v.of) };
		r.t = (struct builder){ .o = &e->o, .p = p, .b = &r.b };
		for (uint32_t i = 0; i < r.b.inst.n; i++) {
			if (r.b.inst.at[i].op == OP_call)
				read_call(&r, i);
			else if (r.b.inst.at[i].op == OP_memcpy)
				read_copy(&r, &r.b.inst.at[i]);
		}
		arena_release(&scratch);
	}
}
