/* run: one run of snag, as main.c and the commands that have a file of their own see it. */
#ifndef RUN_H
#define RUN_H

#include "base/opt/opt.h"
#include "capture/capture.h"
#include "extract/extract.h"
#include "link/link.h"
#include "model/model.h"
#include "report/graph.h"
#include "report/report.h"

struct run {
	const struct command_line *line;
	const struct options *opt;
	struct arena *arena; /* lives as long as the run */
	struct jobs jobs;
	uint32_t nstubs; /* the last ones of jobs */
	struct extract units;
	struct models *models;
	VEC(struct finding) finding; /* of all programs */
	struct report_graphs graphs; /* of all programs */
	struct intern unresolved;    /* functions nothing is known of */
	struct lessons *lessons; /* what annotate wants to know of the programs; NULL: nothing */
	struct infer *infer; /* only this is wanted of the programs; NULL: all but this */
	bool partial; /* something that was asked for is not in the result */
	struct link_unit *link; /* the units that were extracted */
	uint32_t nlink;
	struct link_plan plan; /* the programs they make */
	bool planned;
	uint32_t program; /* the one being looked at */
	bool ranked; /* findings have their points */
	bool stopped; /* the run was ended before its end */
	const struct output_verdict *verdict; /* of the command verify; NULL: there is none */
	const char *unproved; /* of the last program: the first race that was ruled out without a proof (race/race.h); NULL: none */
	bool emitted; /* --emit-c has been obeyed */
	const char *command; /* as it was given */
	int argc; /* the same as words */
	char **argv;
	double began; /* stat_now() then */
	struct changed *changed; /* only what involves this is told; NULL: all */
	const char *kept; /* the file that has, or will have, the findings of this run; NULL: they are not kept */
};

/* The steps, in their order. */
void capture(struct run *);
void extract(struct run *);
void load_models(struct run *);
void make_plan(struct run *);
void analyse(struct run *);
void run_rank(struct run *);

bool mentions(void *program, const char *name); /* for models_select */
bool is_strict(const struct run *);             /* points_start.strict */
struct report_options report_choices(struct run *);

/* pipeline.c */
void run_phases(struct run *, const struct program *, const char *start);
bool is_wanted(const struct options *, bool locks);

/* How many phases a run that is in `running` leaves out, over all programs. */
uint32_t phases_left(const struct run *, const char *running);

/* run_stop.c: ends the run early, with what was found until then; findings change between hold and release */
void stop_watch(struct run *);
void stop_end(void);
void stop_hold(void);
void stop_release(void);

/* run_gaps.c */
void count_unfollowed(struct run *, struct program *);

/* run_changed.c: what --since and --changed ask for, and then the findings that involve nothing of that, marked */
void look_for_changes(struct run *);
void leave_unchanged(struct run *);

/* run_settings.c */
void check_rules(const struct options *); /* these three die of what makes no sense or cannot be written */
void check_outputs(const struct options *);
void check_places(struct run *);
bool is_read_only(const struct options *); /* the cache is in this directory, and cannot be */
int verify_config(struct run *);

/* run_report.c */
struct rank_weights;
const struct rank_weights *weights(struct run *);
bool report(struct run *); /* there are findings, shown or not */
/* Every form of --output that was asked for, with the verdict; true: standard output has one of them. */
bool report_verdict(struct run *, const struct report_choice *);
int command_explain(struct run *);
int command_rank(struct run *);
int command_diff(struct run *);
int command_baseline(struct run *);
int command_triage(struct run *);

/* run_prove.c */
void prove_best(struct run *, uint32_t most);
int command_prove(struct run *);
struct confirm;
/* What the prover needs of one program, which is linked again; ended by prove_close. */
struct prove_program {
	struct arena out;
	struct linked *linked;
	const struct program *primitives;
	const struct points *points;
};
void prove_open(struct run *, uint32_t program, struct prove_program *);
void prove_close(struct prove_program *);
/* The bodies of the primitives, as long as the run. */
const struct program *prove_bodies(struct run *, uint32_t pointer_bytes);
void prove_options(const struct options *, struct confirm *);

/* run_annotate.c */
int command_annotate(struct run *);

/* run_doctor.c */
int command_doctor(struct run *);

/* run_lsp.c */
int command_lsp(struct run *);

/* run_stuck.c: of a small program with a main, who waits for ever; how many findings, at most STUCK_MOST. */
enum { STUCK_MOST = 16 };
struct points;
uint32_t stuck_find(struct run *, const struct program *, const struct points *, const char *start, struct finding *out);

/* run_verify.c */
int command_verify(struct run *);

#endif
