/* diagnose: what clang says of units when it only checks them, with flags of ours behind their own (diagnose.c). */
#ifndef EXTRACT_DIAGNOSE_H
#define EXTRACT_DIAGNOSE_H

#include "capture/capture.h"

struct clang_said {
	struct bytes text; /* of stderr, with a 0 behind */
	bool failed;	   /* it does not compile */
};

struct diagnose_options {
	const char *const *flags; /* ends with NULL */
	uint32_t workers;
	const bool *wanted; /* by job: the rows of others stay as they are; NULL: all */
};

/* One row a job, in their order. Trouble: clang-19 cannot be found or run. */
CHECKED bool diagnose(struct arena *, const struct jobs *, const struct diagnose_options *, struct clang_said *,
		      struct trouble *);

#endif
