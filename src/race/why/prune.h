/* prune: why two accesses of one location without a common lock are no race after all. A use stands for places in the code; the
 * pair is ruled out only if every two of these places are, and the reason told is that of the shortest ones.
 *
 * Correlated conditions: numbers that are passed on, and flags that decide about a lock, are followed by contexts
 * (contexts/walk/test.c); a place that they lead past is no place. misses: other flags that both sides test, and flags that are
 * stored to while the threads run: such pairs are told */
#ifndef RACE_PRUNE_H
#define RACE_PRUNE_H

#include "sharing/sharing.h"

enum prune {
	PRUNE_NOT,
	PRUNE_LOCK,     /* both hold a lock that has different names in the two threads */
	PRUNE_APART,    /* the places are never executed at the same time: detail is enum apart */
	PRUNE_OWNED,    /* the memory is one thread's own then: enum whose */
	PRUNE_STRUCTURE, /* found in different structures, and no object is in both */
	PRUNE_NAMES,    /* by what the pointers hold in these calls, different objects */
	PRUNE_ELEMENT,  /* different elements of an array, by what is known of the indices */
	PRUNE_TYPE,     /* by their types the two are never the same memory */
	PRUNE_UNLIKELY, /* a member and plain bytes in a class that points could not tell apart: assumed to be different memory */
	PRUNE_PATH, /* the numbers that a function is entered with, or that variables hold, lead past one of the two */
	PRUNE_SELF,	/* a test of who runs keeps one of the two threads from it: lock is the guard */
	PRUNE_UNREACHED, /* no calls lead there in this thread */
	PRUNE_UNSHARED,  /* two calls from outside, and no sign that records of the type are shared */
	PRUNE_OUTSIDE,	 /* the same call twice of who makes or ends what callers outside have handed it: assumed not to happen */
	PRUNE_WAITED,	 /* the thread belongs to the object, and who has the object has waited for it */
	PRUNE_FIRST,	 /* one of the two makes or ends what the other one cannot do without: detail is enum first_why, lock the thing */
	PRUNE_OBJECT,	 /* a lock is made or ended: by callers in order, or not surely the lock that is used */
	PRUNE_PROCESS,	 /* one is in the child of a fork, which has memory of its own, and the other one is not */
	PRUNE_BELONGS,	 /* locked by what the object belongs to; detail 1: it is given to that one first (belongs.c) */
	PRUNE_ENTRY,	 /* others never make the two calls at the same time, as a row of the models says: lock is its number */
	PRUNE_FREED,	 /* a lock is ended that is then freed, which is told */
	PRUNE_SIGNAL,	 /* volatile, and a signal handler interrupts the other one; detail: it is a sig_atomic_t */
	PRUNE_STAYS,	 /* a handler that never comes back writes what the thread it interrupts would only read */
	PRUNE_BENIGN,	 /* declared so */
	PRUNE_DECLARED,	 /* in a function that is declared single, or to be ignored: detail is the verb */
	PRUNE_FILTER,	 /* asked for: enum filter */
	PRUNES
};

enum filter { FILTER_NONE, FILTER_THREAD_LOCAL_ALLOC, FILTER_LARGE_POINTS_TO, FILTER_BOOT_THREAD, FILTER_SAME_ENTRY, FILTERS };

/* How what comes later begins. */
enum begins { BEGINS_THREAD, BEGINS_TASK, BEGINS_HANDLER, BEGINS_SIGNAL, BEGINS };

struct verdict {
	uint8_t begins; /* PRUNE_APART: enum begins */
	bool handlers;  /* PRUNE_APART: both sides handle signals */
	uint8_t prune, detail;
	uint32_t lock; /* PRUNE_LOCK: a term of contexts.terms */
};

struct races;
struct clash;

/* A leaf of the walk of a use. */
struct place_of_use {
	uint32_t use, leaf;
};

/* Fills in the verdict, and the places. */
struct use;
void prune_clash(struct races *, struct clash *);
/* The first reasons of it, that do not hang on the threads: of two kinds, whichever threads they are of. */
bool prune_kinds(struct races *, struct clash *, const struct use *a, const struct use *b);
/* Can no place of the use conflict with anything? enum idle; looked at as far as PLACES_IDLE. */
uint8_t use_is_idle(struct races *, uint32_t use);
/* Then, when all verdicts are there: takes back those that rest on a publication which is a race itself. */
void prune_leaked(struct races *);
/* Can these two places conflict? */
struct verdict prune_places(struct races *, struct place_of_use a, struct place_of_use b);
/* "joined", "owned: not yet published", "same lock by another name: pool.lock"; in the arena. */
const char *verdict_words(struct arena *, const struct races *, const struct verdict *);

#endif
