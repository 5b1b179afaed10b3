/* mutex: what can be told of a lock from the bytes that it begins with; of a pthread_mutex_t, as glibc lays it out on 64-bit
 * machines.
 *
 * An *odd* one does not block the thread that holds it: recursive (deep), or checking for errors. A plain one and an adaptive
 * one do.
 * PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and its like leave no call: only the bytes of a variable, or a store of the kind. */
#ifndef IR_MUTEX_H
#define IR_MUTEX_H

#include "ir/body.h"

enum { MUTEX_BYTES = 40, MUTEX_KIND = 16 }; /* where __kind stands */

/* Which odd mutexes a variable may start as, `offset` bytes from its start, in bits; 0: none. With a stride: what the elements
 * there start as, offset being that of the first. */
enum { MUTEX_DEADLOCK = 35 }; /* EDEADLK: what the holder of a checked one is told */
enum { MUTEX_DEEP = 1, MUTEX_CHECKED = 4, MUTEX_ODD = MUTEX_DEEP | MUTEX_CHECKED };
uint32_t mutex_starts_odd(const struct program *, struct sym_id, int64_t offset, uint64_t stride);
/* Does a variable start as a pthread_rwlock_t whose readers wait for waiting writers
 * (PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP)? */
enum { RWLOCK_BYTES = 56, RWLOCK_KIND = 48 };
bool rwlock_starts_fair(const struct program *, struct sym_id, int64_t offset);
/* What a variable, or the semaphore `offset` bytes from its start, begins with: the member called `count`, as the kernel's have.
 * False: it has none, or nothing is set, and somebody else will initialise it. */
bool semaphore_starts(const struct program *, struct sym_id, int64_t offset, int64_t *count);
/* `offset` bytes behind `object`, which points to a `record`. */
struct mutex_place {
	struct ref object;
	int64_t offset;
	struct type_id record;
	uint32_t kind; /* MUTEX_DEEP or MUTEX_CHECKED */
};
/* Does this store make an odd mutex, and where? */
bool mutex_store_is_odd(const struct program *, const struct body *, const struct inst *store, struct mutex_place *);

#endif
