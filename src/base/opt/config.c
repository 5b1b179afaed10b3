/* config: a .snag.yml and SNAG_ARGS, as lists of settings.
 *
 *     jobs: 4                     every option that is not about settings themselves, by its long name
 *     models: [a.model, b.model]  a list, or one word where a list may stand
 *     rank: { write: 5 }          where NAME=VALUE is wanted: a mapping, or a list of such words
 *     brief: true
 *
 * The file is read event by event (libyaml), never as a tree: what is nested deeper than a list is refused at its first
 * bracket, aliases and second documents are refused at all, so no input can make the reader grow or recurse. Nothing is
 * expanded and nothing is run: neither file nor SNAG_ARGS knows variables, tilde, or commands. */
#include "base/opt/table.h"

#include <yaml.h>

enum { LARGEST_FILE = 256 * 1024 }; /* libyaml is not linear in everything it accepts */

struct base_reader {
	struct arena *arena;
	const char *path;
	struct bytes text;
	yaml_parser_t parser;
	yaml_event_t event; /* the current one; empty before the first */
	bool seen[OPT_COUNT];
	settings *out;
	struct trouble *trouble;
};

static struct origin here(const struct base_reader *r)
{
	return (struct origin){ FROM_FILE, r->path, (uint32_t)r->event.start_mark.line + 1,
				(uint32_t)r->event.start_mark.column + 1 };
}

#define REFUSE(r, ...) refuse((r), here(r), arena_format((r)->arena, __VA_ARGS__))

static bool refuse(struct base_reader *r, struct origin at, const char *what)
{
	return trouble(r->trouble, "%s:%u:%u: %s", at.file, at.line, at.column, what);
}

/* libyaml gives bytes that are no text by offset, everything else by line and column. */
static bool refuse_yaml(struct base_reader *r)
{
	struct origin at = { FROM_FILE, r->path, (uint32_t)r->parser.problem_mark.line + 1,
			     (uint32_t)r->parser.problem_mark.column + 1 };

	if (r->parser.error == YAML_READER_ERROR) {
		at.line = at.column = 1;
		for (size_t i = 0; i < r->parser.problem_offset && i < r->text.len; i++)
			at = r->text.at[i] == '\n' ? (struct origin){ FROM_FILE, r->path, at.line + 1, 1 } :
			                             (struct origin){ FROM_FILE, r->path, at.line, at.column + 1 };
	}
	return refuse(r, at, r->parser.problem ? r->parser.problem : "not YAML");
}

static bool next(struct base_reader *r)
{
	yaml_event_delete(&r->event);
	return yaml_parser_parse(&r->parser, &r->event) ? true : refuse_yaml(r);
}

/* The current event as a word that lives on. */
static bool scalar(struct base_reader *r, const char *what, const char **out)
{
	if (r->event.type != YAML_SCALAR_EVENT)
		return REFUSE(r, "%s must be a plain word, not a list, a mapping or an alias", what);
	if (memchr(r->event.data.scalar.value, 0, r->event.data.scalar.length))
		return REFUSE(r, "%s has a zero byte", what);
	*out = arena_copy(r->arena, (const char *)r->event.data.scalar.value, r->event.data.scalar.length);
	if (r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE && (!**out || !strcmp(*out, "~") || !strcmp(*out, "null")))
		return REFUSE(r, "%s has no value", what);
	return true;
}

static bool one_value(struct base_reader *r, uint32_t row)
{
	const char *value;

	if (!scalar(r, opt_row[row].name, &value))
		return false;
	*vec_add(r->arena, r->out) = (struct setting){ row, value, here(r) };
	return true;
}

/* { a: 1, b: 2 } for an option that takes NAME=VALUE, as if it were a list of those. */
static bool pairs(struct base_reader *r, uint32_t row)
{
	const char *name, *value;

	for (;;) {
		if (!next(r))
			return false;
		if (r->event.type == YAML_MAPPING_END_EVENT)
			return true;
		if (!scalar(r, opt_row[row].name, &name) || !next(r) || !scalar(r, name, &value))
			return false;
		*vec_add(r->arena, r->out) = (struct setting){ row, arena_format(r->arena, "%s=%s", name, value), here(r) };
	}
}

static bool values(struct base_reader *r, uint32_t row)
{
	if (!next(r))
		return false;
	if (r->event.type == YAML_MAPPING_START_EVENT && opt_is_many(&opt_row[row]) && strchr(opt_row[row].argument, '='))
		return pairs(r, row);
	if (r->event.type != YAML_SEQUENCE_START_EVENT)
		return one_value(r, row);
	if (!opt_is_many(&opt_row[row]))
		return REFUSE(r, "%s takes one value, not a list", opt_row[row].name);
	for (;;) {
		if (!next(r))
			return false;
		if (r->event.type == YAML_SEQUENCE_END_EVENT)
			return true;
		if (!one_value(r, row))
			return false;
	}
}

static bool key(struct base_reader *r)
{
	const char *name, *near;
	int row;

	if (!scalar(r, "a key", &name))
		return false;
	row = opt_find(name, strlen(name));
	if (row < 0) {
		near = opt_nearest_name(r->arena, name, true);
		return near ? REFUSE(r, "unknown key '%s': did you mean '%s'?", name, near) :
		              REFUSE(r, "unknown key '%s': see snag --help-full for the options, which are the keys", name);
	}
	if (!opt_in_file(&opt_row[row]))
		return REFUSE(r, "'%s' is for the command line only", name);
	if (r->seen[row])
		return REFUSE(r, "'%s' stands twice in this file", name);
	r->seen[row] = true;
	return values(r, (uint32_t)row);
}

static bool mapping(struct base_reader *r)
{
	for (;;) {
		if (!next(r))
			return false;
		if (r->event.type == YAML_MAPPING_END_EVENT)
			return true;
		if (!key(r))
			return false;
	}
}

/* "---" and nothing else is a document of one empty word. */
static bool is_empty_word(const struct base_reader *r)
{
	return r->event.type == YAML_SCALAR_EVENT && r->event.data.scalar.length == 0;
}

static bool stream(struct base_reader *r)
{
	uint32_t documents = 0;

	for (;;) {
		if (!next(r))
			return false;
		switch (r->event.type) {
		case YAML_STREAM_START_EVENT:
		case YAML_DOCUMENT_END_EVENT:
			break;
		case YAML_STREAM_END_EVENT:
			return true;
		case YAML_DOCUMENT_START_EVENT:
			if (documents++)
				return REFUSE(r, "a second document begins here; one is read");
			break;
		case YAML_MAPPING_START_EVENT:
			if (!mapping(r))
				return false;
			break;
		default:
			if (!is_empty_word(r))
				return REFUSE(r, "expected 'option: value' lines");
		}
	}
}

bool config_parse(struct arena *a, const char *path, struct bytes text, settings *out, struct trouble *t)
{
	struct base_reader r = { .arena = a, .path = path, .text = text, .out = out, .trouble = t };
	bool ok;

	if (!yaml_parser_initialize(&r.parser))
		return trouble(t, "%s: out of memory", path);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)text.at, text.len);
	ok = stream(&r);
	yaml_event_delete(&r.event);
	yaml_parser_delete(&r.parser);
	return ok;
}

bool config_read(struct arena *a, const char *path, settings *out, struct trouble *t)
{
	struct bytes text;

	if (!file_read(a, path, &text, t))
		return false;
	if (text.len > LARGEST_FILE)
		return trouble(t, "%s: %zu bytes; a configuration file has at most %d", path, text.len, LARGEST_FILE);
	return config_parse(a, path, text, out, t);
}

const char *config_nearest(struct arena *a)
{
	const char *dir;

	if (file_exists(".snag.yml"))
		return ".snag.yml";
	for (dir = path_cwd(a); strcmp(dir, "/"); ) {
		const char *path;
		dir = path_dir(a, dir);
		path = path_join(a, dir, ".snag.yml");
		if (file_exists(path))
			return path;
	}
	return NULL;
}

/* One word from *s, its quotes taken off, into `out`, which has room for all of *s. */
static bool split_word(const char **s, char *out)
{
	char quote = 0;

	for (; **s && (quote || !strchr(" \t\n", **s)); (*s)++) {
		char c = **s;
		if (quote ? c == quote : c == '\'' || c == '"') {
			quote = quote ? 0 : c;
			continue;
		}
		if (c == '\\' && quote != '\'') {
			char after = (*s)[1];
			if (!after)
				return false;
			if (!quote || after == '"' || after == '\\')
				c = *++*s;
		}
		*out++ = c;
	}
	*out = 0;
	return !quote;
}

bool config_split(struct arena *a, const char *text, struct strings *out, struct trouble *t)
{
	VEC(const char *) words = { 0 };
	char *word = arena_alloc(a, strlen(text) + 1);

	for (const char *s = text; s += strspn(s, " \t\n"), *s; ) {
		if (!split_word(&s, word))
			return trouble(t, "SNAG_ARGS: a quote is not closed, or a backslash ends it");
		*vec_add(a, &words) = arena_string(a, word);
	}
	*out = (struct strings){ words.at, words.n };
	return true;
}
