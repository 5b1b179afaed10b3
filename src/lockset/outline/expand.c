/* The events of one call: what the models say of it, the operations of a straight helper unfolded, or a call to walk into. */
#include "lockset/outline/outline.h"

#include <string.h>

#include "base/recogniser.h"
#include "base/stat.h"
#include "code/address.h"
#include "code/loop.h"

/* A helper is put in place of its call up to so many events, and a function is small up to so many instructions: others are
 * calls. */
enum { MOST_UNFOLDED = 6, SMALL = 40 };

/* ---- what functions return, and whether they have an effect ---- */

/* Rows that say of a function that it looks at memory and changes nothing. */
static bool row_only_reads(const struct model_row *row)
{
	for (; row; row = row->next)
		if (!(event_is(row, EVENT_ATOMIC) && (row->flags & MODEL_LOAD)) && !event_has(row, TRAIT_READS_ONLY))
			return false;
	return true;
}

/* An operand that the assembler text writes through a pointer is spelt =*m in the constraints. */
static bool asm_writes(const struct program *p, const struct body *b, const struct inst *in)
{
	const char *constraints = program_str(p, (struct str_id){ b->word.at[in->word + 1] });

	return (in->flags & INST_MEMORY) || strstr(constraints, "=*") || strstr(constraints, "+*");
}

bool outlines_only_reads(struct outlines *o, struct sym_id callee, uint32_t depth)
{
	struct fn_id fn = callee.i ? program_sym(o->points->p, callee)->fn : (struct fn_id){ 0 };

	if (callee.i && o->points->row[callee.i])
		return row_only_reads(o->points->row[callee.i]);
	return fn.i && outlines_pure(o, fn, depth);
}

static bool inst_is_pure(struct outlines *o, const struct body *b, const struct inst *in, uint32_t depth)
{
	switch (in->op) {
	case OP_store:
	case OP_memcpy:
	case OP_memset:
		return peel_slot(b, body_arg(b, in, 0), PEEL_ADDRESS) != 0;
	case OP_rmw:
	case OP_cmpxchg:
	case OP_fence:
	case OP_varargs:
		return false;
	case OP_asm:
	case OP_asm_goto:
		return !asm_writes(o->points->p, b, in);
	case OP_call:
		return outlines_only_reads(o, body_callee(o->points->p, b, in), depth + 1);
	default:
		return true;
	}
}

/* Small, and writes nothing but its own variables, as `bool is_mapped(struct file *f) { return f->flags & MAPPED; }`: asked again
 * it answers the same, unless somebody else writes. */
bool outlines_pure(struct outlines *o, struct fn_id fn, uint32_t depth)
{
	uint32_t known = map_get(&o->pure, fn.i);
	struct arena scratch;
	struct body b = { 0 };
	bool pure;

	if (known)
		return known == 2;
	pure = program_fn(o->points->p, fn)->ninsts <= SMALL && !limit_full(LIMIT_lockset_pure, depth);
	if (pure) {
		arena_init(&scratch, "pure");
		body_get(&scratch, o->points->p, fn, &b);
		for (uint32_t i = 0; i < b.inst.n && pure; i++)
			pure = inst_is_pure(o, &b, &b.inst.at[i], depth);
		arena_release(&scratch);
	}
	map_put(o->arena, &o->pure, fn.i, pure ? 2 : 1);
	return pure;
}

bool outlines_answer(struct outlines *o, struct fn_id fn, int64_t *v)
{
	uint32_t *known = map_at(o->arena, &o->answer, fn.i);
	struct builder t = { .o = o, .p = o->points->p };
	struct arena scratch;
	struct body b = { 0 };
	const struct inst *end;

	if (!*known) {
		*known = UINT32_MAX; /* also against functions that call each other */
		if (program_fn(o->points->p, fn)->ninsts > SMALL)
			return false;
		arena_init(&scratch, "answer");
		body_get(&scratch, o->points->p, fn, &b);
		t.b = &b;
		end = &b.inst.at[b.inst.n - 1];
		if (b.block.n == 1 && end->op == OP_ret && end->nargs && subject_constant(&t, body_arg(&b, end, 0), v)) {
			*vec_add(o->arena, &o->answers) = *v;
			map_put(o->arena, &o->answer, fn.i, o->answers.n);
		}
		arena_release(&scratch);
	}
	if (map_get(&o->answer, fn.i) == UINT32_MAX)
		return false;
	*v = o->answers.at[map_get(&o->answer, fn.i) - 1];
	return true;
}

/* Is it an element whose number only the function itself knows? Then what a call has returned is a better name for it. */
static bool has_own_number(const struct names *n, uint32_t name)
{
	struct term x = term_get(&n->terms, name);

	for (; term_is_step(x.kind); x = term_get(&n->terms, x.base))
		if (x.kind == TERM_INDEX && (!x.a || term_root_of(&n->terms, x.a).kind == TERM_RESULT))
			return true;
	return false;
}

/* The name of what all returns of a small function return, in its own words; or null, as get_device() does: nobody locks what is
 * nowhere. */
uint32_t outlines_returned(void *with, struct fn_id fn)
{
	struct outlines *o = with;
	uint32_t known = map_get(&o->returned, fn.i), name = 0, one;
	struct arena scratch;
	struct body b = { 0 };
	struct name_values v = { .names = o->names, .b = &b, .returned = outlines_returned, .with = o, .null = true };
	bool same = true;

	if (known)
		return known - 1;
	map_put(o->arena, &o->returned, fn.i, 1); /* also against functions that call each other */
	if (program_fn(o->points->p, fn)->ninsts > SMALL)
		return 0;
	arena_init(&scratch, "returned");
	body_get(&scratch, o->points->p, fn, &b);
	v.of = arena_array(&scratch, b.param.n + b.inst.n + 1u, sizeof *v.of);
	for (uint32_t i = 0; i < b.inst.n; i++)
		if (b.inst.at[i].op == OP_ret) {
			one = b.inst.at[i].nargs ? name_of_ref(&v, body_arg(&b, &b.inst.at[i], 0)) : 0;
			same &= one && (!name || name == one);
			name = one;
		}
	arena_release(&scratch);
	if (!same || !name)
		return 0;
	one = term_root_of(&o->names->terms, name).kind;
	if ((one != TERM_PARAM && one != TERM_SYM) || has_own_number(o->names, name))
		return 0;
	map_put(o->arena, &o->returned, fn.i, name + 1);
	if (v.was_null)
		map_put(o->arena, &o->or_null, fn.i, 1);
	return name;
}

/* ---- rows ---- */

/* A lock that is one bit of a word. */
static uint32_t bit_name(struct builder *t, uint32_t inst, const struct model_place *row, uint32_t word)
{
	struct ref number = body_arg(t->b, &t->b->inst.at[inst], row->key);
	int64_t n;
	if (subject_constant(t, number, &n))
		return name_member(t->o->names, word, term_bit_offset(n), (struct type_id){ 0 });
	return name_index(t->o->names, word, name_of_ref(&t->values, number), TERM_BIT);
}

static uint32_t place_name(struct builder *t, uint32_t inst, const struct model_place *row)
{
	struct place at = event_place(t->p, t->o->points->models, t->b, inst, row);
	uint32_t name;

	if (!at.known)
		return 0;
	if (at.name)
		return name_make(t->o->names, &(struct term){ .kind = TERM_NAMED, .a = at.name });
	name = name_of_ref(&t->values, at.base);
	if (at.first && name)
		name = name_member(t->o->names, name, at.first, (struct type_id){ 0 });
	for (uint32_t i = 0; i < at.loads && name; i++)
		name = name_load(t->o->names, name);
	if (name)
		name = name_member(t->o->names, name, at.offset, (struct type_id){ 0 });
	return name && row->key ? bit_name(t, inst, row, name) : name;
}

/* May an event with a condition on an argument happen? */
static bool argument_may_pass(const struct builder *t, const struct inst *call, const struct model_row *r)
{
	int64_t v;

	return !subject_constant(t, event_asked(t->b, call, &r->when), &v) || model_condition_holds(&r->when, v);
}

static uint32_t flags_of(const struct model_row *r)
{
	return (uint32_t)((r->flags & MODEL_SHARED ? HELD_SHARED : 0) | (r->flags & MODEL_FAIR ? HELD_FAIR : 0) |
			  (r->flags & MODEL_SPIN ? HELD_SPIN : 0) | (r->flags & MODEL_RECURSIVE ? HELD_RECURSIVE : 0) |
			  (r->flags & MODEL_SEMAPHORE ? HELD_SEMAPHORE : 0) | (r->flags & MODEL_ROB ? HELD_ROB : 0) |
			  (r->flags & (MODEL_TRY | MODEL_TIMED) ? HELD_TRIED : 0) | (r->nest.base ? HELD_SUBCLASS : 0));
}

/* lockdep's level of nesting; 0 is none: mutex_lock(l) is mutex_lock_nested(l, 0). */
static bool has_level(const struct builder *t, const struct inst *call, const struct model_row *r)
{
	int64_t level;
	struct ref arg = event_argument(t->b, call, &r->subclass);

	return arg.bits ? !subject_constant(t, arg, &level) || level : event_says(&r->subclass);
}

static uint8_t kind_of(const struct model_row *r)
{
	switch (event_kind(r)) {
	case EVENT_ACQUIRE:
	case EVENT_DISABLE: return OUTLINE_ACQUIRE;
	case EVENT_RELEASE:
	case EVENT_ENABLE: return OUTLINE_RELEASE;
	case EVENT_UPGRADE:
	case EVENT_DOWNGRADE: return OUTLINE_CONVERT;
	case EVENT_BARRIER:
	case EVENT_WAIT: return OUTLINE_WAIT;
	case EVENT_JOIN: return OUTLINE_JOIN;
	case EVENT_SIGNAL:
	case EVENT_BROADCAST: return OUTLINE_SIGNAL;
	case EVENT_ASSERT_HELD: return OUTLINE_ASSERT;
	default: return OUTLINE_BLOCK;
	}
}

/* Interrupts and the like are things that have a name only: one for each that can be turned off. */
static uint32_t context_name(struct builder *t, const struct model_row *r)
{
	uint32_t which = (r->flags & MODEL_IRQ)	      ? MODEL_BIT_IRQ
			 : (r->flags & MODEL_BH)      ? MODEL_BIT_BH
			 : (r->flags & MODEL_PREEMPT) ? MODEL_BIT_PREEMPT
			 : (r->flags & MODEL_SIGNALS) ? MODEL_BIT_SIGNALS
						      : MODEL_BIT_PAGEFAULT;

	return name_make(t->o->names, &(struct term){ .kind = TERM_NAMED, .b = which + 1 });
}

/* By how much a value changes from round to round of a loop: 1 it grows, -1 it shrinks, 0 not known. The counter, or what becomes
 * of it in this round: m[i], m[--i]. */
static int8_t way_of(const struct builder *t, struct ref r)
{
	const struct inst *in = subject_inst(t, r);
	struct ref phi = in && in->op == OP_binary ? subject_strip(t, body_arg(t->b, in, 0)) : subject_strip(t, r);
	uint32_t at = body_inst_of(t->b, phi);
	struct count_loop l;

	if (at == UINT32_MAX || !loop_steps(t->scratch, t->p, t->b, t->cfg, t->block_of[at], phi, &l))
		return 0;
	return in != &t->b->inst.at[at] && in != body_made_by(t->b, l.next) ? 0 : l.step > 0 ? 1 : -1;
}

/* Is it one thing in all rounds of all loops of the function? */
static bool is_steady(const struct builder *t, uint32_t name)
{
	struct term x = term_get(&t->o->names->terms, name);

	for (; x.kind == TERM_FIELD || x.kind == TERM_LOAD; x = term_get(&t->o->names->terms, x.base))
		;
	if (x.kind == TERM_RESULT)
		return x.a == t->b->fn.i && !t->block_of[x.b];
	return x.kind == TERM_SYM || x.kind == TERM_PARAM || x.kind == TERM_STACK;
}

/* An element of an array whose number is a counter of this function, or something that such an element points to. */
static bool find_way(const struct builder *t, struct outline_event *e)
{
	const struct terms *terms = &t->o->names->terms;
	struct term x = term_get(terms, term_thing(terms, e->name));
	uint32_t slot = 0, value;

	if (x.kind == TERM_LOAD) {
		slot = x.base;
		x = term_get(terms, term_thing(terms, slot));
	}
	value = x.kind == TERM_INDEX ? name_value(t->o->names, x.a, t->b->fn) : 0;
	if (!value || !is_steady(t, x.base))
		return false;
	e->climbs = way_of(t, ref_make(REF_VALUE, value));
	e->slot = e->climbs ? slot : 0;
	return e->climbs;
}

/* Readers of RCU wait for nobody: there are no writers that lock. */
static bool never_waits(struct builder *t, const struct model_row *r)
{
	const struct models *m = t->o->points->models;
	uint32_t *known = map_at(t->o->arena, &t->o->waits, r->family);

	for (uint32_t i = 0; !*known && i < m->row.n; i++)
		if (m->row.at[i].family == r->family && event_is(&m->row.at[i], EVENT_ACQUIRE) &&
		    !(m->row.at[i].flags & MODEL_SHARED))
			*known = 1;
	if (!*known)
		*known = 2;
	return *known == 2;
}

static void add_row(struct builder *t, uint32_t inst, const struct model_row *r)
{
	const struct inst *call = &t->b->inst.at[inst];
	struct outline_event e = { .kind = kind_of(r), .inst = inst, .fn = t->b->fn, .at = inst, .row = r, .flags = flags_of(r) };
	struct event_test test = event_test(&r->when);

	if (event_asks_argument(r) && !argument_may_pass(t, call, r))
		return;
	if (has_level(t, call, r))
		e.flags |= HELD_SUBCLASS;
	if (event_asks_result(r) && test.mask == -1) {
		e.test = test.compare;
		e.k = test.number;
	}
	if (event_is(r, EVENT_DISABLE) || event_is(r, EVENT_ENABLE)) {
		e.name = context_name(t, r);
		e.flags = HELD_CONTEXT | HELD_RECURSIVE | (r->flags & (MODEL_PAGEFAULT | MODEL_SIGNALS) ? 0 : HELD_SPIN);
		e.test = 0;
	} else if (model_is_alone(r)) { /* in the sets as interrupts are: nobody waits for it, nor can it be left behind */
		e.name = place_name(t, inst, &r->on);
		e.flags = HELD_CONTEXT | HELD_RECURSIVE;
	} else {
		e.name = place_name(t, inst, &r->on);
	}
	if ((e.kind == OUTLINE_ACQUIRE || e.kind == OUTLINE_WAIT || e.kind == OUTLINE_JOIN) && !(r->flags & MODEL_SPIN) &&
	    !(e.flags & HELD_CONTEXT))
		e.guard = guard_of_block(t, t->block_of[inst], true);
	e.climbs = 0;
	(void)(e.kind == OUTLINE_ACQUIRE && e.name && RECOGNISED(lockset_ascending, find_way(t, &e)));
	if (event_is(r, EVENT_WAIT))
		e.with = place_name(t, inst, &r->with);
	e.looked = t->uses[body_value(t->b, inst)] > 0;
	e.free = event_is(r, EVENT_ACQUIRE) && (r->flags & MODEL_SHARED) && never_waits(t, r);
	e.sure = (e.kind == OUTLINE_ACQUIRE || e.kind == OUTLINE_RELEASE) && event_is_sure(r) && event_argument_number(&r->on) &&
		 !event_says(&r->save);
	*vec_add(t->o->arena, &t->o->event) = e;
}

/* ---- calls ---- */

static void add_args(struct builder *t, const struct inst *call, struct outline_event *e, const struct model_row *row)
{
	uint32_t n = call->nargs ? call->nargs - 1 : 0;

	e->arg = t->o->arg.n;
	e->nargs = row ? (event_argument_number(&row->arg) != 0) : n;
	for (uint32_t k = 0; k < e->nargs; k++) {
		struct ref r = body_arg(t->b, call, row ? event_argument_number(&row->arg) : k + 1);
		struct outline_arg a = { .name = row && row->arg.deref ? 0 : name_of_ref(&t->values, r) };
		a.constant = subject_constant(t, r, &a.value);
		r = peel_base(t->b, r, PEEL_WIDENING);
		a.number = ref_kind(r) == REF_VALUE ? ref_index(r) : 0;
		*vec_add(t->o->arena, &t->o->arg) = a;
	}
}

struct name_call outline_words(const struct outlines *o, const struct outline_event *call, struct fn_id callee,
			       struct name_arg arg[OUTLINE_WORDS])
{
	uint32_t most = limit(LIMIT_lockset_arguments), n = call->nargs > most ? most : call->nargs;

	for (uint32_t k = 0; k < n; k++) {
		const struct outline_arg *a = &o->arg.at[call->arg + k];
		arg[k] = (struct name_arg){ .name = a->name,
					    .number = a->constant ? term_number(&o->names->terms, a->value)
						      : a->number ? name_of_value(o->names, call->fn, a->number)
								  : 0 };
	}
	return (struct name_call){ .arg = arg, .nargs = n, .caller = call->fn, .callee = callee };
}

static const struct model_row *inner_row(const struct builder *t, uint32_t inst)
{
	uint32_t n;
	const struct site *site = points_sites(t->o->points, t->b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		if (site_runs_inside(site[i].kind) && site[i].row)
			return site[i].row;
	return NULL;
}

/* Puts the events of a straight helper in the place of its call. False: they cannot all be said in words of the caller. */
static bool unfold(struct builder *t, uint32_t inst, const struct outline *helper, const struct outline_event *call)
{
	struct outlines *o = t->o;
	uint32_t n = 0, first = o->event.n;
	struct name_arg arg[OUTLINE_WORDS];
	struct name_call words = outline_words(o, call, helper->fn, arg);

	for (uint32_t b = 0; b < helper->nblocks; b++)
		n += o->block.at[helper->block + b].nevents;
	if (n > MOST_UNFOLDED)
		return false;
	for (uint32_t pos = 1; pos <= helper->nblocks; pos++)
		for (uint32_t b = 0; b < helper->nblocks; b++) {
			struct outline_block k = o->block.at[helper->block + b];
			for (uint32_t i = 0; k.position == pos && i < k.nevents; i++) {
				struct outline_event e = o->event.at[k.event + i];
				if (e.kind == OUTLINE_SET)
					continue;
				e.name = e.name ? name_leave(o->names, e.name, &words) : 0;
				e.with = e.with ? name_leave(o->names, e.with, &words) : 0;
				if ((!e.name && o->event.at[k.event + i].name) || e.kind == OUTLINE_CALL || e.test || e.through ||
				    e.guard.param) {
					o->event.n = first;
					return false;
				}
				if (n == 1 &&
				    (e.kind == OUTLINE_ACQUIRE || e.kind == OUTLINE_RELEASE || e.kind == OUTLINE_CONVERT)) {
					e.fn = t->b->fn; /* a call of a wrapper is the operation */
					e.at = inst;
				}
				*vec_add(o->arena, &o->below) =
					(struct outline_below){ o->target.at[call->target], e.inst, e.below };
				e.below = o->below.n;
				e.climbs = 0;
	(void)(e.kind == OUTLINE_ACQUIRE && e.name && RECOGNISED(lockset_ascending, find_way(t, &e)));
				e.inst = inst;
				e.unfolded = true;
				e.subject = 0;
				*vec_add(o->arena, &o->event) = e;
			}
		}
	return true;
}

/* What blocks by itself, or below functions that are not walked. */
static void add_blocks(struct builder *t, uint32_t inst)
{
	struct outlines *o = t->o;
	struct sym_id callee = body_callee(t->p, t->b, &t->b->inst.at[inst]);
	struct sleep_site site;

	sleep_site(t, inst, &site);
	for (uint32_t i = 0; i < site.n; i++) {
		const struct sleep_way *w = &site.way[i];
		struct outline_event e = { .kind = w->next ? OUTLINE_SLEEPER : OUTLINE_BLOCK,
					   .inst = inst,
					   .fn = t->b->fn,
					   .at = inst,
					   .guard = w->when,
					   .doubt = w->doubt,
					   .result = w->next };
		if (w->next)
			e.way = o->sleeps[w->next].first + w->way;
		for (e.row = w->next ? NULL : o->points->row[callee.i]; e.row && !sleep_blocks(e.row);)
			e.row = e.row->next;
		e.flags = e.row ? flags_of(e.row) : 0;
		*vec_add(o->arena, &o->event) = e;
	}
}

/* One of several, and the caller says which. */
static bool is_handed(const struct builder *t, uint32_t inst, uint32_t ntargets)
{
	return ntargets > 1 && relevance_param(t->b, &t->b->inst.at[inst]);
}

/* Functions that sleep, where one of several is handed over by the caller: each is told apart. */
static void add_handed(struct builder *t, const struct outline_event *call, uint32_t ntargets)
{
	struct outlines *o = t->o;
	struct outline_event e = *call;

	e.kind = OUTLINE_SLEEPER;
	e.only_known = true;
	for (uint32_t i = 0; i < ntargets && is_handed(t, call->inst, ntargets); i++) {
		e.result = o->target.at[call->target + i].i; /* the function */
		if (o->relevant[e.result] != RELEVANT_SLEEPS)
			continue;
		e.way = o->sleeps[e.result].first;
		*vec_add(o->arena, &o->event) = e;
	}
}

static void add_call(struct builder *t, uint32_t inst)
{
	struct outlines *o = t->o;
	const struct inst *call = &t->b->inst.at[inst];
	const struct model_row *row = inner_row(t, inst);
	struct outline_event e = {
		.kind = OUTLINE_CALL, .inst = inst, .fn = t->b->fn, .at = inst, .row = row, .target = o->target.n
	};
	uint32_t kept = 0, n;
	struct fn_id one;

	relevance_targets(o, t->b, inst, &n);
	add_handed(t, &e, n);
	for (uint32_t i = 0; i < n; i++) {
		struct fn_id f = o->target.at[e.target + i];
		if (o->relevant[f.i] == RELEVANT_LOCKS)
			o->target.at[e.target + kept++] = f;
	}
	o->target.n = e.target + kept;
	e.ntargets = kept;
	e.possible = n;
	if (!kept)
		return;
	add_args(t, call, &e, row);
	e.guard = guard_of_block(t, t->block_of[inst], true);
	e.flagged = e.guard.param == GUARD_MEMORY;
	e.result = name_of_value(o->names, t->b->fn, body_value(t->b, inst));
	e.looked = t->uses[body_value(t->b, inst)] > 0;
	one = o->target.at[e.target];
	if (n == 1 && kept == 1 && !row && o->of[one.i].straight && one.i != t->b->fn.i && unfold(t, inst, &o->of[one.i], &e))
		return;
	*vec_add(o->arena, &o->event) = e;
}

void expand_call(struct builder *t, uint32_t inst)
{
	struct sym_id callee = body_callee(t->p, t->b, &t->b->inst.at[inst]);

	for (const struct model_row *r = callee.i ? t->o->points->row[callee.i] : NULL; r; r = r->next)
		if (relevance_row(r))
			add_row(t, inst, r);
	add_blocks(t, inst);
	add_call(t, inst);
}
