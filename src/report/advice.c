/* A change for each kind of finding. Races, best first:
 *
 *     the lock that most accesses hold is missing on one side      take it there
 *     it is held for reading only by who writes                    take it for writing
 *     the other side holds a lock                                  take that one here, too
 *     both hold a lock of the same name                            use one lock, not one of each object
 *     nobody holds anything                                        one lock around both, or an atomic type
 *
 * Where one side is a signal handler, none of these: a handler must not wait for what it has interrupted.
 *
 * A cycle of locks is broken at its last edge: the order of the others is kept, and the last thread takes the two the other way
 * round. */
#include "report/advice.h"

#include <inttypes.h>
#include <string.h>

#include "base/system/file.h"
#include "report/format/proof.h"

static const char *at(struct arena *a, const struct finding_place *p)
{
	return p->line ? arena_format(a, "%s:%" PRIu32, path_base(p->file), p->line) : "this place";
}

/* ---- locks in a text: "pool.lock, c->lock (shared)" ---- */

enum how { HELD_NOT, HELD_FOR_READING, HELD_WHOLLY };

/* The first lock of a list; "" if it is empty. Without " (shared)". */
static const char *first_lock(struct arena *a, const char *locks)
{
	size_t n = strcspn(locks, ",");
	const char *shared = strstr(locks, " (");

	if (shared && (size_t)(shared - locks) < n)
		n = (size_t)(shared - locks);
	return arena_copy(a, locks, n);
}

static enum how holds(const char *locks, const char *lock)
{
	size_t n = strlen(lock);

	for (const char *s = locks; *s; s += s[0] == ' ') {
		if (!strncmp(s, lock, n) && (!s[n] || s[n] == ',' || !strncmp(s + n, " (", 2)))
			return !strncmp(s + n, " (shared)", 9) ? HELD_FOR_READING : HELD_WHOLLY;
		s += strcspn(s, ",");
		s += *s == ',';
	}
	return HELD_NOT;
}

/* ---- races ---- */

static bool writes(const struct finding_access *x)
{
	return strcmp(x->kind, "read") != 0 && strcmp(x->kind, "atomic read") != 0;
}

static bool has_fact(const struct finding *f, uint8_t fact)
{
	for (uint32_t i = 0; i < f->nfacts; i++)
		if (f->fact[i].fact == fact)
			return f->fact[i].value != 0;
	return false;
}

static bool is_one_line(const struct finding_pair *p)
{
	return p->a.place.line == p->b.place.line && !strcmp(p->a.place.file, p->b.place.file);
}

/* ", as at b.c:88"; one line is no example for itself: some ways that lead there have the lock and some have not. */
static const char *as_at(struct arena *a, const struct finding_pair *p, const struct finding_place *example)
{
	return is_one_line(p) ? " on every path that leads there, as on some" : arena_format(a, ", as at %s", at(a, example));
}

/* Both sides of a pair, with this lock in hand. `why` ends the sentence. NULL: they have it already. */
static const char *take(struct arena *a, const struct finding_pair *p, const char *lock, const char *why)
{
	enum how one = holds(p->a.locks, lock), other = holds(p->b.locks, lock);
	const struct finding_access *reader = one == HELD_FOR_READING && writes(&p->a)	   ? &p->a
					      : other == HELD_FOR_READING && writes(&p->b) ? &p->b
											   : NULL;

	if (one == HELD_NOT && other == HELD_NOT && !is_one_line(p))
		return arena_format(a, "take '%s' around %s and around %s%s", lock, at(a, &p->a.place), at(a, &p->b.place), why);
	if (one == HELD_NOT || other == HELD_NOT)
		return arena_format(a, "take '%s' around %s%s", lock, at(a, one == HELD_NOT ? &p->a.place : &p->b.place), why);
	if (reader)
		return arena_format(a, "take '%s' for writing, not only for reading, around %s", lock, at(a, &reader->place));
	return NULL;
}

static bool is_atomic(const struct finding_access *x)
{
	return !strncmp(x->kind, "atomic", 6);
}

/* A lock, or the like, that is made or ended while it is used, or memory that is freed: a lock around that does not keep others
 * from coming later. NULL: something else. */
static const char *fix_object(struct arena *a, const struct finding *f, const struct finding_pair *p)
{
	if (!strcmp(p->a.kind, "initialisation"))
		return arena_format(a, "initialise '%s' before any thread that uses it is started", f->object);
	if (!strcmp(p->a.kind, "destroy"))
		return arena_format(a, "destroy '%s' only when no other thread can use it: after a join", f->object);
	if ((!strcmp(p->a.kind, "free") || !strcmp(p->b.kind, "free")) && !p->a.signal && !p->b.signal)
		return arena_format(a, "free '%s' only when no other thread can reach it: after a join, or once it was "
		                       "unlinked under a lock that the others take",
				    f->object);
	return NULL;
}

static const char *fix_unguarded(struct arena *a, const struct finding *f, const struct finding_pair *p)
{
	const char *one = at(a, &p->a.place), *other = at(a, &p->b.place);
	const struct finding_access *plain = is_atomic(&p->a) && !is_atomic(&p->b)   ? &p->b
					     : is_atomic(&p->b) && !is_atomic(&p->a) ? &p->a
										     : NULL;
	const char *places =
	    !strcmp(one, other) ? arena_format(a, "around %s", one) : arena_format(a, "around %s and around %s", one, other);

	if (plain)
		return arena_format(a, "make the access at %s atomic, like the other one", at(a, &plain->place));
	if (has_fact(f, FACT_non_atomic))
		return arena_format(a, "take one lock %s", places);
	return arena_format(a, "take one lock %s, or make '%s' atomic", places, f->object);
}

/* Who blocks the signal keeps the handler out of his own thread only. */
static const char *fix_signal(struct arena *a, const struct finding *f, const struct finding_pair *p)
{
	bool several = p->a.signal == SIGNAL_SEVERAL || p->b.signal == SIGNAL_SEVERAL;
	const char *handler = at(a, p->a.signal ? &p->a.place : &p->b.place), *outside = at(a, p->a.signal ? &p->b.place : &p->a.place);

	if (several && (!strcmp(p->a.kind, "free") || !strcmp(p->b.kind, "free")))
		return arena_format(a, "receive the signal in a thread with sigwait, and do there what the handler does at "
		                       "%s", handler);
	if (several && has_fact(f, FACT_signal_flag))
		return arena_format(a, "block the signal in all threads but one, before they are started, or make '%s' a lock-free "
				       "atomic", f->object);
	if (several)
		return arena_format(a, "receive the signal in a thread with sigwait, and do there what the handler does at "
		                       "%s, or make '%s' a lock-free atomic", handler, f->object);
	if (p->a.signal && p->b.signal)
		return arena_format(a, "let the signals block each other (sa_mask), or let the handler only set a volatile "
				       "sig_atomic_t at %s", handler);
	return arena_format(a, "block the signal around %s, or let the handler at %s only set a volatile sig_atomic_t or "
	                       "write to a pipe, and do the rest outside it", outside, handler);
}

static const char *fix_race(struct arena *a, const struct finding *f)
{
	const struct finding_pair *p = &f->pair[0];
	const char *fix = fix_object(a, f, p), *one = first_lock(a, p->a.locks), *other = first_lock(a, p->b.locks);

	if (fix)
		return fix;
	if (p->a.signal || p->b.signal)
		return fix_signal(a, f, p);
	if (f->rule == RULE_RACE_BITFIELD && !(f->usual && f->usual[0]))
		return arena_format(
		    a, "separate the bit-fields by a member ':0' between them, or take one lock around %s and around %s",
		    at(a, &p->a.place), at(a, &p->b.place));
	if (f->usual && f->usual[0])
		fix = take(a, p, f->usual,
			   arena_format(a, ", as %.*s do",
					(int)(strstr(f->guard, " hold ") ? strstr(f->guard, " hold ") - f->guard : 0), f->guard));
	if (!fix && one[0] && !other[0])
		fix = take(a, p, one, as_at(a, p, &p->a.place));
	if (!fix && other[0] && !one[0])
		fix = take(a, p, other, as_at(a, p, &p->b.place));
	if (!fix && one[0] && other[0] && !strcmp(one, other))
		return arena_format(a, "guard '%s' with one lock for all threads: '%s' may be a different lock in each", f->object, one);
	if (!fix && one[0] && other[0])
		fix = take(a, p, one, arena_format(a, "%s; '%s' does not keep the two apart", as_at(a, p, &p->a.place), other));
	return fix ? fix : fix_unguarded(a, f, p);
}

/* ---- locks ---- */

static const char *fix_deadlock(struct arena *a, const struct finding *f)
{
	const struct finding_edge *last = &f->edge[f->nedges - 1], *first = &f->edge[0];
	size_t n = strlen(last->wants.kind);

	for (uint32_t i = 0; i < f->nedges; i++)
		if (f->edge[i].wants.signal)
			return arena_format(a, "take no lock in the signal handler at %s: let it set a flag or write to a "
			                       "pipe, and do the rest outside it", at(a, &f->edge[i].wants.place));
	if (!first->holds[0] || !last->holds[0])
		return ""; /* it waits for no lock: nothing simple helps */
	if (n > 6 && !strcmp(last->wants.kind + n - 6, " again"))
		return arena_format(a, "release '%s' before the wait at %s, which takes '%s' again", last->holds,
				    at(a, &last->wants.place), first->holds);
	if (!strcmp(last->holds, first->holds))
		return arena_format(
		    a, "take several locks of this kind in one order only, by address or from parent to child: '%s' at %s",
		    first->holds, at(a, &last->wants.place));
	return arena_format(a, "take '%s' before '%s' at %s, as at %s", first->holds, last->holds, at(a, &last->acquired),
			    at(a, &first->acquired));
}

/* The place of the first note that begins so; where there is none, that of the finding. */
static const struct finding_place *noted(const struct finding *f, const char *begin)
{
	for (uint32_t i = 0; i < f->nnotes; i++)
		if (!strncmp(f->note[i].text, begin, strlen(begin)))
			return &f->note[i].place;
	return NULL;
}

static const char *fix_self(struct arena *a, const struct finding *f)
{
	const struct finding_place *taken = noted(f, "first acquired"), *reading = noted(f, "acquired here for reading"),
				   *under = noted(f, "acquired here, where the handler may interrupt");

	if (under)
		return arena_format(
		    a, "block the handler while '%s' is held, from before %s until after the release",
		    f->lock, at(a, under));
	if (reading)
		return arena_format(a, "release '%s', held for reading since %s, before %s", f->lock, at(a, reading),
				    at(a, &f->place));
	if (taken)
		return arena_format(a, "do not take '%s' at %s: it has been held since %s; or release it first", f->lock,
				    at(a, &f->place), at(a, taken));
	return f->lock[0] ? arena_format(a, "release '%s' before %s", f->lock, at(a, &f->place)) : "";
}

static const char *fix_unheld(struct arena *a, const struct finding *f)
{
	if (noted(f, "released here before"))
		return arena_format(a, "do not release '%s' at %s: it was released at %s already", f->lock, at(a, &f->place),
				    at(a, noted(f, "released here before")));
	if (noted(f, "this attempt"))
		return arena_format(a, "release '%s' only where the attempt at %s succeeded", f->lock,
				    at(a, noted(f, "this attempt")));
	if (has_fact(f, FACT_signal))
		return arena_format(a, "do not release '%s' at %s, in a signal handler", f->lock, at(a, &f->place));
	return arena_format(a, "take '%s' on this path, too, or do not release it at %s", f->lock, at(a, &f->place));
}

/* What needs a lock is no work for a signal handler. */
static const char *fix_in_handler(struct arena *a, const struct finding *f)
{
	return arena_format(
	    a, "let the signal handler set a flag or write to a pipe, and move what is at %s out of it, with '%s' held",
	    at(a, &f->place), f->lock);
}

static const char *fix_inconsistent(struct arena *a, const struct finding *f)
{
	if (has_fact(f, FACT_signal))
		return fix_in_handler(a, f);
	if (has_fact(f, FACT_declared) && !f->object[0] && f->nnotes)
		return arena_format(a, "take '%s' first, before %s, as declared", f->lock, at(a, &f->note[0].place));
	if (has_fact(f, FACT_declared))
		return arena_format(a, "take '%s' around %s, or change the declaration of '%s'", f->lock, at(a, &f->place), f->object);
	return arena_format(a, "take '%s' around %s, as at %s", f->lock, at(a, &f->place),
			    f->nnotes ? at(a, &f->note[0].place) : "the other places");
}

static const char *fix_of(struct arena *a, const struct finding *f)
{
	const char *here = at(a, &f->place);

	switch (f->rule) {
	case RULE_RACE:
	case RULE_RACE_BITFIELD:
		return f->npairs ? fix_race(a, f) : "";
	case RULE_DEADLOCK:
		return f->nedges ? fix_deadlock(a, f) : "";
	case RULE_WAIT_HOLDING:
		return f->nedges ? arena_format(a, "release '%s' before '%s' at %s", f->lock, f->edge[0].wants.kind, here) : "";
	case RULE_SELF_DEADLOCK:
		return fix_self(a, f);
	case RULE_UNLOCK_UNHELD:
		return fix_unheld(a, f);
	case RULE_LOCK_LEAK:
		if (noted(f, "waits forever here, if it comes later"))
			return arena_format(a, "release '%s' before the thread ends at %s", f->lock, here);
		return arena_format(a, "release '%s' before the return at %s", f->lock, here);
	case RULE_SLEEP_IN_ATOMIC:
		return noted(f, "acquired here")
			   ? arena_format(a, "release '%s' before %s, or call something that does not sleep there", f->lock, here)
			   : arena_format(a, "call something that does not sleep at %s, or do it later, elsewhere", here);
	case RULE_ASSERT_HELD:
		return has_fact(f, FACT_signal) ? fix_in_handler(a, f)
						: arena_format(a, "take '%s' on every path to %s", f->lock, here);
	case RULE_INCONSISTENT_LOCK:
		return fix_inconsistent(a, f);
	case RULE_EMPTY_SECTION:
		return arena_format(a, "remove the lock and the unlock at %s, or put between them what they should protect",
				    here);
	default:
		return "";
	}
}

void advice_run(struct arena *a, struct finding *f, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		f[i].fix = f[i].pruned ? "" : fix_of(a, &f[i]);
}

/* ---- what each phase found ---- */

static const char *phase_of(uint8_t fact)
{
	switch (fact) {
	case FACT_doubt:
		return "points";
	case FACT_only:
	case FACT_first:
	case FACT_last:
	case FACT_z:
	case FACT_z_member:
	case FACT_wrong_lock:
	case FACT_idle:
	case FACT_modes:
		return "belief";
	case FACT_threads:
	case FACT_classes:
	case FACT_upward:
		return "deadlock";
	default:
		return "race";
	}
}

/* Facts that gave points, by the names of their criteria, which `snag rank` and `snag explain` spell out: "always-unlocked +2,
 * one-root -1". Scores stand as the facts do; what rank adds itself comes behind. */
static const char *facts_of(struct arena *a, const struct finding *f, const char *phase)
{
	const char *text = "";

	for (uint32_t i = 0; i < f->nfacts && i < f->nscores; i++)
		if (f->score[i].points && !strcmp(phase_of(f->fact[i].fact), phase))
			text = arena_format(a, "%s%s%s %+" PRId32, text, text[0] ? ", " : "", f->score[i].criterion,
					    f->score[i].points);
	return text;
}

static const char *race_said(struct arena *a, const struct finding *f)
{
	const char *facts = facts_of(a, f, "race"), *text = f->npairs ? "no common lock" : "";

	for (uint32_t i = 0; i < f->nruled; i++)
		text = arena_format(a, "%s, %" PRIu32 " other pair%s ruled out (%s)", text, f->ruled[i].pairs,
				    f->ruled[i].pairs == 1 ? "" : "s", f->ruled[i].why);
	return facts[0] ? arena_format(a, "%s%s%s", text, text[0] ? ", " : "", facts) : text;
}

static const char *deadlock_said(struct arena *a, const struct finding *f)
{
	const char *facts = facts_of(a, f, "deadlock");

	if (!f->nedges)
		return facts;
	return arena_format(a, "%" PRIu32 " threads wait for each other, no other lock keeps them apart%s%s", f->nedges,
			    facts[0] ? ", " : "", facts);
}

static const char *aliasing_said(struct arena *a, const struct finding *f)
{
	if (!f->doubt)
		return f->npairs ? "both sides name the same memory" : "";
	return arena_format(a, "%s (%u assumption%s)", f->doubt == 1 ? "likely" : "possible", f->doubt, f->doubt == 1 ? "" : "s");
}

static uint32_t say(struct said *out, uint32_t n, const char *phase, const char *text)
{
	if (text && text[0] && n < SAID_MOST)
		out[n++] = (struct said){ phase, text };
	return n;
}

uint32_t advice_said(struct arena *a, const struct finding *f, struct said out[SAID_MOST])
{
	uint32_t n = 0;

	n = say(out, n, "aliasing", aliasing_said(a, f));
	n = say(out, n, "threads", f->overlap);
	n = say(out, n, f->rule == RULE_DEADLOCK ? "deadlock" : "race", f->pruned);
	n = say(out, n, "locks",
		f->npairs || f->nedges					   ? ""
		: facts_of(a, f, "race")[0] || facts_of(a, f, "belief")[0] ? ""
									   : "a path leads here");
	n = say(out, n, "race", f->pruned ? "" : race_said(a, f));
	n = say(out, n, "belief", facts_of(a, f, "belief"));
	n = say(out, n, "deadlock", f->pruned ? "" : deadlock_said(a, f));
	n = say(out, n, "rank", f->nscores ? arena_format(a, "%" PRId32 " points", f->total) : "");
	return say(out, n, "prove", f->proof ? report_proof_text(a, f->proof) : f->pruned ? "" : "not tried");
}
