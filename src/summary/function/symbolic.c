/* What each value is, in words of the formals and globals as they were at entry (RELAY, section 3.1, Figure 2).
 *
 * Registers are in SSA form, so a value has one name wherever it is used; only memory needs a map for each block. A value that
 * cannot be named by where it comes from has its own name, TERM_RESULT, which holds until its instruction runs again. Memory
 * that others may write has no content to be known: a load from it is a new name each time.
 *
 *     init(o)     TERM_STABLE           must(o)     the address of o by its term
 *     may(os)     value.may           top         TERM_RESULT: some value, the same as long as its instruction does not run again
 *     bottom      0: not computed yet */
#include <string.h>

#include "code/address.h"
#include "base/recogniser.h"
#include "points/solve/layout.h"
#include "summary/function/work.h"

/* ---- terms ---- */

static uint32_t make(struct work *w, struct term k)
{
	return term_make(&w->terms, &k);
}

static uint32_t top(struct work *w)
{
	return make(w, (struct term){ .kind = TERM_TOP });
}

static bool nesting_of_second(const struct work *w, uint32_t term)
{
	struct term k = term_get(&w->terms, term);

	return k.kind == TERM_COMPUTED || k.kind == TERM_RESULT;
}

static uint32_t nesting(const struct work *w, uint32_t term)
{
	uint32_t n = 0;

	for (struct term k = term_get(&w->terms, term); k.base && n <= limit(LIMIT_summary_loads); k = term_get(&w->terms, k.base)) {
		n += k.kind == TERM_RESULT || k.kind == TERM_COMPUTED;
		if (k.kind == TERM_COMPUTED && nesting_of_second(w, k.a))
			n++;
	}
	return n;
}

uint32_t work_opaque(struct work *w, uint32_t inst, uint32_t base)
{
	if (limit_full(LIMIT_summary_loads, nesting(w, base)))
		base = 0;
	return make(w, (struct term){ .kind = TERM_RESULT, .base = base, .a = w->b.fn.i, .b = inst });
}

/* `offset` bytes into a record: the way through arrays becomes an index. */
static uint32_t inside(struct work *w, uint32_t base, struct type_id type, int64_t offset)
{
	int64_t first = type.i && offset > 0 ? layout_of(w->p, type, offset).offset : offset;

	if (first != offset)
		base = term_element(&w->terms, base, term_number(&w->terms, offset - first), 0);
	return term_field(&w->terms, base, first);
}

static bool is_bit(const struct work *w, struct type_id t)
{
	return t.i && program_type(w->p, type_strip(w->p, t))->size == 1;
}

/* A truth value is 0 or 1, whatever it is made wider to: one bit that is set is kept as -1 in the program. */
static uint32_t of_konst(struct work *w, struct konst_id id)
{
	const struct konst *k = program_konst(w->p, id);
	struct sym_id sym;

	switch (k->kind) {
	case KONST_INT:
		return term_number(&w->terms, is_bit(w, k->type) ? (int64_t)(k->lo & 1) : (int64_t)k->lo);
	case KONST_NULL:
	case KONST_ZERO:
		return make(w, (struct term){ .kind = TERM_NULL });
	case KONST_ADDR:
		sym = sym_behind_alias(w->p, k->sym);
		return inside(w, make(w, (struct term){ .kind = TERM_SYM, .a = sym.i }), program_sym(w->p, sym)->type,
			      (int64_t)k->lo);
	default:
		return top(w);
	}
}

uint32_t work_ref(struct work *w, struct ref r)
{
	switch (ref_kind(r)) {
	case REF_VALUE:
		return w->value[ref_index(r)].must;
	case REF_SYM:
		return make(w, (struct term){ .kind = TERM_SYM, .a = sym_behind_alias(w->p, (struct sym_id){ ref_index(r) }).i });
	case REF_KONST:
		return of_konst(w, (struct konst_id){ ref_index(r) });
	default:
		return top(w);
	}
}

static struct summary_value value_of(struct work *w, struct ref r)
{
	return ref_kind(r) == REF_VALUE ? w->value[ref_index(r)] : (struct summary_value){ .must = work_ref(w, r) };
}

/* The parts of a term: its bases and indices, itself first. Terms are a few steps deep, so that there is room for all. */
bool work_any_part(const struct work *w, uint32_t term, part_test *test, uint32_t with)
{
	uint32_t todo[64], n = 0;

	for (todo[n++] = term; n;) {
		struct term k = term_get(&w->terms, todo[--n]);
		if (test(w, &k, with))
			return true;
		CHECK(n + 2 < sizeof todo / sizeof *todo, "a term of function %u has too many parts", w->b.fn.i);
		if (k.base)
			todo[n++] = k.base;
		if (term_has_second(k.kind) && k.a)
			todo[n++] = k.a;
	}
	return false;
}

static bool is_made_in(const struct work *w, const struct term *k, uint32_t block)
{
	return term_is_value_of(k, w->b.fn.i) && !(k->b & POINTS_PARAM) && w->block_of[k->b] == block;
}

/* Does a name hold only until this block runs again? */
bool term_mentions(const struct work *w, uint32_t term, uint32_t block)
{
	return work_any_part(w, term, is_made_in, block);
}

/* ---- memory ---- */

static void store(struct work *w, memory *m, struct ref to, uint32_t value)
{
	uint32_t address = work_ref(w, to);

	work_forget(w, m, address, false);
	if (value && !value_of(w, to).may)
		work_keep(w, m, address, value);
}

uint32_t work_place(struct work *w, const struct place *place, uint32_t inst)
{
	uint32_t term;

	if (place->name)
		return make(w, (struct term){ .kind = TERM_NAMED, .a = place->name });
	term = term_field(&w->terms, work_ref(w, place->base), place->first);
	for (uint32_t i = 0; i < place->loads; i++) {
		uint32_t next = work_is_stable(w, term) ? work_stable(w, term) : top(w);
		term = term_get(&w->terms, next).kind == TERM_TOP ? work_opaque(w, inst, 0) : next;
	}
	return term_field(&w->terms, term, place->offset);
}

/* ---- calls ---- */

static bool arguments_are_places(const struct target *t)
{
	return t->kind != SITE_CALL && t->row;
}

uint32_t *work_arguments(struct work *w, uint32_t inst, const struct target *t)
{
	const struct inst *call = &w->b.inst.at[inst];
	uint32_t n = w->pt->nparams[t->fn.i], inner = t->fn.i == w->b.fn.i ? RESULT_INNER : 0, *arg;

	if (w->args.cap < n + 1)
		vec_reserve(w->arena, &w->args, n + 1);
	arg = w->args.at;

	for (uint32_t k = 0; k < n; k++) {
		arg[k] = 0;
		if (arguments_are_places(t)) {
			const struct model_place *from = k == 0 ? &t->row->arg : k == 1 ? &t->row->arg2 : &t->row->arg3;
			struct place place = { 0 };
			if (k < 3 && event_says(from))
				place = event_place(w->p, w->pt->models, &w->b, inst, from);
			if (place.known && place.value && !place.result)
				arg[k] = work_ref(w, place.base);
		} else if (t->kind == SITE_CALL && call->op == OP_call && k + 1 < call->nargs) {
			arg[k] = work_ref(w, body_arg(&w->b, call, k + 1));
		}
		if (!arg[k] || term_get(&w->terms, arg[k]).kind == TERM_TOP)
			arg[k] = make(w, (struct term){ .kind = TERM_RESULT, .a = t->fn.i, .b = POINTS_PARAM | inner | k });
	}
	return arg;
}

static bool is_of_own_instruction(const struct work *w, const struct term *k, uint32_t unused)
{
	(void)unused;
	return term_is_value_of(k, w->b.fn.i);
}

static bool is_a_callees(const struct work *w, const struct term *k, uint32_t unused)
{
	(void)unused;
	if (k->kind == TERM_RESULT)
		return !term_is_value_of(k, w->b.fn.i);
	return (k->kind == TERM_PARAM || k->kind == TERM_STACK) && k->a != w->b.fn.i;
}

/* A name that comes from a callee holds only while that call runs. */
bool work_is_foreign(const struct work *w, uint32_t term)
{
	return work_any_part(w, term, is_a_callees, 0);
}

bool work_is_own(const struct work *w, uint32_t term)
{
	return work_any_part(w, term, is_of_own_instruction, 0);
}

uint32_t *work_memo(struct work *w, const struct summary *s)
{
	if (w->memo.cap < s->seen_terms)
		vec_reserve(w->arena, &w->memo, s->seen_terms);
	if (s->seen_terms)
		memset(w->memo.at, 0, s->seen_terms * sizeof *w->memo.at);
	for (uint32_t i = 1; w->in_scc && i < s->seen_terms; i++)
		if (s->term[i].kind == TERM_RESULT && s->term[i].a == w->b.fn.i)
			w->memo.at[i] =
				make(w, (struct term){ .kind = TERM_RESULT, .a = w->b.fn.i, .b = s->term[i].b | RESULT_INNER });
	return w->memo.at;
}

/* What the only function that is called gives back and leaves behind. */
static uint32_t call_body(struct work *w, memory *m, uint32_t inst, const struct target *t)
{
	const struct summary *s = w->s->of[t->fn.i];
	uint32_t nargs = w->pt->nparams[t->fn.i], result = 0, *arg = work_arguments(w, inst, t), *memo;

	work_forget_reachable(w, m);
	if (!s)
		return 0;
	memo = work_memo(w, s);
	for (uint32_t i = 0; i < s->nleft; i++) {
		uint32_t address = summary_translate(&w->terms, s, s->left[i].address, arg, nargs, memo);
		uint32_t value = summary_translate(&w->terms, s, s->left[i].value, arg, nargs, memo);
		if (work_is_foreign(w, value) || term_get(&w->terms, value).kind == TERM_TOP)
			value = term_get(&w->terms, value).kind == TERM_HEAP ? value : work_opaque(w, inst, address);
		work_keep(w, m, address, value);
	}
	if (s->result)
		result = summary_translate(&w->terms, s, s->result, arg, nargs, memo);
	if (result && work_is_foreign(w, result))
		result = RECOGNISED(summary_element, (result = element_returned(w, inst, result)) != 0) ? result : 0;
	return result && term_get(&w->terms, result).kind != TERM_TOP ? result : 0;
}

static bool touches_memory(const struct model_row *row)
{
	return event_has(row, TRAIT_STORES) || event_is(row, EVENT_REALLOC) || event_stores_made(row);
}

/* Where an atomic operation leaves what was there before. */
static void forget_old_values(struct work *w, memory *m, uint32_t inst, const struct model_row *row)
{
	const struct model_place *written[MODEL_WRITTEN];
	uint32_t n = model_written(row, written);

	for (uint32_t i = 0; i < n; i++) {
		struct place at = event_place(w->p, w->pt->models, &w->b, inst, written[i]);
		if (written[i] != &row->on && at.known && !at.result)
			work_forget(w, m, work_place(w, &at, inst), false);
	}
}

static uint32_t call_rows(struct work *w, memory *m, uint32_t inst, const struct model_row *row)
{
	uint32_t result = 0;

	for (; row; row = row->next) {
		struct place on = event_place(w->p, w->pt->models, &w->b, inst, &row->on);
		if (event_makes_result(row))
			result = make(w, (struct term){ .kind = TERM_HEAP, .a = w->b.fn.i, .b = inst });
		else if (event_is(row, EVENT_RETURNS) && on.known && on.value && !on.result)
			result = on.name ? work_place(w, &on, inst) : work_ref(w, on.base);
		if (touches_memory(row) && on.known && !on.result)
			work_forget(w, m, work_place(w, &on, inst), !event_is(row, EVENT_ATOMIC));
		for (uint32_t k = row->on.arg + 2u; touches_memory(row) && on.rest && k < w->b.inst.at[inst].nargs; k++)
			work_forget(w, m, work_ref(w, body_arg(&w->b, &w->b.inst.at[inst], k)), true);
		forget_old_values(w, m, inst, row);
	}
	return result;
}

static uint32_t call(struct work *w, memory *m, uint32_t inst)
{
	const struct inst *in = &w->b.inst.at[inst];
	const struct model_row *row = points_rows_at(w->pt, &w->b, in);
	uint32_t n, result = 0;
	const struct target *t = ground_targets(w->g, w->b.fn, inst, &n);

	if (n == 1 && t->kind == SITE_CALL)
		result = call_body(w, m, inst, t);
	else if (n || !row)
		work_forget_reachable(w, m);
	if (row)
		result = call_rows(w, m, inst, row);
	return result ? result : work_opaque(w, inst, 0);
}

/* ---- instructions ---- */

static void widen(struct work *w, struct summary_value *v, uint32_t *may, struct ref r, bool *named)
{
	struct summary_value x = value_of(w, r);
	uint32_t set = x.may ? x.may : x.must ? set_of(&w->terms, x.must) : 0;
	uint8_t kind = x.must ? work_root(w, x.must).kind : 0;

	if (!x.must)
		return; /* not computed yet */
	if (!x.may && (kind == TERM_TOP || kind == TERM_RESULT || kind == TERM_INT))
		*named = false;
	*may = *may ? set_union(&w->terms, *may, set) : set;
	v->must = !v->must ? x.must : v->must == x.must && !x.may ? x.must : UINT32_MAX;
}

/* One of several: itself, and what it may be. */
static struct summary_value choice(struct work *w, uint32_t inst, uint32_t first, uint32_t n)
{
	const struct inst *in = &w->b.inst.at[inst];
	struct summary_value v = { 0 };
	uint32_t may = 0;
	bool named = true;

	for (uint32_t k = first; k < first + n; k++) {
		struct ref r = body_arg(&w->b, in, k);
		if (ref_kind(r) != REF_VALUE || ref_index(r) != body_value(&w->b, inst))
			widen(w, &v, &may, r, &named);
	}
	if (v.must != UINT32_MAX)
		return v;
	v.must = element_of_choice(w, inst, first, n);
	if (RECOGNISED(summary_element, v.must))
		return v;
	v.must = work_opaque(w, inst, 0);
	v.may = named && !set_is_top(&w->terms, may) ? may : 0;
	return v;
}

static uint32_t each(struct work *w, uint32_t set, struct type_id type, int64_t offset)
{
	uint32_t n, out[SET_MOST];
	const uint32_t *at = set_get(&w->terms, set, &n);
	uint32_t copy[SET_MOST];

	if (n)
		memcpy(copy, at, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++)
		out[i] = term_get(&w->terms, copy[i]).kind == TERM_NULL ? copy[i] : inside(w, copy[i], type, offset);
	return set_make(&w->terms, out, n);
}

/* Equal operations on equal operands are one value: a condition that is computed twice is one condition, an index that a callee
 * computes is known to the caller. */
static uint32_t computed(struct work *w, uint32_t inst)
{
	const struct inst *in = &w->b.inst.at[inst];
	uint32_t a = work_ref(w, body_arg(&w->b, in, 0)), b = in->nargs > 1 ? work_ref(w, body_arg(&w->b, in, 1)) : 0;

	if (in->nargs > 2 || !a || (in->nargs > 1 && !b) || term_get(&w->terms, a).kind == TERM_TOP ||
	    term_get(&w->terms, b).kind == TERM_TOP || limit_full(LIMIT_summary_loads, nesting(w, a)) ||
	    limit_full(LIMIT_summary_loads, nesting(w, b)))
		return work_opaque(w, inst, 0);
	return term_computed(&w->terms, a, b, computed_by(in->op, in->sub));
}

static bool is_transparent(const struct work *w, const struct inst *in)
{
	const struct inst *from = body_made_by(&w->b, body_arg(&w->b, in, 0));

	switch (in->sub) {
	case CAST_zext:
		return from && is_bit(w, from->type);
	case CAST_trunc:
		return is_bit(w, in->type);
	case CAST_sext:
	case CAST_bitcast:
	case CAST_ptrtoint:
	case CAST_inttoptr:
	case CAST_addrspace:
		return true;
	default:
		return false;
	}
}

/* A pointer that was computed as a number, without its tag, say: what it points to is known by its place, not by the working. */
static bool is_made_pointer(const struct work *w, const struct inst *in, uint32_t inst, uint32_t term)
{
	struct cell cell;
	struct term k = term_get(&w->terms, term);

	return term && in->sub == CAST_inttoptr && k.kind == TERM_COMPUTED &&
	       points_cells(w->pt, w->b.fn, ref_make(REF_VALUE, body_value(&w->b, inst)), &cell, 1);
}

static struct summary_value index_value(struct work *w, const struct inst *in)
{
	uint32_t base = work_ref(w, body_arg(&w->b, in, 0)), index = work_ref(w, body_arg(&w->b, in, 1));
	int64_t scale = body_offset(&w->b, in);

	if (!base || !index)
		return (struct summary_value){ 0 };
	if (scale <= 0 || scale > INT32_MAX)
		return (struct summary_value){ .must = term_element(&w->terms, base, top(w), 0) };
	return (struct summary_value){ .must = term_element(&w->terms, base, index, (uint32_t)scale) };
}

static struct summary_value evaluate(struct work *w, memory *m, uint32_t inst)
{
	const struct inst *in = &w->b.inst.at[inst];
	struct ref a = body_arg(&w->b, in, 0);
	struct summary_value v = { 0 }, x;

	switch (in->op) {
	case OP_alloca:
		v.must = make(w, (struct term){ .kind = TERM_STACK, .a = w->b.fn.i, .b = inst });
		return v;
	case OP_field:
		x = value_of(w, a);
		v.must = x.must ? inside(w, x.must, in->type, body_offset(&w->b, in)) : 0;
		v.may = x.may ? each(w, x.may, in->type, body_offset(&w->b, in)) : 0;
		if (set_is_top(&w->terms, v.may))
			v.may = 0;
		break;
	case OP_index:
		v = index_value(w, in);
		break;
	case OP_load:
		v.must = work_load(w, m, inst, work_ref(w, a));
		return v;
	case OP_copy:
		return value_of(w, a);
	case OP_cast:
		x = value_of(w, a);
		if (in->sub == CAST_inttoptr && x.must && !x.may)
			x.must = term_untagged(&w->terms, x.must);
		if (is_transparent(w, in) && !is_made_pointer(w, in, inst, x.must))
			return x;
		v.must = is_transparent(w, in) ? work_opaque(w, inst, 0) : computed(w, inst);
		return v;
	case OP_binary:
	case OP_compare:
		v.must = computed(w, inst);
		return v;
	case OP_phi:
		return choice(w, inst, 0, in->nargs);
	case OP_select:
		return choice(w, inst, 1, 2);
	case OP_call:
		v.must = call(w, m, inst);
		if (in->flags & INST_TWICE)
			m->n = 0; /* when it comes back again, everything may have been stored to */
		return v;
	case OP_store:
		store(w, m, a, work_ref(w, body_arg(&w->b, in, 1)));
		break;
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memcpy:
	case OP_memset:
		work_forget(w, m, work_ref(w, a), in->op == OP_memcpy || in->op == OP_memset);
		break;
	case OP_asm:
	case OP_asm_goto:
		work_forget_reachable(w, m);
		break;
	default:
		break;
	}
	if (!v.must || term_get(&w->terms, v.must).kind == TERM_TOP)
		v = (struct summary_value){ .must = work_opaque(w, inst, 0), .may = v.may };
	return v;
}

/* ---- the run ---- */

static void mark_use(struct work *w, struct ref r, uint8_t use)
{
	uint32_t slot = peel_slot(&w->b, r, PEEL_ADDRESS), inst = slot ? body_inst(&w->b, slot) : 0;

	if (slot)
		w->local[inst] = w->local[inst] > use ? w->local[inst] : use;
}

/* Where addresses of stack slots go. */
static void mark_uses(struct work *w)
{
	for (uint32_t i = 0; i < w->b.inst.n; i++) {
		const struct inst *in = &w->b.inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(&w->b, in, k);
			bool address = in->op == OP_load || in->op == OP_field || in->op == OP_index || in->op == OP_cast ||
				       in->op == OP_copy || in->op == OP_compare || in->op == OP_memset || in->op == OP_memcpy ||
				       (k == 0 && (in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg));
			if (in->op == OP_call && k)
				mark_use(w, r, USE_PASSED);
			else if (!address)
				mark_use(w, r, USE_STORED);
		}
	}
}

/* What the caller will find in his memory. */
static void leave(struct work *w, const memory *m)
{
	memory mine = { 0 };

	for (uint32_t i = 0; i < m->n; i++)
		if (work_root(w, m->at[i].address).kind == TERM_PARAM && work_root(w, m->at[i].address).a == w->b.fn.i)
			*vec_add(w->arena, &mine) = m->at[i];
	if (!w->left_seen)
		w->left = mine;
	else
		work_join_memory(&w->left, &mine);
	w->left_seen = true;
}

static void note_return(struct work *w, const struct inst *in)
{
	uint32_t term = in->nargs ? work_ref(w, body_arg(&w->b, in, 0)) : 0;

	w->result = !w->result_seen ? term : w->result == term ? term : 0;
	w->result_seen = true;
}

static bool run_block(struct work *w, uint32_t block, memory *m, bool last)
{
	bool changed = false;

	for (uint32_t i = w->b.block.at[block].inst; i < w->b.block.at[block].inst + w->b.block.at[block].ninsts; i++) {
		struct summary_value *v = &w->value[body_value(&w->b, i)], now = evaluate(w, m, i);
		changed |= v->must != now.must || v->may != now.may;
		*v = now;
		if (last && w->b.inst.at[i].op == OP_ret) {
			leave(w, m);
			note_return(w, &w->b.inst.at[i]);
		}
	}
	return changed;
}

/* Facts only shrink and values only lose their names, so this ends; a few rounds are enough for all but odd code. */
void symbolic_run(struct work *w)
{
	memory *in = arena_array(w->arena, w->b.block.n, sizeof *in), m = { 0 };
	bool *seen = arena_array(w->arena, w->b.block.n, sizeof *seen), changed = true;

	for (uint32_t k = 0; k < w->b.param.n; k++)
		w->value[k + 1].must = make(w, (struct term){ .kind = TERM_PARAM, .a = w->b.fn.i, .b = k });
	mark_uses(w);
	seen[0] = true;
	for (uint32_t round = 0; changed || round == 0; round++) {
		bool late = limit_full(LIMIT_summary_rounds, round);
		changed = false;
		for (uint32_t k = 0; k < w->cfg.nreached; k++) {
			uint32_t block = w->cfg.order[k], n;
			const uint32_t *next = body_successors(&w->b, block, &n);
			if (!seen[block])
				continue;
			if (late) /* nothing in memory is known then */
				in[block].n = 0;
			work_copy_memory(w, &m, &in[block]);
			changed |= run_block(w, block, &m, false);
			for (uint32_t s = 0; s < n; s++) {
				if (!seen[next[s]]) {
					seen[next[s]] = changed = true;
					work_copy_memory(w, &in[next[s]], &m);
				} else {
					changed |= work_join_memory(&in[next[s]], &m);
				}
			}
		}
		if (round > 4 * limit(LIMIT_summary_rounds))
			break;
	}
	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		work_copy_memory(w, &m, &in[w->cfg.order[k]]);
		run_block(w, w->cfg.order[k], &m, true);
	}
}
