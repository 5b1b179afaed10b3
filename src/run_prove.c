/* `check --prove=N` and the command prove: which findings to try, in which program, and what is said of them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/progress.h"
#include "base/stat.h"
#include "ir/store/unit.h"
#include "link/keep.h"
#include "prove/data/effort.h"
#include "prove/confirm.h"
#include "prove/execute/primitives.h"
#include "prove/replay/witness.h"
#include "report/advice.h"
#include "report/track/kept.h"
#include "report/track/name.h"
#include "run.h"

/* --ts alone means the paper's own discipline; nothing said about it, the usual. */
static struct prove_options search_options(const struct options *opt)
{
	enum { TS_UNSAID = 1000000, SWITCHES_UNSAID = 1000 };
	struct prove_options o;

	prove_defaults(&o);
	o.seconds = opt->prove_work ? opt->prove_work / (double)EFFORT_SECOND : opt->prove_seconds;
	o.megabytes = opt->prove_memory;
	o.loops = opt->prove_loops;
	o.depth = opt->prove_depth;
	o.steps = opt->prove_steps;
	o.paths = opt->prove_paths;
	o.solver = opt->prove_solver;
	o.ts = opt->ts == TS_UNSAID ? PROVE_TS_UNBOUNDED : opt->ts;
	if (opt->switches != SWITCHES_UNSAID)
		o.switches = opt->switches;
	else if (opt->ts != TS_UNSAID)
		o.switches = 0;
	return o;
}

/* --emit-c: of the first finding, or for the assertions. */
static void write_sequential(struct run *r, const struct confirm *c, const struct finding *x)
{
	struct trouble t;

	if (r->opt->emit_c && !r->emitted && !confirm_emit(c, x, r->opt->emit_c, &t))
		die("%s", t.text);
	r->emitted = true;
}

/* What is advised goes by what is shown. */
static void show_proved(struct run *r, struct finding *f, const struct finding_proof *proof)
{
	confirm_show(r->arena, f, proof);
	advice_run(r->arena, f, 1);
}

/* The chosen findings of one program; those of the others are left alone. */
static void prove_chosen(struct run *r, const struct confirm *c, const struct report_choice *list, uint32_t program)
{
	const struct finding **of = arena_array(r->arena, list->n + 1, sizeof *of);
	const struct finding_proof **proof = arena_array(r->arena, list->n + 1, sizeof *proof);
	uint32_t n = 0;

	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->program == program)
			of[n++] = list->at[i];
	write_sequential(r, c, n ? of[0] : NULL);
	confirm_run(r->arena, c, of, n, proof);
	for (uint32_t i = 0; i < n; i++)
		show_proved(r, (struct finding *)(uintptr_t)of[i], proof[i]); /* a row of r->finding */
}

static void prove_asserts(struct run *r, const struct confirm *c, uint32_t program)
{
	struct confirmed found;

	write_sequential(r, c, NULL);
	found = confirm_asserts(r->arena, c);
	for (uint32_t i = 0; i < found.finding.n; i++) {
		found.finding.at[i].program = program;
		*vec_add(r->arena, &r->finding) = found.finding.at[i];
	}
}

/* The bodies of the primitives, for pointers of eight bytes and of four. */
struct bodies {
	const struct program *of[2];
};

static const struct program *bodies_for(struct run *r, struct bodies *bodies, uint32_t pointer_bytes)
{
	const struct program **of = &bodies->of[pointer_bytes == 4];
	struct trouble t;

	if (!*of)
		*of = primitives_load(r->arena, r->opt->no_cache ? NULL : r->opt->cache, pointer_bytes, &t);
	if (!*of)
		die("%s", t.text);
	return *of;
}

void prove_options(const struct options *opt, struct confirm *c)
{
	if (opt->prove_work)
		(void)effort_by_steps(true);
	*c = (struct confirm){ .search = search_options(opt), .start = (uint8_t)opt->start, .harness = opt->harness,
			       .workers = opt->jobs };
}

const struct program *prove_bodies(struct run *r, uint32_t pointer_bytes)
{
	static struct bodies bodies; /* as long as the run, as what they point to */

	return bodies_for(r, &bodies, pointer_bytes);
}

/* One program again: it was let go when its phases were done. */
void prove_open(struct run *r, uint32_t program, struct prove_program *p)
{
	struct trouble t;

	arena_init(&p->out, "prove");
	p->linked = keep_program(&p->out, r->opt->no_cache ? NULL : r->opt->cache, r->link, &r->plan.group.at[program], &t);
	if (!p->linked)
		die("%s", t.text);
	p->primitives = prove_bodies(r, program_pointer_bytes(p->linked->program));
	models_select(r->models, mentions, p->linked->program);
	p->points = points_run(&p->out, p->linked->program, r->models,
			       (struct points_start){ r->plan.group.at[program].start, is_strict(r) });
}

void prove_close(struct prove_program *p)
{
	unit_close(p->linked->program);
	arena_release(&p->out);
}

static void prove_program(struct run *r, const struct report_choice *list, uint32_t program)
{
	struct prove_program p;
	struct confirm c;

	prove_open(r, program, &p);
	prove_options(r->opt, &c);
	c.primitives = p.primitives;
	c.points = p.points;
	if (list)
		prove_chosen(r, &c, list, program);
	else
		prove_asserts(r, &c, program);
	prove_close(&p);
}

static bool has_any(const struct report_choice *list, uint32_t program)
{
	for (uint32_t i = 0; list && i < list->n; i++)
		if (list->at[i]->program == program)
			return true;
	return !list;
}

/* The findings of `list`; NULL: the assertions of all programs. */
static void prove(struct run *r, const struct report_choice *list)
{
	if (!r->models)
		load_models(r);
	stat_phase("prove");
	stat_repeat(true);
	make_plan(r);
	for (uint32_t i = 0; i < r->plan.group.n; i++)
		if (has_any(list, i))
			prove_program(r, list, i);
	stat_repeat(false);
}

/* Those of the first `most` that have no proof yet: what is kept from an earlier run may have some. */
static void leave_proved(struct run *r, struct report_choice *list, uint32_t most)
{
	const struct finding **left = arena_array(r->arena, list->n + 1, sizeof *left);
	uint32_t n = 0;

	for (uint32_t i = 0; i < list->n && i < most; i++)
		if (!list->at[i]->proof)
			left[n++] = list->at[i];
	*list = (struct report_choice){ .at = left, .n = n };
}

/* check --prove=N: the best ones, in the order of the report. */
void prove_best(struct run *r, uint32_t most)
{
	struct report_options o = report_choices(r);
	struct report_choice list;

	if (o.least_confidence > CONFIDENCE_POSSIBLE) /* what is confirmed is known behind the proof */
		o.least_confidence = CONFIDENCE_POSSIBLE;
	list = report_choose(r->arena, r->finding.at, r->finding.n, &o);
	leave_proved(r, &list, most);
	if (!list.n)
		return;
	prove(r, &list);
	if (r->kept && !stat_get(STAT_conflicts))
		kept_write(r->kept, r->finding.at, r->finding.n, &r->graphs);
}

/* ---- the command ---- */

/* A word of the command line that means a finding; a file of that name goes first. */
static bool names_finding(const char *word)
{
	return !file_exists(word) && name_is_one(word);
}

/* A number is that of the last report, whose order may be another one: proofs change it. 0: this list does not have it. */
static uint32_t find_in_last(struct run *r, const struct report_choice *list, const char *word)
{
	enum { NUMBER_DIGITS = 9 }; /* what has more is a fingerprint (report/track/name.h) */
	struct kept kept = { 0 };
	char print[17];
	struct trouble t;
	char *end;
	unsigned long number = strtoul(word, &end, 10);

	if (*end || !number || strlen(word) > NUMBER_DIGITS || r->opt->no_cache ||
	    !kept_read_findings(r->arena, r->opt->cache, &kept) || number > kept.finding.n)
		return 0;
	snprintf(print, sizeof print, "%016llx", (unsigned long long)kept.finding.at[number - 1].fingerprint);
	return report_find(list, print, &t);
}

/* Of the findings only the one that was asked for, or as many as were. */
static void choose_to_prove(struct run *r, struct report_choice *list, const char *word)
{
	struct trouble t;
	uint32_t at = word ? find_in_last(r, list, word) : 0;

	if (word && !at)
		at = report_find(list, word, &t);

	if (word && !at)
		die("%s; the report has %u, and there is no file of that name", t.text, list->n);
	if (at)
		*list = (struct report_choice){ .at = list->at + at - 1, .row = list->row + at - 1, .n = 1 };
	else if (r->opt->prove && r->opt->prove < list->n)
		list->n = r->opt->prove;
	list->suppressed = list->pruned = 0;
}

static void write_witness(struct run *r, const struct report_choice *list)
{
	struct trouble t;

	for (uint32_t i = 0; r->opt->witness && i < list->n; i++)
		if (list->at[i]->proof && list->at[i]->proof->state == PROOF_CONFIRMED) {
			if (!witness_write(r->opt->witness, list->at[i], &t))
				die("%s", t.text);
			return;
		}
	if (r->opt->witness)
		warn("%s: not written: nothing was confirmed", r->opt->witness);
}

static bool is_shown(const struct finding_proof *p)
{
	return proof_is_shown(p);
}

static uint32_t print_proofs(struct run *r, const struct report_choice *list, struct report_options *o)
{
	uint32_t confirmed = 0;

	o->steps = true;
	for (uint32_t i = 0; i < list->n; i++)
		report_finding(stdout, list->at[i], report_number(list, i), o);
	for (uint32_t i = 0; i < list->n; i++)
		confirmed += is_shown(list->at[i]->proof);
	write_witness(r, list);
	return confirmed;
}

/* Nothing is said of what was not analysed. */
static const char *nothing_to_prove(const struct run *r)
{
	if (r->partial)
		return "nothing was found in what was analysed; part of the input was not analysed";
	if (r->opt->asserts)
		return "there is no assertion";
	return "there is no finding, as far as the assumptions hold (doc/assumptions.md); `snag check` counts the gaps";
}

int command_prove(struct run *r)
{
	struct command_line line = *r->line;
	const char *word = line.files.n ? line.files.at[line.files.n - 1] : NULL;
	struct report_options o = report_choices(r);
	struct report_choice list;
	uint32_t confirmed;

	if (word && names_finding(word))
		line.files.n--;
	else
		word = NULL;
	r->line = &line;
	progress_enable(opt_progress(r->opt, STDERR_FILENO));
	capture(r);
	extract(r);
	if (!r->opt->asserts)
		analyse(r);
	o.top = 0;
	o.least_confidence = CONFIDENCE_UNLIKELY;
	o.apart = o.whole = true;
	if (r->opt->asserts)
		prove(r, NULL);
	run_rank(r);
	list = report_choose(r->arena, r->finding.at, r->finding.n, &o);
	choose_to_prove(r, &list, word);
	if (!r->opt->asserts && list.n)
		prove(r, &list);
	confirmed = print_proofs(r, &list, &o);
	if (!list.n && !r->opt->quiet)
		fprintf(stderr, "nothing to prove: %s\n", nothing_to_prove(r));
	extract_release(&r->units);
	if (r->opt->stats)
		stat_print(stderr, r->opt->stats == STATS_json);
	return confirmed ? EXIT_FINDINGS : r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
}
