/* attributes: what attribute objects say of the locks that are made with them.
 *
 *     pthread_mutexattr_init(&attr);                                        nothing yet: the default kind
 *     pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);            odd
 *     pthread_mutex_init(&m, &attr);
 *
 * misses  the order of calls: an object that is odd for one lock is so for all; objects that are parameters or that pointers in
 *         memory lead to may be odd */
#ifndef LOCKS_ATTRIBUTES_H
#define LOCKS_ATTRIBUTES_H

#include "ir/body.h"
#include "code/event.h"

enum {
	ATTRIBUTE_ODD = 1, /* may make a lock that does not block its holder: recursive, or checking for errors */
	ATTRIBUTE_FAIR = 2 /* was seen to make a lock on which new readers wait for waiting writers */
};

struct attributes {
	const struct program *p;
	const struct model_row *const *row; /* by symbol */
	struct map of;      /* variable -> what is said of it */
	uint32_t elsewhere; /* what is said of objects that parameters and pointers lead to */
};

/* `row` lives as long as the result. */
void attributes_find(struct attributes *, struct arena *, const struct program *, const struct model_row *const *row);
/* Of the object at this address, in this body. Null: nothing. */
uint32_t attributes_of(const struct attributes *, const struct body *, struct ref address);
/* Of the object that a row says a lock is made with at this call; no such object: nothing. */
uint32_t attributes_of_event(const struct attributes *, const struct body *, const struct inst *call, const struct model_row *);

#endif
