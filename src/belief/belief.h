/* belief: what the programmers seem to believe about locks, as a second opinion on races (racerx, sections 8.1, 8.4 and 8.5).
 *
 * Nobody locks for nothing. So what stands alone in a critical section is protected on purpose, by that section's lock, and what
 * stands first or last in it probably is; and what is mostly used with a lock should always be. Each section counts once for a
 * variable, however often it uses it, and a lock that a caller holds counts for nothing: it may be there for something else. When
 * a use is judged, it is held all the same (8.5: a local pass counts, an interprocedural one checks).
 *
 *     z = (s/n - p0) / sqrt(p0 * (1 - p0) / n)       s of n uses protected; p0 = 0.8 that would be so by chance
 *
 * needs   races, contexts      gives   facts for rank: only, first, last, z (simple and simple statistical mode); findings:
 *         inconsistent-lock, where another lock than the believed one is held at a racy access (precise statistical mode), and
 *         where a function that is not in the program is called without the lock that it is mostly called with; and empty-section
 * misses  callers that hold the wrong element of an array of locks; sections that begin in one function and end in another one;
 *         functions too large to look at whole (gap_sections); beliefs about functions that have a body: their accesses tell
 *         more. One use of one is never evidence */
#ifndef BELIEF_BELIEF_H
#define BELIEF_BELIEF_H

#include "race/race.h"

struct beliefs {
	struct arena *arena; /* of the findings */
	struct arena work;   /* of the rest */
	struct races *races;
	struct sections **sections;  /* by fn; NULL: not looked at yet */
	struct body *body;	     /* used again for each function: there may be very many */
	VEC(struct finding) finding; /* inconsistent-lock */
};

/* `finding` are those of race_findings, whose facts grow. */
struct beliefs *belief_run(struct arena *, struct races *, struct finding *finding, uint32_t n);
void belief_release(struct beliefs *); /* all but the findings */
void belief_check(const struct beliefs *);
/* --dump=belief: what is believed about each location with a race; then critical sections that protect nothing: either the
 * program's mistake or one of ours (8.6). */
void belief_dump(struct beliefs *, FILE *);

#endif
