/* opt: from words to struct options.
 *
 *     argv ------- argp ---\
 *     SNAG_ARGS --- argp ---+--> settings --> opt_apply, weak to strong --> struct options + the origin of each value
 *     .snag.yml - libyaml -/
 *
 * argp parses silently and in order: it tells of each good option and word, and stops at a bad one without a reason. The word
 * it stopped at is the first one that was not yet told of, so the reason is found by looking that word up in the table. */
#include "base/opt/table.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* Says what is wrong with a setting, in the spelling of its source. */
#define WRONG(r, s, t, ...) trouble((t), "%s: %s", label((r)->arena, (s)), arena_format((r)->arena, __VA_ARGS__))

static const char *label(struct arena *a, const struct setting *s)
{
	const char *name = opt_row[s->row].name;

	switch (s->origin.source) {
	case FROM_FILE:
		return arena_format(a, "%s:%u:%u: %s", s->origin.file, s->origin.line, s->origin.column, name);
	case FROM_ENVIRONMENT:
		return arena_format(a, "SNAG_ARGS: --%s", name);
	case FROM_DEFAULT:
	case FROM_WORDS:
		break;
	}
	return arena_format(a, "--%s", name);
}

static uint32_t cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > 1024 ? 1024 : (uint32_t)n;
}

static bool apply_flag(struct reading *r, const struct setting *s, bool *field, struct trouble *t)
{
	if (s->value && strcmp(s->value, "true") && strcmp(s->value, "false"))
		return WRONG(r, s, t, "'%s' is neither true nor false", s->value);
	*field = !s->value || !strcmp(s->value, "true");
	return true;
}

/* A number, or the word: as many as there are. */
static bool has_all(const struct opt_row *row)
{
	return row->argument && !strcmp(row->argument, "N|all");
}

static bool apply_number(struct reading *r, const struct setting *s, uint32_t *field, struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	unsigned long long n;
	char *end;

	if (s->origin.source == FROM_DEFAULT && !strcmp(s->value, "cores")) {
		*field = cores();
		return true;
	}
	if (has_all(row) && !strcmp(s->value, "all")) {
		*field = row->max;
		return true;
	}
	errno = 0;
	n = strtoull(s->value, &end, 10);
	if (!isdigit((unsigned char)s->value[s->value[0] == '-']) || *end)
		return WRONG(r, s, t, "'%s' is not a number%s", s->value, has_all(row) ? ", nor all" : "");
	if (errno || s->value[0] == '-' || n < row->min || n > row->max)
		return WRONG(r, s, t, "%s is not in %u..%u", s->value, row->min, row->max);
	*field = (uint32_t)n;
	return true;
}

static bool apply_points(struct reading *r, const struct setting *s, struct points_choice *field, struct trouble *t)
{
	long long most = opt_row[s->row].max, n;
	char *end;

	errno = 0;
	n = strtoll(s->value, &end, 10);
	if (!isdigit((unsigned char)s->value[s->value[0] == '-']) || *end)
		return WRONG(r, s, t, "'%s' is not a number", s->value);
	if (errno || n < -most || n > most)
		return WRONG(r, s, t, "%s is not in -%lld..%lld", s->value, most, most);
	*field = (struct points_choice){ true, (int32_t)n };
	return true;
}

static const char *as_path(struct reading *r, const struct setting *s)
{
	const char *argument = opt_row[s->row].argument, *equals = strchr(s->value, '=');
	const char *dir;

	if (s->origin.source != FROM_FILE)
		return s->value;
	dir = path_dir(r->arena, s->origin.file);
	if (argument && !strcmp(argument, "FORMAT=FILE") && equals)
		return arena_format(r->arena, "%.*s=%s", (int)(equals - s->value), s->value,
				    path_join(r->arena, dir, equals + 1));
	return opt_is_path(&opt_row[s->row]) && s->value[0] != '/' ? path_join(r->arena, dir, s->value) : s->value;
}

/* The room of a list of n is n rounded up to a power of two. */
static void append(struct arena *a, struct strings *list, const char *value)
{
	const char **at = (const char **)(uintptr_t)list->at;

	if (!(list->n & (list->n - 1))) {
		at = arena_array(a, list->n ? (size_t)list->n * 2 : 1, sizeof *at);
		for (uint32_t i = 0; i < list->n; i++)
			at[i] = list->at[i];
	}
	at[list->n] = value;
	*list = (struct strings){ at, list->n + 1 };
}

/* Which of the row's choices is this text? -1: none. */
static int choice(const struct opt_row *row, const char *text, size_t len)
{
	for (uint32_t i = 0; i < row->choices.n; i++)
		if (strlen(row->choices.at[i]) == len && !memcmp(row->choices.at[i], text, len))
			return (int)i;
	return -1;
}

static bool not_a_choice(struct reading *r, const struct setting *s, const char *word, struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	const char *all = "";

	for (uint32_t i = 0; i < row->choices.n; i++)
		all = arena_format(r->arena, "%s%s%s", all, i ? ", " : "", row->choices.at[i]);
	return WRONG(r, s, t, "'%s' is none of: %s", word, all);
}

static bool apply_choice(struct reading *r, const struct setting *s, unsigned *field, struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	const char *word = s->value ? s->value : row->choices.at[1];
	int i = choice(row, word, strlen(word));

	if (i < 0)
		return not_a_choice(r, s, word, t);
	*field = (unsigned)i;
	return true;
}

static bool apply_dump(struct reading *r, const struct setting *s, struct dump_choice *field, struct trouble *t)
{
	const char *at = s->value, *colon = strchr(at, ':'), *end = colon ? colon : at + strlen(at);

	if (colon && !colon[1])
		return WRONG(r, s, t, "no function name after ':'");
	*field = (struct dump_choice){ 0, colon ? colon + 1 : NULL };
	for (;; at++) {
		size_t len = 0;
		int i;
		while (at + len < end && at[len] != ',')
			len++;
		i = choice(&opt_row[s->row], at, len);
		if (i < 0)
			return not_a_choice(r, s, arena_copy(r->arena, at, len), t);
		field->phases |= 1u << i;
		at += len;
		if (at == end)
			return true;
	}
}

/* "large-points-to=8": the number behind the name. Only this one has a number, and it has no default. */
static bool filter_number(struct reading *r, const struct setting *s, const char *word, struct filter_choice *field,
			  struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	const char *digits = strchr(word, '=');
	unsigned long long n;

	if (!digits)
		return WRONG(r, s, t, "%s needs a number: %s=K", word, word);
	digits++;
	errno = 0;
	n = strtoull(digits, NULL, 10);
	if (!*digits || digits[strspn(digits, "0123456789")])
		return WRONG(r, s, t, "%s: '%s' is not a number", row->choices.at[FILTER_large_points_to], digits);
	if (errno || n < row->min || n > row->max)
		return WRONG(r, s, t, "%s: %s is not in %u..%u", row->choices.at[FILTER_large_points_to], digits, row->min,
			     row->max);
	field->large_points_to = (uint32_t)n;
	return true;
}

static bool one_filter(struct reading *r, const struct setting *s, const char *word, struct filter_choice *field,
		       struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	size_t len = strcspn(word, "=");
	int i = choice(row, word, len);
	const char *near;

	if (i < 0) {
		near = opt_nearest(arena_copy(r->arena, word, len), row->choices);
		return near ? WRONG(r, s, t, "there is no filter '%s': did you mean %s?", word, near)
			    : not_a_choice(r, s, word, t);
	}
	if (i == FILTER_large_points_to && !filter_number(r, s, word, field, t))
		return false;
	if (i != FILTER_large_points_to && word[len])
		return WRONG(r, s, t, "%s takes no number", row->choices.at[i]);
	field->filters |= 1u << i;
	return true;
}

static bool apply_filter(struct reading *r, const struct setting *s, struct filter_choice *field, struct trouble *t)
{
	for (const char *at = s->value;; at++) {
		size_t len = strcspn(at, ",");
		if (!one_filter(r, s, arena_copy(r->arena, at, len), field, t))
			return false;
		at += len;
		if (!*at)
			return true;
	}
}

bool opt_apply(struct reading *r, const struct setting *s, struct trouble *t)
{
	const struct opt_row *row = &opt_row[s->row];
	void *field = (char *)&r->line.opt + row->field;
	bool first = r->origin[s->row].source != s->origin.source;

	r->origin[s->row] = s->origin;
	if (s->value && !*s->value)
		return WRONG(r, s, t, "the value is empty");
	switch (row->kind) {
	case OPT_FLAG:
		return apply_flag(r, s, field, t);
	case OPT_NUMBER:
		return apply_number(r, s, field, t);
	case OPT_POINTS:
		return apply_points(r, s, field, t);
	case OPT_TEXT:
		*(const char **)field = as_path(r, s);
		return true;
	case OPT_LIST:
		if (first)
			*(struct strings *)field = (struct strings){ 0 };
		append(r->arena, field, as_path(r, s));
		return true;
	case OPT_DUMP:
		return apply_dump(r, s, field, t);
	case OPT_FILTER:
		if (first)
			*(struct filter_choice *)field = (struct filter_choice){ 0 };
		return apply_filter(r, s, field, t);
	case OPT_CHOICE:
		return apply_choice(r, s, field, t);
	}
	BUG("option row %u has kind %d", s->row, row->kind);
}

/* Words by argp. */

enum { KEY = 256 }; /* of a row without a letter: KEY + row */

struct base_words {
	struct arena *arena;
	enum source source;
	char **argv;
	int next; /* the word after the last one that argp accepted */
	settings settings;
	VEC(const char *) word, rest;
	bool has_rest;
	struct trouble *trouble;
};

static bool unknown_option(struct base_words *w, const char *option, const char *name)
{
	const char *near = name ? opt_nearest_name(w->arena, name, false) : NULL;
	const char *in = w->source == FROM_ENVIRONMENT ? "SNAG_ARGS: " : "";

	if (near)
		return trouble(w->trouble, "%sunknown option %s: did you mean --%s?", in, option, near);
	return trouble(w->trouble, "%sunknown option %s: see snag --help", in, option);
}

static int row_of_letter(char letter)
{
	for (int i = 0; letter && i < OPT_COUNT; i++)
		if (opt_row[i].letter == letter)
			return i;
	return -1;
}

static bool needs_value(struct base_words *w, int row)
{
	const char *in = w->source == FROM_ENVIRONMENT ? "SNAG_ARGS: " : "";

	return trouble(w->trouble, "%s--%s needs a value: --%s=%s", in, opt_row[row].name, opt_row[row].name,
		       opt_row[row].argument);
}

/* What is wrong with the word at which argp stopped. */
static bool explain(struct base_words *w, const char *word)
{
	size_t len = strcspn(word, "=");
	int row;

	if (!strncmp(word, "--", 2)) {
		row = opt_find(word + 2, len - 2);
		if (row < 0)
			return unknown_option(w, arena_copy(w->arena, word, len), arena_copy(w->arena, word + 2, len - 2));
		if (opt_row[row].argument)
			return needs_value(w, row);
		return trouble(w->trouble, "--%s takes no value", opt_row[row].name);
	}
	for (const char *s = word + 1; *s; s++) {
		row = row_of_letter(*s);
		if (row < 0)
			return unknown_option(w, arena_format(w->arena, "-%c", *s), s == word + 1 ? word + 1 : NULL);
		if (opt_row[row].argument)
			return needs_value(w, row);
	}
	BUG("argp refused '%s', the table does not", word);
}

static error_t take_option(struct base_words *w, int row, const char *value)
{
	const char *word = w->argv[w->next];

	/* getopt takes any prefix of a name that is unique today; a script that uses one would break when a row is added */
	if (!strncmp(word, "--", 2) && strcspn(word + 2, "=") != strlen(opt_row[row].name)) {
		explain(w, word);
		return EINVAL;
	}
	*vec_add(w->arena, &w->settings) = (struct setting){ (uint32_t)row, value, { w->source, NULL, 0, 0 } };
	return 0;
}

static error_t take(int key, char *value, struct argp_state *state)
{
	struct base_words *w = state->input;
	error_t error = 0;

	if (key == ARGP_KEY_ARG) {
		if (state->quoted && state->next > state->quoted)
			*vec_add(w->arena, &w->rest) = value;
		else
			*vec_add(w->arena, &w->word) = value;
	} else if (key >= KEY && key < KEY + OPT_COUNT) {
		error = take_option(w, key - KEY, value);
	} else if (key > 0 && key < KEY && row_of_letter((char)key) >= 0) {
		error = take_option(w, row_of_letter((char)key), value);
	} else {
		w->has_rest |= state->quoted != 0;
		return ARGP_ERR_UNKNOWN;
	}
	w->next = state->next;
	w->has_rest |= state->quoted != 0;
	return error;
}

static bool read_words(struct base_words *w, int argc, char **argv)
{
	struct argp_option options[OPT_COUNT + 1] = { 0 };
	const struct argp argp = { .options = options, .parser = take };

	for (int i = 0; i < OPT_COUNT; i++)
		options[i] = (struct argp_option){ .name = opt_row[i].name,
			.key = opt_row[i].letter ? opt_row[i].letter : KEY + i,
			.arg = opt_row[i].argument,
			.flags = opt_argument_is_optional(&opt_row[i]) ? OPTION_ARG_OPTIONAL : 0 };
	w->argv = argv;
	w->next = 1;
	w->trouble->text[0] = 0;
	switch (argp_parse(&argp, argc, argv, ARGP_SILENT | ARGP_IN_ORDER, NULL, w)) {
	case 0:
		return true;
	case ENOMEM:
		return trouble(w->trouble, "out of memory");
	default:
		return w->trouble->text[0] ? false : explain(w, argv[w->next]);
	}
}

static bool read_environment(struct base_words *w)
{
	const char *text = getenv("SNAG_ARGS");
	struct strings words;
	char **argv;

	if (!text)
		return true;
	if (!config_split(w->arena, text, &words, w->trouble))
		return false;
	argv = arena_array(w->arena, (size_t)words.n + 2, sizeof *argv);
	argv[0] = arena_string(w->arena, "SNAG_ARGS");
	for (uint32_t i = 0; i < words.n; i++)
		argv[i + 1] = arena_string(w->arena, words.at[i]);
	if (!read_words(w, (int)words.n + 1, argv))
		return false;
	if (w->word.n || w->has_rest)
		return trouble(w->trouble, "SNAG_ARGS: '%s': only options may stand there", w->word.n ? w->word.at[0] : "--");
	return true;
}

/* The command: the first word, if it is one. */

static int command_of(const char *word)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(command_row[i].name, word))
			return i;
	return -1;
}

static const char *nearest_command(const char *word)
{
	const char *name[COMMAND_COUNT];

	for (int i = 0; i < COMMAND_COUNT; i++)
		name[i] = command_row[i].name;
	return opt_nearest(word, (struct strings){ name, COMMAND_COUNT });
}

static bool find_command(struct command_line *line, const struct base_words *w, struct trouble *t)
{
	uint32_t from = 0;
	int c = w->word.n ? command_of(w->word.at[0]) : -1;

	if (c >= 0) {
		line->command = (enum command)c;
		from = 1;
	} else if (w->word.n && !strpbrk(w->word.at[0], "./") && !file_exists(w->word.at[0])) {
		const char *near = nearest_command(w->word.at[0]);
		if (near)
			return trouble(t, "'%s' is neither a command nor a file: did you mean '%s'?", w->word.at[0], near);
	}
	line->files = (struct strings){ w->word.at ? w->word.at + from : NULL, w->word.n - from };
	line->rest = (struct strings){ w->rest.at, w->rest.n };
	return true;
}

static bool check_word(const struct command_row *command, const struct strings *files, struct trouble *t)
{
	for (uint32_t i = 0; i < files->n; i++)
		if (!*files->at[i])
			return trouble(t, "the name of a file is empty");
	switch (command->words) {
	case WORDS_FILES:
	case WORDS_VERDICT:
		return true;
	case WORDS_CLEAR:
		if (files->n && strcmp(files->at[0], "clear"))
			return trouble(t, "snag %s: '%s': expected 'clear' or nothing", command->name, files->at[0]);
		break;
	case WORDS_COMMANDS:
		if (files->n && command_of(files->at[0]) < 0)
			return trouble(t, "snag %s: there is no command '%s': see snag --help", command->name, files->at[0]);
		break;
	case WORDS_FINDING:
		if (files->n > 1)
			return trouble(t, "snag %s: one finding at a time, not '%s' as well", command->name, files->at[1]);
		return true;
	case WORDS_NONE:
		if (files->n)
			return trouble(t, "snag %s: unexpected '%s': usage: snag %s %s", command->name, files->at[0],
				       command->name, command->synopsis);
		break;
	}
	return files->n <= 1 ? true : trouble(t, "snag %s: unexpected '%s'", command->name, files->at[1]);
}

/* Options of another command are refused on the command line only: a file and SNAG_ARGS speak to all commands. */
static bool check_command(const struct command_line *line, const struct base_words *w, struct trouble *t)
{
	const struct command_row *command = &command_row[line->command];

	for (uint32_t i = 0; i < w->settings.n; i++) {
		const struct opt_row *row = &opt_row[w->settings.at[i].row];
		/* which shows what the others would see */
		if (!(row->commands >> line->command & 1) && line->command != COMMAND_config)
			return trouble(t, "--%s is not an option of snag %s: see snag help %s", row->name, command->name,
				       command->name);
	}
	if (!check_word(command, &line->files, t))
		return false;
	if (command->rest == REST_NONE && w->has_rest)
		return trouble(t, "snag %s: nothing may follow '--'", command->name);
	if (command->rest == REST_BUILD && (!line->rest.n || !*line->rest.at[0]))
		return trouble(t, "snag %s: no build command: usage: snag %s -- make", command->name, command->name);
	return true;
}

static bool apply_all(struct reading *r, const settings *list, struct trouble *t)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!opt_apply(r, &list->at[i], t))
			return false;
	return true;
}

static bool apply_defaults(struct reading *r, struct trouble *t)
{
	memset(&r->line.opt, 0, sizeof r->line.opt);
	memset(r->origin, 0, sizeof r->origin);
	for (uint32_t i = 0; i < OPT_COUNT; i++) {
		struct setting s = { i, opt_row[i].value, { 0 } };
		if (s.value && !opt_apply(r, &s, t))
			return false;
	}
	return true;
}

static bool apply_sources(struct reading *r, const settings *list[3], struct trouble *t)
{
	if (!apply_defaults(r, t))
		return false;
	for (int i = 0; i < 3; i++)
		if (!apply_all(r, list[i], t))
			return false;
	return true;
}

/* Which file to read, after the words have been applied. */
static bool find_config(struct reading *r, struct trouble *t)
{
	const struct options *opt = &r->line.opt;
	enum source with = r->origin[ROW_config].source, without = r->origin[ROW_no_config].source;

	if (opt->config && opt->no_config && with == without)
		return trouble(t, "--config and --no-config exclude each other");
	if (opt->config && with >= without)
		r->config = opt->config;
	else if (!opt->no_config)
		r->config = config_nearest(r->arena);
	return true;
}

/* What is answered without a look at the configuration: a broken file must not stand between the user and the help. */
static bool is_question(const struct command_line *line)
{
	const struct options *opt = &line->opt;

	return opt->help || opt->help_full || opt->version || opt->generate != GENERATE_nothing ||
	       line->command == COMMAND_help || line->command == COMMAND_version;
}

bool opt_read_all(struct reading *r, int argc, char **argv, struct trouble *t)
{
	struct base_words words = { .arena = r->arena, .source = FROM_WORDS, .trouble = t };
	struct base_words environment = { .arena = r->arena, .source = FROM_ENVIRONMENT, .trouble = t };
	settings file = { 0 };
	const settings *sources[] = { &file, &environment.settings, &words.settings };

	if (!read_words(&words, argc, argv) || !find_command(&r->line, &words, t))
		return false;
	if (!read_environment(&environment) || !apply_sources(r, sources, t))
		return false;
	if (r->line.opt.help || r->line.opt.help_full)
		return true; /* also in the middle of a command line that is not complete */
	if (!check_command(&r->line, &words, t))
		return false;
	if (is_question(&r->line))
		return true;
	if (!find_config(r, t))
		return false;
	if (r->config && !config_read(r->arena, r->config, &file, t))
		return false;
	return apply_sources(r, sources, t);
}

/* A dump needs no phase behind its own. */
static void settle_stop(struct options *opt)
{
	static const enum opt_stop gives[DUMP_COUNT] = {
		[DUMP_capture] = STOP_capture,	 [DUMP_ir] = STOP_link,		  [DUMP_link] = STOP_link,
		[DUMP_model] = STOP_model,	 [DUMP_points] = STOP_points,	  [DUMP_contexts] = STOP_threads,
		[DUMP_callgraph] = STOP_threads, [DUMP_dot] = STOP_threads,	  [DUMP_threads] = STOP_threads,
		[DUMP_parallel] = STOP_threads,	 [DUMP_sharing] = STOP_sharing,	  [DUMP_questions] = STOP_sharing,
		[DUMP_summary] = STOP_summary,	 [DUMP_race] = STOP_race,	  [DUMP_belief] = STOP_belief,
		[DUMP_locks] = STOP_locks,	 [DUMP_lockset] = STOP_lockset,	  [DUMP_deadlock] = STOP_deadlock,
		[DUMP_limits] = STOP_deadlock,
	};

	if (opt->stop_after != STOP_auto)
		return;
	opt->stop_after = opt->dump.phases && !opt->output.n ? STOP_capture : STOP_end;
	for (int i = 0; i < DUMP_COUNT; i++)
		if (opt->dump.phases & 1u << i && gives[i] > opt->stop_after)
			opt->stop_after = gives[i];
}

bool opt_read(struct arena *a, int argc, char **argv, struct command_line *line, struct trouble *t)
{
	struct reading r = { .arena = a };

	if (!opt_read_all(&r, argc, argv, t))
		return false;
	settle_stop(&r.line.opt);
	*line = r.line;
	return true;
}

static _Noreturn void finish(void)
{
	file_end_stdout();
	exit(EXIT_CLEAN);
}

static void answer(const struct reading *r)
{
	const struct options *opt = &r->line.opt;
	enum command about = r->line.command;

	if (about == COMMAND_help && r->line.files.n)
		about = (enum command)command_of(r->line.files.at[0]);
	if (opt->help_full)
		opt_print_help_full(stdout);
	else if (opt->help || r->line.command == COMMAND_help)
		opt_print_help(stdout, about);
	else if (opt->version || r->line.command == COMMAND_version)
		printf("snag %s\n", SNAG_VERSION);
	else if (opt->generate == GENERATE_man)
		opt_generate_man(stdout);
	else if (opt->generate == GENERATE_bash)
		opt_generate_bash(stdout);
	else if (opt->generate == GENERATE_zsh)
		opt_generate_zsh(stdout);
	else if (opt->generate == GENERATE_schema)
		opt_generate_schema(stdout);
	else if (opt->dump_config || r->line.command == COMMAND_config)
		opt_print_config(stdout, r);
	else
		return;
	finish();
}

void opt_parse(struct arena *a, int argc, char **argv, struct command_line *line)
{
	struct reading r = { .arena = a };
	struct trouble t;

	if (!opt_read_all(&r, argc, argv, &t))
		die("%s", t.text);
	answer(&r);
	settle_stop(&r.line.opt);
	*line = r.line;
	line->config = r.config;
	diag_quiet = line->opt.quiet;
}
