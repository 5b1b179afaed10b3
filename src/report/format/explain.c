/* One finding, whole: the text of the report with all of its pairs and the execution that shows it, what each phase found, every
 * access of the location with its locks, why pairs were ruled out, its points, and the page of its rule.
 *
 *     stats.c:41:9: warning: data race on 'conn.state' [race] #1
 *       ...
 *       fingerprint: 71a6f6d2e0c5b3f8
 *       what each phase found
 *         points   both sides name the same memory
 *       every access: 14
 *         stats.c:41    write   {}            conn_close     main > pthread_create(worker)
 *       ruled out at the same location
 *         3 pairs: joined
 *       score: 107
 *         criterion         value  points
 *         concurrent-code   1        +100  concurrency operations in this function or earlier in the call chain
 *
 *     # race ... */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/advice.h"
#include "report/track/name.h"
#include "report/report.h"
#include "report/rules.h"

enum { CRITERION_WIDTH = 18, VALUE_WIDTH = 24, PLACE_WIDTH = 40 };

static int width_of(const struct finding *x)
{
	size_t most = strlen("value");

	for (uint32_t i = 0; i < x->nscores; i++)
		most = strlen(x->score[i].value) > most ? strlen(x->score[i].value) : most;
	return most < VALUE_WIDTH ? (int)most : VALUE_WIDTH;
}

static void print_score(FILE *f, const struct finding *x)
{
	int width = width_of(x);

	fprintf(f, "  score: %" PRId32 "\n", x->total);
	if (x->nscores)
		fprintf(f, "    %-*s %-*s %7s\n", CRITERION_WIDTH, "criterion", width, "value", "points");
	for (uint32_t i = 0; i < x->nscores; i++)
		fprintf(f, "    %-*s %-*s %+7" PRId32 "  %s\n", CRITERION_WIDTH, x->score[i].criterion, width, x->score[i].value,
			x->score[i].points, x->score[i].says);
}

static void print_said(FILE *f, struct arena *a, const struct finding *x)
{
	struct said said[SAID_MOST];
	uint32_t n = advice_said(a, x, said);

	if (n)
		fputs("  what each phase found\n", f);
	for (uint32_t i = 0; i < n; i++) {
		fprintf(f, "    %-8s ", said[i].phase);
		report_clean(f, said[i].text);
		fputc('\n', f);
	}
}

/* A cell of somebody else's text, filled up to `width` columns. */
static void print_cell(FILE *f, const char *text, int width)
{
	report_clean(f, text);
	fprintf(f, "%*s", (int)strlen(text) < width ? width - (int)strlen(text) : 0, "");
}

static const char *access_place(struct arena *a, const struct finding_access *x, const char *dir)
{
	return arena_format(a, "%s:%" PRIu32 ":%" PRIu32, dir ? path_below(dir, x->place.file) : x->place.file, x->place.line,
			    x->place.column);
}

static void print_accesses(FILE *f, struct arena *a, const struct finding *x, const char *dir)
{
	int wide[3] = { 0 };

	if (!x->naccesses)
		return;
	fprintf(f, "  every access: %" PRIu32 "\n", x->accesses);
	for (uint32_t i = 0; i < x->naccesses; i++) {
		const int n[3] = { (int)strlen(access_place(a, &x->access[i], dir)), (int)strlen(x->access[i].kind),
				   (int)strlen(x->access[i].locks) + 2 };
		for (int k = 0; k < 3; k++)
			wide[k] = n[k] > wide[k] && n[k] <= PLACE_WIDTH ? n[k] : wide[k];
	}
	for (uint32_t i = 0; i < x->naccesses; i++) {
		const struct finding_access *y = &x->access[i];
		fputs("    ", f);
		print_cell(f, access_place(a, y, dir), wide[0] + 2);
		print_cell(f, y->kind, wide[1] + 2);
		print_cell(f, arena_format(a, "{%s}", y->locks), wide[2] + 2);
		report_clean(f, y->function);
		fputs(" in ", f);
		report_clean(f, y->thread);
		fputc('\n', f);
	}
	if (x->naccesses < x->accesses)
		fprintf(f, "    ... and %" PRIu32 " more\n", x->accesses - x->naccesses);
}

static void print_ruled(FILE *f, const struct finding *x)
{
	if (x->pruned) {
		fputs("  ruled out: ", f);
		report_clean(f, x->pruned);
		fputc('\n', f);
	}
	if (x->nruled)
		fputs("  ruled out at the same location\n", f);
	for (uint32_t i = 0; i < x->nruled; i++) {
		fprintf(f, "    %" PRIu32 " pair%s: ", x->ruled[i].pairs, x->ruled[i].pairs == 1 ? "" : "s");
		report_clean(f, x->ruled[i].why);
		fputc('\n', f);
	}
}

static void print_limits(FILE *f, const struct finding *x)
{
	if (x->nlimits)
		fputs("  the analysis was cut short on the way (--limit NAME=N sets another limit)\n", f);
	for (uint32_t i = 0; i < x->nlimits; i++) {
		fputs("    ", f);
		report_clean(f, x->limit[i]);
		fputc('\n', f);
	}
}

bool report_rule_page(FILE *f, const char *rule)
{
	struct bytes page = rule_page(rule);

	if (page.at)
		fwrite(page.at, 1, page.len, f);
	return page.at != NULL;
}

void report_explain(FILE *f, const struct report_choice *list, uint32_t i, const struct report_options *o)
{
	const struct finding *x = list->at[i];
	struct report_options whole = *o;
	struct arena a;

	whole.all_pairs = whole.steps = whole.whole = true;
	arena_init(&a, "explain");
	report_row(f, list, i, &whole);
	if (x->cause)
		fprintf(f, "  shown with: #%" PRIu32 ", which has the same cause\n", x->cause);
	fprintf(f, "  fingerprint: %016" PRIx64 "\n", x->fingerprint);
	print_said(f, &a, x);
	print_accesses(f, &a, x, o->dir);
	print_ruled(f, x);
	print_limits(f, x);
	print_score(f, x);
	fputc('\n', f);
	(void)report_rule_page(f, rule_name(x->rule));
	arena_release(&a);
}

uint32_t report_find(const struct report_choice *list, const char *word, struct trouble *t)
{
	struct arena a;
	struct named *x;
	uint32_t at;

	arena_init(&a, "names");
	x = arena_array(&a, (size_t)list->n + 1, sizeof *x);
	for (uint32_t i = 0; i < list->n; i++)
		x[i] = (struct named){ list->at[i]->fingerprint, report_number(list, i) };
	at = name_find(x, list->n, word, t);
	arena_release(&a);
	return at;
}
