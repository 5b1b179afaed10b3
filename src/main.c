/* snag: the command line, then the pipeline, top to bottom. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/opt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/self.h"
#include "base/stat.h"
#include "belief/belief.h"
#include "capture/capture.h"
#include "contexts/contexts.h"
#include "deadlock/deadlock.h"
#include "extract/extract.h"
#include "infer/infer.h"
#include "ir/body.h"
#include "ir/unit.h"
#include "link/keep.h"
#include "locks/locks.h"
#include "model/model.h"
#include "points/points.h"
#include "questions/questions.h"
#include "race/race.h"
#include "rank/rank.h"
#include "report/benign.h"
#include "report/ignore.h"
#include "report/kept.h"
#include "report/output.h"
#include "report/report.h"
#include "report/track.h"
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

void capture(struct run *r)
{
	const struct command_line *line = r->line;
	const char *database = r->opt->project;
	struct trouble t;
	bool ok;

	stat_phase("capture");
	if (line->files.n) {
		if (database)
			die("files and --project cannot be given together");
		ok = capture_files(r->arena, line->files.at, line->files.n, line->rest.at, line->rest.n, &r->jobs, &t);
	} else {
		if (!database)
			database = capture_find(r->arena, path_cwd(r->arena));
		if (!database)
			die("no compile_commands.json here, in build/ or above: name files, or -p DIR, or make one with `snag "
			    "capture -- make`");
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

void extract(struct run *r)
{
	struct extract_options o = { .cache = r->opt->no_cache ? NULL : r->opt->cache, .workers = r->opt->jobs };
	struct trouble t;

	stat_phase("extract");
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

bool mentions(void *context, const char *name)
{
	const struct program *p = context;
	bool outside = *name == '+';
	uint32_t id = intern_find(&p->str, name + outside, strlen(name + outside));

	for (uint32_t i = 1; id && i < p->sym.n; i++)
		if (p->sym.at[i].name.i == id && (!outside || (p->sym.at[i].kind != SYM_VARIABLE && !p->sym.at[i].fn.i)))
			return true;
	return false;
}

static void add_findings(struct run *r, const struct finding *x, uint32_t n)
{
	uint32_t first = r->finding.n;

	for (uint32_t i = 0; i < n; i++) {
		*vec_add(r->arena, &r->finding) = x[i];
		r->finding.at[r->finding.n - 1].program = r->program;
	}
	if (n)
		r->finding.n = first + report_benign(r->arena, r->finding.at + first, n, r->opt->show == SHOW_pruned);
	for (uint32_t i = first; i < r->finding.n; i++)
		stat_add(STAT_findings, !r->finding.at[i].pruned);
}

/* Who runs beside whom, and in a second round what threads may find stored by others, given that. */
static struct threads *find_threads(struct run *r, struct arena *out, struct contexts **contexts)
{
	struct threads *threads;
	struct interference with;

	stat_phase("threads");
	threads = threads_run(out, *contexts);
	if (threads->thread.n > 2 && contexts_are_twice((*contexts)->points)) {
		with = threads_interference(threads);
		stat_phase("contexts again");
		*contexts = contexts_again(*contexts, &with);
		stat_phase("threads again");
		threads = threads_run(out, *contexts);
	}
	stat_add(STAT_threads, threads->thread.n - 1);
	stat_add(threads_any(threads) ? STAT_threaded : STAT_alone, 1);
	if (diag_checks())
		threads_check(threads);
	if (opt_dump(r->opt, DUMP_threads))
		threads_dump(threads, stdout);
	if (opt_dump(r->opt, DUMP_parallel))
		parallel_dump(threads, r->opt->dump.function, stdout);
	return threads;
}

static struct race_filters chosen_filters(const struct options *opt)
{
	return (struct race_filters){ .thread_local_alloc = opt_filter(opt, FILTER_thread_local_alloc),
		.boot_thread = opt_filter(opt, FILTER_boot_thread),
		.same_entry = opt_filter(opt, FILTER_same_entry),
		.large_points_to = opt_filter(opt, FILTER_large_points_to) ? opt->filter.large_points_to : 0 };
}

/* A second opinion on the races, and where another lock is held than the others believe in. */
static void find_beliefs(struct run *r, struct races *races, struct finding *found, uint32_t n)
{
	struct beliefs *beliefs;

	stat_phase("belief");
	beliefs = belief_run(r->arena, races, found, n);
	if (diag_checks())
		belief_check(beliefs);
	if (opt_dump(r->opt, DUMP_belief))
		belief_dump(beliefs, stdout);
	add_findings(r, beliefs->finding.at, beliefs->finding.n);
	belief_release(beliefs);
}

/* Who starts whom, for a picture. */
static void draw_threads(struct run *r, const struct races *races, const struct threads *threads)
{
	for (uint32_t i = 1; i < threads->thread.n; i++) {
		uint32_t creator = threads->thread.at[i].creator;
		graph_add(r->arena, &r->graphs.threads, creator ? race_thread(r->arena, races, creator) : "",
			  race_thread(r->arena, races, i));
	}
}

/* Accesses of two threads that may meet, and why the others may not. */
static void find_races(struct run *r, struct arena *out, const struct summaries *summaries)
{
	struct race_filters filters = chosen_filters(r->opt);
	struct finding *found;
	struct races *races;
	uint32_t n;

	stat_phase("race");
	races = race_run(out, summaries, &filters);
	if (diag_checks())
		race_check(races);
	if (opt_dump(r->opt, DUMP_race))
		race_dump(races, stdout);
	draw_threads(r, races, summaries->threads);
	race_findings(r->arena, races, r->opt->show == SHOW_pruned, &found, &n);
	if (r->opt->stop_after > STOP_race)
		find_beliefs(r, races, found, n);
	race_release(races);
	add_findings(r, found, n);
}

/* What each function does to locks and to memory that others may reach. */
static void find_summaries(struct run *r, struct arena *out, const struct sharing *sharing, const struct threads *threads)
{
	struct summaries *summaries;

	stat_phase("summary");
	summaries = summary_run(out, sharing, threads, r->opt->jobs, opt_dump(r->opt, DUMP_summary));
	if (diag_checks())
		summary_check(summaries);
	if (opt_dump(r->opt, DUMP_summary))
		summary_dump(summaries, r->opt->dump.function, stdout);
	if (r->opt->stop_after > STOP_summary)
		find_races(r, out, summaries);
	stat_phase("release"); /* is no part of whichever phase was the last */
	summary_release(summaries);
}

/* Whose memory is, and what test programs ask. */
static void find_sharing(struct run *r, struct arena *out, const struct threads *threads)
{
	struct sharing *sharing;

	stat_phase("sharing");
	sharing = sharing_run(out, threads);
	if (diag_checks())
		sharing_check(sharing);
	if (opt_dump(r->opt, DUMP_sharing))
		sharing_dump(sharing, r->opt->dump.function, stdout);
	if (opt_dump(r->opt, DUMP_questions))
		questions_dump(sharing, threads, stdout);
	if (r->opt->stop_after > STOP_sharing)
		find_summaries(r, out, sharing, threads);
}

/* ---- locks ---- */

static bool is_about_locks(const char *rule)
{
	return strncmp(rule, "race", 4) != 0 && strcmp(rule, "inconsistent-lock") != 0 && strcmp(rule, "empty-section") != 0;
}

/* Whether rules of this kind were asked for. Where none is about races, the phases that only races need are left out: whole
 * kernels can be searched for deadlocks. */
static bool is_wanted(const struct options *opt, bool locks)
{
	for (uint32_t i = 0; i < opt->rule.n; i++)
		if (is_about_locks(opt->rule.at[i]) == locks)
			return true;
	return opt->rule.n == 0;
}

static bool needs_threads(const struct options *opt)
{
	uint32_t dumps = 1u << DUMP_contexts | 1u << DUMP_callgraph | 1u << DUMP_dot | 1u << DUMP_threads | 1u << DUMP_parallel |
			 1u << DUMP_sharing | 1u << DUMP_questions | 1u << DUMP_summary | 1u << DUMP_race | 1u << DUMP_belief;

	return is_wanted(opt, false) || (opt->dump.phases & dumps) || opt->stop_after <= STOP_belief;
}

/* One rule at one place is told once. True: it has been told before. */
static bool is_told(struct arena *a, struct intern *told, const struct finding *x)
{
	const char *key = arena_format(a, "%u:%u:%u:%s", x->rule, x->place.line, x->place.column, x->place.file);
	uint32_t known = told->entry.n;

	return intern_string(told, key) < known;
}

/* What lockset found and locks, from `first` on, did not. */
static void add_lock_errors(struct run *r, const struct lockset *lockset, uint32_t first)
{
	struct intern told;
	struct arena a;

	arena_init(&a, "lock errors");
	intern_init(&told, &a);
	for (uint32_t i = first; i < r->finding.n; i++)
		(void)is_told(&a, &told, &r->finding.at[i]);
	for (uint32_t i = 0; i < lockset->finding.n; i++)
		if (!is_told(&a, &told, &lockset->finding.at[i]))
			add_findings(r, &lockset->finding.at[i], 1);
	arena_release(&a);
}

static void check_locks(struct run *r, const struct program *p)
{
	struct locks *locks;

	locks = locks_run(r->arena, p, r->models);
	if (diag_checks())
		locks_check(locks, p);
	if (opt_dump(r->opt, DUMP_locks))
		locks_dump(locks, p, r->opt->dump.function, stdout);
	add_findings(r, locks->finding.at, locks->finding.n);
}

static void add_order(void *run, const char *held, const char *wanted)
{
	struct run *r = run;

	graph_add(r->arena, &r->graphs.locks, held, wanted);
}

static void find_deadlocks(struct run *r, const struct lockset *lockset, const struct threads *threads)
{
	struct deadlocks *deadlocks;

	stat_phase("deadlock");
	deadlocks = deadlock_run(r->arena, lockset, threads, r->opt->max_threads);
	if (diag_checks())
		deadlock_check(deadlocks);
	if (opt_dump(r->opt, DUMP_deadlock))
		deadlock_dump(deadlocks, stdout);
	deadlock_orders(r->arena, deadlocks, add_order, r);
	for (uint32_t i = 0; i < deadlocks->finding.n; i++) {
		stat_add(STAT_pruned_cycles, deadlocks->finding.at[i].pruned != NULL);
		if (!deadlocks->finding.at[i].pruned || r->opt->show == SHOW_pruned)
			add_findings(r, &deadlocks->finding.at[i], 1);
	}
}

static void find_locksets(struct run *r, const struct points *points, const struct threads *threads)
{
	struct lockset_options o = { .downward = r->opt->downward_only,
				     .no_cut = r->opt->keep_error_paths,
				     .no_majority = r->opt->all_summaries,
				     .maximum = r->opt->largest_summary,
				     .no_unlocksets = r->opt->no_unlocksets,
				     .no_correlation = r->opt->no_correlation,
				     .follow_dying = r->opt->follow_fatal,
				     .all_targets = r->opt->all_targets,
				     .entries = r->opt->entry_locksets,
				     .semaphore_percent = r->opt->semaphore_percent };
	struct lockset *lockset;
	uint32_t first = r->finding.n;

	stat_phase("locks");
	check_locks(r, points->p);
	if (r->opt->stop_after <= STOP_locks)
		return;
	stat_phase("lockset");
	lockset = lockset_run(r->arena, points, &o);
	if (diag_checks())
		lockset_check(lockset);
	if (opt_dump(r->opt, DUMP_lockset))
		lockset_dump(lockset, r->opt->dump.function, stdout);
	add_lock_errors(r, lockset, first);
	if (r->opt->stop_after > STOP_lockset)
		find_deadlocks(r, lockset, threads);
	lockset_drop(lockset);
}

static void find_contexts(struct run *r, struct arena *out, const struct points *points)
{
	const char *function = r->opt->dump.function;
	struct contexts *contexts;
	struct threads *threads = NULL;

	stat_phase("contexts");
	contexts = contexts_run(out, points);
	if (r->opt->stop_after > STOP_contexts)
		threads = find_threads(r, out, &contexts);
	stat_add(STAT_contexts, contexts->context.n - 1);
	stat_add(STAT_contexts_joined, contexts->joined);
	if (diag_checks())
		contexts_check(contexts);
	if (opt_dump(r->opt, DUMP_contexts))
		contexts_dump(contexts, function, stdout);
	if (opt_dump(r->opt, DUMP_callgraph))
		callgraph_dump(contexts, function, stdout);
	if (opt_dump(r->opt, DUMP_dot))
		callgraph_dot(contexts, stdout);
	if (r->opt->stop_after > STOP_threads)
		find_sharing(r, out, threads);
	if (r->opt->stop_after > STOP_belief && is_wanted(r->opt, true))
		find_locksets(r, points, threads);
	stat_phase("release");
	contexts_release(contexts);
}

/* What pointers are, whom calls reach, who runs beside whom, whose memory is, and who meets whom there. */
static void analyse_threads(struct run *r, const struct program *p, const char *start)
{
	struct arena out;
	struct points *points;

	arena_init(&out, "threads");
	stat_phase("points");
	points = points_run(&out, p, r->models, (struct points_start){ start, is_strict(r) });
	if (diag_checks())
		points_check(points);
	if (opt_dump(r->opt, DUMP_points))
		points_dump(points, r->opt->dump.function, stdout);
	if (r->opt->stop_after > STOP_points && needs_threads(r->opt))
		find_contexts(r, &out, points);
	else if (r->opt->stop_after > STOP_points)
		find_locksets(r, points, NULL);
	arena_release(&out);
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
			analyse_threads(r, linked->program, group->start);
		if (diag_checks())
			bodies_check(linked->program);
	}
	unit_close(linked->program);
	arena_release(&out);
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
								  i >= r->units.n - r->nstubs, r->units.unit[i].cached };
	if (!r->nlink)
		return;
	stat_phase("plan");
	input = (struct link_input){ r->link, r->nlink, r->opt->harness ? harness : r->opt->main.at,
				     r->opt->harness ? 1 : r->opt->main.n };
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
	const struct options *opt = r->opt;

	return (struct report_options){ .rule = opt->rule.at, .nrules = opt->rule.n, .top = opt->top, .dir = path_cwd(r->arena),
					.color = opt_color(opt, STDOUT_FILENO), .all_pairs = opt->verbose, .prints = opt->verbose,
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
	    file_exists(".snag/models") || diag_checks())
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
	fprintf(f, "show %u filter %x %u prove %u %u %u %u %d %d %u %u %u %u %u %u %s", (unsigned)r->opt->show,
		r->opt->filter.filters, r->opt->filter.large_points_to, r->line->command == COMMAND_check ? r->opt->prove : 0,
		r->opt->prove_seconds, r->opt->ts, r->opt->switches, r->opt->harness != NULL, r->opt->start, r->opt->prove_memory,
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
		for (uint32_t i = 0; i < kept.finding.n; i++)
			*vec_add(r->arena, &r->finding) = kept.finding.at[i];
		r->graphs = kept.graphs;
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
	uint32_t shown = 0;

	check_rules(r->opt);
	check_outputs(r->opt);
	(void)weights(r);
	progress_enable(opt_progress(r->opt, STDERR_FILENO));
	capture(r);
	if (r->opt->stop_after > STOP_capture)
		extract(r);
	if (r->opt->stop_after > STOP_extract)
		analyse(r);
	if (r->opt->stop_after > STOP_deadlock) {
		run_rank(r);
		if (r->opt->prove && r->opt->stop_after == STOP_end)
			prove_best(r, r->opt->prove);
		shown = report(r);
	}
	extract_release(&r->units);
	if (r->opt->stats)
		stat_print(stderr, r->opt->stats == STATS_json);
	return shown ? EXIT_FINDINGS : r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
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
		die("%s is a file: make it a directory with that file in it, and the rows can be written beside it", dir);
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
	case COMMAND_cache:
		return command_cache(r);
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
#ifdef SANITIZED
	exit(status);
#else
	_exit(status);
#endif
}

int main(int argc, char **argv)
{
	struct command_line line;
	struct arena arena;
	struct run r = { .line = &line, .opt = &line.opt, .arena = &arena, .began = stat_now() };
	int status;

	arena_init(&arena, "run");
	intern_init(&r.unresolved, &arena);
	signal(SIGPIPE, SIG_IGN); /* file_end_stdout() sees it */
	opt_parse(&arena, argc, argv, &line);
	if ((line.command == COMMAND_check || line.command == COMMAND_prove) && is_read_only(&line.opt)) {
		note("this directory cannot be written: nothing is kept of this run; --cache=DIR and --db=FILE name other places");
		line.opt.no_cache = true;
	}
	status = line.opt.verify_config ? verify_config(&r) : run_command(&r);
	file_end_stdout();
	arena_release(&arena);
	leave(status);
}
