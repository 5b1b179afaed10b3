#include "report/report.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/store/hash.h"
#include "base/store/map.h"
#include "base/stat.h"
#include "report/cause.h"
#include "report/rules.h"

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

/* A cause: where it stands among those of its level and rule decides, by harm and then by points. The level is its confidence,
 * unless it is raised. */
struct report_cause {
	uint32_t first, n; /* in the list that is sorted by points, of which these are the indices in `of` */
	uint8_t confidence, rule;
	uint32_t harm, round; /* the harm: of the worst of those that have its confidence */
};

static int by_harm(const void *a, const void *b)
{
	const struct report_cause *x = a, *y = b;
	int d = compare_numbers(y->harm, x->harm);

	return d ? d : compare_numbers(x->first, y->first);
}

static int by_round(const void *a, const void *b)
{
	const struct report_cause *x = a, *y = b;
	int d = compare_numbers(y->confidence, x->confidence);

	d = d ? d : compare_numbers(x->round, y->round);
	return d ? d : by_harm(a, b);
}

/* lead -> where its cause stands in `cause`. */
static uint32_t count_causes(const struct finding *const *list, const uint32_t *lead, uint32_t n, struct report_cause *cause,
			     uint32_t *of)
{
	uint32_t causes = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint8_t confidence = (uint8_t)finding_confidence(list[i]);
		if (lead[i] == i) {
			of[i] = causes;
			cause[causes++] = (struct report_cause){ .first = i, .rule = list[i]->rule };
		}
		of[i] = of[lead[i]];
		struct report_cause *c = &cause[of[i]];
		uint32_t harm = rule_harm(list[i]);
		c->n++;
		if (confidence > c->confidence || (confidence == c->confidence && harm > c->harm))
			c->harm = harm;
		if (confidence > c->confidence)
			c->confidence = confidence;
	}
	return causes;
}

/* Of a rule about waiting of which nothing is likely, so many of the best stand among what is: a way through many calls is worth
 * a look before the fiftieth race. */
static bool is_about_waiting(const struct report_cause *c)
{
	return c->rule != RULE_RACE && c->rule != RULE_RACE_BITFIELD && c->harm == 3;
}

static void raise_waits(struct report_cause *cause, uint32_t n, uint32_t rounds[CONFIDENCES][RULES])
{
	for (uint32_t i = 0; i < n; i++) {
		struct report_cause *c = &cause[i];
		bool alone = !rounds[CONFIDENCE_LIKELY][c->rule] && !rounds[CONFIDENCE_CONFIRMED][c->rule];
		if (c->confidence == CONFIDENCE_POSSIBLE && alone && is_about_waiting(c) && !limit_full(LIMIT_report_raised, c->round))
			c->confidence = CONFIDENCE_LIKELY;
	}
}

/* The findings of a list that is sorted by points, brought into the order of the report, and a row for each. Gives how many
 * causes they have. */
static uint32_t arrange(struct arena *a, const struct finding **list, uint32_t n, struct report_row *row)
{
	uint32_t *lead = arena_array(a, (size_t)n + 1, sizeof *lead), *of = arena_array(a, (size_t)n + 1, sizeof *of);
	uint32_t *next = arena_array(a, (size_t)n + 1, sizeof *next), rounds[CONFIDENCES][RULES] = { { 0 } }, causes, at = 0;
	struct report_cause *cause = arena_array(a, (size_t)n + 1, sizeof *cause);
	struct report_member *member = arena_array(a, (size_t)n + 1, sizeof *member);

	cause_find(list, n, lead);
	causes = count_causes(list, lead, n, cause, of);
	if (causes)
		qsort(cause, causes, sizeof *cause, by_harm);
	for (uint32_t i = 0; i < causes; i++)
		cause[i].round = rounds[cause[i].confidence][cause[i].rule]++;
	raise_waits(cause, causes, rounds);
	if (causes)
		qsort(cause, causes, sizeof *cause, by_round);
	for (uint32_t i = 0; i < causes; at += cause[i++].n) {
		next[of[cause[i].first]] = at;
		row[at] = (struct report_row){ at + 1, &member[at + 1], cause[i].n - 1 };
	}
	for (uint32_t i = 0; i < n; i++) { /* the first of a cause is met first */
		at = next[of[i]]++;
		member[at] = (struct report_member){ list[i], at + 1 };
		if (lead[i] != i)
			row[at] = (struct report_row){ .number = at + 1 };
	}
	for (uint32_t i = 0; i < n; i++)
		list[i] = member[i].finding;
	return causes;
}

struct report_choice report_choose_all(struct arena *a, const struct finding *x, uint32_t n, const struct report_options *o)
{
	const struct finding **list = arena_array(a, (size_t)n + 1, sizeof *list);
	uint32_t all = 0, found = 0, suppressed = 0, causes;
	struct report_row *row;

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
	row = arena_array(a, (size_t)found + 1, sizeof *row);
	causes = arrange(a, list, found, row);
	return (struct report_choice){ .at = list, .row = row, .n = found, .suppressed = suppressed,
				       .pruned = all - found - suppressed, .all = found, .causes = causes, .counts = found > 0 };
}

enum confidence report_confidence(const struct report_choice *list, uint32_t i)
{
	enum confidence best = finding_confidence(list->at[i]);

	for (uint32_t k = 0; k < report_others(list, i); k++) {
		enum confidence other = finding_confidence(list->row[i].member[k].finding);
		best = other > best ? other : best;
	}
	return best;
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

static bool is_chosen(const struct finding *f, const struct report_options *o)
{
	return !f->elsewhere && is_in_paths(f, o) && (!o->has_least || f->total >= o->least);
}

/* What is made of a list, finding after finding. */
struct report_making {
	const struct finding **at;
	struct report_row *row;
	struct report_member *rest;
	struct report_choice list;
	const struct report_options *o;
};

/* Those of one cause that were chosen: a row, or what is left out and counted. */
static void add_cause(struct report_making *m, const struct report_member *of, uint32_t n)
{
	enum confidence best = CONFIDENCE_UNLIKELY;
	bool below, beyond;

	for (uint32_t i = 0; i < n; i++)
		best = finding_confidence(of[i].finding) > best ? finding_confidence(of[i].finding) : best;
	below = best < (enum confidence)m->o->least_confidence;
	beyond = !below && m->o->top && m->list.n >= m->o->top;
	if (n && !below && !beyond) {
		m->row[m->list.n] = (struct report_row){ of[0].number, of + 1, n - 1 };
		m->at[m->list.n++] = of[0].finding;
	}
	m->list.below[best] += n && below;
	m->list.beyond += n && beyond;
	for (uint32_t i = 0; i < n && (below || beyond); i++)
		m->rest[m->list.nrest++] = of[i];
}

struct report_choice report_choose(struct arena *a, const struct finding *x, uint32_t n, const struct report_options *o)
{
	struct report_choice all = report_choose_all(a, x, n, o);
	uint32_t whole = all.n + all.suppressed + all.pruned;
	struct report_member *kept = arena_array(a, (size_t)all.n + 1, sizeof *kept);
	struct report_making m = { .at = arena_array(a, (size_t)whole + 1, sizeof *m.at),
				   .row = arena_array(a, (size_t)all.n + 1, sizeof *m.row),
				   .rest = arena_array(a, (size_t)all.n + 1, sizeof *m.rest),
				   .o = o };

	for (uint32_t i = 0, end, from; i < all.n; i = end) {
		uint32_t left = 0;
		from = i;
		end = o->apart ? i + 1 : i + 1 + all.row[i].nmembers;
		for (; i < end; i++)
			if (is_chosen(all.at[i], o))
				kept[from + left++] = (struct report_member){ all.at[i], i + 1 };
		add_cause(&m, kept + from, left);
	}
	m.list.counts = m.list.n || m.list.beyond || (o->unshown_count && m.list.nrest);
	for (uint32_t i = all.n; i < whole; i++)
		if (is_chosen(all.at[i], o)) {
			m.at[m.list.n + m.list.suppressed + m.list.pruned] = all.at[i];
			m.list.suppressed += i < all.n + all.suppressed;
			m.list.pruned += i >= all.n + all.suppressed;
		}
	m.list.at = m.at;
	m.list.row = m.row;
	m.list.rest = m.rest;
	m.list.all = all.all;
	m.list.causes = o->apart ? all.n : all.causes;
	return m.list;
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

/* Only what has an option that shows it: what path, rank and rule leave out was asked for. */
const char *report_hidden(struct arena *a, const struct report_choice *list)
{
	const char *why = "", *comma = "";
	uint32_t n = list->beyond;

	for (int c = CONFIDENCES - 1; c >= 0; c--) {
		if (!list->below[c])
			continue;
		n += list->below[c];
		why = arena_format(a, "%s%s%" PRIu32 " %s (--confidence=%s)", why, comma, list->below[c],
				   confidence_name((enum confidence)c), confidence_name((enum confidence)c));
		comma = ", ";
	}
	if (list->beyond)
		why = arena_format(a, "%s%s%" PRIu32 " beyond the first %" PRIu32 " (--top=N)", why, comma, list->beyond, list->n);
	return !n ? ""
		  : arena_format(a, "%" PRIu32 "%s finding%s not shown: %s; --all shows every finding", n, list->n ? " more" : "",
				 n == 1 ? " is" : "s are", why);
}

void report_summary(FILE *f, const struct report_choice *list, double seconds)
{
	uint64_t units = stat_get(STAT_units), lines = stat_get(STAT_lines), proofs = stat_get(STAT_proofs);

	fprintf(f, "%" PRIu32 " finding%s in %" PRIu64 " unit%s", list->n, plural(list->n), units, plural(units));
	if (lines)
		fprintf(f, ", %" PRIu64 " line%s", lines, plural(lines));
	print_rules(f, list);
	if (list->n < list->causes)
		fprintf(f, "; %" PRIu32 " more not shown%s", list->causes - list->n, list->nrest ? " (--all)" : "");
	if (list->suppressed)
		fprintf(f, "; %" PRIu32 " silenced", list->suppressed);
	if (proofs)
		fprintf(f, "; %" PRIu64 " of %" PRIu64 " tried %s confirmed", stat_get(STAT_confirmed), proofs,
			proofs == 1 ? "is" : "are");
	if (stat_get(STAT_confirmed_assuming))
		fprintf(f, ", %" PRIu64 " more under assumptions", stat_get(STAT_confirmed_assuming));
	if (stat_get(STAT_confirmed_harness))
		fprintf(f, ", %" PRIu64 " more under a harness", stat_get(STAT_confirmed_harness));
	if (stat_get(STAT_refuted))
		fprintf(f, "; %" PRIu64 " mistakes of the prover, please report them", stat_get(STAT_refuted));
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
