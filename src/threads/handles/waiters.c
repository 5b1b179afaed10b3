/* Calls that join: a function that joins the handle that it is given, or what is at an address that it is given, on all its
 * ways, is a join where it is called, and so is what calls that with a handle of its own caller.
 *
 *     static void wait_for(pthread_t t) { if (pthread_join(t, NULL)) abort(); }
 *     for (i = 0; i < n; i++) wait_for(t[i]);
 *
 * What is handed over may be the address of a record that the handle is a member of: stop(&worker[i]). */
#include "threads/handles/handles.h"

#include "base/limit.h"
#include "threads/values/branch.h"

/* What is handed to the join, or to the call. */
static struct ref waited_for(const struct running *r, const struct threads_waiter *w, bool *value)
{
	const struct body *b = &code_get(r->shapes, context_of(r, w->context)->fn)->body;
	const struct model_place *on = &r->c->event.at[w->event].row->on;
	struct ref object = w->param ? ref_make(REF_NONE, 0) : event_keeper(b, &b->inst.at[w->inst], on);

	*value = w->param ? w->value : !object.bits;
	if (w->param)
		return body_arg(b, &b->inst.at[w->inst], w->param);
	return object.bits ? object : event_value(b, &b->inst.at[w->inst], on);
}

/* Where the handle is; none: that is not known. */
static struct ref address_waited(const struct running *r, const struct threads_waiter *w)
{
	const struct code *code = code_get(r->shapes, context_of(r, w->context)->fn);
	bool value;
	struct ref at = waited_for(r, w, &value);
	const struct inst *in = value ? body_made_by(&code->body, value_behind(code, at)) : NULL;

	if (!value)
		return at;
	return in && in->op == OP_load && !in->nwords ? body_arg(&code->body, in, 0) : ref_make(REF_NONE, 0);
}

bool waiter_reads(const struct running *r, const struct threads_waiter *w, struct handles *h)
{
	bool known = handles_read(r, w->context, w->inst, address_waited(r, w), h);

	handles_move(h, w->inside);
	return known;
}

/* The parameter that the handle, or its address, comes from; 0: it comes from elsewhere. *inside: so far behind the parameter. */
static uint32_t waited_param(const struct running *r, const struct threads_waiter *w, bool *value, int64_t *inside)
{
	const struct code *code = code_get(r->shapes, context_of(r, w->context)->fn);
	struct ref at = value_behind(code, waited_for(r, w, value));
	const struct inst *in = body_made_by(&code->body, at);

	*inside = w->inside;
	if (*value && in && in->op == OP_load && !in->nwords) {
		at = body_arg(&code->body, in, 0);
		*value = false;
	}
	if (!*value)
		at = value_inside(code, at, PEEL_FIELD, inside);
	return ref_kind(at) == REF_VALUE && ref_index(at) <= code->body.param.n ? ref_index(at) : 0;
}

enum { HANDLE_BYTES = 8 };

/* Does the function put another handle where it was told to find one? */
static bool stores_through(const struct running *r, uint32_t context, uint32_t param, int64_t inside)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	uint32_t at = ref_make(REF_VALUE, param).bits;

	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		int64_t offset = 0;
		if ((in->op == OP_store || in->op == OP_memcpy || in->op == OP_memset) &&
		    value_inside(code, body_arg(&code->body, in, 0), PEEL_FIELD, &offset).bits == at &&
		    (in->op != OP_store || (offset < inside + HANDLE_BYTES && inside < offset + HANDLE_BYTES)))
			return true;
	}
	return false;
}

/* Is no other function called there? */
static bool calls_surely(const struct running *r, const struct edge *e)
{
	const struct body *b = &code_get(r->shapes, context_of(r, e->context)->fn)->body;

	return e->kind == SITE_CALL && body_callee(r->p, b, &b->inst.at[e->inst]).i;
}

/* Does every way through the function pass this instruction? */
static bool passes_always(const struct running *r, uint32_t context, uint32_t inst)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	uint32_t block = code_block(code, inst);
	struct arena scratch;
	const bool *reach;
	bool always = true;

	if (!block)
		return true;
	arena_init(&scratch, "threads scratch");
	reach = blocks_reach(&scratch, &code->body, 0, block, NULL, NULL);
	for (uint32_t b = 0; b < code->body.block.n; b++)
		always &= (b && !reach[b]) || b == block || body_end(&code->body, b)->op != OP_ret;
	arena_release(&scratch);
	return always;
}

void waiters_find(struct running *r, struct waiters *all)
{
	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (joins_now(r, &r->c->event.at[i]))
			*vec_add(r->arena, all) = (struct threads_waiter){ .event = i,
									   .context = r->c->event.at[i].context,
									   .inst = r->c->event.at[i].inst };
	for (uint32_t i = 0; i < all->n; i++) {
		struct threads_waiter w = all->at[i];
		bool value = false;
		int64_t inside;
		uint32_t param = waited_param(r, &w, &value, &inside);
		if (!param || !passes_always(r, w.context, w.inst) || (!value && stores_through(r, w.context, param, inside)) ||
		    limit_full(LIMIT_threads_calls, w.depth))
			continue;
		for (uint32_t k = r->first_caller[w.context]; k < r->first_caller[w.context + 1]; k++) {
			const struct edge *e = &r->c->edge.at[r->caller[k]];
			if (calls_surely(r, e) && bits_meet(&r->bits, r->threads_of[e->context], r->ordered))
				*vec_add(r->arena, all) =
				    (struct threads_waiter){ w.event, e->context, e->inst, param, value, inside, w.depth + 1 };
		}
	}
}
