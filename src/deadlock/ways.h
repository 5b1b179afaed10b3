/* ways: what everybody has come by who gets to a place: waits that have ended, locks that were taken. A *mark* is such a
 * thing; it stands behind an instruction of a context, or on a way between two of its blocks. Passed are the marks that are on
 * all ways from the start of the program: in the function, in those that called it, in what was called on the way there, and
 * before the thread was started.
 *
 *     main: sem_wait(&a) #1; pthread_create(worker)        worker: lock(m) #2; sem_post(&b)        at the post: #1 #2
 *
 * needs   threads      gives   sets of marks
 * misses  that ways exclude each other, except where contexts say so; a place that several threads come to has passed what all of
 *         them have */
#ifndef DEADLOCK_WAYS_H
#define DEADLOCK_WAYS_H

#include "threads/threads.h"

struct way_mark {
	uint32_t context, at, to; /* to: UINT32_MAX: behind instruction `at`; else on the way from block `at` to that one */
	uint32_t bit;
};

struct must_passed {
	struct arena *arena;
	const struct threads *threads;
	VEC(struct way_mark) mark;
	uint32_t bits, words;
	uint32_t own; /* bits from here on count only for the thread itself, not for those that it starts */
	uint32_t *first;		 /* by context: its marks */
	uint8_t *relevant;		 /* by context: some mark is in it, or in what it calls */
	uint64_t *pre;			 /* by context: passed when it is entered */
	uint64_t *through;		 /* by context: passed between its entry and its end */
	bool good;			 /* the rounds came to an end */
};

void ways_init(struct must_passed *, struct arena *, const struct threads *);
void ways_mark(struct must_passed *, struct way_mark); /* before ways_run */
void ways_run(struct must_passed *);
/* Passed before this instruction is executed, in the arena that is given; NULL: nobody gets there. */
uint64_t *ways_before(const struct must_passed *, struct arena *, uint32_t context, uint32_t inst);
static inline bool ways_has(const uint64_t *set, uint32_t bit)
{
	return set[bit / 64] >> bit % 64 & 1;
}

#endif
