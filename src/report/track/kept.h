/* kept: the findings of a run whose units were the very same, so that a second run with nothing changed need not link and
 * analyse.
 *
 * needs   the paths of the units, which name their content, and what else the analysis depends on, as one text
 * gives   findings, graphs and counters as that run had them
 * misses  nothing: a file that is missing, damaged or of another form is no file, and the analysis runs */
#ifndef REPORT_KEPT_H
#define REPORT_KEPT_H

#include "base/diag.h"
#include "base/store/vec.h"
#include "ir/finding/finding.h"
#include "report/graph.h"

struct kept {
	VEC(struct finding) finding;
	struct report_graphs graphs;
};

/* A path in the cache directory for this text. */
const char *kept_path(struct arena *, const char *cache, const char *text, size_t len);
/* Counters are added to those of this run; all but the ones of capture and extract, which are this run's own. */
bool kept_read(struct arena *, const char *path, struct kept *);
/* The findings of the last report in the cache directory, in its order; counters stay as they are. */
bool kept_read_findings(struct arena *, const char *cache, struct kept *);
void kept_write(const char *path, const struct finding *, uint32_t n,
		const struct report_graphs *); /* a file that cannot be written is not missed */

#endif
