/* Tests on the way to a call, and calls, which are not of null. A test has been passed on every way if the block that it leads to
 * dominates the call and has no other way in:
 *
 *     if (!(cap(m->flags) & LISTENER)) continue;      b4: %28 = compare != (cap(load m.flags) & 8), 0      branch %28 to b6, b5
 *     ...                                             b6 has one way in, and dominates
 *     m->fill(data);                                  b9
 *
 * Under a supposition (m is that table, this index is 2) the condition is evaluated as far as it can be: arithmetic, comparisons,
 * and functions of one block that only compute. If it is known and leads elsewhere, the supposition is refuted. A value in a loop
 * is the one of this round: whoever gets from its definition to the call passes the test in between, or the test would not be on
 * every way. */
#include "points/targets/narrow.h"

enum { ARGS = 4 }; /* with which a function of one block is evaluated */

/* ---- the call ---- */

void around_function(struct around *a, struct fn_id fn)
{
	if (a->body.fn.i == fn.i)
		return;
	arena_release(a->arena);
	a->body = (struct body){ 0 };
	body_get(a->arena, a->b->p, fn, &a->body);
	cfg_build(a->arena, &a->body, &a->cfg);
}

void around_call(struct around *a, const struct pending_call *c)
{
	uint32_t at;

	a->call = c;
	a->block = block_of_inst(&a->body, c->inst);
	a->load = body_inst_of(&a->body, body_arg(&a->body, &a->body.inst.at[c->inst], 0));
	a->field = UINT32_MAX;
	if (a->load == UINT32_MAX || a->body.inst.at[a->load].op != OP_load) {
		a->load = UINT32_MAX;
		return;
	}
	at = body_inst_of(&a->body, body_arg(&a->body, &a->body.inst.at[a->load], 0));
	if (at != UINT32_MAX && a->body.inst.at[at].op == OP_field)
		a->field = at;
}

bool around_straight(const struct around *a, uint32_t from, uint32_t to, around_may *may, void *with)
{
	uint32_t block = block_of_inst(&a->body, to), at = to;

	for (uint32_t blocks = 0; !limit_full(LIMIT_points_blocks, blocks); blocks++) {
		uint32_t first = a->body.block.at[block].inst;
		while (at > first) {
			if (--at == from)
				return true;
			if (!may(with, &a->body.inst.at[at]))
				return false;
		}
		if (!block || a->cfg.npreds[block] != 1)
			return false;
		block = a->cfg.pred[a->cfg.first_pred[block]];
		at = a->body.block.at[block].inst + a->body.block.at[block].ninsts;
	}
	return false;
}

bool around_is_quiet(void *with, const struct inst *in)
{
	(void)with;
	switch (in->op) {
	case OP_load:
		return !in->order && !(in->flags & INST_VOLATILE);
	case OP_field:
	case OP_index:
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_copy:
	case OP_select:
	case OP_phi:
	case OP_br:
	case OP_branch:
	case OP_switch:
		return true;
	default:
		return false;
	}
}

static bool is_one(struct ref a, struct ref b)
{
	return ref_kind(a) == ref_kind(b) && ref_index(a) == ref_index(b) && ref_kind(a) != REF_NONE;
}

/* One load after the other on a straight way, or one field and the same again, down to one reference. */
bool around_same(const struct around *a, struct ref x, struct ref y)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_points_depth, depth); depth++) {
		uint32_t i = body_inst_of(&a->body, x), k = body_inst_of(&a->body, y);
		const struct inst *m, *n;
		if (is_one(x, y))
			return true;
		if (i == UINT32_MAX || k == UINT32_MAX)
			return false;
		m = &a->body.inst.at[i];
		n = &a->body.inst.at[k];
		if (m->op != n->op || m->type.i != n->type.i || (m->op != OP_load && m->op != OP_field))
			return false;
		if (m->op == OP_field && body_offset(&a->body, m) != body_offset(&a->body, n))
			return false;
		if (m->op == OP_load &&
		    (!around_is_quiet(NULL, m) || !around_is_quiet(NULL, n) ||
		     !(around_straight(a, i, k, around_is_quiet, NULL) || around_straight(a, k, i, around_is_quiet, NULL))))
			return false;
		x = body_arg(&a->body, m, 0);
		y = body_arg(&a->body, n, 0);
	}
	return false;
}

/* ---- values ---- */

/* The function whose values are asked for; of a callee only its arguments are known. */
struct points_frame {
	const struct supposed *s;
	const struct body *body;
	const struct fact *arg; /* NULL: the function of the call itself */
	uint32_t nargs;
	uint32_t *steps;
};

static struct fact eval(const struct points_frame *f, struct ref ref, uint32_t depth);

static uint32_t width_of(const struct points_frame *f, struct ref ref)
{
	const struct program *p = f->s->at->b->p;
	uint32_t i = body_inst_of(f->body, ref);
	struct type_id type = { 0 };
	const struct type *t;

	if (ref_kind(ref) == REF_KONST)
		type = program_konst(p, (struct konst_id){ ref_index(ref) })->type;
	else if (i != UINT32_MAX)
		type = f->body->inst.at[i].type;
	else if (ref_kind(ref) == REF_VALUE && ref_index(ref))
		type = f->body->param.at[ref_index(ref) - 1].type;
	t = program_type(p, type_strip(p, type));
	if (t->kind == TYPE_POINTER)
		return 64;
	return (t->kind == TYPE_INT || t->kind == TYPE_ENUM) && t->size && t->size <= 64 ? (uint32_t)t->size : 0;
}

static uint64_t cut(uint64_t n, uint32_t width)
{
	return width >= 64 ? n : n & (((uint64_t)1 << width) - 1);
}

static int64_t with_sign(uint64_t n, uint32_t width)
{
	return width >= 64 || !(n >> (width - 1) & 1) ? (int64_t)n : (int64_t)(n | ~(((uint64_t)1 << width) - 1));
}

struct fact known_number(uint64_t n, uint32_t width)
{
	return width ? fact_exact(0, with_sign(cut(n, width), width)) : fact_any(0);
}

static struct fact binary(const struct inst *in, uint64_t a, uint64_t b, uint32_t width)
{
	switch (in->sub) {
	case BINARY_add:
		return known_number(a + b, width);
	case BINARY_sub:
		return known_number(a - b, width);
	case BINARY_mul:
		return known_number(a * b, width);
	case BINARY_and:
		return known_number(a & b, width);
	case BINARY_or:
		return known_number(a | b, width);
	case BINARY_xor:
		return known_number(a ^ b, width);
	case BINARY_shl:
		return b < width ? known_number(a << b, width) : fact_any(0);
	case BINARY_lshr:
		return b < width ? known_number(cut(a, width) >> b, width) : fact_any(0);
	case BINARY_ashr:
		return b < width ? known_number((uint64_t)((int64_t)a >> b), width) : fact_any(0);
	default:
		return fact_any(0);
	}
}

/* Of addresses it is known that they are not null. */
static struct fact compare(uint8_t how, const struct fact *a, const struct fact *b)
{
	bool turned = !fact_is_exact(b) && (how == COMPARE_eq || how == COMPARE_ne);
	const struct fact *known = turned ? a : b;
	int truth = fact_is_exact(known) ? fact_truth(turned ? b : a, how, known->low) : -1;

	return truth < 0 ? fact_any(0) : known_number((uint64_t)truth, 1);
}

static struct fact eval_two(const struct points_frame *f, const struct inst *in, uint32_t depth)
{
	struct fact a = eval(f, body_arg(f->body, in, 0), depth + 1), b = eval(f, body_arg(f->body, in, 1), depth + 1);
	uint32_t width = width_of(f, body_arg(f->body, in, 0));

	if (!width)
		return fact_any(0);
	if (in->op == OP_compare)
		return compare(in->sub, &a, &b);
	return fact_is_exact(&a) && fact_is_exact(&b) ? binary(in, (uint64_t)a.low, (uint64_t)b.low, width) : fact_any(0);
}

static struct fact eval_cast(const struct points_frame *f, uint32_t i, uint32_t depth)
{
	const struct inst *in = &f->body->inst.at[i];
	struct ref from = body_arg(f->body, in, 0);
	struct fact a = eval(f, from, depth + 1);
	uint32_t narrow = width_of(f, from), width = width_of(f, ref_make(REF_VALUE, body_value(f->body, i)));

	if (!fact_is_exact(&a) || !narrow)
		return fact_any(0);
	switch (in->sub) {
	case CAST_zext:
		return known_number(cut((uint64_t)a.low, narrow), width);
	case CAST_trunc:
	case CAST_sext:
		return known_number((uint64_t)a.low, width);
	default:
		return fact_any(0);
	}
}

static struct fact eval_select(const struct points_frame *f, const struct inst *in, uint32_t depth)
{
	struct fact c = eval(f, body_arg(f->body, in, 0), depth + 1);

	return fact_is_exact(&c) ? eval(f, body_arg(f->body, in, c.low ? 1 : 2), depth + 1) : fact_any(0);
}

/* A function of one block: what it returns, if that depends on nothing but what it gets. */
static struct fact eval_call(const struct points_frame *f, const struct inst *in, uint32_t depth)
{
	const struct build *b = f->s->at->b;
	struct sym_id callee = body_callee(b->p, f->body, in);
	struct fn_id fn = callee.i ? program_sym(b->p, callee)->fn : (struct fn_id){ 0 };
	const struct body *body = fn.i && !b->r->row[callee.i] ? b->info[fn.i].body : NULL;
	struct fact arg[ARGS];
	struct points_frame inner = { f->s, body, arg, in->nargs - 1, f->steps };
	const struct inst *end;

	if (!body || body->block.n != 1 || in->nargs - 1 > ARGS || in->nargs - 1 != body->param.n)
		return fact_any(0);
	for (uint32_t k = 0; k < inner.nargs; k++)
		arg[k] = eval(f, body_arg(f->body, in, k + 1), depth + 1);
	end = &body->inst.at[body->inst.n - 1];
	return end->op == OP_ret && end->nargs ? eval(&inner, body_arg(body, end, 0), depth + 1) : fact_any(0);
}

static struct fact eval_inst(const struct points_frame *f, uint32_t i, uint32_t depth)
{
	const struct inst *in = &f->body->inst.at[i];

	switch (in->op) {
	case OP_binary:
	case OP_compare:
		return eval_two(f, in, depth);
	case OP_cast:
		return eval_cast(f, i, depth);
	case OP_copy:
		return eval(f, body_arg(f->body, in, 0), depth + 1);
	case OP_select:
		return eval_select(f, in, depth);
	case OP_load:
		return f->arg || !f->s->load ? fact_any(0) : f->s->load(f->s->with, i);
	case OP_call:
		return eval_call(f, in, depth);
	default:
		return fact_any(0);
	}
}

static struct fact eval_konst(const struct points_frame *f, struct ref ref)
{
	const struct konst *k = program_konst(f->s->at->b->p, (struct konst_id){ ref_index(ref) });

	if (k->kind == KONST_NULL)
		return fact_exact(0, 0);
	return k->kind == KONST_INT ? known_number(k->lo, width_of(f, ref)) : fact_any(0);
}

static struct fact eval(const struct points_frame *f, struct ref ref, uint32_t depth)
{
	uint32_t i = body_inst_of(f->body, ref);

	if (limit_over(LIMIT_points_depth, depth))
		return fact_any(0);
	if (!*f->steps) {
		limit_met(LIMIT_points_values);
		return fact_any(0);
	}
	--*f->steps;
	if (!f->arg && is_one(ref, f->s->bound))
		return fact_is_exact(&f->s->is) ? known_number((uint64_t)f->s->is.low, width_of(f, ref)) : f->s->is;
	if (ref_kind(ref) == REF_KONST)
		return eval_konst(f, ref);
	if (i != UINT32_MAX)
		return eval_inst(f, i, depth);
	if (ref_kind(ref) == REF_VALUE && f->arg && ref_index(ref) && ref_index(ref) <= f->nargs)
		return f->arg[ref_index(ref) - 1];
	return fact_any(0);
}

/* ---- tests ---- */

/* The only block that leads to this one; UINT32_MAX: there are several, or none. */
static uint32_t only_pred(const struct cfg *c, uint32_t block)
{
	uint32_t first = c->npreds[block] ? c->pred[c->first_pred[block]] : UINT32_MAX;

	for (uint32_t k = 1; k < c->npreds[block]; k++)
		if (c->pred[c->first_pred[block] + k] != first)
			return UINT32_MAX;
	return block ? first : UINT32_MAX;
}

/* Where the end of a block leads to; UINT32_MAX: that is not known. */
static uint32_t leads_to(const struct points_frame *f, const struct inst *end)
{
	struct fact g =
		end->op == OP_branch || end->op == OP_switch ? eval(f, body_arg(f->body, end, 0), 0) : fact_any(0);

	if (!fact_is_exact(&g))
		return UINT32_MAX;
	if (end->op == OP_branch)
		return f->body->word.at[end->word + !g.low];
	for (uint32_t k = 1; k < end->nargs; k++) {
		struct fact is = eval(f, body_arg(f->body, end, k), 0);
		if (!fact_is_exact(&is))
			return UINT32_MAX;
		if (is.low == g.low)
			return f->body->word.at[end->word + k];
	}
	return f->body->word.at[end->word];
}

/* A call through a pointer that would be null, before the call that is asked about. */
static bool calls_null(const struct points_frame *f, const struct block *b, uint32_t end)
{
	for (uint32_t i = b->inst; i < b->inst + b->ninsts && i < end; i++) {
		const struct inst *in = &f->body->inst.at[i];
		uint32_t from = in->op == OP_call ? body_inst_of(f->body, body_arg(f->body, in, 0)) : UINT32_MAX;
		struct fact g;
		if (from == UINT32_MAX || f->body->inst.at[from].op != OP_load)
			continue;
		g = f->s->load ? f->s->load(f->s->with, from) : fact_any(0);
		if (fact_is_exact(&g) && !g.low)
			return true;
	}
	return false;
}

bool known_refutes(const struct supposed *s)
{
	const struct around *a = s->at;
	uint32_t block = a->block, steps;
	struct points_frame f = { s, &a->body, NULL, 0, &steps };

	for (uint32_t n = 0; a->cfg.position[block] && !limit_full(LIMIT_points_blocks, n); n++) {
		uint32_t from = only_pred(&a->cfg, block), to;
		if (calls_null(&f, &a->body.block.at[block], a->call->inst))
			return true;
		if (from != UINT32_MAX) {
			steps = limit(LIMIT_points_values);
			to = leads_to(&f, body_end(&a->body, from));
			if (to != UINT32_MAX && to != block)
				return true;
		}
		if (!block)
			break;
		block = a->cfg.dominator[block];
	}
	return false;
}
