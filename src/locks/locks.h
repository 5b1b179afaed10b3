/* locks: misuse of a lock inside one function: taken twice (self-deadlock), given back when not held (unlock-unheld), kept on one
 * path and given back on the others (lock-leak).
 *
 * needs   lockset      gives   struct locks: findings
 * misses  whatever needs more than one function, except thin wrappers (ops.h) and what callers show (handover.h): a lock that a
 *         callee may leave changed is not known any more, nor is a void function's lock that a callee changes on another path;
 *         a held lock of the same class as one that is released under a name the path does not know; a lock that the function is
 *         entered with; a condition that is in doubt and older than the lock; functions that call setjmp and its like (counted:
 *         gap_twice); functions too branchy to follow (counted: gap_states); semaphores; locks whose kind is not known, for
 *         self-deadlock and unlock-unheld; a lock that is held when the function returns success and free when it fails is taken
 *         for a contract, unless all callers are known */
#ifndef LOCKS_LOCKS_H
#define LOCKS_LOCKS_H

#include "ir/finding/finding.h"
#include "locks/program/ops.h"

struct locks {
	struct ops ops;
	VEC(struct finding) finding; /* by function, then as found; strings in the arena */
	uint32_t functions;          /* functions with lock operations that were followed to the end */
};

struct locks *locks_run(struct arena *, struct lockset *);
void locks_check(const struct locks *, const struct program *);
/* --dump=locks[:function]: the operations found, and the states of each block. */
void locks_dump(const struct locks *, const struct program *, const char *function, FILE *);

#endif
