/* Which members a pointer may be the address of, for what is read or copied through it.
 *
 * Functions often stand in an array inside of a record, and are used through a pointer to it:
 *
 *     w->fn = h->mc.weight;  ..  w->fn[2](dst, src)         calls what is stored by the name mc.weight
 *     memcpy(h->cmp, fine ? h->satd : h->sad, 64)           what has the names satd and sad gets a third one: cmp
 *
 * Classes do not tell: the record may be in one with everything that was ever handed on as void *. So the pointer is followed
 * backwards over the graph of flow.c, along copies, arguments, results and members, until all that is left are addresses of
 * members. It is all or nothing: a pointer that may come from elsewhere (plain memory, a variable, a block, arithmetic, functions
 * outside, members that these know or whose address is handed on, structs in registers) is not known, and then anything with a
 * name in its class is read. What is stored plainly is read in any case.
 *
 * Only in a program with a main: else others may call its functions. Assumed: an index into an array stays in it; and what flow.c
 * assumes. */
#include <string.h>

#include "base/recogniser.h"
#include "points/targets/round.h"

/* The function that a value of a first instance is of: their values stand in the order of the functions. */
static uint32_t function_of(const struct build *b, uint32_t node)
{
	uint32_t low = 0, high = b->p->fn.n;

	while (high - low > 1) {
		uint32_t half = low + (high - low) / 2;
		if (b->r->instance.at[half].value <= node)
			low = half;
		else
			high = half;
	}
	return low;
}

/* A member that is one pointer, or the first of an array of pointers: not a record that begins there. */
void address_replay(struct replay *r, struct ref ref, uint32_t location)
{
	uint32_t node = replay_node(r, ref);

	if (r->first && ref_kind(ref) == REF_VALUE && location)
		map_put(r->b->scratch, &r->b->address_of, node, location);
}

void address_index(struct replay *r, uint32_t inst)
{
	struct ref base = body_arg(r->body, &r->body->inst.at[inst], 0);

	if (r->first && ref_kind(base) == REF_VALUE)
		map_put(r->b->scratch, &r->b->address_base, r->value + body_value(r->body, inst), replay_node(r, base));
}

/* Functions stand where it is copied to, as far as C tells. */
void address_copy(struct replay *r, struct address_copy copy, struct ref to)
{
	struct type_id leaf = declared_pointee(r, to);

	if (!copy.to || !leaf.i || layout_carries(r->b->p, leaf) != CARRIES_POINTER || layout_is_record(r->b->p, leaf))
		return;
	*vec_add(r->b->scratch, &r->b->address_copy) = copy;
}

/* ---- the search ---- */

struct addresses {
	struct round *r;
	struct edges edges;
	struct map foreign;     /* flow_record: functions outside know it */
	bool *unknown;          /* by value: not only from where edges lead */
	uint32_t *stamp, now;   /* by node */
	VEC(uint32_t) todo;
	VEC(uint32_t) location; /* found */
};

static void find_unknown(struct addresses *a)
{
	const struct build *b = a->r->b;

	a->unknown = arena_array(&a->r->arena, (size_t)a->r->nodes + 1, sizeof *a->unknown);
	for (uint32_t i = 0; i < b->access.n; i++) {
		const struct flow_access *x = &b->access.at[i];
		bool plain = x->kind == READ_PLAIN || x->kind == READ_WORD;
		if (x->node < a->r->nodes && (plain || (x->kind == READ_TYPED && map_get(&b->open, x->location))))
			a->unknown[x->node] = true;
	}
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		const struct sym *s = program_sym(b->p, program_fn(b->p, (struct fn_id){ f })->sym);
		bool outside = b->info[f].handed || !strcmp(program_str(b->p, s->name), b->r->main);
		for (uint32_t k = 0; outside && k < b->info[f].nparams; k++)
			a->unknown[b->r->instance.at[f].value + 1 + k] = true;
	}
}

static void visit(struct addresses *a, uint32_t node)
{
	if (a->stamp[node] == a->now)
		return;
	a->stamp[node] = a->now;
	*vec_add(&a->r->arena, &a->todo) = node;
}

/* Whether what is read by this name may be something that is not stored by it. */
static bool is_murky(struct addresses *a, uint32_t location)
{
	const struct build *b = a->r->b;
	uint32_t holder;

	if (!b->location_key.at[location - b->nfirst] || map_get(&b->open, location) || flow_is_parted(b, location))
		return true;
	holder = flow_holder(b, location);
	return holder && (holder == FLOW_SYM || map_get(&a->foreign, holder));
}

/* The address of a variable that is no record: where functions stand in it. */
static uint32_t variable_at(struct build *b, uint32_t node)
{
	struct sym_id sym = { node < b->nfirst ? 0 : map_get(&b->variable_of, node) };
	struct type_id type = program_sym(b->p, sym)->type;

	if (!sym.i || !(program_sym(b->p, sym)->flags & SYM_DEFINED) || layout_of(b->p, type, 0).member.record.i)
		return 0;
	return map_get(&b->location, map_pair(FLOW_SYM | sym.i, 0));
}

/* False: the pointer may come from elsewhere. */
static bool look(struct addresses *a, uint32_t node)
{
	struct build *b = a->r->b;
	uint32_t location = map_get(&b->address_of, node), base = map_get(&b->address_base, node);

	if (!location)
		location = variable_at(b, node);
	if (location)
		*vec_add(&a->r->arena, &a->location) = location;
	else if (base)
		visit(a, base);
	if (location || base)
		return true;
	if (node >= b->nfirst ? is_murky(a, node) : b->opaque.at[node] || a->unknown[node])
		return false;
	for (uint32_t k = a->edges.first[node]; k < a->edges.first[node + 1]; k++)
		if (!(a->edges.in[k] & FLOW_SYM))
			visit(a, a->edges.in[k]);
	return true;
}

/* Fills a->location; false: not known. */
static bool find_addresses(struct addresses *a, uint32_t node)
{
	uint32_t looked = 0;
	bool known = node < a->r->nodes;

	a->now++;
	a->todo.n = a->location.n = 0;
	limit_in(node < a->r->b->nfirst ? function_of(a->r->b, node) : 0);
	if (known)
		visit(a, node);
	while (known && a->todo.n)
		known = !limit_over(LIMIT_points_addresses, ++looked) && look(a, a->todo.at[--a->todo.n]);
	return known;
}

static void read_edges(struct addresses *a, const struct flow_access *x)
{
	uint32_t cell = round_cell(a->r, x->cell);

	if (!cell)
		return;
	if (!RECOGNISED(points_address, find_addresses(a, x->by))) {
		round_edge(a->r, cell + NODE_T, x->node);
		return;
	}
	for (uint32_t i = 0; i < a->location.n; i++)
		round_edge(a->r, a->location.at[i], x->node);
}

static void copied_edges(struct addresses *a, const struct address_copy *c)
{
	uint32_t cell = round_cell(a->r, c->at);
	bool known = c->from || (a->edges.first && RECOGNISED(points_address, find_addresses(a, c->by)));

	if (!cell)
		return;
	round_edge(a->r, cell + NODE_P, c->to);
	round_edge(a->r, cell + NODE_R, c->to);
	if (!known)
		round_edge(a->r, cell + NODE_T, c->to);
	else if (c->from)
		round_edge(a->r, c->from, c->to);
	for (uint32_t i = 0; known && !c->from && i < a->location.n; i++)
		round_edge(a->r, a->location.at[i], c->to);
}

bool address_is_asked(const struct round *r, const struct flow_access *x)
{
	return recogniser_is_on(RECOGNISER_points_address) && !r->tables && r->b->r->main && x->kind == READ_PLAIN && x->by;
}

void address_edges(struct round *r)
{
	struct build *b = r->b;
	struct addresses a = { .r = r };

	if (b->r->main) {
		a.edges = round_value_edges(r);
		a.stamp = arena_array(&r->arena, (size_t)r->nodes + 1, sizeof *a.stamp);
		origin_foreign(b, &r->arena, &a.foreign);
		find_unknown(&a);
	}
	for (uint32_t i = 0; i < b->access.n; i++)
		if (address_is_asked(r, &b->access.at[i]))
			read_edges(&a, &b->access.at[i]);
	for (uint32_t i = 0; i < b->address_copy.n; i++)
		copied_edges(&a, &b->address_copy.at[i]);
}
