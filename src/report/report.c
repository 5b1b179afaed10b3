#include "report/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/stat.h"

bool report_is_rule(const char *name)
{
	for (uint8_t r = 1; r < RULES; r++)
		if (!strcmp(name, rule_name(r)))
			return true;
	return false;
}

static bool is_asked_for(const struct finding *x, const struct report_options *o)
{
	for (uint32_t i = 0; i < o->nrules; i++)
		if (!strcmp(o->rule[i], rule_name(x->rule)))
			return true;
	return o->nrules == 0;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare(const void *a, const void *b)
{
	const struct finding *x = *(const struct finding *const *)a, *y = *(const struct finding *const *)b;
	int d = compare_numbers(x->pruned != NULL, y->pruned != NULL);

	d = d ? d : compare_numbers(x->suppressed != NULL, y->suppressed != NULL);
	d = d ? d : (x->total < y->total) - (x->total > y->total);
	d = d ? d : compare_numbers(x->rule, y->rule);
	d = d ? d : compare_numbers(x->cost, y->cost);
	d = d ? d : strcmp(x->place.file, y->place.file);
	d = d ? d : compare_numbers(x->place.line, y->place.line);
	d = d ? d : compare_numbers(x->place.column, y->place.column);
	d = d ? d : strcmp(x->message, y->message);
	d = d ? d : strcmp(x->function, y->function);
	return d ? d : compare_numbers(x->fingerprint, y->fingerprint);
}

/* Several programs share units, and headers give each unit a copy of a function. Lines are compared as well: a fingerprint that
 * two different findings share by accident must not hide one of them. */
static bool is_duplicate(struct arena *a, struct map *seen, const struct finding *const *list, uint32_t n, const struct finding *x)
{
	uint32_t *at = map_at(a, seen, x->fingerprint);
	const struct finding *first;

	if (!*at) {
		*at = n + 1;
		return false;
	}
	first = list[*at - 1];
	return first->rule == x->rule && first->place.line == x->place.line && !strcmp(first->place.file, x->place.file);
}

/* Duplicates out of a sorted list; gives how many are left. */
static uint32_t drop_duplicates(struct arena *a, const struct finding **list, uint32_t n)
{
	struct map seen = { 0 };
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		if (!is_duplicate(a, &seen, list, kept, list[i]))
			list[kept++] = list[i];
	return kept;
}

struct report_choice report_choose(struct arena *a, const struct finding *x, uint32_t n, const struct report_options *o)
{
	const struct finding **list = arena_array(a, (size_t)n + 1, sizeof *list);
	uint32_t all = 0, found = 0, suppressed = 0, shown;

	for (uint32_t i = 0; i < n; i++)
		if (is_asked_for(&x[i], o))
			list[all++] = &x[i];
	if (all)
		qsort(list, all, sizeof *list, compare);
	all = drop_duplicates(a, list, all);
	while (found < all && !list[found]->pruned && !list[found]->suppressed)
		found++;
	while (found + suppressed < all && !list[found + suppressed]->pruned)
		suppressed++;
	shown = o->top && o->top < found ? o->top : found;
	if (shown < found)
		memmove(list + shown, list + found, (all - found) * sizeof *list);
	return (struct report_choice){ list, shown, suppressed, all - found - suppressed };
}

void report_summary(FILE *f, const struct finding *x, uint32_t n, const struct report_options *o)
{
	struct arena a;
	uint32_t count[RULES] = { 0 }, named = 0;
	struct report_choice list;

	arena_init(&a, "report");
	list = report_choose(&a, x, n, o);
	for (uint32_t i = 0; i < list.n; i++)
		count[list.at[i]->rule]++;
	fprintf(f, "%" PRIu32 " finding%s in %" PRIu64 " unit%s", list.n, list.n == 1 ? "" : "s", stat_get(STAT_units),
		stat_get(STAT_units) == 1 ? "" : "s");
	for (uint8_t r = 1; r < RULES; r++)
		if (count[r])
			fprintf(f, "%s%" PRIu32 " %s", named++ ? ", " : " (", count[r], rule_name(r));
	fputs(named ? ")" : "", f);
	if (list.suppressed)
		fprintf(f, "; %" PRIu32 " suppressed", list.suppressed);
	if (list.pruned)
		fprintf(f, "; %" PRIu32 " pruned", list.pruned);
	if (stat_get(STAT_benign))
		fprintf(f, "; %" PRIu64 " annotated as benign", stat_get(STAT_benign));
	if (stat_get(STAT_proofs))
		fprintf(f, "; %" PRIu64 " of %" PRIu64 " tried %s confirmed", stat_get(STAT_confirmed), stat_get(STAT_proofs), stat_get(STAT_proofs) == 1 ? "is" : "are");
	if (stat_get(STAT_confirmed_harness))
		fprintf(f, ", %" PRIu64 " more under a harness", stat_get(STAT_confirmed_harness));
	if (stat_get(STAT_refuted))
		fprintf(f, "; %" PRIu64 " mistakes of the prover, please tell us", stat_get(STAT_refuted));
	fputs("; gaps: ", f);
	stat_gaps(f);
	fputc('\n', f);
	arena_release(&a);
}
