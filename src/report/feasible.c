/* What speaks against a pair, in points; of equal ones the analysis' first stays first. */
#include "report/feasible.h"

#include <string.h>

#include "ir/finding/overlap.h"

enum { SAME_CLASS = 4, SAME_OF_MANY = 1, SAME_PLACE = 1, MAINS_OWN = 2 };

static bool is_main(const struct finding_access *a)
{
	return !strcmp(a->thread, "main");
}

static uint32_t against(const struct finding_pair *p)
{
	bool same = !strcmp(p->a.thread, p->b.thread), signal = p->a.signal || p->b.signal;
	bool place = p->a.place.line == p->b.place.line && p->a.place.column == p->b.place.column &&
		     !strcmp(p->a.place.file, p->b.place.file);

	return (same ? overlap_is_of_many(p->overlap) ? SAME_OF_MANY : SAME_CLASS : 0) + (place ? SAME_PLACE : 0) +
	       ((is_main(&p->a) || is_main(&p->b)) && !signal ? MAINS_OWN : 0);
}

/* Pairs further behind come without the calls that lead there. */
static bool can_be_shown(const struct finding_pair *p)
{
	return p->a.nframes && p->b.nframes && p->a.place.line && p->b.place.line;
}

static void show_pair(struct arena *a, struct finding *f, uint32_t which)
{
	struct finding_pair *pair = arena_array(a, f->npairs, sizeof *pair), *home = arena_new(a, struct finding_pair);

	*home = f->pair[0];
	pair[0] = f->pair[which];
	memcpy(pair + 1, f->pair, which * sizeof *pair);
	memcpy(pair + 1 + which, f->pair + which + 1, (f->npairs - which - 1) * sizeof *pair);
	if (!f->home)
		f->home = home;
	f->pair = pair;
	f->place = pair[0].a.place;
	f->function = pair[0].a.function;
	f->overlap = pair[0].overlap;
}

void feasible_run(struct arena *a, struct finding *f, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t best = 0;
		if (f[i].pruned || proof_is_shown(f[i].proof) || f[i].npairs < 2)
			continue;
		for (uint32_t k = 1; k < f[i].npairs; k++)
			if (can_be_shown(&f[i].pair[k]) && against(&f[i].pair[k]) < against(&f[i].pair[best]))
				best = k;
		if (best)
			show_pair(a, &f[i], best);
	}
}
