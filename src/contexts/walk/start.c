/* Edges, and the threads, tasks and handlers that begin at them. */
#include "contexts/walk/explore.h"

#include <string.h>

bool functions_of(struct explorer *e, uint32_t set, struct sym_id out[SET_MOST], uint32_t *n)
{
	uint32_t nterms;
	const uint32_t *term = set_get(e->terms, set, &nterms);
	bool known = nterms > 0;

	*n = 0;
	for (uint32_t i = 0; i < nterms; i++) {
		struct term k = term_get(e->terms, term[i]);
		if (k.kind == TERM_SYM && program_sym(e->points->p, (struct sym_id){ k.a })->kind == SYM_FUNCTION)
			out[(*n)++] = (struct sym_id){ k.a };
		else if (k.kind != TERM_NULL)
			known = false;
	}
	return known && *n;
}

void edge_add(struct where *w, const struct call *call, uint32_t to, uint32_t site, uint8_t method, const struct operation *op,
	      uint32_t root)
{
	struct explorer *e = w->e;
	uint32_t key[5] = { w->context, call->inst, to, site, root }, id = keys_id(e->scratch, &e->edge_key, &key);
	struct edge *edge;

	if (id >= e->out->edge.n) {
		edge = vec_add(e->out->arena, &e->out->edge);
		*edge = (struct edge){ .context = w->context,
				       .inst = call->inst,
				       .to = to,
				       .site = site,
				       .root = root,
				       .loop = call->loop,
				       .kind = e->points->site.at[site].kind,
				       .method = method };
		if (to && !e->out->context.at[to].from && root == 0 && to != w->context) {
			e->out->context.at[to].from = w->context;
			e->out->context.at[to].inst = call->inst;
		}
	}
	if (!op)
		return;
	edge = &e->out->edge.at[id];
	edge->id = set_union(e->terms, edge->id, operand_value(w, op->id.node ? op->id : op->task));
	edge->queue = set_union(e->terms, edge->queue, operand_value(w, op->queue));
	edge->arg = set_union(e->terms, edge->arg, operand_loaded(w, op->arg));
}

/* The place of the first root of this call. */
static uint32_t *first_of_call(struct explorer *e, const struct root *r, uint32_t site_fn, uint32_t inst)
{
	uint32_t key[6] = { r->kind, r->model, r->fn.i, site_fn, inst, r->runs },
		 id = intern_bytes(&e->names->call, key, sizeof key);

	while (e->names->of_call.n <= id)
		*vec_add(e->out->arena, &e->names->of_call) = 0;
	return &e->names->of_call.at[id];
}


/* A thread that is started by one of its own kind is the same root. So is one that is started in a context that stands for many:
 * nobody knows in which thread, but most often in the one that was seen at this call before; who starts whom is told by edges,
 * not by parents. Its own kind is: the same start function, from the same call, and the same functions to run, where it is given
 * these. */
uint32_t root_make(struct explorer *e, const struct root *r, uint32_t site_fn, uint32_t inst)
{
	uint32_t key[7] = { r->kind, r->model, r->fn.i, r->parent, site_fn, inst, r->runs }, id,
		 *first = first_of_call(e, r, site_fn, inst);
	uint32_t nested = 0;

	for (uint32_t up = r->parent, hops = 0; up && !limit_full(LIMIT_contexts_parents, hops);
	     up = e->out->root.at[up].parent, hops++) {
		uint32_t again[7];
		memcpy(again, intern_get(&e->names->full, up), sizeof again);
		if (again[2] != r->fn.i || again[4] != site_fn || again[5] != inst)
			continue;
		if (again[6] == r->runs || limit_over(LIMIT_contexts_nested, ++nested))
			return up;
	}
	if (!r->parent && *first)
		return *first;
	id = intern_bytes(&e->names->full, key, sizeof key);
	if (id >= e->out->root.n)
		*vec_add(e->out->arena, &e->out->root) = *r;
	if (r->parent && !*first)
		*first = id;
	return id;
}

static uint8_t root_kind_of(uint8_t site_kind)
{
	return site_kind == SITE_SPAWN ? ROOT_THREAD : site_kind == SITE_TASK ? ROOT_TASK : ROOT_HANDLER;
}

bool term_is_in_record(const struct terms *t, uint32_t cell, uint32_t record)
{
	struct term k = term_get(t, cell);

	return record && (cell == record || (k.kind == TERM_FIELD && k.base == record));
}

static void add_run(struct explorer *e, uint32_t set, uint32_t *runs)
{
	struct sym_id given[SET_MOST];
	uint32_t n;

	if (functions_of(e, set, given, &n))
		*runs = *runs ? set_union(e->terms, *runs, set) : set;
}

/* What a thread is given to run: its argument, or the functions in the one record that it leads to; 0: nobody knows. */
static uint32_t runs_of(struct where *w, uint32_t arg)
{
	struct explorer *e = w->e;
	uint32_t runs = 0, record = set_only(e->terms, arg);
	struct term k = term_get(e->terms, record);

	add_run(e, arg, &runs);
	for (uint32_t i = 0; record && !runs && i < w->st->cell.n; i++)
		if (term_is_in_record(e->terms, w->st->cell.at[i].key, record))
			add_run(e, w->st->cell.at[i].set, &runs);
	if (!runs && record && k.kind == TERM_SYM) {
		const struct sym *s = program_sym(e->points->p, (struct sym_id){ k.a });
		for (uint32_t i = s->reloc; i < s->reloc + s->nrelocs && !limit_full(LIMIT_contexts_set, i - s->reloc); i++)
			add_run(e, memory_read_term(w, term_field(e->terms, record, (int64_t)e->points->p->reloc.at[i].offset)), &runs);
	}
	return runs;
}

static void start_one(struct where *w, const struct call *call, const struct operation *op, struct sym_id sym, uint32_t site,
		      uint8_t method)
{
	struct explorer *e = w->e;
	struct root r = { .kind = root_kind_of(e->points->site.at[site].kind), .model = op->row->kind, .fn = sym,
			  .parent = w->group == GROUP_ANY ? 0 : w->group };
	struct entering to = { .fn = program_sym(e->points->p, sym)->fn, .thread = true };
	uint32_t root, context = 0;

	if (!slices_follows(e->points, sym))
		return; /* nothing of it can be seen */
	to.arg[0] = operand_loaded(w, op->arg);
	r.runs = to.runs = runs_of(w, to.arg[0]);
	root = root_make(e, &r, w->slice->fn.i, call->inst);
	to.group = root;
	to.arg[1] = operand_loaded(w, op->arg2);
	to.arg[2] = operand_loaded(w, op->arg3);
	context = context_enter(e, w, &to);
	memory_publish(w, to.arg[0]);
	memory_publish(w, to.arg[1]);
	memory_publish(w, to.arg[2]);
	if (!e->out->root.at[root].context)
		e->out->root.at[root].context = context;
	edge_add(w, call, context, site, method, op, root);
	if (!e->out->root.at[root].edge)
		e->out->root.at[root].edge = e->out->edge.n - 1;
}

static uint32_t site_of(struct explorer *e, const struct where *w, const struct call *call, const struct model_row *row)
{
	uint32_t n;
	const struct site *site = points_sites(e->points, w->slice->fn, call->inst, &n);

	for (uint32_t i = 0; i < n; i++)
		if (site[i].row == row)
			return (uint32_t)(site + i - e->points->site.at);
	return 0;
}

void start_store_id(struct where *w, const struct call *call, const struct operation *op)
{
	struct terms *t = w->e->terms;
	uint32_t thread = term_make(t, &(struct term){ .kind = TERM_THREAD, .a = w->slice->fn.i, .b = call->inst });

	w->cell = op->ncells ? w->slice->cell.at + op->cell : NULL;
	w->ncells = op->ncells;
	if (op->id.node && !op->id.value)
		memory_store(w, node_value(w, op->id.node), set_of(t, thread), false);
	else if (event_is_result(&op->row->id) && call->reg)
		reg_set(w, call->reg - 1, set_of(t, thread));
}

void start_thread(struct where *w, const struct call *call, const struct operation *op)
{
	struct explorer *e = w->e;
	uint32_t site = site_of(e, w, call, op->row), n;
	struct sym_id sym[SET_MOST];

	if (site && functions_of(e, operand_loaded(w, op->fn), sym, &n)) {
		for (uint32_t i = 0; i < n; i++)
			start_one(w, call, op, sym[i], site,
				  e->points->site.at[site].method == METHOD_DIRECT ? METHOD_DIRECT : METHOD_CONTEXT);
	} else if (site) {
		const struct site *s = &e->points->site.at[site];
		for (uint32_t i = 0; i < s->ntargets; i++)
			start_one(w, call, op, e->points->target.at[s->target + i], site, s->method);
	}
	if (event_is(op->row, EVENT_SPAWN))
		start_store_id(w, call, op);
}
