/* version: which release of a lock was the last one, at each place of a function. Numbers as in SSA form: the release, or the
 * block where several meet. Of a value and a place that it dominates, equal numbers mean that nothing was released in between.
 *
 * misses  nothing: what may release counts as a release */
#ifndef SHARING_VERSION_H
#define SHARING_VERSION_H

#include "ir/cfg.h"
#include "sharing/state.h"

enum { VERSION_UNSET, VERSION_ENTRY };

struct versions {
	uint32_t *at;  /* by instruction, before it */
	uint32_t *out; /* by block, at its end */
};

void versions_find(struct arena *, const struct sharing *, const struct body *, const struct cfg *, struct versions *);

#endif
