/* proof: what became of the attempt to prove a finding, for people.
 *
 *     confirmed: 2 context switches
 *       thread 0: main                                   thread 1: worker
 *       12  pthread_create(&t, NULL, worker, NULL);
 *           pthread_create(worker)
 *                                                        7  n++;
 *                                                           reads n = 0, writes n = 1; holds {m}
 *
 * One column for the first of the two threads that matter, one for the others. */
#ifndef REPORT_PROOF_H
#define REPORT_PROOF_H

#include "report/report.h"
#include "report/format/source.h"

/* "confirmed", "confirmed under harness"; "": neither. What a list shows beside a finding. */
const char *report_proof_badge(const struct finding *);
/* "confirmed: 2 context switches"; "not confirmed within 10 seconds"; ... in the arena. */
const char *report_proof_text(struct arena *, const struct finding_proof *);
/* Which threads of the execution are those of the finding's two sides, in their order: by where each one ends. */
void report_proof_sides(const struct finding *, uint32_t thread[2]);
/* "10 rounds of lines 34 to 36, the last one"; of all that begin with a step, "": none does. In the arena. */
const char *report_proof_round(struct arena *, const struct finding_proof *, const struct finding_round *);
const char *report_proof_rounds(struct arena *, const struct finding_proof *, uint32_t step);
/* The steps of an execution, side by side. Nothing where there are none. */
void report_proof_steps(FILE *, const struct finding_proof *, struct sources *, const struct report_options *);

#endif
