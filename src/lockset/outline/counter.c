/* Counters of references: which way of a branch goes on with a thing that has lost its last one, and whether that can be.
 *
 *     zone = find(table, name);                 the table has a reference of its own
 *     lock(&fetch->lock);
 *     zone_detach(zone);                        if (fetch_sub(&zone->refs, 1) == 1) shutdown(zone);
 *                                               not here, as long as the table has it
 *
 *     zone = zone_create();                     made here: this may well be the last one
 *
 * Who found a thing somewhere gives back a reference of several; nobody else's count is known here, so a way through the last one
 * is no more than possible. A thing that the thread has made itself, on this very way, has no other. */
#include "code/address.h"
#include "lockset/walk/engine.h"

enum { SMALL_COUNT = 40 }; /* instructions of a function that does no more than count */

/* What a function that changes a counter returns. */
enum lockset_answer { ANSWER_NONE = 1, ANSWER_ROW, ANSWER_NUMBER, ANSWER_LAST, ANSWER_MORE };

static struct sym_id callee_of(const struct builder *t, const struct inst *in)
{
	return in && in->op == OP_call ? body_callee(t->p, t->b, in) : (struct sym_id){ 0 };
}

/* A number that is one less, or was before: NULL, or what changes it. */
static const struct inst *taken_from(const struct builder *t, struct ref r)
{
	const struct inst *in = subject_inst(t, r);
	int64_t k;

	if (in && in->op == OP_binary && (in->sub == BINARY_sub || in->sub == BINARY_add) &&
	    subject_constant(t, body_arg(t->b, in, 1), &k))
		in = subject_inst(t, body_arg(t->b, in, 0));
	if (!in || in->op != OP_rmw || (in->sub != RMW_sub && in->sub != RMW_add))
		return NULL;
	return in->sub == RMW_sub || (subject_constant(t, body_arg(t->b, in, 1), &k) && k < 0) ? in : NULL;
}

static uint32_t answer_of(struct outlines *, struct fn_id);

/* atomic_add_unless(v, -1, 1) says whether there are more; with another number it is not about a reference given back. */
static uint32_t answer_of_row(const struct builder *t, const struct inst *call, const struct model_row *r)
{
	struct ref by = event_argument(t->b, call, &r->value);
	int64_t k = -1;

	if (r->flags & MODEL_LAST)
		return ANSWER_LAST;
	if (!(r->flags & MODEL_MORE) || (by.bits && !subject_constant(t, by, &k)))
		return ANSWER_ROW;
	return k < 0 ? ANSWER_MORE : ANSWER_ROW;
}

/* What a value says about a counter; `at` gets the counter's address. */
static uint32_t answer(const struct builder *t, struct ref of, struct ref *at)
{
	const struct inst *in = taken_from(t, of);
	struct sym_id callee;

	if (in) {
		*at = body_arg(t->b, in, 0);
		return ANSWER_NUMBER;
	}
	in = subject_inst(t, of);
	callee = callee_of(t, in);
	*at = callee.i && in->nargs > 1 ? body_arg(t->b, in, 1) : ref_make(REF_NONE, 0);
	for (const struct model_row *r = callee.i ? t->o->points->row[callee.i] : NULL; r; r = r->next)
		if (event_is(r, EVENT_ATOMIC) && (r->flags & MODEL_RMW)) {
			if (event_argument(t->b, in, &r->on).bits)
				*at = event_argument(t->b, in, &r->on);
			return answer_of_row(t, in, r);
		}
	if (callee.i && !t->o->points->row[callee.i] && program_sym(t->p, callee)->fn.i)
		return answer_of(t->o, program_sym(t->p, callee)->fn);
	return ANSWER_NONE;
}

/* Which way the last reference goes, if one value compares so with k: 1 that on which it does, 0 the other one, -1 unknown. */
static int last_if(uint32_t kind, uint8_t test, int64_t k)
{
	bool equal = test == COMPARE_eq;

	if (kind == ANSWER_LAST || kind == ANSWER_MORE)
		return k || (!equal && test != COMPARE_ne) ? -1 : equal == (kind == ANSWER_MORE);
	if (kind != ANSWER_NUMBER || k < 0 || k > 1)
		return -1;
	switch (test) {
	case COMPARE_eq:
	case COMPARE_slt:
	case COMPARE_sle:
	case COMPARE_ult:
	case COMPARE_ule: return 1;
	default: return 0;
	}
}

static uint32_t answer_of(struct outlines *o, struct fn_id fn)
{
	uint32_t *known = map_at(o->arena, &o->counts, fn.i), kind = ANSWER_NONE, inner;
	struct body b = { 0 };
	struct builder t = { .o = o, .p = o->points->p, .b = &b };
	const struct inst *end;
	struct test c;
	struct arena scratch;
	struct ref at;

	if (*known)
		return *known;
	*known = ANSWER_NONE; /* also against functions that call each other */
	if (program_fn(o->points->p, fn)->ninsts > SMALL_COUNT)
		return ANSWER_NONE;
	arena_init(&scratch, "counts");
	body_get(&scratch, o->points->p, fn, &b);
	end = &b.inst.at[b.inst.n - 1];
	if (end->op == OP_ret && end->nargs) {
		c = subject_condition(&t, body_arg(&b, end, 0));
		inner = answer(&t, c.value, &at);
		if (inner <= ANSWER_ROW || subject_strip(&t, body_arg(&b, end, 0)).bits == c.value.bits)
			kind = inner;
		else
			kind = last_if(inner, c.compare, c.number) < 0 ? ANSWER_ROW
			       : last_if(inner, c.compare, c.number)   ? ANSWER_LAST
							       : ANSWER_MORE;
	}
	arena_release(&scratch);
	map_put(o->arena, &o->counts, fn.i, kind);
	return kind;
}

void counter_set(struct builder *t, struct outline_block *out, const struct test *c)
{
	struct ref at;
	uint32_t kind = answer(t, c->value, &at);
	int last = last_if(kind, c->compare, c->number);

	if (kind == ANSWER_NONE)
		return;
	out->counts = last < 0 ? (kind == ANSWER_ROW ? COUNT_ASKED : COUNT_NOT) : last ? COUNT_FIRST : COUNT_SECOND;
	out->counter = name_of_ref(&t->values, at);
}

/* ---- made here ---- */

static bool is_made(const struct outlines *, const struct body *, struct ref, uint32_t depth);

/* Does the function return what it has made, or null? */
static bool makes(const struct outlines *o, struct fn_id fn, uint32_t depth)
{
	struct body b = { 0 };
	struct arena scratch;
	bool made = false, other = false;

	arena_init(&scratch, "makes");
	body_get(&scratch, o->points->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		if (b.inst.at[i].op != OP_ret || !b.inst.at[i].nargs ||
		    program_is_null(o->points->p, body_arg(&b, &b.inst.at[i], 0)))
			continue;
		if (is_made(o, &b, body_arg(&b, &b.inst.at[i], 0), depth))
			made = true;
		else
			other = true;
	}
	arena_release(&scratch);
	return made && !other;
}

static bool call_makes(const struct outlines *o, const struct body *b, const struct inst *in, uint32_t depth)
{
	struct sym_id callee = body_callee(o->points->p, b, in);
	const struct model_row *r = callee.i ? o->points->row[callee.i] : NULL;
	struct fn_id fn = callee.i && !r ? program_sym(o->points->p, callee)->fn : (struct fn_id){ 0 };

	if (events_find(r, EVENT_ALLOC))
		return true;
	return fn.i && !limit_full(LIMIT_lockset_made, depth) && makes(o, fn, depth + 1);
}

static bool is_made(const struct outlines *o, const struct body *b, struct ref r, uint32_t depth)
{
	const struct inst *in = peel(b, r, PEEL_CASTS).in;
	bool made = false;

	if (!in || in->op != OP_phi || limit_full(LIMIT_lockset_made, depth))
		return in && in->op == OP_call && call_makes(o, b, in, depth);
	for (uint32_t k = 0; k < in->nargs; k++) {
		if (program_is_null(o->points->p, body_arg(b, in, k)))
			continue;
		made = is_made(o, b, body_arg(b, in, k), depth + 1);
		if (!made)
			return false;
	}
	return made;
}

/* A variable whose address is taken: all that this function stores there it has made. */
static bool variable_is_made(const struct outlines *o, const struct body *b, uint32_t alloca)
{
	bool made = false;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct ref at = in->op == OP_store ? body_arg(b, in, 0) : ref_make(REF_NONE, 0);
		if (ref_kind(at) != REF_VALUE || body_inst(b, ref_index(at)) != alloca ||
		    program_is_null(o->points->p, body_arg(b, in, 1)))
			continue;
		made = is_made(o, b, body_arg(b, in, 1), 0);
		if (!made)
			return false;
	}
	return made;
}

/* Is the thing, in words of some function, one that it has made? */
static bool name_is_made(const struct outlines *o, uint32_t name)
{
	struct term x = term_get(&o->names->terms, name), root = term_root_of(&o->names->terms, name);
	struct arena scratch;
	struct body b = { 0 };
	bool made;

	if (x.kind == TERM_FIELD)
		x = term_get(&o->names->terms, x.base);
	if (x.kind == TERM_LOAD)
		x = term_get(&o->names->terms, x.base);
	else if (x.kind != TERM_RESULT)
		return false;
	if (x.kind != root.kind || (x.kind != TERM_RESULT && x.kind != TERM_STACK))
		return false;
	arena_init(&scratch, "made");
	body_get(&scratch, o->points->p, (struct fn_id){ x.a }, &b);
	made = x.kind == TERM_RESULT ? is_made(o, &b, ref_make(REF_VALUE, body_value(&b, x.b)), 0) : variable_is_made(o, &b, x.b);
	arena_release(&scratch);
	return made;
}

static const struct outline_event *call_at(const struct outlines *o, const struct outline *f, uint32_t inst)
{
	for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++)
			if (o->event.at[i].kind == OUTLINE_CALL && o->event.at[i].inst == inst)
				return &o->event.at[i];
	return NULL;
}

bool counter_is_made(const struct engine *e, uint32_t context, uint32_t name)
{
	const struct lockset *l = e->out;
	struct names *names = (struct names *)(uintptr_t)&l->names;

	for (uint32_t step = 0; name && !limit_full(LIMIT_lockset_makers, step); step++) {
		const struct lockset_context *c = &l->context.at[context];
		const struct outline_event *ev = c->from ? call_at(&e->o, &e->o.of[l->context.at[c->from].fn.i], c->inst) : NULL;
		struct name_arg arg[OUTLINE_WORDS];
		struct name_call words;
		if (term_root_of(&names->terms, name).kind != TERM_PARAM)
			return name_is_made(&e->o, name);
		if (!ev)
			return false;
		words = outline_words(&e->o, ev, c->fn, arg);
		name = name_leave(names, name, &words);
		context = c->from;
	}
	return false;
}
