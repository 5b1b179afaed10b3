#include "sharing/classes.h"
#include "sharing/taken/counts.h"
#include "sharing/taken/once.h"
#include "sharing/distinct/distinct.h"
#include "sharing/entry.h"
#include "sharing/taken/last.h"
#include "sharing/taken/member.h"
#include "sharing/distinct/named.h"
#include "sharing/local/stale.h"
#include "sharing/summary.h"

#include "base/recogniser.h"

static const char *const words[WHOSE_WORDS] = { "shared", "one-thread", "stack", "tls", "fresh", "taken", "indexed", "gone" };

const char *whose_word(enum whose w)
{
	CHECK(w < WHOSE_WORDS, "no such word: %d", (int)w);
	return words[w];
}

/* ---- by class ---- */

static bool is_alone(const struct sharing *s, uint32_t thread)
{
	const struct thread *t = &s->threads->thread.at[thread];

	return t->multiplicity == THREAD_ONE || !t->self;
}

static bool is_only_one(const struct sharing *s, uint32_t who, uint32_t thread)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	return n == 1 && t[0] == thread && thread && is_alone(s, thread);
}

/* None of those who could reach it is running. */
static bool is_gone(const struct sharing *s, struct spot at, uint32_t who, const struct sharing_named *object)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	if (!n || who_is_all(s, who) || !at.thread)
		return false;
	for (uint32_t k = 0; k < n; k++)
		if (t[k] == at.thread ? !is_alone(s, t[k])
				      : threads_may_run(s->threads, at, t[k]) && named_reaches(s, object, t[k]))
			return false;
	return true;
}

static enum whose whose_class(const struct sharing *s, struct spot at, uint32_t class, struct ref address)
{
	struct sharing_named object = { .known = false };

	if (!class)
		return WHOSE_SHARED;
	if (!s->common[class])
		return (enum whose)s->private[class];
	if (is_only_one(s, s->class_who[class], at.thread))
		return WHOSE_ONE_THREAD;
	if (is_gone(s, at, s->class_who[class], &object))
		return WHOSE_GONE;
	object = named_find(s, at, class, address);
	return RECOGNISED(sharing_named, object.known && is_gone(s, at, s->class_who[class], &object)) ? WHOSE_GONE : WHOSE_SHARED;
}

/* ---- in a context ---- */

static enum whose weaker(enum whose a, enum whose b)
{
	return a == WHOSE_SHARED || b == WHOSE_SHARED ? WHOSE_SHARED : a;
}

static enum whose whose_by_class(const struct sharing *s, struct spot at, struct ref address)
{
	enum whose w = WHOSE_SHARED;

	for (uint32_t k = s->first_copy[at.context]; k < s->first_copy[at.context + 1]; k++) {
		enum whose x = whose_class(s, at, cell_at(s, s->copy[k], address).class, address);
		w = k == s->first_copy[at.context] ? x : weaker(w, x);
	}
	return w;
}

uint32_t sharing_index_key(const struct sharing *s, struct spot at, struct ref address)
{
	return at.thread ? distinct_key(s, at, address) : 0;
}

bool sharing_keys_apart(const struct sharing *s, uint32_t a, uint32_t b)
{
	return distinct_apart(s, a, b);
}

uint32_t sharing_structure(const struct sharing *s, struct spot at, struct ref address)
{
	return member_key(s, at, address);
}

enum whose sharing_of(const struct sharing *s, struct spot at, struct ref address)
{
	enum whose by_flow = entry_owned(s, at.context, at.inst, address), by_class;

	if (by_flow == WHOSE_STACK || by_flow == WHOSE_TAKEN)
		return by_flow;
	by_class = whose_by_class(s, at, address);
	if (by_flow && by_class != WHOSE_STACK && by_class != WHOSE_TLS) /* the better word for what a caller has made */
		return by_flow;
	if (by_class == WHOSE_SHARED && at.thread && RECOGNISED(sharing_distinct, distinct_is_own(s, at, address)))
		return WHOSE_INDEXED;
	return by_class;
}

static bool is_local(uint8_t whose)
{
	return whose == WHOSE_STACK || whose == WHOSE_TLS;
}

bool sharing_is_local(const struct sharing *s, uint32_t context, uint32_t inst, struct ref address)
{
	uint32_t first = s->first_copy[context], end = s->first_copy[context + 1];

	if (is_local((uint8_t)entry_owned(s, context, inst, address)))
		return true;
	for (uint32_t k = first; k < end; k++) {
		uint32_t class = cell_at(s, s->copy[k], address).class;
		if (!class || s->common[class] || !is_local(s->private[class]))
			return false;
	}
	return first < end;
}

bool sharing_is_fresh(const struct sharing *s, uint32_t context, uint32_t inst, struct ref address)
{
	return entry_owned(s, context, inst, address) == WHOSE_FRESH;
}

bool sharing_class_is_own(const struct sharing *s, uint32_t class)
{
	CHECK(class <= classes_all(s), "no such class: %u", class);
	return !s->common[class];
}

bool sharing_reaches(const struct sharing *s, uint32_t thread, uint32_t class)
{
	CHECK(class <= classes_all(s), "no such class: %u", class);
	return who_has(s, s->class_who[class], thread);
}

bool sharing_keeps(const struct sharing *s, struct fn_id fn, uint32_t param)
{
	const struct sharing_summary *x = &s->summary[fn.i];
	uint32_t object = 1 + 2 * param;

	if (!x->known || param >= x->params || param >= limit(LIMIT_sharing_arguments) || x->publishes >> object & 1)
		return true;
	for (uint32_t k = x->hold; k < x->hold + x->nholds; k++)
		if (s->hold.at[k].held == object)
			return true;
	return false;
}

/* ---- taken objects that are used without a lock ---- */

static bool is_locked(const struct sharing *s, uint32_t context, uint32_t inst)
{
	uint32_t n;

	(void)contexts_locks(s->contexts, contexts_held(s->contexts, context, inst), &n);
	return n != 0;
}

/* Is it surely a variable, or a part of one? The head of a list of which objects are taken is none of these objects, however long
 * its address is known. */
static bool is_variable(const struct sharing *s, uint32_t context, struct ref address)
{
	const struct terms *t = &s->contexts->terms;
	uint32_t n = 0, set = contexts_value(s->contexts, context, NULL, address);
	const uint32_t *term = set_is_top(t, set) ? NULL : set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		struct term k = term_get(t, term[i]);
		while (k.kind == TERM_FIELD)
			k = term_get(t, k.base);
		if (k.kind != TERM_SYM)
			return false;
	}
	return n != 0;
}

/* An access to an object that might have been taken by somebody: it must be the thread's own, or locked since before the object
 * was found. */
static bool is_tame(const struct sharing *s, struct fn_id fn, uint32_t inst, struct ref address, bool stale)
{
	const struct contexts *c = s->contexts;

	for (uint32_t k = c->first_by_fn[fn.i]; k < c->first_by_fn[fn.i + 1]; k++) {
		uint32_t n;
		const uint32_t *t = threads_of_context(s->threads, c->by_fn[k], &n);
		for (uint32_t i = 0; i < n; i++)
			if (sharing_of(s, (struct spot){ t[i], c->by_fn[k], inst }, address) == WHOSE_SHARED &&
			    ((stale && !is_variable(s, c->by_fn[k], address)) || !is_locked(s, c->by_fn[k], inst)))
				return false;
	}
	return true;
}

/* Does the call itself access memory behind its arguments? Of functions of the program their own accesses tell, given that the
 * arguments are not stale. */
static bool call_accesses(const struct sharing *s, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(s->p, b, &b->inst.at[inst]);

	return callee.i && events_access(s->points->row[callee.i]);
}

/* May the call run a function of the program, which does not know how old its arguments are? */
static bool runs_program(const struct sharing *s, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(s->p, b, &b->inst.at[inst]);

	return !callee.i || program_sym(s->p, callee)->fn.i;
}

static bool tame_address(struct sharing *s, const struct stale *old, uint32_t inst, struct ref r)
{
	struct fn_id fn = old->b->fn;
	bool changed = false, stale = recogniser_is_on(RECOGNISER_sharing_stale) && stale_is(old, r, inst);

	if (old->b->inst.at[inst].op == OP_call && !call_accesses(s, old->b, inst) && !(stale && runs_program(s, old->b, inst)))
		return false;
	for (uint32_t x = s->points->first_instance[fn.i]; x < s->points->first_instance[fn.i + 1]; x++) {
		uint32_t class = cell_at(s, x, r).class;
		if (!s->candidate[class] || s->untakeable[class] || is_tame(s, fn, inst, r, stale))
			continue;
		s->untakeable[class] = changed = true;
		if (stale)
			recogniser_count(RECOGNISER_sharing_stale);
	}
	return changed;
}

static bool touches_candidate(const struct sharing *s, const struct body *b)
{
	for (uint32_t x = s->points->first_instance[b->fn.i]; x < s->points->first_instance[b->fn.i + 1]; x++)
		for (uint32_t k = 0; k < b->arg.n; k++)
			if (s->candidate[cell_at(s, x, b->arg.at[k]).class])
				return true;
	return false;
}

static bool tame_function(struct sharing *s, struct arena *scratch, const struct body *b)
{
	struct stale old;
	bool changed = false;

	if (!touches_candidate(s, b))
		return false;
	stale_find(scratch, s, b, &old);
	for (uint32_t i = 0; i < b->inst.n; i++) {
		uint32_t first, n;
		local_addresses(&b->inst.at[i], &first, &n);
		for (uint32_t k = first; k < first + n; k++)
			changed |= tame_address(s, &old, i, body_arg(b, &b->inst.at[i], k));
	}
	return changed;
}

static bool find_untakeable(struct sharing *s)
{
	bool changed = false, any = false;

	for (uint32_t c = 1; c <= s->points->nclasses; c++)
		any |= s->candidate[c] && !s->untakeable[c];
	if (any && !s->returns_old)
		stale_run(s);
	for (uint32_t f = 1; any && f < s->p->fn.n; f++) {
		struct arena bodies;
		struct body b = { 0 };
		arena_init(&bodies, "sharing.body");
		body_get(&bodies, s->p, (struct fn_id){ f }, &b);
		changed |= tame_function(s, &bodies, &b);
		arena_release(&bodies);
	}
	return changed;
}

/* Is something taken, or thought to be in one structure at a time, that should not be? Then all has to be looked at again. */
static bool find_mistakes(struct sharing *s)
{
	bool used = find_untakeable(s), met = member_run(s) && *s->relied;

	*s->relied = false;
	return used || met;
}

/* ---- the phase ---- */

struct sharing *sharing_run(struct arena *a, const struct threads *t)
{
	struct sharing *s = arena_new(a, struct sharing);

	s->arena = a;
	s->threads = t;
	s->contexts = t->contexts;
	s->points = t->contexts->points;
	s->p = s->points->p;
	classes_run(s);
	copies_run(s);
	counts_run(s);
	once_prepare(s);
	member_prepare(s);
	summaries_run(s);
	distinct_run(s);
	last_run(s);
	entries_run(s);
	for (uint32_t round = 1; find_mistakes(s); round++) {
		bool last = round == limit(LIMIT_sharing_rounds); /* what is given up may take others with it */
		limit_in(0);
		if (last)
			limit_met(LIMIT_sharing_rounds);
		for (uint32_t c = 1; last && c <= s->points->nclasses; c++) {
			s->untakeable[c] = true;
			s->linked[c] = false;
		}
		summaries_run(s);
		entries_run(s);
	}
	return s;
}

void sharing_check(const struct sharing *s)
{
	for (uint32_t c = 1; c <= s->points->nclasses; c++) {
		uint32_t n;
		const uint32_t *below = points_below(s->points, c, &n);
		CHECK(s->common[c] ? !s->private[c] : true, "class %u is common and private", c);
		for (uint32_t k = 0; k < n; k++)
			CHECK(!s->common[c] || s->common[below[k]], "class %u is common, %u below it is not", c, below[k]);
	}
	for (uint32_t k = 1; k < s->contexts->context.n; k++) {
		const struct variant *v = &s->variant.at[s->variant_of[k]];
		CHECK(s->variant_of[k] && v->fn.i == s->contexts->context.at[k].fn.i, "context %u has no variant", k);
		for (uint32_t i = v->owned + 1; i < v->owned + v->nowned; i++)
			CHECK(s->owned.at[i - 1].inst <= s->owned.at[i].inst, "variant %u is not sorted", s->variant_of[k]);
		for (uint32_t i = v->owned; i < v->owned + v->nowned; i++)
			CHECK(s->owned.at[i].whose > WHOSE_SHARED && s->owned.at[i].whose < WHOSE_WORDS,
			      "an owned access without a reason");
	}
	for (uint32_t i = 0; i < s->indexed.n; i++)
		CHECK(s->indexed.at[i].key, "an indexed access without a key");
}
