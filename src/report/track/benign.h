/* benign: `// snag-benign: reason` on the line of an access (kiss section 6: an access that the programmer has annotated is not
 * looked at).
 *
 * needs   findings, the source      gives   findings without the pairs that such an access is part of; a race that has no other
 * pairs is ruled out
 * misses  pairs that were not kept with their finding (finding.pairs > npairs) */
#ifndef REPORT_BENIGN_H
#define REPORT_BENIGN_H

#include <stdbool.h>

#include "base/store/vec.h"
#include "ir/finding/finding.h"

/* Gives how many findings remain: those ruled out get a `pruned` with the reason and stay if `keep`. Counts them
 * (STAT_benign). */
uint32_t report_benign(struct arena *, struct finding *, uint32_t n, bool keep);

#endif
