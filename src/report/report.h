/* report: findings, chosen, sorted and printed.
 *
 * needs   findings of any check      gives   text for people, gcc style
 * misses  nothing of the analysis: what is left out is left out because it was asked for (rules, top) or is a duplicate */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/file.h"
#include "base/vec.h"
#include "ir/finding.h"

struct report_options {
	const char *const *rule; /* only these, by name; none: all */
	uint32_t nrules;
	uint32_t top;      /* at most so many; 0: all */
	const char *dir;   /* paths below it are printed relative to it; NULL: as they are */
	bool color;
};

/* The findings to show, best first: by rule, then file, line, column, message. Of several with one fingerprint the first. The
 * result is in the arena. */
const struct finding *const *report_choose(struct arena *, const struct finding *, uint32_t n, const struct report_options *,
					   uint32_t *chosen);

/* All of the above printed, each with the lines of source that it speaks of where they can be read. Gives how many. */
uint32_t report_text(FILE *, const struct finding *, uint32_t n, const struct report_options *);

/* "3 findings in 2 units (1 self-deadlock, 2 lock-leak); gaps: none": the closing line. */
void report_summary(FILE *, const struct finding *, uint32_t n, const struct report_options *);

/* Whether `name` is that of a rule; for the command line. */
bool report_is_rule(const char *name);

#endif
