/* advice: what a person can do with a finding: which single change would remove it, and what each phase had to say about it.
 *
 * Both are made from what the finding carries, in one place, so that text, explain, JSON, SARIF and HTML say the same.
 *
 * needs   findings with facts; scored (rank), for what phases said      gives   finding.fix; rows of phase and words
 * misses  whether the change is enough: other accesses of the location may need it, too; a fix is a hint for a person, never
 * applied */
#ifndef REPORT_ADVICE_H
#define REPORT_ADVICE_H

#include "base/store/arena.h"
#include "ir/finding/finding.h"

/* Fills in finding.fix: "take 'pool.lock' around stats.c:41, as 12 of 14 accesses do". "": no single change is known. */
void advice_run(struct arena *, struct finding *, uint32_t n);

/* What one phase said: "belief", "the only object of more than one critical section". */
struct said {
	const char *phase, *text;
};
enum { SAID_MOST = 12 };

/* In the order of the phases; texts in the arena. Gives how many. */
uint32_t advice_said(struct arena *, const struct finding *, struct said[SAID_MOST]);

#endif
