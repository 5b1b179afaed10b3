/* rank: which finding to look at first (racerx, sections 4.2 and 8.1, Table 4).
 *
 * Checks leave facts on a finding; each row of table4.def that holds for one gives points, and their sum orders the report.
 * Nothing is decided here and nothing dropped: a finding with few points is shown last. The weights are data, and the user's to
 * change.
 *
 * needs   findings with facts      gives   finding.score (criterion, value, points), finding.total, finding.cost, finding.belief
 * misses  nothing; facts that no check has found out give no points, for or against */
#ifndef RANK_RANK_H
#define RANK_RANK_H

#include <stdio.h>

#include "base/store/arena.h"
#include "base/diag.h"
#include "ir/finding/finding.h"

struct rank_weights; /* points by criterion */

/* The weights of the table, changed by texts "NAME=POINTS", later ones win; in the arena. NULL: one of them is wrong, which is
 * said. */
const struct rank_weights *rank_weights(struct arena *, const char *const *changes, uint32_t n, struct trouble *);
/* Scores each finding. Done again, the new weights count. */
void rank_run(struct arena *, const struct rank_weights *, struct finding *, uint32_t n);
void rank_check(const struct finding *, uint32_t n);
/* The table with its weights, one criterion a line: for people who want to change them. */
void rank_dump(const struct rank_weights *, FILE *);

#endif
