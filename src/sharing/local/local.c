#include "sharing/local/local.h"

#include <string.h>

#include "base/store/scc.h"
#include "code/loop.h"
#include "code/again.h"
#include "sharing/local/effect.h"
#include "sharing/summary.h"
#include "sharing/taken/take.h"

/* ---- operands ---- */

/* Everybody knows it, and it is memory that is written, or leads to some. */
static bool is_variable(const struct program *p, struct sym_id id)
{
	const struct sym *s = id.i ? program_sym(p, sym_behind_alias(p, id)) : NULL;

	return s && s->kind == SYM_VARIABLE && !(s->flags & SYM_CONSTANT && !s->nrelocs);
}

/* Functions, strings and other constants without pointers are no objects here: nothing is lost or found through them. */
uint32_t local_set(const struct local *l, struct ref r)
{
	const struct program *p = l->s->p;
	struct sym_id s = { 0 };

	if (ref_kind(r) == REF_VALUE)
		return l->value[ref_index(r)];
	if (ref_kind(r) == REF_SYM)
		s.i = ref_index(r);
	else if (ref_kind(r) == REF_KONST && program_konst(p, (struct konst_id){ ref_index(r) })->kind == KONST_ADDR)
		s = program_konst(p, (struct konst_id){ ref_index(r) })->sym;
	return is_variable(p, s) ? l->value[0] : 0; /* value 0 is none: its set is { SHARED } */
}

int32_t local_offset(const struct local *l, struct ref r)
{
	return ref_kind(r) == REF_VALUE ? l->offset[ref_index(r)] : OFFSET_ANY;
}

static int32_t add_offset(int32_t at, int64_t more)
{
	int64_t sum = (int64_t)at + more;

	if (at == OFFSET_ANY || at == OFFSET_UNSET)
		return at;
	return sum > INT32_MIN && sum < INT32_MAX ? (int32_t)sum : OFFSET_ANY;
}

/* ---- instructions ---- */

static void step_index(struct local *l, uint32_t i, const struct inst *in)
{
	struct ref base = body_arg(l->b, in, 0);
	int64_t k, stride = body_offset(l->b, in);
	int32_t at = OFFSET_ANY;

	if (program_number(l->s->p, body_arg(l->b, in, 1), &k) && k > -65536 && k < 65536 && stride > -65536 && stride < 65536)
		at = add_offset(local_offset(l, base), k * stride);
	effect_result(l, i, local_set(l, base), at);
}

/* A taken object of an earlier round is not the one that is taken in this one. */
static uint32_t without_earlier(struct local *l, uint32_t i, uint32_t set)
{
	uint32_t n, result = 0, copy[SET_LIMIT];
	const uint32_t *member = local_members(l, set, &n);

	memcpy(copy, member, n * sizeof *copy);
	for (uint32_t k = 0; k < n; k++) {
		const struct sharing_origin *o = &l->origin.at[copy[k]];
		uint32_t at = o->kind == ORIGIN_TAKEN && !o->whole ? body_inst(l->b, o->value) : UINT32_MAX;
		bool earlier = at != UINT32_MAX && o->value != body_value(l->b, i) &&
			       cfg_dominates(&l->cfg, l->block_of[i], l->block_of[at]);
		result = origins_both(l, result, origins_one(l, earlier ? 0 : copy[k]));
	}
	return result;
}

static void step_join(struct local *l, uint32_t i, const struct inst *in, uint32_t first)
{
	for (uint32_t k = first; k < in->nargs; k++) {
		uint32_t set = local_set(l, body_arg(l->b, in, k));
		if (in->op == OP_phi)
			set = without_earlier(l, i, set);
		effect_result(l, i, set, set ? local_offset(l, body_arg(l->b, in, k)) : OFFSET_UNSET);
	}
}

static void step_mix(struct local *l, uint32_t i, const struct inst *in)
{
	if (origins_fit(l, in->type))
		for (uint32_t k = 0; k < in->nargs; k++)
			effect_result(l, i, local_set(l, body_arg(l->b, in, k)), OFFSET_ANY);
}

static bool any_whole(const struct local *l, uint32_t set)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t k = 0; k < n; k++)
		if (l->origin.at[member[k]].whole)
			return true;
	return false;
}

/* Is what is loaded from a list that was taken an object of the same class? */
static bool is_link(const struct local *l, uint32_t i, struct ref address)
{
	struct cell from, to;

	return any_whole(l, local_set(l, address)) && points_cells(l->s->points, l->b->fn, address, &from, 1) == 1 &&
	       points_cells(l->s->points, l->b->fn, ref_make(REF_VALUE, body_value(l->b, i)), &to, 1) == 1 && from.class &&
	       from.class == to.class;
}

/* Where in its objects an access is; one that is wider than a pointer may be of several. */
static int32_t accessed_offset(const struct local *l, const struct inst *in)
{
	return origins_are_many(l, in->type) ? OFFSET_ANY : local_offset(l, body_arg(l->b, in, 0));
}

static void step_load(struct local *l, uint32_t i, const struct inst *in)
{
	struct ref address = body_arg(l->b, in, 0);

	if (origins_fit(l, in->type))
		effect_result(l, i, effect_load(l, local_set(l, address), accessed_offset(l, in), is_link(l, i, address)), 0);
}

/* Only what was found in memory of others, not made of the address of an object that we know? */
static bool is_found(const struct local *l, uint32_t set)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t k = 0; k < n; k++)
		if (l->origin.at[member[k]].kind != ORIGIN_CONTENT && l->origin.at[member[k]].kind != ORIGIN_SHARED)
			return false;
	return true;
}

/* A number as wide as a pointer, found in memory, which for points leads nowhere, is none. */
static bool is_number(const struct local *l, struct ref r, struct type_id type)
{
	struct cell cell[4];
	uint32_t n, objects;

	if (!is_found(l, local_set(l, r)))
		return false;
	if (ref_kind(r) != REF_VALUE || !type.i || program_type(l->s->p, type_strip(l->s->p, type))->kind != TYPE_INT)
		return false;
	n = points_cells(l->s->points, l->b->fn, r, cell, sizeof cell / sizeof *cell);
	for (uint32_t k = 0; k < n && k < sizeof cell / sizeof *cell; k++) {
		(void)points_objects(l->s->points, cell[k].class, &objects);
		if (objects)
			return false;
	}
	return n <= sizeof cell / sizeof *cell;
}

static void step_store(struct local *l, uint32_t i, const struct inst *in, uint32_t value)
{
	struct ref address = body_arg(l->b, in, 0);

	if (in->op == OP_store && is_number(l, body_arg(l->b, in, value), in->type))
		return;
	effect_store(l, i, local_set(l, address), accessed_offset(l, in), local_set(l, body_arg(l->b, in, value)));
}

/* An assembler statement with one address may use it; with several it may store one at another. */
static void step_asm(struct local *l, uint32_t i, const struct inst *in)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < in->nargs; k++)
		n += local_set(l, body_arg(l->b, in, k)) != 0;
	for (uint32_t k = 0; k < in->nargs && n > 1; k++)
		effect_publish(l, i, local_set(l, body_arg(l->b, in, k)));
	effect_result(l, i, l->value[0], OFFSET_ANY);
}

static struct pointer pointer_at(const struct local *l, struct ref r)
{
	return (struct pointer){ local_set(l, r), local_offset(l, r) };
}

static void step_memory(struct local *l, uint32_t i, const struct inst *in)
{
	switch (in->op) {
	case OP_alloca:
		effect_result(l, i, origins_one(l, origin_make(l, ORIGIN_STACK, body_value(l->b, i))), 0);
		break;
	case OP_load:
		step_load(l, i, in);
		break;
	case OP_store:
		step_store(l, i, in, 1);
		break;
	case OP_rmw:
		step_load(l, i, in);
		step_store(l, i, in, 1);
		break;
	case OP_cmpxchg:
		step_load(l, i, in);
		step_store(l, i, in, 2);
		break;
	case OP_memcpy:
		effect_copy(l, i, pointer_at(l, body_arg(l->b, in, 0)), pointer_at(l, body_arg(l->b, in, 1)));
		break;
	default:
		break;
	}
}

static void step_call(struct local *l, uint32_t i, const struct inst *in)
{
	uint32_t way;

	summary_apply(l, i);
	if (in->flags & INST_TWICE && !again_way(l->s->p, l->b, l->block_of[i], &way))
		effect_action(l, i, ACTION_AGAIN, 0, 0);
}

static void step(struct local *l, uint32_t i)
{
	const struct inst *in = &l->b->inst.at[i];

	switch (in->op) {
	case OP_field:
		effect_result(l, i, local_set(l, body_arg(l->b, in, 0)),
			      add_offset(local_offset(l, body_arg(l->b, in, 0)), body_offset(l->b, in)));
		break;
	case OP_index:
		step_index(l, i, in);
		break;
	case OP_cast:
	case OP_copy:
	case OP_phi:
		if (origins_fit(l, in->type))
			step_join(l, i, in, 0);
		break;
	case OP_select:
		step_join(l, i, in, 1);
		break;
	case OP_binary:
	case OP_extract:
	case OP_insert:
	case OP_element:
	case OP_replace:
	case OP_shuffle:
		step_mix(l, i, in);
		break;
	case OP_call:
		step_call(l, i, in);
		break;
	case OP_asm:
	case OP_asm_goto:
		step_asm(l, i, in);
		break;
	case OP_varargs:
	case OP_landing:
		effect_result(l, i, l->value[0], OFFSET_ANY);
		if (in->op == OP_varargs)
			effect_store(l, i, local_set(l, body_arg(l->b, in, 0)), OFFSET_ANY, l->value[0]);
		break;
	default:
		step_memory(l, i, in);
		break;
	}
	take_step(l, i);
}

/* ---- the whole body ---- */

static void round_of_steps(struct local *l)
{
	for (uint32_t k = 0; k < l->cfg.nreached; k++) {
		const struct block *block = &l->b->block.at[l->cfg.order[k]];
		if (l->recording)
			l->first_action[k] = l->action.n;
		for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++)
			step(l, i);
	}
	if (l->recording)
		l->first_action[l->cfg.nreached] = l->action.n;
}

static void init_origins(struct local *l)
{
	uint32_t values = l->b->param.n + l->b->inst.n + 1;

	intern_init(&l->set, l->arena);
	l->value = arena_array(l->arena, values, sizeof *l->value);
	l->offset = arena_array(l->arena, values, sizeof *l->offset);
	l->made = arena_array(l->arena, values, sizeof *l->made);
	l->block_of = blocks_of_insts(l->arena, l->b);
	*vec_add(l->arena, &l->origin) = (struct sharing_origin){ .kind = ORIGIN_SHARED, .lost = true };
	(void)vec_add(l->arena, &l->hold);
	l->params = limit_over(LIMIT_sharing_arguments, l->b->param.n) ? limit(LIMIT_sharing_arguments) : l->b->param.n;
	l->value[0] = origins_one(l, 0);
	for (uint32_t v = 0; v < values; v++)
		l->offset[v] = OFFSET_UNSET;
	for (uint32_t k = 0; k < l->b->param.n; k++) {
		l->value[1 + k] = l->value[0];
		l->offset[1 + k] = 0;
		if (k >= l->params)
			continue;
		*vec_add(l->arena, &l->origin) = (struct sharing_origin){ .kind = ORIGIN_PARAM, .value = k };
		*vec_add(l->arena, &l->origin) = (struct sharing_origin){ .kind = ORIGIN_CONTENT, .value = k };
		l->value[1 + k] = origins_fit(l, l->b->param.at[k].type) ? origins_one(l, 1 + 2 * k) : 0;
	}
}

/* A phi above the place where an origin is made carries the object of an earlier round past it. */
static void find_carried(struct local *l)
{
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		uint32_t n, v = body_value(l->b, i);
		const uint32_t *member = local_members(l, l->value[v], &n);
		if (l->b->inst.at[i].op != OP_phi)
			continue;
		for (uint32_t k = 0; k < n; k++) {
			struct sharing_origin *o = &l->origin.at[member[k]];
			uint32_t at = o->kind == ORIGIN_FRESH || o->kind == ORIGIN_TAKEN ? body_inst(l->b, o->value) : UINT32_MAX;
			if (at != UINT32_MAX && o->value != v && cfg_dominates(&l->cfg, l->block_of[i], l->block_of[at]))
				o->carried = true;
		}
	}
}

/* Stack slots that a value only passes through: stored and loaded in one block. What was in them before is never seen. */
static bool *find_fleeting(struct local *l)
{
	uint32_t values = l->b->param.n + l->b->inst.n + 1, *stored = arena_array(l->arena, values, sizeof *stored);
	bool *fleeting = arena_array(l->arena, values, sizeof *fleeting);

	for (uint32_t i = 0; i < l->b->inst.n; i++)
		fleeting[body_value(l->b, i)] = l->b->inst.at[i].op == OP_alloca;
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(l->b, in, k);
			uint32_t v = ref_kind(r) == REF_VALUE ? ref_index(r) : 0;
			if (in->op == OP_store && !k)
				stored[v] = l->block_of[i] + 1;
			else if (in->op != OP_load || stored[v] != l->block_of[i] + 1)
				fleeting[v] = false;
		}
	}
	return fleeting;
}

/* Which blocks are run more than once in a call of the function. */
static bool *find_loops(struct local *l)
{
	uint32_t n = l->b->block.n, *first = arena_array(l->arena, n + 1, sizeof *first);
	bool *loops = arena_array(l->arena, n, sizeof *loops);
	VEC(uint32_t) edge = { 0 };
	struct scc scc;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t nto;
		const uint32_t *to = body_successors(l->b, k, &nto);
		first[k] = edge.n;
		for (uint32_t i = 0; i < nto; i++) {
			loops[k] |= to[i] == k;
			*vec_add(l->arena, &edge) = to[i];
		}
	}
	first[n] = edge.n;
	scc_find(l->arena, n, first, edge.at, &scc);
	for (uint32_t k = 0; k < n; k++)
		loops[k] |= scc.first[scc.of[k] + 1] - scc.first[scc.of[k]] > 1;
	return loops;
}

/* Of carry_held: which blocks are in loops, and room for walks over blocks. */
struct sharing_rounds {
	const bool *loops;
	uint32_t *stack, *seen; /* seen: by block, the number of the walk */
	uint32_t walks;
};

/* Is there a way from the block back to it that does not pass the other one? */
static bool runs_again_without(struct local *l, struct sharing_rounds *r, uint32_t block, uint32_t other)
{
	uint32_t depth = 0;

	if (limit_full(LIMIT_sharing_walks, r->walks))
		return true;
	r->walks++;
	for (r->stack[depth++] = block; depth;) {
		uint32_t n;
		const uint32_t *to = body_successors(l->b, r->stack[--depth], &n);
		for (uint32_t k = 0; k < n; k++) {
			if (to[k] == block)
				return true;
			if (to[k] != other && r->seen[to[k]] != r->walks)
				r->stack[depth++] = to[k];
			r->seen[to[k]] = r->walks;
		}
	}
	return false;
}

static bool is_made(uint8_t kind)
{
	return kind == ORIGIN_FRESH || kind == ORIGIN_TAKEN;
}

/* Is the holder made anew whenever what it holds is? Then it does not hold the one of an earlier round. */
static bool is_as_new(struct local *l, struct sharing_rounds *r, const struct sharing_origin *holder,
		      const struct sharing_origin *held)
{
	uint32_t made = is_made(holder->kind) && !holder->carried ? body_inst(l->b, holder->value) : UINT32_MAX;
	uint32_t at = is_made(held->kind) ? body_inst(l->b, held->value) : UINT32_MAX;

	if (made == UINT32_MAX || at == UINT32_MAX || !r->loops[l->block_of[at]] || l->block_of[at] == l->block_of[made])
		return made != UINT32_MAX;
	return r->loops[l->block_of[made]] && !runs_again_without(l, r, l->block_of[at], l->block_of[made]);
}

/* What an older object holds may be of an earlier round; what a new one holds is as new as it. */
static void carry_held(struct local *l, const bool *loops)
{
	struct sharing_rounds r = { .loops = loops };
	bool changed = true, *fleeting = find_fleeting(l);

	r.stack = arena_array(l->arena, l->b->block.n + 1, sizeof *r.stack);
	r.seen = arena_array(l->arena, l->b->block.n, sizeof *r.seen);
	while (changed) {
		changed = false;
		for (uint32_t o = 1; o < l->origin.n; o++) {
			const struct sharing_origin *holder = &l->origin.at[o];
			if (holder->kind == ORIGIN_STACK && fleeting[holder->value])
				continue;
			for (uint32_t h = holder->hold; h; h = l->hold.at[h].next) {
				struct sharing_origin *held = &l->origin.at[l->hold.at[h].held];
				uint64_t older = held->older | holder->older, beside = effect_beside(l, o, h);
				bool new = held->carried || held->older & beside || is_as_new(l, &r, holder, held);
				older |= new ? 0 : beside;
				changed |= older != held->older || (!new && !beside);
				held->older = older;
				held->carried |= !new && !beside;
			}
		}
	}
}

static void find_all_carried(struct local *l)
{
	bool *loops = find_loops(l);

	find_carried(l);
	carry_held(l, loops);
	for (uint32_t o = 1; o < l->origin.n; o++) {
		uint8_t kind = l->origin.at[o].kind;
		uint32_t at = is_made(kind) ? body_inst(l->b, l->origin.at[o].value) : UINT32_MAX;
		if (at != UINT32_MAX && !loops[l->block_of[at]])
			l->origin.at[o].carried = false, l->origin.at[o].older = 0; /* there is no earlier round */
	}
}

void local_build(struct local *l, struct arena *scratch, const struct sharing *s, const struct body *b)
{
	*l = (struct local){ .arena = scratch, .s = s, .b = b, .changed = true };
	cfg_build(scratch, b, &l->cfg);
	init_origins(l);
	take_find(l);
	for (uint32_t round = 0; l->changed; round++) {
		l->changed = false;
		round_of_steps(l);
		if (round == limit(LIMIT_sharing_visits) && l->changed)
			limit_met(LIMIT_sharing_visits);
		for (uint32_t o = 1; round >= limit(LIMIT_sharing_visits) && o < l->origin.n; o++)
			l->origin.at[o].lost = true;
		if (round >= 2 * limit(LIMIT_sharing_visits))
			break; /* all are lost and nothing is claimed: what is still missing in the sets does not matter */
	}
	find_all_carried(l);
	absent_find(l);
	l->first_action = arena_array(scratch, l->cfg.nreached + 1, sizeof *l->first_action);
	l->recording = true;
	round_of_steps(l);
	l->stack = arena_array(scratch, l->origin.n, sizeof *l->stack);
	l->mark = arena_array(scratch, l->origin.n, sizeof *l->mark);
}

void local_addresses(const struct inst *in, uint32_t *first, uint32_t *n)
{
	*first = 0;
	switch (in->op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memset:
		*n = 1;
		break;
	case OP_memcpy:
		*n = 2;
		break;
	case OP_call:
		*first = 1;
		*n = in->nargs - 1;
		break;
	case OP_asm:
	case OP_asm_goto:
		*n = in->nargs;
		break;
	default:
		*n = 0;
		break;
	}
}
