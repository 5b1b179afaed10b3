/* sharing: whose is the memory at an address, at one place: reachable by several threads, or this thread's own for a reason.
 *
 *     s = malloc(..); s->n = 1;          fresh: nobody else has it yet
 *     list_add(&queue, s);               published: from here on shared
 *     s = list_pop(&queue);              taken out under the queue's lock, and nothing else points to it: owned again
 *     slot[tid].n++;                     tid differs in each thread of this class: slots do not overlap
 *
 * needs   threads      gives   struct sharing
 * misses  what points misses; accesses by code outside the program; what a function with the row `none` keeps
 * misses, so that more is told than there is, since what is not surely private is shared: removal behind a trailing pointer; what
 *         a taken object leads to (unless the whole list was taken); reference counts that a lock protects; thread ids as indices
 * assumes everybody who takes objects out of a structure holds its lock: who does not races on the structure itself; who uses an
 *         object with an atomic count has a reference (last.h); of structures whose heads are not variables of their own, an
 *         object is in one at a time; what lies beyond the count of an array is read by nobody (counted.h); the destructor of a
 *         thread-specific key gets what was stored under the key; a dynamic index into an array in an element stays in the
 *         element, if the element is one of C's: in a chunk of several elements the index must be a loop's variable with a known
 *         end (form.c); who asks how much is in a ring asks for the right thing (counts.h); what is read
 *         from memory, or given by a function, to be put in an array is another object each time (once.h) */
#ifndef SHARING_SHARING_H
#define SHARING_SHARING_H

#include "threads/threads.h"

enum whose {
	WHOSE_SHARED = 0,
	WHOSE_ONE_THREAD, /* no other thread can reach any object it may be */
	WHOSE_STACK,      /* a stack object whose address does not leave its thread */
	WHOSE_TLS,        /* thread-local storage, or `private` by the models, whose address does not leave its thread */
	WHOSE_FRESH,      /* made here or in a caller and not yet published */
	WHOSE_TAKEN,      /* taken out of a shared structure under its lock; nothing else leads to it */
	WHOSE_INDEXED,    /* selected by a value that is distinct for each thread */
	WHOSE_GONE,       /* every thread that could reach it has ended (joined) */
	WHOSE_WORDS
};

struct sharing;

struct sharing *sharing_run(struct arena *, const struct threads *);
void sharing_check(const struct sharing *);
/* --dump=sharing[:function]: objects that more than one thread can reach; per function, the accesses and whose they are. */
void sharing_dump(const struct sharing *, const char *function, FILE *);

/* Whose is the memory at `address` when the spot is executed? The accessing instruction is spot.inst. */
enum whose sharing_of(const struct sharing *, struct spot, struct ref address);
/* Is it on the stack, or thread-local, and nobody else has got a pointer to it, whichever thread is in this context? Cheaper than
 * the above, and may be asked by many at once. */
bool sharing_is_local(const struct sharing *, uint32_t context, uint32_t inst, struct ref address);
/* Has the thread, whichever is in this context, just made it and not yet published it? Of all that sharing_of looks at for
 * WHOSE_FRESH, what can be asked by many at once. */
bool sharing_is_fresh(const struct sharing *, uint32_t context, uint32_t inst, struct ref address);
/* How a value that is distinct for each thread selects the memory, be it all its own or not: two such accesses are apart if their
 * keys are equal, or for blocks as sharing_keys_apart says. Instances of one thread class have the key of their formula, and so
 * has their creator where it prepares the element that no thread has yet; 0: there is no formula. */
uint32_t sharing_index_key(const struct sharing *, struct spot, struct ref address);
bool sharing_keys_apart(const struct sharing *, uint32_t a, uint32_t b); /* of two threads: never the same memory */
/* The structure that the memory is part of while the spot is executed, among several linked ones with heads of their own; 0: not
 * known. Two accesses with different keys are apart. */
uint32_t sharing_structure(const struct sharing *, struct spot, struct ref address);
/* Are objects of this class reached from the stack, or the thread-local variables, of the thread alone that made them? */
bool sharing_class_is_own(const struct sharing *, uint32_t class);
/* Does a thread of this class access objects of this class of objects? */
bool sharing_reaches(const struct sharing *, uint32_t thread, uint32_t class);
/* May the function, or what it calls, hand its parameter (from 0) to somebody else, or store it somewhere? */
bool sharing_keeps(const struct sharing *, struct fn_id, uint32_t param);
const char *whose_word(enum whose);

#endif
