/* take: objects that a function takes out of a shared structure under its lock, and so owns.
 *
 *     lock(&q->m);
 *     i = q->head;             read: others can find it, too
 *     q->head = i->next;       unlinked: nothing in the structure leads to it any more
 *     unlock(&q->m);
 *     i->n++;                  its own
 *
 * A link is overwritten: the cell that was read, a member or the element of an array with the same number, gets NULL, the
 * object's own link (also *pp = p->next) or a new object; or the object's neighbours get each other (p->prev->next = p->next); a
 * callee may do both (list_del, list_pop); or the cell is exchanged atomically; or it was an element of an array, and a count or
 * a head is moved past it (counted.h). Between the read and that store no lock may be released, and some lock must be held, in
 * every context. If the cell gets NULL, what the links lead to is taken, too. Pointers to objects of this class must be stored
 * nowhere else: only in that cell, in other cells of the same structure that this function stores to as well, or that it resets
 * (the tail), in the links themselves, and in other structures, if an object is in one at a time (member.h). And nobody may use
 * such an object without a lock unless he owns it (sharing.c, untakeable).
 *
 * misses  removal through a trailing pointer (prev->next = p->next), structures whose class is merged with others, what a taken
 *         object leads to (shared). Assumed: heads that points does not tell apart are one structure, or lead to different
 *         objects; a use under some lock is a use under the structure's lock; what once.h misses */
#ifndef SHARING_TAKE_H
#define SHARING_TAKE_H

#include "sharing/local/local.h"

struct sharing_summary;

/* Looks for unlinking stores and calls: fills local.take. */
void take_find(struct local *);
/* The actions of the instruction, after its own. */
void take_step(struct local *, uint32_t inst);
/* A set for this value, with the taken object in place of the shared one where the value is taken. */
uint32_t take_instead(struct local *, uint32_t value, uint32_t set);
/* Which parameters the function unlinks. */
void take_summarise(const struct local *, struct sharing_summary *);

#endif
