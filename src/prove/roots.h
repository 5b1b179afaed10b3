/* roots: from which functions threads come to the places of a goal, where a search does not start from main.
 *
 * needs   points, findings with their ways       gives   for each place of a goal the function that its thread starts with
 * misses  all but the nearest root: a function may be reached from several, and one of them is tried */
#ifndef PROVE_ROOTS_H
#define PROVE_ROOTS_H

#include "ir/finding.h"
#include "prove/prove.h"

/* Who calls whom, backwards: callers of function f are caller[first[f] .. first[f + 1]), in the order of their sites. */
struct callers {
	const struct points *points;
	uint32_t *first, *caller;
	bool *begins; /* by function: a thread, task or handler may begin with it, or nobody calls it, or a library offers it */
	uint32_t *seen, *todo, round; /* of a walk */
};
struct callers *roots_callers(struct arena *, const struct points *);

/* The function that a thread at this access began with: the outermost one of its way, or the nearest one upwards; of main's own
 * thread the one that main calls on that way. None: not found, or the access is in main itself. */
struct fn_id roots_of_access(struct callers *, const struct finding_access *);
struct fn_id roots_of_function(struct callers *, struct fn_id);

#endif
