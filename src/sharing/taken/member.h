/* member: in which of several structures an object is, while a lock is held.
 *
 *     lock(&a_lock); p = a.first; p->next->prev = ..; unlock      the object is in the structure of a
 *     lock(&b_lock); q = b.first; q->n++; unlock                  .. of b: not the same object at the same time
 *
 * The key of an address is the variable from which it was found by loads, all made since some lock was last released, the first
 * one with a lock held or with no other thread there; a variable that all threads have in common. Two accesses of different keys
 * are apart if no object is in two structures. That is checked at every store of a pointer to such objects: what is stored, and
 * what it is stored into, are of one structure, or one of them is the thread's own (fresh, or taken out of the other structure
 * before). Stores between two structures make them one. A store of something else makes the class of objects useless for this.
 *
 * misses  an object of its own that one function links to one structure and another function, to which it has been passed, to a
 *         second one; who reads or changes a structure without its lock races on the structure itself, and is told there
 *         structures whose heads are not variables have no key: nothing is claimed of them */
#ifndef SHARING_MEMBER_H
#define SHARING_MEMBER_H

#include "sharing/state.h"

/* Which classes of objects are linked from several variables; after classes_run. */
void member_prepare(struct sharing *);
/* Keys of all accesses, given who owns what; true: some structures turned out to be one, or a class to be useless. */
bool member_run(struct sharing *);
/* The structure that an access is in; 0: not known. Accesses of one class of objects with different keys are apart. */
uint32_t member_key(const struct sharing *, struct spot, struct ref address);
/* Do all objects of the class `holder` belong to other structures than all those of the class `taken_from`? For pointers to
 * objects of `class`. */
bool member_is_apart(const struct sharing *, uint32_t class, uint32_t taken_from, uint32_t holder);

#endif
