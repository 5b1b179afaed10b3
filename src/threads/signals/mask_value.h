/* mask_value: a set of signals of which something is known, in words of some variables (mask_flow.h). */
#ifndef THREADS_MASK_VALUE_H
#define THREADS_MASK_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words of a value: signals that are surely in it; those that may be in it; 1 + the variable that it is, unchanged, or 0; then
 * for each variable the signals that are in the value if they are in that. */
enum { VALUE_SURE, VALUE_MAY, VALUE_SAME, VALUE_IF };

static inline size_t value_words(uint32_t nvars)
{
	return VALUE_IF + nvars;
}

void value_set(uint32_t nvars, uint64_t *v, uint64_t signals); /* these, and no others */
void value_forget(uint32_t nvars, uint64_t *v);
void value_variable(uint32_t nvars, uint64_t *v, uint32_t variable);
void value_add(uint32_t nvars, uint64_t *v, uint64_t signals);
/* `all`: it is known which they are; otherwise it may be any of them. */
void value_without(uint32_t nvars, uint64_t *v, uint64_t signals, bool all);
/* What two paths know: of a signal that is surely there on one of them what the other one says. */
void value_meet(uint32_t nvars, uint64_t *v, const uint64_t *w);
/* v with all that is in w. */
void value_join(uint32_t nvars, uint64_t *v, const uint64_t *w);

#endif
