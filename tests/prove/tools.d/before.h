/* before: happens-before of one execution, by the definitions of C17 and nothing else: no clocks, no bookkeeping on the way. All
 * events of the execution are written down; release sequences, synchronises-with (5.1.2.4, 7.17.3, 7.17.4) and the closure are
 * then looked up in that list, rule by rule. Slow, for small programs. */
#ifndef TESTS_PROVE_BEFORE_H
#define TESTS_PROVE_BEFORE_H

#include "prove/machine/machine.h"

struct event {
	uint32_t thread;
	struct fn_id fn;
	uint32_t inst, line;
	bool reads, writes, atomic, fence;
	uint8_t order;      /* enum order: what applied, of an exchange that failed the one for that */
	uint64_t at, bytes;
	uint32_t starts, joins; /* a thread, + 1 */
	uint32_t from; /* of a read: the write, + 1; 0: what was there in the beginning */
	/* how many steps had been done before it, in all; as segments */
	uint32_t step;
};

struct execution_log {
	struct arena *arena;
	VEC(struct event) event;
	VEC(struct schedule_segment) segment; /* one for each step */
	bool *before; /* n * n: the first happens before the second */
};

/* What thread is about to do becomes part of the log, then it does it. */
void before_step(struct execution_log *, const struct program *, struct machine *, uint32_t thread);
void before_close(struct execution_log *);
/* Two events of different threads that conflict, one not atomic, and that nothing orders. */
bool before_race(const struct execution_log *, uint32_t a, uint32_t b);

#endif
