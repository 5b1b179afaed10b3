#include "report/report.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/store/map.h"
#include "base/stat.h"

bool report_is_rule(const char *name)
{
	for (int r = 1; r < RULES; r++)
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
	const struct finding_place *p = finding_home(x), *q = finding_home(y);
	int d = compare_numbers(x->pruned != NULL, y->pruned != NULL);

	d = d ? d : compare_numbers(x->suppressed != NULL, y->suppressed != NULL);
	d = d ? d : (x->total < y->total) - (x->total > y->total);
	d = d ? d : compare_numbers(x->rule, y->rule);
	d = d ? d : compare_numbers(x->cost, y->cost);
	d = d ? d : strcmp(p->file, q->file);
	d = d ? d : compare_numbers(p->line, q->line);
	d = d ? d : compare_numbers(p->column, q->column);
	d = d ? d : strcmp(x->message, y->message);
	d = d ? d : strcmp(finding_home_function(x), finding_home_function(y));
	return d ? d : compare_numbers(x->fingerprint, y->fingerprint);
}

/* ---- fingerprints ---- */

/* Where they were found, which a proof of one of them does not change. */
static int by_fingerprint(const void *a, const void *b)
{
	const struct finding *x = *(const struct finding *const *)a, *y = *(const struct finding *const *)b;
	const struct finding_place *p = finding_home(x), *q = finding_home(y);
	int d = compare_numbers(x->fingerprint, y->fingerprint);

	d = d ? d : compare_numbers(x->rule, y->rule);
	d = d ? d : strcmp(p->file, q->file);
	d = d ? d : compare_numbers(p->line, q->line);
	return d ? d : compare_numbers(p->column, q->column);
}

static bool is_same_place(const struct finding *x, const struct finding *y)
{
	const struct finding_place *p = finding_home(x), *q = finding_home(y);

	return x->rule == y->rule && p->line == q->line && p->column == q->column && !strcmp(p->file, q->file);
}

void report_tell_apart(struct arena *a, struct finding *x, uint32_t n)
{
	struct finding **list = arena_array(a, (size_t)n + 1, sizeof *list);
	uint64_t print = 0;
	uint32_t all = 0, nth = 0;

	for (uint32_t i = 0; i < n; i++)
		if (!x[i].pruned)
			list[all++] = &x[i];
	if (all)
		qsort(list, all, sizeof *list, by_fingerprint);
	for (uint32_t i = 0; i < all; i++) {
		bool same = i && list[i]->fingerprint == print;
		nth = same ? nth + !is_same_place(list[i], list[i - 1]) : 0;
		print = list[i]->fingerprint;
		if (nth) {
			uint64_t key[2] = { print, nth };
			list[i]->fingerprint = hash_much(key, sizeof key, 0);
		}
	}
}

/* ---- the list ---- */

/* Several programs share units, and headers give each unit a copy of a function. Places are compared as well: a fingerprint that
 * two different findings share by accident must not hide one of them. */
static bool is_duplicate(struct arena *a, struct map *seen, const struct finding *const *list, uint32_t n,
			 const struct finding *x)
{
	uint32_t *at = map_at(a, seen, x->fingerprint);

	if (!*at) {
		*at = n + 1;
		return false;
	}
	return is_same_place(list[*at - 1], x);
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

struct report_choice report_choose_all(struct arena *a, const struct finding *x, uint32_t n, const struct report_options *o)
{
	const struct finding **list = arena_array(a, (size_t)n + 1, sizeof *list);
	uint32_t all = 0, found = 0, suppressed = 0;

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
	return (struct report_choice){
		.at = list, .n = found, .suppressed = suppressed, .pruned = all - found - suppressed, .all = found
	};
}

/* ---- what is left out of a report, and not of what is kept ---- */

static bool fits(const struct finding_place *p, const struct report_options *o)
{
	for (uint32_t i = 0; p->file[0] && i < o->npaths; i++)
		if (fnmatch(o->path[i], o->dir ? path_below(o->dir, p->file) : p->file, 0) == 0)
			return true;
	return false;
}

static bool is_in_paths(const struct finding *f, const struct report_options *o)
{
	bool found = !o->npaths || fits(&f->place, o);

	for (uint32_t i = 0; !found && i < f->npairs; i++)
		found = fits(&f->pair[i].a.place, o) || fits(&f->pair[i].b.place, o);
	for (uint32_t i = 0; !found && i < f->nedges; i++)
		found = fits(&f->edge[i].wants.place, o) || fits(&f->edge[i].acquired, o);
	return found;
}

struct report_choice report_choose(struct arena *a, const struct finding *x, uint32_t n, const struct report_options *o)
{
	struct report_choice list = report_choose_all(a, x, n, o);
	const struct finding **at = (const struct finding **)(uintptr_t)list.at;
	uint32_t *number = arena_array(a, (size_t)list.n + 1, sizeof *number), kept[3] = { 0 }, out = 0;

	for (uint32_t i = 0; i < list.n + list.suppressed + list.pruned; i++) {
		uint32_t part = i < list.n ? 0 : i < list.n + list.suppressed ? 1 : 2;
		bool room = part || !o->top || kept[0] < o->top;
		if (!room || !is_in_paths(at[i], o) || (o->has_least && at[i]->total < o->least))
			continue;
		if (!part)
			number[out] = i + 1;
		at[out++] = at[i];
		kept[part]++;
	}
	return (struct report_choice){
		.at = at, .number = number, .n = kept[0], .suppressed = kept[1], .pruned = kept[2], .all = list.all
	};
}

/* ---- the closing line ---- */

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_rules(FILE *f, const struct report_choice *list)
{
	uint32_t count[RULES] = { 0 }, named = 0;

	for (uint32_t i = 0; i < list->n; i++)
		count[list->at[i]->rule]++;
	for (int r = 1; r < RULES; r++)
		if (count[r])
			fprintf(f, "%s%" PRIu32 " %s", named++ ? ", " : " (", count[r], rule_name(r));
	fputs(named ? ")" : "", f);
}

/* What was ruled out, whether somebody asked to see it or not: pairs of accesses, and cycles of locks. */
static uint64_t ruled_out(const struct report_choice *list)
{
	uint64_t n = stat_get(STAT_pruned_cycles);

	for (int c = STAT_pruned_lock; c <= STAT_pruned_filter; c++)
		n += stat_get((enum counter)c);
	return n > list->pruned ? n : list->pruned;
}

bool report_is_alone(void)
{
	return stat_get(STAT_alone) && !stat_get(STAT_threaded);
}

void report_summary(FILE *f, const struct report_choice *list, double seconds)
{
	uint64_t units = stat_get(STAT_units), lines = stat_get(STAT_lines), proofs = stat_get(STAT_proofs);

	fprintf(f, "%" PRIu32 " finding%s in %" PRIu64 " unit%s", list->n, plural(list->n), units, plural(units));
	if (lines)
		fprintf(f, ", %" PRIu64 " line%s", lines, plural(lines));
	print_rules(f, list);
	if (list->n < list->all)
		fprintf(f, "; %" PRIu32 " more not shown", list->all - list->n);
	if (list->suppressed)
		fprintf(f, "; %" PRIu32 " suppressed", list->suppressed);
	if (proofs)
		fprintf(f, "; %" PRIu64 " of %" PRIu64 " tried %s confirmed", stat_get(STAT_confirmed), proofs,
			proofs == 1 ? "is" : "are");
	if (stat_get(STAT_confirmed_assuming))
		fprintf(f, ", %" PRIu64 " more under assumptions", stat_get(STAT_confirmed_assuming));
	if (stat_get(STAT_confirmed_harness))
		fprintf(f, ", %" PRIu64 " more under a harness", stat_get(STAT_confirmed_harness));
	if (stat_get(STAT_refuted))
		fprintf(f, "; %" PRIu64 " mistakes of the prover, please tell us", stat_get(STAT_refuted));
	if (ruled_out(list))
		fprintf(f, "; %" PRIu64 " pruned", ruled_out(list));
	if (stat_get(STAT_benign))
		fprintf(f, "; %" PRIu64 " annotated as benign", stat_get(STAT_benign));
	if (report_is_alone())
		fputs("; no threads found", f);
	fputs("; ", f);
	stat_gaps(f);
	if (seconds >= 0)
		fprintf(f, "; %.1f s", seconds);
	fputc('\n', f);
}
