/* What is known behind several branches at once:
 *
 *     if (a->id < b->id || (a->id == b->id && a < b))      by id, and where that is equal by address: both ways into the block
 *             ...                                          say that a comes first
 *
 *     if (a > b)                                           both ways out of it say that a is not greater
 *             swap(&a, &b);
 *
 * misses  more than two ways into a block; what a loop exchanges */
#include "lockset/names/sorted.h"

#include "base/recogniser.h"
#include "ir/cfg.h"

/* What one way into a block tells. */
struct told {
	struct outline_sorted s;
	struct parting by;
	uint32_t key;
	bool strict; /* not equal either */
};

static bool tell(const struct builder *t, struct outline_sorted s, bool strict, struct told *out)
{
	*out = (struct told){ .s = s, .strict = strict };
	if (!sorted_part(t->o->names, s.lesser, s.greater, &out->by))
		return false;
	out->key = s.key ? s.key : sorted_key(t->o->names, &out->by);
	return true;
}

/* ---- equal or not ---- */

/* The comparison for equality that ends a block, of two values; gives which way it goes if they are equal. */
static bool ask_equal(struct builder *t, uint32_t block, struct parting *by, uint32_t *equal)
{
	const struct inst *end = body_end(t->b, block), *in;
	struct test c = end->op == OP_branch ? subject_condition(t, body_arg(t->b, end, 0)) : (struct test){ 0 };
	uint32_t x, y;

	in = end->op == OP_branch && !c.number && test_is_equality(&c) ? body_made_by(t->b, c.value) : NULL;
	if (!in || in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne))
		return false;
	x = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, 0)));
	y = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, 1)));
	*equal = (in->sub == COMPARE_eq) == (c.compare == COMPARE_ne) ? 0 : 1;
	return x && y && x != y && sorted_part(t->o->names, x, y, by);
}

static bool are_same(const struct parting *a, const struct parting *b)
{
	return (a->x == b->x && a->y == b->y) || (a->x == b->y && a->y == b->x);
}

/* Is it known in this block whether a member of the two is equal? Gives its key; 0: it is not known. */
static uint32_t known_equal(struct builder *t, uint32_t block, const struct parting *by, bool *equal)
{
	struct parting of;
	uint32_t n, way;

	for (uint32_t at = block; t->cfg->position[at]; at = t->cfg->dominator[at]) {
		uint32_t above = t->cfg->dominator[at];
		const uint32_t *next = body_successors(t->b, above, &n);
		if (above == at)
			return 0;
		if (n != 2 || next[0] == next[1] || t->cfg->npreds[at] != 1 || (next[0] != at && next[1] != at) ||
		    !ask_equal(t, above, &of, &way) || !are_same(&of, by) || sorted_key(t->o->names, &of) < KEY_MEMBER)
			continue;
		*equal = next[way] == at;
		return sorted_key(t->o->names, &of);
	}
	return 0;
}

struct outline_sorted sorted_tie(struct builder *t, uint32_t block, struct outline_sorted s)
{
	struct told x;
	bool equal;
	uint32_t key = tell(t, s, false, &x) ? known_equal(t, block, &x.by, &equal) : 0;

	if (!key || (equal ? x.key != KEY_ADDRESS : x.key != key))
		return s;
	return (struct outline_sorted){ s.block, x.by.x, x.by.y, key | KEY_TIED };
}

/* ---- exchanges ---- */

/* A function that does nothing but exchange what two of its parameters point to. */
static bool is_exchange(const struct program *p, struct fn_id fn, uint32_t param[2])
{
	struct arena scratch;
	struct body b = { 0 };
	uint32_t n = 0, stores = 0;
	bool good;

	if (!fn.i || program_fn(p, fn)->ninsts > 16)
		return false;
	arena_init(&scratch, "exchange");
	body_get(&scratch, p, fn, &b);
	good = b.block.n == 1;
	for (uint32_t i = 0; good && i < b.inst.n; i++) {
		const struct inst *in = &b.inst.at[i], *from = in->op == OP_store ? body_made_by(&b, body_arg(&b, in, 1)) : NULL;
		struct ref to = in->op == OP_store ? body_arg(&b, in, 0) : ref_make(REF_NONE, 0), other;
		if (in->op == OP_load)
			n += stores ? 8 : 1; /* all are loaded before one is written */
		if (in->op != OP_store) {
			good = in->op == OP_load || in->op == OP_ret;
			continue;
		}
		other = from && from->op == OP_load ? body_arg(&b, from, 0) : ref_make(REF_NONE, 0);
		good = stores < 2 && ref_kind(to) == REF_VALUE && body_inst(&b, ref_index(to)) == UINT32_MAX &&
		       ref_kind(other) == REF_VALUE && body_inst(&b, ref_index(other)) == UINT32_MAX && to.bits != other.bits &&
		       (!stores || (param[0] == ref_index(other) && param[1] == ref_index(to)));
		if (good && !stores++) {
			param[0] = ref_index(to);
			param[1] = ref_index(other);
		}
	}
	arena_release(&scratch);
	return good && stores == 2 && n == 2;
}

/* Does the call exchange these two variables of the function? */
static bool exchanges(struct builder *t, const struct inst *call, const struct told *x)
{
	struct sym_id callee = call->op == OP_call ? body_callee(t->p, t->b, call) : (struct sym_id){ 0 };
	uint32_t param[2], a, b;

	if (!callee.i || !is_exchange(t->p, program_sym(t->p, callee)->fn, param) || param[0] >= call->nargs ||
	    param[1] >= call->nargs)
		return false;
	a = name_of_ref(&t->values, body_arg(t->b, call, param[0]));
	b = name_of_ref(&t->values, body_arg(t->b, call, param[1]));
	return (a == x->by.x && b == x->by.y) || (a == x->by.y && b == x->by.x);
}

/* A variable of the function that is set in blocks before this one, read, and exchanged here, and nothing else. */
static bool is_quiet(struct builder *t, uint32_t name, uint32_t branch, uint32_t here)
{
	struct term x = term_get(&t->o->names->terms, name);

	if (x.kind != TERM_STACK || x.a != t->b->fn.i)
		return false;
	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			if (name_of_ref(&t->values, body_arg(t->b, in, k)) != name)
				continue;
			if (in->op == OP_load || (in->op == OP_call && t->block_of[i] == here) ||
			    (in->op == OP_store && !k && cfg_dominates(t->cfg, t->block_of[i], branch)))
				continue;
			return false;
		}
	}
	return true;
}

/* Only an exchange of the two variables that were compared. */
static bool is_swapping(struct builder *t, uint32_t block, uint32_t branch, const struct told *x)
{
	const struct block *b = &t->b->block.at[block];
	uint32_t calls = 0;

	for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
		if (t->b->inst.at[i].op == OP_call && exchanges(t, &t->b->inst.at[i], x))
			calls++;
		else if (t->b->inst.at[i].op != OP_br && t->b->inst.at[i].op != OP_load && t->b->inst.at[i].op != OP_cast)
			return false;
	}
	return calls == 1 && is_quiet(t, x->by.x, branch, block) && is_quiet(t, x->by.y, branch, block);
}

/* ---- the ways into a block ---- */

static bool told_by_branch(struct builder *t, uint32_t from, uint32_t to, struct told *out)
{
	const struct inst *end = body_end(t->b, from), *in;
	struct test c = end->op == OP_branch ? subject_condition(t, body_arg(t->b, end, 0)) : (struct test){ 0 };
	uint32_t n, x, y;
	const uint32_t *next = body_successors(t->b, from, &n);
	bool truth, strict;

	if (end->op != OP_branch || n != 2 || next[0] == next[1] || c.number || (c.compare != COMPARE_ne && c.compare != COMPARE_eq))
		return false;
	in = body_made_by(t->b, c.value);
	if (!sorted_comparison(t, in, &x, &y))
		return false;
	truth = (next[0] == to) == (c.compare == COMPARE_ne);
	strict = (in->sub == COMPARE_ult || in->sub == COMPARE_ugt || in->sub == COMPARE_slt || in->sub == COMPARE_sgt) == truth;
	return tell(t,
		    sorted_tie(t, from,
			       truth ? (struct outline_sorted){ .lesser = x, .greater = y }
				     : (struct outline_sorted){ .lesser = y, .greater = x }),
		    strict, out);
}

static uint32_t only_pred(const struct builder *t, uint32_t block)
{
	uint32_t above, n;
	const uint32_t *next;

	if (!t->cfg->position[block] || t->cfg->npreds[block] != 1)
		return UINT32_MAX; /* a block that nobody gets to has nothing above it */
	above = t->cfg->dominator[block];
	next = body_successors(t->b, above, &n);
	return n == 2 && (next[0] == block || next[1] == block) ? above : UINT32_MAX;
}

static bool told_by(struct builder *t, uint32_t from, uint32_t to, struct told *out)
{
	uint32_t above = only_pred(t, from), n, way;
	const uint32_t *next = body_successors(t->b, from, &n);
	struct parting of;

	if (told_by_branch(t, from, to, out))
		return true;
	if (above == UINT32_MAX || !told_by_branch(t, above, from, out))
		return false;
	if (n == 1 && is_swapping(t, from, above, out)) {
		out->s = (struct outline_sorted){ .lesser = out->s.greater, .greater = out->s.lesser, .key = out->s.key };
		out->by = (struct parting){ out->by.y, out->by.x, out->by.loaded };
		return true;
	}
	if (n != 2 || !ask_equal(t, from, &of, &way) || !are_same(&of, &out->by) || next[!way] != to || next[way] == to ||
	    sorted_key(t->o->names, &of) != out->key)
		return false;
	out->strict = true; /* not less, and not equal */
	return true;
}

/* Both ways tell the same: by one key, or the one by a member and the other by address where that is equal. */
static bool agree(const struct told *a, const struct told *b, struct outline_sorted *out)
{
	const struct told *tied = a->key & KEY_TIED ? a : b, *other = tied == a ? b : a;

	if (a->by.x != b->by.x || a->by.y != b->by.y)
		return false;
	*out = tied->s;
	if (a->key == b->key)
		return a->s.lesser == b->s.lesser && a->s.greater == b->s.greater;
	return (tied->key & KEY_TIED) && other->strict && (other->key | KEY_TIED) == tied->key;
}

void sorted_join(struct builder *t)
{
	for (uint32_t block = 0; block < t->b->block.n; block++) {
		struct told told[2];
		struct outline_sorted both;
		const uint32_t *pred = t->cfg->pred + t->cfg->first_pred[block];
		if (!t->cfg->position[block] || t->cfg->npreds[block] != 2)
			continue;
		if (RECOGNISED(lockset_joined, told_by(t, pred[0], block, &told[0]) && told_by(t, pred[1], block, &told[1]) &&
						       agree(&told[0], &told[1], &both)))
			sorted_below(t, block, both);
	}
}
