/* Which terms name one object: the same memory in whatever thread and whenever it is said. A variable of the program does; a
 * stack slot does if its function runs once; a heap block if the call that made it does. What is loaded from memory does not. */
#include "threads/running.h"

#include "code/loop.h"

/* Does this function run at most once in a run of the program? */
static bool runs_once(const struct running *r, struct fn_id fn)
{
	const struct contexts *c = r->c;
	uint32_t first = c->first_by_fn[fn.i], end = c->first_by_fn[fn.i + 1];

	return end == first + 1 && c->context.at[c->by_fn[first]].once;
}

static bool in_loop(const struct running *r, struct fn_id fn, uint32_t inst)
{
	const struct code *code = code_get(r->shapes, fn);
	uint32_t block = code_block(code, inst);

	return block_leads_to(&code->body, block, block, UINT32_MAX);
}

bool threads_names_one(const struct threads *threads, const struct term *t)
{
	const struct running *r = threads->running;

	switch (t->kind) {
	case TERM_SYM:
		return !(program_sym(r->p, (struct sym_id){ t->a })->flags & SYM_THREAD_LOCAL);
	case TERM_NAMED:
		return true;
	case TERM_STACK:
		return runs_once(r, (struct fn_id){ t->a });
	case TERM_HEAP:
		return !t->base && runs_once(r, (struct fn_id){ t->a }) && !in_loop(r, (struct fn_id){ t->a }, t->b);
	default:
		return false;
	}
}

bool term_is_one(const struct running *r, uint32_t term)
{
	struct term t = term_get(&r->c->terms, term);

	if (t.kind == TERM_FIELD)
		t = term_get(&r->c->terms, t.base);
	return threads_names_one(r->t, &t);
}

uint32_t only_term(const struct running *r, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(&r->c->terms, set, &n);

	return n == 1 ? term[0] : 0;
}

uint32_t set_one_object(const struct running *r, uint32_t set)
{
	uint32_t term = only_term(r, set);

	return term && term_is_one(r, term) ? term : 0;
}

/* A term that is no "one" may be anything that its words do not rule out: only another one object is surely another one. */
bool may_be(const struct running *r, uint32_t set, uint32_t term)
{
	uint32_t n;
	const uint32_t *t = set_get(&r->c->terms, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (t[i] == term || (!term_is_one(r, t[i]) && term_get(&r->c->terms, t[i]).kind != TERM_NULL))
			return true;
	return !n;
}
