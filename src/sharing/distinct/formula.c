/* One formula for all accesses of a thread class to a class of objects; and what two of them say of each other. */
#include "sharing/classes.h"
#include "sharing/distinct/distinct.h"
#include "sharing/local/local.h"

#include <stdlib.h>

static const struct formula *formula_get(const struct sharing *s, uint32_t key)
{
	return (const struct formula *)(const void *)intern_get(&s->formula, key);
}

static uint32_t formula_thread(const struct sharing *s, uint32_t key)
{
	return formula_get(s, key)->thread;
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
			if (!f && callee.i && !touches_argument(s, callee))
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

void formulas_find(struct sharing *s, struct arena *scratch)
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
