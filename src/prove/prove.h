/* prove: looks for an execution that shows a finding to be real (KISS; kiss sections 4 and 5).
 *
 * needs   a linked program, models, points; the bodies of the primitives (primitives.h)
 * gives   a schedule (schedule.h), or the bound that was met, or why the program cannot be looked at
 * misses  weak memory: executions are sequentially consistent; what functions outside write; other orders of evaluation than the
 *         one that clang has chosen (of what extract/unit/either.c marks the report says so); executions beyond the bounds: not
 *         found never means that there is none
 *
 * The program is made sequential (sequential.h) and executed path by path (execute.h). First the stack discipline of the paper,
 * then, if options.switches says so, schedules that resume threads. What is found has still to be confirmed by the replay. */
#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "points/points.h"
#include "prove/replay/schedule.h"

#define PROVE_TS_UNBOUNDED UINT32_MAX
enum { PROVE_ROOTS = 4 };

struct prove_options {
	uint32_t ts;       /* how many threads may wait to be scheduled; PROVE_TS_UNBOUNDED */
	uint32_t switches; /* beyond the stack discipline: preemptions tried, threads being resumed; 0: the discipline only */
	uint32_t loops;    /* iterations of a loop whose condition is not known */
	uint32_t depth;    /* calls on a stack */
	uint64_t steps;    /* instructions on a path */
	uint64_t paths;
	uint64_t solver;   /* steps of the solver for one question (Z3's rlimit) */
	double seconds;
	uint32_t megabytes;
	uint32_t nroots;   /* more than 0: start these functions as threads, not main (harness.c) */
	struct fn_id root[PROVE_ROOTS];
	bool apart;        /* of such a start: no object is an argument of two threads, or behind one */
	bool open;         /* of such a start: variables hold anything, not what the program initialises them with */
};

enum prove_outcome {
	PROVE_FOUND = 1,
	PROVE_NOT_WITHIN, /* `text` says what cut the search short (cuts.def), or "all schedules" if nothing did */
	PROVE_CANNOT,     /* `text` says why: "inline assembly in spin_wait (spin.c:12)" */
};

struct prove_result {
	uint8_t outcome;
	const char *text;
	bool reached; /* threads got to both accesses of a pair, or to all places of a deadlock, though not as it was wanted */
	bool all; /* PROVE_NOT_WITHIN, and no cut was met: there is no such execution (execute.h says of which) */
	uint64_t paths, steps, questions;
	uint32_t preemptions; /* of the schedule found */
	struct schedule schedule;
};

void prove_defaults(struct prove_options *);
/* `primitives` is a program of its own (primitives_load). The result is in `out`. */
void prove_search(struct arena *out, const struct points *, const struct program *primitives, const struct goal *,
		  const struct prove_options *, struct prove_result *);

#endif
