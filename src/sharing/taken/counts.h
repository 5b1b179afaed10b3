/* counts: numbers that say where in an array something is put and taken: the count of a stack, the head and the tail of a ring;
 * and what the whole program does to them.
 *
 * An element that a count has passed is out of the array only if the count never comes back to it without something else being
 * put there. So nobody may set the number to a value that is found elsewhere; who moves it up puts something in an array, at the
 * place that the number says (of a count of what is left: at some place that goes up); the number is not thread-local; a head
 * that is set to 0 is set so together with the tail, or with the count of what is left; it goes down only where something is put;
 * head and tail go round at one number, where both say at which; and who puts something in a ring has asked before whether there
 * is room, of the head and the tail or of a count. Who goes over a table again and again, a little each time, does one of these.
 *
 *     n = used;  ...  e = table[--n];              a cursor: begins again, and finds the same elements
 *     to = 0;    ...  if (to != used) e = table[to++];
 *     a[n++] = x;  ...  x = a[--n];                a stack
 *
 * needs   points      gives   sharing.counts
 * misses  what functions outside write through a pointer to the number; a memset of the head alone. Assumed: who
 *         asks how much is in a ring asks for the right thing, but for a number that is too large */
#ifndef SHARING_COUNTS_H
#define SHARING_COUNTS_H

#include "code/address.h"
#include "sharing/local/local.h"

/* How a store changes what was in the cell. */
enum moves { MOVES_OTHER, MOVES_ZERO, MOVES_DOWN, MOVES_UP };

void counts_run(struct sharing *);

/* limit: where it goes round, if that is a cell */
enum moves counts_moves(const struct local *, uint32_t store, struct address cell, struct address *limit);
/* The cell plus a number, on one way of those that meet in the value. */
bool counts_is_moved(const struct local *, struct ref, struct address cell, int64_t by);
/* The cell that a value was loaded from; not known: it is no load. */
struct address counts_cell(const struct local *, struct ref);
/* The element whose address it is; NULL: of none. */
const struct inst *counts_element(const struct local *, struct ref address);

/* Addresses of a count that goes down; of a head, and of the tail that it is compared with, or of the count of what is left: does
 * the whole program use them so? */
bool counts_stack(const struct local *, struct ref count);
bool counts_ring(const struct local *, struct ref head, struct ref tail);
bool counts_queue(const struct local *, struct ref head, struct ref left);

#endif
