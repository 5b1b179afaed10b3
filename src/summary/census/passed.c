/* Which parameters some caller can say more about: he passes an object that has a name, or that he has just made, or his own
 * parameter of that kind. About the object behind any other parameter nobody knows more than that it is in its cell of points;
 * its accesses need not travel up to the callers. Found by looking at the arguments of all calls, then along the calls
 * downwards. */
#include "base/store/groups.h"
#include "code/address.h"
#include "code/loop.h"
#include "summary/census/census.h"

uint32_t ground_param(const struct ground *g, struct fn_id fn, uint32_t k)
{
	return g->first_param[fn.i] + k < g->first_param[fn.i + 1] ? g->first_param[fn.i] + k : UINT32_MAX;
}

static bool row_makes(const struct census *s, struct sym_id callee)
{
	return callee.i && events_have(points_rows(s->pt, callee), TRAIT_FRESH);
}

static bool call_makes(const struct census *s, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(s->pt->p, b, in);
	struct fn_id fn = callee.i ? program_sym(s->pt->p, callee)->fn : (struct fn_id){ 0 };

	return row_makes(s, callee) || (fn.i && s->makes[fn.i]);
}

bool passed_is_new(const struct census *s, const struct body *b, struct ref r)
{
	struct peel x = peel(b, r, PEEL_CASTS);

	return x.in ? x.in->op == OP_call && row_makes(s, body_callee(s->pt->p, b, x.in)) : program_is_null(s->pt->p, x.r);
}

/* May the function that is called keep what it is given there? */
static bool may_keep(const struct census *s, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(s->pt->p, b, call);
	struct fn_id fn = callee.i ? program_sym(s->pt->p, callee)->fn : (struct fn_id){ 0 };

	if (fn.i)
		return sharing_keeps(s->sharing, fn, arg - 1);
	return !callee.i || !points_rows(s->pt, callee);
}

/* Is what was made stored once each time it is made: no way leads from the store back to it that does not make another one? */
static bool is_stored_once(const struct body *b, uint32_t made, uint32_t store)
{
	uint32_t at = block_of_inst(b, store), maker = block_of_inst(b, made);

	return at == maker || !block_leads_to(b, at, at, maker);
}

bool passed_is_sole(const struct census *s, const struct body *b, struct ref r)
{
	uint32_t stores = 0, made = body_inst_of(b, r);

	if (!passed_is_new(s, b, r))
		return false;
	for (uint32_t i = 0; ref_kind(r) == REF_VALUE && i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			if (body_arg(b, in, k).bits != r.bits || in->op == OP_compare || in->op == OP_load ||
			    in->op == OP_field || in->op == OP_index)
				continue;
			if (in->op == OP_store && k == 1)
				stores += is_stored_once(b, made, i) ? 1 : 2;
			else if (in->op == OP_store || in->op == OP_memset || in->op == OP_memcpy)
				continue;
			else if (in->op != OP_call || !k || may_keep(s, b, in, k))
				return false;
		}
	}
	return stores <= 1;
}

static bool variable_is_stable(const struct census *s, struct ref r)
{
	struct sym_id sym = { 0 };
	struct cell c;

	if (ref_kind(r) == REF_SYM)
		sym.i = ref_index(r);
	else if (ref_kind(r) == REF_KONST)
		sym = program_konst(s->pt->p, (struct konst_id){ ref_index(r) })->sym;
	if (!sym.i)
		return false;
	sym = sym_behind_alias(s->pt->p, sym);
	c = points_value(s->pt, s->pt->first_instance[1] ? s->pt->first_instance[1] : 1, r);
	return c.class ? ground_is_stable(s->g, c) : !s->g->unstable_variable[sym.i];
}

enum summary_telling { TELLS_NOTHING, TELLS_ITSELF, TELLS_PARAM };

/* What a caller can say of a value. */
static enum summary_telling tells(const struct census *s, const struct body *b, struct ref r, uint32_t *param)
{
	struct peel x = peel(b, r, PEEL_ADDRESS);
	const struct inst *from;

	if (!x.in && ref_kind(x.r) == REF_VALUE) {
		*param = ref_index(x.r) - 1;
		return TELLS_PARAM;
	}
	if (!x.in)
		return ref_symbol(s->pt->p, x.r, NULL).i ? TELLS_ITSELF : TELLS_NOTHING;
	switch (x.in->op) {
	case OP_alloca:
		return TELLS_ITSELF;
	case OP_call:
		return call_makes(s, b, x.in) ? TELLS_ITSELF : TELLS_NOTHING;
	case OP_phi:
	case OP_select:
		return TELLS_ITSELF; /* perhaps */
	case OP_load: /* of a pointer that never changes */
		from = body_made_by(b, body_arg(b, x.in, 0));
		return variable_is_stable(s, body_arg(b, x.in, 0)) || (from && from->op == OP_alloca) ? TELLS_ITSELF : TELLS_NOTHING;
	default:
		return TELLS_NOTHING;
	}
}

static void see_call(const struct census *s, struct notes *notes, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	uint32_t n;
	const struct target *t = ground_targets(s->g, b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < s->pt->nparams[t[i].fn.i]; k++) {
			uint32_t to = ground_param(s->g, t[i].fn, k), param = 0;
			enum summary_telling says = t[i].kind == SITE_CALL && k + 1 < in->nargs
						    ? tells(s, b, body_arg(b, in, k + 1), &param)
						    : TELLS_NOTHING;
			if (t[i].kind != SITE_CALL && t[i].row && k < 2)
				says = TELLS_ITSELF;
			if (says == TELLS_ITSELF)
				*vec_add(&notes->scratch, &notes->named) = to;
			else if (says == TELLS_PARAM && ground_param(s->g, b->fn, param) != UINT32_MAX)
				*vec_add(&notes->scratch, &notes->down) =
					(struct hand_down){ ground_param(s->g, b->fn, param), to };
		}
}

void passed_see_calls(const struct census *s, struct notes *n, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_call)
			see_call(s, n, b, i);
}

/* ---- functions that return what they have made, by themselves or through others ---- */

static void see_result(const struct census *s, struct notes *n, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(s->pt->p, b, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(s->pt->p, callee)->fn : (struct fn_id){ 0 };

	if (row_makes(s, callee))
		s->makes[b->fn.i] = true;
	else if (fn.i)
		*vec_add(&n->scratch, &n->returns) = (struct hand_down){ fn.i, b->fn.i };
}

static void see_return(const struct census *s, struct notes *n, const struct body *b, struct ref r)
{
	const struct inst *in = peel(b, r, PEEL_CASTS).in, *by;

	for (uint32_t k = 0; in && in->op == OP_phi && k < in->nargs; k++)
		if ((by = body_made_by(b, body_arg(b, in, k))))
			see_result(s, n, b, by);
	if (in)
		see_result(s, n, b, in);
}

void passed_see_returns(const struct census *s, struct notes *n, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_ret)
			see_return(s, n, b, body_arg(b, &b->inst.at[i], 0));
}

/* ---- along the notes of all workers ---- */

typedef VEC(struct hand_down) hand_downs;

/* What is marked marks what it is handed down to. */
static void spread(struct census *s, const hand_downs *down, bool *marked, uint32_t n)
{
	uint32_t *first, *to;
	struct groups g;
	VEC(uint32_t) todo = { 0 };

	groups_begin(&g, n);
	for (uint32_t i = 0; i < down->n; i++)
		groups_add(&g, down->at[i].from, down->at[i].to);
	groups_end(&g, s->scratch, &first, &to);
	for (uint32_t k = 0; k < n; k++)
		if (marked[k])
			*vec_add(s->scratch, &todo) = k;
	for (uint32_t k = 0; k < todo.n; k++)
		for (uint32_t i = first[todo.at[k]]; i < first[todo.at[k] + 1]; i++)
			if (!marked[to[i]]) {
				marked[to[i]] = true;
				*vec_add(s->scratch, &todo) = to[i];
			}
}

void passed_join_returns(struct census *s)
{
	hand_downs all = { 0 };

	for (uint32_t i = 0; i < s->crew->n; i++)
		for (uint32_t k = 0; k < s->notes[i].returns.n; k++)
			*vec_add(s->scratch, &all) = s->notes[i].returns.at[k];
	spread(s, &all, s->makes, s->g->nfns);
}

/* What a thread is started with. */
static void see_starts(struct census *s)
{
	for (uint32_t i = 1; i < s->c->edge.n; i++) {
		const struct edge *e = &s->c->edge.at[i];
		struct fn_id fn = e->root && e->to ? s->c->context.at[e->to].fn : (struct fn_id){ 0 };
		for (uint32_t k = 0; fn.i && e->arg && k < s->pt->nparams[fn.i]; k++)
			s->g->named_param[ground_param(s->g, fn, k)] = true;
	}
}

void passed_join_calls(struct census *s)
{
	hand_downs all = { 0 };

	for (uint32_t i = 0; i < s->crew->n; i++) {
		for (uint32_t k = 0; k < s->notes[i].named.n; k++)
			s->g->named_param[s->notes[i].named.at[k]] = true;
		for (uint32_t k = 0; k < s->notes[i].down.n; k++)
			*vec_add(s->scratch, &all) = s->notes[i].down.at[k];
	}
	see_starts(s);
	spread(s, &all, s->g->named_param, s->g->first_param[s->g->nfns]);
}

void passed_prepare(struct census *s)
{
	struct ground *g = s->g;

	g->first_param = arena_array(s->out, (size_t)g->nfns + 2, sizeof *g->first_param);
	for (uint32_t f = 1; f < g->nfns; f++)
		g->first_param[f + 1] = g->first_param[f] + s->pt->nparams[f];
	g->named_param = arena_array(s->out, (size_t)g->first_param[g->nfns] + 1, sizeof *g->named_param);
	s->makes = arena_array(s->scratch, (size_t)g->nfns + 1, sizeof *s->makes);
}
