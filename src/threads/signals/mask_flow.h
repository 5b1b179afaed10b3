/* mask_flow: what a function does to the signals that are blocked, in words of what was so when it was entered.
 *
 *     static void block_all(sigset_t *old)             blocked: all; *old: what was blocked
 *     static void restore(const sigset_t *old)         blocked: what is in *old
 *
 * A *value* is a set of signals of which something is known: each signal is in it for sure, or not for sure, or for sure if it
 * was in one of some *variables* at entry. The variables are the cells that callers know, too: the signals that the thread
 * blocks, those that nobody handles, those that are ignored, the sets that are global variables, and the sets that parameters
 * point to. Paths that meet keep what both know; a call puts the caller's cells in place of the callee's variables. Numbers
 * that are passed as constants are known in the callee.
 *
 * Functions outside do not change the mask, but those that are there for it and functions of the program that they are handed.
 *
 * needs   contexts (who is called), rows of models      gives   values at each place of the functions that matter
 * misses  sets behind pointers in memory; sets that are copied member by member; system calls made by hand */
#ifndef THREADS_MASK_FLOW_H
#define THREADS_MASK_FLOW_H

#include "threads/running.h"

/* The first cells, and the first variables. */
enum { MASK_BLOCKED, MASK_ABSENT, MASK_IGNORED, MASK_GLOBAL };
enum { LAST_SIGNAL = 63 };

struct mask_flows;

/* NULL: nothing in the program changes a mask. */
struct mask_flows *mask_flows_make(struct running *);
bool mask_flows_concern(const struct mask_flows *, struct fn_id);
/* Cells that functions share: the first three, and the sets that are global variables. */
uint32_t mask_flows_cells(const struct mask_flows *);
/* Of a function that is concerned: what is surely in the cell before the instruction, given what was at its entry. */
uint64_t mask_flow_at(struct mask_flows *, struct fn_id, uint32_t inst, uint32_t cell, const uint64_t *entry);
/* Has some function been met that blocks signals of which it is not known which they are? */
bool mask_flows_vague(const struct mask_flows *);
/* The sa_mask that a handler is installed with at this call: what is surely in it. */
uint64_t mask_flow_installed(struct mask_flows *, struct fn_id, uint32_t inst);
/* Does the call wait with another mask than the thread's? */
bool mask_flow_opens(const struct running *, const struct body *, const struct inst *);
/* The row by which a handler is installed, or a signal is ignored; NULL: there is none. */
const struct model_row *mask_row_installs(const struct model_row *);

#endif
