/* opt: the command line, SNAG_ARGS and .snag.yml, made into one typed struct.
 *
 * Options are the rows of opt.def, commands the rows of commands.def. A stronger source replaces what a weaker one said, a list
 * as a whole:   default  <  .snag.yml (nearest directory upwards)  <  SNAG_ARGS  <  command line.
 * Everything returned lives in the arena given, or is static. */
#ifndef BASE_OPT_H
#define BASE_OPT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/store/arena.h"
#include "base/diag.h"

/* The words that a choice takes, in the order of its enum. */
#define OPT_COLORS(X) X(COLOR, auto, "auto") X(COLOR, always, "always") X(COLOR, never, "never")
#define OPT_SHOWS(X) X(SHOW, findings, "findings") X(SHOW, pruned, "pruned")
#define OPT_FILTERS(X)                                                                                                           \
	X(FILTER, thread_local_alloc, "thread-local-alloc") X(FILTER, large_points_to, "large-points-to")                        \
	X(FILTER, boot_thread, "boot-thread") X(FILTER, same_entry, "same-entry")
#define OPT_CONFIDENCES(X)                                                                                                       \
	X(LEVEL, unlikely, "unlikely") X(LEVEL, possible, "possible") X(LEVEL, likely, "likely") X(LEVEL, confirmed, "confirmed") \
	X(LEVEL, auto, "auto")
#define OPT_STATS(X) X(STATS, off, "off") X(STATS, text, "text") X(STATS, json, "json")
#define OPT_DUMPS(X)                                                                                                             \
	X(DUMP, capture, "capture") X(DUMP, ir, "ir") X(DUMP, link, "link") X(DUMP, model, "model") X(DUMP, points, "points")    \
	X(DUMP, contexts, "contexts") X(DUMP, callgraph, "callgraph") X(DUMP, dot, "callgraph.dot") X(DUMP, threads, "threads")  \
	X(DUMP, parallel, "parallel") X(DUMP, sharing, "sharing") X(DUMP, questions, "questions") X(DUMP, summary, "summary")    \
	X(DUMP, race, "race") X(DUMP, belief, "belief") X(DUMP, locks, "locks") X(DUMP, lockset, "lockset")                      \
	X(DUMP, deadlock, "deadlock") X(DUMP, limits, "limits")
#define OPT_STOPS(X)                                                                                                             \
	X(STOP, capture, "capture") X(STOP, extract, "extract") X(STOP, link, "link") X(STOP, model, "model")                    \
	X(STOP, points, "points") X(STOP, contexts, "contexts") X(STOP, threads, "threads") X(STOP, sharing, "sharing")          \
	X(STOP, summary, "summary") X(STOP, race, "race") X(STOP, belief, "belief") X(STOP, lockset, "lockset")                  \
	X(STOP, locks, "locks") X(STOP, deadlock, "deadlock") X(STOP, end, "end")                              \
	X(STOP, auto, "auto")
#define OPT_STARTS(X) X(START, auto, "auto") X(START, main, "main") X(START, roots, "roots")
#define OPT_GENERATES(X)                                                                                                         \
	X(GENERATE, nothing, "nothing") X(GENERATE, man, "man") X(GENERATE, bash, "complete-bash")                               \
	X(GENERATE, zsh, "complete-zsh") X(GENERATE, schema, "schema")

#define OPT_CONSTANT(prefix, name, text) prefix##_##name,
enum opt_color { OPT_COLORS(OPT_CONSTANT) COLOR_COUNT };
enum opt_show { OPT_SHOWS(OPT_CONSTANT) SHOW_COUNT };
enum opt_filter { OPT_FILTERS(OPT_CONSTANT) FILTER_COUNT };
enum opt_confidence { OPT_CONFIDENCES(OPT_CONSTANT) LEVEL_COUNT }; /* but for auto, in the order of enum confidence */
enum opt_stats { OPT_STATS(OPT_CONSTANT) STATS_COUNT };
enum opt_dump { OPT_DUMPS(OPT_CONSTANT) DUMP_COUNT };
/* In the order of the pipeline: `stop_after <= STOP_link`; never auto once it was read. */
enum opt_stop { OPT_STOPS(OPT_CONSTANT) STOP_COUNT };
enum opt_start { OPT_STARTS(OPT_CONSTANT) START_COUNT };
enum opt_generate { OPT_GENERATES(OPT_CONSTANT) GENERATE_COUNT };

enum command {
#define COMMAND(name, words, rest, synopsis, help) COMMAND_##name,
#include "base/opt/commands.def"
#undef COMMAND
	COMMAND_COUNT
};

struct strings {
	const char *const *at;
	uint32_t n;
};

struct dump_choice {
	uint32_t phases;      /* 1 << DUMP_x */
	const char *function; /* NULL: all of them */
};

/* Filters of races, by name. */
struct filter_choice {
	uint32_t filters;         /* 1 << FILTER_x */
	uint32_t large_points_to; /* its K */
};

/* Points of a finding, if somebody asked. */
struct points_choice {
	bool set;
	int32_t value;
};

#define OPT_TYPE_flag bool
#define OPT_TYPE_points struct points_choice
#define OPT_TYPE_number uint32_t
#define OPT_TYPE_text const char *
#define OPT_TYPE_list struct strings
#define OPT_TYPE_dump struct dump_choice
#define OPT_TYPE_filter struct filter_choice
#define OPT_TYPE_show enum opt_show
#define OPT_TYPE_confidence enum opt_confidence
#define OPT_TYPE_color enum opt_color
#define OPT_TYPE_stats enum opt_stats
#define OPT_TYPE_stop enum opt_stop
#define OPT_TYPE_start enum opt_start
#define OPT_TYPE_generate enum opt_generate

struct options {
#define OPT(kind, field, name, letter, value, argument, min, max, commands, group, help) OPT_TYPE_##kind field;
#include "base/opt/opt.def"
#undef OPT
};

struct command_line {
	enum command command;
	struct options opt;
	const char *config;   /* the configuration file that was read; NULL: none */
	struct strings files; /* the words beside the options, as given: files of check, "clear" of cache */
	struct strings rest;  /* what stands behind "--": compiler flags of check, the build command of capture */
};

/* Reads all sources. Prints help, version, man page, completions and configuration itself and exits with 0; dies on bad input.
 * Sets diag_quiet. */
void opt_parse(struct arena *, int argc, char **argv, struct command_line *);

/* The same without exit and output: fills the command line, or says what is wrong. */
CHECKED bool opt_read(struct arena *, int argc, char **argv, struct command_line *, struct trouble *);

/* Is a status line on `fd` of use, which is written over and over? */
bool opt_progress(const struct options *, int fd);
/* May what goes to `fd` have hyperlinks? --links decides; "auto" takes only terminals that are known to understand OSC 8. */
bool opt_links(const struct options *, int fd);
/* Columns of what `fd` is: COLUMNS, where somebody says so, or those of the terminal; 0: it is none, and lines may be as long as
 * they like. */
uint32_t opt_width(int fd);

/* May `fd` be coloured? --color decides; "auto" looks at NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM and at what fd is. */
bool opt_color(const struct options *, int fd);

static inline bool opt_dump(const struct options *opt, enum opt_dump phase)
{
	return opt->dump.phases >> phase & 1;
}

static inline bool opt_filter(const struct options *opt, enum opt_filter filter)
{
	return opt->filter.filters >> filter & 1;
}

/* The name that `word` most likely was meant to be, or NULL: for "did you mean ...?". */
const char *opt_nearest(const char *word, struct strings names);

#endif
