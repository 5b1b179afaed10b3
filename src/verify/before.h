/* What happens before what in one execution, and what atomic loads may read: part of each state of the search.
 *
 * Plain accesses are remembered as events, by words of eight bytes with a mask; each has the clock of its thread at that time.
 * A view says how much of each thread happens before some point (clocks), and of each atomic location the oldest store that may
 * still be read there (pos). C17, 5.1.2.4 and 7.17; no more order than C17 or POSIX promise:
 *
 *     locks       who takes one is behind all who released it; readers are behind writers only
 *     semaphores  each wait is behind all posts before it: both are read-modify-writes
 *     conditions  give no order by themselves, only their lock does
 *     barriers    who leaves is behind all who came in the same round
 *     once        who finds it done is behind the function that ran
 *     atomics     acquire reads are behind the release sequences that they read from, fences as in 7.17.4 */
#ifndef VERIFY_BEFORE_H
#define VERIFY_BEFORE_H

#include "prove/machine/parts.h"

struct verify_pos {
	uint32_t location, store; /* ids, never used again */
};

struct verify_view {
	VEC(uint32_t) clock; /* by thread */
	VEC(struct verify_pos) pos;
};

enum { DONE_WRITE = 1, DONE_ATOMIC = 2 };

struct verify_event {
	uint64_t word;
	uint32_t clock, next;
	struct fn_id fn;
	uint32_t inst;
	uint32_t thread;
	uint32_t held; /* options.solo: the locks of its thread */
	uint8_t mask, kind; /* bytes of the word; EVENT_* */
};

/* What the heads of release sequences of one thread have released. */
struct verify_head {
	uint32_t thread;
	struct verify_view gives;
};

struct verify_store {
	uint32_t id, thread;
	uint8_t value[16];
	bool followed; /* by a read-modify-write that has read it: nothing comes between */
	bool modifies; /* it is a read-modify-write */
	bool any;      /* its value may be anything (any.h) */
	uint32_t term; /* its name, if it may be anything and has one (outside/formula.h) */
	bool read;
	/* What it releases by itself; the heads before it whose release sequences it is in (C17, 5.1.2.4p10: all stores between are of
	 * the head's thread or read-modify-writes); what who acquires it gets to know, which is both. */
	struct verify_view own;
	VEC(struct verify_head) head;
	struct verify_view gives;
};

struct verify_location {
	uint32_t id, bytes;
	uint64_t at; /* 0: it is no more */
	VEC(struct verify_store) store; /* in modification order; the last one is in memory */
};

struct verify_sync {
	uint64_t at;
	bool condition; /* a variable that is waited at with a lock: how often it was signalled does not count */
	struct verify_view gives, readers, done;
};

/* What a setjmp has noted that may be anything: of the frame, a byte each. */
struct verify_jump {
	uint64_t env;
	VEC(uint8_t) any;
};

struct verify_thread {
	struct verify_view cur; /* what happens before its next step */
	struct verify_view acq; /* ... would, if all its atomic reads had been acquires */
	struct verify_view fenced; /* happens before its last release fence */
	bool marked; /* some setjmp has noted values that may be anything: */
	VEC(struct verify_jump) jump;
	VEC(uint8_t) any;  /* a byte for each of machine_thread.values: it may be anything (any.h) */
	bool paused; /* it has done much that nobody can tell: somebody else's turn */
	uint32_t held; /* options.solo: its locks, in verify_solo.held; */
	bool stays;    /* ... it does nothing more, and has not ended */
};

/* Bytes of an object that nobody has set: a bit each. */
struct verify_unset {
	uint32_t object;
	uint8_t *bit;
};

/* What is known of bytes that may be anything. */
struct verify_named {
	uint64_t at;
	uint32_t space, bytes, term; /* outside/formula.h */
};

struct verify_race {
	bool found;
	struct verify_event first; /* has happened */
	uint32_t thread, inst;     /* is next, or happens */
	struct fn_id fn;
	bool write;
	uint64_t at;
};

struct verify_state {
	struct machine m;
	VEC(struct verify_thread) thread;
	VEC(struct verify_sync) sync;
	VEC(struct verify_location) location;
	VEC(struct verify_event) event; /* from 1 */
	VEC(uint32_t) bucket;
	VEC(struct verify_unset) unset;
	struct verify_solo *solo; /* NULL: threads run as they do (options.solo) */
	uint32_t last; /* with solo: who has run last */
	bool near; /* what threads do at the same time is compared, and no clock is kept (verify.h) */
	bool blind; /* races are of no matter: no access is remembered */
	VEC(struct verify_unset) any; /* bytes of objects that may be anything; `outside`: there were such values */
	bool outside, guessed; /* what one of them decides was guessed: the execution may be none */
	VEC(struct verify_named) named;
	VEC(uint32_t) condition; /* terms of what was decided about them */
	uint32_t link;           /* the last condition of the way to here */
	struct verify_view fence; /* positions that seq_cst fences have seen */
	uint32_t ids;
	bool broken; /* a store came into the middle of a release sequence that somebody had read: he knows too much */
	bool bent; /* some load or store was not the newest, or an exchange failed for nothing: the machine cannot run it again */
	uint32_t trace; /* the last step of the way to here */
};

void view_copy(struct arena *, struct verify_view *to, const struct verify_view *from);
/* The same state in an arena of its own; `to` is not initialised. */
void before_copy(struct verify_state *to, const struct verify_state *from);

void before_thread(struct verify_state *, uint32_t parent, uint32_t child); /* parent UINT32_MAX: the first */
void before_joined(struct verify_state *, uint32_t thread, uint32_t ended);
struct verify_sync *before_sync(struct verify_state *, uint64_t at);
void before_acquire(struct verify_state *, uint32_t thread, const struct verify_view *);
void before_release(struct verify_state *, uint32_t thread, struct verify_view *);
void before_fence(struct verify_state *, uint32_t thread, uint8_t order, bool weak);

/* An access of `thread`; the first race that it is part of is left in `race`. */
void before_access(struct verify_state *, uint32_t thread, uint64_t at, uint64_t bytes, uint8_t kind, struct verify_race *race);
/* The same, but it is not remembered: it is part of what synchronises, or is only about to be done. */
void before_look(struct verify_state *, uint32_t thread, uint64_t at, uint64_t bytes, uint8_t kind, struct verify_race *race);
void before_forget(struct verify_state *, uint64_t at, uint64_t bytes); /* a plain write: atomic locations begin anew */
/* Events that happen before whatever any thread may still do. */
void before_prune(struct verify_state *);
void before_leave(struct verify_state *, uint32_t thread); /* what it has accessed so far is forgotten */
/* `thread` does nothing until `other` has ended, and then knows what that does. */
void before_waits(struct verify_state *, uint32_t thread, uint32_t other);

/* Atomic locations. NULL: accesses of different size overlap there. */
struct verify_location *before_location(struct verify_state *, uint64_t at, uint32_t bytes);
uint32_t before_oldest(const struct verify_state *, uint32_t thread, const struct verify_location *); /* index it may read */
void before_read(struct verify_state *, uint32_t thread, struct verify_location *, uint32_t index, uint8_t order);
/* A store behind store[index] in modification order; `modifies`: it is a read-modify-write that has read that one. */
void before_write(struct verify_state *, uint32_t thread, struct verify_location *, uint32_t index, uint8_t order, bool modifies,
		 const uint8_t *value);
uint32_t before_index(const struct verify_location *, uint32_t store); /* UINT32_MAX: it is gone */
/* Drops stores that nobody can read any more. `loaded`: by symbol, what loads may read; NULL: everything. What none reads is
 * read by read-modify-writes alone, which stand behind the store that they read, as stores stand behind one that has no
 * read-modify-write behind it: one that has is out of reach. */
void before_trim(struct verify_state *, const bool *loaded);

/* ---- unset bytes ---- */
uint8_t *before_unset(const struct verify_state *, uint32_t object); /* NULL: all of it is set */
void before_set(struct verify_state *, uint64_t at, uint64_t bytes);
void before_make_unset(struct verify_state *, uint32_t object);

#endif
