/* stat: counters, gaps and timers, one table (stat.def) that --stats prints. Process-wide: a counter is an output channel
 * like stderr, not state that an analysis reads. Workers add with atomics; sums do not depend on their order. */
#ifndef BASE_STAT_H
#define BASE_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum counter {
#define COUNT(name, help) STAT_##name,
#define GAP(name, one, many, help) STAT_##name,
#include "stat.def"
#undef COUNT
#undef GAP
	STAT_COUNT
};

void stat_add(enum counter, uint64_t);
/* Between true and false phases run that have run before, for the prover: only what it counts itself, from STAT_proofs on, and
 * no gap, is counted. */
void stat_repeat(bool);
uint64_t stat_get(enum counter);
const char *stat_name(enum counter);
int stat_is_gap(enum counter);
const char *stat_help(enum counter); /* what it counts, in words */
#define gap(kind) stat_add(STAT_gap_##kind, 1)

/* stat_phase("link") ends the phase before and starts the timer of this one; NULL ends the last. The name is a literal. */
void stat_phase(const char *name);
const char *stat_running(void); /* the phase that runs now, for any thread; "": none */
uint64_t stat_resident(void); /* bytes of memory that the process has now; 0: nobody says */
double stat_now(void); /* seconds of a clock that only runs forward */
double stat_processor(void); /* seconds that the process and its workers have worked */
void stat_inherit(double processor); /* in a child that goes on where its parent was: what that one had worked by then */
void stat_print(FILE *, int json); /* counters, then time and peak memory by phase */
uint64_t stat_not_c(void);         /* entries of the database in other languages, */
void stat_not_c_text(FILE *);      /* by language: "2 C++ entries not analysed" */
void stat_gaps(FILE *); /* "analysis incomplete in 4 places: 1 unit not analysed, 3 unknown functions", or "no gaps" */

#endif
