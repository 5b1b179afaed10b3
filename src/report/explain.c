/* One finding, whole: the text of the report with all of its pairs, its name for other runs, and why it stands where it stands.
 *
 *     stats.c:41:9: warning: data race on 'conn.state' [race] #1
 *       ...
 *       fingerprint: 71a6f6d2e0c5b3f8
 *       score: 107
 *         criterion         value  points
 *         concurrent-code   1        +100  concurrency operations in this function or earlier in the call chain
 *         only-often        3          +4  the only object of more than one critical section
 *         doubt             1          -2  ... */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

enum { CRITERION_WIDTH = 18, VALUE_WIDTH = 24 };

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

void report_explain(FILE *f, const struct finding *x, uint32_t number, const struct report_options *o)
{
	struct report_options whole = *o;

	whole.all_pairs = true;
	whole.steps = true;
	report_finding(f, x, number, &whole);
	fprintf(f, "  fingerprint: %016" PRIx64 "\n", x->fingerprint);
	print_score(f, x);
}

static bool is_number(const char *word)
{
	size_t n = strlen(word);

	return n > 0 && n < 10 && strspn(word, "0123456789") == n;
}

uint32_t report_find(const struct finding *x, uint32_t n, const char *word)
{
	char *end;
	uint64_t print;

	if (is_number(word)) {
		unsigned long at = strtoul(word, NULL, 10);
		return at >= 1 && at <= n ? (uint32_t)at : 0;
	}
	if (strlen(word) != 16 || strspn(word, "0123456789abcdefABCDEF") != 16)
		return 0;
	print = strtoull(word, &end, 16);
	for (uint32_t i = 0; i < n; i++)
		if (x[i].fingerprint == print)
			return i + 1;
	return 0;
}
