/* library: functions of the C library and intrinsics of the compiler that the executor knows by name, one row each (library.c).
 * Whatever is not there and has no row in the models that tells is the outside: its result is an input.
 *
 * misses  locales; the formats of printf and scanf: the first print nothing, except into memory (library_format.c), the second
 *         read nothing; strings of unknown content are looked at byte by byte, each with all its values */
#ifndef PROVE_LIBRARY_H
#define PROVE_LIBRARY_H

#include "prove/search/execute.h"

uint32_t library_find(const char *name); /* 0: not there */
bool library_touches(uint32_t row);      /* it reads or writes memory of its arguments */
enum step library_run(struct execution *, uint32_t row, uint32_t inst, struct value *result);
/* Allocation and release by what the models say. False: they say nothing of that kind. */
bool library_by_rows(struct execution *, uint32_t inst, struct sym_id, enum step *);
/* sprintf and snprintf, where all of the format is done here; false: it is not. */
bool library_formats(struct execution *, uint32_t inst, struct sym_id, enum step *);
/* What a library call touches, for races: appended to `out`, at most `max`. */
bool library_accesses(struct execution *, uint32_t inst, struct sym_id, struct prove_access *out, uint32_t *n);
/* A number of bytes by a row; false: STEP_REFINE. UINT64_MAX: not said. */
bool library_size(struct execution *, uint32_t inst, const struct model_length *, uint64_t *n);

#endif
