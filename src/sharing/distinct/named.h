/* named: where classes are too coarse: which instances of a function a context stands for, and which thread got which object.
 *
 * If pointers to the objects of a class are stored nowhere, a thread can have one only from its argument; and where contexts can
 * name what each spawn passes and what an address is, a thread that got another object does not reach this one:
 *
 *     pthread_create(&a, NULL, adder, &low);
 *     pthread_create(&b, NULL, adder, &high);
 *     pthread_join(a, NULL);
 *     print(low.sum);                            b may run, but it has high only */
#ifndef SHARING_NAMED_H
#define SHARING_NAMED_H

#include "sharing/state.h"

/* Fills the edges into each context, and the instances that each may stand for. */
void copies_run(struct sharing *);

/* The roots of the terms that an address may be, if they name it. */
struct sharing_named {
	bool known;
	uint32_t n, root[SET_MOST];
};

struct sharing_named named_find(const struct sharing *, struct spot, uint32_t class, struct ref address);
/* May a thread of this class have one of these objects? */
bool named_reaches(const struct sharing *, const struct sharing_named *, uint32_t thread);

#endif
