/* temp: a directory of our own for what is needed during a run only. It goes away with the process, however that ends: by
 * temp_remove(), by die(), by a signal. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

#include <sys/types.h>

#include "base/store/arena.h"
#include "base/diag.h"

struct temp {
	const char *path; /* in the arena; NULL: there is none */
	pid_t keeper;     /* the process that waits for our end; -1: there is none */
	int fd;           /* what it waits at */
};

/* Below TMPDIR, where that is an absolute path, else below /tmp. */
CHECKED bool temp_make(struct arena *, struct temp *, struct trouble *);
void temp_remove(struct temp *);

#endif
