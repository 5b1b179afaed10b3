/* See attributes.h. A local object is looked at in its own function; variables are noted in one pass over the program. */
#include "code/address.h"
#include "code/loop.h"
#include "ir/cfg.h"
#include "lockset/names/attributes.h"

#include <string.h>

#include "lockset/names/reached.h"

static struct ref root_of(const struct body *b, struct ref r)
{
	return peel_base(b, r, PEEL_CASTS | PEEL_FIRST);
}

/* The argument that a parameter is in the call that is looked at; other values are what they are. */
static struct ref given(const struct attributes *a, const struct body *b, struct ref r)
{
	r = root_of(b, r);
	if (!a->above || ref_kind(r) != REF_VALUE || body_made_by(b, r) || ref_index(r) >= a->by->nargs)
		return r;
	return root_of(a->above, body_arg(a->above, a->by, ref_index(r)));
}

/* 1 it holds of the value, 0 it does not, -1 not known, or of some only of those that ways or a conditional choose from. */
static int truth_of_value(const struct attributes *a, const struct body *b, struct ref r, const struct model_condition *c,
			  uint32_t *steps)
{
	struct ref from = given(a, b, r);
	const struct inst *in = from.bits == root_of(b, r).bits ? body_made_by(b, from) : NULL; /* else it is a value of the caller */
	uint32_t first = in && in->op == OP_select;
	int64_t number;
	int all = -1;

	if (program_constant(a->p, from, &number))
		return model_condition_holds(c, number);
	if (!in || (in->op != OP_phi && in->op != OP_select) || limit_full(LIMIT_code_chain, (*steps)++))
		return -1;
	for (uint32_t i = first; i < in->nargs; i++) {
		int one = truth_of_value(a, b, body_arg(b, in, i), c, steps);
		if (one < 0 || (i > first && one != all))
			return -1;
		all = one;
	}
	return all;
}

/* 1 it holds, 0 it does not, -1 not known. */
static int truth_of(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_condition *c)
{
	int64_t number;
	uint32_t steps = 0;

	if (!c->test)
		return 0;
	if (a->reached && reached_number(a->reached, event_asked(b, call, c), &number))
		return model_condition_holds(c, number);
	return truth_of_value(a, b, event_asked(b, call, c), c, &steps);
}

/* What a call says of the attribute object that it is handed as this argument, from 0. */
static uint32_t said_by(const struct attributes *a, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(a->p, b, call);
	uint32_t said = 0;

	for (const struct model_row *r = callee.i ? a->row[callee.i] : NULL; r; r = r->next) {
		if (!event_is(r, EVENT_SETTYPE) || event_argument_number(&r->on) != arg + 1)
			continue;
		if (truth_of(a, b, call, &r->recursive_if))
			said |= ATTRIBUTE_DEEP;
		if (truth_of(a, b, call, &r->checked_if))
			said |= ATTRIBUTE_CHECKED;
		if (truth_of(a, b, call, &r->fair_if) > 0)
			said |= ATTRIBUTE_FAIR;
	}
	return said;
}

/* Whoever is handed the object: rows say what it does, or the program; others may do anything. */
static uint32_t done_by(const struct attributes *a, const struct body *b, const struct inst *call, uint32_t arg)
{
	struct sym_id callee = body_callee(a->p, b, call);

	if (callee.i && program_sym(a->p, callee)->fn.i)
		return a->elsewhere;
	return callee.i && a->row[callee.i] ? said_by(a, b, call, arg) : ATTRIBUTE_ODD;
}

/* Is what a call says of the object without effect on the lock that is made by another one: said too late, or said once more
 * by the same function before? */
static bool is_void(const struct attributes *a, const struct body *b, uint32_t call, uint32_t arg)
{
	struct sym_id callee = body_callee(a->p, b, &b->inst.at[call]);
	const struct block *block = &b->block.at[block_of_inst(b, call)];
	uint32_t init = a->init - 1;

	if (!a->init || !callee.i || !events_find(a->row[callee.i], EVENT_SETTYPE))
		return false;
	for (uint32_t i = call + 1; i < block->inst + block->ninsts && i != init; i++)
		if (b->inst.at[i].op == OP_call && body_callee(a->p, b, &b->inst.at[i]).i == callee.i &&
		    arg < b->inst.at[i].nargs &&
		    root_of(b, body_arg(b, &b->inst.at[i], arg)).bits == root_of(b, body_arg(b, &b->inst.at[call], arg)).bits)
			return true;
	return (init < call || init >= block->inst + block->ninsts) &&
	       !block_leads_to(b, block_of_inst(b, call), block_of_inst(b, init), UINT32_MAX);
}

static uint32_t of_local(const struct attributes *a, const struct body *b, struct ref object)
{
	uint32_t said = 0;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs && (!a->reached || reached_inst(a->reached, i)); k++) {
			if (root_of(b, body_arg(b, in, k)).bits != object.bits || in->op == OP_cast || in->op == OP_copy ||
			    in->op == OP_field || in->op == OP_load || in->op == OP_memset)
				continue;
			if (in->op != OP_call || !k)
				said |= ATTRIBUTE_ODD;
			else if (!is_void(a, b, i, k))
				said |= done_by(a, b, in, k - 1);
		}
	}
	return said;
}

/* What an instruction says of the object at this address, which need not be a variable. 1: it makes the object anew, and nothing
 * that was said before counts. */
static bool hear(const struct attributes *a, const struct body *b, uint32_t inst, struct address object, uint32_t *said)
{
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = in->op == OP_call ? body_callee(a->p, b, in) : (struct sym_id){ 0 };
	bool inside = in->op == OP_call && (!callee.i || program_sym(a->p, callee)->fn.i);

	for (uint32_t k = in->op == OP_call; k < in->nargs; k++) {
		struct address at = address_of(a->p, b, body_arg(b, in, k));
		if (!address_equal(at, object)) {
			bool near = !inside && in->op == OP_call && !a->row[callee.i] && at.base.bits == object.base.bits;
			*said |= near ? ATTRIBUTE_ODD : 0;
		} else if (in->op == OP_call && !inside && events_find(a->row[callee.i], EVENT_INIT)) {
			return true;
		} else if (in->op == OP_call ? !inside : in->op == OP_store || in->op == OP_memcpy) {
			*said |= in->op == OP_call && a->row[callee.i] ? said_by(a, b, in, k - 1) : ATTRIBUTE_ODD;
		}
	}
	*said |= inside ? a->elsewhere | (callee.i ? 0 : ATTRIBUTE_ODD) : 0; /* others may have it, too */
	return false;
}

/* The object is made on the only way to the place where the lock is made: wherever it lies, what is said in between counts. */
static bool is_made_before(const struct attributes *a, const struct body *b, struct ref address, uint32_t *said)
{
	struct address object = address_of(a->p, b, address);
	uint32_t inst = a->init - 1, block = block_of_inst(b, inst), steps = 0;
	struct arena scratch;
	struct cfg cfg;
	bool made = false;

	*said = 0;
	if (!address_known(object))
		return false;
	arena_init(&scratch, "attributes");
	cfg_build(&scratch, b, &cfg);
	for (; !made; block = cfg.pred[cfg.first_pred[block]], inst = b->block.at[block].inst + b->block.at[block].ninsts) {
		while (!made && inst-- > b->block.at[block].inst)
			made = hear(a, b, inst, object, said);
		if (cfg.npreds[block] != 1 || limit_full(LIMIT_code_chain, steps++))
			break;
	}
	arena_release(&scratch);
	return made;
}

uint32_t attributes_of(const struct attributes *a, const struct body *b, struct ref address)
{
	struct ref r = root_of(b, address);
	const struct inst *in = body_made_by(b, r);
	struct sym_id s = ref_symbol(a->p, r, NULL);
	uint32_t said;
	int64_t number;

	if (a->init && !s.i && !(in && in->op == OP_alloca) && is_made_before(a, b, address, &said))
		return said;
	if (a->above && ref_kind(r) == REF_VALUE && !in && ref_index(r) < a->by->nargs) {
		struct attributes at = *a;
		at.above = NULL;
		at.reached = NULL;
		at.init = 0;
		return attributes_of(&at, a->above, body_arg(a->above, a->by, ref_index(r)));
	}
	if (program_constant(a->p, r, &number) && !number)
		return 0;
	if (in && in->op == OP_alloca)
		return of_local(a, b, r);
	return s.i && program_sym(a->p, s)->flags & SYM_DEFINED ? map_get(&a->of, s.i) | a->elsewhere : ATTRIBUTE_ODD;
}

uint32_t attributes_of_event(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_row *r)
{
	struct ref at = event_argument(b, call, &r->attr);
	struct attributes here = *a;

	here.init = (uint32_t)(call - b->inst.at) + 1;
	return at.bits ? attributes_of(&here, b, at) : 0;
}

/* What an instruction says of variables that are, or hold, an attribute object. What is copied there, and what functions outside
 * do with it, may be anything. */
static void note_inst(struct attributes *a, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(a->p, b, in) : (struct sym_id){ 0 };
	bool outside = callee.i && !program_sym(a->p, callee)->fn.i && !a->row[callee.i];

	for (uint32_t k = in->op == OP_call; k < (in->op == OP_call ? in->nargs : in->op == OP_memcpy); k++) {
		uint32_t said = in->op == OP_memcpy || outside ? ATTRIBUTE_ODD : said_by(a, b, in, k - 1);
		struct ref r = root_of(b, body_arg(b, in, k));
		const struct inst *made = body_made_by(b, peel_base(b, r, PEEL_CASTS | PEEL_FIELD | PEEL_INDEX));
		struct sym_id s = said ? ref_symbol(a->p, r, NULL) : (struct sym_id){ 0 };
		if (s.i)
			*map_at(a->arena, &a->of, s.i) |= said;
		else if (in->op == OP_call && !outside && !(made && made->op == OP_alloca))
			a->elsewhere |= said;
	}
}

static void note_all(struct attributes *a, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_call || b->inst.at[i].op == OP_memcpy)
			note_inst(a, b, &b->inst.at[i]);
}

static void each_function(struct attributes *a, void (*look)(struct attributes *, const struct body *))
{
	for (uint32_t f = 1; f < a->p->fn.n; f++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "attributes");
		body_get(&scratch, a->p, (struct fn_id){ f }, &b);
		look(a, &b);
		arena_release(&scratch);
	}
}

/* ---- locks that are made for callers ---- */

enum { HANDED = 1, HANDED_KNOWN = 2 };

/* What the row says of a lock made by this call, in words of the caller that is looked at. */
static uint32_t said_of(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_row *r)
{
	uint32_t said = r->flags & MODEL_RECURSIVE || truth_of(a, b, call, &r->recursive_if) ? ATTRIBUTE_DEEP : 0;

	return said | attributes_of_event(a, b, call, r);
}

/* The parameter that is the lock made by this call; 0: none. */
static uint32_t made_param(const struct body *b, const struct inst *call, uint32_t arg)
{
	struct ref r = arg < call->nargs ? root_of(b, body_arg(b, call, arg)) : ref_make(REF_NONE, 0);

	return ref_kind(r) == REF_VALUE && !body_made_by(b, r) ? ref_index(r) : 0;
}

/* Calls that make a lock which is a parameter: by rows at first, then by functions that do so. */
static void note_helper(struct attributes *a, const struct body *b, uint32_t inst, struct made_lock made)
{
	made.fn = b->fn;
	made.inst = inst;
	*vec_add(a->arena, &a->made) = made;
	made.param = made_param(b, &b->inst.at[inst], made.arg);
	a->made.at[a->made.n - 1].param = made.param;
	if (made.param) {
		a->made.at[a->made.n - 1].before = map_get(&a->helper, b->fn.i);
		map_put(a->arena, &a->handed, map_pair(b->fn.i, inst), HANDED);
		map_put(a->arena, &a->helper, b->fn.i, a->made.n);
	}
}

/* A call of a helper: what it makes here. */
static void call_helper(struct attributes *a, const struct body *b, uint32_t inst, uint32_t helper)
{
	struct made_lock made = a->made.at[helper - 1];
	struct attributes at = *a;
	struct arena scratch;
	struct body below = { 0 };
	struct reached reached = { .p = a->p, .b = &below, .above = b, .by = &b->inst.at[inst] };
	bool runs = true;

	if (made.param >= b->inst.at[inst].nargs)
		return;
	arena_init(&scratch, "attributes");
	if (made.row) {
		body_get(&scratch, a->p, made.fn, &below);
		at.above = b;
		at.by = &b->inst.at[inst];
		at.reached = &reached;
		reached_find(&reached, &scratch);
		runs = reached_inst(&reached, made.inst);
		made.said = runs ? said_of(&at, &below, &below.inst.at[made.inst], made.row) : 0;
	}
	arena_release(&scratch);
	map_put(a->arena, &a->handed, map_pair(made.fn.i, made.inst), HANDED_KNOWN);
	if (runs)
		note_helper(a, b, inst, (struct made_lock){ .arg = made.param, .said = made.said });
}

static bool find_handed(struct attributes *a, uint32_t round)
{
	uint32_t n = a->made.n;

	for (uint32_t f = 1; f < a->p->fn.n; f++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "attributes");
		body_get(&scratch, a->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			struct sym_id callee = b.inst.at[i].op == OP_call ? body_callee(a->p, &b, &b.inst.at[i]) : (struct sym_id){ 0 };
			uint32_t fn = callee.i ? program_sym(a->p, callee)->fn.i : 0, helper = fn ? map_get(&a->helper, fn) : 0;
			for (const struct model_row *r = callee.i && !round ? a->row[callee.i] : NULL; r; r = r->next)
				if (event_is(r, EVENT_INIT) && event_says(&r->attr) && event_argument_number(&r->on) &&
				    made_param(&b, &b.inst.at[i], event_argument_number(&r->on)))
					note_helper(a, &b, i, (struct made_lock){ .row = r, .arg = event_argument_number(&r->on) });
			for (; round && helper > a->round; helper = a->made.at[helper - 1].before)
				if (helper <= n)
					call_helper(a, &b, i, helper);
		}
		arena_release(&scratch);
	}
	a->round = round ? n : 0;
	return a->made.n > n;
}

/* ---- locks that are made as callers ask ---- */

static void ask_callers(struct attributes *a, const struct body *b, uint32_t inst, const struct model_row *r)
{
	struct asked_lock x = { .row = r, .fn = b->fn, .inst = inst, .before = map_get(&a->asked_of, b->fn.i) };
	const struct sym *s = program_sym(a->p, program_fn(a->p, b->fn)->sym);

	if (!b->param.n || !(said_of(a, b, &b->inst.at[inst], r) & ATTRIBUTE_ODD))
		return;
	x.open = s->linkage != LINK_STATIC;
	*vec_add(a->arena, &a->asked) = x;
	map_put(a->arena, &a->asked_of, b->fn.i, a->asked.n);
}

static void find_asked(struct attributes *a, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct sym_id callee = b->inst.at[i].op == OP_call ? body_callee(a->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
		for (const struct model_row *r = callee.i ? a->row[callee.i] : NULL; r; r = r->next)
			if (event_is(r, EVENT_INIT) && event_argument_number(&r->on) &&
			    !(event_says(&r->attr) && made_param(b, &b->inst.at[i], event_argument_number(&r->on))))
				ask_callers(a, b, i, r);
	}
}

/* Whoever has the address of the function may call it as well. */
static void give_away(struct attributes *a, struct sym_id s)
{
	uint32_t fn = s.i ? program_sym(a->p, sym_behind_alias(a->p, s))->fn.i : 0;

	for (uint32_t k = fn ? map_get(&a->asked_of, fn) : 0; k; k = a->asked.at[k - 1].before)
		a->asked.at[k - 1].open = true;
}

static void hear_caller(struct attributes *a, const struct body *b, const struct inst *call, struct asked_lock *x)
{
	struct attributes at = *a;
	struct arena scratch;
	struct body below = { 0 };
	struct reached reached = { .p = a->p, .b = &below, .above = b, .by = call };

	arena_init(&scratch, "attributes");
	body_get(&scratch, a->p, x->fn, &below);
	at.above = b;
	at.by = call;
	at.reached = &reached;
	reached_find(&reached, &scratch);
	x->calls++;
	if (reached_inst(&reached, x->inst))
		x->said |= said_of(&at, &below, &below.inst.at[x->inst], x->row);
	arena_release(&scratch);
}

static void hear_callers(struct attributes *a, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct sym_id callee = in->op == OP_call ? body_callee(a->p, b, in) : (struct sym_id){ 0 };
		uint32_t fn = callee.i ? program_sym(a->p, callee)->fn.i : 0;
		for (uint32_t k = fn ? map_get(&a->asked_of, fn) : 0; k; k = a->asked.at[k - 1].before)
			hear_caller(a, b, in, &a->asked.at[k - 1]);
		for (uint32_t k = callee.i ? 1 : 0; k < in->nargs; k++) {
			struct ref r = body_arg(b, in, k);
			give_away(a, ref_kind(r) == REF_SYM ? (struct sym_id){ ref_index(r) }
				     : ref_kind(r) == REF_KONST ? program_konst(a->p, (struct konst_id){ ref_index(r) })->sym
								: (struct sym_id){ 0 });
		}
	}
}

static bool has_main(const struct program *p)
{
	bool found = false;

	for (uint32_t i = 1; i < p->sym.n && !found; i++)
		found = p->sym.at[i].fn.i && !strcmp(program_str(p, p->sym.at[i].name), "main");
	return found;
}

static void find_told(struct attributes *a)
{
	each_function(a, find_asked);
	if (!a->asked.n)
		return;
	for (uint32_t i = 0; i < a->asked.n && has_main(a->p); i++)
		a->asked.at[i].open = false; /* the program is whole */
	for (uint32_t i = 1; i < a->p->reloc.n; i++)
		give_away(a, a->p->reloc.at[i].sym);
	each_function(a, hear_callers);
	for (uint32_t i = 0; i < a->asked.n; i++) {
		const struct asked_lock *x = &a->asked.at[i];
		if (x->calls && !x->open)
			map_put(a->arena, &a->told, map_pair(x->fn.i, x->inst), x->said + 1);
	}
}

uint32_t attributes_of_init(const struct attributes *a, const struct body *b, const struct inst *call, const struct model_row *r)
{
	uint32_t told = map_get(&a->told, map_pair(b->fn.i, (uint32_t)(call - b->inst.at)));

	return (told ? told - 1 : said_of(a, b, call, r)) & ATTRIBUTE_ODD;
}

void attributes_find(struct attributes *a, struct arena *arena, const struct program *p, const struct model_row *const *row)
{
	bool any = false;

	*a = (struct attributes){ .p = p, .row = row, .arena = arena };
	for (uint32_t i = 1; i < p->sym.n && !any; i++)
		for (const struct model_row *r = p->sym.at[i].kind != SYM_VARIABLE ? row[i] : NULL; r && !any; r = r->next)
			any = event_is(r, EVENT_INIT) && (r->recursive_if.test || event_says(&r->attr));
	if (any)
		each_function(a, note_all);
	for (uint32_t round = 0; any && round < limit(LIMIT_lockset_helpers) && find_handed(a, round); round++)
		if (round + 1 == limit(LIMIT_lockset_helpers))
			limit_met(LIMIT_lockset_helpers);
	if (any)
		find_told(a);
}

bool attributes_are_handed(const struct attributes *a, struct fn_id fn, uint32_t inst)
{
	return map_get(&a->handed, map_pair(fn.i, inst)) == HANDED_KNOWN;
}
