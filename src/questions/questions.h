/* questions: what the analysis knows, asked from inside a program: the calls of snag_alias and the others of tests/snag_ask.h,
 * each answered where it stands. A test of all phases up to sharing that needs no dump of theirs.
 *
 *     pool.c:41: snag_held(pool.lock) = must
 *
 * Answers come from the public functions of points, contexts, threads and sharing only, so that what a test sees is what a
 * check sees.
 *
 * needs   sharing, and the threads it was made of      gives   text
 * misses  a lock that is held on some of the paths to a place within one context: by must-locksets `no`, in truth `may` */
#ifndef QUESTIONS_QUESTIONS_H
#define QUESTIONS_QUESTIONS_H

#include "sharing/sharing.h"

/* --dump=questions: one line a question, `file:line: question = answer`, by file, line and column. */
void questions_dump(const struct sharing *, const struct threads *, FILE *);

#endif
