/* What a run can refuse before it reads a program, so that a misspelt word or a place that cannot be written costs no hours; and
 * --verify-config, which does nothing but that. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "extract/compiler.h"
#include "report/format/output.h"
#include "report/track/track.h"
#include "run.h"

/* A misspelt rule would make every program clean. */
void check_rules(const struct options *opt)
{
	const char *names[RULES];
	struct strings known = { names, 0 };
	const char *near;
	char all[512];

	for (int i = 1; i < RULES; i++)
		names[known.n++] = rule_name(i);
	for (uint32_t i = 0; i < opt->rule.n; i++) {
		if (report_is_rule(opt->rule.at[i]))
			continue;
		near = opt_nearest(opt->rule.at[i], known);
		if (near)
			die("--rule %s: there is no such rule; did you mean %s?", opt->rule.at[i], near);
		for (uint32_t k = 0, at = 0; k < known.n && at < sizeof all; k++)
			at += (uint32_t)snprintf(all + at, sizeof all - at, "%s%s", k ? ", " : "", names[k]);
		die("--rule %s: there is no such rule; the rules are %s", opt->rule.at[i], all);
	}
}

/* Before the work begins: a misspelt format, or a file that cannot be written, should not cost a run. */
void check_outputs(const struct options *opt)
{
	struct output_choice choice, other;
	struct trouble t;

	for (uint32_t i = 0; i < opt->output.n; i++) {
		if (!output_parse(opt->output.at[i], &choice, &t) || (choice.path && !file_may_put(choice.path, &t)))
			die("%s", t.text);
		if (output_takes(&choice, STDOUT_FILENO) || output_takes(&choice, STDERR_FILENO))
			die("--output %s: standard %s goes to that file already; name another one", opt->output.at[i],
			    output_takes(&choice, STDOUT_FILENO) ? "output" : "error");
		for (uint32_t k = 0; k < i; k++)
			if (output_parse(opt->output.at[k], &other, &t) && output_meets(&choice, &other))
				die("--output %s and --output %s: two reports cannot go to one place", opt->output.at[k],
				    opt->output.at[i]);
		if (!choice.path && opt->dump.phases)
			die("--output %s and --dump: both go to standard output; give one a file: --output %s=FILE",
			    opt->output.at[i], choice.format->name);
	}
}

/* Where the cache is not said to be elsewhere, can it be made or written? */
bool is_read_only(const struct options *opt)
{
	static const char *const places[] = { ".snag/cache", ".snag", "." };

	if (opt->no_cache || strcmp(opt->cache, places[0]) != 0)
		return false;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (file_is_dir(places[i]))
			return access(places[i], W_OK) != 0 && (errno == EACCES || errno == EROFS);
	return false;
}

/* Where things are kept. A database that is there and cannot be written, or that somebody else has now, is told of at the end of
 * a run: what it says of findings counts. */
void check_places(struct run *r)
{
	struct trouble t;

	if (!r->opt->no_cache && !file_may_make_dirs(r->opt->cache, &t))
		die("%s; --cache=DIR names another place, --no-cache needs none", t.text);
	if (!track_check(r->arena, r->opt->db, &t) ||
	    (!r->opt->no_cache && !file_exists(r->opt->db) && !file_may_make_dirs(path_dir(r->arena, r->opt->db), &t)))
		die("%s; --db=FILE names another place", t.text);
}

static void check_files(const struct strings *files)
{
	for (uint32_t i = 0; i < files->n; i++)
		if (!file_is_regular(files->at[i]))
			die("%s: %s", files->at[i], file_exists(files->at[i]) ? "not a regular file" : strerror(errno));
}

/* Only the program tells whether there is such a start. */
static void verify_start(struct run *r, const char *database)
{
	struct strings harness = { (const char **)(uintptr_t)&r->opt->harness, r->opt->harness != NULL };
	struct command_line line = *r->line;

	if (!r->opt->main.n && !r->opt->harness)
		return;
	if (!database && !r->opt->harness)
		return;
	if (!database && !line.files.n)
		line.files = harness;
	r->line = &line;
	capture(r);
	extract(r);
	make_plan(r);
	extract_release(&r->units);
}

int verify_config(struct run *r)
{
	const struct options *opt = r->opt;
	struct strings harness = { (const char **)(uintptr_t)&opt->harness, opt->harness != NULL };
	const char *database = opt->project ? opt->project : r->line->files.n ? NULL : capture_find(r->arena, path_cwd(r->arena));
	const char *config = r->line->config;
	struct compiler clang;
	struct tracked_list known;
	struct jobs jobs;
	struct trouble t;

	check_rules(opt);
	check_outputs(opt);
	check_places(r);
	(void)weights(r);
	check_files(&opt->stubs);
	check_files(&harness);
	if (opt->clang && !compiler_look(r->arena, &clang, &t))
		die("%s", t.text);
	load_models(r);
	if (opt->new_only && !opt->baseline)
		die("--new-only needs --baseline FILE");
	if (opt->baseline && !track_get(r->arena, NULL, opt->baseline, &known, &t))
		die("--baseline: %s", t.text);
	if (database && !capture_database(r->arena, database, &jobs, &t))
		die("%s", t.text);
	look_for_changes(r);
	verify_start(r, database);
	printf("%s: %s\n", config ? config : ".snag.yml", config ? "good" : "there is none here or above");
	return EXIT_CLEAN;
}
