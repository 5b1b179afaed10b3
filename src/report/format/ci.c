/* What continuous integration reads: JUnit for test reports, GitLab's code quality, GitHub's annotations. */
#include "report/format/output.h"

#include <inttypes.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/store/intern.h"
#include "base/stat.h"
#include "report/cause.h"
#include "report/format/proof.h"
#include "report/rules.h"

/* The message, and behind it how sure it is; whether an execution shows it, of what kind, and what it assumes. */
static const char *with_badge(struct output *x, uint32_t i)
{
	const struct finding *f = x->list.at[i];
	const char *badge = report_proof_badge(f), *assuming = badge[0] && f->proof->assuming ? f->proof->assuming : "";
	const char *text = cause_message(x->arena, f, report_others(&x->list, i));
	const char *level = confidence_name(report_confidence(&x->list, i));

	if (!strcmp(badge, level))
		badge = "";
	return !badge[0]    ? arena_format(x->arena, "%s (%s)", text, level)
	       : !*assuming ? arena_format(x->arena, "%s (%s, %s)", text, level, badge)
			    : arena_format(x->arena, "%s (%s, %s%s %s)", text, level, badge,
					   f->proof->state == PROOF_HARNESS ? ", assuming" : "", assuming);
}

/* ---- JUnit ---- */

/* XML 1.0 has no way to write most control characters. */
static void xml_text(FILE *f, const char *s)
{
	for (; *s; s++)
		switch (*s) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		case '\n':
			fputs("&#10;", f);
			break;
		default:
			fputc((unsigned char)*s < 0x20 || *s == 0x7f ? '?' : *s, f);
		}
}

static void xml_clean(struct output *x, const char *s)
{
	xml_text(x->f, output_utf8(x->arena, s));
}

static void junit_access(struct output *x, const struct finding_access *a, uint32_t thread)
{
	fprintf(x->f, "thread %" PRIu32 ": ", thread);
	xml_clean(x, report_way(x->arena, a));
	fputs(" holds {", x->f);
	xml_clean(x, a->locks);
	fputs("}: ", x->f);
	xml_clean(x, a->kind);
	fputs(" at ", x->f);
	xml_text(x->f, output_path(x, a->place.file));
	fprintf(x->f, ":%" PRIu32 "\n", a->place.line);
}

static void junit_case(struct output *x, uint32_t at)
{
	const struct finding *f = x->list.at[at];

	fputs(" <testcase classname=\"", x->f);
	xml_text(x->f, rule_name(f->rule));
	fputs("\" name=\"", x->f);
	xml_text(x->f, output_path(x, f->place.file));
	fprintf(x->f, ":%" PRIu32 ": ", f->place.line);
	xml_clean(x, f->message);
	fputs("\"><failure message=\"", x->f);
	xml_clean(x, with_badge(x, at));
	fprintf(x->f, "\" type=\"%s\">", rule_name(f->rule));
	for (uint32_t i = 0; i < report_others(&x->list, at); i++) {
		fputs("the same cause: ", x->f);
		xml_clean(x, x->list.row[at].member[i].finding->message);
		fputc('\n', x->f);
	}
	if (f->npairs) {
		junit_access(x, &f->pair[0].a, 1);
		junit_access(x, &f->pair[0].b, 2);
	}
	for (uint32_t i = 0; i < f->nedges; i++)
		junit_access(x, &f->edge[i].wants, i + 1);
	if (f->proof) {
		xml_clean(x, report_proof_text(x->arena, f->proof));
		fputc('\n', x->f);
	}
	if (f->overlap && f->overlap[0]) {
		fputs("overlap: ", x->f);
		xml_clean(x, f->overlap);
		fputc('\n', x->f);
	}
	if (f->fix && f->fix[0]) {
		fputs("fix: ", x->f);
		xml_clean(x, f->fix);
		fputc('\n', x->f);
	}
	for (uint32_t i = 0; i < f->nnotes; i++) {
		xml_text(x->f, output_path(x, f->note[i].place.file));
		fprintf(x->f, ":%" PRIu32 ": ", f->note[i].place.line);
		xml_clean(x, f->note[i].text);
		fputc('\n', x->f);
	}
	fputs("</failure></testcase>\n", x->f);
}

/* A unit that was not analysed is an error, and so are entries of the database that make no sense; those that are not C are a
 * test that was skipped. A run without any is one test that passes, since some readers refuse an empty suite. */
void output_junit(struct output *x)
{
	uint32_t bad = stat_get(STAT_jobs_bad) != 0, skipped = stat_not_c() != 0, tests = x->list.n + x->nfailed + bad + skipped;

	fprintf(x->f,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"snag\" tests=\"%" PRIu32 "\" failures=\"%" PRIu32
		"\" errors=\"%" PRIu32 "\" skipped=\"%" PRIu32 "\">\n",
		tests ? tests : 1, x->list.n, x->nfailed + bad, skipped);
	for (uint32_t i = 0; i < x->list.n; i++)
		junit_case(x, i);
	for (uint32_t i = 0; i < x->nfailed; i++) {
		fputs(" <testcase classname=\"unit\" name=\"", x->f);
		xml_text(x->f, output_path(x, x->failed[i].file));
		fputs("\"><error message=\"", x->f);
		xml_clean(x, x->failed[i].error);
		fputs("\" type=\"not analysed\"/></testcase>\n", x->f);
	}
	if (bad)
		fprintf(x->f,
			" <testcase classname=\"database\" name=\"unusable entries\"><error message=\"%" PRIu64
			" not usable\" type=\"not analysed\"/></testcase>\n",
			stat_get(STAT_jobs_bad));
	if (skipped) {
		fputs(" <testcase classname=\"database\" name=\"entries that are not C\"><skipped message=\"", x->f);
		stat_not_c_text(x->f);
		fputs("\"/></testcase>\n", x->f);
	}
	if (!tests)
		fputs(" <testcase classname=\"snag\" name=\"no findings\"/>\n", x->f);
	fputs("</testsuite>\n", x->f);
}

/* ---- GitLab ---- */

/* What was not analysed: not the fault of a line, but of the file. */
static void gitlab_missing(struct output *x, const char *file, const char *why, bool first)
{
	const char *path = output_path(x, file), *key = arena_format(x->arena, "not analysed %s", path);

	fputs(first ? "\n" : ",\n", x->f);
	output_object(x, json_pack("{s:o, s:s, s:o, s:s, s:{s:s, s:{s:i}}}", "description",
				   output_string(x->arena, arena_format(x->arena, "not analysed: %s", why)), "check_name",
				   "not-analysed", "fingerprint",
				   json_sprintf("%016llx", (unsigned long long)hash_much(key, strlen(key), 0)), "severity", "info",
				   "location", "path", path, "lines", "begin", 1));
}

/* A file that is compiled twice may fail twice, and is told of once. */
static void gitlab_failed(struct output *x)
{
	struct intern told;
	struct arena a;

	arena_init(&a, "failed units"); /* x->arena is dropped with each object */
	intern_init(&told, &a);
	for (uint32_t i = 0; i < x->nfailed; i++) {
		uint32_t known = told.entry.n;
		if (intern_string(&told, x->failed[i].file) >= known)
			gitlab_missing(x, x->failed[i].file, x->failed[i].error, !x->list.n && !i);
	}
	arena_release(&a);
}

/* One list, one object a finding and a unit that was not analysed; the path must be relative and the fingerprint unique in the
 * file. */
void output_gitlab(struct output *x)
{
	fputs("[", x->f);
	for (uint32_t i = 0; i < x->list.n; i++) {
		const struct finding *f = x->list.at[i];
		static const char *const severity[CONFIDENCES] = { "info", "minor", "major", "critical" };
		fputs(i ? ",\n" : "\n", x->f);
		output_object(x, json_pack("{s:o, s:s, s:s, s:s, s:{s:s, s:{s:I}}}", "description",
					   output_string(x->arena, with_badge(x, i)), "check_name", rule_name(f->rule), "fingerprint",
					   output_fingerprint(x->arena, f), "severity",
					   severity[report_confidence(&x->list, i)], "location", "path",
					   output_path(x, f->place.file), "lines", "begin",
					   (json_int_t)(f->place.line ? f->place.line : 1)));
	}
	gitlab_failed(x);
	if (output_left_out(x)[0])
		gitlab_missing(x, "compile_commands.json", output_left_out(x), !x->list.n && !x->nfailed);
	fputs("]\n", x->f);
}

/* ---- GitHub ---- */

enum { SHOWN = 10 }; /* GitHub shows ten of each kind a step and drops the others without a word */

/* In the value of a property ',' and ':' end it. */
static void github_text(FILE *f, const char *s, bool property)
{
	for (; *s; s++)
		if (*s == '%' || (unsigned char)*s < 0x20 || (property && (*s == ',' || *s == ':')))
			fprintf(f, "%%%02X", (unsigned char)*s);
		else
			fputc(*s, f);
}

/* Annotations of the files that were not analysed, and of what has no file. */
static void github_missing(struct output *x)
{
	for (uint32_t i = 0; i < x->nfailed && i < SHOWN; i++) {
		fputs("::warning file=", x->f);
		github_text(x->f, output_path(x, x->failed[i].file), true);
		fputs(",title=snag not analysed::", x->f);
		github_text(x->f, output_utf8(x->arena, x->failed[i].error), false);
		fputc('\n', x->f);
	}
	if (x->nfailed)
		fprintf(x->f, "::notice title=snag::part of the program is missing: %" PRIu32 " unit%s not analysed\n", x->nfailed,
			x->nfailed == 1 ? "" : "s");
	if (output_left_out(x)[0])
		fprintf(x->f, "::notice title=snag::%s\n", output_left_out(x));
}

void output_github(struct output *x)
{
	for (uint32_t i = 0; i < x->list.n && i < SHOWN; i++) {
		const struct finding *f = x->list.at[i];
		const char *level = rule_level(f->rule, report_confidence(&x->list, i));
		fprintf(x->f, "::%s file=", strcmp(level, "note") ? level : "notice");
		github_text(x->f, output_path(x, f->place.file), true);
		fprintf(x->f, ",line=%" PRIu32 ",col=%" PRIu32 ",title=snag %s::", f->place.line, f->place.column,
			rule_name(f->rule));
		github_text(x->f, output_utf8(x->arena, with_badge(x, i)), false);
		if (f->npairs) {
			const struct finding_access *b = &f->pair[0].b;
			fprintf(x->f, "; the other side: %s in ", b->kind);
			github_text(x->f, output_utf8(x->arena, b->function), false);
			fputs(" at ", x->f);
			github_text(x->f, output_path(x, b->place.file), false);
			fprintf(x->f, ":%" PRIu32, b->place.line);
		}
		if (f->fix && f->fix[0]) {
			fputs("; fix: ", x->f);
			github_text(x->f, output_utf8(x->arena, f->fix), false);
		}
		fputc('\n', x->f);
	}
	github_missing(x);
	if (report_hidden(x->arena, &x->list)[0])
		fprintf(x->f, "::notice title=snag::%s\n", report_hidden(x->arena, &x->list));
	if (x->list.n > SHOWN)
		fprintf(x->f,
			"::notice title=snag::%" PRIu32 " of %" PRIu32 " findings are shown; the others are in the full report\n",
			(uint32_t)SHOWN, x->list.n);
}
