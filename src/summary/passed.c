/* Which parameters some caller can say more about: he passes an object that has a name, or that he has just made, or his own parameter of that
 * kind. About the object behind any other parameter nobody knows more than that it is in its cell of points; its accesses need not
 * travel up to the callers. Found by looking at the arguments of all calls, then along the calls downwards. */
#include "summary/ground.h"

enum { DEEPEST = 32 };

/* The parameter `to` is one more if `from` is. */
struct hand_down {
	uint32_t from, to;
};

struct passing {
	struct arena *scratch;
	struct ground *g;
	const struct points *pt;
	const struct program *p;
	bool *makes;             /* by function: what it returns is new */
	VEC(struct hand_down) down;
};

uint32_t ground_param(const struct ground *g, struct fn_id fn, uint32_t k)
{
	return g->first_param[fn.i] + k < g->first_param[fn.i + 1] ? g->first_param[fn.i] + k : UINT32_MAX;
}

static bool row_makes(const struct passing *w, struct sym_id callee)
{
	for (const struct model_row *row = points_rows(w->pt, callee); row; row = row->next)
		if (row->verb == MODEL_ALLOC || row->verb == MODEL_REALLOC)
			return true;
	return false;
}

static bool call_makes(const struct passing *w, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(w->p, b, in);
	struct fn_id fn = callee.i ? program_sym(w->p, callee)->fn : (struct fn_id){ 0 };

	return callee.i && (row_makes(w, callee) || (fn.i && w->makes[fn.i]));
}

static bool variable_is_stable(const struct passing *w, struct ref r)
{
	struct sym_id sym = { 0 };
	struct cell c;

	if (ref_kind(r) == REF_SYM)
		sym.i = ref_index(r);
	else if (ref_kind(r) == REF_KONST)
		sym = program_konst(w->p, (struct konst_id){ ref_index(r) })->sym;
	if (!sym.i)
		return false;
	sym = sym_behind_alias(w->p, sym);
	c = points_value(w->pt, w->pt->first_instance[1] ? w->pt->first_instance[1] : 1, r);
	return c.class ? ground_is_stable(w->g, c) : !w->g->unstable_variable[sym.i];
}

enum telling { TELLS_NOTHING, TELLS_ITSELF, TELLS_PARAM };

/* What a caller can say of a value. */
static enum telling tells(const struct passing *w, const struct body *b, struct ref r, uint32_t *param)
{
	for (uint32_t depth = 0; depth < DEEPEST; depth++) {
		const struct inst *in;
		if (ref_kind(r) == REF_SYM)
			return TELLS_ITSELF;
		if (ref_kind(r) == REF_KONST)
			return program_konst(w->p, (struct konst_id){ ref_index(r) })->kind == KONST_ADDR ? TELLS_ITSELF : TELLS_NOTHING;
		if (ref_kind(r) != REF_VALUE)
			return TELLS_NOTHING;
		if (body_inst(b, ref_index(r)) == UINT32_MAX) {
			*param = ref_index(r) - 1;
			return TELLS_PARAM;
		}
		in = &b->inst.at[body_inst(b, ref_index(r))];
		switch (in->op) {
		case OP_alloca:
			return TELLS_ITSELF;
		case OP_call:
			return call_makes(w, b, in) ? TELLS_ITSELF : TELLS_NOTHING;
		case OP_phi:
		case OP_select:
			return TELLS_ITSELF; /* perhaps */
		case OP_load: /* of a pointer that never changes */
			if (variable_is_stable(w, body_arg(b, in, 0)))
				return TELLS_ITSELF;
			r = body_arg(b, in, 0);
			if (ref_kind(r) != REF_VALUE || body_inst(b, ref_index(r)) == UINT32_MAX || b->inst.at[body_inst(b, ref_index(r))].op != OP_alloca)
				return TELLS_NOTHING;
			return TELLS_ITSELF;
		case OP_field:
		case OP_index:
		case OP_cast:
		case OP_copy:
			r = body_arg(b, in, 0);
			break;
		default:
			return TELLS_NOTHING;
		}
	}
	return TELLS_NOTHING;
}

static void look_at_call(struct passing *w, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	uint32_t n;
	const struct target *t = ground_targets(w->g, b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < w->pt->nparams[t[i].fn.i]; k++) {
			uint32_t to = ground_param(w->g, t[i].fn, k), param = 0;
			enum telling says = t[i].kind == SITE_CALL && k + 1 < in->nargs ? tells(w, b, body_arg(b, in, k + 1), &param) : TELLS_NOTHING;
			if (t[i].kind != SITE_CALL && t[i].row && k < 2)
				says = TELLS_ITSELF;
			if (says == TELLS_ITSELF)
				w->g->named_param[to] = true;
			else if (says == TELLS_PARAM && ground_param(w->g, b->fn, param) != UINT32_MAX)
				*vec_add(w->scratch, &w->down) = (struct hand_down){ ground_param(w->g, b->fn, param), to };
		}
}

/* Functions that return what they have made, by themselves or through others: callees first, so once is enough but for recursion. */
static void look_at_returns(struct passing *w, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct ref r = body_arg(b, &b->inst.at[i], 0);
		const struct inst *in;
		if (b->inst.at[i].op != OP_ret)
			continue;
		for (uint32_t depth = 0; depth < DEEPEST && ref_kind(r) == REF_VALUE && body_inst(b, ref_index(r)) != UINT32_MAX; depth++) {
			in = &b->inst.at[body_inst(b, ref_index(r))];
			for (uint32_t k = 0; in->op == OP_phi && k < in->nargs; k++) {
				struct ref one = body_arg(b, in, k);
				uint32_t by = ref_kind(one) == REF_VALUE ? body_inst(b, ref_index(one)) : UINT32_MAX;
				w->makes[b->fn.i] |= by != UINT32_MAX && b->inst.at[by].op == OP_call && call_makes(w, b, &b->inst.at[by]);
			}
			w->makes[b->fn.i] |= in->op == OP_call && call_makes(w, b, in);
			if (in->op != OP_cast && in->op != OP_copy)
				break;
			r = body_arg(b, in, 0);
		}
	}
}

static void each_body(struct passing *w, void (*look)(struct passing *, const struct body *))
{
	for (uint32_t c = 0; c < w->g->scc.n; c++)
		for (uint32_t i = w->g->scc.first[c]; i < w->g->scc.first[c + 1]; i++) {
			struct arena bodies;
			struct body b = { 0 };
			if (!w->g->scc.node[i] || !w->g->reached[w->g->scc.node[i]])
				continue;
			arena_init(&bodies, "summary.body");
			body_get(&bodies, w->p, (struct fn_id){ w->g->scc.node[i] }, &b);
			look(w, &b);
			arena_release(&bodies);
		}
}

static void look_at_calls(struct passing *w, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_call)
			look_at_call(w, b, i);
}

/* Along hand_down, by a list of what each parameter gives on to. */
static void spread(struct passing *w)
{
	uint32_t n = w->g->first_param[w->g->nfns], *first = arena_array(w->scratch, (size_t)n + 2, sizeof *first), *to, *fill;
	VEC(uint32_t) todo = { 0 };

	for (uint32_t i = 0; i < w->down.n; i++)
		first[w->down.at[i].from + 1]++;
	for (uint32_t k = 0; k < n; k++)
		first[k + 1] += first[k];
	to = arena_array(w->scratch, (size_t)w->down.n + 1, sizeof *to);
	fill = arena_array(w->scratch, (size_t)n + 1, sizeof *fill);
	for (uint32_t i = 0; i < w->down.n; i++)
		to[first[w->down.at[i].from] + fill[w->down.at[i].from]++] = w->down.at[i].to;
	for (uint32_t k = 0; k < n; k++)
		if (w->g->named_param[k])
			*vec_add(w->scratch, &todo) = k;
	for (uint32_t k = 0; k < todo.n; k++)
		for (uint32_t i = first[todo.at[k]]; i < first[todo.at[k] + 1]; i++)
			if (!w->g->named_param[to[i]]) {
				w->g->named_param[to[i]] = true;
				*vec_add(w->scratch, &todo) = to[i];
			}
}

/* What a thread is started with. */
static void look_at_starts(struct passing *w, const struct contexts *c)
{
	for (uint32_t i = 1; i < c->edge.n; i++) {
		const struct edge *e = &c->edge.at[i];
		struct fn_id fn = e->root && e->to ? c->context.at[e->to].fn : (struct fn_id){ 0 };
		for (uint32_t k = 0; fn.i && e->arg && k < w->pt->nparams[fn.i]; k++)
			w->g->named_param[ground_param(w->g, fn, k)] = true;
	}
}

void passed_find(struct arena *out, struct arena *scratch, struct ground *g, const struct contexts *c)
{
	const struct points *pt = c->points;
	struct passing w = { .scratch = scratch, .g = g, .pt = pt, .p = pt->p };

	g->first_param = arena_array(out, (size_t)g->nfns + 2, sizeof *g->first_param);
	for (uint32_t f = 1; f < g->nfns; f++)
		g->first_param[f + 1] = g->first_param[f] + pt->nparams[f];
	g->named_param = arena_array(out, (size_t)g->first_param[g->nfns] + 1, sizeof *g->named_param);
	w.makes = arena_array(scratch, (size_t)g->nfns + 1, sizeof *w.makes);
	each_body(&w, look_at_returns);
	each_body(&w, look_at_calls);
	look_at_starts(&w, c);
	spread(&w);
}
