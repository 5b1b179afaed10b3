#include "sharing/distinct.h"

#include <stdlib.h>

#include "sharing/classes.h"
#include "sharing/local.h"
#include "sharing/summary.h"

enum { PARAMS_MOST = 8 };

/* A thread class whose instances can be told apart, and the contexts it runs. */
struct kind {
	struct sharing *s;
	struct arena *arena;
	uint32_t thread;
	struct creator creator;
	uint32_t spawn;       /* instruction in the creator */
	struct form argument;
	struct form **param;  /* by context: forms of its parameters, or NULL: not seen */
	VEC(uint32_t) queue;
};

/* ---- members of the argument's object ---- */

static bool same_element(const struct form *a, const struct form *b)
{
	return a->base == b->base && a->stride == b->stride && a->start == b->start && a->inside == b->inside && !a->inner && !b->inner;
}

/* The cell that an address names, if it is one. */
static bool one_cell(const struct kind *x, struct fn_id fn, struct ref r, struct cell *cell)
{
	return points_cells(x->s->points, fn, r, cell, 1) == 1 && cell->class && !x->s->wild[cell->class];
}

/* What a member of the argument holds: stored once in the program, by the creator, for each element, before the spawn. */
static struct form member_form(const struct kind *x, struct fn_id fn, struct ref address, const struct form *at)
{
	const struct creator *c = &x->creator;
	const struct stores *st;
	struct cell cell;
	struct form into, value;

	if (!one_cell(x, fn, address, &cell))
		return (struct form){ 0 };
	st = stores_get(x->s, cell);
	if (!st || st->n != 1 || st->fn.i != c->b.fn.i || c->b.inst.at[st->inst].op != OP_store)
		return (struct form){ 0 };
	into = creator_form(c, st->inst, body_arg(&c->b, &c->b.inst.at[st->inst], 0));
	value = creator_form(c, st->inst, body_arg(&c->b, &c->b.inst.at[st->inst], 1));
	if (into.kind != FORM_ADDRESS || !same_element(&into, at) || into.inner)
		return (struct form){ 0 };
	if (value.kind == FORM_INT || value.kind == FORM_ADDRESS)
		if (value.phi != into.phi)
			return (struct form){ 0 };
	/* In the spawning round, or in a loop of its own before; and what the store writes, no other round writes again. */
	if (!creator_before(c, st->inst, x->spawn) && !(into.phi && into.phi != x->argument.phi && creator_before(c, body_inst(&c->b, into.phi), x->spawn)))
		return (struct form){ 0 };
	return value;
}

/* What is stored once and for all is the same for all threads. */
static struct form constant_form(const struct kind *x, struct fn_id fn, struct ref address)
{
	const struct stores *st;
	struct cell cell;

	if (!one_cell(x, fn, address, &cell))
		return (struct form){ 0 };
	st = stores_get(x->s, cell);
	if (st && st->n != 1)
		return (struct form){ 0 };
	return (struct form){ .kind = FORM_UNIFORM, .base = (uint64_t)1 << 61 | (uint64_t)cell.class << 24 | ((uint32_t)cell.offset & 0xffffff) };
}

/* ---- a context of the thread ---- */

static struct form load_form(const struct kind *x, const struct body *b, const struct form *form, const struct inst *in)
{
	struct ref address = body_arg(b, in, 0);
	struct form at = form_of(x->s, b, form, address);

	if (at.kind == FORM_ADDRESS)
		return member_form(x, b->fn, address, &at);
	return at.kind == FORM_UNIFORM && at.base ? constant_form(x, b->fn, address) : (struct form){ 0 };
}

static int64_t access_bytes(const struct sharing *s, const struct inst *in)
{
	if ((in->op != OP_load && in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg) || !in->type.i)
		return 0;
	return (int64_t)((program_type(s->p, type_strip(s->p, in->type))->size + 7) / 8);
}

static bool is_inside(const struct form *f, int64_t bytes)
{
	int64_t stride = f->stride < 0 ? -f->stride : f->stride;

	if (stride == STRIDE_FREE)
		return true;
	return bytes && f->inside >= 0 && f->inside + (f->inner ? 0 : bytes) <= stride;
}

static void keep_access(struct kind *x, uint32_t context, const struct body *b, const struct form *form, uint32_t inst)
{
	struct sharing *s = x->s;
	const struct inst *in = &b->inst.at[inst];
	uint32_t first, n;

	local_addresses(in, &first, &n);
	for (uint32_t k = first; k < first + n; k++) {
		struct ref r = body_arg(b, in, k);
		struct form f = form_of(s, b, form, r);
		struct {
			uint64_t base;
			int64_t stride, start;
			uint64_t thread;
		} key = { f.base, f.stride, f.start, x->thread };
		if (f.kind == FORM_ADDRESS && is_inside(&f, access_bytes(s, in)))
			*vec_add(s->arena, &s->indexed) = (struct indexed){ context, inst, r, intern_bytes(&s->formula, &key, sizeof key) };
	}
}

static bool same_form(const struct form *a, const struct form *b)
{
	return a->kind == b->kind && a->inner == b->inner && a->mul == b->mul && a->add == b->add && a->base == b->base && a->stride == b->stride &&
	       a->start == b->start && a->inside == b->inside;
}

/* What a call passes to a context of this class: where two calls differ, nothing is known. */
static void pass(struct kind *x, uint32_t to, const struct form *form, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct form *known = x->param[to];
	bool changed = !known;

	if (!known)
		known = x->param[to] = arena_array(x->arena, PARAMS_MOST, sizeof *known);
	for (uint32_t k = 0; k < PARAMS_MOST; k++) {
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

static bool is_of_this_class(const struct kind *x, uint32_t context)
{
	uint32_t n;
	const uint32_t *t = threads_of_context(x->s->threads, context, &n);

	return n == 1 && t[0] == x->thread;
}

static struct form *context_forms(struct kind *x, struct arena *a, uint32_t context, struct body *b)
{
	struct form *form;
	struct cfg cfg;

	body_get(a, x->s->p, x->s->contexts->context.at[context].fn, b);
	cfg_build(a, b, &cfg);
	form = arena_array(a, b->param.n + b->inst.n + 1, sizeof *form);
	for (uint32_t k = 0; k < b->param.n && k < PARAMS_MOST; k++)
		form[1 + k] = x->param[context][k];
	for (uint32_t k = 0; k < cfg.nreached; k++) {
		const struct block *block = &b->block.at[cfg.order[k]];
		for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++)
			form[body_value(b, i)] = b->inst.at[i].op == OP_load ? load_form(x, b, form, &b->inst.at[i]) : form_step(x->s, b, form, i);
	}
	return form;
}

static void run_context(struct kind *x, uint32_t context, bool keep)
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
	for (uint32_t k = 0; k < PARAMS_MOST; k++)
		if (param[k].kind == FORM_INT || param[k].kind == FORM_ADDRESS)
			return true;
	return false;
}

/* ---- thread classes ---- */

/* One place in the program starts these threads; and a numbered one is passed once. */
static bool find_spawn(struct kind *x, uint32_t *entry, const uint32_t *starts)
{
	const struct contexts *c = x->s->contexts;
	const struct thread *t = &x->s->threads->thread.at[x->thread];
	const struct root *r = &c->root.at[t->root];
	const struct edge *e = &c->edge.at[r->edge];
	struct place at;

	if ((r->kind != ROOT_THREAD && r->kind != ROOT_TASK) || !r->edge || starts[t->root] != 1 || !e->to || !x->s->points->site.at[e->site].row)
		return false;
	creator_build(&x->creator, x->arena, x->s, c->context.at[e->context].fn);
	x->spawn = e->inst;
	*entry = e->to;
	at = site_place(x->s->p, x->s->points->models, &x->creator.b, e->inst, &x->s->points->site.at[e->site].row->arg);
	if (!at.known || !at.value || at.loads || at.name || at.result)
		return false;
	x->argument = creator_form(&x->creator, x->spawn, at.base);
	if (x->argument.kind != FORM_INT && x->argument.kind != FORM_ADDRESS)
		return false;
	return !x->argument.phi || (c->context.at[e->context].once && t->creator && x->s->threads->thread.at[t->creator].multiplicity == THREAD_ONE);
}

static void run_kind(struct kind *x, const uint32_t *starts)
{
	uint32_t entry;

	if (!find_spawn(x, &entry, starts) || !is_of_this_class(x, entry))
		return;
	x->param = arena_array(x->arena, x->s->contexts->context.n, sizeof *x->param);
	x->param[entry] = arena_array(x->arena, PARAMS_MOST, sizeof *x->param[entry]);
	x->param[entry][0] = x->argument;
	x->param[entry][0].phi = 0;
	*vec_add(x->arena, &x->queue) = entry;
	for (uint32_t k = 0; k < x->queue.n; k++)
		if (has_form(x->param[x->queue.at[k]]) || k == 0)
			run_context(x, x->queue.at[k], false);
	for (uint32_t k = 1; k < x->s->contexts->context.n; k++)
		if (x->param[k] && has_form(x->param[k]))
			run_context(x, k, true);
}

static int by_access(const void *a, const void *b)
{
	const struct indexed *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->address.bits < y->address.bits ? -1 : x->address.bits > y->address.bits;
}

void distinct_run(struct sharing *s)
{
	const struct contexts *c = s->contexts;
	struct arena scratch;
	uint32_t *starts;

	intern_init(&s->formula, s->arena);
	arena_init(&scratch, "sharing.spawns");
	starts = arena_array(&scratch, c->root.n, sizeof *starts);
	for (uint32_t e = 1; e < c->edge.n; e++)
		starts[c->edge.at[e].root] += c->edge.at[e].root != 0;
	for (uint32_t t = 1; t < s->threads->thread.n; t++) {
		struct arena own;
		struct kind x = { .s = s, .thread = t, .arena = &own };
		if (!s->threads->thread.at[t].self)
			continue;
		arena_init(&own, "sharing.kind");
		run_kind(&x, starts);
		arena_release(&own);
	}
	arena_release(&scratch);
	if (s->indexed.n)
		qsort(s->indexed.at, s->indexed.n, sizeof *s->indexed.at, by_access);
}

uint32_t distinct_key(const struct sharing *s, uint32_t context, uint32_t inst, struct ref address)
{
	struct indexed key = { .context = context, .inst = inst, .address = address }, *found;

	if (!s->indexed.n)
		return 0;
	found = bsearch(&key, s->indexed.at, s->indexed.n, sizeof key, by_access);
	return found ? found->key : 0;
}
