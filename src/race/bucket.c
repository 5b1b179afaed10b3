/* Which uses are compared: those of one class of points, and of these only the ones whose bytes meet and of which one is a write.
 *
 * In a class, uses of an object that has a name (a variable, a block of one allocation, a stack slot) are compared with uses of
 * the same object and with those that go through some pointer. In a class that tells nothing apart (uses_are_unlikely), members
 * of one kind of record are compared with each other and with bytes that are copied as a whole from one member on, and what the
 * program calls by one name; nothing else. Each list is sorted by its first byte: what does not meet is not even looked at.
 *
 * Still a class may be a heap of thousands of uses of the same bytes and member, a *run* here, of which each races with each. To
 * tell which take part, each needs some partners, not all: of two runs only those are compared of which one has not yet met
 * PARTNERS_MOST of the other, the shortest traces first. In runs of more than RUN_LARGE, uses whose shortest trace leads to one
 * instruction, under other names and locks, are *twins* and have their partners in common; not so those that may read a pointer,
 * since who got one by a race has no promise about what is behind it (leak.c). One that a twin has met all partners for may be
 * done in further places that nobody tells of (untold.c). What is left is pairs that are ruled out one by one; a kind that is
 * ruled out whatever it meets is told of once. A class has race-effort for them, of which each object and each run gets a fair
 * share, what the ones before it have left over included; where it is spent, the longest traces are given up, and the class is
 * counted (gap_pairs). */
#include <stdlib.h>
#include <string.h>

#include "base/system/progress.h"
#include "race/build.h"

enum { EFFORT_COMPARE = 1, EFFORT_JUDGE = 16, PARTNERS_MOST = 2, RUN_LARGE = 16 };

/* A kind of uses in one of its classes. */
struct race_slot {
	uint32_t class, object; /* object: number of its name; 0: it has none */
	int64_t begin, end;	/* bytes, as points counts */
	uint32_t member, bit;	/* as in struct use */
	uint32_t trace, kind;
	uint32_t twin;		/* number of what it has its partners in common with, in a large run */
	bool write;
};

/* Uses of one instruction that a reader does not tell apart. */
struct twin {
	struct code_place place; /* where the shortest trace leads */
	uint32_t flags, object;
	struct cell cell;	 /* of what has no member: the location is named after it */
	uint32_t at, thread, nthreads; /* of what may read a pointer */
};

/* Partners found in the run at hand. */
struct race_met {
	uint32_t run, n; /* n counts if `run` is the one at hand */
};

/* Slots of the second run that one of the first is compared with; of these, the ones that need more partners. What got at memory
 * by a race, and has none that nobody else should have, is asked about only with what has some. */
struct pool {
	VEC(uint32_t) slot, lonely;
};

enum pools { POOL_ALL, POOL_FRESH, POOLS };

struct bucketing {
	struct races *r;
	struct arena scratch;
	struct intern name; /* of objects: kind, a, b */
	struct map seen;    /* pairs of kinds that may meet in several lists */
	VEC(struct race_slot) slot;
	VEC(uint64_t) member; /* record and first byte of all members that are used, ascending */
	uint32_t left, reserved; /* of race-effort; of this, for others */
	bool spent;		 /* some share was not enough */
	const struct leaks *leaks; /* the second time: who got at memory by a race; NULL: the first time */
	uint8_t *got;		 /* then, by kind: some thread of it did */
	struct intern twin;	 /* of struct twin */
	struct race_met *met_a, *met_b; /* by twin, then by kind: of the first run and of the second */
	bool large;		 /* by twin, in the runs at hand */
	uint32_t run;		 /* pairs of runs so far */
	struct pool pool[POOLS]; /* by enum pools: slots of the second run */
	uint32_t idled;		 /* kinds that were found to be idle since the pool was made */
};

struct slots {
	const struct race_slot *at;
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

static uint32_t twin_number(struct bucketing *b, uint32_t kind, uint32_t object)
{
	const struct races *r = b->r;
	const struct kind *k = &r->kind.at[kind];
	const struct use *u = &k->use;
	uint32_t thread = r->member.at[k->member];
	struct twin t;

	memset(&t, 0, sizeof t);
	/* without a place: nobody's twin */
	t.place = u->from ? place_by_sources(r, first_from(r, u, thread)) : (struct code_place){ { 0 }, kind };
	t.flags = u->flags;
	t.object = object;
	if (!u->member.i && u->ncells)
		t.cell = r->cell.at[u->cell];
	if (!(u->flags & ACCESS_WRITE) && (!u->size || u->size >= r->word)) {
		t.at = u->at;
		t.thread = thread;
		t.nthreads = k->nmembers;
	}
	return intern_bytes(&b->twin, &t, sizeof t);
}

static void add_slot(struct bucketing *b, uint32_t kind, struct cell cell, uint32_t object)
{
	const struct use *u = &b->r->kind.at[kind].use;
	uint32_t fold = points_fold(b->r->points, cell.class);
	struct race_slot s = { .class = cell.class,
			  .object = object,
			  .begin = cell.offset,
			  .member = u->member.i,
			  .bit = u->bit,
			  .kind = kind,
			  .trace = u->calls * 3u + u->conditions,
			  .write = u->flags & ACCESS_WRITE };

	s.end = u->size ? s.begin + u->size : INT64_MAX;
	if (fold && s.end > fold) { /* the bytes go round */
		s.begin = 0;
		s.end = fold;
	}
	s.twin = twin_number(b, kind, object);
	*vec_add(&b->scratch, &b->slot) = s;
	b->r->kind.at[kind].slots++;
}

static int by_member(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t member_key(const struct program *p, struct konst_id member)
{
	const struct konst *k = program_konst(p, member);

	return map_pair(type_strip(p, k->type).i, (uint32_t)k->lo);
}

static void find_members(struct bucketing *b)
{
	const struct races *r = b->r;
	uint32_t kept = 0;

	for (uint32_t i = 1; i < r->kind.n; i++)
		if (r->kind.at[i].use.member.i)
			*vec_add(&b->scratch, &b->member) = member_key(r->p, r->kind.at[i].use.member);
	if (b->member.n)
		qsort(b->member.at, b->member.n, sizeof *b->member.at, by_member);
	for (uint32_t i = 0; i < b->member.n; i++)
		if (!kept || b->member.at[kept - 1] != b->member.at[i])
			b->member.at[kept++] = b->member.at[i];
	b->member.n = kept;
}

/* Bytes that are copied as a whole: with each member that begins among them. */
static void add_within(struct bucketing *b, uint32_t kind, struct cell cell)
{
	const struct use *u = &b->r->kind.at[kind].use;
	uint64_t key = member_key(b->r->p, u->within), end = key + u->size;
	uint32_t low = 0, high = b->member.n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (b->member.at[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < b->member.n && b->member.at[low] < end; low++)
		add_slot(b, kind, cell,
			 name_number(b, TERM_KINDS + 1, (uint32_t)(b->member.at[low] >> 32), (uint32_t)b->member.at[low]));
}

/* Where offsets say nothing: by the name, and by the record. */
static void add_in_blob(struct bucketing *b, uint32_t kind, struct cell cell)
{
	const struct races *r = b->r;
	const struct use *u = &r->kind.at[kind].use;
	const struct konst *member = u->member.i ? program_konst(r->p, u->member) : NULL;

	if (uses_have_one_name(r, u, u))
		add_slot(b, kind, cell, name_number(b, TERM_KINDS, anchor_of(r->term, u->at).term, 0));
	if (member)
		add_slot(b, kind, cell, name_number(b, TERM_KINDS + 1, type_strip(r->p, member->type).i, (uint32_t)member->lo));
	else if (u->within.i)
		add_within(b, kind, cell);
}

static void add_slots(struct bucketing *b)
{
	struct races *r = b->r;

	find_members(b);
	for (uint32_t i = 1; i < r->kind.n; i++) {
		const struct use *u = &r->kind.at[i].use;
		r->kind.at[i].slots = 0;
		if (b->leaks && !b->got[i] && r->kind.at[i].idle != IDLE_FRESH)
			continue;
		for (uint32_t k = 0; k < u->ncells; k++) {
			if (class_is_blob(r, r->cell.at[u->cell + k].class))
				add_in_blob(b, i, r->cell.at[u->cell + k]);
			else
				add_slot(b, i, r->cell.at[u->cell + k], object_of(b, u));
		}
		if (!u->ncells && object_of(b, u))
			add_slot(b, i, (struct cell){ 0 }, object_of(b, u)); /* a thing that no pointer leads to */
		else if (!u->ncells && !b->leaks)
			gap(nowhere);
	}
}

static int by_begin(const void *a, const void *b)
{
	const struct race_slot *x = a, *y = b;

	if (x->write != y->write)
		return x->write ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	if (x->member != y->member)
		return x->member < y->member ? -1 : 1;
	if (x->bit != y->bit)
		return x->bit < y->bit ? -1 : 1;
	if (x->trace != y->trace)
		return x->trace < y->trace ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

static int by_object(const void *a, const void *b)
{
	const struct race_slot *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return by_begin(a, b);
}

/* ---- pairs ---- */

static bool spend(struct bucketing *b, uint32_t effort)
{
	bool enough = b->left >= b->reserved + effort;

	b->left -= enough ? effort : 0;
	b->spent |= !enough;
	return enough;
}

/* What it has cost is only known afterwards. */
static void charge(struct bucketing *b, uint64_t effort)
{
	b->left -= effort < b->left ? (uint32_t)effort : b->left;
}

/* The next of so many: the others get as much. */
static void begin_share(struct bucketing *b, uint32_t of)
{
	b->reserved = b->left - b->left / of;
}

/* May two threads of these kinds meet at all? One that there is one of does not meet itself. */
static bool members_meet(const struct races *r, const struct kind *a, const struct kind *b)
{
	uint32_t thread = r->member.at[a->member];

	return a->nmembers > 1 || b->nmembers > 1 || thread != r->member.at[b->member] || r->threads->thread.at[thread].self;
}

enum race_found { FOUND_NOTHING, FOUND_RULED_OUT, FOUND_RACE };

/* Threads that do the same are told about once: of two kinds of uses the first pair of threads for which it is a race, and the
 * first for which it is none. What was ruled out because nobody had the memory yet may be looked at again (leak.c): some are
 * kept, of the others where they are. */
static enum race_found judge(struct races *r, struct clash *c, enum race_found before, struct fresh_pairs *fresh)
{
	bool owned;

	r->candidates++;
	walks_trim(r);
	prune_clash(r, c);
	count_verdict(&c->verdict);
	owned = c->verdict.prune == PRUNE_OWNED && c->verdict.detail == WHOSE_FRESH;
	if (owned && fresh->n++ >= limit(LIMIT_race_fresh)) {
		put_off(r, fresh);
	} else if (c->verdict.prune == PRUNE_NOT || owned || before == FOUND_NOTHING) {
		clash_note_places(r, c);
		fresh->like = r->clash.n;
		*vec_add(r->arena, &r->clash) = *c;
	}
	return c->verdict.prune == PRUNE_NOT ? FOUND_RACE : FOUND_RULED_OUT;
}

/* The same of two of which one has memory that nobody else should have yet: told of only if the other one got at it by a race. */
static enum race_found judge_leaked(struct bucketing *b, struct clash *c)
{
	struct races *r = b->r;

	c->leaked = leaks_lead_to(r, b->leaks, &r->use.at[c->a]) ? LEAKED_TO_A : 0;
	c->leaked |= leaks_lead_to(r, b->leaks, &r->use.at[c->b]) ? LEAKED_TO_B : 0;
	if (!c->leaked)
		return FOUND_RULED_OUT;
	r->candidates++;
	walks_trim(r);
	r->leak = c;
	prune_clash(r, c);
	r->leak = NULL;
	count_verdict(&c->verdict);
	if (c->verdict.prune != PRUNE_NOT)
		return FOUND_RULED_OUT;
	clash_note_places(r, c);
	*vec_add(r->arena, &r->clash) = *c;
	return FOUND_RACE;
}

/* The threads of two kinds, of which a is a write. */
static enum race_found judge_threads(struct bucketing *b, uint32_t a, uint32_t c, const struct clash *made)
{
	struct races *r = b->r;
	struct clash whoever = *made;
	bool over = false, always = prune_kinds(r, &whoever, &r->kind.at[a].use, &r->kind.at[c].use);
	enum race_found found = FOUND_NOTHING;
	struct fresh_pairs fresh = { 0 };
	uint64_t before;

	for (uint32_t i = 0; i < r->kind.at[a].nmembers && !over; i++)
		for (uint32_t k = a == c ? i : 0; k < r->kind.at[c].nmembers && !over; k++) {
			uint32_t s = r->member.at[r->kind.at[a].member + i], t = r->member.at[r->kind.at[c].member + k];
			struct clash clash = *made;
			if (s == t && !r->threads->thread.at[s].self)
				continue;
			if (!spend(b, EFFORT_JUDGE))
				return found;
			clash.a = use_in(r, a, i);
			clash.b = use_in(r, c, k);
			before = r->compared + r->new_steps;
			fresh.at = (uint64_t)i * r->kind.at[c].nmembers + k;
			found = b->leaks ? judge_leaked(b, &clash) : judge(r, &clash, found, &fresh);
			charge(b, r->compared + r->new_steps - before);
			over = found == FOUND_RACE || always;
		}
	return found;
}

static bool is_first_time(struct bucketing *b, uint32_t a, uint32_t c)
{
	const struct races *r = b->r;
	uint32_t *seen;

	if (r->kind.at[a].slots < 2 || r->kind.at[c].slots < 2)
		return true;
	seen = map_at(&b->scratch, &b->seen, map_pair(a < c ? a : c, a < c ? c : a));
	return !(*seen)++;
}

/* Asked when the kind was ruled out once. */
static void find_idle(struct bucketing *b, uint32_t kind)
{
	struct races *r = b->r;
	struct kind *k = &r->kind.at[kind];
	uint8_t least = IDLE_YES;

	if (k->idle != IDLE_UNKNOWN)
		return;
	for (uint32_t i = 0; i < k->nmembers && least > IDLE_NO; i++) {
		uint8_t one = use_is_idle(r, use_in(r, kind, i));
		least = one < least ? one : least;
	}
	k->idle = least;
	b->idled += least > IDLE_NO;
}

/* The first time, what is not ruled out whatever it meets; the second time, memory that nobody else has yet and who got at it all
 * the same. */
static bool takes_part(const struct bucketing *b, const struct race_slot *s)
{
	return b->r->kind.at[s->kind].idle < (b->leaks ? IDLE_YES : IDLE_FRESH);
}

static bool are_asked_for(const struct bucketing *b, uint32_t a, uint32_t c)
{
	return !b->leaks || (b->r->kind.at[a].idle == IDLE_FRESH && b->got[c]) ||
	       (b->r->kind.at[c].idle == IDLE_FRESH && b->got[a]);
}

/* Is it a race? */
static bool compare(struct bucketing *b, uint32_t a, uint32_t c)
{
	struct races *r = b->r;
	const struct kind *x = &r->kind.at[a], *y = &r->kind.at[c];
	struct clash clash = { 0 };
	enum race_found found;

	if (!uses_conflict(&x->use, &y->use) || !members_meet(r, x, y) || !are_asked_for(b, a, c))
		return false;
	clash.alias = (uint8_t)uses_alias(r, &x->use, &y->use);
	if (clash.alias == ALIAS_NO || uses_share_lock(r, &x->use, &y->use) || !is_first_time(b, a, c))
		return false;
	clash.rule = uses_rule(r, &x->use, &y->use);
	found = judge_threads(b, a, c, &clash);
	if (found == FOUND_RULED_OUT && !b->leaks) {
		find_idle(b, a);
		if (r->kind.at[a].idle == IDLE_NO)
			find_idle(b, c);
	}
	return found == FOUND_RACE;
}

/* ---- runs ---- */

static struct slots run_at(struct slots s, uint32_t first)
{
	const struct race_slot *x = &s.at[first];
	uint32_t n = 1;

	while (first + n < s.n && x[n].begin == x->begin && x[n].end == x->end && x[n].member == x->member && x[n].bit == x->bit)
		n++;
	return (struct slots){ x, n };
}

static uint32_t count_runs(struct slots s)
{
	uint32_t runs = 0;

	for (uint32_t i = 0; i < s.n; i += run_at(s, i).n)
		runs++;
	return runs;
}

static uint32_t who_meets(const struct bucketing *b, const struct race_slot *s)
{
	return b->large ? s->twin : b->twin.entry.n + s->kind;
}

static uint32_t partners(const struct bucketing *b, const struct race_met *met, const struct race_slot *s)
{
	const struct race_met *m = &met[who_meets(b, s)];

	return m->run == b->run ? m->n : 0;
}

static void add_partner(struct bucketing *b, struct race_met *met, const struct race_slot *s)
{
	met[who_meets(b, s)] = (struct race_met){ b->run, partners(b, met, s) + 1 };
}

/* A slot of the first run, a write, with one of the second. False: nothing may be compared any more. */
static bool meet(struct bucketing *b, const struct race_slot *w, const struct race_slot *s, bool same)
{
	if (!spend(b, EFFORT_COMPARE))
		return false;
	if (!compare(b, w->kind, s->kind))
		return true;
	b->r->kind.at[w->kind].part = b->r->kind.at[s->kind].part = PART_TOLD;
	add_partner(b, b->met_a, w);
	if (w != s)
		add_partner(b, same ? b->met_a : b->met_b, s);
	return true;
}

static bool is_fresh(const struct bucketing *b, const struct race_slot *s)
{
	return b->r->kind.at[s->kind].idle == IDLE_FRESH;
}

/* Who may still meet somebody: all of them, or, for one that has memory nobody else should have, only who got at it. */
static void fill_pool(struct bucketing *b, struct slots s, bool got)
{
	b->pool[POOL_ALL].slot.n = b->pool[POOL_FRESH].slot.n = b->idled = 0;
	for (uint32_t k = 0; k < s.n; k++) {
		if (!takes_part(b, &s.at[k]) || (got && !b->got[s.at[k].kind]))
			continue;
		*vec_add(&b->scratch, &b->pool[POOL_ALL].slot) = k;
		if (b->leaks && is_fresh(b, &s.at[k]))
			*vec_add(&b->scratch, &b->pool[POOL_FRESH].slot) = k;
	}
}

static void fill_lonely(struct bucketing *b)
{
	for (uint32_t i = 0; i < POOLS; i++) {
		struct pool *p = &b->pool[i];
		p->lonely.n = 0;
		for (uint32_t k = 0; k < p->slot.n; k++)
			*vec_add(&b->scratch, &p->lonely) = p->slot.at[k];
	}
}

/* It is not compared, since it has partners by now. */
static void leave(struct bucketing *b, const struct race_slot *s)
{
	if (b->large && b->r->kind.at[s->kind].part == PART_NONE)
		b->r->kind.at[s->kind].part = PART_LEFT;
}

/* One of the first run with the second: until it has partners, then with those that have none. */
static bool meet_all(struct bucketing *b, const struct race_slot *w, struct slots s, const struct race_slot *self)
{
	struct pool *p = &b->pool[b->leaks && !is_fresh(b, w) ? POOL_FRESH : POOL_ALL];
	const struct race_met *met = self ? b->met_a : b->met_b;
	uint32_t first = self ? (uint32_t)(w - self) : 0, j = 0, left = 0, next;
	bool more = true;

	if (partners(b, b->met_a, w) >= PARTNERS_MOST)
		leave(b, w);
	for (; j < p->slot.n && partners(b, b->met_a, w) < PARTNERS_MOST && more; j++) {
		const struct race_slot *other = &s.at[p->slot.at[j]];
		if (p->slot.at[j] >= first && takes_part(b, other) && takes_part(b, w))
			more = meet(b, w, other, self);
	}
	next = j < p->slot.n ? p->slot.at[j] : UINT32_MAX;
	for (j = 0; j < p->lonely.n && more; j++) {
		uint32_t one = p->lonely.at[j];
		if (one >= next && one >= first && partners(b, met, &s.at[one]) < PARTNERS_MOST && takes_part(b, w))
			more = meet(b, w, &s.at[one], self);
		if (partners(b, met, &s.at[one]) >= PARTNERS_MOST)
			leave(b, &s.at[one]);
		else if (takes_part(b, &s.at[one]))
			p->lonely.at[left++] = one;
	}
	p->lonely.n = more ? left : p->lonely.n;
	return more;
}

/* Does anybody of the run of writes meet somebody, in this turn? */
static bool is_turn_of(const struct bucketing *b, const struct race_slot *w, int got)
{
	return takes_part(b, w) && (!b->leaks || (b->got[w->kind] ? 0 : 1) == got);
}

static bool some_meet(const struct bucketing *b, struct slots w, int got)
{
	for (uint32_t i = 0; i < w.n; i++)
		if (is_turn_of(b, &w.at[i], got))
			return true;
	return false;
}

/* Two runs that meet, the first of writes; or all that meet in one, each with itself as well: two threads of a kind. */
static void compare_runs(struct bucketing *b, struct slots w, struct slots s)
{
	const struct race_slot *self = w.at == s.at ? w.at : NULL;

	b->large = w.n > RUN_LARGE || s.n > RUN_LARGE;
	for (int got = 0; got < (b->leaks ? 2 : 1); got++) {
		b->run++;
		if (!some_meet(b, w, got))
			continue;
		fill_pool(b, s, got);
		fill_lonely(b);
		for (uint32_t i = 0; i < w.n; i++) {
			if (!is_turn_of(b, &w.at[i], got))
				continue;
			if (!meet_all(b, &w.at[i], s, self))
				return;
			if (b->idled > b->pool[POOL_ALL].slot.n / 2)
				fill_pool(b, s, got);
		}
	}
}

/* ---- lists ---- */

static void compare_writes(struct bucketing *b, struct slots w)
{
	uint32_t runs = count_runs(w);
	struct slots run, other;

	for (uint32_t i = 0; i < w.n; i += run.n) {
		run = run_at(w, i);
		begin_share(b, runs--);
		compare_runs(b, run, run);
		for (uint32_t k = i + run.n; k < w.n && w.at[k].begin < run.at->end; k += other.n) {
			other = run_at(w, k);
			compare_runs(b, run, other);
		}
	}
	b->reserved = 0;
}

static uint32_t slot_from(struct slots s, int64_t begin)
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
	uint32_t runs = count_runs(w) + count_runs(s);
	struct slots run, other;

	for (uint32_t i = 0; i < w.n; i += run.n) {
		run = run_at(w, i);
		begin_share(b, runs--);
		for (uint32_t k = slot_from(s, run.at->begin); k < s.n && s.at[k].begin < run.at->end; k += other.n) {
			other = run_at(s, k);
			compare_runs(b, run, other);
		}
	}
	for (uint32_t i = 0; i < s.n; i += run.n) {
		run = run_at(s, i);
		begin_share(b, runs--);
		for (uint32_t k = slot_from(w, run.at->begin + 1); k < w.n && w.at[k].begin < run.at->end; k += other.n) {
			other = run_at(w, k);
			compare_runs(b, other, run);
		}
	}
	b->reserved = 0;
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

static int by_size(const void *a, const void *b)
{
	const struct slots *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at); /* both in one array */
}

/* Uses of each object with each other, small ones first: none is given up because another one is large. */
static void compare_objects(struct bucketing *b, struct slots s)
{
	VEC(struct slots) object = { 0 };

	for (uint32_t i = 0, k; i < s.n; i = k) {
		for (k = i; k < s.n && s.at[k].object == s.at[i].object; k++)
			;
		*vec_add(&b->scratch, &object) = (struct slots){ s.at + i, k - i };
	}
	if (object.n)
		qsort(object.at, object.n, sizeof *object.at, by_size);
	for (uint32_t i = 0; i < object.n; i++) {
		uint32_t share = b->left / (object.n - i), others = b->left - share;
		b->left = share;
		compare_writes(b, writes_of(object.at[i]));
		compare_lists(b, writes_of(object.at[i]), reads_of(object.at[i]));
		b->left += others;
	}
}

/* Is there a write, and can two threads meet? */
static bool is_contested(const struct races *r, struct slots s)
{
	bool write = false, meet = false;

	for (uint32_t i = 0; i < s.n && !(write && meet); i++) {
		write |= s.at[i].write;
		meet |= members_meet(r, &r->kind.at[s.at[0].kind], &r->kind.at[s.at[i].kind]);
	}
	return write && meet;
}

static void compare_class(struct bucketing *b, struct slots s)
{
	struct slots nameless = { s.at, 0 }, named;
	struct race_slot *mixed;

	b->left = limit(LIMIT_race_effort);
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

/* ---- all ---- */

/* By class first: it is a number, and comparing costs. */
static void sort_slots(struct bucketing *b)
{
	uint32_t most = 0, *first;
	struct race_slot *sorted = arena_array(&b->scratch, b->slot.n, sizeof *sorted);

	for (uint32_t i = 0; i < b->slot.n; i++)
		most = b->slot.at[i].class > most ? b->slot.at[i].class : most;
	first = arena_array(&b->scratch, (size_t)most + 2, sizeof *first);
	for (uint32_t i = 0; i < b->slot.n; i++)
		first[b->slot.at[i].class + 1]++;
	for (uint32_t c = 0; c <= most; c++)
		first[c + 1] += first[c];
	for (uint32_t i = 0; i < b->slot.n; i++)
		sorted[first[b->slot.at[i].class]++] = b->slot.at[i];
	b->slot.at = sorted;
}

static void compare_all(struct bucketing *b)
{
	uint32_t kinds = b->r->kind.n;

	intern_init(&b->name, &b->scratch);
	intern_init(&b->twin, &b->scratch);
	add_slots(b);
	b->met_a = arena_array(&b->scratch, (size_t)b->twin.entry.n + kinds, sizeof *b->met_a);
	b->met_b = arena_array(&b->scratch, (size_t)b->twin.entry.n + kinds, sizeof *b->met_b);
	sort_slots(b);
	for (uint32_t i = 0, k; i < b->slot.n; i = k, b->spent = false) {
		progress_step((uint32_t)((uint64_t)i * kinds / b->slot.n), "");
		for (k = i; k < b->slot.n && b->slot.at[k].class == b->slot.at[i].class; k++)
			;
		if (is_contested(b->r, (struct slots){ b->slot.at + i, k - i })) {
			qsort(b->slot.at + i, k - i, sizeof *b->slot.at, by_object);
			compare_class(b, (struct slots){ b->slot.at + i, k - i });
		}
		stat_add(STAT_gap_pairs, b->spent);
		limit_in(0);
		(void)limit_over(LIMIT_race_effort, b->spent ? UINT64_MAX : 0);
	}
}

void clashes_find(struct races *r)
{
	struct bucketing b = { .r = r };

	arena_init(&b.scratch, "race buckets");
	compare_all(&b);
	stat_add(STAT_candidates, r->candidates);
	arena_release(&b.scratch);
}

void clashes_find_leaked(struct races *r, const struct leaks *leaks)
{
	struct bucketing b = { .r = r, .leaks = leaks };
	uint64_t before = r->candidates;
	bool any = false;

	arena_init(&b.scratch, "race buckets");
	b.got = arena_array(&b.scratch, r->kind.n, sizeof *b.got);
	for (uint32_t i = 1; i < r->kind.n; i++) {
		b.got[i] = leaks_lead_to_some(r, leaks, &r->kind.at[i]);
		any |= b.got[i];
	}
	if (any)
		compare_all(&b);
	stat_add(STAT_candidates, r->candidates - before);
	arena_release(&b.scratch);
}
