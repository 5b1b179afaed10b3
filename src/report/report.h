/* report: findings, chosen, sorted and printed.
 *
 * needs   findings of any check      gives   text for people, gcc style
 * misses  nothing of the analysis: what is left out is left out because it was asked for (rules, top) or is a duplicate */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/system/file.h"
#include "base/store/vec.h"
#include "ir/finding/finding.h"

struct report_options {
	const char *const *rule; /* only these, by name; none: all */
	uint32_t nrules;
	uint32_t top;      /* at most so many findings, those of one cause counted once; 0: all */
	uint8_t least_confidence; /* enum confidence */
	bool unshown_count;   /* for the exit status, also what has less confidence counts */
	bool apart;        /* findings of one cause are told one by one */
	bool whole;        /* each as it is, however long the text gets */
	const char *const *path; /* only with a place in a file that one of these patterns fits, seen from dir; none: all */
	uint32_t npaths;
	bool has_least;
	int32_t least;     /* points, with has_least */
	bool brief;        /* one line a finding */
	uint32_t width;    /* columns to stay in, as far as names let us; 0: any number */
	bool links;        /* places are links (OSC 8) */
	const char *dir;   /* paths below it are printed relative to it; NULL: as they are */
	bool color;
	bool all_pairs;    /* of a race, not only the first */
	bool prints;       /* fingerprints */
	bool baseline;     /* finding.known says something */
	bool kept;         /* `snag explain` will know of this run */
	bool steps;        /* the executions that confirm findings, step by step */
	bool set_up;       /* with the steps before a second thread begins, however many */
};

/* A finding of a choice: its number, and those that have the same cause and are shown with it (report/cause.h). */
struct report_row {
	uint32_t number;
	const struct report_member *member;
	uint32_t nmembers;
};
struct report_member {
	const struct finding *finding;
	uint32_t number;
};

/* What to show: at[0..n) are the findings, at[n..n + suppressed) those that somebody asked not to be told of
 * (finding.suppressed), behind them `pruned` that were ruled out (finding.pruned). A finding keeps its number when others are
 * left out. */
struct report_choice {
	const struct finding *const *at;
	const struct report_row *row; /* by finding; NULL: numbers are 1, 2, 3, and each stands alone */
	uint32_t n, suppressed, pruned;
	uint32_t all; /* findings before any were left out, each counted */
	/* those of one cause counted once: */
	uint32_t causes; /* before any were left out */
	uint32_t below[CONFIDENCES]; /* left out since they have less confidence than was asked for, and */
	uint32_t beyond;	     /* since they are too many */
	const struct report_member *rest; /* what makes up these two, each finding by itself */
	uint32_t nrest;
	bool counts; /* there are findings, as far as the exit status goes */
};

static inline uint32_t report_number(const struct report_choice *list, uint32_t i)
{
	return list->row ? list->row[i].number : i + 1;
}

static inline uint32_t report_others(const struct report_choice *list, uint32_t i)
{
	return list->row ? list->row[i].nmembers : 0;
}

/* Its own, or that of the best of those that are shown with it. */
enum confidence report_confidence(const struct report_choice *, uint32_t i);

/* The findings to show, best first: by confidence; of one confidence the best of each rule, then the second of each, since
 * points of two rules do not compare; the best three of a rule about waiting stand among what is likely even if they are only
 * possible; of a rule by points (rank), then by what there is to read, then file, line, column,
 * message. Those of one cause stand behind the best of them. What was ruled out comes by points alone. Of several with one
 * fingerprint the first: what is ruled out in one program and found in another is found. In the arena. */
struct report_choice report_choose(struct arena *, const struct finding *, uint32_t n, const struct report_options *);
/* The same before any are left out, each finding by itself, with finding.cause: what is kept for later. */
struct report_choice report_choose_all(struct arena *, const struct finding *, uint32_t n, const struct report_options *);

/* The page of a rule, as it stands in doc/rules. False: there is no such rule. */
bool report_rule_page(FILE *, const char *rule);
/* One finding as in the report, and all that is known of it besides; last the page of its rule. */
void report_explain(FILE *, const struct report_choice *, uint32_t i, const struct report_options *);
void report_row(FILE *, const struct report_choice *, uint32_t i, const struct report_options *);
void report_finding(FILE *, const struct finding *, uint32_t number, const struct report_options *);
/* "312 more findings are not shown: 300 unlikely (--confidence=unlikely), ..."; "" if there are none. In the arena. */
const char *report_hidden(struct arena *, const struct report_choice *);
/* Two findings at different places that have one fingerprint get different ones: the first in the order of rule, file, line
 * and column keeps it, the others' hang on their number there: so they stay when lines move, as long as those before are
 * there. */
void report_tell_apart(struct arena *, struct finding *, uint32_t n);
/* The finding that a word names (report/track/name.h): its place in the list, from 1. 0: there is none, and the
 * trouble says why. */
uint32_t report_find(const struct report_choice *, const char *word, struct trouble *);

void report_print(FILE *, const struct report_choice *, const struct report_options *);

/* All of the above printed, each with the lines of source that it speaks of where they can be read. Gives how many findings. */
uint32_t report_text(FILE *, const struct finding *, uint32_t n, const struct report_options *);

/* "3 findings in 2 units, 120 lines (1 self-deadlock, 2 lock-leak); 4 pruned; no gaps; 1.3 s": the closing line. seconds < 0:
 * not told. */
void report_summary(FILE *, const struct report_choice *, double seconds);
/* Programs were analysed, and in none of them may anything run beside anything else. */
bool report_is_alone(void);

/* How a thread gets to an access: "main > pthread_create(worker) > worker > conn_close". In the arena, or part of the finding. */
const char *report_way(struct arena *, const struct finding_access *);

/* A name or a message, made harmless: control characters, broken UTF-8 and what turns the direction of text are printed as
 * escapes. */
void report_clean(FILE *, const char *);

/* Whether `name` is that of a rule; for the command line. */
bool report_is_rule(const char *name);

#endif
