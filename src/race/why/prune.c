#include "race/why/prune.h"

#include <string.h>

#include "base/recogniser.h"
#include "code/entry.h"
#include "race/build.h"
#include "summary/census/ground.h"

enum { COMPARED_WHOLE = 16 }; /* of race-compared: what a pair of places costs of which nothing is known */

enum { OBJECTS_ASKED = 16 }; /* of one cell, whether they are unions */

/* ---- places ---- */

/* By C's rules of effective types, scalars of different size or kind are never one memory: what is no character, no copy of bytes
 * and not in a union. */
enum scalar { SCALAR_NONE, SCALAR_INT, SCALAR_POINTER, SCALAR_FLOAT };

/* By the member that is named; where there is none, by the variables that a pointer leads to. */
static bool is_in_union(const struct races *r, const struct use *u)
{
	const struct konst *k = u->member.i ? program_konst(r->p, u->member) : NULL;
	struct sym_id sym = use_variable(r, u);

	if (k)
		return type_is_union_at(r->p, k->type, (int64_t)k->lo);
	if (sym.i)
		return type_is_union_at(r->p, program_sym(r->p, sym)->type, anchor_of(r->term, u->at).offset);
	for (uint32_t i = 0; i < u->ncells; i++) {
		struct cell at = r->cell.at[u->cell + i];
		uint32_t n;
		const uint32_t *object = points_objects(r->points, at.class, &n);
		for (uint32_t m = 0; m < n && m < OBJECTS_ASKED; m++) {
			const struct object *o = &r->points->object.at[object[m]];
			if (o->kind == OBJECT_VARIABLE && type_is_union_at(r->p, program_sym(r->p, o->sym)->type,
								      (int64_t)at.offset - o->cell.offset))
				return true;
		}
	}
	return false;
}

static enum scalar scalar_at(struct races *r, struct place_of_use p, uint32_t *bits)
{
	const struct body *b = code_of(r, r->contexts->context.at[leaf_context(r, p.use, p.leaf)].fn);
	const struct inst *in = &b->inst.at[leaf_get(r, p.use, p.leaf)->inst];
	const struct type *t = in->type.i ? program_type(r->p, type_strip(r->p, in->type)) : NULL;
	const struct use *u = &r->use.at[p.use];

	if (!t || (in->op != OP_load && in->op != OP_store) || in->nwords || t->size <= 8)
		return SCALAR_NONE;
	if (is_in_union(r, u))
		return SCALAR_NONE;
	*bits = (uint32_t)t->size;
	return t->kind == TYPE_POINTER ? SCALAR_POINTER
	       : t->kind == TYPE_INT   ? SCALAR_INT
	       : t->kind == TYPE_FLOAT ? SCALAR_FLOAT
				       : SCALAR_NONE;
}

static struct scalar_type scalar_of(struct races *r, struct place_of_use p)
{
	struct leaf *l = leaf_get(r, p.use, p.leaf);

	if (!l->typed) {
		l->typed = true;
		l->type.kind = (uint8_t)scalar_at(r, p, &l->type.bits);
	}
	return l->type;
}

static bool scalars_differ(struct scalar_type x, struct scalar_type y)
{
	return x.kind && y.kind && (x.kind != y.kind || x.bits != y.bits);
}

/* Where names, or what points knows, contradict the types, these tell nothing. */
static bool types_are_void(const struct races *r, const struct use *a, const struct use *b)
{
	return uses_have_one_name(r, a, b) || use_is_misplaced(r, a) || use_is_misplaced(r, b);
}

static bool types_differ(struct races *r, struct place_of_use a, struct place_of_use b)
{
	if (types_are_void(r, &r->use.at[a.use], &r->use.at[b.use]))
		return false;
	return scalars_differ(scalar_of(r, a), scalar_of(r, b));
}

/* Contexts count a semaphore as a lock whatever it begins with: only summaries tell. */
static bool keeps_out(const struct races *r, const struct held *x, const struct held *y)
{
	return held_excludes(x, y) && !map_get(&r->s->ground->counting, x->family);
}

static uint32_t held_at(struct races *r, struct place_of_use p)
{
	struct leaf *l = leaf_get(r, p.use, p.leaf);

	if (!l->held)
		l->held = contexts_held(r->contexts, leaf_context(r, p.use, p.leaf), l->inst) + 1;
	return l->held - 1;
}

static bool is_reached(struct races *r, struct place_of_use p)
{
	struct leaf *l = leaf_get(r, p.use, p.leaf);

	if (!l->reached)
		l->reached = contexts_reaches(r->contexts, leaf_context(r, p.use, p.leaf), l->inst) + 1;
	return l->reached > 1;
}

/* The lock that both surely hold there, as the contexts know it; 0: none. */
static uint32_t lock_of_both(struct races *r, struct place_of_use a, struct place_of_use b)
{
	uint32_t n, m;
	const struct held *x = contexts_locks(r->contexts, held_at(r, a), &n);
	const struct held *y = contexts_locks(r->contexts, held_at(r, b), &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (x[i].flags & y[k].flags & HELD_CERTAIN && held_is_same(&x[i], &y[k]) &&
			    keeps_out(r, &x[i], &y[k]))
				return x[i].term;
	return 0;
}

/* Did this side of the clash that is looked at get at the memory by a race? */
static bool is_leaked_to(const struct races *r, uint32_t use)
{
	const struct clash *c = r->leak;

	return c && ((c->leaked & LEAKED_TO_A && c->a == use) || (c->leaked & LEAKED_TO_B && c->b == use));
}

static bool is_owned(const struct races *r, uint8_t whose, uint32_t other)
{
	return whose != WHOSE_SHARED && whose != WHOSE_INDEXED && !(whose == WHOSE_FRESH && is_leaked_to(r, other));
}

/* Is the place in code of which somebody has said that it runs alone, or is to be left out? The verb; 0: no. What begins alone is
 * told apart by its thread. */
static uint8_t declared_quiet(struct races *r, uint32_t use, uint32_t leaf)
{
	if (!r->quiet || r->contexts->root.at[r->threads->thread.at[r->use.at[use].thread].root].kind == ROOT_SINGLE)
		return 0;
	for (uint32_t node = leaf_get(r, use, leaf)->node; node; node = leaf_node(r, use, node)->parent)
		if (r->quiet[leaf_node(r, use, node)->context])
			return r->quiet[leaf_node(r, use, node)->context];
	return 0;
}

/* Is it the thread's own at this place, whatever the other side has got hold of? */
static struct verdict prune_owner(struct races *r, struct place_of_use p, uint32_t other)
{
	uint8_t verb = declared_quiet(r, p.use, p.leaf);

	if (verb)
		return (struct verdict){ .prune = PRUNE_DECLARED, .detail = verb };
	leaf_ask_owner(r, p.use, p.leaf);
	if (is_owned(r, leaf_get(r, p.use, p.leaf)->whose, other))
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = leaf_get(r, p.use, p.leaf)->whose };
	return (struct verdict){ .prune = PRUNE_NOT };
}

enum { APART_KEPT = 1 << 20 };

/* threads_apart, remembered: the places of a location are compared over and over. */
static enum apart apart_of(struct races *r, uint32_t a, uint32_t b)
{
	uint64_t pair = map_pair(a < b ? a : b, a < b ? b : a);
	uint32_t known = map_get(&r->apart, pair);

	if (known)
		return (enum apart)(known - 1);
	known = (uint32_t)threads_apart(r->threads, r->spot_at.at[a], r->spot_at.at[b]) + 1;
	if (r->apart.n < APART_KEPT)
		map_put(r->arena, &r->apart, pair, known);
	return (enum apart)(known - 1);
}

/* The object that a term of contexts names: a variable, a block, a stack slot; of the last two whatever of that place. False: not
 * known. */
static bool named_object(const struct races *r, uint32_t term, struct term *out)
{
	*out = term_object(&r->contexts->terms, term);
	return out->kind == TERM_SYM || out->kind == TERM_HEAP || out->kind == TERM_STACK;
}

/* Do the pointers hold addresses of different objects, whatever of them it is? */
static bool names_differ(struct races *r, struct place_of_use a, struct place_of_use b)
{
	uint32_t n = 0, m = 0, x = leaf_names(r, a.use, a.leaf), y = x ? leaf_names(r, b.use, b.leaf) : 0;
	const uint32_t *s = x ? set_get(&r->contexts->terms, x, &n) : NULL, *t = y ? set_get(&r->contexts->terms, y, &m) : NULL;
	struct term k, l;

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < m; j++)
			if (!named_object(r, s[i], &k) || !named_object(r, t[j], &l) ||
			    (k.kind == l.kind && k.a == l.a && k.b == l.b))
				return false;
	return n && m;
}

/* What C provides for (C17 5.1.2.3p5, 7.14.1.1p5): a signal handler and the thread that it interrupts may share what is volatile
 * and is read and written at once, as sig_atomic_t is. Not two threads, one of which runs the handler. */
bool uses_are_signalled(const struct races *r, const struct use *a, const struct use *b)
{
	return (threads_handles_signal(r->threads, a->thread) || threads_handles_signal(r->threads, b->thread)) &&
	       a->flags & b->flags & ACCESS_VOLATILE && a->size == b->size && a->size && a->size <= sizeof(int);
}

static bool use_is_sig_atomic(const struct races *r, const struct use *u)
{
	const struct konst *k = u->member.i ? program_konst(r->p, u->member) : NULL;
	struct sym_id sym = use_variable(r, u);
	struct type_id type = k ? type_at(r->p, k->type, (int64_t)k->lo) : sym.i ? program_sym(r->p, sym)->type : (struct type_id){ 0 };
	struct type_id end = type_strip(r->p, type);

	for (uint32_t depth = 0; type.i != end.i && !limit_full(LIMIT_race_typedefs, depth);
	     type = program_type(r->p, type)->base, depth++)
		if (program_type(r->p, type)->kind == TYPE_TYPEDEF &&
		    !strcmp(program_str(r->p, program_type(r->p, type)->name), "sig_atomic_t"))
			return true;
	return false;
}

static bool is_signalled(struct races *r, struct place_of_use a, struct place_of_use b)
{
	const struct use *x = &r->use.at[a.use], *y = &r->use.at[b.use];
	bool first = threads_handles_signal(r->threads, x->thread);
	struct place_of_use in = first ? b : a;

	if (!uses_are_signalled(r, x, y))
		return false;
	return threads_interrupts_here(r->threads, first ? x->thread : y->thread,
				       r->spot_at.at[leaf_spot(r, in.use, leaf_get(r, in.use, in.leaf))]);
}

/* Who is interrupted by a handler that never comes back has read before, or reads no more; what it was about to write is
 * overwritten. The handler itself may read what is half written, and so may another handler that interrupts it. */
static bool is_last(struct races *r, struct place_of_use handler, struct place_of_use other)
{
	const struct use *h = &r->use.at[handler.use], *o = &r->use.at[other.use];
	bool writes = h->flags & ACCESS_WRITE && h->size && h->size == o->size;

	if (!threads_stays(r->threads, h->thread) || (o->flags & ACCESS_WRITE && !writes))
		return false;
	if (threads_handles_signal(r->threads, o->thread) && (!threads_stays(r->threads, o->thread) || !(o->flags & ACCESS_WRITE)))
		return false;
	return threads_interrupts_here(r->threads, h->thread,
				       r->spot_at.at[leaf_spot(r, other.use, leaf_get(r, other.use, other.leaf))]);
}

/* The test of who runs that keeps the thread from the place, or from a call on the way there; 0: none. */
static uint32_t guard_before(struct races *r, struct place_of_use p)
{
	const struct leaf *l = leaf_get(r, p.use, p.leaf);
	struct spot at = { r->use.at[p.use].thread, 0, l->inst };

	for (uint32_t node = l->node; node; node = leaf_node(r, p.use, node)->parent) {
		uint32_t guard;
		at.context = leaf_node(r, p.use, node)->context;
		guard = threads_led_past(r->threads, at);
		if (guard)
			return guard;
		at.inst = leaf_node(r, p.use, node)->inst;
	}
	return 0;
}

/* Of two places that are nobody's own, or may have been seen too early: what both threads have made themselves is not one
 * thing. */
static struct verdict prune_pair(struct races *r, struct place_of_use a, struct place_of_use b)
{
	struct leaf *x = leaf_get(r, a.use, a.leaf), *y = leaf_get(r, b.use, b.leaf);
	/* by the calls that lead there, or by the places themselves: both are right, and either may know more */
	enum apart apart = apart_of(r, leaf_order(r, a.use, x), leaf_order(r, b.use, y));
	struct verdict v;
	uint32_t lock, guard;

	if (x->whose == WHOSE_FRESH && y->whose == WHOSE_FRESH)
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = WHOSE_FRESH };
	if (apart == APART_NOT && (x->order != leaf_spot(r, a.use, x) || y->order != leaf_spot(r, b.use, y)))
		apart = apart_of(r, leaf_spot(r, a.use, x), leaf_spot(r, b.use, y));
	if (apart != APART_NOT)
		return (struct verdict){ .prune = PRUNE_APART, .detail = (uint8_t)apart };
	if (RECOGNISED(race_signal, is_signalled(r, a, b)))
		return (struct verdict){ .prune = PRUNE_SIGNAL, .detail = use_is_sig_atomic(r, &r->use.at[a.use]) };
	if (RECOGNISED(threads_stays, is_last(r, a, b) || is_last(r, b, a)))
		return (struct verdict){ .prune = PRUNE_STAYS };
	lock = lock_of_both(r, a, b);
	if (lock)
		return (struct verdict){ .prune = PRUNE_LOCK, .lock = lock };
	if (RECOGNISED(sharing_distinct,
		       x->whose == WHOSE_INDEXED && y->whose == WHOSE_INDEXED && sharing_keys_apart(r->sharing, x->key, y->key)))
		return (struct verdict){ .prune = PRUNE_OWNED, .detail = WHOSE_INDEXED };
	if (RECOGNISED(sharing_member,
		       x->whose == WHOSE_SHARED && y->whose == WHOSE_SHARED && x->key && y->key && x->key != y->key))
		return (struct verdict){ .prune = PRUNE_STRUCTURE };
	if (!is_reached(r, a) || !is_reached(r, b))
		return (struct verdict){ .prune = PRUNE_PATH };
	guard = guard_before(r, a);
	guard = guard ? guard : guard_before(r, b);
	if (RECOGNISED(threads_self, guard))
		return (struct verdict){ .prune = PRUNE_SELF, .lock = guard };
	if (types_differ(r, a, b))
		return (struct verdict){ .prune = PRUNE_TYPE };
	if (RECOGNISED(race_names, names_differ(r, a, b)))
		return (struct verdict){ .prune = PRUNE_NAMES };
	if (elements_differ(r, a, b))
		return (struct verdict){ .prune = PRUNE_ELEMENT };
	if (places_are_in_processes(r, a, b))
		return (struct verdict){ .prune = PRUNE_PROCESS };
	v = prune_entry(r, a, b);
	if (v.prune == PRUNE_NOT)
		v = prune_belongs(r, a, b);
	return v.prune == PRUNE_NOT ? prune_first(r, a, b) : v;
}

struct verdict prune_places(struct races *r, struct place_of_use a, struct place_of_use b)
{
	struct verdict v = prune_owner(r, a, b.use);

	if (v.prune == PRUNE_NOT)
		v = prune_owner(r, b, a.use);
	return v.prune == PRUNE_NOT ? prune_pair(r, a, b) : v;
}

/* ---- clashes ---- */

/* That all others have ended follows from joins, or from nobody having been started: the order of the two says more. */
static struct verdict told(struct races *r, struct verdict owner, struct place_of_use a, struct place_of_use b)
{
	struct verdict v = { 0 };

	if (owner.detail == WHOSE_GONE && walk_reaches(r, b.use, b.leaf))
		v = prune_pair(r, a, b);
	return v.prune == PRUNE_APART ? v : owner;
}

static void keep_verdict(struct clash *c, struct verdict v, uint32_t i, uint32_t k)
{
	if (c->leaf_a && v.prune != PRUNE_NOT)
		return;
	c->verdict = v;
	c->leaf_a = i + 1;
	c->leaf_b = k + 1;
}

/* Two uses whose places are compared. Whatever rules out the first two places is told; of all others it only counts whether
 * something does, so what is known of one place for all places of the other side is asked for once: whose it is, what type it
 * has, when it is apart. */
struct comparing {
	struct races *r;
	struct clash *c;
	uint32_t next; /* leaf of b that is looked at next; those before that are nobody's own: races.open */
	uint32_t left; /* of race-compared */
	bool untyped; /* types tell nothing */
};

/* The next leaf of b that is not its thread's own. False: there is none. */
static bool find_open(struct comparing *x, struct place_of_use a)
{
	struct races *r = x->r;

	for (; walk_reaches(r, x->c->b, x->next); x->next++) {
		struct place_of_use b = { x->c->b, x->next };
		struct verdict v = prune_owner(r, b, x->c->a);
		if (v.prune == PRUNE_NOT) {
			*vec_add(r->arena, &r->open) =
				(struct open_leaf){ x->next++, leaf_order(r, b.use, leaf_get(r, b.use, b.leaf)),
						    scalar_of(r, b) };
			return true;
		}
		r->compared++;
		if (!x->c->leaf_a)
			keep_verdict(x->c, told(r, v, a, b), a.leaf, b.leaf);
	}
	return false;
}

/* apart_of, of the row of one spot: the leaves of a location come back to the same spots. */
static bool is_apart(struct races *r, uint32_t spot, uint32_t other)
{
	while (r->in_row.n <= other)
		*vec_add(r->arena, &r->in_row) = (struct in_row){ 0 };
	if (r->row_of != spot) {
		r->row_of = spot;
		r->row++;
	}
	if (r->in_row.at[other].row != r->row)
		r->in_row.at[other] = (struct in_row){ r->row, apart_of(r, spot, other) != APART_NOT };
	return r->in_row.at[other].apart;
}

/* Is it ruled out by what is known without looking at the two places themselves? */
static bool is_known(struct comparing *x, struct leaf *a, struct scalar_type type, const struct open_leaf *b)
{
	if (!x->c->leaf_a)
		return false; /* the first reason is told */
	return (!x->untyped && scalars_differ(type, b->type)) || is_apart(x->r, leaf_order(x->r, x->c->a, a), b->order);
}

/* One place of a, nobody's own, with those of b, until two can conflict. */
static bool compare_place(struct comparing *x, struct place_of_use a)
{
	struct races *r = x->r;
	struct scalar_type type = scalar_of(r, a);

	for (uint32_t k = 0; k < r->open.n || find_open(x, a); k++) {
		struct place_of_use b = { x->c->b, r->open.at[k].leaf };
		struct verdict v = { .prune = PRUNE_NOT };
		bool known = is_known(x, leaf_get(r, a.use, a.leaf), type, &r->open.at[k]);
		uint32_t effort = known ? 1 : COMPARED_WHOLE;
		if (x->left < effort && !x->c->given_up)
			limit_met(LIMIT_race_compared);
		if (x->left < effort)
			x->c->given_up = true;
		else if (!known)
			v = prune_pair(r, a, b);
		x->left -= x->left < effort ? x->left : effort;
		r->compared += !known;
		if (known && !x->c->given_up)
			continue;
		keep_verdict(x->c, v, a.leaf, b.leaf);
		if (v.prune == PRUNE_NOT)
			return true;
	}
	return false;
}

/* Some two places that can conflict, the shortest ones first; if there are none, the first reason. */
static void compare_places(struct races *r, struct clash *c)
{
	struct comparing x = { .r = r, .c = c, .left = limit(LIMIT_race_compared) };

	if (!walk_reaches(r, c->a, 0) || !walk_reaches(r, c->b, 0)) {
		bool cut = walk_is_cut(r, c->a) || (r->use.at[c->b].walk && walk_is_cut(r, c->b));
		c->verdict = (struct verdict){ .prune = cut ? PRUNE_NOT : PRUNE_UNREACHED };
		c->given_up = cut;
		return;
	}
	x.untyped = types_are_void(r, &r->use.at[c->a], &r->use.at[c->b]);
	r->open.n = 0;
	for (uint32_t i = 0; walk_reaches(r, c->a, i); i++) {
		struct place_of_use a = { c->a, i };
		struct verdict mine = prune_owner(r, a, c->b);
		if (mine.prune == PRUNE_NOT && compare_place(&x, a))
			return;
		if (mine.prune != PRUNE_NOT && !c->leaf_a)
			keep_verdict(c, told(r, mine, a, (struct place_of_use){ c->b, 0 }), i, 0);
	}
	if (walk_is_cut(r, c->a) || walk_is_cut(r, c->b)) {
		c->verdict = (struct verdict){ .prune = PRUNE_NOT };
		c->given_up = true;
	}
}

/* ---- all places of a use at once ---- */

/* Where its places are, as far as the order of threads goes: for a use that was ruled out by that once, and so has been looked at
 * whole. */
static void note_orders(struct races *r, uint32_t use)
{
	uint32_t *at = map_at(r->arena, &r->orders_at, map_pair(r->use.at[use].kind, r->use.at[use].thread)), first;

	if (*at)
		return;
	first = r->orders.n;
	*at = first + 1;
	for (uint32_t k = 0; r->orders.n - first <= limit(LIMIT_race_orders) && walk_reaches(r, use, k); k++) {
		uint32_t order = leaf_order(r, use, leaf_get(r, use, k)), i = first;
		while (i < r->orders.n && r->orders.at[i] != order)
			i++;
		if (i == r->orders.n)
			*vec_add(r->arena, &r->orders) = order;
	}
	if (limit_over(LIMIT_race_orders, r->orders.n - first) || walk_is_cut(r, use))
		r->orders.n = first;
	*vec_add(r->arena, &r->orders) = 0;
}

static const uint32_t *orders_of(const struct races *r, uint32_t use)
{
	uint32_t at = map_get(&r->orders_at, map_pair(r->use.at[use].kind, r->use.at[use].thread));

	return at && r->orders.at[at - 1] ? &r->orders.at[at - 1] : NULL;
}

/* The reason, if it is known of both, and all places of the one are apart from all of the other. */
static enum apart uses_apart(struct races *r, uint32_t a, uint32_t b)
{
	const uint32_t *x = orders_of(r, a), *y = x ? orders_of(r, b) : NULL;
	enum apart reason = APART_NOT, one;

	for (; y && *x; x++)
		for (const uint32_t *z = y; *z; z++) {
			if ((one = apart_of(r, *x, *z)) == APART_NOT)
				return APART_NOT;
			reason = reason ? reason : one;
		}
	return reason;
}

/* Of variables that are named there are no cells: by anybody. */
static bool is_reached_by(const struct races *r, const struct use *u, uint32_t thread)
{
	for (uint32_t i = 0; i < u->ncells; i++)
		if (sharing_reaches(r->sharing, thread, r->cell.at[u->cell + i].class))
			return true;
	return !u->ncells;
}

/* Wherever it is, nobody else is there who gets at that memory. */
static bool is_alone(const struct races *r, uint32_t use)
{
	const uint32_t *order = orders_of(r, use);

	if (!order)
		return false;
	for (uint32_t t = 1; t < r->threads->thread.n; t++)
		for (uint32_t i = 0; order[i] && is_reached_by(r, &r->use.at[use], t); i++)
			if (threads_may_run(r->threads, r->spot_at.at[order[i]], t))
				return false;
	return true;
}

uint8_t use_is_idle(struct races *r, uint32_t use)
{
	uint8_t idle = IDLE_YES;
	uint32_t k;

	if (is_alone(r, use))
		return IDLE_YES;
	for (k = 0; k < limit(LIMIT_race_idle) && walk_reaches(r, use, k); k++) {
		uint8_t whose;
		if (declared_quiet(r, use, k))
			continue;
		leaf_ask_owner(r, use, k);
		whose = leaf_get(r, use, k)->whose;
		if (whose == WHOSE_SHARED || whose == WHOSE_INDEXED)
			return IDLE_NO;
		if (whose == WHOSE_FRESH)
			idle = IDLE_FRESH;
	}
	return !limit_full(LIMIT_race_idle, k) && !walk_is_cut(r, use) ? idle : IDLE_NO;
}

static bool is_large(const struct races *r, const struct use *u)
{
	uint32_t n;

	for (uint32_t i = 0; i < u->ncells; i++) {
		(void)points_objects(r->points, r->cell.at[u->cell + i].class, &n);
		if (n > r->filters.large_points_to)
			return true;
	}
	return false;
}

static bool is_boot(const struct races *r, uint32_t thread)
{
	uint8_t kind = r->contexts->root.at[r->threads->thread.at[thread].root].kind;

	return kind == ROOT_MAIN || kind == ROOT_SINGLE;
}

static enum filter filtered(const struct races *r, const struct use *a, const struct use *b)
{
	const struct race_filters *f = &r->filters;
	const struct thread *s = &r->threads->thread.at[a->thread], *t = &r->threads->thread.at[b->thread];

	if (f->thread_local_alloc && (a->made || b->made))
		return FILTER_THREAD_LOCAL_ALLOC;
	if (f->large_points_to && (is_large(r, a) || is_large(r, b)))
		return FILTER_LARGE_POINTS_TO;
	if (f->boot_thread && (is_boot(r, a->thread) || is_boot(r, b->thread)))
		return FILTER_BOOT_THREAD;
	if (f->same_entry && r->contexts->root.at[s->root].fn.i == r->contexts->root.at[t->root].fn.i)
		return FILTER_SAME_ENTRY;
	return FILTER_NONE;
}

bool prune_kinds(struct races *r, struct clash *c, const struct use *a, const struct use *b)
{
	uint8_t why = PRUNE_NOT;

	if (c->alias != ALIAS_MUST && members_differ(r->p, a->member, b->member) && !use_is_misplaced(r, a) &&
	    !use_is_misplaced(r, b))
		why = PRUNE_TYPE;
	else if (uses_are_unlikely(r, a, b))
		why = PRUNE_UNLIKELY;
	else if (RECOGNISED(race_object, object_is_trusted(r, c, a, b)))
		why = PRUNE_OBJECT;
	if (why != PRUNE_NOT)
		c->verdict = (struct verdict){ .prune = why };
	return why != PRUNE_NOT;
}

static void judge(struct races *r, struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	enum filter filter;
	enum apart apart;
	uint8_t sign;

	if (prune_kinds(r, c, a, b))
		return;
	if ((apart = uses_apart(r, c->a, c->b)) != APART_NOT) {
		c->verdict = (struct verdict){ .prune = PRUNE_APART, .detail = (uint8_t)apart };
		return;
	}
	compare_places(r, c);
	if (c->verdict.prune == PRUNE_APART) {
		note_orders(r, c->a);
		note_orders(r, c->b);
	}
	if (c->verdict.prune != PRUNE_NOT)
		return;
	if (uses_are_handed(r, a, b, &sign) && !sign)
		c->verdict = (struct verdict){ .prune = PRUNE_UNSHARED };
	else if (uses_are_made_here(r, a, b) || RECOGNISED(race_outside, uses_are_assumed_alone(r, a, b)))
		c->verdict = (struct verdict){ .prune = PRUNE_OUTSIDE };
	else if (uses_are_waited(r, a, b))
		c->verdict = (struct verdict){ .prune = PRUNE_WAITED };
	else if (use_is_benign(r, a) || use_is_benign(r, b))
		c->verdict = (struct verdict){ .prune = PRUNE_BENIGN };
	else if ((filter = filtered(r, a, b)) != FILTER_NONE)
		c->verdict = (struct verdict){ .prune = PRUNE_FILTER, .detail = (uint8_t)filter };
	else if (RECOGNISED(race_freed, object_is_freed(r, c->a, c->b) || object_is_freed(r, c->b, c->a)))
		c->verdict = (struct verdict){ .prune = PRUNE_FREED };
}

/* What begins later: of the side that somebody else runs. */
static enum begins begins_with(const struct races *r, const struct use *u)
{
	uint8_t kind = r->contexts->root.at[r->threads->thread.at[u->thread].root].kind;

	if (threads_handles_signal(r->threads, u->thread))
		return BEGINS_SIGNAL;
	return kind == ROOT_HANDLER ? BEGINS_HANDLER : kind == ROOT_TASK ? BEGINS_TASK : BEGINS_THREAD;
}

void prune_clash(struct races *r, struct clash *c)
{
	judge(r, c);
	if (c->verdict.prune == PRUNE_APART) {
		enum begins a = begins_with(r, &r->use.at[c->a]), b = begins_with(r, &r->use.at[c->b]);
		c->verdict.begins = (uint8_t)(a > b ? a : b);
		c->verdict.handlers = a == BEGINS_SIGNAL && b == BEGINS_SIGNAL;
	}
}

/* ---- words ---- */

static const char *const before_words[BEGINS] = {
	[BEGINS_THREAD] = "before the other thread is started",
	[BEGINS_TASK] = "before the task is handed over",
	[BEGINS_HANDLER] = "before the other function is registered",
	[BEGINS_SIGNAL] = "before the handler is installed",
};

static const char *const apart_words[APARTS] = {
	[APART_SAME] = "one thread",
	[APART_BEFORE] = "before the other begins",
	[APART_JOINED] = "joined",
	[APART_WORKER] = "tasks of one worker",
	[APART_BARRIER] = "a barrier in between",
	[APART_GATE] = "handed over",
	[APART_ONCE] = "once",
	[APART_LOCKED] = "one thread's creator holds a lock as long as that thread lives, and the other place is under the same lock",
	[APART_FIRST] = "the creator holds a lock since it started the thread, which takes that lock first",
	[APART_MASK] = "the signal is blocked",
	[APART_PHASE] = "start-up, exit, or never reached",
};

static const char *const whose_words[WHOSE_WORDS] = {
	[WHOSE_ONE_THREAD] = "owned: only one thread reaches it",
	[WHOSE_STACK] = "owned: on the stack",
	[WHOSE_TLS] = "owned: thread-local",
	[WHOSE_FRESH] = "owned: not yet published",
	[WHOSE_TAKEN] = "owned: taken out of a shared structure",
	[WHOSE_INDEXED] = "owned: each thread has its own index",
	[WHOSE_GONE] = "owned: all others have ended",
};

static const char *const filter_words[FILTERS] = {
	[FILTER_THREAD_LOCAL_ALLOC] = "filter: thread-local-alloc",
	[FILTER_LARGE_POINTS_TO] = "filter: large-points-to",
	[FILTER_BOOT_THREAD] = "filter: boot-thread",
	[FILTER_SAME_ENTRY] = "filter: same-entry",
};

const char *verdict_words(struct arena *a, const struct races *r, const struct verdict *v)
{
	switch (v->prune) {
	case PRUNE_LOCK:
		return arena_format(a, "same lock by another name: %s", contexts_lock_text(a, r->contexts, v->lock));
	case PRUNE_APART:
		if (v->detail == APART_SAME && v->handlers)
			return "the handler interrupts neither itself nor the other one in its only thread";
		return v->detail == APART_BEFORE ? before_words[v->begins] : apart_words[v->detail];
	case PRUNE_OWNED:
		return whose_words[v->detail];
	case PRUNE_STRUCTURE:
		return "in different structures, and an object is in one at a time";
	case PRUNE_NAMES:
		return "different memory: on the calls that lead there the pointers hold different addresses";
	case PRUNE_ELEMENT:
		return "different elements of the array";
	case PRUNE_TYPE:
		return "different types";
	case PRUNE_UNLIKELY:
		return "unlikely to be the same memory: only a class of many objects connects the two";
	case PRUNE_PATH:
		return "path: a known value leads past it";
	case PRUNE_SELF:
		return threads_guard_words(a, r->threads, v->lock);
	case PRUNE_DECLARED:
		return v->detail == DECLARED_SINGLE ? "declared single-threaded" : "declared to be ignored";
	case PRUNE_UNREACHED:
		return "no call leads there in this thread";
	case PRUNE_UNSHARED:
		return "no sign that objects of this type are shared";
	case PRUNE_OUTSIDE:
		return "assumed: whoever creates or destroys an object is alone with it";
	case PRUNE_WAITED:
		return "joined: the thread belongs to the object, and whoever has the object has waited for it";
	case PRUNE_FIRST:
		return first_words(a, r, v);
	case PRUNE_PROCESS:
		return "one of them is the child of a fork, which has memory of its own";
	case PRUNE_BELONGS:
		return v->detail ? "assumed: an object is given to what it belongs to before others use it"
				 : "assumed: an object belongs to one other, to which it points back, and both hold the lock of that one";
	case PRUNE_ENTRY:
		return arena_format(a, "assumed: others do not make these two calls at the same time (%s: %s)",
				    model_where(a, r->points->models, &r->points->models->row.at[v->lock]),
				    entry_words(r->points->models, &r->points->models->row.at[v->lock]));
	case PRUNE_SIGNAL:
		return v->detail ? "volatile sig_atomic_t, as the C standard requires of what a handler shares with its "
		                   "thread"
				 : "volatile, and shared with a handler that runs in the same thread";
	case PRUNE_OBJECT:
		return "assumed to be created before it is used, and destroyed after";
	case PRUNE_FREED:
		return "it is freed next, which is reported";
	case PRUNE_STAYS:
		return "the handler never comes back, so the thread that it interrupts does not go on to read what it has written";
	case PRUNE_BENIGN:
		return "declared benign";
	case PRUNE_FILTER:
		return filter_words[v->detail];
	default:
		return "race";
	}
}
