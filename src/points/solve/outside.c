/* What comes from outside a library has a type, and that is all that is known of it: two functions that others call may be handed
 * the same record (RELAY, section 3: that is what relative locksets are for).
 *
 *     void set(struct dev *d) { lock(&d->m); d->n = 1; unlock(&d->m); }      int get(struct dev *d) { return d->n; }
 *     struct dev *dev_new(void)     what a library hands out comes back to it; so does what it stores behind a `struct dev **`
 *
 * So records of one type that come from outside are one object of points: parameters of roots and what they lead to, results of
 * functions outside, results of exported functions; whatever a `void *` is used as; a record and its first member.
 *
 * A record that also lies inside others is no object of its own: to make one of all of them would make one of what is around
 * them. Such a record is left as it is. Programs with a main get what they are handed from themselves.
 *
 * misses  two functions that are handed a record which lies in others; records that are told apart by a common first member only
 *         where one of the two is never handed over */
#include "points/build.h"

#include "code/address.h"

struct outside {
	struct build *b;
	struct cell *cell;  /* by flow_record: the object */
	bool *embedded;     /* by flow_record: lies inside another record, not at its start */
	bool *from_outside; /* by node of the solver; of joined nodes, the one that is left */
	uint32_t nnodes;
	VEC(uint32_t) todo;
};

static struct type_id strip(const struct outside *o, struct type_id t)
{
	return t.i ? type_strip(o->b->p, t) : t;
}

/* Are there members, so that it is more than a name? */
static bool is_record(const struct program *p, struct type_id t)
{
	return t.i && program_type(p, t)->kind == TYPE_STRUCT && program_type(p, t)->nfields;
}

/* The record that a member is, or an array of; none: it is none. */
static struct type_id record_in(const struct outside *o, struct type_id t)
{
	const struct program *p = o->b->p;

	for (t = strip(o, t); t.i && program_type(p, t)->kind == TYPE_ARRAY; t = strip(o, program_type(p, t)->base))
		;
	return is_record(p, t) ? t : (struct type_id){ 0 };
}

static void find_embedded(struct outside *o)
{
	const struct program *p = o->b->p;
	uint32_t n = 0;

	for (uint32_t i = 1; i < p->type.n; i++)
		if (p->type.at[i].kind == TYPE_STRUCT) {
			uint32_t record = flow_record(o->b, (struct type_id){ i });
			n = record > n ? record : n;
		}
	o->cell = arena_array(o->b->scratch, (size_t)n + 1, sizeof *o->cell);
	o->embedded = arena_array(o->b->scratch, (size_t)n + 1, sizeof *o->embedded);
	for (uint32_t i = 1; i < p->type.n; i++) {
		const struct type *t = &p->type.at[i];
		for (uint32_t k = 0; (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && k < t->nfields; k++) {
			const struct field *f = &p->field.at[t->field + k];
			struct type_id inner = record_in(o, f->type);
			if (inner.i && (f->offset || program_type(p, strip(o, f->type))->kind == TYPE_ARRAY))
				o->embedded[flow_record(o->b, inner)] = true;
		}
	}
}

static void push(struct outside *o, struct cell c)
{
	c = solver_find(o->b->s, c);
	if (!c.class || c.class >= o->nnodes || o->from_outside[c.class])
		return;
	o->from_outside[c.class] = true;
	*vec_add(o->b->scratch, &o->todo) = c.class;
}

/* What is from outside, and all that it leads to. */
static void find_outside(struct outside *o)
{
	const struct build *b = o->b;

	o->nnodes = b->s->node.n;
	o->from_outside = arena_array(b->scratch, o->nnodes, sizeof *o->from_outside);
	for (uint32_t i = 1; i < b->r->object.n; i++)
		if (b->r->object.at[i].kind == OBJECT_OUTSIDE)
			push(o, b->r->object.at[i].cell);
	while (o->todo.n) {
		const struct node *n = &b->s->node.at[o->todo.at[--o->todo.n]];
		for (uint32_t k = 0; k < n->n; k++)
			push(o, n->entry[k].to);
	}
}

/* The memory at the cell is a record of this type: the one from outside. Its first member is that one of its own type. */
static void join_record(struct outside *o, struct type_id t, struct cell c)
{
	const struct program *p = o->b->p;

	for (t = strip(o, t); is_record(p, t) && c.class; t = strip(o, p->field.at[program_type(p, t)->field].type)) {
		uint32_t record = flow_record(o->b, t);
		if (o->embedded[record])
			continue;
		if (o->cell[record].class)
			solver_unify(o->b->s, o->cell[record], c);
		else
			o->cell[record] = c;
	}
}

/* A value of this type is handed over: a pointer to a record, or to where one is stored. */
static void join_handed(struct outside *o, struct type_id type, struct cell c)
{
	const struct program *p = o->b->p;
	struct type_id t = strip(o, type);

	if (!t.i || program_type(p, t)->kind != TYPE_POINTER)
		return;
	t = strip(o, program_type(p, t)->base);
	if (!t.i || program_type(p, t)->kind != TYPE_POINTER) {
		join_record(o, t, c);
		return;
	}
	t = strip(o, program_type(p, t)->base);
	c = c.class ? solver_peek(o->b->s, c) : c;
	if (is_record(p, t) && c.class)
		join_record(o, t, c);
}

static void join_signatures(struct outside *o)
{
	struct build *b = o->b;

	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		struct sym_id sym = program_fn(b->p, (struct fn_id){ f })->sym;
		struct type_id id = strip(o, program_sym(b->p, sym)->type);
		const struct type *type = id.i ? program_type(b->p, id) : NULL;
		bool offered = points_is_offered(b->r, sym);
		uint32_t value = b->r->instance.at[f].value;
		if (!type || type->kind != TYPE_FUNCTION || (b->info[f].called && !offered))
			continue;
		for (uint32_t k = 0; k < b->info[f].nparams && k < type->nfields; k++)
			if (k >= 64 || !(b->info[f].given >> k & 1))
				join_handed(o, b->p->field.at[type->field + k].type, b->r->value.at[value + 1 + k]);
		if (offered)
			join_handed(o, type->base, b->r->value.at[value]);
	}
}

/* Not the address of a member, an element or a variable, which is part of something else; what is around a member is not. */
static bool is_whole(const struct body *body, const struct peel *x)
{
	if (ref_kind(x->r) != REF_VALUE)
		return false;
	return !x->in || x->in->op == OP_load || x->in->op == OP_call || (x->in->op == OP_field && body_offset(body, x->in) < 0);
}

/* Pointers to records that the code goes through: by what it takes them for. */
static void join_used(struct outside *o, uint32_t f, const struct body *body)
{
	struct build *b = o->b;

	for (uint32_t i = 0; i < body->inst.n; i++) {
		const struct inst *in = &body->inst.at[i];
		struct peel x;
		struct cell c;
		if (in->op != OP_field)
			continue;
		x = peel(body, body_arg(body, in, 0), PEEL_CASTS);
		if (!is_whole(body, &x))
			continue;
		c = solver_find(b->s, b->r->value.at[b->r->instance.at[f].value + ref_index(x.r)]);
		if (c.class && c.class < o->nnodes && o->from_outside[c.class])
			join_record(o, in->type, c);
	}
}

void outside_join(struct build *b)
{
	struct outside o = { .b = b };
	struct body body = { 0 };
	struct arena bodies;

	if (b->r->main)
		return;
	find_embedded(&o);
	join_signatures(&o);
	find_outside(&o);
	arena_init(&bodies, "points.outside");
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		if (!b->info[f].body)
			body_get(&bodies, b->p, (struct fn_id){ f }, &body);
		join_used(&o, f, b->info[f].body ? b->info[f].body : &body);
	}
	arena_release(&bodies);
	solver_solve(b->s);
}
