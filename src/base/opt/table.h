/* opt_table: the rows of opt.def and commands.def as data, for the files opt*.c and config.c only.
 *
 * Every source of settings (words, SNAG_ARGS, a .snag.yml) is first turned into a list of `struct setting`, text as it stood
 * there; opt_apply alone turns text into typed fields. So a range is checked once, with one message, wherever the value came
 * from. */
#ifndef BASE_OPT_TABLE_H
#define BASE_OPT_TABLE_H

#include <string.h>

#include "base/system/file.h"
#include "base/opt/opt.h"
#include "base/store/vec.h"

enum opt_kind { OPT_FLAG, OPT_NUMBER, OPT_POINTS, OPT_TEXT, OPT_LIST, OPT_DUMP, OPT_FILTER, OPT_CHOICE };
enum opt_group { OPT_INPUT, OPT_WORK, OPT_OUTPUT, OPT_LOCKS, OPT_INSIDE, OPT_CLUSTER, OPT_SETTINGS, OPT_GENERAL, OPT_GROUPS };
enum command_words { WORDS_NONE, WORDS_FILES, WORDS_COMMANDS, WORDS_CLEAR, WORDS_FINDING, WORDS_VERDICT };
enum command_rest { REST_NONE, REST_FLAGS, REST_BUILD };

enum { /* the number of each row, for what opt.c itself looks at */
#define OPT(kind, field, name, letter, value, argument, min, max, commands, group, help) ROW_##field,
#include "base/opt/opt.def"
#undef OPT
	OPT_COUNT
};

struct opt_row {
	enum opt_kind kind;
	const char *name;
	char letter;
	size_t field; /* offset in struct options */
	const char *value, *argument;
	uint32_t min, max;
	uint32_t commands; /* 1 << COMMAND_x */
	enum opt_group group;
	const char *help;
	struct strings choices; /* of a choice, the phases of --dump, the names of --filter */
};

struct command_row {
	const char *name;
	enum command_words words;
	enum command_rest rest;
	const char *synopsis, *help;
};

extern const struct opt_row opt_row[OPT_COUNT];
extern const struct command_row command_row[COMMAND_COUNT];
extern const char *const opt_group_title[OPT_GROUPS];

enum source { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_WORDS }; /* weak to strong */

struct origin {
	enum source source;
	const char *file; /* FROM_FILE: with line and column, from 1 */
	uint32_t line, column;
};

struct setting {
	uint32_t row;
	const char *value; /* NULL: a flag that is set */
	struct origin origin;
};

typedef VEC(struct setting) settings;

/* What opt_read makes, and the origin of every value. */
struct reading {
	struct arena *arena;
	struct command_line line;
	struct origin origin[OPT_COUNT];
	const char *config; /* the file that was read, or NULL */
};

static inline bool opt_is_path(const struct opt_row *r)
{
	return r->argument && (!strcmp(r->argument, "FILE") || !strcmp(r->argument, "DIR"));
}

static inline bool opt_argument_is_optional(const struct opt_row *r)
{
	return r->argument && r->argument[0] == '[';
}

/* Several settings of one source add up, and a file may give a list of them. */
static inline bool opt_is_many(const struct opt_row *r)
{
	return r->kind == OPT_LIST || r->kind == OPT_FILTER;
}

static inline bool opt_in_file(const struct opt_row *r)
{
	return r->group != OPT_CLUSTER && r->group != OPT_SETTINGS && r->group != OPT_GENERAL;
}

int opt_find(const char *name, size_t len);           /* the row of a long name, or -1 */
const char *opt_nearest_name(struct arena *, const char *name, bool in_file);
CHECKED bool opt_apply(struct reading *, const struct setting *, struct trouble *);
CHECKED bool opt_read_all(struct reading *, int argc, char **argv, struct trouble *);

/* config.c */
CHECKED bool config_parse(struct arena *, const char *path, struct bytes text, settings *, struct trouble *);
CHECKED bool config_read(struct arena *, const char *path, settings *, struct trouble *);
const char *config_nearest(struct arena *);                                              /* NULL: there is none */
/* as a shell would, without one */
CHECKED bool config_split(struct arena *, const char *text, struct strings *, struct trouble *);

/* opt_print.c, opt_generate.c, opt_schema.c */
const char *opt_spelling(struct arena *, const struct opt_row *);    /* --jobs=N */
const char *opt_description(struct arena *, const struct opt_row *); /* help, choices, range and default */
void opt_print_help(FILE *, enum command);
void opt_print_help_full(FILE *);
void opt_print_config(FILE *, const struct reading *);
void opt_generate_man(FILE *);
void opt_generate_bash(FILE *);
void opt_generate_zsh(FILE *);
void opt_generate_schema(FILE *);

#endif
