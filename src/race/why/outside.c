/* What callers outside the program hand to exported functions.
 *
 *     void job_init(struct job *j)  { j->n = 0; mutex_init(&j->lock); }       called once, before anybody else has the job
 *     void job_free(struct job *j)  { free(j->name); mutex_destroy(&j->lock); free(j); }                  once, after all others
 *
 * An exported function may be called by several threads at once, also with the same argument. But who makes a lock, ends it
 * or frees it, on every way through the function, cannot share the object around it with anybody: a second call at the same time
 * would make, end or free it twice, whatever else it does. That the callers know so is assumed (race.h). What holds a result, and
 * a copy that was passed by value, is the caller's own.
 *
 * That holds against all other functions, too, as far as they get the object by their arguments: only the callers know when it
 * begins and ends. What is found through a variable, in a list or a table, may be found while it is ended.
 *
 * What hangs below an object goes with it, if who ends the object frees it whenever he finds it there, and no variable leads to
 * it.
 *
 * Who overwrites a record as a whole, a lock in it included, makes it as well.
 *
 * A function that frees only what a count says is the last one's is none of these: its other way does not get there. */
#include "ir/body.h"
#include "code/address.h"
#include "code/loop.h"
#include "code/test.h"
#include "race/build.h"
#include "summary/census/ground.h"

/* The parameter that leads to the memory, in words of the function: its number + 1, and the function; 0: none. */
static uint32_t param_behind(const struct races *r, uint32_t term, struct fn_id *fn)
{
	const struct term *k = &r->term[term];

	for (uint32_t depth = 0; k->base && !limit_full(LIMIT_race_chain, depth); depth++)
		k = &r->term[k->base];
	fn->i = k->a;
	return k->kind == TERM_PARAM ? k->b + 1 : 0;
}

static bool makes_or_ends(struct races *r, struct fn_id, uint32_t param, uint32_t depth);

static bool does_call(struct races *r, const struct body *b, uint32_t inst, uint32_t param, uint32_t depth)
{
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(r->p, callee)->fn : (struct fn_id){ 0 };

	for (const struct model_row *row = callee.i ? points_rows(r->points, callee) : NULL; row; row = row->next) {
		struct place on = event_place(r->p, r->points->models, b, inst, &row->on);
		if (event_has(row, TRAIT_OWNS) && on.known && !on.loads &&
		    !on.name && peel_param(b, on.base, PEEL_MEMBERS) == param)
			return true;
	}
	for (uint32_t k = 1; fn.i && k < in->nargs; k++)
		if (peel_param(b, body_arg(b, in, k), PEEL_MEMBERS) == param && makes_or_ends(r, fn, k, depth + 1))
			return true;
	return false;
}

/* Is the whole record overwritten, with the lock in it, which others could not have then? */
static bool overwrites(const struct races *r, const struct body *b, uint32_t inst, uint32_t param)
{
	const struct inst *in = &b->inst.at[inst];
	struct ref value = ref_make(REF_VALUE, param);
	struct cell at;
	int64_t bytes;
	const struct type *t;

	if ((in->op != OP_memcpy && in->op != OP_memset) || peel_base(b, body_arg(b, in, 0), PEEL_CASTS).bits != value.bits ||
	    !program_number(r->p, body_arg(b, in, 2), &bytes))
		return false;
	t = program_type(r->p, type_strip(r->p, b->param.at[param - 1].type));
	t = t->kind == TYPE_POINTER && t->base.i ? program_type(r->p, type_strip(r->p, t->base)) : NULL;
	at = points_value(r->points, r->points->first_instance[b->fn.i], value);
	return t && t->kind == TYPE_STRUCT && bytes >= (int64_t)(t->size / 8) && at.class && r->sign[at.class] & SIGN_LOCK;
}

/* Of a branch that asks whether the parameter is null: the way where it is; UINT32_MAX: no such branch. */
static uint32_t null_way(const struct races *r, const struct body *b, uint32_t block, uint32_t param)
{
	struct fork f;

	return fork_of(r->p, b, block, &f) && peel_param(b, f.test.value, PEEL_MEMBERS) == param ? fork_zero(&f) : UINT32_MAX;
}

static bool block_does(struct races *r, const struct body *b, uint32_t block, uint32_t param, uint32_t depth)
{
	for (uint32_t i = b->block.at[block].inst; i < b->block.at[block].inst + b->block.at[block].ninsts; i++)
		if (does_call(r, b, i, param, depth) || overwrites(r, b, i, param))
			return true;
	return false;
}

/* Does every way through the function, on which the parameter is not null, make or end it? */
static bool makes_or_ends(struct races *r, struct fn_id fn, uint32_t param, uint32_t depth)
{
	const struct body *b = limit_over(LIMIT_race_calls, depth) ? NULL : code_of(r, fn);
	struct arena scratch;
	uint32_t *todo, n = 0, next = 0, nways;
	bool *seen, good = b && param <= b->param.n, does = false;

	if (!good)
		return false;
	arena_init(&scratch, "race outside");
	todo = arena_array(&scratch, b->block.n, sizeof *todo);
	seen = arena_array(&scratch, b->block.n, sizeof *seen);
	for (seen[todo[n++] = 0] = true; next < n && good; next++) {
		uint32_t block = todo[next], null = null_way(r, b, block, param);
		const uint32_t *way;
		if (block_does(r, b, block, param, depth)) {
			does = true;
			continue;
		}
		good = body_end(b, block)->op != OP_ret;
		way = body_successors(b, block, &nways);
		for (uint32_t k = 0; k < nways; k++)
			if (!seen[way[k]] && way[k] != null)
				seen[todo[n++] = way[k]] = true;
	}
	arena_release(&scratch);
	return good && does;
}

/* The same, of the memory at an address, remembered. */
static bool is_alone(struct races *r, uint32_t at)
{
	struct fn_id fn;
	uint32_t param = param_behind(r, at, &fn);
	const struct body *b = param ? code_of(r, fn) : NULL;
	uint32_t known = b ? map_get(&r->alone, map_pair(fn.i, param)) : 1;

	if (!known) {
		bool own = param <= b->param.n && (b->param.at[param - 1].result || b->param.at[param - 1].by_value);
		known = own || makes_or_ends(r, fn, param, 0) ? 2 : 1;
		map_put(r->arena, &r->alone, map_pair(fn.i, param), known);
	}
	return known == 2;
}

/* Is it the freed value, or what is stored where that was read? */
static bool is_of_one_place(const struct races *r, const struct body *b, struct ref value, struct ref freed)
{
	struct address x = address_loaded_from(r->p, b, address_of(r->p, b, value));

	return peel_base(b, value, PEEL_CASTS).bits == freed.bits ||
	       (address_known(x) && address_equal(x, address_loaded_from(r->p, b, address_of(r->p, b, freed))));
}

/* Does every way through the function free the value, unless it is null? */
static bool is_always_freed(struct races *r, const struct body *b, uint32_t inst, struct ref value)
{
	struct ref freed = peel_base(b, value, PEEL_CASTS);
	const struct inst *made = body_made_by(b, freed);
	uint32_t end = block_of_inst(b, inst), n = 0, nways, *todo;
	bool good = made && (made->op == OP_load || made->op == OP_phi), *seen;
	struct arena scratch;

	if (!good || !end)
		return good;
	arena_init(&scratch, "race outside");
	todo = arena_array(&scratch, b->block.n, sizeof *todo);
	seen = arena_array(&scratch, b->block.n, sizeof *seen);
	seen[todo[n++] = 0] = true;
	for (uint32_t next = 0; next < n && good; next++) {
		struct fork f;
		bool asked = fork_of(r->p, b, todo[next], &f) && is_of_one_place(r, b, f.test.value, freed);
		uint32_t null = asked ? fork_zero(&f) : UINT32_MAX;
		const uint32_t *way = body_successors(b, todo[next], &nways);
		good = body_end(b, todo[next])->op != OP_ret;
		for (uint32_t k = 0; k < nways; k++)
			if (!seen[way[k]] && way[k] != null && way[k] != end)
				seen[todo[n++] = way[k]] = true;
	}
	arena_release(&scratch);
	return good;
}

/* Does the use free what hangs below an object that the function ends, at all of its places whenever it finds it there? */
static bool frees_below(struct races *r, const struct use *u)
{
	if (!(u->flags & ACCESS_FREE) || !u->from)
		return false;
	for (uint32_t i = u->from; i; i = r->from.at[i].next) {
		const struct summary *s = r->s->of[r->contexts->context.at[r->from.at[i].context].fn.i];
		const struct access *x = &s->access[r->from.at[i].access];
		const struct body *b = code_of(r, s->fn);
		for (uint32_t n = 0; n < x->nsources; n++) {
			const struct summary_source *at = &s->source[x->source + n];
			struct touch touch[TOUCHES_MOST];
			uint32_t all = at->callee.i ? 0 : touches_of(r->points, b, at->inst, touch), frees = 0;
			for (uint32_t t = 0; t < all; t++)
				if (touch[t].flags & ACCESS_FREE && touch[t].place.known && !touch[t].place.loads &&
				    is_always_freed(r, b, at->inst, touch[t].place.base)) {
					uint32_t param = peel_param(b, touch[t].place.base, PEEL_ADDRESS | PEEL_LOAD);
					frees += param && makes_or_ends(r, s->fn, param, 0);
				}
			if (!frees)
				return false;
		}
	}
	return true;
}

/* Does a variable lead to one of the classes that the use may be in? */
static bool is_found_by_variable(const struct races *r, const struct use *u)
{
	for (uint32_t i = 0; i < u->ncells; i++)
		if (r->sign[r->cell.at[u->cell + i].class] & SIGN_REGISTRY)
			return true;
	return !u->ncells;
}

/* Does the one free what goes with an object that it ends, and the other one get there by arguments alone? */
static bool ends_what_is_below(struct races *r, const struct use *ends, const struct use *other)
{
	return frees_below(r, ends) && !is_found_by_variable(r, ends) && !is_found_by_variable(r, other);
}

static bool is_exported(const struct races *r, uint32_t thread)
{
	return r->contexts->root.at[r->threads->thread.at[thread].root].kind == ROOT_EXPORT;
}

bool uses_are_assumed_alone(struct races *r, const struct use *a, const struct use *b)
{
	uint8_t sign;
	bool one = uses_are_handed(r, a, b, &sign) && !(sign & SIGN_REGISTRY); /* only callers know when it begins and ends */

	if (!is_exported(r, a->thread) || !is_exported(r, b->thread))
		return false;
	if (ends_what_is_below(r, a, b) || ends_what_is_below(r, b, a))
		return true;
	return one ? is_alone(r, a->at) || is_alone(r, b->at) : is_alone(r, a->at) && is_alone(r, b->at);
}
