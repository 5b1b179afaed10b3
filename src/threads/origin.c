#include "threads/origin.h"

#include "threads/branch.h"

#include <string.h>

enum { MOST_STEPS = 32 };

/* The only call that enters a context, if the caller runs no other way into it: then parameters are its arguments. */
static const struct edge *only_caller(const struct running *r, uint32_t context)
{
	uint32_t first = r->first_caller[context], end = r->first_caller[context + 1];
	const struct edge *e = end == first + 1 ? &r->c->edge.at[r->caller[first]] : NULL;

	for (uint32_t i = 1; e && i < r->class.n; i++)
		for (uint32_t k = 0; k < r->class.at[i].start.n; k++)
			if (r->class.at[i].start.at[k] == context)
				return NULL;
	return e && e->kind == SITE_CALL ? e : NULL;
}

/* Where a reference leads, one step; false: it stays. */
static bool step(const struct running *r, uint32_t *context, struct ref *ref)
{
	const struct code *code = code_get(r->shapes, context_of(r, *context)->fn);
	const struct edge *caller;
	struct ref behind = value_behind(code, *ref);

	if (behind.bits != ref->bits) {
		*ref = behind;
		return true;
	}
	if (ref_kind(*ref) != REF_VALUE || body_made_by(&code->body, *ref) || !(caller = only_caller(r, *context)))
		return false;
	code = code_get(r->shapes, context_of(r, caller->context)->fn);
	*ref = body_arg(&code->body, &code->body.inst.at[caller->inst],
			ref_index(*ref)); /* argument k is operand k, parameters count from 1 */
	*context = caller->context;
	return ref_kind(*ref) != REF_NONE;
}

static struct origin none(void)
{
	return (struct origin){ 0 };
}

static bool finish(const struct running *r, struct ref ref, uint32_t context, struct origin *x)
{
	int64_t number;

	x->context = context;
	if (ref_kind(ref) == REF_VALUE) {
		x->kind = ORIGIN_VALUE;
		x->ref = ref.bits;
		return true;
	}
	x->context = 0;
	x->kind = ORIGIN_SYM;
	x->ref = ref_index(ref);
	if (ref_kind(ref) == REF_SYM)
		return true;
	if (ref_kind(ref) != REF_KONST)
		return false;
	if (value_number(r->p, ref, &number)) {
		x->kind = ORIGIN_NUMBER;
		x->ref = 0;
		x->number[0] = number;
		return !x->loads;
	}
	x->ref = program_konst(r->p, (struct konst_id){ ref_index(ref) })->sym.i;
	x->number[0] += (int64_t)program_konst(r->p, (struct konst_id){ ref_index(ref) })->lo;
	return program_konst(r->p, (struct konst_id){ ref_index(ref) })->kind == KONST_ADDR;
}

/* A load further out is known first: what is behind it moves one place up. */
static bool push_load(struct origin *x, uint32_t member)
{
	if (x->loads == ORIGIN_LOADS)
		return false;
	memmove(x->number + 1, x->number, x->loads * sizeof *x->number + sizeof *x->number);
	memmove(x->dep + 1, x->dep, x->loads * sizeof *x->dep);
	x->loads++;
	x->number[0] = 0;
	x->dep[0] = (struct dep){ .member = member };
	return true;
}

static uint32_t member_of(const struct code *code, struct ref address)
{
	const struct inst *in = body_made_by(&code->body, address);

	return in && in->op == OP_field && in->nwords == 4 ? code->body.word.at[in->word + 3] : 0;
}

struct origin origin_of(const struct running *r, uint32_t context, struct ref ref)
{
	struct origin x = { 0 };
	bool known = true;

	for (int steps = 0; known && steps < MOST_STEPS; steps++) {
		const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
		const struct inst *in = body_made_by(&code->body, ref);
		if (in && in->op == OP_field) {
			x.number[0] += body_offset(&code->body, in);
			ref = body_arg(&code->body, in, 0);
		} else if (in && in->op == OP_load && !in->nwords && !in->order) {
			ref = body_arg(&code->body, in, 0);
			known = push_load(&x, member_of(code, ref));
		} else if (!step(r, &context, &ref)) {
			break;
		}
	}
	if (!known || !finish(r, ref, context, &x))
		return none();
	if (x.kind == ORIGIN_SYM && x.loads)
		x.dep[0] = (struct dep){ .sym = x.ref, .offset = x.number[0] };
	return x;
}

bool origin_same(const struct origin *a, const struct origin *b)
{
	if (a->kind == ORIGIN_NONE || a->kind != b->kind || a->loads != b->loads || a->context != b->context || a->ref != b->ref)
		return false;
	return !memcmp(a->number, b->number, (a->loads + 1u) * sizeof *a->number);
}

struct element element_of(const struct running *r, uint32_t context, struct ref address)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	struct element e = { .context = context };
	struct ref ref = address;

	for (int steps = 0; steps < MOST_STEPS; steps++) {
		const struct inst *in = body_made_by(&code->body, ref);
		if (in && in->op == OP_index) {
			e.index = value_behind(code, body_arg(&code->body, in, 1));
			e.stride = body_offset(&code->body, in);
			e.base = origin_of(r, context, body_arg(&code->body, in, 0));
			return e;
		}
		if (in && in->op == OP_load && !in->nwords && !in->order && !e.pointed) { /* config.threads[i]->handle */
			e.pointed = true;
			e.inner = e.offset;
			e.offset = 0;
		} else if (!in || (in->op != OP_field && in->op != OP_copy)) {
			break;
		}
		if (in->op == OP_field)
			e.offset += body_offset(&code->body, in);
		ref = body_arg(&code->body, in, 0);
	}
	e.offset = e.inner = 0;
	e.pointed = false;
	e.base = origin_of(r, context, address);
	return e;
}

bool origin_is_local(const struct running *r, const struct origin *x)
{
	const struct inst *in;

	if (x->kind != ORIGIN_VALUE || x->loads)
		return false;
	in = body_made_by(&code_get(r->shapes, context_of(r, x->context)->fn)->body, (struct ref){ x->ref });
	return in && in->op == OP_alloca;
}

struct ref handle_address(const struct code *code, uint32_t call, const struct model_place *place)
{
	struct ref arg, nowhere = ref_make(REF_NONE, 0);
	const struct inst *in;

	if (place->base != MODEL_ARGUMENT || place->name || place->rest || place->deref > 1)
		return nowhere;
	arg = body_arg(&code->body, &code->body.inst.at[call], place->arg + 1u);
	if (place->deref)
		return arg;
	in = body_made_by(&code->body, value_behind(code, arg));
	return in && in->op == OP_load && !in->nwords ? body_arg(&code->body, in, 0) : nowhere;
}
