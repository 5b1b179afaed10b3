/* snag: the command line, and the steps that lead to linked programs; pipeline.c has the phases that read one. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/opt/opt.h"
#include "base/recogniser.h"
#include "base/system/parallel.h"
#include "base/system/progress.h"
#include "base/system/self.h"
#include "base/stat.h"
#include "capture/capture.h"
#include "code/event.h"
#include "extract/compiler.h"
#include "extract/extract.h"
#include "infer/infer.h"
#include "ir/body.h"
#include "ir/reads.h"
#include "ir/store/unit.h"
#include "link/keep.h"
#include "model/model.h"
#include "queue/queue.h"
#include "report/track/kept.h"
#include "report/report.h"
#include "run.h"

/* ---- capture ---- */

/* Stubs are compiled as plain files, with the flags behind "--"; they come after the project's own units. */
static void add_stubs(struct run *r)
{
	struct jobs stubs;
	const char **file;
	struct trouble t;

	r->nstubs = r->opt->stubs.n + (r->opt->harness != NULL);
	if (!r->nstubs)
		return;
	file = arena_array(r->arena, r->nstubs, sizeof *file);
	for (uint32_t i = 0; i < r->opt->stubs.n; i++)
		file[i] = r->opt->stubs.at[i];
	if (r->opt->harness)
		file[r->opt->stubs.n] = r->opt->harness;
	if (!capture_files(r->arena, file, r->nstubs, r->line->rest.at, r->line->rest.n, &stubs, &t))
		die("%s", t.text);
	r->nstubs = stubs.job.n;
	for (uint32_t i = 0; i < stubs.job.n; i++)
		*vec_add(r->arena, &r->jobs.job) = stubs.job.at[i];
}

/* There is no database in the directory that was named; NULL: nowhere. */
static _Noreturn void die_without(struct run *r, const char *dir)
{
	const char *advice = capture_advice(r->arena, dir ? dir : ".");

	if (dir && advice)
		die("%s: no compile_commands.json there or in its build/; %s", dir, advice);
	if (dir)
		die("%s: no compile_commands.json there or in its build/; make one with `snag capture -- make`, or name files: snag "
		    "FILE.c",
		    dir);
	if (advice)
		die("no compile_commands.json here, in build/ or above; %s", advice);
	die("no compile_commands.json here, in build/ or above: name files, or -p DIR, or make one with `snag capture -- make`");
}

void capture(struct run *r)
{
	const struct command_line *line = r->line;
	const char *database = r->opt->project;
	struct trouble t;
	bool ok;

	stat_phase("capture");
	if (line->files.n == 1 && !database && file_is_dir(line->files.at[0]))
		database = line->files.at[0];
	if (database && file_is_dir(database) && !capture_in(r->arena, database))
		die_without(r, database);
	if (line->files.n && database != line->files.at[0]) {
		if (database)
			die("files and --project cannot be given together");
		ok = capture_files(r->arena, line->files.at, line->files.n, line->rest.at, line->rest.n, &r->jobs, &t);
	} else {
		if (!database)
			database = capture_find(r->arena, path_cwd(r->arena));
		if (!database)
			die_without(r, NULL);
		ok = capture_database(r->arena, database, &r->jobs, &t);
	}
	if (!ok)
		die("%s", t.text);
	capture_warn(&r->jobs);
	r->partial |= r->jobs.bad > 0;
	if (diag_checks())
		capture_check(&r->jobs);
	add_stubs(r);
	if (opt_dump(r->opt, DUMP_capture))
		capture_dump(&r->jobs, stdout);
}

/* ---- extract ---- */

static void report_failed(struct run *r)
{
	for (uint32_t i = 0; i < r->units.n; i++)
		if (!r->units.unit[i].path)
			warn("%s: not analysed: %s", r->units.unit[i].file, r->units.unit[i].error);
	r->partial |= r->units.failed > 0;
}

static struct queue_options queue_choices(const struct options *opt)
{
	return (struct queue_options){ .redis = { opt->queue, opt->queue_password, opt->queue_ca, opt->queue_cert, opt->queue_key,
						 opt->queue_patience },
				       .cache = opt->cache, .workers = opt->jobs, .trace = opt->queue_trace };
}

/* Workers put into the cache what they can; the rest is compiled here as ever. */
static void extract_elsewhere(struct run *r)
{
	struct queue_options o = queue_choices(r->opt);
	struct queue_filled filled;
	struct trouble t;

	if (r->opt->no_cache)
		die("--queue: units come from workers through the cache, which --no-cache, or a directory that cannot be written, rules out");
	/* a run that is stopped meanwhile tells of all of them */
	r->units = (struct extract){ .n = r->jobs.job.n, .unit = arena_array(r->arena, r->jobs.job.n, sizeof *r->units.unit) };
	if (!queue_fill(r->arena, &r->jobs, &o, &filled, &t))
		die("%s", t.text);
	stat_add(STAT_units_elsewhere, filled.units);
	if (filled.rubbish)
		warn("%u results of workers were not what was asked for, and were thrown away", filled.rubbish);
}

static int command_worker(struct run *r)
{
	struct queue_options o = queue_choices(r->opt);

	if (!r->opt->queue)
		die("no server is named: snag worker --queue redis://HOST");
	return queue_serve(r->arena, &o);
}

void extract(struct run *r)
{
	struct extract_options o = { .cache = r->opt->no_cache ? NULL : r->opt->cache, .workers = r->opt->jobs };
	struct trouble t;

	stat_phase("extract");
	if (r->opt->queue)
		extract_elsewhere(r);
	if (!extract_run(r->arena, &r->jobs, &o, &r->units, &t)) {
		extract_release(&r->units);
		die("%s", t.text);
	}
	report_failed(r);
}

/* ---- one program ---- */

/* Of two such flags in one command the last one holds. */
static bool is_job_strict(const struct job *job)
{
	bool strict = true;

	for (uint32_t i = 0; i < job->nargs; i++) {
		if (!strcmp(job->args[i], "-fno-strict-aliasing"))
			strict = false;
		else if (!strcmp(job->args[i], "-fstrict-aliasing"))
			strict = true;
	}
	return strict;
}

bool is_strict(const struct run *r)
{
	for (uint32_t i = 0; i < r->jobs.job.n; i++)
		if (!is_job_strict(&r->jobs.job.at[i]))
			return false;
	return true;
}

/* Is the function declared to be handed a pointer to a record of this tag first? One without parameters may be. */
static bool is_handed(const struct program *p, struct type_id type, const char *tag, size_t len)
{
	struct type_id t = type_strip(p, type);
	const char *name;

	if (!t.i || program_type(p, t)->kind != TYPE_FUNCTION || !program_type(p, t)->nfields)
		return true;
	t = type_strip(p, p->field.at[program_type(p, t)->field].type);
	if (!t.i || program_type(p, t)->kind != TYPE_POINTER)
		return false;
	t = type_strip(p, program_type(p, t)->base);
	if (!t.i || program_type(p, t)->kind != TYPE_STRUCT)
		return false;
	name = program_str(p, program_type(p, t)->name);
	return strlen(name) == len && !memcmp(name, tag, len);
}

/* "+down": and it is not defined; "+down(semaphore)": and declared to take a struct semaphore. */
bool mentions(void *context, const char *name)
{
	const struct program *p = context;
	bool outside = *name == '+';
	const char *word = name + outside, *tag = strchr(word, '(');
	uint32_t id = intern_find(&p->str, word, tag ? (size_t)(tag - word) : strlen(word));

	for (uint32_t i = 1; id && i < p->sym.n; i++)
		if (p->sym.at[i].name.i == id && (!outside || (p->sym.at[i].kind != SYM_VARIABLE && !p->sym.at[i].fn.i)) &&
		    (!tag || is_handed(p, p->sym.at[i].type, tag + 1, strcspn(tag + 1, ")"))))
			return true;
	return false;
}

static void check_program(struct run *r, const struct link_unit *units, const struct link_group *group)
{
	struct arena out;
	struct linked *linked;
	struct trouble t;

	arena_init(&out, "program");
	stat_phase("link");
	linked = keep_program(&out, r->opt->no_cache ? NULL : r->opt->cache, units, group, &t);
	if (!linked)
		die("%s", t.text);
	if (diag_checks()) {
		link_check(linked);
		ir_check(linked->program);
	}
	if (opt_dump(r->opt, DUMP_link))
		link_dump(linked, stdout);
	if (opt_dump(r->opt, DUMP_ir))
		ir_dump(linked->program, r->opt->dump.function, stdout);
	if (r->opt->stop_after > STOP_model) {
		models_select(r->models, mentions, linked->program);
		count_unfollowed(r, linked->program);
		bodies_keep(&out, linked->program);
		if (r->infer)
			infer_program(r->infer, linked->program, r->models);
		else
			run_phases(r, linked->program, group->start);
		if (diag_checks())
			bodies_check(linked->program);
	}
	unit_close(linked->program);
	arena_release(&out);
}

/* By the tables that snag brings along: the same in all runs. */
static uint8_t meaning_outside(const void *context, const char *name)
{
	const struct models *m = context;
	uint8_t means = 0;

	for (const struct model_row *r = m ? model_find(m, name) : NULL; r; r = r->next) {
		if (m->table.at[r->table].layer)
			continue;
		means |= event_is(r, EVENT_ACQUIRE) && !model_is_alone(r) ? LINK_LOCKS : 0;
		means |= event_is(r, EVENT_SPAWN) || event_is(r, EVENT_ENQUEUE) || event_is(r, EVENT_HANDLER) ? LINK_STARTS : 0;
	}
	return means;
}

/* Which programs the units make: those of --main, or of a harness. */
void make_plan(struct run *r)
{
	static const char *const harness[] = { "snag_harness" };
	struct link_input input;
	struct trouble t;

	if (r->planned)
		return;
	r->planned = true;
	r->link = arena_array(r->arena, (size_t)r->units.n + 1, sizeof *r->link);
	for (uint32_t i = 0; i < r->units.n; i++)
		if (r->units.unit[i].path)
			r->link[r->nlink++] = (struct link_unit){ r->units.unit[i].path, r->units.unit[i].file,
								  i >= r->units.n - r->nstubs,
								  i < r->jobs.job.n && r->jobs.job.at[i].shared,
								  r->units.unit[i].cached };
	if (r->opt->harness && !r->units.unit[r->units.n - 1].path)
		die("--harness %s: not analysed: %s", r->opt->harness, r->units.unit[r->units.n - 1].error);
	if (!r->nlink)
		return;
	stat_phase("plan");
	input = (struct link_input){ r->link, r->nlink, r->opt->harness ? harness : r->opt->main.at,
				     r->opt->harness ? 1 : r->opt->main.n, meaning_outside, r->models };
	if (!keep_plan(r->arena, r->opt->no_cache ? NULL : r->opt->cache, &input, &r->plan, &t))
		die("%s", t.text);
}

static void check_programs(struct run *r)
{
	make_plan(r);
	for (r->program = 0; r->program < r->plan.group.n; r->program++)
		check_program(r, r->link, &r->plan.group.at[r->program]);
}

struct report_options report_choices(struct run *r)
{
	enum { TOP_UNSAID = 50 };
	const struct options *opt = r->opt;

	return (struct report_options){ .rule = opt->rule.at, .nrules = opt->rule.n,
					.top = opt->all && opt->top == TOP_UNSAID ? 0 : opt->top,
					.least_confidence = (uint8_t)(opt->confidence != LEVEL_auto ? (uint8_t)opt->confidence
								      : opt->all ? CONFIDENCE_UNLIKELY
										 : CONFIDENCE_POSSIBLE),
					.unshown_count = opt->confidence == LEVEL_auto, .apart = opt->all,
					.whole = opt->all || opt->verbose, .dir = path_cwd(r->arena),
					.color = opt_color(opt, STDOUT_FILENO), .all_pairs = opt->verbose, .set_up = opt->verbose, .prints = opt->verbose,
					.baseline = opt->baseline != NULL, .path = opt->path.at, .npaths = opt->path.n,
					.has_least = opt->min_rank.set, .least = opt->min_rank.value, .brief = opt->brief,
					.width = opt_width(STDOUT_FILENO), .links = opt_links(opt, STDOUT_FILENO),
					.kept = !opt->no_cache };
}

void load_models(struct run *r)
{
	struct models_options o = { .project = ".",
				    .files = r->opt->models.at,
				    .n_files = r->opt->models.n,
				    .benign = r->opt->benign.at,
				    .n_benign = r->opt->benign.n };
	struct trouble t;

	stat_phase("model");
	r->models = models_load(r->arena, &o, &t);
	if (!r->models)
		die("%s", t.text);
	stat_add(STAT_models, r->models->row.n);
	if (opt_dump(r->opt, DUMP_model))
		models_dump(r->models, stdout);
}

/* ---- findings kept from the last run ---- */

/* Everything the findings depend on, as one text: which snag, which units, whose paths name their content, and what was chosen.
 * NULL: not to be kept, since something was asked for that only the phases themselves can tell. */
static const char *input_text(struct run *r, size_t *len)
{
	uint64_t self = self_hash();
	char *text;
	FILE *f;

	if (!self || r->opt->no_cache || r->opt->dump.phases || r->opt->stop_after != STOP_end || r->opt->models.n ||
	    file_exists(".snag/models") || diag_checks() || r->line->command == COMMAND_verify || r->lessons)
		return NULL;
	f = open_memstream(&text, len);
	if (!f)
		return NULL;
	fprintf(f, "%016" PRIx64 " ", self);
	for (uint32_t i = 0; i < r->units.n; i++)
		fprintf(f, "%s%c%s%c%d%c", r->units.unit[i].path ? path_base(r->units.unit[i].path) : "", 0,
			r->units.unit[i].file, 0, i >= r->units.n - r->nstubs, 0);
	for (uint32_t i = 0; i < r->opt->main.n; i++)
		fprintf(f, "%s%c", r->opt->main.at[i], 0);
	fprintf(f, "races %d locks %d threads %u entries %u semaphores %u options %d%d%d%d%d%d%d%d ", is_wanted(r->opt, false),
		is_wanted(r->opt, true), r->opt->max_threads, r->opt->entry_locksets, r->opt->semaphore_percent,
		r->opt->downward_only, r->opt->keep_error_paths, r->opt->all_summaries, r->opt->largest_summary,
		r->opt->no_unlocksets, r->opt->no_correlation, r->opt->follow_fatal, r->opt->all_targets);
	for (uint32_t i = 0; i < r->opt->benign.n; i++)
		fprintf(f, "%s%c", r->opt->benign.at[i], 0);
	for (int i = 0; i < RECOGNISER_COUNT; i++)
		if (!recogniser_is_on((enum recogniser)i))
			fprintf(f, "%s%c", recogniser_row((enum recogniser)i)->name, 0);
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (limit_is_changed((enum limit)i))
			fprintf(f, "%s=%" PRIu32 "%c", limit_row((enum limit)i)->name, limit((enum limit)i), 0);
	fprintf(f, "show %u filter %x %u prove %u %u %u %u %u %d %d %u %u %u %u %u %u %s", (unsigned)r->opt->show,
		r->opt->filter.filters, r->opt->filter.large_points_to, r->line->command == COMMAND_check ? r->opt->prove : 0,
		r->opt->prove_seconds, r->opt->prove_work, r->opt->ts, r->opt->switches, r->opt->harness != NULL, r->opt->start,
		r->opt->prove_memory,
		r->opt->prove_loops, r->opt->prove_depth, r->opt->prove_steps, r->opt->prove_paths, r->opt->prove_solver,
		r->opt->rule.n ? r->opt->rule.at[0] : "");
	fclose(f);
	return text;
}

/* The phases from link on, or what they found last time if nothing has changed since. */
void analyse(struct run *r)
{
	size_t len;
	const char *text = input_text(r, &len), *path = text ? kept_path(r->arena, r->opt->cache, text, len) : NULL;
	struct kept kept = { 0 };

	free((void *)(uintptr_t)text);
	r->kept = path;
	stat_phase("kept");
	if (path && stat_get(STAT_units_cached) == r->units.n && kept_read(r->arena, path, &kept)) {
		stop_hold();
		for (uint32_t i = 0; i < kept.finding.n; i++)
			*vec_add(r->arena, &r->finding) = kept.finding.at[i];
		r->graphs = kept.graphs;
		stop_release();
		return;
	}
	load_models(r);
	check_programs(r);
	if (path && !stat_get(STAT_conflicts)) /* which link has to tell again */
		kept_write(path, r->finding.at, r->finding.n, &r->graphs);
}

/* ---- commands ---- */

static int command_check(struct run *r)
{
	bool found = false;

	check_rules(r->opt);
	check_outputs(r->opt);
	check_places(r);
	(void)weights(r);
	look_for_changes(r);
	progress_enable(opt_progress(r->opt, STDERR_FILENO));
	stop_watch(r);
	capture(r);
	if (r->opt->stop_after > STOP_capture)
		extract(r);
	if (r->opt->stop_after > STOP_extract)
		analyse(r);
	if (r->opt->stop_after > STOP_deadlock) {
		stop_hold();
		run_rank(r);
		r->ranked = true;
		leave_unchanged(r);
		stop_release();
		if (r->opt->prove && r->opt->stop_after == STOP_end)
			prove_best(r, r->opt->prove);
		stop_end();
		found = report(r);
	}
	extract_release(&r->units);
	if (r->opt->stats)
		stat_print(stderr, r->opt->stats == STATS_json);
	return found ? EXIT_FINDINGS : r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
}

static int command_capture(struct run *r)
{
	char **argv = arena_array(r->arena, r->line->rest.n + 1, sizeof *argv);
	const char *database = "compile_commands.json";

	for (uint32_t i = 0; i < r->opt->output.n; i++)
		if (!strchr(r->opt->output.at[i], '=')) /* a .snag.yml speaks to check, too */
			database = r->opt->output.at[i];
	if (!r->line->rest.n)
		die("nothing to run: snag capture -- make");
	for (uint32_t i = 0; i < r->line->rest.n; i++)
		argv[i] = arena_string(r->arena, r->line->rest.at[i]);
	return capture_build(database, argv);
}

/* A file of its own in the project's directory of models, so that nothing of the user's is touched. */
static void apply_rows(struct run *r, const char *text, size_t len)
{
	const char *dir = ".snag/models";
	struct trouble t;

	if (file_exists(dir) && !file_is_dir(dir))
		die("%s is a file: make it a directory with that file in it, so that the rows can be written beside it", dir);
	if (!file_make_dirs(dir, &t) || !file_write(path_join(r->arena, dir, "inferred.model"), text, len, &t))
		die("%s", t.text);
	note("%s/inferred.model written", dir);
}

static int infer_models(struct run *r)
{
	struct infer infer;
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("out of memory");
	infer_init(&infer, r->arena);
	r->infer = &infer;
	capture(r);
	extract(r);
	load_models(r);
	check_programs(r);
	infer_finish(&infer);
	(void)infer_print(&infer, f);
	if (fclose(f) != 0)
		die("out of memory");
	fputs(text, stdout);
	if (r->opt->apply)
		apply_rows(r, text, len);
	free(text);
	extract_release(&r->units);
	return r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
}

static int command_models(struct run *r)
{
	if (r->opt->infer)
		return infer_models(r);
	if (r->opt->apply)
		die("--apply needs --infer");
	load_models(r);
	models_dump(r->models, stdout);
	return EXIT_CLEAN;
}

static int command_limits(void)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		const struct limit_row *row = limit_row((enum limit)i);
		printf("%-24s %10" PRIu32 "  %s; beyond: %s%s\n", row->name, row->value, row->unit, row->lost,
		       row->most == row->value ? " (cannot be raised)" : "");
	}
	return EXIT_CLEAN;
}

static int command_recognisers(void)
{
	for (int i = 0; i < RECOGNISER_COUNT; i++) {
		const struct recogniser_row *row = recogniser_row((enum recogniser)i);
		printf("%-20s %-30s %s\n", row->name, row->file, row->text);
	}
	return EXIT_CLEAN;
}

static int command_cache(struct run *r)
{
	bool clear = r->line->files.n && !strcmp(r->line->files.at[0], "clear");
	struct cache_size size;
	struct trouble t;

	if (r->line->files.n > 1 || (r->line->files.n && !clear))
		die("snag cache %s: only `snag cache` and `snag cache clear` exist", r->line->files.at[0]);
	if (!(clear ? cache_clear(r->opt->cache, &size, &t) : cache_measure(r->opt->cache, &size, &t)))
		die("%s", t.text);
	printf("%s: %llu files, %llu bytes%s\n", r->opt->cache, (unsigned long long)size.files, (unsigned long long)size.bytes,
	       clear ? ", removed" : "");
	return EXIT_CLEAN;
}

static int run_command(struct run *r)
{
	switch (r->line->command) {
	case COMMAND_check:
		return command_check(r);
	case COMMAND_prove:
		return command_prove(r);
	case COMMAND_verify:
		return command_verify(r);
	case COMMAND_annotate:
		return command_annotate(r);
	case COMMAND_explain:
		return command_explain(r);
	case COMMAND_rank:
		return command_rank(r);
	case COMMAND_capture:
		return command_capture(r);
	case COMMAND_diff:
		return command_diff(r);
	case COMMAND_baseline:
		return command_baseline(r);
	case COMMAND_triage:
		return command_triage(r);
	case COMMAND_models:
		return command_models(r);
	case COMMAND_limits:
		return command_limits();
	case COMMAND_recognisers:
		return command_recognisers();
	case COMMAND_cache:
		return command_cache(r);
	case COMMAND_lsp:
		return command_lsp(r);
	case COMMAND_doctor:
		return command_doctor(r);
	case COMMAND_worker:
		return command_worker(r);
	default:
		return EXIT_CLEAN; /* help and version have been answered */
	}
}

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* LLVM's clearing up at exit takes as long as reading a small program back; only a sanitizer has something to say then. */
static _Noreturn void leave(int status)
{
	parallel_end();
	reads_end();
#ifdef SANITIZED
	exit(status);
#else
	_exit(status);
#endif
}

static void set_limits(const struct options *opt)
{
	struct trouble t;

	for (uint32_t i = 0; i < opt->limit.n; i++)
		if (!limit_set(opt->limit.at[i], &t))
			die("%s", t.text);
	for (uint32_t i = 0; i < opt->without.n; i++)
		if (!recogniser_without(opt->without.at[i], &t))
			die("%s", t.text);
}

/* What keeps units in the cache, if it can. */
static bool extracts(const struct command_line *line)
{
	return line->command == COMMAND_check || line->command == COMMAND_prove || line->command == COMMAND_verify ||
	       line->command == COMMAND_doctor || line->command == COMMAND_annotate ||
	       (line->command == COMMAND_models && line->opt.infer);
}

/* How many words this one and what belongs to it are, if it changes how the run works and nothing of what it finds: the same
 * input gives the same page, whatever the number of workers. 0: it is no such word. */
static int is_about_work(const char *word)
{
	static const char *const names[] = { "-j", "--jobs", "--cache", "--queue", "--queue-password", "--queue-ca", "--queue-cert",
					     "--queue-key", "--queue-patience", "--queue-trace" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(word, names[i]))
			return 2;
	for (size_t i = 1; i < sizeof names / sizeof *names; i++)
		if (!strncmp(word, names[i], strlen(names[i])) && word[strlen(names[i])] == '=')
			return 1;
	return !strncmp(word, "-j", 2);
}

/* The command as somebody would type it, for the page. */
static const char *command_text(struct arena *a, int argc, char **argv)
{
	const char *text = "snag";

	for (int i = 1, skip; i < argc; i += skip ? skip : 1) {
		skip = is_about_work(argv[i]);
		if (!skip)
			text = arena_format(a, strpbrk(argv[i], " \t\n\"'\\$*?") ? "%s '%s'" : "%s %s", text, argv[i]);
	}
	return text;
}

int main(int argc, char **argv)
{
	struct command_line line;
	struct arena arena;
	struct run r = { .line = &line, .opt = &line.opt, .arena = &arena, .argc = argc, .argv = argv, .began = stat_now() };
	int status;

	arena_init(&arena, "run");
	intern_init(&r.unresolved, &arena);
	r.command = command_text(&arena, argc, argv);
	signal(SIGPIPE, SIG_IGN); /* file_end_stdout() sees it */
	reads_start();
	opt_parse(&arena, argc, argv, &line);
	if (extracts(&line) && is_read_only(&line.opt)) {
		note("this directory is not writable, so nothing is kept of this run; --cache=DIR and --db=FILE name other "
		     "places");
		line.opt.no_cache = true;
	}
	set_limits(&line.opt);
	compiler_choose(line.opt.clang);
	status = line.opt.verify_config ? verify_config(&r) : run_command(&r);
	file_end_stdout();
	arena_release(&arena);
	leave(status);
}
