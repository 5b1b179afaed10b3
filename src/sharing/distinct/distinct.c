#include "sharing/distinct/distinct.h"

#include <stdlib.h>

#include "base/recogniser.h"
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
	struct creator creator; /* of the function that makes the argument, */
	uint32_t where;	        /* in this context, the first one if there are several, */
	uint32_t spawn;         /* which spawns by this instruction, or calls the outermost wrapper */
	struct wrapper wrapper[WRAPPERS_MOST]; /* innermost first */
	uint32_t nwrappers;
	bool several;           /* contexts that spawn, or call a wrapper */
	bool kept;              /* a block that its maker may use when it was handed on */
	struct form argument;
	struct form **param;  /* by context: forms of its parameters, or NULL: not seen */
	VEC(uint32_t) queue;
};

/* ---- members of the argument's object ---- */

static bool same_element(const struct form *a, const struct form *b)
{
	return a->base == b->base && a->stride == b->stride && a->start == b->start && a->inside == b->inside && !a->inner &&
	       !b->inner && !a->span && !b->span;
}

/* The cell that an address names, if it is one. */
static bool one_cell(const struct sharing_kind *x, struct fn_id fn, struct ref r, struct cell *cell)
{
	uint32_t first = x->s->points->first_instance[fn.i];

	*cell = cell_at(x->s, first, r);
	return cell->class && (class_variable(x->s, cell->class).i || points_cells(x->s->points, fn, r, cell, 1) == 1);
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

	if (!one_cell(x, fn, address, &cell))
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

/* What is stored once and for all is the same for all threads. */
static struct form constant_form(const struct sharing_kind *x, struct fn_id fn, struct ref address)
{
	const struct stores *st;
	struct cell cell;

	if (!one_cell(x, fn, address, &cell) || x->s->bulk[cell.class].n)
		return (struct form){ 0 };
	st = stores_get(x->s, cell);
	if (st && st->n != 1)
		return (struct form){ 0 };
	return (struct form){ .kind = FORM_UNIFORM,
			      .base = (uint64_t)1 << 61 | (uint64_t)cell.class << 24 | ((uint32_t)cell.offset & 0xffffff) };
}

/* ---- a context of the thread ---- */

static struct form load_form(const struct sharing_kind *x, const struct body *b, const struct form *form, const struct inst *in)
{
	struct ref address = body_arg(b, in, 0);
	struct form at = form_of(x->s, b, form, address);

	if (at.kind == FORM_ADDRESS)
		return member_form(x, b->fn, address, &at);
	return at.kind == FORM_UNIFORM && at.base ? constant_form(x, b->fn, address) : (struct form){ 0 };
}

/* Does a call of this function itself touch the memory behind its arguments? Bodies do it in their own name. */
static bool accesses_argument(const struct sharing *s, struct sym_id callee)
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
	if (callee.i && ref_kind(address) == REF_VALUE && !accesses_argument(s, callee))
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

/* What makes two accesses of one kind. */
struct formula {
	uint64_t base;
	int64_t stride, start;
	uint32_t thread;
	uint32_t fn, inst; /* the spawn, or the call of a wrapper */
	uint32_t kept;     /* who made the block may still use it */
};

static const struct formula *formula_get(const struct sharing *s, uint32_t key)
{
	return (const struct formula *)(const void *)intern_get(&s->formula, key);
}

static uint32_t formula_thread(const struct sharing *s, uint32_t key)
{
	return formula_get(s, key)->thread;
}

/* slot[2 * i + 1] lies in the same two slots as slot[2 * i]: what fits into the stride that begins at a multiple of it is counted
 * from there. */
static int64_t window(const struct form *f, int64_t bytes)
{
	int64_t behind = f->stride > 0 && f->stride != STRIDE_FREE && f->start > 0 && !f->inner ? f->start % f->stride : 0;

	return behind + f->inside + bytes <= f->stride ? f->start - behind : f->start;
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
		struct formula key = { f.base,	 f.stride, window(&f, access_bytes(s, b, in, r)), x->thread, x->creator.b.fn.i,
				       x->spawn, x->kept };
		if (f.kind == FORM_ADDRESS && is_inside(&f, access_bytes(s, b, in, r)))
			*vec_add(s->arena, &s->indexed) =
				(struct indexed){ context, inst, r, intern_bytes(&s->formula, &key, sizeof key) };
	}
}

static bool same_form(const struct form *a, const struct form *b)
{
	return a->kind == b->kind && a->inner == b->inner && a->chunk == b->chunk && a->span == b->span && a->mul == b->mul &&
	       a->add == b->add && a->base == b->base && a->stride == b->stride && a->start == b->start && a->inside == b->inside;
}

/* What a call passes to a context of this class: where two calls differ, nothing is known. */
static void pass(struct sharing_kind *x, uint32_t to, const struct form *form, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct form *known = x->param[to];
	bool changed = !known;

	if (!known)
		known = x->param[to] = arena_array(x->arena, limit(LIMIT_sharing_parameters), sizeof *known);
	for (uint32_t k = 0; k < limit(LIMIT_sharing_parameters); k++) {
		struct form f = k + 1 < in->nargs ? form_of(x->s, b, form, body_arg(b, in, k + 1)) : (struct form){ 0 };
		if (changed && !same_form(&known[k], &f)) {
			known[k] = f;
		} else if (!same_form(&known[k], &f) && known[k].kind) {
			known[k] = (struct form){ 0 };
			changed = true;
		}
	}
	if (changed)
		*vec_add(x->arena, &x->queue) = to;
}

static bool is_of_this_class(const struct sharing_kind *x, uint32_t context)
{
	uint32_t n;
	const uint32_t *t = threads_of_context(x->s->threads, context, &n);

	return n == 1 && t[0] == x->thread;
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
	for (uint32_t k = 0; k < cfg.nreached; k++) {
		const struct block *block = &b->block.at[cfg.order[k]];
		for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++)
			form[body_value(b, i)] =
				b->inst.at[i].op == OP_load ? load_form(x, b, form, &b->inst.at[i]) : form_step(x->s, b, form, i);
	}
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

	for (uint32_t k = s->first_incoming[context]; k < s->first_incoming[context + 1]; k++) {
		const struct edge *e = &c->edge.at[s->incoming[k]];
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
	if (f.kind == FORM_UNIFORM && f.base >> 62 == 2 && !f.inside && value > c->b.param.n &&
	    is_made_here(c, call->inst, value))
		return creator_made(c, body_inst(&c->b, value));
	return f.kind == FORM_ADDRESS && f.stride == STRIDE_FREE && !f.inside && !f.inner ? f : (struct form){ 0 };
}

/* Several calls of a wrapper, each with a block of its own: whichever it is, no other thread gets it. */
static bool find_blocks(struct sharing_kind *x, uint32_t k)
{
	const struct sharing *s = x->s;
	uint32_t first = s->first_incoming[x->where], end = s->first_incoming[x->where + 1];
	struct { uint64_t base; uint32_t fn, inst; } call[CALLS_MOST];
	struct creator c;

	if (first == end || limit_over(LIMIT_sharing_calls, end - first))
		return false;
	for (uint32_t i = 0; i < end - first; i++) {
		const struct edge *e = &s->contexts->edge.at[s->incoming[first + i]];
		struct form f = e->kind == SITE_CALL ? passed_block(x, &c, e, k) : (struct form){ 0 };
		if (f.kind == FORM_NONE)
			return false;
		call[i].base = f.base;
		call[i].fn = s->contexts->context.at[e->context].fn.i;
		call[i].inst = e->inst;
		for (uint32_t j = 0; j < i; j++)
			if (call[j].base == f.base && (call[j].fn != call[i].fn || call[j].inst != call[i].inst))
				return false; /* one block for two threads */
	}
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
		if (f.kind == FORM_UNIFORM && f.base >> 62 == 2 && value > c->b.param.n && is_made_here(c, x->spawn, value)) {
			inside += f.inside;
			x->kept = true;
			f = creator_made(c, body_inst(&c->b, value));
		}
		x->argument = f;
		x->argument.inside += inside;
		if (f.kind == FORM_INT || f.kind == FORM_ADDRESS)
			return !inside || f.kind == FORM_ADDRESS;
		if (f.kind != FORM_UNIFORM || f.base >> 62 != 2 || value > c->b.param.n || c->cycle[c->block_of[x->spawn]] ||
		    limit_full(LIMIT_sharing_wrappers, x->nwrappers))
			return false;
		call = only_call(x, x->where);
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

	if ((r->kind != ROOT_THREAD && r->kind != ROOT_TASK) || !e || !x->s->points->site.at[e->site].row)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		const struct edge *other = &c->edge.at[edge[k]];
		if (!other->to || other->inst != e->inst || other->site != e->site || !is_of_this_class(x, other->to))
			return false;
	}
	x->several = n > 1;
	x->where = e->context;
	x->spawn = e->inst;
	creator_build(&x->creator, x->arena, x->s, c->context.at[e->context].fn);
	at = event_place(x->s->p, x->s->points->models, &x->creator.b, e->inst, &x->s->points->site.at[e->site].row->arg);
	if (!at.known || !at.value || at.loads || at.name || at.result || !find_argument(x, at.base))
		return false;
	return !x->argument.phi || (!x->several && c->context.at[x->where].once && t->creator &&
				    x->s->threads->thread.at[t->creator].multiplicity == THREAD_ONE);
}

/* The creator, in the round that spawns and before it does: it has the element that no thread has yet. */
static void keep_creator(struct sharing_kind *x)
{
	const struct creator *c = &x->creator;
	uint32_t context = x->where;

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

/* The joins of the creator that read the handles where the spawn puts them, by a number of their own. */
static void keep_joined(struct sharing_kind *x)
{
	const struct contexts *all = x->s->contexts;
	const struct creator *c = &x->creator;
	const struct edge *e = &all->edge.at[all->root.at[x->s->threads->thread.at[x->thread].root].edge];
	struct place at = event_place(x->s->p, x->s->points->models, &c->b, e->inst, &x->s->points->site.at[e->site].row->id);
	struct form id, read;

	if (x->nwrappers || !x->argument.phi || !at.known || at.value || at.loads || at.offset || at.name || at.result)
		return;
	id = creator_form(c, x->spawn, at.base);
	for (uint32_t i = all->context.at[e->context].event;
	     i < all->context.at[e->context].event + all->context.at[e->context].nevents; i++) {
		const struct event *j = &all->event.at[i];
		if (!event_is(j->row, EVENT_JOIN) || j->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_ALL) ||
		    !event_is_sure(j->row))
			continue;
		read = form_of(x->s, &c->b, c->form, handle_of(x, j));
		if (id.kind == FORM_ADDRESS && id.phi == x->argument.phi && read.kind == FORM_ADDRESS && read.phi &&
		    read.phi != id.phi && same_element(&id, &read) && c->cfg.position[c->block_of[j->inst]])
			keep_behind(x, e->context, j->inst, read.phi);
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

static void run_kind(struct sharing_kind *x)
{
	uint32_t n, begun;
	const uint32_t *edge = threads_edges(x->s->threads, x->thread, &n);

	if (!recogniser_is_on(RECOGNISER_sharing_distinct) || !find_spawn(x) ||
	    (x->argument.stride != STRIDE_FREE && !x->s->threads->thread.at[x->thread].self))
		return; /* of one thread there is no other to be told from, except by what it was given */
	x->param = arena_array(x->arena, x->s->contexts->context.n, sizeof *x->param);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t entry = x->s->contexts->edge.at[edge[k]].to;
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
		return;
	begun = x->s->indexed.n;
	keep_creator(x);
	keep_wrappers(x);
	keep_joined(x);
	for (; begun < x->s->indexed.n; begun++)
		recogniser_count(RECOGNISER_sharing_creator);
}

int indexed_order(const void *a, const void *b)
{
	const struct indexed *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->address.bits < y->address.bits ? -1 : x->address.bits > y->address.bits;
}

/* ---- one formula for all accesses of a thread class to a class of objects ---- */

static const struct indexed *find_access(const struct sharing *s, uint32_t context, uint32_t inst, struct ref address)
{
	struct indexed key = { .context = context, .inst = inst, .address = address };

	return s->indexed.n ? bsearch(&key, s->indexed.at, s->indexed.n, sizeof key, indexed_order) : NULL;
}

enum { SEVERAL = 1 };

static void note_formula(struct sharing *s, uint32_t thread, uint32_t class, uint32_t formula)
{
	uint32_t *known = map_at(s->arena, &s->formula_of, map_pair(thread, class));

	*known = !*known || *known == formula + 1 ? formula + 1 : SEVERAL;
}

static void note_accesses(struct sharing *s, uint32_t thread, uint32_t context, const struct body *b)
{
	const struct points *pt = s->points;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct sym_id callee = b->inst.at[i].op == OP_call ? body_callee(s->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
		uint32_t first, n;
		local_addresses(&b->inst.at[i], &first, &n);
		for (uint32_t k = first; k < first + n; k++) {
			struct ref r = body_arg(b, &b->inst.at[i], k);
			const struct indexed *f = find_access(s, context, i, r);
			if (!f && callee.i && !accesses_argument(s, callee))
				continue;
			for (uint32_t x = pt->first_instance[b->fn.i]; x < pt->first_instance[b->fn.i + 1]; x++)
				note_formula(s, thread, cell_at(s, x, r).class, f ? f->key : 0);
		}
	}
}

static void note_threads(struct sharing *s, uint32_t context, const bool *numbered)
{
	uint32_t n;
	const uint32_t *t = threads_of_context(s->threads, context, &n);
	struct arena bodies;
	struct body b = { 0 };

	arena_init(&bodies, "sharing.body");
	for (uint32_t k = 0; k < n; k++)
		if (numbered[t[k]]) {
			if (!b.inst.n)
				body_get(&bodies, s->p, s->contexts->context.at[context].fn, &b);
			note_accesses(s, t[k], context, &b);
		}
	arena_release(&bodies);
}

static void find_formulas(struct sharing *s, struct arena *scratch)
{
	bool *numbered = arena_array(scratch, s->threads->thread.n, sizeof *numbered);

	if (!s->indexed.n)
		return;
	qsort(s->indexed.at, s->indexed.n, sizeof *s->indexed.at, indexed_order);
	for (uint32_t i = 0; i < s->indexed.n; i++)
		numbered[formula_thread(s, s->indexed.at[i].key)] = true;
	for (uint32_t k = 1; k < s->contexts->context.n; k++)
		note_threads(s, k, numbered);
}

void distinct_run(struct sharing *s)
{
	struct arena scratch;

	intern_init(&s->formula, s->arena);
	arena_init(&scratch, "sharing.spawns");
	for (uint32_t t = 1; t < s->threads->thread.n; t++) {
		struct arena own;
		struct sharing_kind x = { .s = s, .thread = t, .arena = &own };
		arena_init(&own, "sharing.kind");
		run_kind(&x);
		arena_release(&own);
	}
	find_formulas(s, &scratch);
	arena_release(&scratch);
}

uint32_t distinct_key(const struct sharing *s, struct spot at, struct ref address)
{
	const struct indexed *f = find_access(s, at.context, at.inst, address);

	return f ? f->key : 0;
}

/* All accesses of the threads to such objects must go by the same formula: slot[i] and slot[i + 1] overlap. */
bool distinct_is_own(const struct sharing *s, struct spot at, struct ref address)
{
	const struct indexed *f = find_access(s, at.context, at.inst, address);
	uint32_t fn = s->contexts->context.at[at.context].fn.i, thread;

	if (!f)
		return false;
	thread = formula_thread(s, f->key);
	if (formula_get(s, f->key)->kept || !s->threads->thread.at[thread].self)
		return false; /* told from other threads that are given such blocks, but not from all */
	for (uint32_t x = s->points->first_instance[fn]; x < s->points->first_instance[fn + 1]; x++) {
		uint32_t class = cell_at(s, x, address).class;
		if (!class || map_get(&s->formula_of, map_pair(thread, class)) != f->key + 1)
			return false;
	}
	return true;
}

/* Blocks that are made anew for each spawn of one call are one thread's each, also if what is spawned there is of several
 * classes. */
bool distinct_apart(const struct sharing *s, uint32_t a, uint32_t b)
{
	const struct formula *x, *y;

	if (!a || !b || a == b)
		return a && b;
	x = formula_get(s, a);
	y = formula_get(s, b);
	return x->stride == STRIDE_FREE && y->stride == STRIDE_FREE && x->base == y->base && x->fn == y->fn && x->inst == y->inst;
}
