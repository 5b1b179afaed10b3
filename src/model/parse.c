/* From the text of a table to rows.
 *
 * A line is split at blanks. The first word is the name, the second the verb, the last two are `when` and `family`, and what
 * stands between them is the column `on`, which may hold several words:
 *
 *     pthread_cond_timedwait   wait   *0 with *1 timed   -      mutex
 *     ^ name                   ^ verb ^ on               ^ when ^ family
 *
 * Two words (three with `struct` or `section`) are a declaration. A bad line is complained of and leaves no row. */
#include "private.h"

#include <ctype.h>
#include <string.h>

enum { MAX_WORDS = 24 };

static const char SPACES[] = " \t";

static bool name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* Length of the well-formed UTF-8 sequence at `s`, or 0. */
static size_t utf8_length(const unsigned char *s, size_t room)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
	uint32_t c = n < 2 ? *s : *s & (0x7fu >> n);

	if (!n || n > room)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : n;
}

static bool line_is_text(struct models *m, const char *file, uint32_t line, struct bytes b)
{
	const unsigned char *s = (const unsigned char *)b.at;

	if (b.len > MODEL_MAX_LINE)
		return model_complain(m, file, line, "the line has %zu bytes, more than %d: split it", b.len, MODEL_MAX_LINE);
	for (size_t i = 0, n; i < b.len; i += n) {
		n = 1;
		if (s[i] >= ' ' && s[i] < 0x7f)
			continue;
		if (!s[i])
			return model_complain(m, file, line, "a NUL byte: this is not a text file");
		n = utf8_length(s + i, b.len - i);
		if (!n)
			return model_complain(m, file, line, "byte 0x%02x is not UTF-8: save the file as UTF-8", s[i]);
		if ((s[i] < ' ' && s[i] != '\t') || s[i] == 0x7f)
			return model_complain(m, file, line, "control character 0x%02x: remove it", s[i]);
	}
	return true;
}

/* Splits in place. A comment starts at a # at the start of a word. */
static bool split(char *s, char **word, uint32_t *n)
{
	for (*n = 0;;) {
		s += strspn(s, SPACES);
		if (!*s || *s == '#')
			return true;
		if (*n == MAX_WORDS)
			return false;
		word[(*n)++] = s;
		s += strcspn(s, SPACES);
		if (*s)
			*s++ = 0;
	}
}

static enum model_verb find_verb(const char *word, bool declaration)
{
	for (enum model_verb v = MODEL_NO_VERB + 1; v < MODEL_VERBS; v++)
		if (model_word[v].declaration == declaration && model_same(model_word[v].spelling, word))
			return v;
	return MODEL_NO_VERB;
}

static bool name_is_good(struct models *m, const struct model_row *r, const char *file, const char *name)
{
	uint32_t literal = 0, wild = 0;

	for (const char *s = name; *s; s++) {
		if (*s == '*' || *s == '?') {
			wild++;
			if (s[0] == '*' && s[1] == '*')
				return model_complain(m, file, r->line, "bad glob '%s': two * in a row mean the same as one",
						      name);
		} else if (name_char(*s) || (r->subject == MODEL_FIELD && (*s == '[' || *s == ']')))
			literal++;
		else
			return model_complain(m, file, r->line, "'%s' is no name: '%c' cannot stand in one (globs know * and ?)",
					      name, *s);
	}
	if (wild && literal < 2)
		return model_complain(m, file, r->line,
				      "bad glob '%s': it would match almost everything, give two literal characters", name);
	if (!wild && isdigit((unsigned char)*name))
		return model_complain(m, file, r->line, "'%s' is no name: it starts with a digit", name);
	if (r->subject == MODEL_FIELD && !strchr(name, '.'))
		return model_complain(m, file, r->line, "'struct %s' names no field: write struct tag.field", name);
	return true;
}

static bool set_name(struct models *m, struct model_row *r, const char *name)
{
	if (!name_is_good(m, r, m->table.at[r->table].file, name))
		return false;
	r->name = intern_string(&m->names, name);
	r->glob = strpbrk(name, "*?") != NULL;
	return true;
}

/* Takes "struct" off the front, in a declaration also "section"; a function may be called section, but not struct. */
static uint32_t take_subject(char **word, uint32_t n, struct model_row *r)
{
	if (n > 1 && !strcmp(word[0], "struct"))
		r->subject = MODEL_FIELD;
	else if (n > 1 && model_word[r->verb].declaration && !strcmp(word[0], "section"))
		r->subject = MODEL_SECTION;
	return r->subject != MODEL_SYMBOL;
}

static bool parse_declaration(struct models *m, struct model_row *r, char **word, uint32_t n)
{
	const char *file = m->table.at[r->table].file;
	uint32_t skip;

	r->verb = (uint8_t)find_verb(word[0], true);
	if (!r->verb)
		return model_complain(
		    m, file, r->line,
		    "unknown declaration '%s': multithreaded, single, interrupt, once, ignore, benign, percpu, unordered or serial and a "
		    "name, "
		    "or the five columns name, does, on, when, family",
		    word[0]);
	skip = take_subject(word + 1, n - 1, r);
	if (n != 2 + skip)
		return model_complain(m, file, r->line, "'%s' takes one name", word[0]);
	return set_name(m, r, word[1 + skip]);
}

static bool parse_columns(struct models *m, struct model_row *r, char **word, uint32_t n)
{
	const char *file = m->table.at[r->table].file, *family = word[n - 1];
	uint32_t i = 2;

	if (!set_name(m, r, word[0]))
		return false;
	r->verb = (uint8_t)find_verb(word[1], false);
	if (!r->verb)
		return model_complain(m, file, r->line, "unknown verb '%s': see doc/models.md for the verbs", word[1]);
	for (const char *s = family; *s; s++)
		if (!name_char(*s) && *s != '-')
			return model_complain(m, file, r->line, "'%s' is no family: letters, digits, _ and - only", family);
	r->family = strcmp(family, "-") ? intern_string(&m->names, family) : 0;
	if (!r->family)
		return model_complain(m, file, r->line, "the last column is the family: give it a name, not -");
	if (!model_parse_when(m, r, word[n - 2], &r->when))
		return false;
	n -= 2;
	if (n == 3 && !strcmp(word[2], "-"))
		return true;
	if (strchr("*@0123456789", word[2][0]) || !strcmp(word[2], "r") || !strncmp(word[2], "r.", 2) ||
	    !strcmp(word[2], "this")) {
		if (!model_parse_place(m, r, word[2], &r->on))
			return false;
		i = 3;
	}
	while (i < n)
		if (!model_parse_attribute(m, r, word, n, &i))
			return false;
	return true;
}

static void parse_directive(struct models *m, uint32_t table, uint32_t line, char **word, uint32_t n)
{
	struct model_table *t = &m->table.at[table];

	if (!strcmp(word[0], "%external") && n == 1)
		t->external = true;
	else if (!strcmp(word[0], "%needs") && n > 1)
		for (uint32_t i = 1; i < n; i++)
			*vec_add(m->arena, &t->needs) = intern_string(&m->names, word[i]);
	else if (!strcmp(word[0], "%outside") && n > 1)
		for (uint32_t i = 1; i < n; i++)
			*vec_add(m->arena, &t->outside) = intern_string(&m->names, word[i]);
	else
		model_complain(m, t->file, line, "bad directive '%s': %%external alone, or %%needs or %%outside and names", word[0]);
}

static bool parse_row(struct models *m, struct model_row *r, char **word, uint32_t n)
{
	const char *file = m->table.at[r->table].file;
	uint32_t skip;

	if (n <= 3 && (n < 3 || find_verb(word[0], true)))
		return parse_declaration(m, r, word, n);
	skip = take_subject(word, n, r);
	if (n - skip < 5)
		return model_complain(m, file, r->line,
				      "%u columns, but a row has five: name, does, on, when, family (- for nothing)", n - skip);
	return parse_columns(m, r, word + skip, n - skip);
}

static void parse_line(struct models *m, uint32_t table, uint32_t line, struct bytes b)
{
	struct model_row row = { .table = table, .line = line };
	const char *file = m->table.at[table].file;
	char text[MODEL_MAX_LINE + 1], *word[MAX_WORDS];
	uint32_t n;

	if (!line_is_text(m, file, line, b))
		return;
	memcpy(text, b.at, b.len);
	text[b.len] = 0;
	if (!split(text, word, &n)) {
		model_complain(m, file, line, "more than %d words: split the line", MAX_WORDS);
		return;
	}
	if (!n)
		return;
	if (word[0][0] == '%')
		parse_directive(m, table, line, word, n);
	else if (parse_row(m, &row, word, n)) {
		*vec_add(m->arena, &m->all) = row;
		model_check_row(m, &row);
	}
}

void model_parse(struct models *m, uint32_t table, struct bytes b)
{
	const char *s = b.at, *end = b.at + b.len;
	uint32_t line = 1;

	if (b.len >= 3 && !memcmp(s, "\xef\xbb\xbf", 3))
		s += 3; /* a byte order mark */
	for (; s < end; line++) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		size_t len = (size_t)((stop ? stop : end) - s);
		parse_line(m, table, line, (struct bytes){ s, len && s[len - 1] == '\r' ? len - 1 : len });
		s = stop ? stop + 1 : end;
	}
	m->table.at[table].limited = m->table.at[table].external;
}
