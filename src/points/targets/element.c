/* Elements of arrays of pointers that are named by constants: a registry that is filled by constants and asked by constants.
 *
 *     static struct ops *known[8];
 *     static inline void put(int id, struct ops *o) { known[id] = o; }        put(RAW, &raw_ops)     (known, 0) <- raw_ops
 *     static inline struct ops *get(int id) { return known[id]; }             get(RAW)               what is in (known, 0)
 *
 * Such an element is a node of the flow of its own, beside the one of the whole array, which gets all that is stored and is what
 * any other load reads. An element misses something only if there are stores that are not seen as such: then the variable is
 * *scattered*, and the whole array flows to its elements. It is if its address, or that of an element, is used otherwise than for
 * a load or a store; if an element is stored that is named neither by a constant nor by a parameter; if a function that stores by
 * a parameter is called with something else than a constant, or through a pointer; and in a library, whose variables others may
 * know. */
#include "code/address.h"
#include "points/build.h"

#include "base/recogniser.h"

struct setter {
	struct sym_id variable;
	uint32_t index, value; /* parameters, from 0; value UINT32_MAX: something else */
	uint32_t next;         /* of this function, + 1 */
};

struct points_getter {
	struct sym_id variable;
	uint32_t index;
};

struct points_element {
	uint32_t node, next; /* of this variable, + 1 */
};

struct elements {
	VEC(struct setter) setter;
	VEC(struct points_getter) getter;
	VEC(struct points_element) element;
	struct map setter_of, getter_of; /* function -> its first, + 1 */
	struct map node, first;          /* (variable, offset) -> flow node; variable -> its first element + 1 */
	struct map scattered;            /* variable */
};

static struct elements *elements_of(struct build *b)
{
	if (!b->elements)
		b->elements = arena_new(b->scratch, struct elements);
	return b->elements;
}

static uint32_t whole_array(struct build *b, struct sym_id variable)
{
	return flow_location(b, program_sym(b->p, variable)->type, variable, 0);
}

static void scatter(struct build *b, struct sym_id variable)
{
	struct elements *e = elements_of(b);

	if (map_get(&e->scattered, variable.i))
		return;
	map_put(b->scratch, &e->scattered, variable.i, 1);
	for (uint32_t i = map_get(&e->first, variable.i); i; i = e->element.at[i - 1].next)
		flow_edge(b, whole_array(b, variable), e->element.at[i - 1].node);
}

static uint32_t element_node(struct build *b, struct sym_id variable, int64_t offset)
{
	struct elements *e = elements_of(b);
	uint32_t node = map_get(&e->node, map_pair(variable.i, (uint32_t)offset));

	if (node)
		return node;
	node = flow_node(b);
	map_put(b->scratch, &e->node, map_pair(variable.i, (uint32_t)offset), node);
	*vec_add(b->scratch, &e->element) = (struct points_element){ node, map_get(&e->first, variable.i) };
	map_put(b->scratch, &e->first, variable.i, e->element.n);
	if (map_get(&e->scattered, variable.i))
		flow_edge(b, whole_array(b, variable), node);
	return node;
}

/* ---- what an address is ---- */

/* A variable that is an array of pointers; none: another one, or no variable. */
static struct sym_id array_of(const struct program *p, struct ref ref, int64_t *offset)
{
	const struct konst *k = program_konst_of(p, ref);
	struct sym_id sym = { ref_kind(ref) == REF_SYM ? ref_index(ref) : k && k->kind == KONST_ADDR ? k->sym.i : 0 };
	const struct type *t;

	*offset = k ? (int64_t)k->lo : 0;
	if (!sym.i)
		return sym;
	sym = sym_behind_alias(p, sym);
	t = program_type(p, type_strip(p, program_sym(p, sym)->type));
	if (program_sym(p, sym)->kind != SYM_VARIABLE || t->kind != TYPE_ARRAY || *offset < 0 || *offset > INT32_MAX)
		return (struct sym_id){ 0 };
	return program_type(p, type_strip(p, t->base))->kind == TYPE_POINTER ? sym : (struct sym_id){ 0 };
}

struct place_in {
	struct sym_id variable;
	bool constant;
	int64_t offset; /* constant */
	uint32_t param; /* not constant: from 0; UINT32_MAX: any other value */
};

static bool number_of(const struct program *p, struct ref ref, int64_t *number)
{
	return program_number(p, ref, number) && *number >= 0 && *number < INT32_MAX / 8;
}

/* Which element an address is; no variable: it is none. */
static struct place_in element_at(const struct program *p, const struct body *body, struct ref ref)
{
	uint32_t i = body_inst_of(body, ref);
	struct place_in at = { .constant = true, .param = UINT32_MAX };
	const struct inst *in;
	struct ref index;
	int64_t number;

	at.variable = array_of(p, ref, &at.offset);
	if (at.variable.i || i == UINT32_MAX || body->inst.at[i].op != OP_index)
		return at;
	in = &body->inst.at[i];
	at.variable = array_of(p, body_arg(body, in, 0), &at.offset);
	index = peel_base(body, body_arg(body, in, 1), PEEL_WIDEN);
	at.constant = body_offset(body, in) == 8 && number_of(p, index, &number);
	if (at.constant)
		at.offset += number * 8;
	else if (body_offset(body, in) == 8 && !at.offset && ref_kind(index) == REF_VALUE && ref_index(index) &&
		 ref_index(index) <= body->param.n)
		at.param = ref_index(index) - 1;
	return at;
}

/* ---- the walk ---- */

/* A use of an element's address that only reads or writes the element. */
static bool is_plain_use(const struct inst *in, uint32_t k)
{
	return (k == 0 && (in->op == OP_load || in->op == OP_store || in->op == OP_index)) || in->op == OP_compare;
}

static void survey_uses(struct build *b, const struct body *body, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++) {
		struct place_in at = element_at(b->p, body, body_arg(body, in, k));
		bool element = ref_kind(body_arg(body, in, k)) == REF_VALUE;
		if (at.variable.i && (!is_plain_use(in, k) || (element && in->op == OP_index)))
			scatter(b, at.variable);
	}
}

static void survey_store(struct build *b, const struct body *body, const struct inst *in)
{
	struct place_in at = element_at(b->p, body, body_arg(body, in, 0));
	struct ref value = body_arg(body, in, 1);
	struct elements *e;

	if (!at.variable.i || at.constant)
		return;
	if (at.param == UINT32_MAX) {
		scatter(b, at.variable);
		return;
	}
	e = elements_of(b);
	*vec_add(b->scratch, &e->setter) =
		(struct setter){ at.variable, at.param,
				 ref_kind(value) == REF_VALUE && ref_index(value) && ref_index(value) <= body->param.n
					 ? ref_index(value) - 1
					 : UINT32_MAX,
				 map_get(&e->setter_of, body->fn.i) };
	map_put(b->scratch, &e->setter_of, body->fn.i, e->setter.n);
}

/* Null, or an element by a parameter, the same as before. Phis lead to values that are looked at by themselves. */
static bool is_got(const struct build *b, const struct body *body, struct ref ref, struct points_getter *g)
{
	const struct konst *k = program_konst_of(b->p, ref);
	uint32_t i = body_inst_of(body, ref);
	struct place_in at;

	if (k)
		return k->kind == KONST_NULL;
	if (i == UINT32_MAX)
		return false;
	if (body->inst.at[i].op != OP_load)
		return body->inst.at[i].op == OP_phi;
	at = element_at(b->p, body, body_arg(body, &body->inst.at[i], 0));
	if (!at.variable.i || at.constant || at.param == UINT32_MAX ||
	    (g->variable.i && (g->variable.i != at.variable.i || g->index != at.param)))
		return false;
	*g = (struct points_getter){ at.variable, at.param };
	return true;
}

/* Nothing but reading: what it returns is all that it does. */
static bool is_reading(const struct inst *in)
{
	switch (in->op) {
	case OP_load:
	case OP_field:
	case OP_index:
	case OP_cast:
	case OP_copy:
	case OP_binary:
	case OP_compare:
	case OP_phi:
	case OP_br:
	case OP_branch:
	case OP_ret:
		return true;
	default:
		return false;
	}
}

static void survey_getter(struct build *b, const struct body *body)
{
	struct points_getter g = { 0 };

	for (uint32_t i = 0; i < body->inst.n; i++) {
		const struct inst *in = &body->inst.at[i];
		if (!is_reading(in) || in->flags & INST_VOLATILE)
			return;
		for (uint32_t k = 0; (in->op == OP_ret || in->op == OP_phi) && k < in->nargs; k++)
			if (!is_got(b, body, body_arg(body, in, k), &g))
				return;
	}
	if (!g.variable.i)
		return;
	*vec_add(b->scratch, &elements_of(b)->getter) = g;
	map_put(b->scratch, &b->elements->getter_of, body->fn.i, b->elements->getter.n);
}

void elements_survey(struct build *b, const struct body *body)
{
	if (!b->r->main)
		return;
	for (uint32_t i = 0; i < body->inst.n; i++) {
		survey_uses(b, body, &body->inst.at[i]);
		if (body->inst.at[i].op == OP_store)
			survey_store(b, body, &body->inst.at[i]);
	}
	if (body->inst.n <= SMALL)
		survey_getter(b, body);
}

/* ---- what gets there ---- */

bool element_is_getter(const struct build *b, struct fn_id fn)
{
	return b->elements && map_get(&b->elements->getter_of, fn.i);
}

void element_leak(struct build *b, struct sym_id variable)
{
	int64_t zero;

	if (b->r->main && array_of(b->p, ref_make(REF_SYM, variable.i), &zero).i)
		scatter(b, variable);
}

void element_start(struct build *b, struct sym_id variable, int64_t offset, uint32_t node)
{
	int64_t zero;

	if (b->r->main && array_of(b->p, ref_make(REF_SYM, variable.i), &zero).i)
		flow_edge(b, node, element_node(b, variable, offset));
}

void elements_replay(struct replay *r, uint32_t inst)
{
	const struct inst *in = &r->body->inst.at[inst];
	struct place_in at;

	if (!r->first || !r->b->r->main)
		return;
	at = element_at(r->b->p, r->body, body_arg(r->body, in, 0));
	if (at.variable.i && at.constant)
		flow_edge(r->b, replay_from(r, body_arg(r->body, in, 1)), element_node(r->b, at.variable, at.offset));
}

void element_scatter(struct build *b, struct fn_id fn)
{
	uint32_t i = b->elements ? map_get(&b->elements->setter_of, fn.i) : 0;

	for (; i; i = b->elements->setter.at[i - 1].next)
		scatter(b, b->elements->setter.at[i - 1].variable);
}

uint32_t element_call(struct replay *r, uint32_t inst, struct fn_id fn)
{
	const struct inst *in = &r->body->inst.at[inst];
	struct build *b = r->b;
	uint32_t i = b->elements ? map_get(&b->elements->setter_of, fn.i) : 0;
	uint32_t got = b->elements ? map_get(&b->elements->getter_of, fn.i) : 0;
	const struct points_getter *g;
	int64_t number;

	for (; i; i = b->elements->setter.at[i - 1].next) {
		struct setter s = b->elements->setter.at[i - 1];
		if (s.value == UINT32_MAX || !number_of(b->p, body_arg(r->body, in, s.index + 1), &number))
			scatter(b, s.variable);
		else
			flow_edge(b, replay_from(r, body_arg(r->body, in, s.value + 1)), element_node(b, s.variable, number * 8));
	}
	if (!got)
		return 0;
	g = &b->elements->getter.at[got - 1];
	return RECOGNISED(points_element, number_of(b->p, body_arg(r->body, in, g->index + 1), &number))
		       ? element_node(b, g->variable, number * 8)
		       : 0;
}
