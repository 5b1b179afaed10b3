/* deadlock: cycles in the order in which locks are taken, 2 to n threads (racerx, section 4); and who waits for somebody while
 * holding what that one needs.
 *
 * Nodes are locks by their ground names, edges the orders of lockset: a -> b, taken while a was held. Every elementary cycle of
 * at most --max-threads edges is looked at, shortest edges first; two classes of locks are one node, and a class meets its
 * members. A cycle is a finding unless one of these holds, which is then the reason why it is pruned:
 *
 *     gate         two of its edges hold another lock in common, so that the two threads are never there at once; all hold
 *                  tokens of a semaphore that begins with fewer, and that nobody gives who has none; of two locks
 *                  of one class, one of another class: a tree is locked
 *                  around its nodes, and a node is in one tree only
 *     modes        somewhere a reader waits for a reader
 *     apart        two of its threads never run at the same time; there is one thread only
 *     order        two locks of one class are taken in the order of their addresses, or of a member that is another one in each
 *                  and stays what it is (lockset/names/keys.c), parent before child, or along one pointer to its end; or a
 *                  model says that such locks are in an order of their own
 *     atomic       a thread would have to sleep where it must not
 *     name         one of them is known neither by a variable nor by the type that it is in; or the one that a thread waits for
 *                  is in a thing that never is the one which the next thread has a lock of: two tables of one type, each made
 *                  for a pointer of its own
 *     far          three threads or more, none of whose locks is known by a variable, and a long way from each lock to the next
 *     conditions   very many conditions on the way from one lock to the next
 *     semaphore    one of them is used as a signal (5.1)
 *     calls        the way from one lock to the next goes through pointers that may mean too many functions
 *     last         on the way from one lock to the next a thing loses its last reference that the thread has not made itself; of
 *                  three threads or more, one has taken its lock behind such a way: who still uses the thing would have a
 *                  reference
 *     error        before it takes two locks, in two functions, a thread has come past a lock error (6.1)
 *     blocks       a lock that is let go while its holder sleeps, before one that sleeps (5.2)
 *
 * Then locks that a thread holds when it ends (ends/ended.c), waits for tokens, conditions, arrivals and ends that nobody
 * provides (stall.c), locks that signal handlers wait for while the code they interrupt holds them, locks that the child of a
 * fork finds held by a thread which it has not (ends/forked.c), and locks that are taken in another order than the source
 * declares (declared.c).
 *
 * needs   lockset; threads, if that phase ran (NULL: roots alone tell threads apart, and what is held at their ends is not asked)
 * gives   findings: deadlock, wait-holding, self-deadlock, lock-leak, inconsistent-lock
 * misses  cycles of more than --max-threads; more than a budget of cycles (counted: gap_cycles); which of several conditions a
 *         signal is for; who waits for ever with a time limit, by how the executions go (which of several waits a token ends), or
 *         for somebody who is not known to be too late; who waits for what functions provide that nobody is known to call;
 *         locks that are held at waits where contexts were joined */
#ifndef DEADLOCK_DEADLOCK_H
#define DEADLOCK_DEADLOCK_H

#include "lockset/lockset.h"
#include "threads/threads.h"

/* Guesses, in bits: a way with more than 64 possible turns is not believed. Where both locks are known by class only, none is:
 * which object it is and which function of that object is called hang together, and two guesses at once put the callback of one
 * object below the lock of another. Nor is one believed on which a thing loses its last reference that the thread has not made
 * itself: who has found it somewhere has one of several. LAST_ASKED, where it is not known which way is that of the last one, is
 * believed twice. Three guesses which object it is are not believed at once, unless they are near: DEADLOCK_MOST_FAR is by
 * thread, 3 a call and 1 a condition (4.2). Nor is a way that hangs on more than DEADLOCK_MOST_CONDITIONS: which of them exclude
 * each other nobody knows; calls alone are no reason for doubt. --all-targets believes all of it. */
enum { DEADLOCK_MOST_THREADS = 16 }; /* the most that limits.def allows */
enum { DEADLOCK_MOST_GUESSES = 6, DEADLOCK_MOST_CLASS_GUESSES = 0, DEADLOCK_MOST_LASTS = 2 };
enum { DEADLOCK_MOST_FAR = 8, DEADLOCK_MOST_CONDITIONS = 20 };

struct deadlock_cycle {
	uint32_t edge[DEADLOCK_MOST_THREADS], n; /* lockset.order */
	const char *pruned; /* why it is none; NULL: it is one */
	uint32_t nonglobal; /* locks in it that are known by class only */
	uint32_t cost;      /* 3 a call, 1 a condition, on all its edges (4.2) */
	uint32_t up;        /* edges that need upward propagation (6.4) */
	uint32_t guesses, lasts; /* on all its edges: see struct lock_order */
};

struct deadlocks {
	struct arena *arena;
	const struct lockset *lockset;
	const struct threads *threads;
	uint32_t max_threads;
	VEC(struct deadlock_cycle) cycle; /* best first */
	VEC(struct finding) finding;
};

struct deadlocks *deadlock_run(struct arena *, const struct lockset *, const struct threads *, uint32_t max_threads);
void deadlock_check(const struct deadlocks *);
/* Every order of two locks once, as people call them, in the order of the ids: a -> b, and where b is taken, "pool.c:31". For
 * pictures. */
typedef void deadlock_each(void *context, const char *held, const char *wanted, const char *place);
void deadlock_orders(struct arena *, const struct deadlocks *, deadlock_each *, void *context);
/* --dump=deadlock: constraints and cycles. */
void deadlock_dump(const struct deadlocks *, FILE *);

#endif
