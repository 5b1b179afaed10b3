/* output: findings for other programs. Each format is one function; `--output FORMAT=FILE` chooses, several in one run.
 *
 * Names, messages and lines of source are somebody else's bytes: every format escapes them by its own rules, and what is not
 * UTF-8 is replaced. Nothing in a file depends on time, machine or number of workers, but for the day and the
 * command in the page. */
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

#include <jansson.h>

#include "report/report.h"
#include "report/format/source.h"

/* What a run has to say besides its findings. */
struct output_failed {
	const char *file, *error;
};

/* Of `snag verify`. */
struct output_verdict {
	const char *property, *verdict, *ground, *text, *help;
};

struct output {
	FILE *f;
	struct arena *arena; /* for what is being written */
	struct sources *sources;
	struct report_choice list;
	const struct report_options *o;
	const struct output_failed *failed; /* units that were not analysed */
	uint32_t nfailed;
	const struct report_graphs *graphs; /* for pictures; NULL: only what findings tell */
	const char *command; /* that was given; NULL: not known */
	const struct output_verdict *verdict; /* NULL: nobody has asked for one */
	int status; /* that the process ends with */
};

struct output_format {
	const char *name;
	void (*write)(struct output *);
};

extern const struct output_format output_format[];
extern const uint32_t output_formats;

void output_json(struct output *);
void output_jsonl(struct output *);
void output_sarif(struct output *);
void output_junit(struct output *);
void output_gitlab(struct output *);
void output_github(struct output *);
void output_text(struct output *);
void output_html(struct output *);

/* What JSON tells of a run, and of one finding (number 0: it was ruled out), which the page carries, too. */
json_t *output_head(const struct output *);
json_t *output_verdict(const struct output *); /* where there is one */
json_t *output_finding(const struct output *, const struct finding *, uint32_t number);
json_t *output_row(const struct output *, uint32_t i); /* of the list, with the others of its cause */

/* "sarif=out.sarif", or "json" for standard output. False: no such format. */
struct output_choice {
	const struct output_format *format;
	const char *path; /* NULL: standard output */
};
CHECKED bool output_parse(const char *word, struct output_choice *, struct trouble *);
bool output_meets(const struct output_choice *, const struct output_choice *); /* one place for both */
bool output_takes(const struct output_choice *, int fd); /* the file that the descriptor writes to would be replaced */

/* Writes one of them, to its file or to standard output (of which file_end_stdout() tells whether it worked). */
CHECKED bool output_write(struct output *, const struct output_choice *, struct trouble *);

/* Shared by the formats. */
bool output_complete(const struct output *); /* nothing of the input was left out: units, entries of the database */
/* What was left out besides units, as a sentence without an end; "": nothing. */
const char *output_left_out(const struct output *);
const char *output_utf8(struct arena *, const char *);            /* what is not UTF-8 replaced by U+FFFD */
const char *output_path(const struct output *, const char *file); /* relative to report_options.dir, UTF-8 */
const char *output_fingerprint(struct arena *, const struct finding *);
json_t *output_string(struct arena *, const char *);
/* One object on one line; dies if it cannot be written. What the arena holds is gone then. */
void output_object(struct output *, json_t *);

#endif
