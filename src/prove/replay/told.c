#include "prove/replay/told.h"

#include <string.h>

enum { LONGEST = 40 }; /* steps of one round */

static bool same_step(const struct finding_step *a, const struct finding_step *b)
{
	return a->thread == b->thread && a->place.line == b->place.line && !strcmp(a->function, b->function) &&
	       !strcmp(a->place.file, b->place.file) && !strcmp(a->locks, b->locks);
}

/* Are the last `length` steps those before them once more? */
static bool repeats(const struct told_steps *t, uint32_t length)
{
	const struct finding_step *end = t->step.at + t->step.n;

	for (uint32_t i = 1; i <= length; i++)
		if (!same_step(end - i, end - i - length))
			return false;
	return true;
}

/* The last `length` steps take the place of those before them. */
static void fold(struct arena *a, struct told_steps *t, uint32_t length)
{
	uint32_t first = t->step.n - 2 * length, times = 2, kept = 0, n = t->round.n;
	struct finding_round outer;

	for (uint32_t i = 0; i < n; i++) {
		struct finding_round r = t->round.at[i];
		if (r.first == first && r.length == length)
			times = r.times + 1;
		if (r.first >= first && r.first < first + length && r.first + r.length <= first + length)
			continue; /* inside the one that goes */
		r.first -= r.first >= first + length ? length : 0;
		t->round.at[kept++] = r;
	}
	t->round.n = kept;
	outer = (struct finding_round){ first, length, times };
	(void)vec_add(a, &t->round);
	while (kept && t->round.at[kept - 1].first >= first) {
		t->round.at[kept] = t->round.at[kept - 1];
		kept--;
	}
	t->round.at[kept] = outer;
	memmove(t->step.at + first, t->step.at + first + length, length * sizeof *t->step.at);
	t->step.n -= length;
}

void told_fold(struct arena *a, struct told_steps *t)
{
	for (uint32_t length = 1; length <= LONGEST && 2 * length <= t->step.n; length++)
		if (repeats(t, length)) {
			fold(a, t, length);
			return;
		}
}
