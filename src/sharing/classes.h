/* classes: what points' classes of objects tell about threads: who accesses objects of a class, whether anything shared leads to
 * them, and where pointers to them are stored. One pass over all instructions, then a walk down the hierarchy.
 *
 * A thread accesses a class if a function that it runs accesses memory through a pointer to that class; merely passing
 * such a pointer on does not count; who makes, uses or ends a lock in it does. A class is *common* if a variable, an argument of
 * a thread, a task or a handler, or something that code outside the program was given or has given leads to it. What is not
 * common can only be reached from the stacks and the thread-local variables of one thread: the one that made it.
 *
 * misses  accesses by code outside the program that no model row tells */
#ifndef SHARING_CLASSES_H
#define SHARING_CLASSES_H

#include "sharing/state.h"

void classes_run(struct sharing *);
/* The cell of an address. Variables that no pointer leads to have no class in points; here each is a class of its own, above
 * nclasses. */
struct cell cell_at(const struct sharing *, uint32_t instance, struct ref);
uint32_t classes_all(const struct sharing *); /* the last one */
struct sym_id class_variable(const struct sharing *, uint32_t class); /* whose own class it is; none: a class of points */
/* Sets of threads. */
uint32_t who_both(struct sharing *, uint32_t a, uint32_t b);
const uint32_t *who_get(const struct sharing *, uint32_t who, uint32_t *n);
bool who_is_all(const struct sharing *, uint32_t who);
bool who_has(const struct sharing *, uint32_t who, uint32_t thread);
/* The stores into a cell; NULL: there are none. */
const struct stores *stores_get(const struct sharing *, struct cell);
/* Does it run inside other threads, wherever they are: signal handlers, interrupts? */
bool thread_interrupts(const struct sharing *, uint32_t thread);

#endif
