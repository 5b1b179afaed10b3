/* opt_print: --help, --help-full and --dump-config, from the tables. 80 columns, whatever the terminal: same input, same
 * bytes. */
#include "base/opt/table.h"

enum { TEXT_COLUMN = 26, WIDTH = 80 };

/* Words of `text` from column `at` on, continued under `indent`. */
static void wrap(FILE *f, int at, int indent, const char *text)
{
	bool first = true;

	while (*text) {
		int len = (int)strcspn(text, " ");
		if (!first && at + 1 + len > WIDTH) {
			fprintf(f, "\n%*s", indent, "");
			at = indent;
		} else if (!first) {
			fputc(' ', f);
			at++;
		}
		fprintf(f, "%.*s", len, text);
		at += len;
		text += len;
		text += strspn(text, " ");
		first = false;
	}
	fputc('\n', f);
}

static void item(FILE *f, const char *left, const char *text)
{
	int n = fprintf(f, "%s", left);

	if (n + 2 > TEXT_COLUMN) {
		fprintf(f, "\n");
		n = 0;
	}
	fprintf(f, "%*s", TEXT_COLUMN - n, "");
	wrap(f, TEXT_COLUMN, TEXT_COLUMN, text);
}

const char *opt_spelling(struct arena *a, const struct opt_row *r)
{
	if (!r->argument)
		return arena_format(a, "--%s", r->name);
	if (opt_argument_is_optional(r))
		return arena_format(a, "--%s[=%.*s]", r->name, (int)strlen(r->argument) - 2, r->argument + 1);
	return arena_format(a, "--%s=%s", r->name, r->argument);
}

const char *opt_description(struct arena *a, const struct opt_row *r)
{
	const char *text = r->help;
	uint32_t from = opt_argument_is_optional(r);

	for (uint32_t i = from; i < r->choices.n; i++)
		text = arena_format(a, "%s%s%s", text, i == from ? ". One of " : ", ", r->choices.at[i]);
	if (r->kind == OPT_NUMBER)
		text = arena_format(a, "%s. From %u to %u", text, r->min, r->max);
	if (r->value)
		text = arena_format(a, "%s. Default: %s", text, !strcmp(r->value, "cores") ? "the number of cores" : r->value);
	return arena_format(a, "%s.", text);
}

static void option(FILE *f, const struct opt_row *r, bool full)
{
	struct arena a;
	const char *left, *text;

	arena_init(&a, "help");
	left = r->letter ? arena_format(&a, "  -%c, %s", r->letter, opt_spelling(&a, r)) :
	                   arena_format(&a, "      %s", opt_spelling(&a, r));
	text = full ? opt_description(&a, r) : arena_copy(&a, r->help, strcspn(r->help, ";"));
	item(f, left, text);
	arena_release(&a);
}

static void options(FILE *f, uint32_t commands, bool full)
{
	for (int g = 0; g < OPT_GROUPS; g++) {
		bool titled = false;
		for (int i = 0; i < OPT_COUNT; i++) {
			const struct opt_row *r = &opt_row[i];
			if ((int)r->group != g || !(r->commands & commands))
				continue;
			if (!full && (g == OPT_INSIDE || g == OPT_SETTINGS))
				continue;
			if (!titled)
				fprintf(f, "\n%s:\n", opt_group_title[g]);
			titled = true;
			option(f, r, full);
		}
	}
}

static void usage(FILE *f, const char *lead, const struct command_row *c)
{
	fprintf(f, "%ssnag %s%s%s\n", lead, c->name, *c->synopsis ? " " : "", c->synopsis);
}

static void commands(FILE *f)
{
	struct arena a;

	arena_init(&a, "help");
	fprintf(f, "\nCommands:\n");
	for (int i = 0; i < COMMAND_COUNT; i++)
		item(f, arena_format(&a, "  %s", command_row[i].name), command_row[i].help);
	arena_release(&a);
}

void opt_print_help(FILE *f, enum command c)
{
	if (c == COMMAND_check || c == COMMAND_help) {
		fprintf(f, "snag finds data races and deadlocks in C programs without running them.\n\n");
		fprintf(f, "Usage: snag [OPTION]... [FILE]... [-- FLAG...]\n");
		fprintf(f, "       snag COMMAND [OPTION]...\n");
		commands(f);
		c = COMMAND_check;
	} else {
		usage(f, "Usage: ", &command_row[c]);
		fprintf(f, "\n");
		wrap(f, 0, 0, command_row[c].help);
	}
	options(f, 1u << c, false);
	fprintf(f, "\nMore: snag help COMMAND, snag --help-full, man snag\n");
}

void opt_print_help_full(FILE *f)
{
	fprintf(f, "snag finds data races and deadlocks in C programs without running them.\n\n");
	for (int i = 0; i < COMMAND_COUNT; i++)
		usage(f, i ? "       " : "Usage: ", &command_row[i]);
	commands(f);
	options(f, ~0u, true);
	fprintf(f, "\nA .snag.yml in this directory or above gives other defaults, by long name; then\n"
	           "the variable SNAG_ARGS, then the command line. Exit status: 0 nothing found,\n"
	           "1 findings, 2 trouble, 3 part of the input was not analysed.\n");
}

/* --dump-config: a .snag.yml with the origin of each value behind it. */

static void escaped(FILE *f, const char *text)
{
	for (const unsigned char *s = (const unsigned char *)text; *s; s++)
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else if (*s < 0x20 || *s == 0x7f)
			fprintf(f, "\\x%02x", *s);
		else
			fputc(*s, f);
}

static void quoted(FILE *f, const char *text)
{
	fputc('"', f);
	escaped(f, text);
	fputc('"', f);
}

static bool has_value(const struct opt_row *r, const void *field)
{
	switch (r->kind) {
	case OPT_TEXT:
		return *(const char *const *)field != NULL;
	case OPT_LIST:
		return ((const struct strings *)field)->n > 0;
	case OPT_DUMP:
		return ((const struct dump_choice *)field)->phases != 0;
	case OPT_FILTER:
		return ((const struct filter_choice *)field)->filters != 0;
	case OPT_FLAG:
	case OPT_NUMBER:
	case OPT_CHOICE:
		break;
	case OPT_POINTS:
		return ((const struct points_choice *)field)->set;
	}
	return true;
}

static void dump_value(FILE *f, const struct opt_row *r, const struct dump_choice *d)
{
	const char *comma = "\"";

	for (uint32_t i = 0; i < r->choices.n; i++)
		if (d->phases >> i & 1) {
			fprintf(f, "%s%s", comma, r->choices.at[i]);
			comma = ",";
		}
	if (d->function) {
		fputc(':', f);
		escaped(f, d->function);
	}
	fputc('"', f);
}

static void filter_value(FILE *f, const struct opt_row *r, const struct filter_choice *c)
{
	const char *comma = "\"";

	for (uint32_t i = 0; i < r->choices.n; i++)
		if (c->filters >> i & 1) {
			fprintf(f, "%s%s", comma, r->choices.at[i]);
			if (i == FILTER_large_points_to)
				fprintf(f, "=%u", c->large_points_to);
			comma = ",";
		}
	fputc('"', f);
}

static void list_value(FILE *f, const struct strings *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		fputs(i ? ", " : "[", f);
		quoted(f, list->at[i]);
	}
	fputc(']', f);
}

static void value(FILE *f, const struct opt_row *r, const void *field)
{
	switch (r->kind) {
	case OPT_FLAG:
		fputs(*(const bool *)field ? "true" : "false", f);
		break;
	case OPT_NUMBER:
		fprintf(f, "%u", *(const uint32_t *)field);
		break;
	case OPT_POINTS:
		fprintf(f, "%d", (int)((const struct points_choice *)field)->value);
		break;
	case OPT_TEXT:
		quoted(f, *(const char *const *)field);
		break;
	case OPT_LIST:
		list_value(f, field);
		break;
	case OPT_DUMP:
		dump_value(f, r, field);
		break;
	case OPT_FILTER:
		filter_value(f, r, field);
		break;
	case OPT_CHOICE:
		fputs(r->choices.at[*(const unsigned *)field], f);
		break;
	}
}

static void origin(FILE *f, const struct origin *o)
{
	static const char *const name[] = { "default", "", "environment", "command line" };

	if (o->source == FROM_FILE)
		fprintf(f, "%s:%u", o->file, o->line);
	else
		fputs(name[o->source], f);
}

void opt_print_config(FILE *f, const struct reading *reading)
{
	for (int i = 0; i < OPT_COUNT; i++) {
		const struct opt_row *r = &opt_row[i];
		const void *field = (const char *)&reading->line.opt + r->field;
		if (!opt_in_file(r))
			continue;
		if (!has_value(r, field)) {
			fprintf(f, "# %s is not set\n", r->name);
			continue;
		}
		fprintf(f, "%s: ", r->name);
		value(f, r, field);
		fprintf(f, "  # ");
		origin(f, &reading->origin[i]);
		fputc('\n', f);
	}
}
