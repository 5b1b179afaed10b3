/* The first element of an array of handles, which is not one of those that a loop fills:
 *
 *     worker = malloc(n * sizeof *worker);
 *     worker[0] = start(primary);              the join below is of this one,
 *     ...                                      whatever primary() does:
 *     pthread_join(worker[0], NULL);                   for (i = 1; i < n; i++) worker[i] = start(helper);
 *
 * The pointer is a variable that nobody else has the address of. It is stored to in the function of the join only, before the
 * handle is; and it is used for elements alone, so that all stores through it are known: the one of the handle, and those of
 * loops that count up from 1 or more. */
#include "threads/values/branch.h"
#include "threads/values/loop.h"
#include "threads/values/memory.h"

/* The variable that a pointer was just loaded from; 0: none. */
static uint32_t loaded_from(const struct code *code, struct ref pointer)
{
	const struct inst *in = body_made_by(&code->body, pointer);
	struct ref from = in && in->op == OP_load ? body_arg(&code->body, in, 0) : ref_make(REF_NONE, 0);

	return ref_kind(from) == REF_SYM ? ref_index(from) : 0;
}

/* An element that is not the first one: by a counter that begins at 1 or more and grows. */
static bool is_later_element(struct running *r, const struct code *code, uint32_t store, uint32_t sym)
{
	const struct inst *at = body_made_by(&code->body, body_arg(&code->body, &code->body.inst.at[store], 0));
	struct count_loop loop;
	struct arena scratch;
	int64_t first;
	bool later;

	if (!at || at->op != OP_index || body_offset(&code->body, at) <= 0 ||
	    loaded_from(code, body_arg(&code->body, at, 0)) != sym)
		return false;
	if (value_number(r->p, body_arg(&code->body, at, 1), &first))
		return first > 0;
	arena_init(&scratch, "threads scratch");
	later = loop_find(&scratch, r->p, code, code_block(code, store), value_behind(code, body_arg(&code->body, at, 1)),
			  &loop) &&
		loop.step > 0 && value_number(r->p, loop.first, &first) && first > 0;
	arena_release(&scratch);
	return later;
}

static bool frees(const struct running *r, const struct code *code, const struct inst *call)
{
	struct sym_id callee = body_callee(r->p, &code->body, call);

	return callee.i && events_find(points_rows(r->c->points, callee), EVENT_FREE);
}

/* Is the pointer, or that to an element of it, used as an address only? */
static bool only_addresses(const struct running *r, const struct code *code, uint32_t inst, bool element)
{
	uint32_t value = ref_make(REF_VALUE, body_value(&code->body, inst)).bits;

	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			if (body_arg(&code->body, in, k).bits != value || (!k && (in->op == OP_load || in->op == OP_store)) ||
			    in->op == OP_compare)
				continue;
			if (!k && in->op == OP_index && !element && only_addresses(r, code, i, true))
				continue;
			if (in->op != OP_call || !k || !frees(r, code, in))
				return false;
		}
	}
	return true;
}

static bool is_before(const struct code *code, uint32_t a, uint32_t b)
{
	uint32_t x = code_block(code, a), y = code_block(code, b);

	return x == y ? a < b : cfg_dominates(&code->cfg, x, y);
}

/* The only store to the first element: in this function, before the join; UINT32_MAX: not so. */
static uint32_t first_store(struct running *r, const struct variable *v, uint32_t sym, struct fn_id fn, uint32_t join)
{
	uint32_t found = UINT32_MAX;

	for (uint32_t i = 0; i < v->element.n; i++) {
		const struct variable_use *u = &v->element.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		if (is_later_element(r, code, u->inst, sym))
			continue;
		if (found != UINT32_MAX || u->fn.i != fn.i ||
		    loaded_from(code, body_arg(&code->body, &code->body.inst.at[u->inst], 0)) != sym ||
		    !is_before(code, u->inst, join))
			return UINT32_MAX;
		found = u->inst;
	}
	return found;
}

struct ref first_handle(struct running *r, const struct event *e)
{
	struct fn_id fn = context_of(r, e->context)->fn;
	const struct code *code = code_get(r->shapes, fn);
	uint32_t sym = loaded_from(code, handle_address(code, e->inst, &e->row->on)), store;
	const struct variable *v = sym ? memory_variable(r, (struct sym_id){ sym }) : NULL;
	struct ref none = ref_make(REF_NONE, 0);

	if (!v || v->escapes || program_sym(r->p, (struct sym_id){ sym })->flags & SYM_THREAD_LOCAL)
		return none;
	store = first_store(r, v, sym, fn, e->inst);
	if (store == UINT32_MAX)
		return none;
	for (uint32_t i = 0; i < v->store.n; i++)
		if (v->store.at[i].fn.i != fn.i || !is_before(code, v->store.at[i].inst, store))
			return none;
	for (uint32_t i = 0; i < v->load.n; i++)
		if (!only_addresses(r, code_get(r->shapes, v->load.at[i].fn), v->load.at[i].inst, false))
			return none;
	return body_arg(&code->body, &code->body.inst.at[store], 1);
}
