/* solo: each thread by itself, whatever the others do (options.solo).
 *
 * Where threads count to a thousand, their rounds make a million states, though none of them looks at the rounds of
 * another one. Here one thread runs at a time, from its start to its end, and whoever has started it goes on then; no
 * wait blocks. What another thread may have changed meanwhile may be anything. So there are as many states as all threads
 * have together.
 *
 *     locks            are always got; who has which is noted (verify_thread.held)
 *     waits            for conditions, semaphores and barriers end at once; only the end of a thread is waited for
 *     order            one access is before another one by the start and the end of threads alone
 *     shared places    two accesses of one place, by threads in no order, one a write: they must be atomic both, or have
 *                      a lock in common that not both share; else nothing is concluded. The place is noted: by variable,
 *                      or by where its object was made, and by offset (verify_solo.place)
 *     what is there    in a shared place is any value, from wherever a thread is about to take a lock, to wait, to access
 *                      something atomic or to start a thread, and from wherever another thread goes on
 *
 * When places were noted, the search is done once more, until none is new. If it then ends without two accesses that
 * nothing keeps apart, there is no race. Take an execution, by RC11 if atomic accesses are weak, and of it what is before
 * the second access of its first race: no step of it without what that has read. Each thread does there what it does in
 * some path of this search:
 *
 *     - a value that it reads in a shared place is any value. That it stays so for a while is true: between two accesses
 *       by one thread, with no lock taken in between, it has had, all the time, the locks that it has at the second;
 *       whoever writes there has one of these.
 *     - a value that it reads elsewhere was written by a write that is before it by starts and ends of threads, or the
 *       place would be shared; those are the same here, threads run here in such an order, and no other write is between
 *       the two.
 *     - a thread that is held up for ever, or goes on for ever, has done what it has done when another one goes on: here
 *       a thread may stop wherever its states repeat, where it would end the process, and where it waits for one that has
 *       stopped.
 *
 * So the two accesses of the race are among those of one path: all that a thread does later only adds accesses. Nothing
 * keeps them apart in the execution: then nothing does here, and the search says so. That values go together, that an
 * index is below a count, is forgotten: much that has no race is not shown to have none, and what is found here is no
 * execution.
 *
 * misses  nothing silently: what is not in the list of solo_kind stops the search; so do functions that run once,
 *         attempts to join, signals, cancellation, mutexes that check for errors, exit() by another thread than main */
#ifndef VERIFY_SOLO_H
#define VERIFY_SOLO_H

#include "base/store/map.h"
#include "verify/search.h"

/* A lock that a thread has: how often, and how often shared. */
struct verify_held {
	uint64_t at;
	uint32_t count, shared;
};

/* Eight bytes of a variable, or of all objects that one instruction makes. */
struct verify_shared {
	uint64_t site, offset;
	uint32_t next; /* of the site, in verify_solo.place, from 1; 0: the last one */
	uint8_t mask;
};

struct verify_solo {
	struct arena *arena;
	struct intern held;	/* sets of struct verify_held, by `at` */
	VEC(struct verify_shared) place; /* from 1 */
	struct map first; /* by site */
	bool objects;	  /* some site is none of a variable */
	bool grown;	  /* in this round */
	/* In the first rounds a thread stops when it has done much, so that places are found that others change; nothing is
	 * concluded from them. */
	bool tries;
};

struct verify_solo *solo_init(struct arena *);
/* Why this program is none for it; NULL: it may be. */
const char *solo_refused(const struct verify_search *);

/* Do both have a lock that keeps them apart, or are they atomic? Then the place is shared from now on. */
bool solo_shares(struct verify_state *, const struct verify_event *, const struct verify_event *);
/* What others may have changed is unknown. */
void solo_forget(struct verify_state *);
/* Who runs; UINT32_MAX: nobody is left. */
uint32_t solo_thread(const struct verify_state *);

/* What a row that synchronises does here: enum verify_kind. */
uint8_t solo_kind(struct verify_search *, struct verify_state *, struct machine_call *, const struct model_row *,
		  struct verify_next *);
/* The call is done, if its rows are about locks and waits. False: the machine is to do it. */
bool solo_call(struct verify_search *, struct verify_state *, const struct verify_choice *, struct machine_call *);

#endif
