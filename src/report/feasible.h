/* feasible: of the pairs of a race, the one that a reader sees first is the one that most likely can happen.
 *
 * The analysis tells every pair that it cannot rule out, and sorts them by what it knows of memory and locks. Readers
 * give up on pairs of another kind: a handler beside itself, which a loop calls one after the other, and what main does before it
 * has started much. Where a race has other pairs, one of those is shown.
 *
 * needs   findings of races      gives   another first pair; finding.home keeps the one that names it */
#ifndef REPORT_FEASIBLE_H
#define REPORT_FEASIBLE_H

#include "base/store/arena.h"
#include "ir/finding/finding.h"

/* Leaves alone what an execution shows, and what is ruled out. */
void feasible_run(struct arena *, struct finding *, uint32_t n);

#endif
