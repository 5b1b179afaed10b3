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
bool library_is_exact(uint32_t row);     /* ... and tells so byte by byte when it is run */
enum step library_run(struct execution *, uint32_t row, uint32_t inst, struct value *result);
/* Allocation and release by what the models say. False: they say nothing of that kind. */
bool library_by_rows(struct execution *, uint32_t inst, struct sym_id, enum step *);
bool library_prints(const struct execution *, struct sym_id); /* one of the next */
/* sprintf and snprintf, where all of the format is done here; false: it is not. */
bool library_formats(struct execution *, uint32_t inst, struct sym_id, enum step *);
/* The executed call touches this: what tells library_accesses. */
struct touching {
	uint32_t n;
	bool more; /* than there is room for, or than is sure */
	struct prove_access access[MOST_ACCESSES];
};
void library_touch(struct execution *, uint64_t at, uint64_t len, bool write);
void library_touch_more(struct execution *); /* it may touch more than it must */
/* What a library call touches, for races: appended to `out`, at most `max`. */
bool library_accesses(struct execution *, uint32_t inst, struct sym_id, struct prove_access *out, uint32_t *n);
/* A number of bytes by a row; false: STEP_REFINE. UINT64_MAX: not said. */
bool library_size(struct execution *, uint32_t inst, const struct model_length *, uint64_t *n);

#endif
