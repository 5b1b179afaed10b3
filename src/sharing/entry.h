/* entry: in which state each context's parameters come: unpublished objects of the calling thread, or not. Top-down over the
 * contexts, from "all its own" down to what every call agrees on; a function is looked at once for each different state (a
 * variant). What a new thread gets is its own if its creator made it, handed nothing of it to anybody else, and does not touch it
 * after the spawn.
 *
 * misses  a function with more than VARIANTS_MOST states: the others count as shared */
#ifndef SHARING_ENTRY_H
#define SHARING_ENTRY_H

#include "sharing/local/local.h"

void entries_run(struct sharing *);
/* Whose the operand is by the flow of its function, in a context. */
enum whose entry_owned(const struct sharing *, uint32_t context, uint32_t inst, struct ref address);

/* handover.c: the entry of what the call at the walk's place starts: bits of the parameters it passes; shared otherwise. */
uint64_t handover_entry(struct places *, const struct model_row *);
/* May an object of the set be used behind the instruction, on any way but this one? */
bool handover_used_behind(struct local *, uint32_t inst, uint32_t set, struct way_out but);

#endif
