/* What was handed over without order. An object that nobody else has yet is its maker's own, and the others see it as it was when
 * it was published: but only if they got it in order. Who reads the pointer by a race (double-checked locking), or by an atomic
 * operation that orders nothing, has no promise about what is behind it.
 *
 *     maker:   p->n = 1;  atomic_store_explicit(&shared, p, memory_order_relaxed);
 *     reader:  q = atomic_load(&shared);  q->n          a race
 *
 * Most atomic operations are on numbers: flags, statistics, counts of references, in every thread of a server. From what leads
 * nowhere nothing follows, so whether a read has an order is asked only if somebody goes on from what is read there, and once for
 * a thread and an address. Of the accesses of one address race-atomics are looked at for each reader; an address that has more is
 * counted (gap_pairs). */
#include "race/build.h"

/* The address that this side has the object's own address from, for each of the pointers on the way; 0: there are no more. */
static uint32_t next_source(const struct races *r, uint32_t *term)
{
	while (r->term[*term].kind == TERM_FIELD || r->term[*term].kind == TERM_INDEX)
		*term = r->term[*term].base;
	if (r->term[*term].kind != TERM_STABLE && r->term[*term].kind != TERM_RESULT)
		return 0;
	*term = r->term[*term].base;
	return *term;
}

/* Where the way of pointers to this address begins. */
static uint32_t way_of(const struct races *r, uint32_t term)
{
	while (next_source(r, &term))
		;
	return term;
}

/* Pointers that are read without order. */
struct leaks {
	struct arena *scratch;
	bool *followed;   /* by term: somebody reads a pointer there and goes on from it */
	struct map used;  /* classes in which something without a name is used */
	struct map at;    /* thread and address */
	struct map class; /* thread and class of the objects that they lead to */
};

static void find_followed(const struct races *r, struct leaks *l)
{
	uint32_t n = r->terms.row.n;

	l->followed = arena_array(l->scratch, (size_t)n + 1, sizeof *l->followed);
	for (uint32_t i = 1; i < n; i++)
		if (r->term[i].kind == TERM_STABLE || r->term[i].kind == TERM_RESULT)
			l->followed[r->term[i].base] = true;
	for (uint32_t k = 1; k < r->kind.n; k++) {
		const struct use *u = &r->kind.at[k].use;
		bool named = anchor_is_object(&r->term[way_of(r, u->at)]);
		for (uint32_t i = 0; i < u->ncells && !named; i++)
			map_put(l->scratch, &l->used, r->cell.at[u->cell + i].class, 1);
	}
}

/* The class of objects that a pointer in this cell leads to; 0: none that anybody uses, or none that tells something. */
static uint32_t class_behind(const struct races *r, const struct leaks *l, struct cell c)
{
	uint32_t class = points_load(r->points, c).class;

	return class && map_get(&l->used, class) && !class_is_blob(r, class) ? class : 0;
}

static void add_leak(const struct races *r, struct leaks *l, const struct use *u)
{
	if (l->followed[u->at])
		map_put(l->scratch, &l->at, map_pair(u->thread, u->at), 1);
	for (uint32_t i = 0; i < u->ncells; i++) {
		uint32_t class = class_behind(r, l, r->cell.at[u->cell + i]);
		if (class)
			map_put(l->scratch, &l->class, map_pair(u->thread, class), 1);
	}
}

/* Would anybody learn from it that this thread gets there without order? Not of a counter, which leads nowhere, and not twice:
 * most reads are left out here, before somebody has looked for their places. */
static bool is_news(const struct races *r, const struct leaks *l, const struct use *u, uint32_t thread)
{
	bool news = l->followed[u->at] && !map_get(&l->at, map_pair(thread, u->at));

	for (uint32_t i = 0; i < u->ncells && !news; i++) {
		uint32_t class = class_behind(r, l, r->cell.at[u->cell + i]);
		news = class && !map_get(&l->class, map_pair(thread, class));
	}
	return news;
}

/* By way of such a pointer? Where the way has no name, the class of objects must do. */
bool leaks_lead_to(const struct races *r, const struct leaks *l, const struct use *u)
{
	uint32_t term = u->at, address;

	while ((address = next_source(r, &term)))
		if (map_get(&l->at, map_pair(u->thread, address)))
			return true;
	for (uint32_t i = 0; !anchor_is_object(&r->term[term]) && i < u->ncells; i++)
		if (map_get(&l->class, map_pair(u->thread, r->cell.at[u->cell + i].class)))
			return true;
	return false;
}

/* By thread, as leaks are. */
bool leaks_lead_to_some(const struct races *r, const struct leaks *l, const struct kind *k)
{
	struct use u = k->use;

	for (uint32_t i = 0; i < k->nmembers; i++) {
		u.thread = r->member.at[k->member + i];
		if (leaks_lead_to(r, l, &u))
			return true;
	}
	return false;
}

static uint8_t leaked_by(const struct races *r, const struct leaks *l, const struct use *a, const struct use *b)
{
	return (uint8_t)((leaks_lead_to(r, l, a) ? LEAKED_TO_A : 0) | (leaks_lead_to(r, l, b) ? LEAKED_TO_B : 0));
}

/* ---- atomic operations that order nothing ---- */

static bool has_fence(const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_fence && !(b->inst.at[i].flags & INST_SINGLE))
			return true;
	return false;
}

static bool orders(uint8_t order, bool write)
{
	return order >= ORDER_ACQ_REL || order == (write ? ORDER_RELEASE : ORDER_ACQUIRE);
}

/* Is it, at some place, an operation that does not order what comes before a write, or after a read? A fence in its function may
 * do so; functions of the models do. */
static bool looks_relaxed(struct races *r, uint32_t use, bool write)
{
	for (uint32_t k = 0; walk_reaches(r, use, k); k++) {
		if (limit_full(LIMIT_race_leaves, k)) {
			gap(walk);
			break;
		}
		const struct body *b = code_of(r, r->contexts->context.at[leaf_context(r, use, k)].fn);
		const struct inst *in = &b->inst.at[leaf_get(r, use, k)->inst];
		if (in->order && !orders(in->order, write) && !has_fence(b))
			return true;
	}
	return false;
}

static bool reads(struct races *r, uint32_t use)
{
	const struct inst *in;

	if (!(r->use.at[use].flags & ACCESS_WRITE))
		return true;
	if (!walk_reaches(r, use, 0))
		return false;
	in = &code_of(r, r->contexts->context.at[leaf_context(r, use, 0)].fn)->inst.at[leaf_get(r, use, 0)->inst];
	return in->op == OP_rmw || in->op == OP_cmpxchg;
}

struct atomics {
	struct arena *scratch;
	uint32_t *earlier;  /* by kind: another one of the same address */
	struct map last;    /* by address */
	struct map relaxed; /* use, and as a write or not: 1 it is not, 2 it is */
	struct map given_up; /* by address: counted as a gap */
};

/* The same, remembered: a writer is asked about by all readers. */
static bool is_relaxed(struct races *r, struct atomics *x, uint32_t use, bool write)
{
	uint32_t known = map_get(&x->relaxed, map_pair(use, write));

	if (!known) {
		known = looks_relaxed(r, use, write) ? 2 : 1;
		map_put(x->scratch, &x->relaxed, map_pair(use, write), known);
	}
	return known == 2;
}

/* A thread of this kind that the reader is not in, from 0; nmembers: there is none. */
static uint32_t other_member(const struct races *r, const struct kind *k, uint32_t reader)
{
	uint32_t i = 0;

	while (i < k->nmembers && r->member.at[k->member + i] == reader && !r->threads->thread.at[reader].self)
		i++;
	return i;
}

/* Does somebody publish at this address what the reader gets without order? */
static bool is_unordered(struct races *r, struct atomics *x, uint32_t reader)
{
	struct use b = r->use.at[reader];
	uint32_t most = limit(LIMIT_race_atomics);

	for (uint32_t w = map_get(&x->last, b.at); w && most; w = x->earlier[w], most--) {
		const struct kind *a = &r->kind.at[w];
		uint32_t other = a->use.flags & ACCESS_WRITE ? other_member(r, a, b.thread) : a->nmembers;
		if (other < a->nmembers && !uses_share_lock(r, &a->use, &b) &&
		    (is_relaxed(r, x, reader, false) || is_relaxed(r, x, use_in(r, w, other), true)))
			return true;
		if (most == 1 && x->earlier[w] && !(*map_at(x->scratch, &x->given_up, b.at))++) {
			limit_met(LIMIT_race_atomics);
			gap(pairs);
		}
	}
	return false;
}

static void find_unordered(struct races *r, struct leaks *l)
{
	struct atomics x = { .scratch = l->scratch, .earlier = arena_array(l->scratch, r->kind.n, sizeof *x.earlier) };

	for (uint32_t k = 1; k < r->kind.n; k++)
		if (r->kind.at[k].use.flags & ACCESS_ATOMIC) {
			uint32_t *last = map_at(l->scratch, &x.last, r->kind.at[k].use.at);
			x.earlier[k] = *last;
			*last = k;
		}
	for (uint32_t k = 1; k < r->kind.n; k++) {
		const struct kind *kind = &r->kind.at[k];
		for (uint32_t i = 0; kind->use.flags & ACCESS_ATOMIC && kind->use.size >= r->word && i < kind->nmembers;
		     i++) {
			uint32_t use;
			if (!is_news(r, l, &kind->use, r->member.at[kind->member + i]))
				continue;
			walks_trim(r);
			use = use_in(r, k, i);
			if (reads(r, use) && is_unordered(r, &x, use))
				add_leak(r, l, &r->use.at[use]);
		}
	}
}

/* ---- all ---- */

/* Who only writes there gets nothing. */
static void find_racy(struct races *r, struct leaks *l)
{
	for (uint32_t i = 1; i < r->clash.n; i++) {
		const struct clash *c = &r->clash.at[i];
		bool freed = (r->use.at[c->a].flags | r->use.at[c->b].flags) & ACCESS_FREE;
		if (c->verdict.prune != PRUNE_NOT || freed || !is_news(r, l, &r->use.at[c->b], r->use.at[c->b].thread))
			continue;
		walks_trim(r);
		if (reads(r, c->b))
			add_leak(r, l, &r->use.at[c->b]);
	}
}

/* All that is to be said of it is said by clashes_find_leaked. */
static bool is_left_out(const struct races *r, uint32_t use)
{
	return r->kind.at[r->use.at[use].kind].idle == IDLE_FRESH;
}

static bool is_fresh(const struct clash *c)
{
	return c->verdict.prune == PRUNE_OWNED && c->verdict.detail == WHOSE_FRESH;
}

static void judge_again(struct races *r, struct clash *c)
{
	r->leak = c;
	c->leaf_a = c->leaf_b = 0;
	walks_trim(r);
	prune_clash(r, c);
	clash_note_places(r, c);
	r->leak = NULL;
}

/* ---- pairs of threads that were not kept ---- */

void put_off(struct races *r, struct fresh_pairs *f)
{
	if (!f->put_off) {
		limit_in(0);
		limit_met(LIMIT_race_fresh);
		*vec_add(r->arena, &r->again) = (struct again){ .like = f->like, .first = f->at };
		f->put_off = true;
	}
	r->again.at[r->again.n - 1].last = f->at;
	r->clash.at[f->like].more++;
}

/* One of them: as it was judged the first time, and then with what has been handed over in mind. */
static void judge_pair(struct races *r, const struct leaks *l, const struct again *x, uint32_t i, uint32_t k)
{
	struct clash c = r->clash.at[x->like];
	const struct kind *a = &r->kind.at[r->use.at[c.a].kind], *b = &r->kind.at[r->use.at[c.b].kind];
	struct use one = a->use, other = b->use;

	one.thread = r->member.at[a->member + i];
	other.thread = r->member.at[b->member + k];
	c.leaked = leaked_by(r, l, &one, &other);
	if (!c.leaked || (one.thread == other.thread && !r->threads->thread.at[one.thread].self))
		return;
	c = (struct clash){ .a = use_in(r, one.kind, i), .rule = c.rule, .alias = c.alias, .leaked = c.leaked };
	c.b = use_in(r, other.kind, k);
	walks_trim(r);
	prune_clash(r, &c);
	if (!is_fresh(&c))
		return;
	judge_again(r, &c);
	if (c.verdict.prune == PRUNE_NOT)
		*vec_add(r->arena, &r->clash) = c;
}

static void judge_put_off(struct races *r, const struct leaks *l, const struct again *x)
{
	const struct clash *c = &r->clash.at[x->like];
	const struct kind *a = &r->kind.at[r->use.at[c->a].kind], *b = &r->kind.at[r->use.at[c->b].kind];
	uint32_t n = b->nmembers;

	if (is_left_out(r, c->a) || is_left_out(r, c->b) || (!leaks_lead_to_some(r, l, a) && !leaks_lead_to_some(r, l, b)))
		return;
	for (uint64_t at = x->first; at <= x->last; at++)
		if (a != b || at / n <= at % n)
			judge_pair(r, l, x, (uint32_t)(at / n), (uint32_t)(at % n));
}

void prune_leaked(struct races *r)
{
	struct arena scratch;
	struct leaks l = { .scratch = &scratch };

	arena_init(&scratch, "race leaked");
	find_followed(r, &l);
	find_racy(r, &l);
	find_unordered(r, &l);
	for (uint32_t i = 1; i < r->clash.n; i++) {
		struct clash *c = &r->clash.at[i];
		if (!is_fresh(c) || is_left_out(r, c->a) || is_left_out(r, c->b))
			continue;
		c->leaked = leaked_by(r, &l, &r->use.at[c->a], &r->use.at[c->b]);
		if (c->leaked)
			judge_again(r, c);
	}
	for (uint32_t i = 0; i < r->again.n; i++)
		judge_put_off(r, &l, &r->again.at[i]);
	clashes_find_leaked(r, &l);
	arena_release(&scratch);
}
