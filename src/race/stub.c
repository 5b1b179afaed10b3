/* Stands in for summary and race until they are there. */
#include "race/race.h"

struct races *race_run(struct arena *a, const struct summaries *s, const struct race_filters *filters)
{
	(void)s, (void)filters;
	return arena_alloc(a, 1);
}

void race_check(const struct races *r)
{
	(void)r;
}

void race_dump(const struct races *r, FILE *f)
{
	(void)r, (void)f;
}

void race_findings(struct arena *a, const struct races *r, bool pruned, const struct finding **out, uint32_t *n)
{
	(void)a, (void)r, (void)pruned;
	*out = NULL;
	*n = 0;
}
