/* flow: one function run on all its paths at once, forward, with the states of state.h.
 *
 * Each block keeps the states that reach it. A state that is there already ends the path. A function where a block gets more than
 * locks-states, or where the work grows too large, is given up (gap_states). Merging states that agree on the locks (property
 * simulation: Das, Lerner and Seigle, "ESP: path-sensitive program verification in polynomial time") would always end, but it
 * loses which condition went with which lock, and then accuses code that tests the same flag four times; silence is better.
 *
 * What a path proves wrong is an incident; how a path ends is an exit, for judge.c to compare. */
#ifndef LOCKS_FLOW_H
#define LOCKS_FLOW_H

#include "ir/finding/finding.h"
#include "locks/function/slice.h"
#include "locks/function/state.h"
#include "locks/program/given.h"

enum {
	FLOW_OWNER_DIED = 130 /* EOWNERDEAD: a robust mutex was acquired although the result is not 0 */
};

struct locks_incident {
	uint8_t rule;
	uint32_t inst, lock; /* where, and the lock's term */
	struct status status; /* before */
};

/* What the value returned tells a caller. */
enum locks_answer { ANSWER_NONE, ANSWER_UNKNOWN, ANSWER_NEGATIVE, ANSWER_ZERO, ANSWER_POSITIVE, ANSWER_NOT_ZERO };

struct exit {
	uint32_t inst;  /* the jump to the return, or the return itself */
	uint32_t locks; /* state id; its lock slots */
	uint32_t value; /* term returned; 0: nothing, or cannot tell */
	uint8_t answer;
};

struct lock_info {
	uint32_t term, inst, op; /* the first operation on it: instruction, number of the operation in the call */
	uint64_t bits;           /* classes it may belong to */
	uint64_t expression;     /* of that operation: what the source calls it */
	uint32_t recursive; /* MUTEX_DEEP, MUTEX_CHECKED */
	bool semaphore, signal; /* signal: a semaphore that others may give back */
	uint32_t released_first; /* instruction + 1: the earliest that releases it on a path that knows nothing of it */
	int64_t low, high;       /* of that: the number of the element, if it is one, is between these */
};

struct block_state {
	uint32_t id;
	bool done;
};

struct block_states {
	VEC(struct block_state) list;
};

struct locks_fork {
	struct locks_state state;
	uint32_t next; /* in slice.todo */
};

struct flow {
	struct arena *arena;
	const struct ops *ops;
	const struct body *b;
	const struct cfg *cfg;
	const struct locks_slice *slice;
	const struct fact *given; /* of the first parameters; NULL: they may be any number */
	struct knowledge k;
	struct name_values names;
	struct block_states *at;
	bool gave_up;
	uint64_t steps;
	struct locks_state now, before, one, other; /* the last three are scratch of one function at a time */
	VEC(uint32_t) phi;
	VEC(struct locks_fork) fork;
	VEC(struct locks_incident) incident;
	VEC(struct exit) exit;
	VEC(struct lock_info) lock;
	struct map lock_of; /* term -> index + 1 in lock */
	struct map sign;    /* call + 1 -> enum compare, with 0: what its result is when it has failed */
	struct map seen;    /* (block, state), incidents and exits that are known already */
};

/* The function, its arena, and what is known of it beforehand are set; the rest is empty. */
void flow_run(struct flow *);

const struct slot *flow_slots(const struct flow *, uint32_t state, uint32_t *n);

/* Inside the phase (run.c, apply.c). */
uint32_t flow_expr(struct flow *, struct ref); /* of an operand, now; never 0 */
bool flow_run_inst(struct flow *, uint32_t inst, uint32_t next); /* false: the path ends here */
bool flow_apply(struct flow *, uint32_t inst, uint32_t next, const struct call_effect *);
uint32_t flow_shape(const struct flow *, const struct expr *cell); /* its bit in slice.live; 0: nobody loads such a cell */
/* Is the lock in a variable that nobody outside of the program can name or reach? */
bool flow_is_private(const struct flow *, uint32_t lock);
/* Is what was released there surely not this lock, but another element of its array? */
bool flow_is_other(const struct flow *, uint32_t lock, const struct lock_info *released);
void flow_fork(struct flow *, const struct locks_state *, uint32_t next);
void flow_fresh(struct flow *, uint32_t value); /* the value is a new unknown */

#endif
