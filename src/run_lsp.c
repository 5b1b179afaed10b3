/* The command lsp: what the language server wants to know of a run of snag. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsp/lsp.h"
#include "rank/rank.h"
#include "report/advice.h"
#include "report/format/proof.h"
#include "report/track/ignore.h"
#include "report/track/kept.h"
#include "run.h"

/* The settings are those of the directory that the client works in, so they are read again there. */
static bool enter(void *context, const char *root, struct trouble *t)
{
	struct run *r = context;
	struct command_line *line = arena_new(r->arena, struct command_line);

	if (chdir(root) < 0)
		return trouble(t, "%s: %s", root, strerror(errno));
	if (!opt_read(r->arena, r->argc, r->argv, line, t))
		return false;
	r->line = line;
	r->opt = &line->opt;
	return true;
}

static void unused(void *context, const char *where, uint32_t line)
{
	(void)context, (void)where, (void)line;
}

/* Verdicts and comments that came after the run silence what it has found. */
static void silence(struct run *r, struct arena *a, struct kept *kept)
{
	struct ignore_options o = { .dir = path_cwd(a), .pattern = r->opt->ignore };
	struct track *track;
	struct trouble t;
	uint32_t marked;

	(void)ignore_apply(a, kept->finding.at, kept->finding.n, &o, unused, NULL);
	if (!file_exists(r->opt->db) || !track_open(a, r->opt->db, false, &track, &t))
		return;
	if (!track_apply(a, track, kept->finding.at, kept->finding.n, &marked, &t))
		warn("%s", t.text);
	track_close(track);
}

static bool load(void *context, struct arena *a, struct lsp_findings *found)
{
	struct run *r = context;
	struct kept kept = { 0 };
	enum opt_confidence least = r->opt->confidence == LEVEL_auto ? LEVEL_possible : r->opt->confidence;

	found->least = (enum confidence)least;
	if (!kept_read_findings(a, r->opt->cache, &kept))
		return false;
	rank_run(a, weights(r), kept.finding.at, kept.finding.n);
	advice_run(a, kept.finding.at, kept.finding.n);
	silence(r, a, &kept);
	found->at = kept.finding.at;
	found->n = kept.finding.n;
	found->graphs = kept.graphs;
	return found->kept = true;
}

static bool has_database(void *context)
{
	struct run *r = context;
	struct arena a;
	bool has;

	arena_init(&a, "database");
	has = r->opt->project || capture_find(&a, path_cwd(&a));
	arena_release(&a);
	return has;
}

static struct strings words(void *context, struct arena *a, struct strings files, const char *prove)
{
	const struct options *opt = ((struct run *)context)->opt;
	VEC(const char *) w = { 0 };

	*vec_add(a, &w) = prove ? "prove" : "check";
	*vec_add(a, &w) = "--color=never";
	*vec_add(a, &w) = "--links=never";
	*vec_add(a, &w) = arena_format(a, "--cache=%s", opt->cache);
	*vec_add(a, &w) = arena_format(a, "--jobs=%u", opt->jobs);
	if (!prove)
		*vec_add(a, &w) = arena_format(a, "--db=%s", opt->db);
	if (opt->config)
		*vec_add(a, &w) = arena_format(a, "--config=%s", opt->config);
	if (opt->no_config)
		*vec_add(a, &w) = "--no-config";
	if (opt->clang)
		*vec_add(a, &w) = arena_format(a, "--clang=%s", opt->clang);
	if (opt->project)
		*vec_add(a, &w) = arena_format(a, "--project=%s", opt->project);
	if (opt->prove && !prove)
		*vec_add(a, &w) = arena_format(a, "--prove=%u", opt->prove);
	for (uint32_t i = 0; i < files.n && !opt->project; i++)
		*vec_add(a, &w) = files.at[i];
	if (prove)
		*vec_add(a, &w) = prove;
	return (struct strings){ w.at, w.n };
}

static bool say(void *context, uint64_t fingerprint, enum verdict_kind kind, const char *note, struct trouble *t)
{
	struct run *r = context;
	struct track *track;
	struct arena a;
	bool good;

	arena_init(&a, "verdict");
	good = track_open(&a, r->opt->db, false, &track, t);
	if (good) {
		good = track_say(track, fingerprint, kind, note[0] ? note : NULL, t);
		track_close(track);
	}
	arena_release(&a);
	return good;
}

/* Whatever prints a text, into one. */
static const char *text_of(struct arena *a, const struct lsp_findings *found, uint32_t i, bool steps)
{
	const struct finding **shown = arena_array(a, (size_t)found->n + 1, sizeof *shown);
	struct report_options o = { .dir = path_cwd(a) };
	struct report_choice list = { .at = shown, .n = found->n };
	struct sources sources;
	const char *copy;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("out of memory");
	for (uint32_t k = 0; k < found->n; k++)
		shown[k] = &found->at[k];
	sources_init(&sources);
	fputs("```\n", f);
	if (steps) {
		fprintf(f, "%s\n%s\n", found->at[i].message, report_proof_text(a, found->at[i].proof));
		report_proof_steps(f, found->at[i].proof, &sources, &o);
		fputs("```\n", f);
	} else {
		report_explain(f, &list, i, &o);
	}
	sources_release(&sources);
	if (fclose(f) != 0)
		die("out of memory");
	copy = arena_copy(a, text, len);
	free(text);
	return copy;
}

static const char *explain(void *context, struct arena *a, const struct lsp_findings *found, uint32_t i)
{
	(void)context;
	return text_of(a, found, i, false);
}

static const char *execution(void *context, struct arena *a, const struct lsp_findings *found, uint32_t i)
{
	(void)context;
	return proof_is_shown(found->at[i].proof) ? text_of(a, found, i, true) : NULL;
}

static const char *scratch(void *context, struct arena *a)
{
	const struct run *r = context;

	return path_join(a, path_join(a, path_cwd(a), r->opt->cache), "lsp");
}

int command_lsp(struct run *r)
{
	struct lsp_host host = { .context = r,
				 .enter = enter,
				 .load = load,
				 .has_database = has_database,
				 .words = words,
				 .say = say,
				 .explain = explain,
				 .execution = execution,
				 .scratch = scratch };

	return lsp_run(&host);
}
