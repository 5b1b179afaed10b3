/* Which uses are compared: those of one class of points, and of these only the ones whose bytes meet and of which one is a write.
 *
 * In a class, uses of an object that has a name (a variable, a block of one allocation, a stack slot) are compared with uses of
 * the same object and with those that go through some pointer. In a class that tells nothing apart (uses_are_unlikely), members
 * of one kind of record are compared with each other, and what the program calls by one name; nothing else. Each list is sorted
 * by its first byte, so that what does not meet is not even looked at. Still a class may be a heap of thousands of uses at one
 * offset: after PAIRS_MOST pairs the rest is given up, the longest traces first, and counted (gap_pairs). */
#include <stdlib.h>

#include "race/build.h"

enum { PAIRS_MOST = 1 << 18 };

/* A use in one of its classes. */
struct slot {
	uint32_t class, object; /* object: number of its name; 0: it has none */
	int64_t begin, end;	/* bytes, as points counts */
	uint32_t trace, use;
	bool write;
};

struct bucketing {
	struct races *r;
	struct arena scratch;
	struct intern name; /* of objects: kind, a, b */
	struct map kinds; /* pairs of kinds to what was found */
	struct map seen;    /* pairs of uses */
	VEC(struct slot) slot;
	uint32_t left; /* of PAIRS_MOST */
};

struct slots {
	const struct slot *at;
	uint32_t n;
};

/* ---- slots ---- */

static uint32_t name_number(struct bucketing *b, uint32_t kind, uint32_t x, uint32_t y)
{
	uint32_t name[3] = { kind, x, y };

	return intern_bytes(&b->name, name, sizeof name);
}

static uint32_t object_of(struct bucketing *b, const struct use *u)
{
	const struct term *k = &b->r->term[anchor_of(b->r->term, u->at).term];

	return anchor_is_object(k) ? name_number(b, k->kind, k->a, k->b) : 0;
}

static void add_slot(struct bucketing *b, uint32_t use, struct cell cell, uint32_t object)
{
	const struct use *u = &b->r->use.at[use];
	uint32_t fold = points_fold(b->r->points, cell.class);
	struct slot s = { .class = cell.class,
			  .object = object,
			  .begin = cell.offset,
			  .use = use,
			  .trace = u->calls * 3u + u->conditions,
			  .write = u->flags & ACCESS_WRITE };

	s.end = u->size ? s.begin + u->size : INT64_MAX;
	if (fold && s.end > fold) { /* the bytes go round */
		s.begin = 0;
		s.end = fold;
	}
	*vec_add(&b->scratch, &b->slot) = s;
}

/* Where offsets say nothing: by the name, and by the record. */
static void add_in_blob(struct bucketing *b, uint32_t use, struct cell cell)
{
	const struct races *r = b->r;
	const struct use *u = &r->use.at[use];
	const struct konst *member = u->member.i ? program_konst(r->p, u->member) : NULL;

	if (uses_have_one_name(r, u, u))
		add_slot(b, use, cell, name_number(b, TERM_KINDS, anchor_of(r->term, u->at).term, 0));
	if (member)
		add_slot(b, use, cell, name_number(b, TERM_KINDS + 1, type_strip(r->p, member->type).i, (uint32_t)member->lo));
}

static void add_slots(struct bucketing *b)
{
	struct races *r = b->r;

	for (uint32_t i = 1; i < r->use.n; i++) {
		const struct use *u = &r->use.at[i];
		for (uint32_t k = 0; k < u->ncells; k++) {
			if (class_is_blob(r, r->cell.at[u->cell + k].class))
				add_in_blob(b, i, r->cell.at[u->cell + k]);
			else
				add_slot(b, i, r->cell.at[u->cell + k], object_of(b, u));
		}
		if (!u->ncells && object_of(b, u))
			add_slot(b, i, (struct cell){ 0 }, object_of(b, u)); /* a thing that no pointer leads to */
		else if (!u->ncells)
			gap(nowhere);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	if (x->class != y->class)
		return x->class < y->class ? -1 : 1;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->write != y->write)
		return x->write ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->trace != y->trace)
		return x->trace < y->trace ? -1 : 1;
	return (x->use > y->use) - (x->use < y->use);
}

static int by_begin(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	if (x->write != y->write)
		return x->write ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->trace != y->trace)
		return x->trace < y->trace ? -1 : 1;
	return (x->use > y->use) - (x->use < y->use);
}

/* ---- pairs ---- */

/* a is a write. */
enum { KIND_RULED_OUT = 1, KIND_RACES };

/* Threads that do the same are told about once: of two kinds of uses the first pair of threads for which it is a race, and the first for which
 * it is none. What was ruled out because nobody had the memory yet is kept whole: it may be looked at again (leak.c). */
static void judge(struct bucketing *b, struct clash *c)
{
	struct races *r = b->r;
	uint32_t x = r->use.at[c->a].kind, y = r->use.at[c->b].kind;
	uint64_t pair = map_pair(x < y ? x : y, x < y ? y : x);
	bool owned;

	r->candidates++;
	if (map_get(&b->kinds, pair) == KIND_RACES)
		return;
	prune_clash(r, c);
	count_verdict(&c->verdict);
	owned = c->verdict.prune == PRUNE_OWNED && c->verdict.detail == WHOSE_FRESH;
	if (c->verdict.prune != PRUNE_NOT && !owned && map_get(&b->kinds, pair))
		return;
	map_put(&b->scratch, &b->kinds, pair, c->verdict.prune == PRUNE_NOT ? KIND_RACES : KIND_RULED_OUT);
	*vec_add(r->arena, &r->clash) = *c;
}

static void compare(struct bucketing *b, uint32_t a, uint32_t c)
{
	struct races *r = b->r;
	const struct use *x = &r->use.at[a], *y = &r->use.at[c];
	struct clash clash = { .a = a, .b = c };
	uint32_t *seen;

	if (x->thread == y->thread && !r->threads->thread.at[x->thread].self)
		return;
	if (x->flags & y->flags & ACCESS_ATOMIC)
		return;
	clash.alias = (uint8_t)uses_alias(r, x, y);
	if (clash.alias == ALIAS_NO || uses_share_lock(r, x, y))
		return;
	seen = map_at(&b->scratch, &b->seen, map_pair(a < c ? a : c, a < c ? c : a));
	if (*seen)
		return;
	*seen = 1;
	clash.rule = uses_rule(r, x, y);
	judge(b, &clash);
}

static bool spend(struct bucketing *b)
{
	if (!b->left)
		return false;
	if (!--b->left)
		gap(pairs);
	return true;
}

/* All that meet in one list of writes, each with itself as well: two threads of a kind. */
static void compare_writes(struct bucketing *b, struct slots w)
{
	for (uint32_t i = 0; i < w.n; i++)
		for (uint32_t k = i; k < w.n && (k == i || w.at[k].begin < w.at[i].end) && spend(b); k++)
			compare(b, w.at[i].use, w.at[k].use);
}

static uint32_t first_from(struct slots s, int64_t begin)
{
	uint32_t lo = 0, hi = s.n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (s.at[mid].begin < begin)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* All that meet across two lists, of which the first has writes only: those that begin inside one of the first, then those that
 * begin before one of the first and reach into it. */
static void compare_lists(struct bucketing *b, struct slots w, struct slots s)
{
	for (uint32_t i = 0; i < w.n; i++)
		for (uint32_t k = first_from(s, w.at[i].begin); k < s.n && s.at[k].begin < w.at[i].end && spend(b); k++)
			compare(b, w.at[i].use, s.at[k].use);
	for (uint32_t i = 0; i < s.n; i++)
		for (uint32_t k = first_from(w, s.at[i].begin + 1); k < w.n && w.at[k].begin < s.at[i].end && spend(b); k++)
			compare(b, w.at[k].use, s.at[i].use);
}

/* The writes stand first. */
static struct slots writes_of(struct slots s)
{
	struct slots w = { s.at, 0 };

	while (w.n < s.n && s.at[w.n].write)
		w.n++;
	return w;
}

static struct slots reads_of(struct slots s)
{
	uint32_t n = writes_of(s).n;

	return (struct slots){ s.at + n, s.n - n };
}

static void compare_objects(struct bucketing *b, struct slots s)
{
	for (uint32_t i = 0, k; i < s.n; i = k) {
		struct slots one;
		for (k = i; k < s.n && s.at[k].object == s.at[i].object; k++)
			;
		one = (struct slots){ s.at + i, k - i };
		compare_writes(b, writes_of(one));
		compare_lists(b, writes_of(one), reads_of(one));
	}
}

/* Is there a write, and can two threads meet? */
static bool is_contested(const struct races *r, struct slots s)
{
	bool write = false, meet = false;

	for (uint32_t i = 0; i < s.n && !(write && meet); i++) {
		uint32_t thread = r->use.at[s.at[i].use].thread;
		write |= s.at[i].write;
		meet |= r->threads->thread.at[thread].self || thread != r->use.at[s.at[0].use].thread;
	}
	return write && meet;
}

static void compare_class(struct bucketing *b, struct slots s)
{
	struct slots nameless = { s.at, 0 }, named;
	struct slot *mixed;

	if (!is_contested(b->r, s))
		return;
	b->left = PAIRS_MOST;
	while (nameless.n < s.n && !s.at[nameless.n].object)
		nameless.n++;
	compare_objects(b, (struct slots){ s.at + nameless.n, s.n - nameless.n });
	compare_writes(b, writes_of(nameless));
	compare_lists(b, writes_of(nameless), reads_of(nameless));
	if (!nameless.n || nameless.n == s.n)
		return;
	named.n = s.n - nameless.n;
	mixed = arena_array(&b->scratch, named.n, sizeof *mixed);
	for (uint32_t i = 0; i < named.n; i++)
		mixed[i] = s.at[nameless.n + i];
	qsort(mixed, named.n, sizeof *mixed, by_begin);
	named.at = mixed;
	compare_lists(b, writes_of(nameless), writes_of(named));
	compare_lists(b, writes_of(nameless), reads_of(named));
	compare_lists(b, writes_of(named), reads_of(nameless));
}

void clashes_find(struct races *r)
{
	struct bucketing b = { .r = r };

	arena_init(&b.scratch, "race buckets");
	intern_init(&b.name, &b.scratch);
	add_slots(&b);
	if (b.slot.n)
		qsort(b.slot.at, b.slot.n, sizeof *b.slot.at, by_place);
	for (uint32_t i = 0, k; i < b.slot.n; i = k) {
		for (k = i; k < b.slot.n && b.slot.at[k].class == b.slot.at[i].class; k++)
			;
		compare_class(&b, (struct slots){ b.slot.at + i, k - i });
	}
	stat_add(STAT_candidates, r->candidates);
	arena_release(&b.scratch);
}
