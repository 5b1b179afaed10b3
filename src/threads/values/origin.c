#include "threads/values/origin.h"

#include "code/address.h"
#include "threads/values/branch.h"
#include "code/loop.h"

#include <string.h>

enum { SUM_MOST = 1 << 20 }; /* larger numbers are no distance between elements */

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

static bool is_mains(const struct running *r, uint32_t context)
{
	uint32_t set = r->threads_of[context];

	return bits_next(&r->bits, set, 1) == r->main && bits_next(&r->bits, set, r->main + 1) == UINT32_MAX;
}

/* Is the function entered at most once in a run? Then its contexts are alternatives: main, and what one call in such a function
 * leads to, outside of loops. */
static bool runs_once(const struct running *r, struct fn_id fn)
{
	for (uint32_t steps = 0; !limit_full(LIMIT_threads_chain, steps); steps++) {
		const struct edge *call = NULL;
		uint32_t roots = 0;
		for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
			uint32_t context = r->c->by_fn[k];
			roots += r->is_start[context];
			if (r->is_start[context] && (!r->main || !is_mains(r, context)))
				return false;
			for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++) {
				const struct edge *e = &r->c->edge.at[r->caller[i]];
				if (e->kind != SITE_CALL || e->loop ||
				    (call && (e->inst != call->inst ||
					      context_of(r, e->context)->fn.i != context_of(r, call->context)->fn.i)))
					return false;
				call = e;
			}
		}
		if (!call || roots)
			return !call && roots == 1;
		fn = context_of(r, call->context)->fn;
	}
	return false;
}

/* Contexts of one function. */
struct group {
	uint32_t at[8], n;
};

static bool group_add(struct group *g, uint32_t context)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->at[i] == context)
			return true;
	if (g->n == sizeof g->at / sizeof *g->at)
		return false;
	g->at[g->n++] = context;
	return true;
}

/* The contexts that call into those of the group, if all do so at one place: *call; none of these is where a thread begins. */
static bool group_callers(const struct running *r, const struct group *g, struct group *callers, const struct edge **call)
{
	*callers = (struct group){ .n = 0 };
	*call = NULL;
	for (uint32_t i = 0; i < g->n; i++) {
		if (r->is_start[g->at[i]])
			return false;
		for (uint32_t k = r->first_caller[g->at[i]]; k < r->first_caller[g->at[i] + 1]; k++) {
			const struct edge *e = &r->c->edge.at[r->caller[k]];
			if (e->kind != SITE_CALL || (*call && (e->inst != (*call)->inst || context_of(r, e->context)->fn.i !=
										 context_of(r, (*call)->context)->fn.i)))
				return false;
			*call = e;
			if (!group_add(callers, e->context))
				return false;
		}
	}
	return *call;
}

/* What all callers hand over: the address of one variable, or one number. */
static bool step_constant(const struct running *r, uint32_t *context, struct ref *ref)
{
	struct ref found = ref_make(REF_NONE, 0);
	uint32_t from = 0;

	if (r->is_start[*context])
		return false;
	for (uint32_t k = r->first_caller[*context]; k < r->first_caller[*context + 1]; k++) {
		const struct edge *e = &r->c->edge.at[r->caller[k]];
		const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
		struct ref at = e->kind == SITE_CALL ? value_behind(code, body_arg(&code->body, &code->body.inst.at[e->inst], ref_index(*ref)))
						     : ref_make(REF_NONE, 0);
		if ((ref_kind(at) != REF_SYM && ref_kind(at) != REF_KONST) || (from && at.bits != found.bits))
			return false;
		from = e->context;
		found = at;
	}
	if (!from)
		return false;
	*context = from;
	*ref = found;
	return true;
}

/* The same where several contexts lead to this one, that differ in what else they know: all of them get the parameter from one
 * context further out. */
static bool step_group(const struct running *r, uint32_t *context, struct ref *ref)
{
	struct group g = { { *context }, 1 }, callers;
	struct ref at = *ref;
	const struct edge *call;

	for (uint32_t steps = 0; group_callers(r, &g, &callers, &call) && !limit_full(LIMIT_threads_chain, steps); steps++) {
		const struct code *code = code_get(r->shapes, context_of(r, call->context)->fn);
		at = value_behind(code, body_arg(&code->body, &code->body.inst.at[call->inst], ref_index(at)));
		if (ref_kind(at) == REF_NONE)
			return false;
		if (callers.n == 1 || ref_kind(at) != REF_VALUE ||
		    (body_made_by(&code->body, at) && runs_once(r, context_of(r, call->context)->fn))) {
			*context = callers.at[0];
			*ref = at;
			return true;
		}
		if (body_made_by(&code->body, at))
			return false;
		g = callers;
	}
	return false;
}

/* May the block be executed again in one activation? */
static bool runs_again(const struct code *code, uint32_t block)
{
	return block_leads_to(&code->body, block, block, UINT32_MAX);
}

/* Adds what a return may give to what others give: null, which nobody follows, and one value. */
static bool add_returned(const struct running *r, const struct code *code, struct ref value, struct ref *found)
{
	value = value_behind(code, value);
	if (value.bits == found->bits || (ref_kind(value) == REF_KONST && program_is_null(r->p, value)))
		return true;
	if (ref_kind(*found) != REF_NONE || ref_kind(value) == REF_NONE)
		return false;
	*found = value;
	return true;
}

/* The one value that a function returns, unless it is null; none: there are several. */
static struct ref returned(const struct running *r, const struct code *code)
{
	struct ref found = ref_make(REF_NONE, 0);

	for (uint32_t b = 0; b < code->body.block.n; b++) {
		const struct inst *end = body_end(&code->body, b), *phi;
		struct ref value = end->op == OP_ret && end->nargs ? value_behind(code, body_arg(&code->body, end, 0)) : found;
		if (end->op != OP_ret || !code->cfg.position[b])
			continue;
		phi = body_made_by(&code->body, value);
		if (!phi || phi->op != OP_phi || program_type(r->p, type_strip(r->p, phi->type))->kind != TYPE_POINTER ||
		    runs_again(code, code_block(code, (uint32_t)(phi - code->body.inst.at)))) {
			if (!add_returned(r, code, value, &found))
				return ref_make(REF_NONE, 0);
			continue;
		}
		for (uint32_t i = 0; i < phi->nargs; i++)
			if (!add_returned(r, code, body_arg(&code->body, phi, i), &found))
				return ref_make(REF_NONE, 0);
	}
	return found;
}

/* What a call has given is what the function returns, if the context that it leads to has no other caller. */
static bool step_in(const struct running *r, uint32_t *context, struct ref *ref, const struct inst *call)
{
	const struct context *c = context_of(r, *context);
	const struct code *code = code_get(r->shapes, c->fn);
	uint32_t inst = (uint32_t)(call - code->body.inst.at);
	const struct edge *only = NULL;
	struct ref value;

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *e = &r->c->edge.at[i];
		if (e->inst != inst)
			continue;
		if (only || e->kind != SITE_CALL)
			return false;
		only = e;
	}
	if (!only || only_caller(r, only->to) != only)
		return false;
	value = returned(r, code_get(r->shapes, context_of(r, only->to)->fn));
	if (ref_kind(value) == REF_NONE)
		return false;
	*context = only->to;
	*ref = value;
	return true;
}

/* Where a reference leads, one step; false: it stays. */
static bool step(const struct running *r, uint32_t *context, struct ref *ref)
{
	const struct code *code = code_get(r->shapes, context_of(r, *context)->fn);
	const struct edge *caller;
	const struct inst *made;
	struct ref behind = value_behind(code, *ref);

	if (behind.bits != ref->bits) {
		*ref = behind;
		return true;
	}
	if (ref_kind(*ref) != REF_VALUE)
		return false;
	made = body_made_by(&code->body, *ref);
	if (made)
		return made->op == OP_call && step_in(r, context, ref, made);
	if (!(caller = only_caller(r, *context)))
		return step_constant(r, context, ref) || step_group(r, context, ref);
	code = code_get(r->shapes, context_of(r, caller->context)->fn);
	*ref = body_arg(&code->body, &code->body.inst.at[caller->inst],
			ref_index(*ref)); /* argument k is operand k, parameters count from 1 */
	*context = caller->context;
	return ref_kind(*ref) != REF_NONE;
}

static struct threads_origin none(void)
{
	return (struct threads_origin){ 0 };
}

static bool finish(const struct running *r, struct ref ref, uint32_t context, struct threads_origin *x)
{
	int64_t number;

	x->context = context;
	if (ref_kind(ref) == REF_VALUE) {
		x->kind = ORIGIN_VALUE;
		x->ref = ref.bits;
		if (runs_once(r, context_of(r, context)->fn))
			x->context = r->c->by_fn[r->c->first_by_fn[context_of(r, context)->fn.i]];
		return true;
	}
	x->context = 0;
	x->kind = ORIGIN_SYM;
	x->ref = ref_index(ref);
	if (ref_kind(ref) == REF_SYM)
		return true;
	if (ref_kind(ref) != REF_KONST)
		return false;
	if (program_constant(r->p, ref, &number)) {
		x->kind = ORIGIN_NUMBER;
		x->ref = 0;
		return !x->loads && !__builtin_add_overflow(x->number[0], number, &x->number[0]);
	}
	x->ref = program_konst(r->p, (struct konst_id){ ref_index(ref) })->sym.i;
	x->number[0] += (int64_t)program_konst(r->p, (struct konst_id){ ref_index(ref) })->lo;
	return program_konst(r->p, (struct konst_id){ ref_index(ref) })->kind == KONST_ADDR;
}

/* A load further out is known first: what is behind it moves one place up. */
static bool push_load(struct threads_origin *x, uint32_t member, struct load_place at)
{
	if (limit_full(LIMIT_threads_loads, x->loads))
		return false;
	memmove(x->number + 1, x->number, x->loads * sizeof *x->number + sizeof *x->number);
	memmove(x->dep + 1, x->dep, x->loads * sizeof *x->dep);
	x->loads++;
	x->number[0] = 0;
	x->dep[0] = (struct dep){ .member = member, .at = at };
	return true;
}

static uint32_t member_of(const struct code *code, struct ref address)
{
	const struct inst *in = body_made_by(&code->body, address);

	return in && in->op == OP_field && in->nwords == 4 ? code->body.word.at[in->word + 3] : 0;
}

/* A number that is added to another value, which is handed back; none: it is no such sum. */
static struct ref sum_of(const struct program *p, const struct code *code, struct ref ref, int64_t *number)
{
	const struct inst *in = body_made_by(&code->body, ref);

	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub) ||
	    !program_constant(p, body_arg(&code->body, in, 1), number) || *number < -SUM_MOST || *number > SUM_MOST)
		return ref_make(REF_NONE, 0);
	if (in->sub == BINARY_sub)
		*number = -*number;
	return body_arg(&code->body, in, 0);
}

struct threads_origin origin_of(const struct running *r, uint32_t context, struct ref ref)
{
	struct threads_origin x = { 0 };
	bool known = true;
	int64_t number;

	for (uint32_t steps = 0; known && !limit_full(LIMIT_threads_chain, steps); steps++) {
		const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
		const struct inst *in = body_made_by(&code->body, ref);
		if (in && in->op == OP_field) {
			x.number[0] += body_offset(&code->body, in);
			ref = body_arg(&code->body, in, 0);
		} else if (sum_of(r->p, code, ref, &number).bits) {
			x.number[0] += number;
			ref = sum_of(r->p, code, ref, &number);
		} else if (in && in->op == OP_load && !in->nwords && !in->order) {
			ref = body_arg(&code->body, in, 0);
			known = push_load(&x, member_of(code, ref),
					  (struct load_place){ context, (uint32_t)(in - code->body.inst.at) });
		} else if (!step(r, &context, &ref)) {
			break;
		}
	}
	if (!known || !finish(r, ref, context, &x))
		return none();
	if (x.kind == ORIGIN_SYM && x.loads)
		x.dep[0] = (struct dep){ .sym = x.ref, .member = x.dep[0].member, .offset = x.number[0], .at = x.dep[0].at };
	return x;
}

bool origin_same(const struct threads_origin *a, const struct threads_origin *b)
{
	if (a->kind == ORIGIN_NONE || a->kind != b->kind || a->loads != b->loads || a->context != b->context || a->ref != b->ref)
		return false;
	return !memcmp(a->number, b->number, (a->loads + 1u) * sizeof *a->number);
}

/* ---- is it read where it is used? ---- */

/* From behind an instruction, or the start of a function, to the instruction `to`, or to the start of `block`. */
struct stretch {
	const struct running *r;
	const struct code *code;
	uint32_t context, from, to, block; /* UINT32_MAX: the start of the function, of the block */
};

static bool is_on(const struct stretch *s, const bool *reach, uint32_t inst)
{
	uint32_t b = code_block(s->code, inst), first = s->from == UINT32_MAX ? 0 : code_block(s->code, s->from);
	bool again = reach[first] && b == first; /* in a circle all of it */

	if (b == s->block && (s->to == UINT32_MAX || inst >= s->to) && !again)
		return false;
	if (b == first && !again)
		return s->from == UINT32_MAX || inst > s->from;
	return reach[b] || b == s->block;
}

static bool stores_to(const struct stretch *s, uint32_t inst, const struct dep *d)
{
	const struct inst *in = &s->code->body.inst.at[inst];
	struct ref address;

	if (in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg)
		return false;
	address = body_arg(&s->code->body, in, 0);
	if (d->member && member_of(s->code, value_behind(s->code, address)) == d->member)
		return true;
	return d->sym && ref_symbol(s->r->p, peel_base(&s->code->body, address, PEEL_FIELD), NULL).i == d->sym;
}

static bool is_quiet(const struct stretch *s, const struct dep *d)
{
	const struct context *c = context_of(s->r, s->context);
	uint32_t first = s->from == UINT32_MAX ? 0 : code_block(s->code, s->from);
	bool straight = first == s->block && (s->to == UINT32_MAX ? s->from == UINT32_MAX : s->from == UINT32_MAX || s->from < s->to);
	struct arena scratch;
	const bool *reach;
	bool quiet = true;

	arena_init(&scratch, "threads scratch");
	reach = straight ? arena_array(&scratch, s->code->body.block.n, sizeof *reach)
			 : blocks_reach(&scratch, &s->code->body, first, s->block, NULL, NULL);
	for (uint32_t i = 0; quiet && i < s->code->body.inst.n; i++)
		quiet = !is_on(s, reach, i) || !stores_to(s, i, d);
	for (uint32_t i = c->edge; quiet && i < c->edge + c->nedges; i++)
		quiet = edge_is_start(s->r, &s->r->c->edge.at[i]) || !is_on(s, reach, s->r->c->edge.at[i].inst);
	arena_release(&scratch);
	return quiet;
}

static bool is_near(const struct running *r, const struct threads_origin *x, uint32_t load, struct load_place use, uint32_t block)
{
	for (uint32_t steps = 0; !limit_full(LIMIT_threads_chain, steps); steps++) {
		const struct code *code = code_get(r->shapes, context_of(r, use.context)->fn);
		const struct edge *caller;
		struct stretch s = { r, code, use.context, UINT32_MAX, use.inst, block };
		if (x->dep[load].at.context == use.context)
			s.from = x->dep[load].at.inst;
		if (!is_quiet(&s, &x->dep[load]))
			return false;
		if (x->dep[load].at.context == use.context)
			return true;
		if (!(caller = only_caller(r, use.context)))
			return false;
		use = (struct load_place){ caller->context, caller->inst };
		block = code_block(code_get(r->shapes, context_of(r, use.context)->fn), use.inst);
	}
	return false;
}

bool origin_is_read_near(const struct running *r, const struct threads_origin *x, uint32_t context, uint32_t block,
			 const bool *inside)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);

	for (uint32_t i = 0; i < x->loads; i++) {
		if (x->dep[i].at.context == context && inside && inside[code_block(code, x->dep[i].at.inst)])
			continue;
		if (!is_near(r, x, i, (struct load_place){ context, UINT32_MAX }, block))
			return false;
	}
	return true;
}

bool origin_is_read_once(const struct threads_origin *a, const struct threads_origin *b)
{
	bool same = a->loads == b->loads;

	for (uint32_t i = 0; same && i < a->loads; i++)
		same = a->dep[i].at.context == b->dep[i].at.context && a->dep[i].at.inst == b->dep[i].at.inst;
	return same;
}

bool origin_is_one(const struct running *r, const struct threads_origin *x)
{
	const struct code *code;

	if (x->kind != ORIGIN_VALUE)
		return x->kind != ORIGIN_NONE;
	if (!context_of(r, x->context)->once && !runs_once(r, context_of(r, x->context)->fn))
		return false;
	code = code_get(r->shapes, context_of(r, x->context)->fn);
	if (!body_made_by(&code->body, (struct ref){ x->ref }))
		return true;
	return !runs_again(code, code_block(code, body_inst(&code->body, ref_index((struct ref){ x->ref }))));
}

/* What is added to the index, or is all of it, is in the offset, or in the base. */
static void read_index(const struct running *r, const struct code *code, const struct inst *in, struct element *e)
{
	struct ref from, index = value_behind(code, body_arg(&code->body, in, 1));
	int64_t stride = body_offset(&code->body, in), number;
	bool small = stride > 0 && stride <= SUM_MOST;

	e->base = origin_of(r, e->context, body_arg(&code->body, in, 0));
	for (uint32_t n = 0; small && (from = sum_of(r->p, code, index, &number)).bits && !limit_full(LIMIT_threads_chain, n); n++) {
		e->offset += number * stride;
		index = value_behind(code, from);
	}
	if (small && program_constant(r->p, index, &number) && number >= -SUM_MOST && number <= SUM_MOST && !e->pointed) {
		e->base.number[e->base.loads] += e->offset + number * stride;
		e->offset = 0;
		return;
	}
	e->index = index;
	e->stride = stride;
}

struct element element_of(const struct running *r, uint32_t context, struct ref address)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	struct element e = { .context = context };
	struct ref ref = address;

	for (uint32_t steps = 0; !limit_full(LIMIT_threads_chain, steps); steps++) {
		const struct inst *in = body_made_by(&code->body, ref);
		if (in && in->op == OP_index) {
			read_index(r, code, in, &e);
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

bool origin_is_local(const struct running *r, const struct threads_origin *x)
{
	const struct inst *in;

	if (x->kind != ORIGIN_VALUE || x->loads)
		return false;
	in = body_made_by(&code_get(r->shapes, context_of(r, x->context)->fn)->body, (struct ref){ x->ref });
	return in && in->op == OP_alloca;
}

struct ref handle_address(const struct code *code, uint32_t call, const struct model_place *place)
{
	struct ref at = event_object(&code->body, &code->body.inst.at[call], place), value;
	const struct inst *in;

	if (at.bits)
		return at;
	value = event_value(&code->body, &code->body.inst.at[call], place);
	in = body_made_by(&code->body, value_behind(code, value));
	return in && in->op == OP_load && !in->nwords ? body_arg(&code->body, in, 0) : ref_make(REF_NONE, 0);
}
