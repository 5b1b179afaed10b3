/* Tables of functions with their arguments. In
 *
 *     static const struct call c1 = { reg_check, check_a, 0 }, c2 = { reg_exit, exit_b, 0 };    for (...) c->fn(c->arg, c->arg2);
 *
 * every function would get every argument, and check_a would be called at exit. But where the function and an argument are loaded
 * from one record (`beside`), and both members are only ever written by initialisers, a function gets what stands beside it.
 *
 * What is not a function in an initialiser (a number, the address of a variable) is of no interest here. Records are assumed to
 * be copied as a whole, if at all. */
#include <string.h>

#include "base/recogniser.h"
#include "points/build.h"

void table_start(struct build *b, struct sym_id variable, int64_t offset, struct sym_id target)
{
	struct layout l = layout_of(b->p, program_sym(b->p, variable)->type, offset);
	uint32_t location = l.member.record.i ? flow_member(b, &l) : 0, *row, *first;

	if (!location)
		return;
	row = map_at(b->scratch, &b->table_row, map_pair(variable.i, (uint32_t)(offset - l.member.offset)));
	if (!*row) {
		*vec_add(b->scratch, &b->row_at) = (struct table_row){ variable, offset - l.member.offset };
		*row = b->row_at.n;
	}
	map_put(b->scratch, &b->table_at, map_pair(location, *row), target.i);
	first = map_at(b->scratch, &b->table_first, map_pair(location, target.i));
	*vec_add(b->scratch, &b->table) = (struct table_entry){ *row, *first };
	*first = b->table.n;
}

/* ---- is it one record? ---- */

static bool is_quiet(const struct inst *in)
{
	switch (in->op) {
	case OP_load:
	case OP_field:
	case OP_index:
	case OP_cast:
	case OP_copy:
	case OP_binary:
	case OP_compare:
	case OP_select:
		return true;
	default:
		return false;
	}
}

/* Nothing is stored, and control goes nowhere else, in between. */
static bool is_quiet_between(const struct body *body, uint32_t i, uint32_t k)
{
	for (uint32_t at = (i < k ? i : k) + 1; at < (i < k ? k : i); at++)
		if (!is_quiet(&body->inst.at[at]))
			return false;
	return true;
}

static bool is_alike(const struct body *body, const struct inst *x, const struct inst *y)
{
	return x->op == y->op && x->sub == y->sub && x->type.i == y->type.i && x->nargs == y->nargs && x->nwords == y->nwords &&
	       (!x->nwords || !memcmp(body->word.at + x->word, body->word.at + y->word, x->nwords * sizeof *body->word.at));
}

static bool is_one(struct ref a, struct ref b)
{
	return ref_kind(a) == ref_kind(b) && ref_index(a) == ref_index(b);
}

/* An index: the same reference, or widened from the same one. */
static bool is_same_index(const struct body *body, struct ref a, struct ref b)
{
	uint32_t i = body_inst_of(body, a);
	uint32_t k = body_inst_of(body, b);

	if (is_one(a, b))
		return true;
	return i != UINT32_MAX && k != UINT32_MAX && body->inst.at[i].op == OP_cast &&
	       is_alike(body, &body->inst.at[i], &body->inst.at[k]) &&
	       is_one(body_arg(body, &body->inst.at[i], 0), body_arg(body, &body->inst.at[k], 0));
}

bool table_is_same(const struct body *body, struct ref a, struct ref b)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_points_chain, depth); depth++) {
		uint32_t i = body_inst_of(body, a);
		uint32_t k = body_inst_of(body, b);
		const struct inst *x, *y;
		if (is_one(a, b))
			return ref_kind(a) != REF_NONE;
		if (i == UINT32_MAX || k == UINT32_MAX)
			return false;
		x = &body->inst.at[i];
		y = &body->inst.at[k];
		if (!is_quiet(x) || !x->nargs || !is_alike(body, x, y) || (x->op == OP_load && !is_quiet_between(body, i, k)))
			return false;
		for (uint32_t n = 1; n < x->nargs; n++)
			if (!is_same_index(body, body_arg(body, x, n), body_arg(body, y, n)))
				return false;
		a = body_arg(body, x, 0);
		b = body_arg(body, y, 0);
	}
	return false;
}

/* The `field` that a value was loaded through; NULL: it was not. */
static const struct inst *loaded_field(const struct body *body, struct ref ref)
{
	uint32_t i = body_inst_of(body, ref);
	struct ref at;

	if (i == UINT32_MAX || body->inst.at[i].op != OP_load)
		return NULL;
	at = body_arg(body, &body->inst.at[i], 0);
	i = body_inst_of(body, at);
	return i != UINT32_MAX && body->inst.at[i].op == OP_field ? &body->inst.at[i] : NULL;
}

static struct beside make_beside(struct replay *r, struct ref ref, uint32_t *record)
{
	const struct inst *in = loaded_field(r->body, ref);
	uint32_t i = body_inst(r->body, ref_index(ref));
	struct ref at = body_arg(r->body, &r->body->inst.at[i], 0);
	struct layout l = layout_of(r->b->p, in->type, body_offset(r->body, in));

	*record = l.member.record.i ? flow_record(r->b, l.member.record) : 0;
	return (struct beside){ r->location[ref_index(at)], replay_get(r, at), false };
}

uint32_t table_beside(struct replay *r, const struct pending_call *c)
{
	const struct inst *call = &r->body->inst.at[c->inst];
	struct ref fn = body_arg(r->body, call, 0);
	const struct inst *from = loaded_field(r->body, fn);
	uint32_t record, other, first = r->b->beside.n;
	bool any = false;

	if (!from || !recogniser_is_on(RECOGNISER_points_table))
		return 0;
	*vec_add(r->b->scratch, &r->b->beside) = make_beside(r, fn, &record);
	for (uint32_t k = 0; k < c->nargs; k++) {
		struct ref arg = body_arg(r->body, call, k + 1);
		const struct inst *in = loaded_field(r->body, arg);
		struct beside beside = { 0 };
		if (in && table_is_same(r->body, body_arg(r->body, from, 0), body_arg(r->body, in, 0))) {
			beside = make_beside(r, arg, &other);
			any |= beside.location && other == record;
			beside.location = other == record ? beside.location : 0;
		}
		*vec_add(r->b->scratch, &r->b->beside) = beside;
	}
	if (!any || !record || !r->b->beside.at[first].location)
		r->b->beside.n = first;
	return any && r->b->beside.n > first ? first + 1 : 0;
}

/* ---- edges ---- */

static void table_arg(struct build *b, const struct table_link *link, uint32_t k, uint32_t param)
{
	const struct pending_call *c = &b->call.at[link->call];
	const struct beside *fn = &b->beside.at[c->beside - 1], *arg = fn + 1 + k;

	if (!fn->written && arg->location && !arg->written) {
		uint32_t at = map_get(&b->table_first, map_pair(fn->location, link->sym.i));
		for (; at; at = b->table.at[at - 1].next) {
			uint32_t target = map_get(&b->table_at, map_pair(arg->location, b->table.at[at - 1].row));
			if (RECOGNISED(points_table, target))
				*vec_add(b->scratch, &b->table_edge) = (struct flow_edge){ FLOW_SYM | target, param };
		}
	} else if (b->arg_node.at[c->arg + k]) {
		*vec_add(b->scratch, &b->table_edge) = (struct flow_edge){ b->arg_node.at[c->arg + k], param };
	}
}

/* From arguments to parameters, for calls with something beside; made again in each round, since more may have been written. */
void table_edges(struct build *b)
{
	b->table_edge.n = 0;
	for (uint32_t i = 0; i < b->table_link.n; i++) {
		const struct table_link *link = &b->table_link.at[i];
		uint32_t fn = program_sym(b->p, link->sym)->fn.i, nargs = b->call.at[link->call].nargs;
		for (uint32_t k = 0; k < nargs && k < b->info[fn].nparams; k++)
			table_arg(b, link, k, b->r->instance.at[fn].value + 1 + k);
	}
}
