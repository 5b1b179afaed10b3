/* Functions that take or give back a semaphore that their caller names:
 *
 *     static void take(struct semaphore *s) { down(s); }       as if take were down: the caller is asked whether it gives it back
 *
 * What operations are on a parameter is noted in the walk over all code (notes.wrapped); then the calls of such functions are
 * looked at, and those of callers that hand on a parameter of their own.
 *
 * misses  wrappers that are called through pointers, and chains of more than summary-wrappers; callers that do one half
 *         themselves */
#include "summary/census/census.h"

#include <stdlib.h>

#include "base/limit.h"
#include "code/address.h"

/* A semaphore at an offset behind what a caller hands over, or a variable's own: cells of the caller's operand. */
struct wrapped_call {
	struct fn_id caller;
	uint64_t cell;
	uint8_t value;
};

struct wrapped_calls {
	struct census *s;
	struct semaphore_wrapper *wrapper; /* by function */
	uint32_t *round; /* by function: it became a wrapper then, + 1 */
	VEC(struct wrapped_call) call;
};

bool wrapped_here(const struct census *s, const struct body *b, const struct place *on, struct semaphore_wrapper *w)
{
	struct address at = on->known && !on->first && !on->loads ? address_of(s->pt->p, b, on->base) : (struct address){ 0 };

	*w = (struct semaphore_wrapper){ .fn = b->fn.i, .param = ref_index(at.base), .offset = at.offset + on->offset };
	return ref_kind(at.base) == REF_VALUE && w->param && w->param <= b->param.n;
}

/* One function has one semaphore; who has two is no wrapper. True: it was none before. */
static bool add_wrapper(struct wrapped_calls *c, struct semaphore_wrapper w)
{
	struct semaphore_wrapper *to = &c->wrapper[w.fn], before = *to;

	if (!before.fn)
		*to = w;
	else if (before.param != w.param || before.offset != w.offset)
		to->bad = true;
	else
		to->value |= w.value;
	return !before.fn || to->bad != before.bad || to->value != before.value;
}

static bool see_call(struct wrapped_calls *c, const struct site *site, const struct semaphore_wrapper *of, uint32_t round)
{
	struct census *s = c->s;
	struct notes *n = &s->notes[0];
	struct body b = { 0 };
	struct semaphore_wrapper w;
	struct place on = { .known = true, .offset = of->offset };
	struct arena a;
	bool more = false;

	arena_init(&a, "summary.wrapped");
	body_get(&a, s->pt->p, site->caller, &b);
	if (of->param < b.inst.at[site->inst].nargs) {
		on.base = body_arg(&b, &b.inst.at[site->inst], of->param);
		if (wrapped_here(s, &b, &on, &w)) {
			w.value = of->value;
			more = add_wrapper(c, w);
			c->round[w.fn] = more ? round + 1 : c->round[w.fn];
		} else {
			struct sym_id sym = ref_symbol(s->pt->p, peel_base(&b, on.base, PEEL_ADDRESS), NULL);
			sym = sym.i ? sym_behind_alias(s->pt->p, sym) : sym;
			if (sym.i && !points_sym(s->pt, sym).class)
				*vec_add(s->scratch, &c->call) =
					(struct wrapped_call){ b.fn, map_pair(UINT32_MAX, sym.i), of->value };
			census_cells(s, n, b.fn, &on);
			for (uint32_t i = 0; i < n->cell.n; i++)
				if (n->cell.at[i].class)
					*vec_add(s->scratch, &c->call) =
						(struct wrapped_call){ b.fn, ground_cell_key(n->cell.at[i]), of->value };
		}
	}
	arena_release(&a);
	return more;
}

static int by_caller(const void *a, const void *b)
{
	const struct wrapped_call *x = a, *y = b;

	if (x->caller.i != y->caller.i)
		return x->caller.i < y->caller.i ? -1 : 1;
	return x->cell < y->cell ? -1 : x->cell > y->cell;
}

static void pair_calls(struct wrapped_calls *c)
{
	if (c->call.n)
		qsort(c->call.at, c->call.n, sizeof *c->call.at, by_caller);
	for (uint32_t i = 0, k; i < c->call.n; i = k) {
		struct wrapped_call x = c->call.at[i];
		for (k = i + 1; k < c->call.n && !by_caller(&c->call.at[k], &x); k++)
			x.value |= c->call.at[k].value;
		uint8_t counts = x.value == (SEMAPHORE_TAKEN | SEMAPHORE_GIVEN) ? COUNT_PAIRED : COUNT_UNPAIRED;
		if (x.cell >> 32 == UINT32_MAX)
			c->s->g->semaphore_variable[(uint32_t)x.cell] |= counts;
		else
			*map_at(c->s->out, &c->s->g->semaphore, x.cell) |= counts;
	}
}

void wrapped_join(struct census *s)
{
	struct wrapped_calls c = { .s = s };
	bool more = false;

	c.wrapper = arena_array(s->scratch, (size_t)s->g->nfns + 1, sizeof *c.wrapper);
	c.round = arena_array(s->scratch, (size_t)s->g->nfns + 1, sizeof *c.round);
	for (uint32_t i = 0; i < s->crew->n; i++)
		for (uint32_t k = 0; k < s->notes[i].wrapped.n; k++) {
			more |= add_wrapper(&c, s->notes[i].wrapped.at[k]);
			c.round[s->notes[i].wrapped.at[k].fn] = 1;
		}
	for (uint32_t round = 1; more && !limit_full(LIMIT_summary_wrappers, round - 1); round++) {
		more = false;
		for (uint32_t i = 1; i < s->pt->site.n; i++) {
			const struct site *site = &s->pt->site.at[i];
			struct sym_id sym = site->ntargets == 1 && site->kind == SITE_CALL ?
						    sym_behind_alias(s->pt->p, s->pt->target.at[site->target]) :
						    (struct sym_id){ 0 };
			uint32_t fn = sym.i ? program_sym(s->pt->p, sym)->fn.i : 0;
			if (fn && c.round[fn] == round && !c.wrapper[fn].bad)
				more |= see_call(&c, site, &c.wrapper[fn], round);
		}
	}
	pair_calls(&c);
}
