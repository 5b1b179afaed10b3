/* pipeline: the phases that read a linked program, in their order.
 *
 * One row of the table below is one phase: its name, where --stop-after ends the run, who needs it, and the function that runs,
 * checks and dumps it. What a phase gives stays in struct analysis until nobody behind it reads it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "annotate/annotate.h"
#include "base/limit.h"
#include "base/opt/opt.h"
#include "base/stat.h"
#include "belief/belief.h"
#include "contexts/contexts.h"
#include "deadlock/deadlock.h"
#include "ir/body.h"
#include "locks/locks.h"
#include "points/points.h"
#include "questions/questions.h"
#include "race/race.h"
#include "report/track/benign.h"
#include "run.h"

struct analysis {
	struct run *run;
	const struct options *opt;
	struct arena *out; /* what the phases give, but findings */
	const struct program *program;
	const char *start; /* the function that the program begins with; NULL: a library */
	struct points *points;
	struct contexts *contexts;
	struct threads *threads; /* NULL: only rules about locks were asked for */
	struct sharing *sharing;
	struct summaries *summaries;
	struct races *races;
	struct lockset *lockset;
	struct finding *race; /* what races found, until belief has read it */
	uint32_t nraces;
};

static void add_findings(struct run *r, const struct finding *x, uint32_t n)
{
	uint32_t first = r->finding.n;

	stop_hold();
	for (uint32_t i = 0; i < n; i++) {
		*vec_add(r->arena, &r->finding) = x[i];
		r->finding.at[r->finding.n - 1].program = r->program;
	}
	if (n)
		r->finding.n = first + report_benign(r->arena, r->finding.at + first, n, r->opt->show == SHOW_pruned);
	for (uint32_t i = first; i < r->finding.n; i++)
		stat_add(STAT_findings, !r->finding.at[i].pruned);
	stop_release();
}

/* ---- what pointers are, and whom calls reach ---- */

static void find_points(struct analysis *a)
{
	a->points = points_run(a->out, a->program, a->run->models, (struct points_start){ a->start, is_strict(a->run) });
	if (diag_checks())
		points_check(a->points);
	if (opt_dump(a->opt, DUMP_points))
		points_dump(a->points, a->opt->dump.function, stdout);
}

static void show_contexts(const struct analysis *a)
{
	stat_add(STAT_contexts, a->contexts->context.n - 1);
	stat_add(STAT_contexts_joined, a->contexts->joined);
	if (diag_checks())
		contexts_check(a->contexts);
	if (opt_dump(a->opt, DUMP_contexts))
		contexts_dump(a->contexts, a->opt->dump.function, stdout);
	if (opt_dump(a->opt, DUMP_callgraph))
		callgraph_dump(a->contexts, a->opt->dump.function, stdout);
	if (opt_dump(a->opt, DUMP_dot))
		callgraph_dot(a->contexts, stdout);
}

static void find_contexts(struct analysis *a)
{
	a->contexts = contexts_run(a->out, a->points);
	if (a->opt->stop_after == STOP_contexts)
		show_contexts(a); /* else threads may have them done again */
}

/* ---- who runs beside whom, and whose memory is ---- */

/* Who runs beside whom, and in a second round what threads may find stored by others, given that. */
static void find_threads(struct analysis *a)
{
	struct interference with;

	a->threads = threads_run(a->out, a->contexts);
	if (a->threads->thread.n > 2 && !contexts_are_twice(a->contexts->points)) {
		limit_in(0); /* of the program, not of the function that was looked at last */
		limit_met(LIMIT_contexts_twice);
	} else if (a->threads->thread.n > 2) {
		with = threads_interference(a->threads);
		stat_phase("contexts again");
		a->contexts = contexts_again(a->contexts, &with);
		stat_phase("threads again");
		a->threads = threads_run(a->out, a->contexts);
	}
	stat_add(STAT_threads, a->threads->thread.n - 1);
	stat_add(threads_any(a->threads) ? STAT_threaded : STAT_alone, 1);
	if (diag_checks())
		threads_check(a->threads);
	if (opt_dump(a->opt, DUMP_threads))
		threads_dump(a->threads, stdout);
	if (opt_dump(a->opt, DUMP_parallel))
		parallel_dump(a->threads, a->opt->dump.function, stdout);
	show_contexts(a);
}

/* Whose memory is, and what test programs ask. */
static void find_sharing(struct analysis *a)
{
	a->sharing = sharing_run(a->out, a->threads);
	if (diag_checks())
		sharing_check(a->sharing);
	if (opt_dump(a->opt, DUMP_sharing))
		sharing_dump(a->sharing, a->opt->dump.function, stdout);
	if (opt_dump(a->opt, DUMP_questions))
		questions_dump(a->sharing, a->threads, stdout);
}

/* ---- races ---- */

/* What each function does to locks and to memory that others may reach. */
static void find_summaries(struct analysis *a)
{
	a->summaries = summary_run(a->out, a->sharing, a->threads, a->opt->jobs, opt_dump(a->opt, DUMP_summary));
	if (diag_checks())
		summary_check(a->summaries);
	if (opt_dump(a->opt, DUMP_summary))
		summary_dump(a->summaries, a->opt->dump.function, stdout);
}

static struct race_filters chosen_filters(const struct options *opt)
{
	return (struct race_filters){ .thread_local_alloc = opt_filter(opt, FILTER_thread_local_alloc),
		.boot_thread = opt_filter(opt, FILTER_boot_thread),
		.same_entry = opt_filter(opt, FILTER_same_entry),
		.large_points_to = opt_filter(opt, FILTER_large_points_to) ? opt->filter.large_points_to : 0 };
}

/* Who starts whom, for a picture. */
static void draw_threads(struct run *r, const struct races *races, const struct threads *threads)
{
	for (uint32_t i = 1; i < threads->thread.n; i++) {
		uint32_t creator = threads->thread.at[i].creator;
		graph_add(r->arena, &r->graphs.threads, creator ? race_thread(r->arena, races, creator) : "",
			  race_thread(r->arena, races, i), "");
	}
}

static void add_guard(void *run, const char *subject, const char *says)
{
	struct run *r = run;

	graph_add(r->arena, &r->graphs.guards, subject, says, "");
}

static void add_taker(void *run, const char *lock, const char *function)
{
	struct run *r = run;

	graph_add(r->arena, &r->graphs.takers, lock, function, "");
}

/* Accesses of two threads that may meet, and why the others may not. */
static void find_races(struct analysis *a)
{
	struct race_filters filters = chosen_filters(a->opt);
	struct finding_list broken = { 0 };

	a->races = race_run(a->out, a->summaries, &filters);
	if (diag_checks())
		race_check(a->races);
	if (opt_dump(a->opt, DUMP_race))
		race_dump(a->races, stdout);
	draw_threads(a->run, a->races, a->threads);
	annotate_tell(a->races, add_guard, add_taker, a->run);
	a->run->unproved = race_unproved(a->run->arena, a->races);
	race_findings(a->run->arena, a->races, a->opt->show == SHOW_pruned, &a->race, &a->nraces);
	annotate_broken(a->run->arena, a->races, &broken);
	add_findings(a->run, broken.at.at, broken.at.n);
}

/* A second opinion on the races, and where another lock is held than the others believe in. */
static void find_beliefs(struct analysis *a)
{
	struct beliefs *beliefs = belief_run(a->run->arena, a->races, a->race, a->nraces);

	if (diag_checks())
		belief_check(beliefs);
	if (opt_dump(a->opt, DUMP_belief))
		belief_dump(beliefs, stdout);
	add_findings(a->run, beliefs->finding.at, beliefs->finding.n);
	belief_release(beliefs);
}

/* Which lock guards what, for who writes it into the source. */
static void learn_guards(struct analysis *a)
{
	annotate_learn(a->run->arena, a->races, a->run->lessons);
}

/* The tables of races are large, and no rule about locks reads them. */
static void drop_races(struct analysis *a)
{
	if (a->races)
		race_release(a->races);
	add_findings(a->run, a->race, a->nraces);
	if (a->summaries)
		summary_release(a->summaries);
	a->races = NULL;
	a->summaries = NULL;
	a->nraces = 0;
}

/* ---- locks ---- */

/* One rule at one place is told once. True: it has been told before. */
static bool is_told(struct arena *a, struct intern *told, const struct finding *x)
{
	const char *key = arena_format(a, "%u:%u:%u:%s", x->rule, x->place.line, x->place.column, x->place.file);
	uint32_t known = told->entry.n;

	return intern_string(told, key) < known;
}

/* What locks found, and what lockset found and locks did not. */
static void add_lock_errors(struct run *r, const struct locks *locks, const struct lockset *lockset)
{
	struct intern told;
	struct arena a;

	arena_init(&a, "lock errors");
	intern_init(&told, &a);
	add_findings(r, locks->finding.at, locks->finding.n);
	for (uint32_t i = 0; i < locks->finding.n; i++)
		(void)is_told(&a, &told, &locks->finding.at[i]);
	for (uint32_t i = 0; i < lockset->finding.n; i++)
		if (!is_told(&a, &told, &lockset->finding.at[i]))
			add_findings(r, &lockset->finding.at[i], 1);
	arena_release(&a);
}

static void find_locksets(struct analysis *a)
{
	const struct options *opt = a->opt;
	struct lockset_options o = { .downward = opt->downward_only,
				     .no_cut = opt->keep_error_paths,
				     .no_majority = opt->all_summaries,
				     .maximum = opt->largest_summary,
				     .no_unlocksets = opt->no_unlocksets,
				     .no_correlation = opt->no_correlation,
				     .follow_dying = opt->follow_fatal,
				     .all_targets = opt->all_targets,
				     .entries = opt->entry_locksets,
				     .semaphore_percent = opt->semaphore_percent };

	a->lockset = lockset_run(a->run->arena, a->points, &o);
	if (diag_checks())
		lockset_check(a->lockset);
	if (opt_dump(opt, DUMP_lockset))
		lockset_dump(a->lockset, opt->dump.function, stdout);
}

static void find_locks(struct analysis *a)
{
	struct locks *locks = locks_run(a->run->arena, a->lockset);

	if (diag_checks())
		locks_check(locks, a->program);
	if (opt_dump(a->opt, DUMP_locks))
		locks_dump(locks, a->program, a->opt->dump.function, stdout);
	add_lock_errors(a->run, locks, a->lockset);
}

static void add_order(void *run, const char *held, const char *wanted, const char *place)
{
	struct run *r = run;

	graph_add(r->arena, &r->graphs.locks, held, wanted, place);
}

static void find_deadlocks(struct analysis *a)
{
	struct run *r = a->run;
	struct deadlocks *deadlocks = deadlock_run(r->arena, a->lockset, a->threads, a->opt->max_threads);

	if (diag_checks())
		deadlock_check(deadlocks);
	if (opt_dump(a->opt, DUMP_deadlock))
		deadlock_dump(deadlocks, stdout);
	deadlock_orders(r->arena, deadlocks, add_order, r);
	for (uint32_t i = 0; i < deadlocks->finding.n; i++) {
		stat_add(STAT_pruned_cycles, deadlocks->finding.at[i].pruned != NULL);
		if (!deadlocks->finding.at[i].pruned || a->opt->show == SHOW_pruned)
			add_findings(r, &deadlocks->finding.at[i], 1);
	}
	lockset_drop(a->lockset); /* it is large, and nobody else reads it */
	a->lockset = NULL;
}

static void find_stuck(struct analysis *a)
{
	struct finding found[STUCK_MOST];

	add_findings(a->run, found, stuck_find(a->run, a->program, a->points, a->start, found));
}

/* ---- the pipeline ---- */

static bool is_about_locks(const char *rule)
{
	return strncmp(rule, "race", 4) != 0 && strcmp(rule, "inconsistent-lock") != 0 && strcmp(rule, "empty-section") != 0;
}

/* Whether rules of this kind were asked for. Where none is about races, the phases that only races need are left out. */
bool is_wanted(const struct options *opt, bool locks)
{
	for (uint32_t i = 0; i < opt->rule.n; i++)
		if (is_about_locks(opt->rule.at[i]) == locks || !strcmp(opt->rule.at[i], "inconsistent-lock"))
			return true;
	return opt->rule.n == 0;
}

static bool needs_races(const struct analysis *a)
{
	const struct options *opt = a->opt;
	uint32_t dumps = 1u << DUMP_contexts | 1u << DUMP_callgraph | 1u << DUMP_dot | 1u << DUMP_threads | 1u << DUMP_parallel |
			 1u << DUMP_sharing | 1u << DUMP_questions | 1u << DUMP_summary | 1u << DUMP_race | 1u << DUMP_belief;

	return is_wanted(opt, false) || (opt->dump.phases & dumps) || opt->stop_after <= STOP_belief;
}

static bool needs_guards(const struct analysis *a)
{
	return a->run && a->run->lessons && a->opt->stop_after == STOP_end;
}

static bool needs_locks(const struct analysis *a)
{
	return is_wanted(a->opt, true) || a->opt->stop_after <= STOP_deadlock;
}

/* Rules about locks ask which threads can be where at the same time, and what is held where one ends; of a whole kernel, or of a
 * large part of one, roots alone tell threads apart. */
static bool needs_threads(const struct analysis *a)
{
	return needs_races(a) || (needs_locks(a) && a->program->fn.n <= limit(LIMIT_deadlock_functions));
}

/* Locks come before races: they are found in a fraction of the time, and a run that is ended early has them. */
static const struct phase {
	const char *name;
	enum opt_stop stop; /* it runs unless the run ends before */
	bool (*needs)(const struct analysis *); /* NULL: every run does */
	void (*run)(struct analysis *);
} phases[] = {
	{ "points", STOP_points, NULL, find_points },
	{ "contexts", STOP_contexts, needs_threads, find_contexts },
	{ "threads", STOP_threads, needs_threads, find_threads },
	{ "lockset", STOP_lockset, needs_locks, find_locksets },
	{ "locks", STOP_locks, needs_locks, find_locks },
	{ "deadlock", STOP_deadlock, needs_locks, find_deadlocks },
	{ "stuck", STOP_deadlock, needs_locks, find_stuck },
	{ "sharing", STOP_sharing, needs_races, find_sharing },
	{ "summary", STOP_summary, needs_races, find_summaries },
	{ "race", STOP_race, needs_races, find_races },
	{ "belief", STOP_belief, needs_races, find_beliefs },
	{ "annotate", STOP_belief, needs_guards, learn_guards },
	{ "release", STOP_belief, needs_races, drop_races },
};

/* ---- limits ---- */

struct met {
	enum limit limit;
	const char *function;
};

static int by_function(const void *x, const void *y)
{
	const struct met *a = x, *b = y;
	int order = strcmp(a->function, b->function);

	return order ? order : (int)a->limit - (int)b->limit;
}

static const char *met_text(struct arena *a, const struct met *m)
{
	const struct limit_row *row = limit_row(m->limit);

	return arena_format(a, "%s (%" PRIu32 " %s) in %s: %s", row->name, limit(m->limit), row->unit, m->function, row->lost);
}

/* Texts of the limits met in this function. */
static void add_met(struct arena *a, const struct met *met, uint32_t n, struct finding *f, const char *function)
{
	const char **text = (const char **)(uintptr_t)f->limit;
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (strcmp(met[mid].function, function) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < n && !strcmp(met[low].function, function) && f->nlimits < FINDING_LIMITS; low++) {
		const char *says = met_text(a, &met[low]);
		bool known = false;

		for (uint32_t i = 0; i < f->nlimits; i++)
			known |= !strcmp(text[i], says);
		if (known)
			continue;
		if (!text)
			f->limit = text = arena_array(a, FINDING_LIMITS, sizeof *text);
		text[f->nlimits++] = says;
	}
}

static void add_met_access(struct arena *a, const struct met *met, uint32_t n, struct finding *f, const struct finding_access *x)
{
	for (uint32_t i = 0; i < x->nframes; i++)
		add_met(a, met, n, f, x->frame[i].function);
	add_met(a, met, n, f, x->function);
}

/* A finding says which limits were met on its ways; what was ruled out does so, too. */
static void tell_limits(struct run *r, const struct met *met, uint32_t n)
{
	for (uint32_t i = 0; i < r->finding.n; i++) {
		struct finding *f = &r->finding.at[i];
		if (f->program != r->program)
			continue;
		add_met(r->arena, met, n, f, f->function);
		for (uint32_t k = 0; k < f->npairs && k < 1; k++) {
			add_met_access(r->arena, met, n, f, &f->pair[k].a);
			add_met_access(r->arena, met, n, f, &f->pair[k].b);
		}
		for (uint32_t k = 0; k < f->nedges; k++)
			add_met_access(r->arena, met, n, f, &f->edge[k].wants);
	}
}

static void close_limits(struct run *r, const struct program *p)
{
	VEC(struct met) met = { 0 };
	const uint32_t *fn;
	struct arena a;

	arena_init(&a, "limits met");
	for (int i = 0; i < LIMIT_COUNT; i++) {
		uint32_t n = limit_places((enum limit)i, &fn);
		for (uint32_t k = 0; k < n; k++)
			*vec_add(&a, &met) = (struct met){ (enum limit)i, program_fn_name(p, (struct fn_id){ fn[k] }) };
	}
	if (opt_dump(r->opt, DUMP_limits))
		for (uint32_t i = 0; i < met.n; i++)
			printf("%s\n", met_text(&a, &met.at[i]));
	if (met.n) {
		qsort(met.at, met.n, sizeof *met.at, by_function);
		tell_limits(r, met.at, met.n);
	}
	limit_program();
	arena_release(&a);
}

uint32_t phases_left(const struct run *r, const char *running)
{
	uint32_t programs = r->planned && r->plan.group.n > r->program ? r->plan.group.n - r->program : 1, all = 0, left = 0;
	struct analysis a = { .opt = r->opt };
	struct program none = { 0 };
	bool here = true; /* in what comes before the first phase, or behind the last of one program */

	a.program = &none;
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
		here &= strncmp(running, phases[i].name, strlen(phases[i].name)) != 0;
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
		here |= !strncmp(running, phases[i].name, strlen(phases[i].name)); /* "threads again" */
		if (phases[i].stop <= r->opt->stop_after && phases[i].run != drop_races && (!phases[i].needs || phases[i].needs(&a))) {
			all++;
			left += here;
		}
	}
	if (!strcmp(running, "rank") || !strcmp(running, "prove") || !strcmp(running, "report"))
		return 0;
	return left + (programs - 1) * all;
}

void run_phases(struct run *r, const struct program *p, const char *start)
{
	struct arena out;
	struct analysis a = { .run = r, .opt = r->opt, .out = &out, .program = p, .start = start };

	arena_init(&out, "threads");
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
		if (phases[i].stop <= r->opt->stop_after && (!phases[i].needs || phases[i].needs(&a))) {
			stat_phase(phases[i].name);
			phases[i].run(&a);
		}
	stat_phase("release"); /* is no part of whichever phase was the last */
	drop_races(&a);
	close_limits(r, p);
	if (a.lockset)
		lockset_drop(a.lockset);
	if (a.contexts)
		contexts_release(a.contexts);
	arena_release(&out);
}
