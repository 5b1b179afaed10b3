/* Functions that only compute an address, and bodies in which calls of them are that address.
 *
 *     static struct mutex *queue_lock(struct queue *q) { return &q->lock; }
 *
 *     lock(queue_lock(q));   unlock(&q->lock);          one lock, not two
 *
 * The kernel's spin_lock_irqsave() goes through spinlock_check(), which returns its argument. A getter is one block that returns
 * a parameter or a symbol, or one member of it; or a function of which a model says `returns 0` and nothing else. A call of it is
 * replaced by a copy or by a field, so no other part of this phase needs to know.
 *
 * misses  getters that call getters, that load, or that go through an index */
#include "code/address.h"
#include "locks/program/ops.h"

/* A model row that makes the call nothing but its argument. */
static bool returned_by_model(const struct model_row *row, struct getter *g)
{
	if (!row || row->next || !event_returned_number(row))
		return false;
	*g = (struct getter){ .is = true, .arg = event_returned_number(row) - 1, .base = ref_make(REF_NONE, 0) };
	return true;
}

static bool only_computes(const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		uint8_t op = b->inst.at[i].op;
		if (op != OP_field && op != OP_copy && op != OP_cast && op != OP_ret)
			return false;
	}
	return b->block.n == 1;
}

static bool may_be_handed_on(const struct inst *in)
{
	return in->op == OP_copy ||
	       (in->op == OP_cast && (in->sub == CAST_bitcast || in->sub == CAST_inttoptr || in->sub == CAST_ptrtoint));
}

void getter_find(const struct body *b, struct getter *g)
{
	const struct inst *in = b->inst.n ? &b->inst.at[b->inst.n - 1] : NULL;
	struct ref r;

	*g = (struct getter){ 0 };
	if (!only_computes(b) || in->op != OP_ret || in->nargs != 1)
		return;
	r = body_arg(b, in, 0);
	for (uint32_t depth = 0;
	     ref_kind(r) == REF_VALUE && body_inst(b, ref_index(r)) != UINT32_MAX && !limit_full(LIMIT_locks_casts, depth); depth++) {
		in = &b->inst.at[body_inst(b, ref_index(r))];
		if (in->op == OP_field && !g->record.i && in->nwords == 4) {
			g->record = in->type;
			for (uint32_t k = 0; k < 4; k++)
				g->word[k] = b->word.at[in->word + k];
		} else if (!may_be_handed_on(in)) {
			return;
		}
		r = body_arg(b, in, 0);
	}
	g->base = r;
	if (ref_kind(r) == REF_VALUE) {
		if (body_inst(b, ref_index(r)) != UINT32_MAX || b->param.at[ref_index(r) - 1].by_value ||
		    b->param.at[ref_index(r) - 1].result)
			return;
		g->arg = ref_index(r) - 1;
		g->base = ref_make(REF_NONE, 0);
	}
	g->is = ref_kind(r) == REF_VALUE || ref_kind(r) == REF_SYM || ref_kind(r) == REF_KONST;
}

bool getter_counts(const struct body *b)
{
	const struct inst *end = &b->inst.at[b->inst.n - 1];
	struct ref r = b->block.n == 1 && end->op == OP_ret && end->nargs ? body_arg(b, end, 0) : ref_make(REF_NONE, 0);
	struct peel x = peel(b, r, PEEL_CASTS);

	return x.in && (x.in->op == OP_index || (x.in->op == OP_field && body_offset(b, x.in) > 0));
}

/* False: not a getter. */
static bool getter_of(const struct ops *o, const struct body *b, const struct inst *call, struct getter *g)
{
	struct sym_id callee = body_callee(o->p, b, call);
	const struct sym *s = callee.i ? program_sym(o->p, callee) : NULL;
	const struct model_row *row = s ? ops_rows(o, s) : NULL;

	*g = (struct getter){ 0 };
	if (row)
		(void)returned_by_model(row, g);
	else if (s && s->fn.i)
		*g = o->fn[s->fn.i].getter;
	return g->is && (ref_kind(g->base) != REF_NONE || g->arg + 1 < call->nargs);
}

static void replace(struct arena *a, struct body *b, uint32_t i, const struct getter *g)
{
	struct inst *in = &b->inst.at[i];

	in->op = g->record.i ? OP_field : OP_copy;
	in->sub = in->flags = 0;
	if (ref_kind(g->base) == REF_NONE) {
		in->arg += g->arg + 1;
	} else {
		in->arg = b->arg.n;
		*vec_add(a, &b->arg) = g->base;
	}
	in->nargs = 1;
	in->nwords = 0;
	if (!g->record.i)
		return;
	in->type = g->record;
	in->word = b->word.n;
	in->nwords = 4;
	for (uint32_t k = 0; k < 4; k++)
		*vec_add(a, &b->word) = g->word[k];
}

void ops_body(const struct ops *o, struct arena *a, uint32_t fn, struct body *b)
{
	body_unpack(a, o->p, (struct fn_id){ fn }, b); /* of its own: it is changed */
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct getter g;
		if (b->inst.at[i].op == OP_call && getter_of(o, b, &b->inst.at[i], &g))
			replace(a, b, i, &g);
	}
}
