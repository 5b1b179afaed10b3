#include "sharing/entry.h"

#include <stdlib.h>
#include <string.h>

#include "sharing/local/effect.h"
#include "sharing/summary.h"

enum { BUILT_MOST = 64 << 20 }; /* bytes: beyond, functions are looked at again */

/* A function by itself does not depend on the state in which it is entered: it is looked at once for all its variants. */
struct built {
	struct body b;
	struct local l;
	struct sharing_origin *origin; /* as they were: a walk over the places may lose some */
};

struct sharing_builder {
	struct arena arena; /* dropped when it holds too much: then it is done again */
	struct built **of;  /* by function */
};

/* ---- one variant ---- */

static enum whose word_of(const struct local *l, const struct variant *v, uint32_t set)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);
	enum whose word = WHOSE_STACK;

	for (uint32_t i = 0; i < n; i++) {
		const struct sharing_origin *o = &l->origin.at[member[i]];
		if (o->kind == ORIGIN_TAKEN || o->taken || (o->kind == ORIGIN_PARAM && v->taken >> o->value & 1))
			return WHOSE_TAKEN;
		if (o->private)
			return WHOSE_TLS;
		if (o->kind != ORIGIN_STACK)
			word = WHOSE_FRESH;
	}
	return word;
}

static void keep_owned(struct sharing *s, const struct variant *v, const struct places *w)
{
	const struct local *l = w->l;
	const struct inst *in = &l->b->inst.at[w->inst];
	uint32_t first, n, set;

	local_addresses(in, &first, &n);
	n += in->op == OP_store && origins_fit(l, in->type); /* what is stored: for member.c */
	for (uint32_t k = first; k < first + n; k++) {
		struct ref r = body_arg(l->b, in, k);
		set = local_set(l, r);
		if (set && places_owned(w, set))
			*vec_add(s->arena, &s->owned) = (struct owned){ w->inst, r, (uint8_t)word_of(l, v, set) };
	}
}

/* Do two arguments share something? Then their parameters are not apart. */
static bool overlap(const struct local *l, uint32_t a, uint32_t b)
{
	uint32_t na, nb;
	const uint32_t *x = local_members(l, a, &na), *y = local_members(l, b, &nb);

	for (uint32_t i = 0; i < na; i++)
		for (uint32_t k = 0; k < nb; k++)
			if (x[i] && x[i] == y[k])
				return true;
	return false;
}

static uint32_t call_taken(const struct variant *v, const struct places *w)
{
	const struct local *l = w->l;
	const struct inst *in = &l->b->inst.at[w->inst];
	uint32_t taken = 0;

	for (uint32_t k = 0; k + 1 < in->nargs && k < limit(LIMIT_sharing_arguments); k++) {
		uint32_t set = local_set(l, body_arg(l->b, in, 1 + k));
		if (set && places_owned(w, set) && word_of(l, v, set) == WHOSE_TAKEN)
			taken |= 1u << k;
	}
	return taken;
}

/* The state in which the call at the walk's place passes its arguments on. */
static uint64_t call_entry(const struct places *w)
{
	struct local *l = w->l;
	const struct inst *in = &l->b->inst.at[w->inst];
	uint32_t whole[SUMMARY_PARAMS] = { 0 }, most = limit(LIMIT_sharing_arguments),
		 n = in->nargs - 1 < most ? in->nargs - 1 : most;
	uint64_t entry = ENTRY_ALL;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t set = local_set(l, body_arg(l->b, in, 1 + k)), content = local_content(l, set);
		if (!places_owned(w, set))
			entry &= ~((uint64_t)3 << (1 + 2 * k));
		else if (!places_owned(w, content))
			entry &= ~((uint64_t)1 << (2 + 2 * k));
		whole[k] = origins_both(l, set, content);
		for (uint32_t j = 0; j < k; j++)
			if (overlap(l, whole[j], whole[k]))
				entry &= ~ENTRY_APART;
	}
	return entry;
}

static uint64_t site_entry(struct sharing *s, struct places *w)
{
	struct local *l = w->l;
	uint32_t n;
	const struct site *site = points_sites(s->points, l->b->fn, w->inst, &n);

	for (uint32_t k = 0; k < n; k++)
		if (site[k].kind == SITE_SPAWN || site[k].kind == SITE_TASK)
			return n == 1 ? handover_entry(w, site[k].row) : 0;
	return n && site[0].kind == SITE_CALL ? call_entry(w) : 0;
}

static int by_operand(const void *a, const void *b)
{
	const struct owned *x = a, *y = b;

	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	return x->address.bits < y->address.bits ? -1 : x->address.bits > y->address.bits;
}

static int by_inst(const void *a, const void *b)
{
	const struct passed *x = a, *y = b;

	return x->inst < y->inst ? -1 : x->inst > y->inst;
}

static struct local *build(const struct sharing *s, struct sharing_builder *all, struct fn_id fn)
{
	struct built *x;
	size_t size;

	if (all->arena.held > BUILT_MOST) {
		arena_release(&all->arena);
		memset(all->of, 0, s->p->fn.n * sizeof *all->of);
	}
	x = all->of[fn.i];
	if (!x) {
		x = all->of[fn.i] = arena_new(&all->arena, struct built);
		body_get(&all->arena, s->p, fn, &x->b);
		local_build(&x->l, &all->arena, s, &x->b);
		size = x->l.origin.n * sizeof *x->origin;
		x->origin = arena_alloc(&all->arena, size);
		memcpy(x->origin, x->l.origin.at, size);
	} else {
		memcpy(x->l.origin.at, x->origin, x->l.origin.n * sizeof *x->origin);
	}
	return &x->l;
}

static void look_at(struct sharing *s, struct sharing_builder *all, struct variant *v)
{
	struct local *l = build(s, all, v->fn);
	struct places w;

	local_flow(l, v->entry);
	v->owned = s->owned.n;
	v->passed = s->passed.n;
	for (places_begin(&w, l); places_next(&w);) {
		uint64_t entry;
		keep_owned(s, v, &w);
		if (l->b->inst.at[w.inst].op != OP_call)
			continue;
		entry = site_entry(s, &w);
		if (entry)
			*vec_add(s->arena, &s->passed) = (struct passed){ w.inst, call_taken(v, &w), entry };
	}
	v->nowned = s->owned.n - v->owned;
	v->npassed = s->passed.n - v->passed;
	if (v->nowned)
		qsort(s->owned.at + v->owned, v->nowned, sizeof *s->owned.at, by_operand);
	if (v->npassed)
		qsort(s->passed.at + v->passed, v->npassed, sizeof *s->passed.at, by_inst);
}

/* Only what the function's own parameters need to know. */
static uint64_t normal(const struct sharing *s, struct fn_id fn, uint64_t entry)
{
	uint32_t n = s->summary[fn.i].params;
	uint64_t own = entry & ((((uint64_t)1 << (1 + 2 * n)) - 1) & ~(uint64_t)1);

	return own ? own | (entry & ENTRY_APART) : 0;
}

/* The variant of a function for a state; too many: the one where everything is shared. */
static uint32_t variant_for(struct sharing *s, struct sharing_builder *all, struct fn_id fn, uint64_t entry, uint32_t taken)
{
	struct variant v = { .fn = fn };

	v.entry = entry = normal(s, fn, entry);
	v.taken = taken = entry ? taken : 0;
	for (uint32_t k = s->first_variant[fn.i]; k; k = s->variant.at[k].next)
		if (s->variant.at[k].entry == entry && s->variant.at[k].taken == taken)
			return k;
	if (entry && limit_full(LIMIT_sharing_variants, s->nvariants[fn.i]))
		return variant_for(s, all, fn, 0, 0);
	look_at(s, all, &v);
	v.next = s->first_variant[fn.i];
	s->first_variant[fn.i] = s->variant.n;
	s->nvariants[fn.i]++;
	*vec_add(s->arena, &s->variant) = v;
	return s->variant.n - 1;
}

/* ---- contexts ---- */

struct entry_agenda {
	uint32_t *at, n;  /* contexts, callers before callees where that is possible */
	uint32_t *place;
	bool *dirty;
	bool back;
	struct sharing_builder all;
};

struct sharing_frame {
	uint32_t context, edge;
};

static void visit_from(const struct contexts *c, struct entry_agenda *o, bool *seen, struct sharing_frame *stack, uint32_t root)
{
	uint32_t depth = 0;

	if (seen[root])
		return;
	seen[root] = true;
	stack[depth++] = (struct sharing_frame){ root, 0 };
	while (depth) {
		struct sharing_frame *f = &stack[depth - 1];
		const struct context *x = &c->context.at[f->context];
		if (f->edge < x->nedges) {
			uint32_t to = c->edge.at[x->edge + f->edge++].to;
			if (to && !seen[to]) {
				seen[to] = true;
				stack[depth++] = (struct sharing_frame){ to, 0 };
			}
		} else {
			o->at[--o->n] = f->context;
			depth--;
		}
	}
}

/* Reverse postorder from the last context to the first, so that the first ones come first. */
static void find_order(const struct contexts *c, struct arena *scratch, struct entry_agenda *o)
{
	bool *seen = arena_array(scratch, c->context.n, sizeof *seen);
	struct sharing_frame *stack = arena_array(scratch, c->context.n, sizeof *stack);

	o->at = arena_array(scratch, c->context.n, sizeof *o->at);
	o->place = arena_array(scratch, c->context.n, sizeof *o->place);
	o->dirty = arena_array(scratch, c->context.n, sizeof *o->dirty);
	o->n = c->context.n;
	for (uint32_t r = c->root.n; r-- > 1;)
		if (c->root.at[r].context)
			visit_from(c, o, seen, stack, c->root.at[r].context);
	for (uint32_t k = 1; k < c->context.n; k++)
		visit_from(c, o, seen, stack, k);
	for (uint32_t k = o->n; k < c->context.n; k++)
		o->place[o->at[k]] = k;
}

static struct passed passed_at(const struct sharing *s, const struct variant *v, uint32_t inst)
{
	struct passed key = { .inst = inst }, *found = NULL;

	if (v->npassed)
		found = bsearch(&key, s->passed.at + v->passed, v->npassed, sizeof key, by_inst);
	return found ? *found : key;
}

/* The destructor of a thread-specific value gets the value of the thread that ends, which runs it. */
static uint64_t root_entry(const struct sharing *s, const struct root *root)
{
	return s->specific_own && root->kind == ROOT_HANDLER && root->model == MODEL_KIND_TLS ? (uint64_t)1 << 1 : 0;
}

static void follow(struct sharing *s, struct entry_agenda *o, const struct variant *v, const struct edge *e)
{
	bool follows = e->kind == SITE_CALL || e->kind == SITE_SPAWN || e->kind == SITE_TASK;
	struct passed x = follows ? passed_at(s, v, e->inst) : (struct passed){ 0 };
	uint64_t now = s->entry[e->to] & (e->kind == SITE_HANDLER ? root_entry(s, &s->contexts->root.at[e->root]) : x.entry);
	uint32_t taken = s->taken[e->to] | x.taken;

	if (now == s->entry[e->to] && taken == s->taken[e->to] && s->variant_of[e->to])
		return;
	s->entry[e->to] = now;
	s->taken[e->to] = taken;
	o->dirty[e->to] = true;
	o->back |= o->place[e->to] <= o->place[e->context];
}

static void visit(struct sharing *s, struct entry_agenda *o, uint32_t context)
{
	const struct context *x = &s->contexts->context.at[context];
	uint32_t k = variant_for(s, &o->all, x->fn, s->entry[context], s->taken[context]);

	o->dirty[context] = false;
	s->variant_of[context] = k;
	for (uint32_t e = x->edge; e < x->edge + x->nedges; e++)
		if (s->contexts->edge.at[e].to)
			follow(s, o, &s->variant.at[k], &s->contexts->edge.at[e]);
}

static void enter_roots(struct sharing *s)
{
	for (uint32_t r = 1; r < s->contexts->root.n; r++) {
		const struct root *root = &s->contexts->root.at[r];
		if (root->context && root->kind != ROOT_THREAD && root->kind != ROOT_TASK)
			s->entry[root->context] &= root_entry(s, root);
	}
	/* A context that no edge leads to has been entered from outside. */
	for (uint32_t k = 1; k < s->contexts->context.n; k++)
		if (s->contexts->first_into[k] == s->contexts->first_into[k + 1])
			s->entry[k] = 0;
}

void entries_run(struct sharing *s)
{
	const struct contexts *c = s->contexts;
	struct entry_agenda o = { .back = true };
	struct arena scratch;

	arena_init(&scratch, "sharing.order");
	arena_init(&o.all.arena, "sharing.variant");
	o.all.of = arena_array(&scratch, s->p->fn.n, sizeof *o.all.of);
	s->variant.n = s->owned.n = s->passed.n = 0;
	*vec_add(s->arena, &s->variant) = (struct variant){ 0 };
	s->first_variant = arena_array(s->arena, s->p->fn.n, sizeof *s->first_variant);
	s->nvariants = arena_array(s->arena, s->p->fn.n, sizeof *s->nvariants);
	s->variant_of = arena_array(s->arena, c->context.n, sizeof *s->variant_of);
	s->entry = arena_array(s->arena, c->context.n, sizeof *s->entry);
	s->taken = arena_array(s->arena, c->context.n, sizeof *s->taken);
	for (uint32_t k = 1; k < c->context.n; k++)
		s->entry[k] = ENTRY_ALL;
	enter_roots(s);
	find_order(c, &scratch, &o);
	for (uint32_t k = 1; k < c->context.n; k++)
		o.dirty[k] = true;
	while (o.back) {
		o.back = false;
		for (uint32_t k = o.n; k < c->context.n; k++)
			if (o.dirty[o.at[k]])
				visit(s, &o, o.at[k]);
	}
	arena_release(&o.all.arena);
	arena_release(&scratch);
}

enum whose entry_owned(const struct sharing *s, uint32_t context, uint32_t inst, struct ref address)
{
	const struct variant *v = &s->variant.at[s->variant_of[context]];
	struct owned key = { .inst = inst, .address = address }, *found;

	if (!v->nowned)
		return WHOSE_SHARED;
	found = bsearch(&key, s->owned.at + v->owned, v->nowned, sizeof key, by_operand);
	return found ? (enum whose)found->whose : WHOSE_SHARED;
}
