/* learn: the weights of the table, fitted to what people have said of findings (`snag triage`).
 *
 * Logistic regression: the log-odds that a finding is real are its points, divided by LEARN_SCALE, and a constant. The weights
 * that minimise the loss are looked for near those that we have (a ridge pulls towards them), so that a criterion of which the
 * verdicts know nothing keeps its points.
 *
 * Whether that helps is measured on verdicts that were not used: they are dealt into LEARN_FOLDS parts by fingerprint, each part
 * is ranked by weights learned from the others. The measure is how often a real finding stands above one that is not (the area
 * under the ROC curve), ties counting half.
 *
 * needs   findings with facts, and a verdict each      gives   weights, before and after on held-out verdicts
 * misses  what two criteria mean only together; verdicts of which no run has kept the facts are left out, and counted */
#ifndef RANK_LEARN_H
#define RANK_LEARN_H

#include "rank/rank.h"

enum { LEARN_LEAST = 20, LEARN_LEAST_EACH = 5, LEARN_FOLDS = 5, LEARN_SCALE = 20 };

struct learn_verdict {
	struct finding finding; /* rule, doubt, facts, fingerprint */
	bool real;
};

struct learned {
	const struct rank_weights *weights;
	uint32_t n, real;
	double before, after; /* of held-out verdicts, 0 to 1 */
};

/* False: there are too few verdicts, which is said. The order of the verdicts does not matter. Weights in the arena. */
CHECKED bool rank_learn(struct arena *, const struct rank_weights *old, const struct learn_verdict *, uint32_t n,
			struct learned *, struct trouble *);

/* Criteria whose points differ, one a line: "write  1 -> 14". Gives how many. */
uint32_t rank_print_change(FILE *, const struct rank_weights *old, const struct rank_weights *new);
/* Lines NAME=POINTS of all criteria that differ from the table. */
void rank_print_changes(FILE *, const struct rank_weights *);

#endif
