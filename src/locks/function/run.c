/* What an instruction does to a state: values and memory. Locks are in apply.c.
 *
 * Memory is a set of cells, each an address and a type, with what they hold. A cell that is loaded without being known gets the
 * load's leaf, so a second load of the same cell gives the same unknown. A write to the same address replaces it; a write that
 * may be to the same address, or a call that may write, leaves it in doubt (expr.h): the same condition tested again is taken to
 * be the same, but nobody is accused because of it. What a call may write through a pointer it was given to a local variable is
 * really forgotten: that is how results come back. */
#include "locks/function/flow.h"

static bool is_alloca(const struct flow *f, const struct expr *root)
{
	uint32_t i = root->kind == EXPR_LEAF ? body_inst(f->b, root->a) : UINT32_MAX;

	return i != UINT32_MAX && f->b->inst.at[i].op == OP_alloca;
}

enum locks_alias { APART, MAYBE, SAME };

/* Do two accesses of different roots meet? */
static enum locks_alias roots_meet(const struct flow *f, uint32_t a, uint32_t b)
{
	const struct expr *ra = expr_get(&f->k.exprs, a), *rb = expr_get(&f->k.exprs, b);
	bool la = is_alloca(f, ra), lb = is_alloca(f, rb);

	if ((la || ra->kind == EXPR_SYM) && (lb || rb->kind == EXPR_SYM))
		return APART;
	if ((la && !f->slice->escapes[ra->a]) || (lb && !f->slice->escapes[rb->a]))
		return APART;
	if ((la && rb->kind == EXPR_LEAF && rb->a <= f->b->param.n) || (lb && ra->kind == EXPR_LEAF && ra->a <= f->b->param.n))
		return APART; /* a parameter was there before the variable */
	return MAYBE;
}

/* A store of type `type` to `address` against a cell. Through unrelated pointers only the same member of the same type meets:
 * the price is a pointer to a member that was taken earlier; a plain *p may be any member of its type. */
static enum locks_alias meets(const struct flow *f, uint32_t address, struct type_id type, const struct expr *cell)
{
	int64_t at, of;
	bool exact_at, exact_of;
	uint32_t root = expr_root(&f->k.exprs, address, &at, &exact_at),
		 cell_root = expr_root(&f->k.exprs, cell->a, &of, &exact_of);
	int64_t size = (int64_t)(program_type(f->ops->p, type)->size / 8);
	int64_t cell_size = (int64_t)(program_type(f->ops->p, (struct type_id){ cell->width })->size / 8);

	if (cell->sub)
		return APART; /* what a reader answers is in doubt anyway */
	if ((address & ~EXPR_DOUBT) == cell->a)
		return SAME;
	if (root == cell_root && exact_at && exact_of)
		return at < of + cell_size && of < at + size ? SAME : APART;
	if (root == cell_root)
		return MAYBE;
	if (roots_meet(f, root, cell_root) == APART || type.i != cell->width)
		return APART;
	return at == 0 || of == 0 || at == of ? MAYBE : APART;
}

static void doubt(struct slot *slot)
{
	slot->value |= EXPR_DOUBT;
}

static void run_store(struct flow *f, const struct inst *in)
{
	uint32_t address = flow_expr(f, body_arg(f->b, in, 0)), value = flow_expr(f, body_arg(f->b, in, 1));
	uint32_t cell = expr_cell(&f->k.exprs, address, in);
	uint32_t keep = state_first(&f->now, SLOT_CELL), end = f->now.slot.n;

	for (uint32_t i = keep; i < end; i++) {
		struct slot slot = f->now.slot.at[i];
		enum locks_alias alias = meets(f, address, in->type, expr_get(&f->k.exprs, slot_key(&slot)));
		if (alias == SAME)
			continue;
		if (alias == MAYBE)
			doubt(&slot);
		f->now.slot.at[keep++] = slot;
	}
	f->now.slot.n = keep;
	if (cell && !(in->flags & INST_VOLATILE) && !in->order && flow_shape(f, expr_get(&f->k.exprs, cell)))
		state_set(f->arena, &f->now, SLOT_CELL, cell, value);
}

static void run_load(struct flow *f, const struct inst *in, uint32_t value)
{
	uint32_t address = flow_expr(f, body_arg(f->b, in, 0));
	uint32_t cell = expr_cell(&f->k.exprs, address, in), known;
	bool steady = cell && !(in->flags & INST_VOLATILE) && !in->order;

	known = steady ? state_get(&f->now, SLOT_CELL, cell) : 0;
	if (known) {
		state_set(f->arena, &f->now, SLOT_VALUE, value, known | (address & EXPR_DOUBT));
		return;
	}
	flow_fresh(f, value);
	if (steady && !expr_has_leaf(&f->k.exprs, cell, value))
		state_set(f->arena, &f->now, SLOT_CELL, cell, expr_leaf(&f->k.exprs, value));
}

/* Everything that the object at `root` holds is unknown from now on. */
static void forget_object(struct flow *f, uint32_t address)
{
	int64_t offset;
	bool exact;
	uint32_t root = expr_root(&f->k.exprs, address, &offset, &exact), keep = state_first(&f->now, SLOT_CELL),
		 end = f->now.slot.n;

	for (uint32_t i = keep; i < end; i++) {
		const struct expr *cell = expr_get(&f->k.exprs, slot_key(&f->now.slot.at[i]));
		if (cell->sub || expr_root(&f->k.exprs, cell->a, &offset, &exact) != root)
			f->now.slot.at[keep++] = f->now.slot.at[i];
	}
	f->now.slot.n = keep;
}

static bool is_pointer(const struct flow *f, uint32_t type)
{
	return program_type(f->ops->p, type_strip(f->ops->p, (struct type_id){ type }))->kind == TYPE_POINTER;
}

static bool is_passed(struct flow *f, const struct inst *call, uint32_t root)
{
	int64_t offset;
	bool exact;

	for (uint32_t k = 1; k < call->nargs; k++)
		if (ref_kind(body_arg(f->b, call, k)) != REF_KONST &&
		    expr_root(&f->k.exprs, flow_expr(f, body_arg(f->b, call, k)), &offset, &exact) == root)
			return true;
	return false;
}

/* What a call leaves of memory. A wait lets other threads run with the lock: numbers may be new, pointers are in doubt. */
static void call_memory(struct flow *f, const struct inst *call, const struct call_effect *e)
{
	bool waits = e->n && e->op[0].verb == VERB_WAIT;
	uint32_t keep = state_first(&f->now, SLOT_CELL), end = f->now.slot.n;

	if (e->n && !waits)
		return;
	for (uint32_t i = keep; i < end; i++) {
		struct slot slot = f->now.slot.at[i];
		const struct expr *cell = expr_get(&f->k.exprs, slot_key(&slot)), *root;
		int64_t offset;
		bool exact;
		uint32_t root_id = expr_root(&f->k.exprs, cell->a, &offset, &exact);
		root = expr_get(&f->k.exprs, root_id);
		if (is_alloca(f, root) && !cell->sub ? f->slice->escapes[root->a] : waits && !is_pointer(f, cell->width))
			continue;
		if (!is_alloca(f, root) && (e->body || waits || is_passed(f, call, root_id)))
			doubt(&slot);
		f->now.slot.at[keep++] = slot;
	}
	f->now.slot.n = keep;
}

/* The answer of a reader that was given the same arguments before. */
static void run_reader(struct flow *f, const struct inst *call, uint32_t value, const struct call_effect *e)
{
	uint32_t operand[3], cell, known;

	if (!e->reader || call->nargs > 4 || !f->slice->used[value])
		return;
	operand[0] = flow_expr(f, body_arg(f->b, call, call->nargs > 1 ? 1 : 0));
	for (uint32_t k = 1; k < 3; k++)
		operand[k] = k + 1 < call->nargs ? flow_expr(f, body_arg(f->b, call, k + 1)) : 0;
	cell = expr_answer(&f->k.exprs, call, operand);
	known = cell ? state_get(&f->now, SLOT_CELL, cell) : 0;
	if (known)
		state_set(f->arena, &f->now, SLOT_VALUE, value, known | EXPR_DOUBT);
	else if (cell && !expr_has_leaf(&f->k.exprs, cell, value))
		state_set(f->arena, &f->now, SLOT_CELL, cell, expr_leaf(&f->k.exprs, value));
}

static void run_asm(struct flow *f, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++)
		forget_object(f, flow_expr(f, body_arg(f->b, in, k)));
	for (uint32_t i = state_first(&f->now, SLOT_CELL); (in->flags & INST_MEMORY) && i < f->now.slot.n; i++)
		doubt(&f->now.slot.at[i]);
}

static void run_pure(struct flow *f, const struct inst *in, uint32_t value)
{
	uint32_t operand[3] = { 0 }, term;

	for (uint32_t k = 0; k < in->nargs && k < 3; k++)
		operand[k] = flow_expr(f, body_arg(f->b, in, k));
	term = expr_compute(&f->k.exprs, in, operand);
	if (term && !expr_has_leaf(&f->k.exprs, term, value))
		state_set(f->arena, &f->now, SLOT_VALUE, value, term);
	else
		flow_fresh(f, value);
}

bool flow_run_inst(struct flow *f, uint32_t i, uint32_t next)
{
	const struct inst *in = &f->b->inst.at[i];
	uint32_t value = body_value(f->b, i);

	switch (in->op) {
	case OP_call: {
		const struct call_effect *e = &f->slice->effect[f->slice->effect_of[i] - 1];
		call_memory(f, in, e);
		if (!flow_apply(f, i, next, e))
			return false;
		run_reader(f, in, value, e);
		return true;
	}
	case OP_load:
		run_load(f, in, value);
		return true;
	case OP_store:
		run_store(f, in);
		return true;
	case OP_memcpy:
	case OP_memset:
		forget_object(f, flow_expr(f, body_arg(f->b, in, 0)));
		return true;
	case OP_rmw:
	case OP_cmpxchg:
		forget_object(f, flow_expr(f, body_arg(f->b, in, 0)));
		flow_fresh(f, value);
		return true;
	case OP_asm:
	case OP_asm_goto:
		run_asm(f, in);
		flow_fresh(f, value);
		return true;
	case OP_field:
	case OP_index:
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_negate:
	case OP_copy:
	case OP_select:
	case OP_extract:
		run_pure(f, in, value);
		return true;
	default:
		flow_fresh(f, value);
		return true;
	}
}
