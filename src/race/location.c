/* Clashes by location: one variable, or one member of a kind of record, wherever the record lies; where neither is known, the
 * block or the cell. A record that has a name is told together with those behind pointers if a race joins the two:
 *
 *     pool.n in main         p->n in workers        one location if some pair of them is a race: 'pool.n'
 *
 * Races of the same two instructions on things without a name are one, too. And so is memory that is given back while others use
 * it: that is told for the block, not for each of its members. */
#include <stdlib.h>

#include "code/address.h"
#include "points/solve/layout.h"
#include "race/build.h"

enum key_kind { KEY_FREED = 1, KEY_LIBRARY, KEY_VARIABLE, KEY_MEMBER, KEY_BLOCK, KEY_CELL };

struct race_key {
	uint32_t kind, rule, a, b;
	int64_t offset;
	uint32_t bit, zero;
};

struct grouping {
	struct races *r;
	struct arena scratch;
	struct intern key;
	uint32_t *key_of;	/* by clash */
	VEC(uint32_t) parent;	/* by key: union-find */
	VEC(uint32_t) variable; /* by key that is a root: the only variable in it; UINT32_MAX: there are several */
};

struct sym_id use_variable(const struct races *r, const struct use *u)
{
	const struct term *k = &r->term[anchor_of(r->term, u->at).term];

	return (struct sym_id){ k->kind == TERM_SYM ? k->a : 0 };
}

bool use_holder(struct races *r, const struct use *u, struct pointer_holder *out)
{
	struct code_place at = place_by_sources(r, u->first);
	const struct body *b = code_of(r, at.fn);
	const struct inst *in = at.inst < b->inst.n ? &b->inst.at[at.inst] : NULL;
	struct peel x;
	struct ref from;

	*out = (struct pointer_holder){ 0 };
	if (!in || (in->op != OP_load && in->op != OP_store))
		return false;
	x = peel(b, body_arg(b, in, 0), PEEL_ADDRESS);
	if (!x.in || x.in->op != OP_load)
		return false;
	from = body_arg(b, x.in, 0);
	if (body_made_by(b, from) && body_made_by(b, from)->op == OP_field) {
		in = body_made_by(b, from);
		out->record = type_strip(r->p, in->type);
		out->offset = body_offset(b, in);
		return true;
	}
	out->variable = ref_symbol(r->p, from, &out->offset);
	return out->variable.i != 0;
}

static struct race_key key_of_member(const struct races *r, const struct use *u, uint8_t rule)
{
	const struct konst *k = program_konst(r->p, u->member);

	return (struct race_key){ KEY_MEMBER, rule,		 type_strip(r->p, k->type).i,
			     0,		 (int64_t)k->lo, rule == RULE_RACE && u->nbits ? u->bit + 1u : 0,
			     0 };
}

/* All blocks of one class are given back as one. */
static struct race_key key_of_freed(const struct races *r, const struct use *u, uint8_t rule)
{
	return (struct race_key){ .kind = KEY_FREED, .rule = rule, .a = u->ncells ? r->cell.at[u->cell].class : 0 };
}

/* The two halves are one thing. */
static bool is_complex(const struct program *p, struct type_id t)
{
	return t.i && program_type(p, type_strip(p, t))->kind == TYPE_COMPLEX;
}

static struct race_key key_of_use(const struct races *r, const struct use *u, uint8_t rule)
{
	struct anchor x = anchor_of(r->term, u->at);
	const struct term *k = &r->term[x.term];
	struct type_id t;
	struct race_key key = { .rule = rule, .offset = x.offset, .bit = rule == RULE_RACE && u->nbits ? u->bit + 1u : 0 };

	if (u->flags & ACCESS_FREE)
		return key_of_freed(r, u, rule);
	if (k->kind == TERM_NAMED) /* what the library keeps is one thing */
		return (struct race_key){ .kind = KEY_LIBRARY, .rule = rule, .a = k->a };
	if (k->kind == TERM_SYM) {
		key.kind = KEY_VARIABLE;
		key.a = k->a;
		t = program_sym(r->p, (struct sym_id){ k->a })->type;
		key.offset = is_complex(r->p, t) ? 0 : layout_of(r->p, t, x.offset).offset;
	} else if (u->member.i) {
		return key_of_member(r, u, rule);
	} else if (anchor_is_object(k)) {
		key.kind = KEY_BLOCK;
		key.a = k->a;
		key.b = k->b;
	} else {
		key.kind = KEY_CELL;
		key.a = u->ncells ? r->cell.at[u->cell].class : 0;
		key.offset = u->ncells ? r->cell.at[u->cell].offset : 0;
	}
	return key;
}

/* The use that tells more about what the clash is about: a variable before a member, a part before the whole. */
static uint32_t telling(const struct races *r, const struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	struct race_key x = key_of_use(r, a, c->rule), y = key_of_use(r, b, c->rule);
	uint32_t m = a->size ? a->size : UINT32_MAX, n = b->size ? b->size : UINT32_MAX;

	if (c->rule == RULE_RACE_BITFIELD && x.kind == y.kind && x.offset != y.offset)
		return x.offset < y.offset ? c->a : c->b;
	if (x.kind != y.kind)
		return x.kind < y.kind ? c->a : c->b;
	return n < m ? c->b : c->a;
}

/* ---- union-find ---- */

static uint32_t find(struct grouping *g, uint32_t key)
{
	while (g->parent.at[key] != key) {
		g->parent.at[key] = g->parent.at[g->parent.at[key]];
		key = g->parent.at[key];
	}
	return key;
}

static uint32_t key_number(struct grouping *g, const struct race_key *key)
{
	uint32_t id = intern_bytes(&g->key, key, sizeof *key);

	for (uint32_t next = g->parent.n; next <= id; next++) {
		*vec_add(&g->scratch, &g->variable) = 0;
		*vec_add(&g->scratch, &g->parent) = next;
	}
	if (key->kind == KEY_VARIABLE || key->kind == KEY_LIBRARY)
		g->variable.at[id] = id;
	return id;
}

static void join(struct grouping *g, uint32_t a, uint32_t b)
{
	uint32_t x = find(g, a), y = find(g, b), u = g->variable.at[x], v = g->variable.at[y];

	if (x == y)
		return;
	g->parent.at[x > y ? x : y] = x > y ? y : x;
	g->variable.at[find(g, a)] = !u || u == v ? v : !v ? u : UINT32_MAX;
}

static void join_names(struct grouping *g, const struct clash *c)
{
	const struct races *r = g->r;
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	struct race_key x = key_of_use(r, a, c->rule), y = key_of_use(r, b, c->rule), m;
	bool swap = y.kind == KEY_VARIABLE && x.kind == KEY_MEMBER;
	const struct use *named = swap ? b : a;

	if (!swap && !(x.kind == KEY_VARIABLE && y.kind == KEY_MEMBER))
		return;
	if (!named->member.i)
		return;
	m = key_of_member(r, named, c->rule);
	if (key_number(g, &m) == key_number(g, swap ? &x : &y))
		join(g, key_number(g, swap ? &y : &x), key_number(g, &m));
}

/* Two instructions, in whatever order. */
static uint64_t places_of(const struct clash *c)
{
	return c->place_a < c->place_b ? map_pair(c->place_a, c->place_b) : map_pair(c->place_b, c->place_a);
}

static void join_places(struct grouping *g)
{
	const struct races *r = g->r;
	struct map first = { 0 };

	for (uint32_t i = 1; i < r->clash.n; i++) {
		const struct clash *c = &r->clash.at[i];
		uint32_t *at;
		if (c->verdict.prune != PRUNE_NOT || !c->place_a || !c->place_b)
			continue;
		at = map_at(&g->scratch, &first, places_of(c) << 1 | (c->rule == RULE_RACE_BITFIELD));
		if (*at && !g->variable.at[find(g, *at)] && !g->variable.at[find(g, g->key_of[i])])
			join(g, *at, g->key_of[i]);
		else if (!*at)
			*at = g->key_of[i];
	}
}

/* ---- order ---- */

struct ranked {
	uint32_t clash, key, score;
	uint8_t inner;
	bool pruned, reads, may;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->pruned != y->pruned)
		return x->pruned ? 1 : -1;
	if (x->inner != y->inner)
		return x->inner < y->inner ? -1 : 1;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	if (x->reads != y->reads)
		return x->reads ? 1 : -1;
	if (x->may != y->may)
		return x->may ? 1 : -1;
	return (x->clash > y->clash) - (x->clash < y->clash);
}

static struct ranked rank_of(struct grouping *g, uint32_t clash)
{
	const struct races *r = g->r;
	const struct clash *c = &r->clash.at[clash];
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	uint32_t calls = (uint32_t)a->calls + b->calls;

	if (c->place_a && c->place_b) /* with those that lead to it in its thread */
		calls = (uint32_t)c->way_a + c->way_b;
	return (struct ranked){ .clash = clash,
				.key = find(g, g->key_of[clash]),
				.pruned = c->verdict.prune != PRUNE_NOT,
				.inner = c->inner,
				.score = calls * 3 + a->conditions + b->conditions,
				.reads = !(b->flags & ACCESS_WRITE),
				.may = c->alias != ALIAS_MUST };
}

static void add_location(struct grouping *g, uint32_t first, uint32_t n)
{
	struct races *r = g->r;
	struct location x = { .clash = first, .nclashes = n, .rule = r->clash.at[r->order[first]].rule };
	uint32_t key = find(g, g->key_of[r->order[first]]), variable = g->variable.at[key];

	x.several = variable == UINT32_MAX;

	for (uint32_t i = first; i < first + n; i++) {
		struct clash *c = &r->clash.at[r->order[i]];
		uint32_t use = telling(r, c), own = g->key_of[r->order[i]];
		bool fits = !variable || (variable == UINT32_MAX ? !use_variable(r, &r->use.at[use]).i : own == variable);
		c->location = r->location.n;
		x.nraces += c->verdict.prune == PRUNE_NOT;
		if (!x.use && fits)
			x.use = use;
	}
	if (!x.use)
		x.use = telling(r, &r->clash.at[r->order[first]]);
	*vec_add(r->arena, &r->location) = x;
}

static void make(struct grouping *g)
{
	struct races *r = g->r;
	struct ranked *rank = arena_array(&g->scratch, r->clash.n, sizeof *rank);
	uint32_t n = r->clash.n - 1, k;

	for (uint32_t i = 1; i < r->clash.n; i++)
		rank[i - 1] = rank_of(g, i);
	if (n)
		qsort(rank, n, sizeof *rank, by_rank);
	r->order = arena_array(r->arena, n + 1, sizeof *r->order);
	for (uint32_t i = 0; i < n; i++)
		r->order[i] = rank[i].clash;
	for (uint32_t i = 0; i < n; i = k) {
		for (k = i; k < n && rank[k].key == rank[i].key; k++)
			;
		add_location(g, i, k - i);
	}
}

/* Also the uses that clash with nobody: they show what is usual. */
static void add_kinds(struct grouping *g)
{
	struct races *r = g->r;
	uint32_t *location = arena_array(&g->scratch, g->parent.n, sizeof *location);

	r->first_kind = arena_array(r->arena, r->location.n, sizeof *r->first_kind);
	for (uint32_t i = 1; i < r->location.n; i++)
		location[find(g, g->key_of[r->order[r->location.at[i].clash]])] = i;
	for (uint32_t i = r->kind.n; i-- > 1;)
		for (int rule = RULE_RACE; rule <= RULE_RACE_BITFIELD; rule++) {
			struct race_key key = key_of_use(r, &r->kind.at[i].use, (uint8_t)rule);
			uint32_t id = intern_find(&g->key, &key, sizeof key), at = id ? location[find(g, id)] : 0;
			if (!at)
				continue;
			r->kind.at[i].next = r->first_kind[at];
			r->first_kind[at] = i;
			break;
		}
}

static void see_places(struct races *r, uint32_t use, uint32_t share)
{
	uint32_t i;

	for (i = 0; i < share && walk_reaches(r, use, i); i++) {
		const struct leaf *l;
		leaf_ask_owner(r, use, i);
		l = leaf_get(r, use, i);
		*vec_add(r->arena, &r->seen) = (struct seen){ use, i, leaf_node(r, use, l->node)->context, l->inst, l->whose };
	}
	if (i == limit(LIMIT_race_samples))
		limit_met(LIMIT_race_samples);
}

static void see_location(struct races *r, uint32_t location)
{
	uint32_t kinds = 0, step, uses, share;

	for (uint32_t k = r->first_kind[location]; k; k = r->kind.at[k].next)
		kinds++;
	(void)limit_over(LIMIT_race_places, kinds);
	step = kinds / limit(LIMIT_race_places) + 1;
	uses = (kinds + step - 1) / step;
	share = uses ? limit(LIMIT_race_places) / uses : 0;
	share = share > limit(LIMIT_race_samples) ? limit(LIMIT_race_samples) : share ? share : 1;
	for (uint32_t k = r->first_kind[location], i = 0; k; k = r->kind.at[k].next, i++)
		if (i % step == 0)
			see_places(r, use_in(r, k, 0), share);
}

const struct seen *location_places(struct races *r, uint32_t location, uint32_t *n)
{
	struct location *l = &r->location.at[location];

	if (!l->seen) {
		l->seen = r->seen.n;
		see_location(r, location);
		l->nseen = r->seen.n - l->seen;
	}
	*n = l->nseen;
	return &r->seen.at[l->seen];
}

bool seen_is_contested(const struct seen *s)
{
	return s->whose == WHOSE_SHARED || s->whose == WHOSE_INDEXED;
}

void locations_make(struct races *r)
{
	struct grouping g = { .r = r };

	arena_init(&g.scratch, "race locations");
	intern_init(&g.key, &g.scratch);
	g.key_of = arena_array(&g.scratch, r->clash.n, sizeof *g.key_of);
	for (uint32_t i = 1; i < r->clash.n; i++) {
		const struct clash *c = &r->clash.at[i];
		struct race_key key = key_of_use(r, &r->use.at[telling(r, c)], c->rule);
		g.key_of[i] = key_number(&g, &key);
	}
	for (uint32_t i = 1; i < r->clash.n; i++)
		if (r->clash.at[i].verdict.prune == PRUNE_NOT)
			join_names(&g, &r->clash.at[i]);
	join_places(&g);
	make(&g);
	add_kinds(&g);
	arena_release(&g.scratch);
}
