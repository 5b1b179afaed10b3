/* spin: which words of memory are locks made of atomics (spin.c). */
#ifndef SUMMARY_SPIN_H
#define SUMMARY_SPIN_H

#include "base/store/map.h"
#include "ir/body.h"

enum spin_step { SPIN_NOTHING, SPIN_TAKE = 1, SPIN_GIVE = 2, SPIN_BROKEN = 4 };

/* All such locks are of one family, which no model has. */
#define SPIN_FAMILY UINT32_MAX

struct spin_word {
	uint64_t word;
	uint32_t bits; /* enum spin_step */
};
struct spin_pair {
	uint32_t number, thread;
};
struct spins {
	struct arena *arena;
	struct map number;    /* of a word, + 1 */
	struct map by_thread; /* number and thread: enum spin_step */
	VEC(struct spin_word) word;
	VEC(struct spin_pair) pair;
	VEC(uint32_t) candidate; /* places in word: nothing speaks against them so far */
};

/* Is this how such a lock is taken, or given back? */
enum spin_step spin_step_of(const struct program *, const struct body *, uint32_t inst);
/* Somebody, one of these threads, writes the word so while it is shared. */
void spin_note(struct spins *, uint64_t word, enum spin_step, const uint32_t *thread, uint32_t n);
/* All steps are known: which words may be locks? */
void spin_settle(struct spins *);
/* The words that are locks. */
void spin_finish(const struct spins *, struct arena *out, struct map *lock);

#endif
