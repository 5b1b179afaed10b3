/* verify: goes through all executions of a closed program and says of each of three properties whether it holds.
 *
 * needs   a linked program with a main, models; the machine of prove (prove/machine/machine.h), which executes instructions
 * gives   of data races, deadlocks and failing assertions: the first execution that shows one, as a schedule; and whether the
 *         search was complete, which makes "none was found" a fact; if it was not, the first thing that stood in the way
 *
 * A state is what the machine holds and what happens before what (before.h). Threads are scheduled at visible operations only:
 * what synchronises, atomic accesses, the end of the process. What a thread does in between, plain accesses among it, is done at
 * once; that two such accesses are in no order is seen by their clocks, whoever was first. States that were visited before are
 * not gone on from (hash.c), so that a loop needs no bound as long as states repeat.
 *
 * Why that is complete. Take an execution with a data race and its shortest racy prefix. Before the second access of the race no
 * plain accesses conflict without being ordered, so each of them commutes with every step of other threads that does not happen
 * before or after it, and the prefix can be reordered, happens-before and values unchanged, into one in which threads change at
 * visible operations only. Releasing a lock, starting a thread and joining one that has ended need not be such: whom
 * they let go on could not go on before, and all that others do commutes with them; but where some call tries to take a lock and
 * tells that it could not, releasing one is visible. The two accesses of the race are unordered in any case, and each thread gets
 * to its access before its next visible operation.
 *
 * Races between what threads do at the same time. Where no atomic access is weaker than seq_cst and no call tells that it could
 * not get something, no clocks are kept (search.near): each thread's plain accesses are remembered only until it is scheduled
 * again, and all that one thread could tell another by, releasing a lock, starting, joining and running once among it, is
 * scheduled. Two such accesses of different threads race if they conflict. They are in no order: whatever could tell the other
 * thread of the first one comes behind it, and has not happened. What synchronises is itself no such access, since it may tell of
 * itself (who brings a count to zero knows of all who have counted, and frees): it is compared while it is about to happen.
 *
 * Why no race is lost: let a and b race, b be the first access of any race, and take only the steps that happen before a or b.
 * They are an execution by themselves: what each of them reads, and who let it go on (the release of the lock, all posts of the
 * semaphore, the store that was read, the end of the thread), happens before it; that a wait ends needs nobody. In it the thread
 * of a does nothing behind a, since such a step happens before neither, and the search has that execution: there, a is of the
 * last stretch of its thread when b comes, or its thread stands before it. A thread that has ended is not joined there by anybody
 * but who knows of a. Steps behind a in the same stretch change nothing for the others, or race with them. With weaker orders the
 * store that is read need not happen before the load, and with attempts that fail it matters who has the lock: there everything
 * is remembered, with clocks.
 *
 * A call that finds that a once has been run is no visible operation: that stays so, and it tells nobody.
 *
 * Who waits for a thread to end knows what that one has done before it has ended (explore.c), since nobody can tell.
 *
 * Atomic accesses. Where all are seq_cst, executions without a data race are interleavings (C17, 5.1.2.4p35 note; DRF-SC). Else
 * each load may read any store that coherence allows, and each store may go to any place in modification order that it allows:
 * the operational form of RC11 (Lahav et al., 2017) without promises: no load depends on a store that is not there yet. Stores
 * carry what their thread knows (release sequences of C17, fences), seq_cst fences share what has been seen. seq_cst accesses
 * count as acquire and release there: so more executions are looked at than there are, and what is found only in such a one is
 * not told (VERIFY_INEXACT).
 *
 * misses  nothing silently: whatever is not executed exactly stops the search, by name (allow.c). It is assumed that
 *         allocations, locks, semaphores and the start of threads succeed, and that hashes of 128 bits of different states
 *         differ: with n states the chance that two do not is at most n * n / 2^129 (10^-26 for ten million);
 *         options.exact compares whole states instead */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "prove/machine/machine.h"

enum verify_property { VERIFY_RACE, VERIFY_DEADLOCK, VERIFY_ASSERT, VERIFY_PROPERTIES };

struct verify_stuck;

struct verify_options {
	uint8_t property; /* enum verify_property: the search ends when it is violated */
	bool weak;        /* loads may read older stores; else executions are interleavings */
	bool exact;       /* whole states are compared, not their hashes */
	/* A number that has taken so many values at one place may be anything from then on: more executions than there are are looked
	 * at, and loops that count end. 0: never. */
	uint32_t wide;
	bool solve;       /* what values from outside decide is not guessed where it can be known (outside/formula.h) */
	bool solo;        /* of VERIFY_RACE: each thread by itself (solo/solo.h); what is found is not told */
	bool starts_fail; /* a thread need not start, where the program asks whether it did; what is found so is VERIFY_INEXACT */
	bool calm;        /* no wait ends for no reason: what is found is found, but nothing is concluded from the end */
	double seconds;   /* of work, not of waiting */
	uint32_t megabytes;
	uint64_t states;  /* 0: as many as fit */
	/* Of VERIFY_DEADLOCK: each state in which threads wait for ever is told, and the search goes on; nothing is concluded from
	 * its end. Only interleavings in which nobody goes on for no reason, accesses that race among them: what is found in one
	 * of these is an execution of the machine, which the replay is asked about. NULL: the first one ends the search. */
	void (*stuck)(void *with, const struct verify_stuck *);
	void *with;
	uint64_t steps;   /* with `stuck`: instructions of all executions together; 0: any number */
};

/* A thread that waits for ever. */
struct verify_waiter {
	uint32_t thread;
	struct fn_id begins, fn; /* what the thread runs; where it waits: */
	uint32_t inst;
	uint32_t of;     /* the thread that alone could let it go on, which has the lock or is to be joined; UINT32_MAX: none, or any */
	bool joins;
};

struct verify_stuck {
	const struct verify_waiter *waiter; /* without those that only join one of the others */
	uint32_t n;
	struct schedule schedule; /* the way there, in the arena of the result */
	bool guessed;     /* what values from outside decide was guessed: there may be no such execution */
};

enum verify_outcome {
	VERIFY_HOLDS = 1, /* the search was complete, and no execution violates the property */
	VERIFY_VIOLATED,  /* `schedule` */
	VERIFY_INEXACT,   /* an execution that violates it was found, which may be none of C's: why */
	VERIFY_STOPPED    /* why */
};

struct verify_result {
	uint8_t outcome;
	const char *why;  /* VERIFY_STOPPED, VERIFY_INEXACT: "calls of 'rand', whose result is from outside (a.c:12)" */
	const char *help; /* what would help; "": nothing is known that would */
	bool solo;        /* VERIFY_HOLDS: each thread by itself */
	bool weak;        /* the program has atomic accesses that are not seq_cst: only a search with options.weak is complete */
	bool timed;       /* VERIFY_STOPPED: for lack of time or memory */
	bool outside;     /* VERIFY_STOPPED, VERIFY_INEXACT: because of values from outside: options.solve may help */
	bool asks_start;  /* the program asks whether a thread has started */
	bool waits;       /* options.calm: some wait could have ended for no reason */
	bool needs_weak;  /* VERIFY_VIOLATED: the execution is no interleaving, so that the machine cannot run it again */
	struct schedule schedule; /* VERIFY_VIOLATED */
	const char *what; /* VERIFY_VIOLATED: what it shows, a line for people */
	uint64_t states, transitions, steps;
	double seconds;
};

/* The result is in the arena. */
void verify_explore(struct arena *, struct machine_image *, const struct verify_options *, struct verify_result *);

/* Why the phases are no ground for this program: beyond.c; NULL: they may be. */
const char *verify_beyond_phases(const struct program *, const struct models *);
/* What is in it that nothing here executes as C and POSIX say; NULL: nothing. */
const char *verify_refused(const struct program *);
const char *verify_checks_errors(const struct program *); /* a mutex that does; NULL: none does */

#endif
