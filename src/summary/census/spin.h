/* spin: which words of memory are locks made of atomics (spin.c). */
#ifndef SUMMARY_SPIN_H
#define SUMMARY_SPIN_H

#include "base/store/map.h"
#include "ir/body.h"

enum spin_step { SPIN_NOTHING, SPIN_TAKE = 1, SPIN_GIVE = 2, SPIN_BROKEN = 4, SPIN_WAIT = 8, SPIN_CALL = 16, SPIN_DRAW = 32 };

/* All such locks are of one family, which no model has. */
#define SPIN_FAMILY UINT32_MAX

struct spin_word {
	uint64_t word;
	uint32_t bits; /* enum spin_step */
};
struct spin_pair {
	uint32_t number, thread;
};
struct spin_drawn {
	uint64_t word, from;
};
struct spins {
	struct arena *arena;
	struct map number;    /* of a word, + 1 */
	struct map by_thread; /* number and thread: enum spin_step */
	VEC(struct spin_word) word;
	VEC(struct spin_pair) pair;
	VEC(struct spin_drawn) draw;
	VEC(uint32_t) candidate; /* places in word: nothing speaks against them so far */
};

/* Is this how such a lock is taken, or given back? */
enum spin_step spin_step_of(const struct program *, const struct body *, uint32_t inst);
/* What has drawn the number that this load is compared with, and the comparison; NULL: it is no such load. */
const struct inst *spin_draw(const struct program *, const struct body *, uint32_t load, const struct inst **compare);
/* Does it give a lock back, if the word is one? */
static inline bool spin_gives(enum spin_step step)
{
	return step == SPIN_GIVE || step == SPIN_CALL;
}
/* Somebody, one of these threads, writes the word so while it is shared. */
void spin_note(struct spins *, uint64_t word, enum spin_step, const uint32_t *thread, uint32_t n);
/* The word calls numbers that were drawn from the other one. */
void spin_note_draw(struct spins *, uint64_t word, uint64_t from);
/* All steps are known: which words may be locks? */
void spin_settle(struct spins *);
/* The words that are locks; true: some of them call numbers. */
bool spin_finish(struct spins *, struct arena *out, struct map *lock);

#endif
