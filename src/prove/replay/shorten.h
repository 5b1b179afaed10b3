/* shorten: what the two halves of it share: the machine as the judge of every attempt, and how much it may do. */
#ifndef PROVE_SHORTEN_H
#define PROVE_SHORTEN_H

#include "prove/replay/replay.h"

struct shortening {
	struct machine_image *image;
	uint64_t steps; /* that were executed, in all attempts */
};

/* Told of each step of an execution before it happens. */
typedef void shorten_watch(void *, const struct machine *, const struct machine_look *, uint32_t thread);

/* Does it happen, and does it still show the goal? `watch` may be NULL. */
bool shorten_happens(struct shortening *, const struct schedule *, shorten_watch *, void *);
bool shorten_may(const struct shortening *); /* is there time for another attempt? */

/* The same goal with fewer instructions (minimise.c). */
void shorten_minimise(struct arena *, struct shortening *, struct schedule *);

#endif
