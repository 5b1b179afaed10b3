/* Opinions about the locations of races: from all places that use one. */
#include "belief/belief.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/stat.h"
#include "belief/private.h"

const struct sections *belief_sections(struct beliefs *b, struct fn_id fn)
{
	struct sections **s = &b->sections[fn.i];

	if (!*s) {
		*s = arena_new(&b->work, struct sections);
		body_get(&b->work, b->races->p, fn, b->body);
		sections_find(&b->work, b->races, b->body, *s);
		if ((*s)->cut)
			gap(sections);
	}
	return *s;
}

struct finding_place belief_place(struct beliefs *b, struct fn_id fn, uint32_t inst)
{
	return place_in(b->races->p, code_of(b->races, fn), inst);
}

struct finding_place place_in(const struct program *p, const struct body *code, uint32_t inst)
{
	const struct loc *l = &code->loc.at[inst < code->inst.n ? code->inst.at[inst].loc : 0];

	return (struct finding_place){ l->file.i ? program_str(p, l->file) : "", l->line, l->column };
}

struct finding_place belief_keep_place(struct beliefs *b, struct finding_place at)
{
	at.file = arena_string(b->arena, at.file);
	return at;
}

const char *belief_lock_name(struct arena *a, const struct beliefs *b, uint32_t term)
{
	return term ? name_context_lock(a, b->races, term) : "interrupts off";
}

/* ---- one location ---- */

/* The last word of a path, without indices: "lock" of "pool->conn.lock[...]". */
static const char *tail(const char *name, size_t *len)
{
	const char *end = name + strlen(name), *start;

	while (end > name && end[-1] == ']')
		while (end > name && *--end != '[')
			continue;
	for (start = end; start > name && start[-1] != '.' && start[-1] != '>'; start--)
		continue;
	*len = (size_t)(end - start);
	return start;
}

static bool tails_are_equal(const char *a, const char *b)
{
	size_t n, m;
	const char *x = tail(a, &n), *y = tail(b, &m);

	return n == m && !memcmp(x, y, n);
}

/* Does the term lead to a variable of the program? Other names are spelled in offsets. */
static bool is_of_variable(const struct beliefs *b, uint32_t term)
{
	struct term x = term_object(&b->races->contexts->terms, term);

	return x.kind == TERM_SYM || x.kind == TERM_NAMED;
}

const char *belief_section_lock(struct arena *a, const struct beliefs *b, const struct section *s)
{
	return s->term && s->member && !is_of_variable(b, s->term) ? s->member : belief_lock_name(a, b, s->term);
}

/* The lock of a section as the location's uses call it: two accounts' locks are one kind of lock. */
static const char *lock_name(struct arena *a, struct beliefs *b, const struct use *u, const struct section *s)
{
	const char *name = belief_section_lock(a, b, s);
	uint32_t n;
	const struct held *g = use_locks(b->races, u, &n);

	for (uint32_t i = 0; s->term && i < n; i++) {
		const char *other = name_lock(a, b->races, u, g[i].term);
		if (n == 1 || tails_are_equal(other, name))
			return other;
	}
	return name;
}

/* A lock that is taken in the function itself, though nothing says which (`c ? &a : &b`), is a section of another lock. */
static bool takes_unknown_lock(const struct beliefs *b, const struct sections *s, uint32_t context)
{
	const struct contexts *c = b->races->contexts;
	uint32_t held, maybe;

	(void)contexts_locks(c, contexts_held(c, context, 0), &held);
	(void)contexts_locks(c, contexts_may_hold(c, context, 0), &maybe);
	return s->takes && !held && !maybe;
}

static void ask_place(struct arena *a, struct beliefs *b, struct opinion *o, const struct seen *x)
{
	struct races *r = b->races;
	const struct use *u = &r->use.at[x->use];
	uint32_t n, held;
	struct fn_id fn = r->contexts->context.at[x->context].fn;
	const struct sections *s = belief_sections(b, fn);
	const struct standing *at = sections_at(s, x->inst, &n);
	const struct held *lock = use_locks(r, u, &held);
	struct finding_place place = belief_place(b, fn, x->inst);

	for (uint32_t i = 0; i < n; i++)
		opinion_add(a, o, &s->section.at[at[i].section], at[i].flags, lock_name(a, b, u, &s->section.at[at[i].section]),
			    place);
	if (!n && !held)
		opinion_add_bare(o, fn, place.line);
	else if (!n && takes_unknown_lock(b, s, x->context))
		opinion_add(a, o, &(struct section){ .fn = fn, .inst = x->inst }, 0, name_lock(a, r, u, lock[0].term), place);
}

void location_opinion(struct arena *a, struct beliefs *b, uint32_t location, struct opinion *o)
{
	const struct seen *s;
	uint32_t n;

	walks_trim(b->races);
	opinion_init(o, a);
	s = location_places(b->races, location, &n);
	for (uint32_t i = 0; i < n; i++)
		if (seen_is_contested(&s[i]))
			ask_place(a, b, o, &s[i]);
}

/* ---- the wrong lock ---- */

static bool use_holds(struct arena *a, struct beliefs *b, const struct use *u, const char *lock)
{
	uint32_t n;
	const struct held *g = use_locks(b->races, u, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(name_lock(a, b->races, u, g[i].term), lock))
			return true;
	return false;
}

struct wrong {
	struct fn_id fn;
	uint32_t inst, use;
	const char *held; /* another lock */
};

/* A lock of the use that is not the one believed in, whatever name it has: of its section if it has one, else of its callers.
 * NULL: it may well be the same, or none is held. The counting is local, the checking is not (8.5). */
static const char *other_lock(struct arena *a, struct beliefs *b, const struct use *u, const struct section *s, const char *lock)
{
	const char *other = NULL;
	uint32_t n;
	const struct held *g = use_locks(b->races, u, &n);

	if (!s && lock[strlen(lock) - 1] == ']')
		return NULL; /* which element a caller has taken is lost on the way */
	if (s && (tails_are_equal(lock_name(a, b, u, s), lock) || (s->member && tails_are_equal(s->member, lock))))
		return NULL;
	for (uint32_t i = 0; i < n; i++) {
		const char *name = name_lock(a, b->races, u, g[i].term);
		if (tails_are_equal(name, lock))
			return NULL;
		other = other ? other : name;
	}
	return s ? lock_name(a, b, u, s) : other;
}

/* Maybe held, as far as contexts know. */
static bool may_hold(struct arena *a, const struct beliefs *b, struct spot at, const char *lock)
{
	const struct contexts *c = b->races->contexts;
	uint32_t n;
	const struct held *l = contexts_locks(c, contexts_may_hold(c, at.context, at.inst), &n);

	for (uint32_t i = 0; i < n; i++)
		if (tails_are_equal(belief_lock_name(a, b, l[i].term), lock))
			return true;
	l = contexts_locks(c, contexts_held(c, at.context, at.inst), &n);
	for (uint32_t i = 0; i < n; i++)
		if (tails_are_equal(belief_lock_name(a, b, l[i].term), lock))
			return true;
	return false;
}

/* The first place, in the order of the code, with a lock and not the one that is believed in. */
static void look_for_wrong(struct arena *a, struct beliefs *b, const struct opinion *o, uint32_t location, struct wrong *best)
{
	struct races *r = b->races;
	const char *lock = intern_get(&o->lock, o->best), *other;
	uint32_t all, n;
	const struct seen *x = location_places(r, location, &all);

	for (uint32_t i = 0; i < all; i++) {
		struct fn_id fn = r->contexts->context.at[x[i].context].fn;
		const struct sections *s = belief_sections(b, fn);
		const struct standing *at = sections_at(s, x[i].inst, &n);
		if (x[i].whose != WHOSE_SHARED)
			continue;
		if (best->fn.i && (best->fn.i < fn.i || (best->fn.i == fn.i && best->inst <= x[i].inst)))
			continue;
		other = other_lock(a, b, &r->use.at[x[i].use], n ? &s->section.at[at[0].section] : NULL, lock);
		if (other && !may_hold(a, b, (struct spot){ 0, x[i].context, x[i].inst }, lock))
			*best = (struct wrong){ fn, x[i].inst, x[i].use, other };
	}
}

static void tell_wrong(struct beliefs *b, const struct opinion *o, const struct wrong *w, const struct finding *race)
{
	const struct tally *t = opinion_best(o);
	const char *lock = arena_string(b->arena, intern_get(&o->lock, o->best)), *text;
	struct finding_note *note = arena_new(b->arena, struct finding_note);
	struct finding x = { .rule = RULE_INCONSISTENT_LOCK,
			     .object = race->object,
			     .guard = "",
			     .nnotes = 1,
			     .note = note,
			     .doubt = race->doubt };

	*note = (struct finding_note){ belief_keep_place(b, t->example),
				       arena_format(b->arena, "%s with '%s'",
						    t->best & STANDS_ONLY ? "alone in a critical section" : "used here", lock) };
	x.place = belief_keep_place(b, belief_place(b, w->fn, w->inst));
	x.function = arena_string(b->arena, program_fn_name(b->races->p, w->fn));
	x.lock = lock;
	x.message = arena_format(b->arena, "'%s' is used with '%s' held, but another lock guards it: %s", race->object, w->held,
				 opinion_text(b->arena, o));
	opinion_facts(b->arena, &x, o);
	finding_fact(b->arena, &x, FACT_concurrent, 1, "a lock is held");
	finding_fact(b->arena, &x, FACT_wrong_lock, 1, arena_string(b->arena, w->held));
	if (race_in_signal(b->races, w->fn))
		finding_fact(b->arena, &x, FACT_signal, 1, NULL);
	text = arena_format(b->arena, "%s|%s|%s|%s", rule_name(x.rule), x.object, x.function, lock);
	x.fingerprint = hash_much(text, strlen(text), 0);
	*vec_add(b->arena, &b->finding) = x;
}

/* The three modes of section 8.1, about the side of the race that has the fewest locks. */
static void add_modes(struct arena *scratch, struct beliefs *b, struct finding *x, uint32_t location, const struct opinion *o)
{
	struct races *r = b->races;
	struct accused a = accused_of(r, location);
	bool global = use_variable(r, &r->use.at[a.use]).i;
	bool simple = global && !a.locks;
	bool statistical = !global && !a.locks && o->all.count >= 2 && 2 * o->all.count > opinion_uses(o);
	bool precise = opinion_is_firm(o) && !use_holds(scratch, b, &r->use.at[a.use], intern_get(&o->lock, o->best));
	const char *text = arena_format(b->arena, "%s%s%s",
					simple	      ? "simple"
					: statistical ? "statistical"
						      : "",
					precise && (simple || statistical) ? ", " : "", precise ? "precise" : "");

	finding_fact(b->arena, x, FACT_modes, simple + statistical + precise, text[0] ? text : NULL);
}

static void judge(struct beliefs *b, struct finding *x, uint32_t location)
{
	const struct races *r = b->races;
	struct arena scratch;
	struct opinion o;
	struct wrong wrong = { 0 };

	arena_init(&scratch, "belief");
	location_opinion(&scratch, b, location, &o);
	opinion_facts(b->arena, x, &o);
	if (opinion_uses(&o) >= 2 && !use_variable(r, &r->use.at[r->location.at[location].use]).i)
		finding_fact(b->arena, x, FACT_z_member, (int32_t)(opinion_z(&o) * 100), NULL);
	add_modes(&scratch, b, x, location, &o);
	if (opinion_is_firm(&o)) {
		look_for_wrong(&scratch, b, &o, location, &wrong);
		if (wrong.fn.i)
			tell_wrong(b, &o, &wrong, x);
	}
	arena_release(&scratch);
}

/* Is there anybody to keep out? */
static bool threads_are_there(const struct threads *t)
{
	for (uint32_t i = 1; i < t->thread.n; i++)
		if (t->thread.at[i].self)
			return true;
	return t->thread.n > 2;
}

struct beliefs *belief_run(struct arena *a, struct races *r, struct finding *x, uint32_t n)
{
	struct beliefs *b = arena_new(a, struct beliefs);

	b->arena = a;
	b->races = r;
	arena_init(&b->work, "belief");
	b->body = arena_new(&b->work, struct body);
	b->sections = arena_array(&b->work, r->p->fn.n, sizeof *b->sections);
	for (uint32_t i = 0; i < n; i++)
		if (!x[i].pruned)
			judge(b, &x[i], r->told.at[i]);
	if (threads_are_there(r->threads)) {
		routines_judge(b);
		empty_judge(b);
	}
	return b;
}

void belief_release(struct beliefs *b)
{
	arena_release(&b->work);
}

void belief_check(const struct beliefs *b)
{
	for (uint32_t f = 1; f < b->races->p->fn.n; f++) {
		const struct sections *s = b->sections[f];
		for (uint32_t i = 0; s && i < s->standing.n; i++) {
			const struct standing *t = &s->standing.at[i];
			CHECK(t->section < s->section.n, "belief: there is no section %u", t->section);
			CHECK(!(t->flags & STANDS_ONLY) || s->section.at[t->section].objects == 1, "belief: alone among %u",
			      s->section.at[t->section].objects);
			CHECK(i == 0 || s->standing.at[i - 1].inst <= t->inst, "belief: standings are not sorted");
		}
	}
}
