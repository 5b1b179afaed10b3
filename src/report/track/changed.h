/* changed: which findings involve code that has changed (check --since, --changed).
 *
 * A finding does if one of its places is in a function that has a changed line, if its threads are started or waited for, or its
 * calls made, by such a function, or if it is about a variable whose definition changed. A line that changed outside of all
 * functions, and is no comment and no #include, changes all of its file.
 *
 * needs   a patch without context, or names of files; where their functions and variables are     gives   finding.elsewhere
 * misses  macros and types that changed in a header: only findings with a place in that header count; what a removed file did */
#ifndef REPORT_CHANGED_H
#define REPORT_CHANGED_H

#include "base/store/vec.h"
#include "base/system/file.h"
#include "ir/finding/finding.h"

struct changed_file;

struct changed {
	struct arena *arena;
	VEC(struct changed_file) file;
};

/* All of this file has changed. */
void changed_add_file(struct changed *, const char *path);
/* What `git diff -U0 --dst-prefix=b/` prints; paths are below `root`. False: this is no such patch. */
CHECKED bool changed_read_patch(struct changed *, const char *root, const char *text, struct trouble *);

/* Is anything of this file changed? Then where the functions and variables in it are is told, each at least once. */
bool changed_has(const struct changed *, const char *path);
void changed_function(struct changed *, const char *path, const char *name, uint32_t first, uint32_t last);
void changed_variable(struct changed *, const char *path, const char *name, uint32_t line);

/* Marks the findings that involve nothing that has changed; gives how many. */
uint32_t changed_apply(struct changed *, struct finding *, uint32_t n);

#endif
