/* track: findings over time, in .snag/findings.db (SQLite): runs, their findings by fingerprint, and what people have said of
 * them.
 *
 *     run      id, when, version
 *     finding  run, number, fingerprint, rule, file, line, function, object, message, facts ("write=1 doubt=3"),
 *              confirmed (1: an execution shows it)
 *     silenced run, fingerprint, why: what somebody asked that run not to tell
 *     verdict  fingerprint -> confirmed | benign | false, note
 *
 * needs   findings, chosen      gives   sets of fingerprints to compare; verdicts
 * misses  a finding whose function or object was renamed is a new one, and the old one is fixed
 *
 * A database of an earlier form gets the columns that are new. One that is damaged or of a later form ends the command with one
 * line; it is never repaired or overwritten. */
#ifndef REPORT_TRACK_H
#define REPORT_TRACK_H

#include "base/opt/opt.h"
#include "report/report.h"

struct track; /* an open database */

/* Makes it where it is missing and `make` is set. */
CHECKED bool track_open(struct arena *, const char *path, bool make, struct track **, struct trouble *);
void track_close(struct track *);
/* False: there is something that cannot be such a database. Nothing there, or somebody at work in it, is no trouble. */
CHECKED bool track_check(struct arena *, const char *path, struct trouble *);

/* One run more: what was reported, numbered as in the report. Gives its id. */
CHECKED bool track_save(struct track *, const struct report_choice *, uint32_t *run, struct trouble *);

/* A finding as it was in some run. */
struct tracked {
	uint64_t fingerprint;
	uint32_t number, line;
	const char *rule, *file, *message;
};
struct tracked_list {
	const struct tracked *at; /* by fingerprint, each once */
	uint32_t n;
	const uint64_t *silenced; /* found and not told, sorted */
	uint32_t nsilenced;
};

/* "3": run 3. "last", "last~2". The name of a file: a baseline (one fingerprint a line) or a JSON report. In the arena. */
CHECKED bool track_get(struct arena *, struct track *, const char *which, struct tracked_list *, struct trouble *);

/* One line a verdict, by fingerprint: the verdict, the finding as the last run that told of it did, the note. */
CHECKED bool track_list_verdicts(struct track *, FILE *, const char *dir, struct trouble *);
/* The same line for one; its verdict may be none. */
CHECKED bool track_show_verdict(struct track *, uint64_t fingerprint, FILE *, const char *dir, struct trouble *);
/* The fingerprint that a word means (report/track/name.h): "7" is a number of the last run; "907f44757468dd2d", or the beginning
 * of it, a finding of any run or one that has a verdict. */
CHECKED bool track_find(struct track *, const char *word, uint64_t *fingerprint, struct trouble *);

enum verdict_kind { VERDICT_NONE, VERDICT_CONFIRMED, VERDICT_BENIGN, VERDICT_FALSE, VERDICT_KINDS };
const char *verdict_word(enum verdict_kind);
/* NONE takes it back */
CHECKED bool track_say(struct track *, uint64_t fingerprint, enum verdict_kind, const char *note, struct trouble *);
/* Those that are benign or false get finding.suppressed. Gives how many. */
CHECKED bool track_apply(struct arena *, struct track *, struct finding *, uint32_t n, uint32_t *marked, struct trouble *);

/* Every finding of which somebody has said something, by fingerprint, with its rule, doubt and facts as the last run that had it
 * knew them; real: confirmed, as against benign and false. `without`: how many have a verdict, but no run has kept facts of
 * theirs. */
struct judged {
	struct finding finding;
	bool real;
};
struct judged_list {
	const struct judged *at;
	uint32_t n, without;
};
CHECKED bool track_judged(struct arena *, struct track *, struct judged_list *, struct trouble *);

/* What is in `new` and not in `old`, the reverse, and both; what is silenced in `new` is not fixed. Each list sorted as the one
 * it comes from. */
struct tracked_change {
	struct tracked_list added, fixed, unchanged;
	struct tracked_list silenced; /* not told in `new`, but found */
};
struct tracked_change track_compare(struct arena *, const struct tracked_list *old, const struct tracked_list *new);

bool tracked_has(const struct tracked_list *, uint64_t fingerprint);

/* The lists chosen, all if none is; then how many of each. */
struct diff_options {
	bool added, fixed, unchanged;
	const char *dir; /* paths below it are printed relative to it */
};
void track_print_change(FILE *, const struct tracked_change *, const struct diff_options *);

/* A baseline: one fingerprint a line, sorted, meant to be committed. */
void track_print_baseline(FILE *, const struct tracked_list *);

#endif
