#include "locks/function/slice.h"

#include "code/loop.h"
#include "code/address.h"
#include "code/relevant.h"

#include <string.h>

struct locks_work {
	struct arena *a;
	const struct program *p;
	const struct body *b;
	struct locks_slice *s;
	VEC(uint32_t) list; /* values whose operands are still to be marked */
	VEC(uint32_t) store;
	struct map loaded; /* shapes that are loaded */
	uint8_t *asked; /* by value: somebody uses it, for whatever purpose */
};

static void mark(struct locks_work *w, struct ref r)
{
	uint32_t v = ref_index(r);

	if (ref_kind(r) != REF_VALUE || w->s->used[v])
		return;
	w->s->used[v] = 1;
	*vec_add(w->a, &w->list) = v;
}

static bool is_pure(uint8_t op)
{
	switch (op) {
	case OP_field:
	case OP_index:
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_negate:
	case OP_copy:
	case OP_select:
	case OP_extract:
		return true;
	default:
		return false;
	}
}

uint64_t slice_pure(uint32_t op, uint32_t sub)
{
	return (uint64_t)op << 40 | (uint64_t)(op == OP_compare ? 0 : sub) << 1; /* even: no shape of memory is */
}

uint64_t slice_shape(struct type_id type, uint32_t sym, int64_t offset, bool exact)
{
	uint64_t key = (uint64_t)type.i << 32 | sym;

	return (key ^ (uint64_t)(exact ? offset : -1) * 0x9e3779b97f4a7c15ull) * 0xff51afd7ed558ccdull | 1;
}

/* The shape of what a load or store reaches: the nearest pointer or symbol, and how far behind it. */
static uint64_t shape_of(const struct locks_work *w, const struct inst *access)
{
	struct peel x = { .b = w->b, .r = body_arg(w->b, access, 0) };
	int64_t offset = 0;
	bool exact = true;

	while (peel_step(&x, PEEL_ADDRESS))
		if (x.in->op == OP_field)
			offset = (int64_t)((uint64_t)offset + (uint64_t)body_offset(w->b, x.in));
		else if (x.in->op == OP_index)
			exact = false;
	return slice_shape(access->type, ref_symbol(w->p, x.r, &offset).i, offset, exact);
}

/* A call of a reader is asked like memory. */
static bool is_asked_again(const struct locks_slice *s, const struct body *b, uint32_t i)
{
	const struct inst *in = &b->inst.at[i];

	return in->op == OP_call && in->nargs <= 4 && s->effect[s->effect_of[i] - 1].reader;
}

static void mark_operands(struct locks_work *w, const struct inst *in)
{
	if (in->op == OP_load) {
		map_put(w->a, &w->s->loaded, in->type.i, 1);
		map_put(w->a, &w->loaded, shape_of(w, in), 1);
		mark(w, body_arg(w->b, in, 0));
	} else if (is_pure(in->op) || in->op == OP_phi || is_asked_again(w->s, w->b, (uint32_t)(in - w->b->inst.at))) {
		for (uint32_t k = 0; k < in->nargs; k++)
			mark(w, body_arg(w->b, in, k));
	}
}

/* For a store that may only be in the way of a load: where in its object it goes, not where the object came from. */
static void mark_offsets(struct locks_work *w, struct ref r)
{
	struct peel x = { .b = w->b, .r = r };

	for (; peel_step(&x, PEEL_MEMBERS); r = x.r)
		w->s->used[ref_index(r)] = 1;
}

static void mark_all(struct locks_work *w)
{
	uint32_t done = 0, before;

	do {
		before = w->list.n;
		for (; done < w->list.n; done++) {
			uint32_t i = body_inst(w->b, w->list.at[done]);
			if (i != UINT32_MAX)
				mark_operands(w, &w->b->inst.at[i]);
		}
		for (uint32_t k = 0; k < w->store.n; k++) {
			const struct inst *in = &w->b->inst.at[w->store.at[k]];
			if (map_get(&w->loaded, shape_of(w, in))) {
				mark(w, body_arg(w->b, in, 0));
				mark(w, body_arg(w->b, in, 1));
			} else if (map_get(&w->s->loaded, in->type.i)) {
				mark_offsets(w, body_arg(w->b, in, 0));
			}
		}
	} while (done < w->list.n || w->list.n != before);
}

/* An argument that is the address of something, without memory in between, may be a lock's. */
static bool is_address(const struct body *b, struct ref r)
{
	uint32_t i = body_inst_of(b, r);

	return ref_kind(r) == REF_VALUE && (i == UINT32_MAX || b->inst.at[i].op == OP_field || b->inst.at[i].op == OP_alloca ||
	                                    b->inst.at[i].op == OP_index || b->inst.at[i].op == OP_load);
}

static void seed_call(struct locks_work *w, const struct ops *o, uint32_t i, uint32_t *calls)
{
	const struct inst *in = &w->b->inst.at[i];
	struct call_effect *e = &w->s->effect[(*calls)++];

	ops_of_call(o, w->b, in, e);
	w->s->effect_of[i] = *calls;
	w->s->locks |= e->n > 0;
	w->s->twice |= (in->flags & INST_TWICE) != 0;
	for (uint32_t k = 0; k < e->n; k++) {
		mark(w, ops_address(w->b, in, &e->op[k]));
		if (e->op[k].index)
			mark(w, body_arg(w->b, in, e->op[k].index));
		if (e->op[k].conditional && w->asked[body_value(w->b, i)])
			mark(w, ref_make(REF_VALUE, body_value(w->b, i)));
	}
	if (!e->body && !e->modelled)
		for (uint32_t k = 1; k < in->nargs; k++)
			if (is_address(w->b, body_arg(w->b, in, k)))
				mark(w, body_arg(w->b, in, k));
}

static void seed(struct locks_work *w, const struct ops *o)
{
	uint32_t calls = 0;

	w->asked = arena_array(w->a, w->b->param.n + 1 + w->b->inst.n, 1);
	for (uint32_t i = 0; i < w->b->arg.n; i++)
		if (ref_kind(w->b->arg.at[i]) == REF_VALUE)
			w->asked[ref_index(w->b->arg.at[i])] = 1;
	for (uint32_t i = 0; i < w->b->inst.n; i++) {
		const struct inst *in = &w->b->inst.at[i];
		if (in->op == OP_call)
			seed_call(w, o, i, &calls);
		else if (in->op == OP_store)
			*vec_add(w->a, &w->store) = i;
	}
}

/* lock(x ? &a : &b): which way a phi of an address was reached matters as much as whether it was. Only addresses have been marked
 * when this is asked. */
static void choose_address(const struct locks_work *w, const struct inst *in, uint8_t *matters)
{
	if (in->op != OP_phi || !w->s->used[body_value(w->b, (uint32_t)(in - w->b->inst.at))])
		return;
	for (uint32_t k = 0; k < in->nargs; k++)
		matters[w->b->word.at[in->word + k]] = 1;
}

static void seed_branches(struct locks_work *w, const struct cfg *c)
{
	uint8_t *matters = arena_array(w->a, w->b->block.n, 1), *relevant = arena_array(w->a, w->b->block.n, 1);

	for (uint32_t k = 0; k < w->b->block.n; k++)
		for (uint32_t i = w->b->block.at[k].inst; i < w->b->block.at[k].inst + w->b->block.at[k].ninsts; i++)
			if (w->s->effect_of[i])
				matters[k] |= w->s->effect[w->s->effect_of[i] - 1].n > 0;
			else
				choose_address(w, &w->b->inst.at[i], matters);
	relevant_find(w->a, w->b, c, matters, relevant);
	for (uint32_t k = 0; k < w->b->block.n; k++) {
		const struct inst *in = body_end(w->b, k);
		if (in->op == OP_ret || (relevant[k] && (in->op == OP_branch || in->op == OP_switch)))
			mark(w, body_arg(w->b, in, 0));
	}
}

/* What a load reads, as far as it can be told without running: equal keys, the same expression. 0: cannot tell. */
static uint64_t load_key(const struct body *b, uint32_t inst)
{
	uint64_t key = 0x517cc1b727220a95ull;
	struct peel x = { .b = b, .r = ref_make(REF_VALUE, body_value(b, inst)) };

	while (peel_step(&x, PEEL_MEMBERS | PEEL_LOAD))
		if (x.in->op == OP_load || x.in->op == OP_field)
			key = (key ^ x.in->op ^ (x.in->op == OP_load ? x.in->type.i : (uint64_t)body_offset(b, x.in)) << 8) *
			      0x9e3779b97f4a7c15ull;
	return (key ^ x.r.bits) * 0x9e3779b97f4a7c15ull;
}

struct locks_keys {
	struct map known;
};

/* Does the condition ask only for what is asked for anyway? Then what it says is worth knowing. */
static bool asks_known(const struct locks_work *w, const struct locks_keys *keys, struct ref condition)
{
	struct ref stack[32]; /* the most that limits.def allows */
	uint32_t n = 0, leaves = 0;

	stack[n++] = condition;
	while (n) {
		struct ref r = stack[--n];
		uint32_t i = body_inst_of(w->b, r);
		if (ref_kind(r) != REF_VALUE)
			continue;
		leaves++;
		if (w->s->used[ref_index(r)])
			continue;
		if (i == UINT32_MAX)
			return false;
		if (w->b->inst.at[i].op == OP_load && map_get(&keys->known, load_key(w->b, i)))
			continue;
		if (!is_pure(w->b->inst.at[i].op) || limit_over(LIMIT_locks_operands, (uint64_t)n + w->b->inst.at[i].nargs))
			return false;
		for (uint32_t k = 0; k < w->b->inst.at[i].nargs; k++)
			stack[n++] = body_arg(w->b, &w->b->inst.at[i], k);
	}
	return leaves > 0;
}

/* Branches that decide nothing themselves, but test what a relevant one tests. */
static void seed_related(struct locks_work *w)
{
	struct locks_keys keys = { 0 };

	for (uint32_t i = 0; i < w->b->inst.n; i++)
		if (w->b->inst.at[i].op == OP_load && w->s->used[body_value(w->b, i)])
			map_put(w->a, &keys.known, load_key(w->b, i), 1);
	for (uint32_t k = 0; k < w->b->block.n; k++) {
		const struct inst *in = body_end(w->b, k);
		if ((in->op == OP_branch || in->op == OP_switch) && asks_known(w, &keys, body_arg(w->b, in, 0)))
			mark(w, body_arg(w->b, in, 0));
	}
}

static void find_escapes(struct locks_slice *s, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		bool address_only = in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg;
		bool lock_call = in->op == OP_call && s->effect[s->effect_of[i] - 1].n > 0;
		if (in->op == OP_field || in->op == OP_index || in->op == OP_copy || in->op == OP_compare ||
		    in->op == OP_memcpy || in->op == OP_memset || lock_call)
			continue;
		if (in->op == OP_cast && in->sub != CAST_ptrtoint)
			continue;
		for (uint32_t k = address_only ? 1 : 0; k < in->nargs; k++)
			s->escapes[peel_slot(b, body_arg(b, in, k), PEEL_ADDRESS)] = 1;
	}
}

/* Whether the instruction changes anything that a state says. */
static bool must_run(const struct locks_slice *s, const struct body *b, uint32_t i)
{
	const struct inst *in = &b->inst.at[i];

	switch (in->op) {
	case OP_phi: /* runs on the edge */
		return false;
	case OP_call:
	case OP_memcpy:
	case OP_memset:
	case OP_asm:
	case OP_asm_goto:
	case OP_rmw:
	case OP_cmpxchg:
		return true;
	case OP_store:
		return map_get(&s->loaded, in->type.i) != 0;
	default:
		return s->used[body_value(b, i)] || op_is_terminator(in->op);
	}
}

static void list_todo(struct arena *a, const struct body *b, struct locks_slice *s)
{
	VEC(uint32_t) list = { 0 };

	s->first_todo = arena_array(a, b->block.n + 1, sizeof *s->first_todo);
	s->block_of = blocks_of_insts(a, b);
	for (uint32_t k = 0; k < b->block.n; k++) {
		s->first_todo[k] = list.n;
		for (uint32_t i = b->block.at[k].inst; i < b->block.at[k].inst + b->block.at[k].ninsts; i++) {
			if (must_run(s, b, i))
				*vec_add(a, &list) = i;
		}
	}
	s->first_todo[b->block.n] = list.n;
	s->todo = list.at;
}

static void set_bit(uint64_t *set, uint32_t bit)
{
	if (bit)
		set[(bit - 1) / 64] |= 1ull << (bit - 1) % 64;
}

static void clear_bit(uint64_t *set, uint32_t bit)
{
	if (bit)
		set[(bit - 1) / 64] &= ~(1ull << (bit - 1) % 64);
}

static void use(const struct locks_slice *s, struct ref r, uint64_t *set)
{
	if (ref_kind(r) == REF_VALUE)
		set_bit(set, s->number[ref_index(r)]);
}

static void uses_of(const struct locks_slice *s, const struct body *b, uint32_t i, uint64_t *set)
{
	const struct inst *in = &b->inst.at[i];
	uint32_t n = in->op == OP_store ? 2 : in->op == OP_load || op_is_terminator(in->op) ? 1 : in->nargs;

	set_bit(set, s->shape_bit[i]);
	for (uint32_t k = 0; k < n; k++)
		use(s, body_arg(b, in, k), set);
}

/* What is needed at the end of the block: behind the phis of each successor, and the values that the phis take from here. */
static void live_at_end(const struct locks_slice *s, const struct body *b, uint32_t block, uint64_t *set)
{
	uint32_t n;
	const uint32_t *to = body_successors(b, block, &n);

	memset(set, 0, s->words * sizeof *set);
	for (uint32_t k = 0; k < n; k++) {
		const uint64_t *live = s->live + (uint64_t)to[k] * s->words;
		for (uint32_t w = 0; w < s->words; w++)
			set[w] |= live[w];
		for (uint32_t i = b->block.at[to[k]].inst; b->inst.at[i].op == OP_phi; i++)
			clear_bit(set, s->number[body_value(b, i)]);
	}
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = b->block.at[to[k]].inst; b->inst.at[i].op == OP_phi; i++) {
			const struct inst *phi = &b->inst.at[i];
			for (uint32_t j = 0; s->used[body_value(b, i)] && j < phi->nargs; j++)
				if (b->word.at[phi->word + j] == block)
					use(s, body_arg(b, phi, j), set);
		}
}

static void find_live(struct arena *a, const struct body *b, const struct cfg *c, struct locks_slice *s)
{
	uint64_t *set = arena_array(a, s->words + 1, sizeof *set);
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t n = c->nreached; n-- > 0;) {
			uint32_t block = c->order[n];
			uint64_t *live = s->live + (uint64_t)block * s->words;
			live_at_end(s, b, block, set);
			for (uint32_t i = s->first_todo[block + 1]; i-- > s->first_todo[block];) {
				clear_bit(set, s->number[body_value(b, s->todo[i])]);
				uses_of(s, b, s->todo[i], set);
			}
			if (memcmp(live, set, s->words * sizeof *set) == 0)
				continue;
			memcpy(live, set, s->words * sizeof *set);
			changed = true;
		}
	}
}

static bool number_of(const struct program *p, struct ref r, int64_t *k)
{
	return program_number(p, r, k) && *k > INT32_MIN && *k < INT32_MAX;
}

bool slice_is_step(const struct program *p, const struct body *b, struct ref r, uint32_t *value, int64_t *step)
{
	int64_t k;

	*step = 0;
	for (uint32_t depth = 0; ref_kind(r) == REF_VALUE && !limit_full(LIMIT_locks_step, depth); depth++) {
		uint32_t i = body_inst(b, ref_index(r));
		const struct inst *in = i == UINT32_MAX ? NULL : &b->inst.at[i];
		*value = ref_index(r);
		if (!in || in->op == OP_phi)
			return in != NULL;
		if (in->op == OP_binary && in->sub == BINARY_add && number_of(p, body_arg(b, in, 1), &k))
			*step += k;
		else if (in->op != OP_copy && (in->op != OP_cast || (in->sub != CAST_sext && in->sub != CAST_zext)))
			return false;
		r = body_arg(b, in, 0);
	}
	return false;
}

static void find_thresholds(struct locks_work *w)
{
	for (uint32_t i = 0; i < w->b->inst.n; i++) {
		const struct inst *in = &w->b->inst.at[i];
		uint32_t value;
		int64_t k, step;
		if (in->op != OP_compare || !w->s->used[body_value(w->b, i)] || !number_of(w->p, body_arg(w->b, in, 1), &k))
			continue;
		if (!slice_is_step(w->p, w->b, body_arg(w->b, in, 0), &value, &step))
			continue;
		if (limit_full(LIMIT_locks_thresholds, w->s->threshold.n))
			break;
		*vec_add(w->a, &w->s->threshold) = (struct threshold){ value, k - step };
	}
}

static void number_bits(struct locks_work *w)
{
	const struct body *b = w->b;
	struct locks_slice *s = w->s;
	uint32_t values = b->param.n + 1 + b->inst.n;

	s->number = arena_array(w->a, values, sizeof *s->number);
	s->shape_bit = arena_array(w->a, b->inst.n + 1, sizeof *s->shape_bit);
	for (uint32_t v = 1; v < values; v++)
		if (s->used[v])
			s->number[v] = ++s->bits;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		uint32_t *bit;
		bool again = is_asked_again(s, b, i);
		if ((in->op != OP_load && !is_pure(in->op) && !again) || !s->used[body_value(b, i)])
			continue;
		bit = map_at(w->a, &s->shape,
			     in->op == OP_load ? shape_of(w, in) : slice_pure(in->op, again ? body_arg(b, in, 0).bits : in->sub));
		if (!*bit)
			*bit = ++s->bits;
		s->shape_bit[i] = *bit;
	}
	s->words = (s->bits + 64) / 64;
}

bool slice_find(struct arena *a, const struct ops *o, const struct body *b, const struct cfg *c, struct locks_slice *s)
{
	struct locks_work w = { .a = a, .p = o->p, .b = b, .s = s };
	uint32_t values = b->param.n + 1 + b->inst.n, calls = 0;

	*s = (struct locks_slice){ .used = arena_array(a, values, 1), .escapes = arena_array(a, values, 1) };
	for (uint32_t i = 0; i < b->inst.n; i++)
		calls += b->inst.at[i].op == OP_call;
	s->effect = arena_array(a, calls + 1, sizeof *s->effect);
	s->effect_of = arena_array(a, b->inst.n + 1, sizeof *s->effect_of);
	seed(&w, o);
	if (!s->locks || s->twice)
		return true;
	mark_all(&w);
	seed_branches(&w, c);
	mark_all(&w);
	seed_related(&w);
	mark_all(&w);
	find_escapes(s, b);
	list_todo(a, b, s);
	number_bits(&w);
	find_thresholds(&w);
	if (limit_over(LIMIT_locks_bits, (uint64_t)s->words * 64 * b->block.n))
		return false;
	s->live = arena_array(a, (uint64_t)s->words * b->block.n, sizeof *s->live);
	find_live(a, b, c, s);
	return true;
}
