/* Which functions leave traces, found when somebody asks. */
#include "code/either.h"

#include <string.h>

#include "code/address.h"
#include "code/event.h"

enum { IS_QUIET = 1, IS_TOLD = 2 };

struct either_walk {
	struct either_effects *e;
	bool *seen;
	VEC(uint32_t) todo;
};

void either_init(struct either_effects *e, const struct program *p, const struct models *models)
{
	*e = (struct either_effects){ .p = p, .models = models };
	arena_init(&e->scratch, "either");
	e->known = arena_array(&e->scratch, p->fn.n + 1, sizeof *e->known);
}

void either_release(struct either_effects *e)
{
	arena_release(&e->scratch);
}

/* What only answers, or only shows something to the outside. */
static bool is_quiet(const struct model_row *r)
{
	switch (event_kind(r)) {
	case EVENT_NOTHING:
	case EVENT_NONE:
	case EVENT_READS:
	case EVENT_BLOCK:
	case EVENT_RETURNS:
	case EVENT_ALLOC:
	case EVENT_INPUT:
	case EVENT_BOUNDS:
	case EVENT_NORETURN:
	case EVENT_SELF: return true;
	default: return false;
	}
}

static bool leaves_by_rows(const struct either_effects *e, const struct sym *s)
{
	const struct model_row *r = model_skip(model_find(e->models, program_str(e->p, s->name)), s->fn.i != 0);
	bool any = r != NULL;

	for (; r; r = model_skip(r->next, s->fn.i != 0))
		if (!is_quiet(r))
			return true;
	return !any;
}

/* False: it leaves none by itself; functions that it calls are to be looked at. */
static bool call_leaves(struct either_walk *w, const struct body *b, const struct inst *in)
{
	struct sym_id sym = body_callee(w->e->p, b, in);
	const struct sym *s;
	const char *name;

	if (!sym.i)
		return true;
	s = program_sym(w->e->p, sym = sym_behind_alias(w->e->p, sym));
	name = program_str(w->e->p, s->name);
	if (!strncmp(name, "llvm.", 5))
		return false;
	if (!s->fn.i || model_skip(model_find(w->e->models, name), true))
		return leaves_by_rows(w->e, s);
	if (!w->seen[s->fn.i]) {
		w->seen[s->fn.i] = true;
		*vec_add(&w->e->scratch, &w->todo) = s->fn.i;
	}
	return false;
}

static bool is_own(const struct body *b, const struct inst *in)
{
	return peel_slot(b, body_arg(b, in, 0), PEEL_ADDRESS) != 0;
}

static bool inst_leaves(struct either_walk *w, const struct body *b, const struct inst *in)
{
	switch (in->op) {
	case OP_call: return call_leaves(w, b, in);
	case OP_store:
	case OP_memset:
	case OP_memcpy: return !is_own(b, in);
	case OP_load: return (in->order || in->flags & INST_VOLATILE) && !is_own(b, in);
	case OP_rmw:
	case OP_cmpxchg:
	case OP_fence:
	case OP_asm:
	case OP_asm_goto: return true;
	default: return false;
	}
}

static bool function_leaves(struct either_walk *w, struct fn_id fn)
{
	struct arena a;
	struct body b = { 0 };
	bool leaves = false;

	arena_init(&a, "either");
	body_get(&a, w->e->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n && !leaves; i++)
		leaves = inst_leaves(w, &b, &b.inst.at[i]);
	arena_release(&a);
	return leaves;
}

/* It and all that it calls. */
static bool leaves(struct either_effects *e, struct fn_id root)
{
	struct either_walk w = { .e = e, .seen = arena_array(&e->scratch, e->p->fn.n + 1, sizeof *w.seen) };
	bool told = e->known[root.i] == IS_TOLD;

	if (e->known[root.i])
		return told;
	*vec_add(&e->scratch, &w.todo) = root.i;
	w.seen[root.i] = true;
	for (uint32_t k = 0; k < w.todo.n && !told; k++)
		told = e->known[w.todo.at[k]] == IS_TOLD || (!e->known[w.todo.at[k]] && function_leaves(&w, (struct fn_id){ w.todo.at[k] }));
	for (uint32_t k = 0; k < w.todo.n && !told; k++)
		e->known[w.todo.at[k]] = IS_QUIET;
	e->known[root.i] = told ? IS_TOLD : IS_QUIET;
	return told;
}

bool either_matters(struct either_effects *e, const struct body *b, const struct inst *in)
{
	struct either_walk w = { .e = e };
	struct sym_id sym;

	if (in->op == OP_asm || in->op == OP_asm_goto || !(in->flags & INST_EITHER))
		return false;
	sym = in->op == OP_call ? body_callee(e->p, b, in) : (struct sym_id){ 0 };
	if (!sym.i)
		return true;
	sym = sym_behind_alias(e->p, sym);
	if (program_sym(e->p, sym)->fn.i && !model_skip(model_find(e->models, program_str(e->p, program_sym(e->p, sym)->name)), true))
		return leaves(e, program_sym(e->p, sym)->fn);
	return call_leaves(&w, b, in);
}
