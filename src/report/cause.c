/* Likenesses of two races of one rule, each a key; a finding that is shown is found again by any of its keys. Most are asked of
 * the pair that stands for a finding; two, which say nothing of the objects, of every pair, since which one stands for it is
 * chance:
 *
 *     LIKE_PLACES     both sides at the same two places, whatever the objects are
 *     LIKE_RECORD     members of one record, and the first side is the same place
 *     LIKE_FUNCTIONS  members of one record, and both sides are in the same functions and files, with the same locks
 *     LIKE_NEAR       members of one record, and the first sides are a few lines apart in one function, with the same locks
 *     LIKE_BESIDE     the sides are in two functions, the same ones, and both a few lines apart, with the same locks, whatever
 *                     the objects are; functions that threads begin with do several things side by side, and stay apart
 *
 * Of rules about locks, where a call through a pointer was guessed on the way: cycles that have an order in common, which a
 * thread makes between the same two places; and locks that are taken at one place and make trouble at several. If the guess is
 * wrong, all of them are. */
#include "report/cause.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/store/map.h"
#include "base/store/vec.h"
#include "base/system/file.h"

enum likeness { LIKE_PLACES, LIKE_RECORD, LIKE_FUNCTIONS, LIKE_NEAR, LIKE_BESIDE, LIKENESSES };
enum { FEW_LINES = 8 };
enum { MUCH_DOUBT = 20 }; /* as a call through a pointer makes it (lockset/errors.c) */

static const struct finding_pair *first_pair(const struct finding *f)
{
	return f->home ? f->home : f->npairs ? &f->pair[0] : NULL;
}

/* "conn" of "conn.state" and of "conn"; "table[...]" of "table[...].n". */
static size_t record_of(const struct finding *f)
{
	const char *dot = strchr(f->object, '.'), *arrow = strstr(f->object, "->");

	while (dot && !strncmp(dot, "...", 3)) /* an index that is not known */
		dot = strchr(dot + 3, '.');
	if (arrow && (!dot || arrow < dot))
		dot = arrow;
	return dot ? (size_t)(dot - f->object) : strlen(f->object);
}

static bool is_record(const struct finding *x, const struct finding *y)
{
	size_t n = record_of(x);

	return n && n == record_of(y) && !memcmp(x->object, y->object, n) && (x->object[n] || y->object[n]);
}

static bool is_place(const struct finding_place *x, const struct finding_place *y)
{
	return x->line && x->line == y->line && x->column == y->column && !strcmp(x->file, y->file);
}

/* In the same function, with the same locks. */
static bool is_function(const struct finding_access *x, const struct finding_access *y)
{
	return !strcmp(x->place.file, y->place.file) && !strcmp(x->function, y->function) && !strcmp(x->locks, y->locks);
}

static bool is_near(const struct finding_access *x, const struct finding_access *y)
{
	uint32_t m = x->place.line, n = y->place.line;

	return is_function(x, y) && m && n && (m < n ? n - m : m - n) <= FEW_LINES;
}

/* In a function that somebody calls, not where its thread begins. */
static bool is_called(const struct finding_access *x)
{
	return x->chain && strstr(x->chain, " > ");
}

static bool is_alike(enum likeness like, const struct finding *x, const struct finding_pair *p, const struct finding *y,
		     const struct finding_pair *q)
{
	if (x->rule != y->rule)
		return false;
	if (like == LIKE_PLACES)
		return (is_place(&p->a.place, &q->a.place) && is_place(&p->b.place, &q->b.place)) ||
		       (is_place(&p->a.place, &q->b.place) && is_place(&p->b.place, &q->a.place));
	if (like == LIKE_RECORD)
		return is_record(x, y) && is_place(&p->a.place, &q->a.place);
	if (like == LIKE_NEAR)
		return is_record(x, y) && is_near(&p->a, &q->a);
	if (like == LIKE_BESIDE)
		return strcmp(p->a.function, p->b.function) != 0 && is_called(&p->a) && is_called(&p->b) &&
		       ((is_near(&p->a, &q->a) && is_near(&p->b, &q->b)) || (is_near(&p->a, &q->b) && is_near(&p->b, &q->a)));
	return is_record(x, y) && is_function(&p->a, &q->a) && is_function(&p->b, &q->b);
}

static int32_t guesses_of(const struct finding *f)
{
	for (uint32_t i = 0; i < f->nfacts; i++)
		if (f->fact[i].fact == FACT_guesses)
			return f->fact[i].value;
	return 0;
}

static bool is_cycle(const struct finding *f)
{
	return f->rule == RULE_DEADLOCK && f->nedges;
}

static bool is_order(const struct finding_edge *x, const struct finding_edge *y)
{
	return is_place(&x->acquired, &y->acquired) && is_place(&x->wants.place, &y->wants.place) && !strcmp(x->holds, y->holds);
}

/* Is it about one lock that is held from one place on? */
static bool is_held_from(const struct finding *x, const struct finding *y)
{
	return x->rule == y->rule && x->nnotes && y->nnotes && is_place(&x->note[0].place, &y->note[0].place);
}

static bool hang_together(uint32_t key, const struct finding *x, const struct finding *y)
{
	if (x->rule != y->rule || !is_cycle(y))
		return is_held_from(x, y);
	for (uint32_t i = 0; i < x->nedges; i++)
		if (is_order(&x->edge[i], &y->edge[key]))
			return true;
	return false;
}

static uint64_t hash_place(const struct finding_place *p)
{
	return hash_much(p->file, strlen(p->file), (uint64_t)p->line << 32 | p->column);
}

/* The same for two that are alike; of places and of functions beside each other also where the sides are exchanged. */
static uint64_t key_of(enum likeness like, const struct finding *f, const struct finding_pair *p)
{
	uint64_t a = hash_place(&p->a.place), b = hash_place(&p->b.place);
	uint64_t from = hash_much(p->a.function, strlen(p->a.function), 0), to = hash_much(p->b.function, strlen(p->b.function), 0);
	uint64_t part[3] = { (uint64_t)like << 8 | f->rule };

	if (like == LIKE_PLACES || like == LIKE_BESIDE) {
		uint64_t one = like == LIKE_PLACES ? a : from, other = like == LIKE_PLACES ? b : to;
		part[1] = one < other ? one : other;
		part[2] = one < other ? other : one;
	} else {
		part[1] = hash_much(f->object, record_of(f), 0);
		part[2] = like == LIKE_RECORD ? a : like == LIKE_NEAR ? from : hash_much(&to, sizeof to, from);
	}
	return hash_much(part, sizeof part, 0);
}

static uint64_t key_of_lock(uint32_t key, const struct finding *f)
{
	uint64_t part[3] = { (uint64_t)LIKENESSES << 8 | f->rule };

	part[1] = hash_place(is_cycle(f) ? &f->edge[key].acquired : &f->note[0].place);
	part[2] = is_cycle(f) ? hash_place(&f->edge[key].wants.place) : 0;
	return hash_much(part, sizeof part, 0);
}

static bool can_share(const struct finding *f)
{
	const struct finding_pair *p = first_pair(f);

	return (f->rule == RULE_RACE || f->rule == RULE_RACE_BITFIELD) && p && f->object && f->object[0] && p->a.place.line &&
	       p->b.place.line;
}

/* How many keys a finding of a rule about locks has; 0 where little was guessed. */
static uint32_t lock_keys(const struct finding *f)
{
	if (is_cycle(f))
		return guesses_of(f) ? f->nedges : 0;
	return (f->rule == RULE_SELF_DEADLOCK || f->rule == RULE_SLEEP_IN_ATOMIC) && f->doubt >= MUCH_DOUBT && f->nnotes &&
	       f->note[0].place.line;
}

/* Number k of the pairs that are asked for a likeness; NULL: there are no more. */
static const struct finding_pair *asked_pair(const struct finding *f, enum likeness like, uint32_t k)
{
	if (!k)
		return first_pair(f);
	return (like == LIKE_PLACES || like == LIKE_BESIDE) && k <= f->npairs ? &f->pair[k - 1] : NULL;
}

/* A pair of a finding that is shown. */
struct cause_shown {
	uint32_t finding;
	const struct finding_pair *pair;
};

struct cause_index {
	struct arena a;
	struct map at; /* key -> number in `shown` + 1, of the first one that has it */
	VEC(struct cause_shown) shown;
};

/* What list[i] is shown with; i: nothing that is shown already. */
static uint32_t find_lead(const struct cause_index *x, const struct finding *const *list, uint32_t i)
{
	const struct finding_pair *q;

	for (enum likeness like = 0; like < LIKENESSES; like++) {
		for (uint32_t k = 0; (q = asked_pair(list[i], like, k)); k++) {
			uint32_t at = map_get(&x->at, key_of(like, list[i], q));
			const struct cause_shown *s = at ? &x->shown.at[at - 1] : NULL;
			if (s && is_alike(like, list[s->finding], s->pair, list[i], q))
				return s->finding;
		}
	}
	return i;
}

static uint32_t find_lock_lead(const struct cause_index *x, const struct finding *const *list, uint32_t i)
{
	for (uint32_t k = 0; k < lock_keys(list[i]); k++) {
		uint32_t at = map_get(&x->at, key_of_lock(k, list[i]));
		if (at && hang_together(k, list[x->shown.at[at - 1].finding], list[i]))
			return x->shown.at[at - 1].finding;
	}
	return i;
}

static void add_lock(struct cause_index *x, const struct finding *f, uint32_t i)
{
	for (uint32_t k = 0; k < lock_keys(f); k++) {
		uint32_t *at = map_at(&x->a, &x->at, key_of_lock(k, f));
		if (*at)
			continue;
		*vec_add(&x->a, &x->shown) = (struct cause_shown){ .finding = i };
		*at = x->shown.n;
	}
}

static void add_shown(struct cause_index *x, const struct finding *f, uint32_t i)
{
	const struct finding_pair *p;

	for (enum likeness like = 0; like < LIKENESSES; like++) {
		for (uint32_t k = 0; (p = asked_pair(f, like, k)); k++) {
			uint32_t *at = map_at(&x->a, &x->at, key_of(like, f, p));
			if (*at)
				continue;
			*vec_add(&x->a, &x->shown) = (struct cause_shown){ i, p };
			*at = x->shown.n;
		}
	}
}

void cause_find(const struct finding *const *list, uint32_t n, uint32_t *lead)
{
	struct cause_index x = { 0 };

	arena_init(&x.a, "causes");
	for (uint32_t i = 0; i < n; i++) {
		lead[i] = can_share(list[i]) ? find_lead(&x, list, i) : find_lock_lead(&x, list, i);
		if (lead[i] == i && can_share(list[i]))
			add_shown(&x, list[i], i);
		else if (lead[i] == i)
			add_lock(&x, list[i], i);
	}
	arena_release(&x.a);
}

const char *cause_name(struct arena *a, const struct finding *f)
{
	return f->object && f->object[0] ? f->object
					 : arena_format(a, "%s:%" PRIu32, path_base(f->place.file), f->place.line);
}

const char *cause_message(struct arena *a, const struct finding *f, uint32_t others)
{
	return !others ? f->message
		       : arena_format(a, "%s and %" PRIu32 " other%s", f->message, others, others == 1 ? "" : "s");
}
