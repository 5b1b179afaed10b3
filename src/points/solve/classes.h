/* classes: the result of solving, frozen: classes by dense numbers, in the order of their first object or value; offsets count
 * from the first object of a class. */
#ifndef POINTS_CLASSES_H
#define POINTS_CLASSES_H

#include "points/build.h"

struct classes {
	uint32_t *fold;                  /* by class; 0: not folded */
	/* what is stored in class c: entry[first_entry[c]] .. entry[first_entry[c + 1]], by offset */
	uint32_t *first_entry;
	struct points_entry *entry;
	uint32_t *first_object, *object;
	uint32_t *first_below, *below;
};

/* Fills points.classes and makes all cells of the result refer to it. */
void classes_freeze(struct build *);

#endif
