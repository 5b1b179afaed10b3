#include "sharing/taken/once.h"

#include "base/store/groups.h"
#include "code/address.h"
#include "code/loop.h"
#include "sharing/classes.h"
#include "sharing/summary.h"
#include "sharing/taken/counts.h"

/* Is it the element of one array by the variable of a loop that runs once in a run of the function, once a round? */
static bool is_next_element(struct arena *scratch, const struct sharing *s, const struct body *b, const struct inst *in,
			    uint32_t at)
{
	uint32_t array = body_inst_of(b, peel_base(b, body_arg(b, in, 0), PEEL_CASTS));
	struct count_loop loop;
	struct cfg cfg;

	cfg_build(scratch, b, &cfg);
	if (!body_offset(b, in) ||
	    !loop_steps(scratch, s->p, b, &cfg, at, peel_base(b, body_arg(b, in, 1), PEEL_WIDENING), &loop) || !loop.step ||
	    (array != UINT32_MAX && loop.inside[block_of_inst(b, array)]) ||
	    (at != loop.header && block_leads_to(b, at, at, loop.header)))
		return false;
	for (uint32_t k = 0; k < b->block.n; k++)
		if (!loop.inside[k] && block_leads_to(b, loop.header, k, UINT32_MAX) &&
		    block_leads_to(b, k, loop.header, UINT32_MAX))
			return false;
	return true;
}

/* Of a block that comes again: is the value another one each time that the block ends? What a call gives is asked for anew; where
 * ways meet, none may bring what there was before. */
static bool differs_each_time(struct arena *scratch, const struct sharing *s, const struct body *b, struct ref value, uint32_t at,
			      uint32_t *seen)
{
	struct ref base = peel_base(b, value, PEEL_CASTS);
	const struct inst *in = body_made_by(b, base);
	uint32_t made;

	if (program_is_null(s->p, base))
		return true;
	if (!in || limit_full(LIMIT_sharing_feeds, (*seen)++))
		return false;
	if (in->op == OP_field)
		return differs_each_time(scratch, s, b, body_arg(b, in, 0), at, seen);
	if (in->op == OP_index)
		return is_next_element(scratch, s, b, in, at);
	made = block_of_inst(b, body_inst_of(b, base));
	if (made != at && block_leads_to(b, at, at, made))
		return false;
	for (uint32_t k = 0; in->op == OP_phi && k < in->nargs; k++)
		if (!differs_each_time(scratch, s, b, body_arg(b, in, k), b->word.at[in->word + k], seen))
			return false;
	return in->op == OP_phi || in->op == OP_call;
}

/* Is what is stored an element of an array that is there for good? Whoever chooses one may choose it again. */
static bool is_chosen(const struct body *b, struct ref value)
{
	const struct inst *in = body_made_by(b, value);

	return in && in->op == OP_index && ref_kind(peel_base(b, body_arg(b, in, 0), PEEL_CASTS)) == REF_SYM;
}

/* Does the function run once at most? */
static bool runs_once(const struct sharing *s, const struct body *b)
{
	const struct contexts *c = s->contexts;
	uint32_t first = c->first_by_fn[b->fn.i];

	return c->first_by_fn[b->fn.i + 1] == first + 1 && c->context.at[c->by_fn[first]].once;
}

/* ---- calls ---- */

/* Sites by the functions that they run. */
struct once_calls {
	uint32_t *first, *site;
};

void once_prepare(struct sharing *s)
{
	const struct points *pt = s->points;
	struct once_calls *c = s->calls = arena_new(s->arena, struct once_calls);
	struct groups g;

	groups_begin(&g, s->p->fn.n);
	for (uint32_t i = 1; i < pt->site.n; i++)
		for (uint32_t k = 0; k < pt->site.at[i].ntargets; k++) {
			struct sym_id target = pt->target.at[pt->site.at[i].target + k];
			if (program_sym(s->p, target)->fn.i)
				groups_add(&g, program_sym(s->p, target)->fn.i, i);
		}
	groups_end(&g, s->arena, &c->first, &c->site);
}

/* ---- values ---- */

struct once_look {
	struct arena *scratch;
	const struct sharing *s;
	struct cell array; /* what is moved from one element of it to another one was in it before */
	VEC(struct ref) variable;
	uint32_t calls;
};

/* An operand of an instruction: what is stored, or handed on. */
static struct ref operand(const struct body *b, uint32_t inst, uint32_t k)
{
	return peel_base(b, body_arg(b, &b->inst.at[inst], k), PEEL_CASTS);
}

static struct fn_id called(const struct once_look *o, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(o->s->p, b, in);

	return callee.i && !o->s->points->row[callee.i] ? program_sym(o->s->p, callee)->fn : (struct fn_id){ 0 };
}

static struct address index_cell(const struct local *l, struct ref address)
{
	const struct inst *element = counts_element(l, address), *in;
	struct address cell;

	if (!element)
		return (struct address){ 0 };
	cell = counts_cell(l, body_arg(l->b, element, 1));
	in = peel(l->b, body_arg(l->b, element, 1), PEEL_CASTS).in;
	return address_known(cell) || !in || in->op != OP_binary ? cell : counts_cell(l, body_arg(l->b, in, 0));
}

/* What is put at a place that goes up, and comes from the same array, was taken there: the number that said where was moved. */
static bool is_copied(const struct once_look *o, const struct body *b, uint32_t store, const struct inst *load)
{
	struct local l = { .arena = o->scratch, .s = (struct sharing *)(uintptr_t)o->s, .b = (struct body *)(uintptr_t)b };
	struct address to = index_cell(&l, body_arg(b, &b->inst.at[store], 0)), from = index_cell(&l, body_arg(b, load, 0)), limit;
	bool raised = false, taken = false;

	for (uint32_t i = 0; i < b->inst.n && address_known(to); i++) {
		struct address cell = b->inst.at[i].op == OP_store ? address_of(o->s->p, b, body_arg(b, &b->inst.at[i], 0))
								   : (struct address){ 0 };
		enum moves moves = address_known(cell) ? counts_moves(&l, i, cell, &limit) : MOVES_OTHER;
		raised |= moves == MOVES_UP && address_equal(cell, to);
		taken |= address_known(from) && address_equal(cell, from) && moves == (address_equal(from, to) ? MOVES_DOWN : MOVES_UP);
	}
	return raised && !taken;
}

/* Is it read from an element of the array that is asked about? */
static bool is_of_array(const struct once_look *o, const struct body *b, struct ref value)
{
	const struct inst *in = body_made_by(b, value), *element;
	struct cell at[8];
	uint32_t n;

	if (!o->array.class || !in || in->op != OP_load)
		return false;
	element = body_made_by(b, peel_base(b, body_arg(b, in, 0), PEEL_CASTS));
	n = points_cells(o->s->points, b->fn, body_arg(b, in, 0), at, 8);
	for (uint32_t k = 0, objects; k < n && k < 8; k++)
		if (at[k].class != o->array.class && ((void)points_objects(o->s->points, at[k].class, &objects), objects))
			return false; /* of a class without objects nobody hands one over */
	return n && n <= 8 && element && element->op == OP_index;
}

/* Does the function, or one that it calls, store what it is handed? */
static bool keeps(struct once_look *o, struct fn_id fn, uint32_t param, uint32_t depth)
{
	struct body b = { 0 };

	if (!fn.i)
		return false;
	if (limit_over(LIMIT_sharing_wrappers, depth))
		return true;
	body_get(o->scratch, o->s->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n && param <= b.param.n; i++) {
		const struct inst *in = &b.inst.at[i];
		if (in->op == OP_store && operand(&b, i, 1).bits == ref_make(REF_VALUE, param).bits)
			return true;
		for (uint32_t k = 1; in->op == OP_call && k < in->nargs; k++)
			if (operand(&b, i, k).bits == ref_make(REF_VALUE, param).bits &&
			    keeps(o, called(o, &b, in), k, depth + 1))
				return true;
	}
	return false;
}

/* One value, or read from one place that gets nothing else in between. */
static bool is_same(const struct once_look *o, const struct body *b, struct ref a, struct ref c)
{
	const struct inst *x = body_made_by(b, a), *y = body_made_by(b, c);
	struct address at;
	uint32_t from, to;

	if (a.bits == c.bits || !x || !y || x->op != OP_load || y->op != OP_load)
		return a.bits == c.bits;
	at = address_of(o->s->p, b, body_arg(b, x, 0));
	if (!address_known(at) || !address_equal(at, address_of(o->s->p, b, body_arg(b, y, 0))))
		return false;
	from = x < y ? body_inst_of(b, a) : body_inst_of(b, c);
	to = x < y ? body_inst_of(b, c) : body_inst_of(b, a);
	for (uint32_t i = from; i < to; i++)
		if (b->inst.at[i].op == OP_store && address_equal(at, address_of(o->s->p, b, body_arg(b, &b->inst.at[i], 0))))
			return false;
	return true;
}

/* What a function gives is not the same each time: it is made or taken there, if we see it. */
static bool is_given_anew(const struct once_look *o, const struct body *b, struct ref value)
{
	const struct inst *in = body_made_by(b, value);
	struct fn_id fn = in && in->op == OP_call ? called(o, b, in) : (struct fn_id){ 0 };

	const struct sharing_summary *m = &o->s->summary[fn.i];

	return !fn.i || !m->known || !(m->result & 1) || m->taken;
}

/* Is the value stored, or handed to a function that stores it, by another instruction in a run of this function? What one
 * function stores in two places holders tell. */
static bool is_used_again(struct once_look *o, const struct body *b, uint32_t inst, struct ref value)
{
	const struct inst *in = &b->inst.at[inst];
	uint32_t at = block_of_inst(b, inst);

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *other = &b->inst.at[i];
		uint32_t from = block_of_inst(b, i);
		bool again = false;
		if (i == inst || other->op != in->op ||
		    !(from == at || block_leads_to(b, from, at, UINT32_MAX) || block_leads_to(b, at, from, UINT32_MAX)))
			continue;
		for (uint32_t k = 1; k < other->nargs; k++)
			again |=
			    is_same(o, b, operand(b, i, k), value) && (in->op == OP_store || keeps(o, called(o, b, other), k, 1));
		if (again)
			return true;
	}
	return false;
}

/* A variable is one object: it is stored by one instruction, once. */
static bool is_only_variable(struct once_look *o, const struct body *b, uint32_t at, struct ref value)
{
	for (uint32_t i = 0; i < o->variable.n; i++)
		if (o->variable.at[i].bits == value.bits)
			return false;
	*vec_add(o->scratch, &o->variable) = value;
	return !block_leads_to(b, at, at, UINT32_MAX) && runs_once(o->s, b);
}

static bool is_each_once(struct once_look *o, const struct body *b, uint32_t inst, uint32_t k);

/* What a parameter stands for: another object in each call. Who calls a function that nobody here calls is not known. */
static bool is_each_argument_once(struct once_look *o, const struct body *b, uint32_t param)
{
	const struct once_calls *c = o->s->calls;

	for (uint32_t i = c->first[b->fn.i]; i < c->first[b->fn.i + 1]; i++) {
		const struct site *site = &o->s->points->site.at[c->site[i]];
		struct body caller = { 0 };
		if (site->kind != SITE_CALL || limit_full(LIMIT_sharing_handed, o->calls++))
			return false;
		body_get(o->scratch, o->s->p, site->caller, &caller);
		if (!is_each_once(o, &caller, site->inst, param))
			return false;
	}
	return true;
}

/* Is the operand null, or another object each time that the instruction is executed? */
static bool is_each_once(struct once_look *o, const struct body *b, uint32_t inst, uint32_t k)
{
	struct ref value = operand(b, inst, k);
	uint32_t at = block_of_inst(b, inst), seen = 0, param = ref_kind(value) == REF_VALUE ? ref_index(value) : 0;

	if (program_is_null(o->s->p, value))
		return true;
	if (is_of_array(o, b, value) && b->inst.at[inst].op == OP_store)
		return !is_copied(o, b, inst, body_made_by(b, value));
	if (ref_kind(value) == REF_SYM && o->array.class)
		return is_only_variable(o, b, at, value);
	if (ref_kind(value) != REF_VALUE || !is_given_anew(o, b, value) || is_used_again(o, b, inst, value))
		return false;
	if (body_made_by(b, value) && is_chosen(b, value) && !runs_once(o->s, b))
		return false;
	if (block_leads_to(b, at, at, UINT32_MAX) && !differs_each_time(o->scratch, o->s, b, value, at, &seen))
		return false;
	return param > b->param.n || is_each_argument_once(o, b, param);
}

bool once_stored(struct arena *scratch, const struct sharing *s, const struct body *b, uint32_t store, struct cell array)
{
	struct once_look o = { .scratch = scratch, .s = s, .array = array };

	return b->inst.at[store].op == OP_store && is_each_once(&o, b, store, 1);
}
