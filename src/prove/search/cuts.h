/* cuts: the one place where it is recorded that the search was cut short (cuts.def). */
#ifndef PROVE_CUTS_H
#define PROVE_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/store/arena.h"

enum cut {
#define CUT(name, text) CUT_##name,
#include "prove/search/cuts.def"
#undef CUT
	CUTS
};

struct cuts {
	uint64_t met[CUTS];   /* how often */
	const char *at[CUTS]; /* what it was met at first; NULL: not said */
};

struct prove_options;

void cuts_meet(struct cuts *, enum cut, const char *at);
void cuts_join(struct cuts *, const struct cuts *from);
bool cuts_any(const struct cuts *);
/* "3 preemptions (--switches), 16 iterations of a loop (--prove-loops)"; "": none was met. In the arena. */
const char *cuts_text(struct arena *, const struct cuts *, const struct prove_options *, uint32_t preemptions);

#endif
