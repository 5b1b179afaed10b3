/* The command verify: a verdict about one property of one program, and the ground it stands on.
 *
 *     violated   an execution, which was run again (prove/replay/replay.h), or which only weak memory has
 *     holds      exhaustive: all executions were gone through (verify/verify.h); or static: the phases have left no pair of
 *                accesses, each was ruled out by a reason that is a proof, and nothing was given up on the way (doc/verify.md)
 *     unknown    the first thing that stood in the way, and what would help */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/progress.h"
#include "base/limit.h"
#include "base/recogniser.h"
#include "base/stat.h"
#include "base/store/hash.h"
#include "code/event.h"
#include "prove/confirm.h"
#include "prove/replay/replay.h"
#include "prove/replay/witness.h"
#include "report/format/output.h"
#include "report/format/proof.h"
#include "run.h"
#include "verify/verify.h"

enum { SECONDS = 60, MEGABYTES = 2048 }; /* where nothing else is said */
#define SEARCH_SHARE 0.7 /* of the seconds; the prover has what is left */
#define SOLO_WIDE 3      /* values that a number has until it is left open */
#define STARTS_SHARE 0.1 /* of a search, for starts that fail */
#define SOLO_SHARE 0.45  /* of those of a search */
enum verify_verdict { VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_VIOLATED };

struct verdict_of {
	uint8_t verdict; /* enum verify_verdict */
	const char *ground, *text, *help;
	const struct finding *finding; /* VERDICT_VIOLATED, by the prover: what it has shown */
	const struct finding *shown;   /* VERDICT_VIOLATED: the execution that was run again; NULL: none */
};

/* What the three verdicts are called, by property. */
static const struct verdict_words {
	const char *property, *word[3];
} words[VERIFY_PROPERTIES] = {
	[VERIFY_RACE] = { "race", { "unknown", "race-free", "race" } },
	[VERIFY_DEADLOCK] = { "deadlock", { "unknown", "deadlock-free", "deadlock" } },
	[VERIFY_ASSERT] = { "assert", { "unknown", "assert-safe", "assert-fail" } },
};

static uint8_t property_of(const struct options *opt)
{
	for (int i = 0; i < VERIFY_PROPERTIES; i++)
		if (!strcmp(words[i].property, opt->property))
			return (uint8_t)i;
	die("--property %s: it is race, deadlock or assert", opt->property);
}

static double seconds(const struct run *r)
{
	return r->opt->seconds ? r->opt->seconds : SECONDS;
}

static void say(struct verdict_of *v, uint8_t verdict, const char *ground, const char *text, const char *help)
{
	*v = (struct verdict_of){ verdict, ground, text, help, NULL, NULL };
}

/* ---- all executions ---- */

static const char *size_text(struct arena *a, const struct verify_result *x)
{
	const char *what = x->solo ? "locks keep apart what they share" : "all executions";

	return arena_format(a, "%s, %llu states, %.2f s", what, (unsigned long long)x->states, x->seconds);
}

/* Whether the machine, run once more from the start, shows what the search has found. */
static struct finding *replayed(struct run *r, struct machine_image *image, struct verify_result *x, const char **why)
{
	static const uint8_t rule[] = { [GOAL_RACE] = RULE_RACE, [GOAL_DEADLOCK] = RULE_DEADLOCK, [GOAL_ASSERT] = RULE_ASSERT_FAIL };
	struct finding_proof *proof = arena_new(r->arena, struct finding_proof);
	struct finding *f = arena_new(r->arena, struct finding);
	struct schedule shorter;

	shorter = replay_shortened(r->arena, image, &x->schedule);
	replay_run(r->arena, image, &shorter, proof);
	if (proof->state != PROOF_CONFIRMED)
		replay_run(r->arena, image, &x->schedule, proof);
	*why = proof->text ? proof->text : "";
	*f = (struct finding){ .rule = rule[x->schedule.goal], .message = x->what, .proof = proof,
			       .fingerprint = hash_much(x->what, strlen(x->what), 0) };
	return proof->state == PROOF_CONFIRMED ? f : NULL;
}

/* A function that somebody outside enters, as rows of the models say; NULL: there is none. */
static const char *entered(const struct points *points)
{
	const struct program *p = points->p;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		uint8_t verb = points->annotated[i].verb;
		if (p->sym.at[i].fn.i && verb && verb != DECLARED_IGNORE)
			return program_str(p, p->sym.at[i].name);
	}
	return NULL;
}

/* True: the verdict is there. */
static bool judge(struct run *r, struct machine_image *image, struct verify_result *x, struct verdict_of *v)
{
	const struct finding *shown;
	const char *why;

	switch (x->outcome) {
	case VERIFY_VIOLATED:
		if (x->needs_weak) {
			say(v, VERDICT_VIOLATED, "an execution that weak memory has", x->what, "");
		} else if ((shown = replayed(r, image, x, &why)) != NULL) {
			say(v, VERDICT_VIOLATED, "an execution that was run again", x->what, "");
			v->shown = shown;
		} else {
			say(v, VERDICT_UNKNOWN, "",
			    arena_format(r->arena, "an execution was found but not confirmed: %s (%s)", why, x->what), "");
		}
		return v->verdict != VERDICT_UNKNOWN;
	case VERIFY_HOLDS:
		say(v, VERDICT_HOLDS, x->solo ? "each thread by itself" : "exhaustive", size_text(r->arena, x), "");
		return true;
	default:
		say(v, VERDICT_UNKNOWN, "", x->why, x->help);
		return false;
	}
}

/* Each thread by itself: what is found so need not be. */
static bool is_safe_solo(struct run *r, struct machine_image *image, const struct verify_options *o, struct verify_result *x,
			 double all, double *used)
{
	struct verify_options solo = *o;
	struct verify_result more;

	solo.solo = true;
	solo.weak = false;
	solo.seconds = all * SOLO_SHARE * 2 / 3;
	verify_explore(r->arena, image, &solo, &more);
	*used += more.seconds;
	if (more.outcome == VERIFY_STOPPED && more.timed) {
		solo.wide = SOLO_WIDE;
		solo.seconds = all * SOLO_SHARE / 3;
		verify_explore(r->arena, image, &solo, &more);
		*used += more.seconds;
	}
	if (more.outcome == VERIFY_HOLDS)
		*x = more;
	return more.outcome == VERIFY_HOLDS;
}

/* All executions; where that takes too long, with numbers that take many values left open, the fewest values first: what few
 * executions more show to hold is shown soonest. Last, all of them once more. */
static void search_all(struct run *r, struct machine_image *image, struct verify_options *o, struct verify_result *x,
		       double *used)
{
	static const struct verify_stage {
		uint32_t values;
		bool solve;
		double share;
	} stages[] = { { 1, false, 0.05 }, { 1, true, 0.1 },    { 3, false, 0.05 },
		       { 3, true, 0.1 },   { 12, false, 0.05 }, { 0, false, 0.1 } };
	struct verify_result more;
	double all = o->seconds;

	o->seconds = o->property == VERIFY_DEADLOCK ? all : all / 10;
	verify_explore(r->arena, image, o, x);
	*used += x->seconds;
	if (x->outcome == VERIFY_STOPPED && x->timed && o->property == VERIFY_RACE && is_safe_solo(r, image, o, x, all, used))
		return;
	/* That a loop may end does not mean that it does, and then who waits for it waits for ever. */
	for (size_t i = 0; i < sizeof stages / sizeof *stages && o->property != VERIFY_DEADLOCK; i++) {
		if (x->outcome != VERIFY_STOPPED || !x->timed)
			break;
		o->wide = stages[i].values;
		o->solve = stages[i].solve;
		o->seconds = all * stages[i].share;
		verify_explore(r->arena, image, o, &more);
		*used += more.seconds;
		if (more.outcome == VERIFY_HOLDS || more.outcome == VERIFY_VIOLATED || !o->wide)
			*x = more;
	}
	o->wide = 0;
	o->solve = false;
	if (x->outside) {
		o->solve = true;
		o->seconds = all / 2;
		verify_explore(r->arena, image, o, &more);
		*used += more.seconds;
		if (more.outcome == VERIFY_HOLDS || more.outcome == VERIFY_VIOLATED)
			*x = more;
		else if (more.timed && o->property == VERIFY_RACE)
			(void)is_safe_solo(r, image, o, x, all, used);
		o->solve = false;
	}
	o->seconds = all;
}

/* That threads start is assumed; but not where the program says what it does if they do not, and that is a race. */
static bool fails_badly(struct run *r, struct machine_image *image, const struct verify_options *o, double *used)
{
	struct verify_options fails = *o;
	struct verify_result x;

	fails.starts_fail = true;
	fails.weak = false;
	fails.seconds = o->seconds * STARTS_SHARE;
	verify_explore(r->arena, image, &fails, &x);
	*used += x.seconds;
	return x.outcome == VERIFY_INEXACT || x.outcome == VERIFY_VIOLATED;
}

static bool explore(struct run *r, struct prove_program *p, uint8_t property, struct verdict_of *v, double *used)
{
	struct machine_image *image = machine_image(&p->out, p->linked->program, r->models);
	struct verify_options o = { .property = property, .exact = r->opt->exact,
				    .megabytes = r->opt->memory ? r->opt->memory : MEGABYTES };
	struct verify_result x;

	o.seconds = seconds(r) * SEARCH_SHARE;
	/* A deadlock in which nobody had to wake up for no reason is one that can be run again. */
	if (property == VERIFY_DEADLOCK) {
		o.calm = true;
		search_all(r, image, &o, &x, used);
		if (x.outcome == VERIFY_VIOLATED && judge(r, image, &x, v))
			return true;
		o.calm = false;
	}
	if (property != VERIFY_DEADLOCK || x.waits)
		search_all(r, image, &o, &x, used);
	if (x.outcome == VERIFY_HOLDS && x.weak) {
		o.weak = true;
		search_all(r, image, &o, &x, used);
	}
	if (x.outcome == VERIFY_HOLDS && property == VERIFY_RACE && x.asks_start && fails_badly(r, image, &o, used)) {
		say(v, VERDICT_UNKNOWN, "", "a race in an execution in which a thread could not be started", "");
		return true;
	}
	if (x.outcome == VERIFY_HOLDS && entered(p->points)) {
		say(v, VERDICT_UNKNOWN, "",
		    arena_format(r->arena, "'%s', which others may call, as a row of the models says", entered(p->points)), "");
		return false;
	}
	return judge(r, image, &x, v);
}

/* ---- the phases ---- */

/* Parts of the phases that recognise how programs are written and that a proof may stand on; the others are switched off. */
static void keep_proofs(void)
{
	static const char *const kept[] = { "points-table", "points-element", "points-tables",
					    "threads-first", "threads-storer" };
	struct trouble t;

	for (int i = 0; i < RECOGNISER_COUNT; i++) {
		const char *name = recogniser_row((enum recogniser)i)->name;
		bool proof = false;
		for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
			proof |= !strcmp(kept[k], name);
		if (!proof && !recogniser_without(name, &t))
			BUG("%s", t.text);
	}
}

static bool is_without_gaps(void)
{
	for (int i = 0; i < STAT_COUNT; i++)
		if (stat_is_gap((enum counter)i) && stat_get((enum counter)i))
			return false;
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (limit_times((enum limit)i))
			return false;
	return true;
}

static bool phases_hold(const struct run *r, const struct prove_program *p, struct verdict_of *v)
{
	if (r->unproved || !is_without_gaps() || !r->plan.group.at[0].start || strcmp(r->plan.group.at[0].start, "main") != 0 ||
	    verify_beyond_phases(p->linked->program, p->points->models))
		return false;
	for (uint32_t i = 0; i < r->finding.n; i++)
		if (!strncmp(rule_name(r->finding.at[i].rule), "race", 4))
			return false;
	say(v, VERDICT_HOLDS, "static", "no pair of accesses is left, and each was ruled out by a proof", "");
	return true;
}

/* ---- the prover ---- */

static bool is_about(const struct finding *f, uint8_t property)
{
	const char *rule = rule_name(f->rule);

	if (f->pruned)
		return false;
	return property == VERIFY_RACE ? !strncmp(rule, "race", 4) : !strcmp(rule, "deadlock") || !strcmp(rule, "self-deadlock");
}

/* The execution in the words of the search of this command, whoever has found it. */
static const char *execution_text(struct arena *a, const struct finding *f)
{
	const struct finding_proof *p = f->proof;
	const char *text = "";

	if (f->rule == RULE_ASSERT_FAIL)
		return arena_format(a, "the assertion at %s:%u fails in thread %u (%s)", path_base(f->place.file), f->place.line, p->goal[0],
				    p->goal[0] < p->nthreads ? p->thread[p->goal[0]] : "");
	for (uint32_t i = 0; i < p->nends; i++) {
		const struct finding_access *at = &p->end[i].at;
		uint32_t thread = p->end[i].number;
		const char *name = thread < p->nthreads ? p->thread[thread] : "", *comma = *text ? ", " : "";
		if (p->nends == 2 && at->kind && at->kind[0])
			text = arena_format(a, "%s%s%s at %s:%u by thread %u (%s)", text, comma, at->kind, path_base(at->place.file),
					    at->place.line, thread, name);
		else
			text = arena_format(a, "%s%sthread %u (%s) waits at %s:%u", text, comma, thread, name, path_base(at->place.file),
					    at->place.line);
	}
	return text;
}

static bool prove_any(struct run *r, struct prove_program *p, uint8_t property, double until, struct verdict_of *v)
{
	const struct finding **of = arena_array(r->arena, r->finding.n + 1, sizeof *of);
	const struct finding_proof **proof = arena_array(r->arena, r->finding.n + 1, sizeof *proof);
	struct confirm c;
	uint32_t n = 0;

	prove_options(r->opt, &c);
	c.start = START_main;
	c.primitives = p->primitives;
	c.points = p->points;
	for (uint32_t i = 0; i < r->finding.n; i++)
		if (is_about(&r->finding.at[i], property))
			of[n++] = &r->finding.at[i];
	if (!n || until - stat_now() < 0.2)
		return false;
	c.search.seconds = (until - stat_now()) * c.workers / (n + c.workers - 1);
	c.search.seconds = c.search.seconds > until - stat_now() ? until - stat_now() : c.search.seconds;
	confirm_run(r->arena, &c, of, n, proof);
	for (uint32_t i = 0; i < n; i++)
		if (proof[i]->state == PROOF_CONFIRMED) {
			struct finding *f = (struct finding *)(uintptr_t)of[i]; /* a row of r->finding */
			confirm_show(r->arena, f, proof[i]);
			say(v, VERDICT_VIOLATED, "an execution that was run again", execution_text(r->arena, f), "");
			v->finding = v->shown = f;
			return true;
		}
	return false;
}

static bool prove_any_assert(struct run *r, struct prove_program *p, double until, struct verdict_of *v)
{
	struct confirmed found;
	struct confirm c;

	if (until - stat_now() < 0.2)
		return false;
	prove_options(r->opt, &c);
	c.start = START_main;
	c.primitives = p->primitives;
	c.points = p->points;
	c.search.seconds = until - stat_now();
	found = confirm_asserts(r->arena, &c);
	for (uint32_t i = 0; i < found.finding.n; i++)
		if (found.finding.at[i].proof->state == PROOF_CONFIRMED) {
			struct finding *f = &found.finding.at[i];
			say(v, VERDICT_VIOLATED, "an execution that was run again", execution_text(r->arena, f), "");
			v->finding = v->shown = f;
			return true;
		}
	return false;
}

/* ---- the command ---- */

static void decide(struct run *r, uint8_t property, struct verdict_of *v)
{
	struct prove_program p;
	double until, used = 0;

	if (r->partial) {
		say(v, VERDICT_UNKNOWN, "", "part of the input was not analysed", "units that compile");
		return;
	}
	if (r->plan.group.n != 1) {
		say(v, VERDICT_UNKNOWN, "", r->plan.group.n ? "the input is more than one program" : "there is no program", "--main NAME");
		return;
	}
	stat_phase("verify");
	stat_repeat(true);
	prove_open(r, 0, &p);
	if (property == VERIFY_RACE && phases_hold(r, &p, v)) {
		prove_close(&p);
		stat_repeat(false);
		return;
	}
	if (!explore(r, &p, property, v, &used)) {
		until = stat_now() + (used < SEARCH_SHARE * seconds(r) ? seconds(r) - used : seconds(r) * (1 - SEARCH_SHARE));
		struct verdict_of by = { 0 };
		if (property == VERIFY_ASSERT ? prove_any_assert(r, &p, until, &by) : prove_any(r, &p, property, until, &by))
			*v = by;
	}
	prove_close(&p);
	stat_repeat(false);
}

static void print(const struct run *r, uint8_t property, const struct verdict_of *v)
{
	printf("%s", words[property].word[v->verdict]);
	if (v->ground && *v->ground)
		printf(" (%s)", v->ground);
	printf(": %s", v->text);
	if (v->verdict == VERDICT_UNKNOWN && *v->help)
		printf("; what would help: %s", v->help);
	printf("\n");
	if (v->shown && !r->opt->brief && !r->opt->quiet) {
		struct report_options o = report_choices((struct run *)(uintptr_t)r);
		struct sources sources;
		sources_init(&sources);
		report_proof_steps(stdout, v->shown->proof, &sources, &o);
		sources_release(&sources);
	}
}

static bool write_holds(const struct run *r, uint8_t property, struct trouble *t)
{
	static const uint8_t rule[] = { [VERIFY_RACE] = RULE_RACE, [VERIFY_DEADLOCK] = RULE_DEADLOCK,
					[VERIFY_ASSERT] = RULE_ASSERT_FAIL };
	const char **file = arena_array(r->arena, r->jobs.job.n + 1, sizeof *file);

	for (uint32_t i = 0; i < r->jobs.job.n; i++)
		file[i] = r->jobs.job.at[i].file;
	return witness_write_holds(r->opt->witness, rule[property], file, r->jobs.job.n, t);
}

static void write_witness(const struct run *r, uint8_t property, const struct verdict_of *v)
{
	struct trouble t;

	if (!r->opt->witness)
		return;
	if (v->verdict == VERDICT_HOLDS) {
		if (!write_holds(r, property, &t))
			die("%s", t.text);
		return;
	}
	if (!v->shown)
		warn("%s: not written: no execution was run again", r->opt->witness);
	else if (!witness_write(r->opt->witness, v->shown, &t))
		die("%s", t.text);
}

static void tell(struct run *r, uint8_t property, const struct verdict_of *v)
{
	struct output_verdict out = { words[property].property, words[property].word[v->verdict], v->ground, v->text, v->help };
	struct report_choice list = { .at = &v->finding, .n = v->finding != NULL, .all = v->finding != NULL };

	r->verdict = &out;
	if (!report_verdict(r, &list))
		print(r, property, v);
	r->verdict = NULL;
	write_witness(r, property, v);
}

int command_verify(struct run *r)
{
	uint8_t property = property_of(r->opt);
	struct verdict_of v;

	progress_enable(opt_progress(r->opt, STDERR_FILENO));
	keep_proofs();
	capture(r);
	extract(r);
	analyse(r);
	if (!r->models)
		load_models(r);
	make_plan(r);
	decide(r, property, &v);
	tell(r, property, &v);
	extract_release(&r->units);
	if (r->opt->stats)
		stat_print(stderr, r->opt->stats == STATS_json);
	return v.verdict == VERDICT_VIOLATED ? EXIT_FINDINGS : v.verdict == VERDICT_UNKNOWN ? EXIT_PARTIAL : EXIT_CLEAN;
}
