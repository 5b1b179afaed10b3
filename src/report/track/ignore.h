/* ignore: findings that somebody has asked not to be told of. They are counted, and SARIF carries them as suppressed.
 *
 *     // snag-ignore: race the counter is only a hint     on the line of the finding or of one of its accesses, or in the comment
 *                                                         lines directly above; several rules: race,lock-leak; any: all
 *     ignore: ["race:old_*.c:stats.*"]                    in .snag.yml or as --ignore: rule, file and object, each may be a
 *                                                         pattern
 *     vendor/                                             in .snagignore, as in a .gitignore: analysed, not reported, if all
 *                                                         places that the finding names first are there
 *
 * needs   findings, the sources       gives   finding.suppressed
 * misses  comments in headers that no finding names, when unused ones are looked for */
#ifndef REPORT_IGNORE_H
#define REPORT_IGNORE_H

#include "base/opt/opt.h"
#include "ir/finding/finding.h"
#include "report/format/source.h"

struct ignore_options {
	const char *dir;         /* patterns of paths are relative to it; .snagignore is looked for there */
	struct strings pattern;  /* "rule:file:object" */
	struct strings file;     /* the units, where unused comments are looked for */
};

/* Marks findings; gives how many. `unused` is called for each comment and pattern that marks none. Dies where a pattern or a
 * .snagignore cannot be understood. */
typedef void ignore_unused(void *context, const char *where, uint32_t line);
uint32_t ignore_apply(struct arena *, struct finding *, uint32_t n, const struct ignore_options *, ignore_unused *,
		      void *context);

/* Whether a list of .gitignore lines leaves out `path` (relative, no leading slash). For tests. */
bool ignore_path(const char *lines, const char *path);

#endif
