#include "sharing/distinct/distinct.h"

#include <stdlib.h>

#include "base/recogniser.h"
#include "code/address.h"
#include "sharing/classes.h"
#include "sharing/local/local.h"
#include "sharing/summary.h"

enum { WRAPPERS_MOST = 3, CALLS_MOST = 8 }; /* sizes of arrays: the most that limits.def allows */

/* A function on the way from the one that makes the argument to the spawn: it hands on what it was given. */
struct wrapper {
	uint32_t context, inst; /* the spawn, or the call of the next wrapper */
};

/* A thread class whose instances can be told apart, and the contexts it runs. */
struct sharing_kind {
	struct sharing *s;
	struct arena *arena;
	uint32_t thread;
	const uint32_t *group;	/* by thread: the first one that the same call starts; NULL: this one alone is meant */
	struct creator creator; /* of the function that makes the argument, */
	uint32_t where;		/* in this context, the first one if there are several, */
	uint32_t spawn;		/* which spawns by this instruction, or calls the outermost wrapper */
	struct wrapper wrapper[WRAPPERS_MOST]; /* innermost first */
	uint32_t nwrappers;
	bool several; /* contexts that spawn, or call a wrapper */
	bool kept;    /* a block that its maker may use when it was handed on */
	struct form argument;
	struct form **param; /* by context: forms of its parameters, or NULL: not seen */
	VEC(uint32_t) queue;
	VEC(uint32_t) start; /* edges that start these threads */
};

/* ---- members of the argument's object ---- */

static bool same_element(const struct form *a, const struct form *b)
{
	return a->base == b->base && a->stride == b->stride && a->start == b->start && a->inside == b->inside && !a->inner &&
	       !b->inner && !a->span && !b->span;
}

/* The store that writes a cell; or, where the object is copied as a whole from a variable on the stack, the one that
 * writes that member of the variable before. UINT32_MAX: there is no such one, or more than one. */
static uint32_t find_writer(const struct sharing_kind *x, struct cell cell, const struct form *at, uint32_t *copy)
{
	const struct creator *c = &x->creator;
	const struct stores *st = stores_get(x->s, cell);
	const struct bulk *k = &x->s->bulk[cell.class];
	struct form to, from;

	*copy = UINT32_MAX;
	if (st)
		return st->n == 1 && !k->n && st->fn.i == c->b.fn.i && c->b.inst.at[st->inst].op == OP_store ? st->inst
													     : UINT32_MAX;
	if (k->n != 1 || k->fn.i != c->b.fn.i)
		return UINT32_MAX;
	*copy = k->inst;
	to = creator_form(c, k->inst, body_arg(&c->b, &c->b.inst.at[k->inst], 0));
	from = creator_form(c, k->inst, body_arg(&c->b, &c->b.inst.at[k->inst], 1));
	for (uint32_t i = k->inst; from.kind == FORM_UNIFORM && from.base && i-- > c->b.block.at[c->block_of[k->inst]].inst;) {
		struct form f = creator_form(c, i, body_arg(&c->b, &c->b.inst.at[i], 0));
		if (c->b.inst.at[i].op == OP_store && f.kind == FORM_UNIFORM && f.base == from.base &&
		    f.inside - from.inside == at->inside - to.inside)
			return i;
	}
	return UINT32_MAX;
}

/* In the round that spawns, or in a loop of its own before. */
static bool is_before_spawn(const struct sharing_kind *x, uint32_t inst, uint32_t phi)
{
	const struct creator *c = &x->creator;

	if (phi == x->argument.phi)
		return creator_before(c, inst, x->spawn);
	return phi && creator_before(c, body_inst(&c->b, phi), x->spawn) && !creator_before(c, x->spawn, inst);
}

/* What a member of the argument holds: stored by one instruction of the program, in the creator, for each element, before the
 * spawn. */
static struct form member_form(const struct sharing_kind *x, struct fn_id fn, struct ref address, const struct form *at)
{
	const struct creator *c = &x->creator;
	uint32_t writer, copy;
	struct cell cell;
	struct form into, value;

	if (!form_cell(x->s, fn, address, &cell))
		return (struct form){ 0 };
	writer = find_writer(x, cell, at, &copy);
	if (writer == UINT32_MAX)
		return (struct form){ 0 };
	value = creator_form(c, writer, body_arg(&c->b, &c->b.inst.at[writer], 1));
	writer = copy == UINT32_MAX ? writer : copy;
	into = creator_form(c, writer, body_arg(&c->b, &c->b.inst.at[writer], 0));
	if (copy != UINT32_MAX)
		into.inside = at->inside;
	if (into.kind != FORM_ADDRESS || !same_element(&into, at) || !is_before_spawn(x, writer, into.phi))
		return (struct form){ 0 };
	if ((value.kind == FORM_INT || value.kind == FORM_ADDRESS) && value.phi != into.phi)
		return (struct form){ 0 };
	return value;
}

/* ---- a context of the thread ---- */

static struct form load_form(const struct sharing_kind *x, const struct body *b, const struct form *form, const struct inst *in)
{
	struct ref address = body_arg(b, in, 0);
	struct form at = form_of(x->s, b, form, address);

	if (at.kind == FORM_ADDRESS) {
		struct form f = member_form(x, b->fn, address, &at);
		return f.kind ? f : form_content(x->s, b->fn, address, &at);
	}
	return at.kind == FORM_UNIFORM && at.base ? form_constant(x->s, b->fn, address) : (struct form){ 0 };
}

bool touches_argument(const struct sharing *s, struct sym_id callee)
{
	return s->points->row[callee.i] ? events_access(s->points->row[callee.i]) : !program_sym(s->p, callee)->fn.i;
}

static int64_t constant_bytes(const struct sharing *s, struct ref len)
{
	const struct konst *k = program_konst_of(s->p, len);

	return k && k->kind == KONST_INT && k->lo < STRIDE_FREE ? (int64_t)k->lo : 0;
}

/* What the rows say that a call does to this argument; 0: not how much. */
static int64_t row_bytes(const struct sharing *s, const struct body *b, const struct inst *call, struct ref address)
{
	int64_t most = 0;

	for (const struct model_row *r = s->points->row[body_callee(s->p, b, call).i]; r; r = r->next) {
		int64_t bytes = (int64_t)event_bytes(s->p, b, call, r);
		bool from = event_argument(b, call, &r->from).bits == address.bits;
		if (!event_accesses(r) || (!from && event_argument(b, call, &r->on).bits != address.bits))
			continue;
		if (!bytes || !event_object(b, call, &r->on).bits || r->on.rest)
			return 0;
		most = bytes > most ? bytes : most;
	}
	return most;
}

/* Bytes that an access may touch; 0: not known. Calls that do nothing with it ask about the thing that is named. */
static int64_t access_bytes(const struct sharing *s, const struct body *b, const struct inst *in, struct ref address)
{
	struct sym_id callee = in->op == OP_call ? body_callee(s->p, b, in) : (struct sym_id){ 0 };

	if (in->op == OP_memcpy || in->op == OP_memset)
		return constant_bytes(s, body_arg(b, in, 2));
	if (callee.i && ref_kind(address) == REF_VALUE && !touches_argument(s, callee))
		return 1;
	if (callee.i && s->points->row[callee.i])
		return row_bytes(s, b, in, address);
	if (in->op == OP_call || in->op == OP_asm || in->op == OP_asm_goto || !in->type.i)
		return 0;
	return (int64_t)((program_type(s->p, type_strip(s->p, in->type))->size + 7) / 8);
}

static bool is_inside(const struct form *f, int64_t bytes)
{
	int64_t stride = f->stride < 0 ? -f->stride : f->stride;

	if (stride == STRIDE_FREE)
		return true;
	return bytes && f->inside >= 0 && f->inside + f->span + (f->inner ? 0 : bytes) <= stride;
}

/* slot[2 * i + 1] lies in the same two slots as slot[2 * i]: what fits into the stride that begins at a multiple of it is counted
 * from there. */
static int64_t window(const struct form *f, int64_t bytes)
{
	int64_t behind = f->stride > 0 && f->stride != STRIDE_FREE && f->start > 0 && !f->inner ? f->start % f->stride : 0;

	return behind + f->inside + bytes <= f->stride ? f->start - behind : f->start;
}

/* Of blocks it does not matter which of those that the thread alone has it is. */
static uint64_t family(const struct form *f)
{
	return f->stride != STRIDE_FREE || f->base >> 60 == 1 ? f->base : FORM_MADE;
}

static void keep_access(struct sharing_kind *x, uint32_t context, const struct body *b, const struct form *form, uint32_t inst)
{
	struct sharing *s = x->s;
	const struct inst *in = &b->inst.at[inst];
	uint32_t first, n;

	local_addresses(in, &first, &n);
	for (uint32_t k = first; k < first + n; k++) {
		struct ref r = body_arg(b, in, k);
		struct form f = form_of(s, b, form, r);
		struct formula key = { family(&f), f.stride, window(&f, access_bytes(s, b, in, r)), x->thread, x->creator.b.fn.i,
				       x->spawn,   x->kept };
		if (f.kind == FORM_ADDRESS && is_inside(&f, access_bytes(s, b, in, r)))
			*vec_add(s->arena, &s->indexed) =
			    (struct indexed){ context, inst, r, intern_bytes(&s->formula, &key, sizeof key) };
	}
}

/* What a call passes to a context of this class: where two calls differ, nothing is known. */
static void pass(struct sharing_kind *x, uint32_t to, const struct form *form, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct form *known = x->param[to];
	bool first = !known, changed = first;

	if (!known)
		known = x->param[to] = arena_array(x->arena, limit(LIMIT_sharing_parameters), sizeof *known);
	for (uint32_t k = 0; k < limit(LIMIT_sharing_parameters); k++) {
		struct form f = k + 1 < in->nargs ? form_of(x->s, b, form, body_arg(b, in, k + 1)) : (struct form){ 0 };
		f = first ? f : form_join(&known[k], &f);
		changed |= !form_same(&known[k], &f);
		known[k] = f;
	}
	if (changed)
		*vec_add(x->arena, &x->queue) = to;
}

static bool is_of_this_class(const struct sharing_kind *x, uint32_t context)
{
	uint32_t n;
	const uint32_t *t = threads_of_context(x->s->threads, context, &n);

	for (uint32_t k = 0; k < n; k++)
		if ((x->group ? x->group[t[k]] : t[k]) != x->thread)
			return false;
	return n != 0;
}

/* True: it is another one than before, which can only be less known. What is made of something that no way has led to yet is
 * so, too. */
static bool step_form(const struct sharing_kind *x, const struct body *b, struct form *form, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct form *to = &form[body_value(b, inst)], f = { .kind = FORM_UNSEEN }, old = *to;
	bool joins = in->op == OP_phi || in->op == OP_select;

	for (uint32_t k = 0; k < in->nargs; k++) {
		struct form g = form_of(x->s, b, form, body_arg(b, in, k));
		if (joins && (in->op == OP_phi || k))
			f = form_join(&f, &g);
		else if (!joins && g.kind == FORM_UNSEEN)
			return false;
	}
	if (!joins)
		f = in->op == OP_load ? load_form(x, b, form, in) : form_step(x->s, b, form, inst);
	f = form_join(&old, &f);
	if (!body_value(b, inst) || form_same(&old, &f))
		return false;
	*to = f;
	return true;
}

static struct form *context_forms(struct sharing_kind *x, struct arena *a, uint32_t context, struct body *b)
{
	struct form *form;
	struct cfg cfg;

	body_get(a, x->s->p, x->s->contexts->context.at[context].fn, b);
	cfg_build(a, b, &cfg);
	form = arena_array(a, b->param.n + b->inst.n + 1, sizeof *form);
	for (uint32_t k = 0; k < b->param.n && !limit_full(LIMIT_sharing_parameters, k); k++)
		form[1 + k] = x->param[context][k];
	for (uint32_t v = b->param.n + 1; v <= b->param.n + b->inst.n; v++)
		form[v].kind = FORM_UNSEEN;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < cfg.nreached; k++) {
			const struct block *block = &b->block.at[cfg.order[k]];
			for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++)
				changed |= step_form(x, b, form, i);
		}
	}
	for (uint32_t v = b->param.n + 1; v <= b->param.n + b->inst.n; v++)
		if (form[v].kind == FORM_UNSEEN)
			form[v] = (struct form){ 0 };
	return form;
}

static void run_context(struct sharing_kind *x, uint32_t context, bool keep)
{
	const struct context *c = &x->s->contexts->context.at[context];
	struct arena scratch;
	struct body b = { 0 };
	struct form *form;

	arena_init(&scratch, "sharing.distinct");
	form = context_forms(x, &scratch, context, &b);
	for (uint32_t i = 0; keep && i < b.inst.n; i++)
		keep_access(x, context, &b, form, i);
	for (uint32_t e = c->edge; !keep && e < c->edge + c->nedges; e++) {
		const struct edge *edge = &x->s->contexts->edge.at[e];
		if (edge->kind == SITE_CALL && edge->to && is_of_this_class(x, edge->to))
			pass(x, edge->to, form, &b, edge->inst);
	}
	arena_release(&scratch);
}

static bool has_form(const struct form *param)
{
	for (uint32_t k = 0; k < limit(LIMIT_sharing_parameters); k++)
		if (param[k].kind == FORM_INT || param[k].kind == FORM_ADDRESS)
			return true;
	return false;
}

/* ---- thread classes ---- */

/* The edge of the only call that leads to a context, in whatever contexts of its function; NULL: there are several. */
static const struct edge *only_call(struct sharing_kind *x, uint32_t context)
{
	const struct sharing *s = x->s;
	const struct contexts *c = s->contexts;
	const struct edge *found = NULL;

	for (uint32_t k = s->contexts->first_into[context]; k < s->contexts->first_into[context + 1]; k++) {
		const struct edge *e = &c->edge.at[s->contexts->into[k]];
		if (e->kind != SITE_CALL)
			return NULL;
		if (found && (e->inst != found->inst || c->context.at[e->context].fn.i != c->context.at[found->context].fn.i))
			return NULL;
		x->several |= found != NULL;
		found = found ? found : e;
	}
	return found;
}

/* A block that the function makes, outside of any loop: another one each time the function runs. */
static bool is_made_here(const struct creator *c, uint32_t spawn, uint32_t value)
{
	uint32_t inst = body_inst(&c->b, value);

	return inst != UINT32_MAX && c->b.inst.at[inst].op == OP_call && creator_makes(c, inst) && !c->cycle[c->block_of[spawn]];
}

/* What a call passes as argument number `k`, from 1: a block that was made for it? */
static struct form passed_block(const struct sharing_kind *x, struct creator *c, const struct edge *call, uint32_t k)
{
	struct form f;
	uint32_t value;

	creator_build(c, x->arena, x->s, x->s->contexts->context.at[call->context].fn);
	if (k >= c->b.inst.at[call->inst].nargs)
		return (struct form){ 0 };
	f = creator_form(c, call->inst, body_arg(&c->b, &c->b.inst.at[call->inst], k));
	value = f.base & 0xfffffff;
	if (f.kind == FORM_UNIFORM && f.base >> 62 == 2 && !f.loaded && !f.inside && value > c->b.param.n &&
	    is_made_here(c, call->inst, value))
		return creator_made(c, body_inst(&c->b, value));
	return f.kind == FORM_ADDRESS && f.stride == STRIDE_FREE && !f.phi && !f.inside && !f.inner ? f : (struct form){ 0 };
}

/* A call of a wrapper, and the block that it passes. */
struct passing {
	uint64_t base;
	uint32_t fn, inst;
};

/* Adds the calls that lead to a context. False: one passes no block of its own, or one block goes to two threads. */
static bool add_passing(struct sharing_kind *x, uint32_t context, uint32_t k, struct passing *call, uint32_t *n)
{
	const struct sharing *s = x->s;
	struct creator c;

	for (uint32_t i = s->contexts->first_into[context]; i < s->contexts->first_into[context + 1]; i++) {
		const struct edge *e = &s->contexts->edge.at[s->contexts->into[i]];
		struct form f = e->kind == SITE_CALL ? passed_block(x, &c, e, k) : (struct form){ 0 };
		struct passing p = { f.base, s->contexts->context.at[e->context].fn.i, e->inst };
		if (f.kind == FORM_NONE || limit_full(LIMIT_sharing_calls, *n))
			return false;
		for (uint32_t j = 0; j < *n; j++)
			if (call[j].base == p.base && (call[j].fn != p.fn || call[j].inst != p.inst))
				return false;
		call[(*n)++] = p;
	}
	return true;
}

/* Several calls of a wrapper, each with a block of its own: whichever it is, no other thread gets it. */
static bool find_blocks(struct sharing_kind *x, uint32_t k)
{
	struct passing call[CALLS_MOST];
	uint32_t n = 0;

	if (!x->group && !add_passing(x, x->where, k, call, &n))
		return false;
	for (uint32_t i = 0; i < (x->group ? x->start.n : 0); i++) {
		uint32_t context = x->s->contexts->edge.at[x->start.at[i]].context;
		bool seen = false;
		for (uint32_t j = 0; j < i; j++)
			seen |= x->s->contexts->edge.at[x->start.at[j]].context == context;
		if (!seen && !add_passing(x, context, k, call, &n))
			return false;
	}
	if (!n)
		return false;
	x->kept = true;
	x->argument = (struct form){ .kind = FORM_ADDRESS,
				     .base = (uint64_t)3 << 62 | (uint64_t)x->creator.b.fn.i << 28 | 0xfffffff,
				     .stride = STRIDE_FREE };
	return true;
}

/* From the spawn up to the function that knows how its argument differs; wrappers on the way run it once. */
static bool find_argument(struct sharing_kind *x, struct ref base)
{
	struct creator *c = &x->creator;
	int64_t inside = 0;

	for (;;) {
		struct form f = creator_form(c, x->spawn, base);
		uint32_t value = f.base & 0xfffffff;
		const struct edge *call;
		if (f.kind == FORM_UNIFORM && f.base >> 62 == 2 && !f.loaded && value > c->b.param.n &&
		    is_made_here(c, x->spawn, value)) {
			inside += f.inside;
			x->kept = true;
			f = creator_made(c, body_inst(&c->b, value));
		}
		x->argument = f;
		x->argument.inside += inside;
		if (f.kind == FORM_INT || f.kind == FORM_ADDRESS)
			return !inside || f.kind == FORM_ADDRESS;
		if (f.kind != FORM_UNIFORM || f.base >> 62 != 2 || f.loaded || value > c->b.param.n ||
		    c->cycle[c->block_of[x->spawn]] || limit_full(LIMIT_sharing_wrappers, x->nwrappers))
			return false;
		call = x->group ? NULL : only_call(x, x->where);
		if (!call && !inside && !f.inside)
			return find_blocks(x, value);
		if (!call || limit_full(LIMIT_sharing_parameters, value))
			return false;
		x->wrapper[x->nwrappers++] = (struct wrapper){ x->where, x->spawn };
		inside += f.inside;
		x->where = call->context;
		x->spawn = call->inst;
		creator_build(c, x->arena, x->s, x->s->contexts->context.at[call->context].fn);
		base = value < c->b.inst.at[call->inst].nargs ? body_arg(&c->b, &c->b.inst.at[call->inst], value)
							      : ref_make(REF_NONE, 0);
	}
}

/* Are these threads all started by the call of this edge? */
static bool is_started_here(struct sharing_kind *x, const struct edge *e)
{
	const struct sharing *s = x->s;
	uint32_t all = 0;

	for (uint32_t t = x->thread; t < (x->group ? s->threads->thread.n : x->thread + 1); t++) {
		uint32_t n;
		const uint32_t *edge = threads_edges(s->threads, t, &n);
		if (x->group && x->group[t] != x->thread)
			continue;
		for (uint32_t k = 0; k < n; k++, all++) {
			const struct edge *other = &s->contexts->edge.at[edge[k]];
			if (!other->to || other->inst != e->inst || other->site != e->site || !is_of_this_class(x, other->to))
				return false;
			*vec_add(x->arena, &x->start) = edge[k];
		}
	}
	x->several = all > 1;
	return true;
}

/* Are all of these threads over whenever the function that numbers them is entered in this context, which one thread runs? */
static bool begins_alone(const struct sharing_kind *x, uint32_t context)
{
	const struct sharing *s = x->s;
	uint32_t creator = s->threads->thread.at[x->thread].creator, n;
	const uint32_t *runs = threads_of_context(s->threads, context, &n);

	if (n != 1 || runs[0] != creator || s->threads->thread.at[creator].multiplicity != THREAD_ONE)
		return false;
	for (uint32_t t = x->thread; t < (x->group ? s->threads->thread.n : x->thread + 1); t++)
		if ((!x->group || x->group[t] == x->thread) &&
		    threads_may_run(s->threads, (struct spot){ creator, context, 0 }, t))
			return false;
	return true;
}

/* Where the threads are numbered: in these contexts, the first one being the first. */
static uint32_t numbering_context(const struct sharing_kind *x, uint32_t k)
{
	return x->nwrappers || !k ? x->where : x->s->contexts->edge.at[x->start.at[k]].context;
}
static uint32_t numbering_contexts(const struct sharing_kind *x)
{
	return x->nwrappers ? 1 : x->start.n;
}

/* Is a number passed to one of the threads that are there at a time? It is if the calls are made once, or if the threads of one
 * round of them are over before the next one begins. */
static bool is_passed_once(const struct sharing_kind *x)
{
	const struct sharing *s = x->s;
	const struct thread *t = &s->threads->thread.at[x->thread];

	if (!t->creator || s->threads->thread.at[t->creator].multiplicity != THREAD_ONE)
		return false;
	if (!x->several && s->contexts->context.at[x->where].once)
		return true;
	for (uint32_t k = 0; k < numbering_contexts(x); k++)
		if (!begins_alone(x, numbering_context(x, k)))
			return false;
	return !x->nwrappers || !x->several;
}

/* One call in the program starts these threads; and a numbered one is passed once. */
static bool find_spawn(struct sharing_kind *x)
{
	const struct contexts *c = x->s->contexts;
	const struct thread *t = &x->s->threads->thread.at[x->thread];
	const struct root *r = &c->root.at[t->root];
	uint32_t n;
	const uint32_t *edge = threads_edges(x->s->threads, x->thread, &n);
	const struct edge *e = n ? &c->edge.at[edge[0]] : NULL;
	struct place at;

	if ((r->kind != ROOT_THREAD && r->kind != ROOT_TASK) || !e || !x->s->points->site.at[e->site].row ||
	    !is_started_here(x, e))
		return false;
	x->kept = x->group != NULL;
	x->where = e->context;
	x->spawn = e->inst;
	creator_build(&x->creator, x->arena, x->s, c->context.at[e->context].fn);
	at = event_place(x->s->p, x->s->points->models, &x->creator.b, e->inst, &x->s->points->site.at[e->site].row->arg);
	if (!at.known || !at.value || at.loads || at.name || at.result || !find_argument(x, at.base))
		return false;
	return !x->argument.phi || is_passed_once(x);
}

/* The creator, in the round that spawns and before it does: it has the element that no thread has yet. */
static void keep_creator(struct sharing_kind *x, uint32_t context)
{
	const struct creator *c = &x->creator;

	for (uint32_t i = 0; x->argument.phi && i < c->b.inst.n; i++) {
		uint32_t first, n;
		local_addresses(&c->b.inst.at[i], &first, &n);
		for (uint32_t k = first; k < first + n; k++) {
			struct form f = creator_form(c, i, body_arg(&c->b, &c->b.inst.at[i], k));
			if (f.kind == FORM_ADDRESS && f.phi == x->argument.phi && creator_before(c, i, x->spawn)) {
				keep_access(x, context, &c->b, c->form, i);
				break;
			}
		}
	}
}

/* The address that a join reads its handle from; none: it is not read right there. */
static struct ref handle_of(const struct sharing_kind *x, const struct event *e)
{
	const struct body *b = &x->creator.b;
	struct place at = event_place(x->s->p, x->s->points->models, b, e->inst, &e->row->on);
	uint32_t i = at.known && at.value && !at.loads ? body_inst_of(b, at.base) : UINT32_MAX;

	return i != UINT32_MAX && b->inst.at[i].op == OP_load ? body_arg(b, &b->inst.at[i], 0) : ref_make(REF_NONE, 0);
}

/* Behind a join of the thread with the same number, in the same round: that element is nobody else's any more. */
static void keep_behind(struct sharing_kind *x, uint32_t context, uint32_t join, uint32_t phi)
{
	const struct creator *c = &x->creator;

	for (uint32_t i = 0; i < c->b.inst.n; i++) {
		uint32_t first, n;
		bool found = false;
		local_addresses(&c->b.inst.at[i], &first, &n);
		for (uint32_t k = first; k < first + n; k++) {
			struct form f = form_of(x->s, &c->b, c->form, body_arg(&c->b, &c->b.inst.at[i], k));
			found |= f.kind == FORM_ADDRESS && f.phi == phi;
		}
		if (found && i != join && c->cfg.position[c->block_of[i]] && creator_before(c, join, i))
			keep_access(x, context, &c->b, c->form, i);
	}
}

/* Where the spawn puts the handle, in words of the creator: a wrapper puts it into the record that it hands to the thread. */
static bool find_id(const struct sharing_kind *x, struct form *id)
{
	const struct contexts *all = x->s->contexts;
	const struct edge *e = &all->edge.at[all->root.at[x->s->threads->thread.at[x->thread].root].edge];
	const struct model_row *row = x->s->points->site.at[e->site].row;
	struct body inner = x->creator.b;
	struct place at, arg;
	struct address there, given;

	if (x->nwrappers)
		body_get(x->arena, x->s->p, all->context.at[x->wrapper[0].context].fn, &inner);
	at = event_place(x->s->p, x->s->points->models, &inner, e->inst, &row->id);
	if (!at.known || at.value || at.loads || at.offset || at.name || at.result)
		return false;
	if (!x->nwrappers) {
		*id = creator_form(&x->creator, x->spawn, at.base);
		return true;
	}
	arg = event_place(x->s->p, x->s->points->models, &inner, e->inst, &row->arg);
	there = address_of(x->s->p, &inner, at.base);
	given = address_of(x->s->p, &inner, arg.base);
	*id = x->argument;
	id->inside += there.offset - given.offset;
	return address_value(there) && address_value(there) == address_value(given);
}

/* The joins of the creator that read the handles where the spawn puts them, by a number of their own. */
static void keep_joined(struct sharing_kind *x, uint32_t context)
{
	const struct contexts *all = x->s->contexts;
	const struct creator *c = &x->creator;
	struct form id, read;

	if (!x->argument.phi || !find_id(x, &id))
		return;
	for (uint32_t i = all->context.at[context].event; i < all->context.at[context].event + all->context.at[context].nevents;
	     i++) {
		const struct event *j = &all->event.at[i];
		if (!event_is(j->row, EVENT_JOIN) || j->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_ALL) ||
		    !event_is_sure(j->row))
			continue;
		read = form_of(x->s, &c->b, c->form, handle_of(x, j));
		if (id.kind == FORM_ADDRESS && id.phi == x->argument.phi && read.kind == FORM_ADDRESS && read.phi &&
		    read.phi != id.phi && same_element(&id, &read) && c->cfg.position[c->block_of[j->inst]])
			keep_behind(x, context, j->inst, read.phi);
	}
}

/* What the wrappers do to the element before they hand it on: from the outermost one inwards, with the arguments that they
 * get. */
static void keep_wrappers(struct sharing_kind *x)
{
	const struct body *caller = &x->creator.b;
	const struct form *form = x->creator.form;
	uint32_t call = x->spawn;

	for (uint32_t k = x->argument.phi ? x->nwrappers : 0; k--;) {
		struct wrapper w = x->wrapper[k];
		struct creator *c = arena_new(x->arena, struct creator);
		struct body *b = arena_new(x->arena, struct body);
		x->param[w.context] = NULL;
		pass(x, w.context, form, caller, call);
		creator_build(c, x->arena, x->s, x->s->contexts->context.at[w.context].fn);
		form = context_forms(x, x->arena, w.context, b);
		for (uint32_t i = 0; i < b->inst.n; i++)
			if (c->cfg.position[c->block_of[i]] && i != w.inst && creator_before(c, i, w.inst))
				keep_access(x, w.context, b, form, i);
		x->param[w.context] = NULL;
		caller = b;
		call = w.inst;
	}
}

/* False: nothing is known of what the threads are given. */
static bool run_kind(struct sharing_kind *x)
{
	uint32_t begun;

	if (!recogniser_is_on(RECOGNISER_sharing_distinct) || !find_spawn(x))
		return false;
	if (x->argument.stride != STRIDE_FREE && !x->s->threads->thread.at[x->thread].self)
		return true; /* of one thread there is no other to be told from, except by what it was given */
	x->param = arena_array(x->arena, x->s->contexts->context.n, sizeof *x->param);
	for (uint32_t k = 0; k < x->start.n; k++) {
		uint32_t entry = x->s->contexts->edge.at[x->start.at[k]].to;
		if (x->param[entry])
			continue;
		x->param[entry] = arena_array(x->arena, limit(LIMIT_sharing_parameters), sizeof *x->param[entry]);
		x->param[entry][0] = x->argument;
		x->param[entry][0].phi = 0;
		*vec_add(x->arena, &x->queue) = entry;
	}
	begun = x->queue.n;
	for (uint32_t k = 0; k < x->queue.n; k++)
		if (has_form(x->param[x->queue.at[k]]) || k < begun)
			run_context(x, x->queue.at[k], false);
	for (uint32_t k = 1; k < x->s->contexts->context.n; k++)
		if (x->param[k] && has_form(x->param[k]))
			run_context(x, k, true);
	if (!recogniser_is_on(RECOGNISER_sharing_creator))
		return true;
	begun = x->s->indexed.n;
	for (uint32_t k = 0; k < numbering_contexts(x); k++) {
		keep_creator(x, numbering_context(x, k));
		keep_joined(x, numbering_context(x, k));
	}
	keep_wrappers(x);
	for (; begun < x->s->indexed.n; begun++)
		recogniser_count(RECOGNISER_sharing_creator);
	return true;
}

/* Which threads one call starts: those it starts in several contexts may run one context of their function. */
static const uint32_t *group_threads(struct arena *a, const struct sharing *s)
{
	uint32_t *group = arena_array(a, s->threads->thread.n, sizeof *group);
	struct map first = { 0 };

	for (uint32_t t = 1; t < s->threads->thread.n; t++) {
		uint32_t n;
		const uint32_t *edge = threads_edges(s->threads, t, &n);
		const struct edge *e = n ? &s->contexts->edge.at[edge[0]] : NULL;
		uint32_t *id = e ? map_at(a, &first, map_pair(s->contexts->context.at[e->context].fn.i, e->inst)) : NULL;
		if (id && !*id)
			*id = t;
		group[t] = id ? *id : t;
	}
	return group;
}

/* Each class of threads by itself; or all that one call starts, in whatever context. */
static void run_thread(struct sharing *s, uint32_t thread, const uint32_t *group)
{
	bool found = false;

	for (int round = 0; round < 2 && !found; round++) {
		struct arena own;
		struct sharing_kind x = { .s = s, .thread = thread, .arena = &own, .group = round ? group : NULL };
		arena_init(&own, "sharing.kind");
		found = (round && group[thread] != thread) || run_kind(&x);
		arena_release(&own);
	}
}

void distinct_run(struct sharing *s)
{
	struct arena scratch;
	const uint32_t *group;

	intern_init(&s->formula, s->arena);
	intern_init(&s->holder, s->arena);
	arena_init(&scratch, "sharing.spawns");
	group = group_threads(&scratch, s);
	for (uint32_t t = 1; t < s->threads->thread.n; t++)
		run_thread(s, t, group);
	formulas_find(s, &scratch);
	arena_release(&scratch);
}
