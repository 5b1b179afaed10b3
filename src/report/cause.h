/* cause: races that one mistake makes are told as one, and so is trouble with locks that hangs on one guess.
 *
 *     a record is copied, cleared or printed in one place     each member that others use meanwhile is a race
 *     a helper is handed seven objects                        each of them is a race, at the same two lines
 *     a function forgets a lock                               each member that it uses is a race with the same other function
 *     a few lines in a row set what others read               each of what they set is a race
 *
 * They stay findings: each has its fingerprint, its number and its verdict. But the report shows the first of them, and lists the
 * others there.
 *
 * needs   findings, best first      gives   for each the one that it is shown with */
#ifndef REPORT_CAUSE_H
#define REPORT_CAUSE_H

#include "base/store/arena.h"
#include "ir/finding/finding.h"

/* lead[i] is the index, at most i, of the finding that list[i] is shown with; i itself: it is shown. A finding is compared with
 * those that are shown only, so that a chain of likenesses brings nothing together that is not alike. A proof changes nothing. */
void cause_find(const struct finding *const *list, uint32_t n, uint32_t *lead);

/* "data race on 'stats.hits' and 6 others". In the arena, or the finding's own. */
const char *cause_message(struct arena *, const struct finding *, uint32_t others);
/* What tells it from the others: "stats.hits"; of rules about locks "pool.c:31". In the arena, or the finding's own. */
const char *cause_name(struct arena *, const struct finding *);

#endif
