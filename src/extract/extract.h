/* extract: from jobs to units: clang makes bitcode, we make IR files of it, in the cache.
 *
 * needs   jobs (capture.h), clang-19
 * gives   for each job the path of its IR file, or why there is none
 * misses  a header that does not exist today and would be found first tomorrow: the cache knows the files a unit read, not those
 *         it looked for (as every compiler cache); what clang itself does not understand of a gcc dialect (a failed unit);
 *         operands of annotations that unit/facts.c does not understand: as if nobody had written them (gap_annotations)
 *
 * One worker process a unit, as many at a time as asked for. A worker that dies costs its unit, not the run.
 *
 * The cache is a directory that several runs may share at once. An entry's name is the hash of everything the result depends
 * on: our version, clang's, the command, and the content of every file the unit read. Files are written whole or not at all.
 *
 *     xx/KEY.deps    by command: which files the unit read
 *     xx/KEY.ir      by command and content: the unit
 *     xx/KEY.moved   by command without the directory of the run: in which directory it was made, and its command there
 *     xx/KEY.kept    by all units: what was found in them (report/track/kept.h)
 *     xx/KEY.plan, xx/KEY.linked   by program: its units, joined (link/keep.h)
 *     snag-clang-version   what clang-19 said of its version, and of which file that was asked */
#ifndef EXTRACT_EXTRACT_H
#define EXTRACT_EXTRACT_H

#include "base/system/temp.h"
#include "capture/capture.h"

struct extract_options {
	const char *cache; /* directory; NULL: a temporary one, gone with extract_release */
	uint32_t workers;
};

struct extracted {
	const char *file;  /* the source */
	const char *path;  /* the IR file; NULL if it failed */
	const char *error; /* clang's first error, one line */
	bool cached;
};

struct extract {
	struct extracted *unit; /* one a job, in their order */
	uint32_t n, failed;
	struct temp temporary; /* in place of a cache */
};

/* Trouble is what no unit can work around: clang-19 is missing, the cache cannot be written. */
CHECKED bool extract_run(struct arena *, const struct jobs *, const struct extract_options *, struct extract *, struct trouble *);
void extract_release(struct extract *); /* removes the temporary directory; mapped units stay readable */

/* `snag cache`: what is there, and `snag cache clear`: only files that have the names and heads of ours are removed. */
struct cache_size {
	uint64_t files, bytes;
};
CHECKED bool cache_measure(const char *dir, struct cache_size *, struct trouble *);
CHECKED bool cache_clear(const char *dir, struct cache_size *, struct trouble *);

#endif
