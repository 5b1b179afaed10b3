/* Locks of one kind that are taken in the order of a key: of their addresses, of their numbers in an array, or of a member.
 *
 *     if (a < b) { lock(&a->lock); lock(&b->lock); }      where it is known that a < b, a's lock comes first: ascending
 *     else { lock(&b->lock); lock(&a->lock); }            here b <= a: ascending as well
 *
 *     first = a->id < b->id ? a : b;                      `first` has the lesser id, whichever it is: ascending by id
 *     second = a->id < b->id ? b : a;
 *     lock(&first->lock); lock(&second->lock);
 *
 * If `first` is the lesser of two, then one of the same two that is another one than `first` is the greater, by whatever it was
 * chosen: lock(&first->lock); lock(odd ? &a->lock : &b->lock); takes one lock twice, or two in ascending order.
 *
 * A comparison says nothing by itself. It has to be known how it came out where the second lock is taken, for the two things
 * whose locks they are: then the order has a key and a direction (lock_order.sorted), and no cycle leads through orders that
 * agree in both. If both branches lock in one order, the one is ascending and the other descending, and that is a cycle.
 *
 * Whether a member is a key at all is asked when all orders are known (keys.c); what meets behind several branches is in
 * sorted_join.c.
 *
 * misses  more comparisons in a function than lockset-compared; comparisons in functions of their own; one that is made twice,
 * where the lock is taken between the two branches */
#include "lockset/names/sorted.h"

#include "code/address.h"
#include "base/recogniser.h"
#include "ir/cfg.h"

enum { MOST_CHOSEN = 16 }; /* the most that limits.def allows */

static bool is_step(const struct term *x, const struct term *y)
{
	return term_is_step(x->kind) && x->kind == y->kind && x->a == y->a && (x->kind == TERM_INDEX || x->offset == y->offset);
}

bool sorted_part(const struct names *n, uint32_t x, uint32_t y, struct parting *p)
{
	*p = (struct parting){ 0 };
	while (x != y) {
		struct term a = term_get(&n->terms, x), b = term_get(&n->terms, y);
		if (!is_step(&a, &b))
			break;
		if (a.kind == TERM_LOAD && !p->loaded)
			p->loaded = a.base;
		x = a.base;
		y = b.base;
	}
	p->x = x;
	p->y = y;
	return x && y && x != y;
}

uint32_t sorted_key(const struct names *n, const struct parting *p)
{
	if (!p->loaded)
		return KEY_ADDRESS;
	return name_class(n, p->loaded) ? KEY_FIRST + name_class(n, p->loaded) : KEY_MEMBER;
}

/* ---- what comparisons tell ---- */

bool sorted_is_slot(uint32_t sorted)
{
	return sorted >> 1 & KEY_SLOT;
}

bool sorted_is_member(uint32_t sorted)
{
	return (sorted >> 1 & ~(uint32_t)KEY_TIED) >= KEY_MEMBER && !sorted_is_slot(sorted);
}

/* The same in all calls of the function, if that has a copy for each. */
static struct cell cell_of_calls(const struct outlines *o, uint32_t place)
{
	const struct points *p = o->points;
	struct term root = term_root_of(&o->names->terms, place);
	struct cell one = name_cell(o->names, place, 0), c;
	uint32_t first = root.kind == TERM_PARAM ? p->first_instance[root.a] + 1 : 1,
		 end = root.kind == TERM_PARAM ? p->first_instance[root.a + 1] : 1, n;

	if (one.class || first >= end || points_is_offered(p, program_fn(p->p, (struct fn_id){ root.a })->sym))
		return one;
	c = points_value(p, first - 1, ref_make(REF_VALUE, root.b + 1));
	if (c.class && points_objects(p, c.class, &n) && n)
		return one; /* others call it, too */
	one = name_cell(o->names, place, first);
	for (uint32_t i = first + 1; i < end; i++) {
		c = name_cell(o->names, place, i);
		if (c.class != one.class || c.offset != one.offset)
			return (struct cell){ 0 };
	}
	return one;
}

uint32_t sorted_slot(struct outlines *o, uint32_t place)
{
	struct cell c = cell_of_calls(o, place);

	for (uint32_t i = 0; c.class && i < o->slot.n; i++)
		if (o->slot.at[i].class == c.class && o->slot.at[i].offset == c.offset)
			return KEY_SLOT | i;
	if (!c.class || limit_full(LIMIT_lockset_slots, o->slot.n))
		return 0;
	*vec_add(o->arena, &o->slot) = c;
	return KEY_SLOT | (o->slot.n - 1);
}

bool sorted_is_tied(uint32_t sorted)
{
	return sorted >> 1 & KEY_TIED;
}

uint32_t sorted_class(uint32_t sorted)
{
	uint32_t key = sorted >> 1 & ~(uint32_t)KEY_TIED;

	return key >= KEY_FIRST ? key - KEY_FIRST : 0;
}

static void add_sorted(struct builder *t, struct outline_sorted s)
{
	if (limit_full(LIMIT_lockset_sorted, t->out->nsorted))
		return;
	if (!t->out->nsorted)
		t->out->sorted = t->o->sorted.n;
	*vec_add(t->o->arena, &t->o->sorted) = s;
	t->out->nsorted++;
}

/* A comparison by order of two values: `x` is the lesser one if it is true. */
bool sorted_comparison(struct builder *t, const struct inst *in, uint32_t *x, uint32_t *y)
{
	struct ref a, b;
	bool less;

	if (!in || in->op != OP_compare || in->sub < COMPARE_ugt || in->sub > COMPARE_sle)
		return false;
	a = subject_strip(t, body_arg(t->b, in, 0));
	b = subject_strip(t, body_arg(t->b, in, 1));
	less = in->sub == COMPARE_ult || in->sub == COMPARE_ule || in->sub == COMPARE_slt || in->sub == COMPARE_sle;
	*x = name_of_ref(&t->values, less ? a : b);
	*y = name_of_ref(&t->values, less ? b : a);
	return *x && *y && *x != *y;
}

/* In a block and those that are only entered behind it. */
void sorted_below(struct builder *t, uint32_t block, struct outline_sorted s)
{
	for (uint32_t k = 0; k < t->b->block.n; k++)
		if (t->o->block.at[t->out->block + k].nevents && t->cfg->position[k] && cfg_dominates(t->cfg, block, k)) {
			s.block = k;
			add_sorted(t, s);
		}
}

/* Does the phi take its k-th value only when the branch that ends `branch` goes to `next`? */
static bool comes_by(const struct builder *t, uint32_t pred, uint32_t block, uint32_t branch, uint32_t next)
{
	return next == block ? pred == branch : t->cfg->npreds[next] == 1 && cfg_dominates(t->cfg, next, pred);
}

/* What a phi or select chooses if the condition of the branch holds, and if not. */
struct chosen {
	uint32_t own, yes, no; /* names */
};

/* One of two: the least or the greatest by a key; or, key 0, by whatever. */
struct extreme {
	uint32_t own, a, b; /* names; a < b, as names */
	uint32_t key;
	bool least;
};

struct extremes {
	struct extreme at[MOST_CHOSEN];
	uint32_t n;
};

static bool phi_chooses(struct builder *t, uint32_t inst, uint32_t branch, struct chosen *c)
{
	const struct inst *in = &t->b->inst.at[inst];
	uint32_t n, block = t->block_of[inst], k = 0;
	const uint32_t *next = body_successors(t->b, branch, &n);

	if (in->op != OP_phi || in->nargs != 2 || n != 2 || next[0] == next[1] || t->cfg->npreds[block] != 2)
		return false;
	k = comes_by(t, t->b->word.at[in->word], block, branch, next[0]) ? 0 : 1;
	if (!comes_by(t, t->b->word.at[in->word + k], block, branch, next[0]) ||
	    !comes_by(t, t->b->word.at[in->word + !k], block, branch, next[1]))
		return false;
	c->own = name_of_ref(&t->values, ref_make(REF_VALUE, body_value(t->b, inst)));
	c->yes = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, k)));
	c->no = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, !k)));
	return c->own && c->yes && c->no && c->yes != c->no;
}

/* Which of the two is it, if they are what is compared, or the things whose members are? */
static void add_extreme(struct builder *t, struct extremes *all, const struct chosen *c, const struct outline_sorted *s)
{
	struct parting of, by;
	bool whole = (c->yes == s->lesser && c->no == s->greater) || (c->yes == s->greater && c->no == s->lesser);
	bool least;

	if (!sorted_part(t->o->names, c->yes, c->no, &of) ||
	    !sorted_part(t->o->names, s->lesser, s->greater, &by))
		return;
	least = whole ? c->yes == s->lesser : of.x == by.x && of.y == by.y;
	if (!whole && !least && (of.x != by.y || of.y != by.x))
		return;
	if (limit_full(LIMIT_lockset_chosen, all->n))
		return;
	all->at[all->n++] = (struct extreme){ c->own, c->yes < c->no ? c->yes : c->no, c->yes < c->no ? c->no : c->yes,
					      whole ? KEY_ADDRESS : sorted_key(t->o->names, &by), least };
}

/* The least of two is not greater than the greatest of the same two, nor than one of them, if that is another one than itself. */
static void pair_extremes(struct builder *t, const struct extremes *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; k < all->n; k++) {
			const struct extreme *x = &all->at[i], *y = &all->at[k];
			if (!x->key || x->a != y->a || x->b != y->b || (x->key == y->key && (k < i || x->least == y->least)))
				continue;
			add_sorted(t, x->least ? (struct outline_sorted){ SORTED_ANYWHERE, x->own, y->own, x->key }
					       : (struct outline_sorted){ SORTED_ANYWHERE, y->own, x->own, x->key });
		}
}

static void sort_choices(struct builder *t, struct extremes *all, uint32_t branch, const struct outline_sorted *s)
{
	struct chosen c;

	for (uint32_t block = 1; block < t->b->block.n; block++) {
		uint32_t first = t->b->block.at[block].inst;
		if (t->cfg->dominator[block] != branch)
			continue;
		for (uint32_t i = first; i < first + t->b->block.at[block].ninsts && t->b->inst.at[i].op == OP_phi; i++)
			if (phi_chooses(t, i, branch, &c))
				add_extreme(t, all, &c, s);
	}
}

static void sort_selects(struct builder *t, struct extremes *all)
{
	struct outline_sorted s = { 0 };

	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		struct chosen c = { 0 };
		if (in->op != OP_select ||
		    !sorted_comparison(t, body_made_by(t->b, subject_strip(t, body_arg(t->b, in, 0))), &s.lesser, &s.greater))
			continue;
		c.own = name_of_ref(&t->values, ref_make(REF_VALUE, body_value(t->b, i)));
		c.yes = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, 1)));
		c.no = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, 2)));
		if (c.own && c.yes && c.no && c.yes != c.no)
			add_extreme(t, all, &c, &s);
	}
}

static bool is_extreme(const struct extremes *all, uint32_t own)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].own == own)
			return true;
	return false;
}

/* Does the phi choose between values of this round, or is one of them from the round before? */
static bool is_of_round(const struct builder *t, const struct inst *phi, uint32_t block)
{
	return !cfg_dominates(t->cfg, block, t->b->word.at[phi->word]) && !cfg_dominates(t->cfg, block, t->b->word.at[phi->word + 1]);
}

/* What else is one of the two that some extreme is one of. */
static void add_others(struct builder *t, struct extremes *all)
{
	uint32_t n = all->n;

	for (uint32_t i = 0; n && i < t->b->inst.n && !limit_full(LIMIT_lockset_chosen, all->n); i++) {
		const struct inst *in = &t->b->inst.at[i];
		uint32_t own, x, y, from = in->op == OP_select;
		if (in->op != OP_select && (in->op != OP_phi || in->nargs != 2 || !is_of_round(t, in, t->block_of[i])))
			continue;
		own = name_of_ref(&t->values, ref_make(REF_VALUE, body_value(t->b, i)));
		x = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, from)));
		y = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, from + 1)));
		for (uint32_t k = 0; own && x && y && !is_extreme(all, own) && k < n; k++)
			if (all->at[k].a == (x < y ? x : y) && all->at[k].b == (x < y ? y : x)) {
				all->at[all->n++] = (struct extreme){ own, all->at[k].a, all->at[k].b, 0, false };
				break;
			}
	}
}

/* What an element is counted by, here or, handed over, in a callee. */
static void name_indexes(struct builder *t)
{
	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		for (uint32_t k = 1; (in->op == OP_index || in->op == OP_call) && k < in->nargs; k++) {
			struct ref index = peel_base(t->b, body_arg(t->b, in, k), PEEL_WIDENING);
			uint32_t name = ref_kind(index) == REF_VALUE ? name_of_ref(&t->values, subject_strip(t, index)) : 0;
			if (name) /* a constant has none */
				map_put(t->o->arena, &t->o->index_name, name_of_value(t->o->names, t->b->fn, ref_index(index)), name);
		}
	}
}

void sorted_find(struct builder *t)
{
	struct extremes all = { .n = 0 };
	uint32_t compared = 0;

	for (uint32_t block = 0; block < t->b->block.n; block++) {
		const struct inst *end = body_end(t->b, block);
		struct test c =
		    end->op == OP_branch ? subject_condition(t, body_arg(t->b, end, 0)) : (struct test){ 0 };
		uint32_t n, x, y;
		const uint32_t *next = body_successors(t->b, block, &n);
		struct outline_sorted yes, no;
		if (end->op != OP_branch || c.number || (c.compare != COMPARE_ne && c.compare != COMPARE_eq) || n != 2 ||
		    !sorted_comparison(t, body_made_by(t->b, c.value), &x, &y))
			continue;
		if (limit_full(LIMIT_lockset_compared, compared++))
			break;
		yes = c.compare == COMPARE_ne ? (struct outline_sorted){ .lesser = x, .greater = y }
					   : (struct outline_sorted){ .lesser = y, .greater = x };
		no = (struct outline_sorted){ .lesser = yes.greater, .greater = yes.lesser };
		if (t->cfg->npreds[next[0]] == 1)
			sorted_below(t, next[0], sorted_tie(t, block, yes));
		if (t->cfg->npreds[next[1]] == 1)
			sorted_below(t, next[1], sorted_tie(t, block, no));
		sort_choices(t, &all, block, &yes);
	}
	if (compared)
		sorted_join(t);
	sort_selects(t, &all);
	add_others(t, &all);
	pair_extremes(t, &all);
	if (t->out->nsorted)
		name_indexes(t);
}

bool sorted_matters(const struct builder *t)
{
	const struct outlines *o = t->o;
	const struct outline *f = t->out;

	for (uint32_t b = 0; f->nsorted && b < f->nblocks; b++) {
		const struct outline_block *k = &o->block.at[f->block + b];
		for (uint32_t i = k->event; i < k->event + k->nevents; i++)
			for (uint32_t d = o->block.at[f->block].event; d < i && o->event.at[i].kind == OUTLINE_ACQUIRE; d++)
				if (o->event.at[d].kind == OUTLINE_ACQUIRE &&
				    sorted_by(o, f, b, o->event.at[d].name, o->event.at[i].name))
					return true;
	}
	return false;
}

/* ---- the question ---- */

/* Two elements of one array: by what their numbers are called. */
static bool split_elements(const struct outlines *o, uint32_t x, uint32_t y, struct parting *p)
{
	struct term a, b;

	if (!sorted_part(o->names, x, y, p))
		return false;
	a = term_get(&o->names->terms, p->x);
	b = term_get(&o->names->terms, p->y);
	if (a.kind != TERM_INDEX || b.kind != TERM_INDEX || a.base != b.base)
		return false;
	p->x = map_get(&o->index_name, a.a);
	p->y = map_get(&o->index_name, b.a);
	return p->x && p->y && p->x != p->y;
}

/* By what the numbers of two elements sort the locks. What elements point to is in the order of its places, if it is anywhere. */
static uint32_t element_key(const struct outlines *o, const struct parting *p, uint32_t key)
{
	if (key && key != KEY_ADDRESS)
		return key;
	return p->loaded ? sorted_slot((struct outlines *)(uintptr_t)o, p->loaded) : KEY_ADDRESS;
}

static uint32_t direction(const struct parting *p, uint32_t lesser, uint32_t greater, uint32_t key)
{
	if (key && p->x == lesser && p->y == greater)
		return key << 1;
	return key && p->x == greater && p->y == lesser ? key << 1 | 1 : 0;
}

/* Do the two locks lead through the very values that were compared? Then it is their addresses that were. */
static uint32_t by_address(const struct names *n, uint32_t held, uint32_t wanted, const struct outline_sorted *s)
{
	for (;;) {
		struct term a = term_get(&n->terms, held), b = term_get(&n->terms, wanted);
		if (held == s->lesser && wanted == s->greater)
			return KEY_ADDRESS << 1;
		if (held == s->greater && wanted == s->lesser)
			return KEY_ADDRESS << 1 | 1;
		if (held == wanted || !is_step(&a, &b))
			return 0;
		held = a.base;
		wanted = b.base;
	}
}

uint32_t sorted_by(const struct outlines *o, const struct outline *f, uint32_t block, uint32_t held, uint32_t wanted)
{
	struct parting locks, numbers, by;
	bool elements = f->nsorted && split_elements(o, held, wanted, &numbers);
	uint32_t found, best = 0;

	if (!recogniser_is_on(RECOGNISER_lockset_sorted) || !f->nsorted || !sorted_part(o->names, held, wanted, &locks))
		return 0;
	if (elements && !numbers.loaded)
		(void)sorted_part(o->names, numbers.x, numbers.y, &locks);
	for (uint32_t i = f->sorted; i < f->sorted + f->nsorted; i++) {
		struct outline_sorted s = o->sorted.at[i];
		if (s.block != SORTED_ANYWHERE && s.block != block)
			continue;
		found = elements ? direction(&numbers, s.lesser, s.greater, element_key(o, &numbers, s.key)) : 0;
		if (!found && !s.key)
			found = by_address(o->names, held, wanted, &s);
		if (!found && s.key)
			found = direction(&locks, s.lesser, s.greater, s.key);
		if (!found && !s.key && sorted_part(o->names, s.lesser, s.greater, &by))
			found = direction(&locks, by.x, by.y, sorted_key(o->names, &by));
		if (found && !sorted_is_member(found))
			return found;
		if (found && (!best || sorted_is_tied(found))) /* what is equal in two things says less */
			best = found;
	}
	return best;
}
