/* witness: a confirmed execution as an SV-COMP violation witness, for other tools.
 *
 * The format is YAML, version 2.2: the first that has the thread of a waypoint, and a last segment with two targets, which is
 * what a data race is; 2.0 and 2.1 know one thread and one target, and the older GraphML has no agreed form for data races. Each
 * step of the proof is a segment; what is known to hold there is said as the assumption 1, so that a validator follows the
 * schedule and finds the values by itself. */
#ifndef PROVE_WITNESS_H
#define PROVE_WITNESS_H

#include "base/system/file.h"
#include "ir/finding/finding.h"

/* False and trouble: the file cannot be written, or a source file cannot be read, whose hash belongs into the witness. */
CHECKED bool witness_write(const char *path, const struct finding *, struct trouble *);
/* That no execution violates the rule: a correctness witness, version 2.0, with no invariant: that format has none for what
 * threads share, and a set of invariants may be empty. */
CHECKED bool witness_write_holds(const char *path, uint8_t rule, const char *const *file, uint32_t nfiles, struct trouble *);

#endif
