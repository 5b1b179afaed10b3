/* keep: plans and linked programs of earlier runs, in the cache directory.
 *
 * needs   the same as link_plan and link_program, and a cache directory; NULL: nothing is looked for or kept
 * gives   the same results, and the same words and counters; no unit is opened if the files are there
 * misses  a program with a unit made in this run: its file may be named by its command alone, so it is linked again
 *
 *     xx/KEY.plan     which units make which programs                  packed, small
 *     xx/KEY.linked   one program (image.h)                            mapped
 *
 * A file's name comes from the program, not from its content: the start's source file, the program's name, and the number of a
 * slot. Inside stands what it was made from: the names of the units, which are hashes of everything they depend on, snag itself
 * included, and what was chosen. So each program has as many files as it has slots, however often it changes: an edit takes
 * the place of the oldest. A file that is missing, of another state or damaged is made anew, and one that cannot be written
 * is not missed. */
#ifndef LINK_KEEP_H
#define LINK_KEEP_H

#include "link/link.h"

CHECKED bool keep_plan(struct arena *out, const char *cache, const struct link_input *, struct link_plan *, struct trouble *);
CHECKED struct linked *keep_program(struct arena *out, const char *cache, const struct link_unit *, const struct link_group *,
				    struct trouble *);

#endif
