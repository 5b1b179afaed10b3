#include "source.h"

#include <ctype.h>
#include <string.h>

#include "annotate/annotate.h"

struct scanner {
	struct arena *arena;
	struct source_text *s;
	const char *at, *end;
	uint32_t line, depth, ifs;
	bool fresh; /* nothing but blanks since the line began */
};

bool word_is(const struct source_text *s, uint32_t word, const char *text)
{
	const struct source_word *w = &s->word.at[word];

	return word < s->word.n && w->len == strlen(text) && !memcmp(s->text.at + w->at, text, w->len);
}

char *word_text(struct arena *a, const struct source_text *s, uint32_t word)
{
	return arena_copy(a, s->text.at + s->word.at[word].at, s->word.at[word].len);
}

/* ---- words ---- */

static bool begins_with(const struct scanner *x, const char *text)
{
	size_t n = strlen(text);

	return (size_t)(x->end - x->at) >= n && !memcmp(x->at, text, n);
}

static void pass(struct scanner *x, const char *to)
{
	for (; x->at < to && x->at < x->end; x->at++)
		x->line += *x->at == '\n';
}

static void pass_comment(struct scanner *x)
{
	const char *end = memmem(x->at + 2, (size_t)(x->end - x->at - 2), "*/", 2);

	pass(x, end ? end + 2 : x->end);
}

/* To the end of the line; a backslash joins lines. */
static void pass_line(struct scanner *x)
{
	while (x->at < x->end && (*x->at != '\n' || x->at[-1] == '\\')) {
		if (begins_with(x, "/*")) {
			pass_comment(x);
			continue;
		}
		pass(x, x->at + 1);
	}
}

static void pass_quoted(struct scanner *x)
{
	char quote = *x->at;

	for (pass(x, x->at + 1); x->at < x->end && *x->at != quote && *x->at != '\n'; pass(x, x->at + 1))
		if (*x->at == '\\')
			pass(x, x->at + 1);
	pass(x, x->at + 1);
}

static void note_include(struct scanner *x, const char *from, uint32_t line)
{
	struct include_line *i = vec_add(x->arena, &x->s->include);

	*i = (struct include_line){ (uint32_t)(x->at - x->s->text.at) + 1, line, x->ifs };
	if (memmem(from, (size_t)(x->at - from), annotate_header_name, strlen(annotate_header_name)))
		x->s->has_header = true;
}

/* #if, #include and the like, whole. */
static void directive(struct scanner *x)
{
	const char *from = x->at + 1, *name;
	uint32_t line = x->line;

	while (from < x->end && (*from == ' ' || *from == '\t'))
		from++;
	name = from;
	pass_line(x);
	if (!strncmp(name, "include", 7))
		note_include(x, name, line);
	else if (!strncmp(name, "if", 2))
		x->ifs++;
	else if (!strncmp(name, "endif", 5) && x->ifs)
		x->ifs--;
	else if (!strncmp(name, "define", 6) && x->ifs == 1 && !x->s->guard_end && !x->s->word.n && !x->s->include.n)
		x->s->guard_end = (uint32_t)(x->at - x->s->text.at) + 1;
}

static void add_word(struct scanner *x, size_t len, enum word_kind kind)
{
	bool closes = *x->at == '}' && x->depth;

	x->depth -= closes;
	*vec_add(x->arena, &x->s->word) =
	    (struct source_word){ (uint32_t)(x->at - x->s->text.at), (uint32_t)len, x->line,
				  (uint16_t)(x->depth > UINT16_MAX ? UINT16_MAX : x->depth), (uint8_t)kind };
	x->depth += *x->at == '{';
	pass(x, x->at + len);
	x->fresh = false;
}

static void scan(struct scanner *x)
{
	while (x->at < x->end) {
		char c = *x->at;
		if (c == '\n') {
			pass(x, x->at + 1);
			x->fresh = true;
		} else if (isspace((unsigned char)c) || c == '\\') {
			pass(x, x->at + 1);
		} else if (begins_with(x, "/*")) {
			pass_comment(x);
		} else if (begins_with(x, "//")) {
			pass_line(x);
		} else if (c == '#' && x->fresh) {
			directive(x);
		} else if (c == '"' || c == '\'') {
			pass_quoted(x);
		} else if (isalpha((unsigned char)c) || c == '_') {
			size_t n = 1;
			while (x->at + n < x->end && (isalnum((unsigned char)x->at[n]) || x->at[n] == '_'))
				n++;
			add_word(x, n, WORD_NAME);
		} else {
			add_word(x, begins_with(x, "->") ? 2 : 1, WORD_OTHER);
		}
	}
}

/* The word that closes what the word `open` opens; the last one if nothing does. */
static uint32_t closing(const struct source_text *s, uint32_t open)
{
	char in = s->text.at[s->word.at[open].at], out = in == '(' ? ')' : in == '[' ? ']' : '}';
	uint32_t depth = 0;

	for (uint32_t i = open; i < s->word.n; i++) {
		char c = s->text.at[s->word.at[i].at];
		depth += c == in;
		if (c == out && !--depth)
			return i;
	}
	return s->word.n;
}

/* f(n, m) int n; char *m; {   of one of the parameters, which are names alone. */
static bool declares_parameter(const struct source_text *s, const struct definition *d, uint32_t from, uint32_t to)
{
	for (uint32_t i = d->open + 1; i < d->close; i++)
		if ((s->word.at[i].kind == WORD_NAME) == ((i - d->open) % 2 == 0))
			return false;
	for (uint32_t i = d->open + 1; i < d->close; i += 2)
		for (uint32_t k = from; k < to; k++)
			if (s->word.at[k].len == s->word.at[i].len &&
			    !memcmp(s->text.at + s->word.at[k].at, s->text.at + s->word.at[i].at, s->word.at[i].len))
				return true;
	return false;
}

/* Where the body begins; 0: it is no definition. Between stand annotations, or declarations of parameters in the old style. */
static uint32_t body_of(const struct source_text *s, const struct definition *d)
{
	uint32_t from = d->close + 1;

	for (uint32_t i = from; i < s->word.n; i++) {
		if (word_is(s, i, "{"))
			return i;
		if (word_is(s, i, ";")) {
			if (!declares_parameter(s, d, from, i))
				return 0;
			from = i + 1;
		} else if (s->word.at[i].kind != WORD_NAME && !strchr("(),*[]_&.-:", s->text.at[s->word.at[i].at])) {
			return 0;
		}
	}
	return 0;
}

static void find_definitions(struct arena *a, struct source_text *s)
{
	for (uint32_t i = 0; i + 1 < s->word.n; i++) {
		struct definition d = { .name = i, .open = i + 1 };
		if (s->word.at[i].depth || s->word.at[i].kind != WORD_NAME || !word_is(s, i + 1, "("))
			continue;
		d.close = closing(s, i + 1);
		d.body = body_of(s, &d);
		if (!d.body)
			continue;
		d.end = closing(s, d.body);
		*vec_add(a, &s->definition) = d;
		i = d.end;
	}
}

/* Of the mark that some editors begin a file with to say that it is UTF-8. */
static uint32_t mark_length(struct bytes text)
{
	return text.len >= 3 && !memcmp(text.at, "\xef\xbb\xbf", 3) ? 3 : 0;
}

bool source_read(struct arena *a, const char *path, struct source_text *s)
{
	struct scanner x = { .arena = a, .s = s, .line = 1, .fresh = true };
	struct trouble t;

	*s = (struct source_text){ .path = path };
	if (!file_read(a, path, &s->text, &t) || s->text.len > UINT32_MAX / 2)
		return false;
	x.at = s->text.at + mark_length(s->text);
	x.end = s->text.at + s->text.len;
	scan(&x);
	find_definitions(a, s);
	return true;
}

const struct definition *source_function(const struct source_text *s, uint32_t line)
{
	for (uint32_t i = 0; i < s->definition.n; i++) {
		const struct definition *d = &s->definition.at[i];
		uint32_t last = d->end < s->word.n ? s->word.at[d->end].line : UINT32_MAX;
		if (s->word.at[d->name].line <= line && line <= last)
			return d;
	}
	return NULL;
}

/* ---- spots ---- */

static bool is_annotation(const struct source_text *s, uint32_t word)
{
	static const char *const macro[] = { "GUARDED_BY", "PT_GUARDED_BY", "ACQUIRED_BEFORE", "ACQUIRED_AFTER",
					     "REQUIRES",   "ACQUIRE",	    "RELEASE",	       "NO_THREAD_SAFETY_ANALYSIS" };

	for (size_t i = 0; i < sizeof macro / sizeof *macro; i++)
		if (word_is(s, word, macro[i]))
			return true;
	return false;
}

/* Behind a declarator: its arrays, what it is called with, the width of a bit-field; before other attributes. */
static struct text_spot behind_declarator(const struct source_text *s, uint32_t name)
{
	uint32_t i = name + 1, end;
	const struct source_word *last;

	while (word_is(s, i, "[") || word_is(s, i, ")") || (word_is(s, i, "(") && word_is(s, i - 1, ")")))
		i = word_is(s, i, ")") ? i + 1 : closing(s, i) + 1;
	if (word_is(s, i, ":"))
		for (i++; i < s->word.n && !word_is(s, i, ";") && !word_is(s, i, ",") && !is_annotation(s, i); i++)
			;
	end = i;
	while ((word_is(s, i, "__attribute__") || word_is(s, i, "__attribute")) && word_is(s, i + 1, "("))
		i = closing(s, i + 1) + 1;
	if (is_annotation(s, i) || is_annotation(s, end))
		return (struct text_spot){ SPOT_THERE, 0, 0 };
	if (i >= s->word.n || !(word_is(s, i, ";") || word_is(s, i, ",") || word_is(s, i, "=")))
		return (struct text_spot){ SPOT_MACRO, 0, 0 };
	last = &s->word.at[end - 1];
	return (struct text_spot){ SPOT_FOUND, last->at + last->len, last->line };
}

struct text_spot spot_variable(const struct source_text *s, uint32_t line, const char *name)
{
	for (uint32_t i = 0; i < s->word.n; i++)
		if (s->word.at[i].line == line && word_is(s, i, name))
			return behind_declarator(s, i);
	return (struct text_spot){ SPOT_MACRO, 0, 0 };
}

struct text_spot spot_member(const struct source_text *s, uint32_t line, const char *name)
{
	uint32_t i = 0, open;

	while (i < s->word.n && (s->word.at[i].line < line || !word_is(s, i, "{")))
		if (s->word.at[i].line >= line && word_is(s, i, ";"))
			return (struct text_spot){ SPOT_MACRO, 0, 0 };
		else
			i++;
	if (i == s->word.n)
		return (struct text_spot){ SPOT_MACRO, 0, 0 };
	open = i;
	for (i++; i < s->word.n && s->word.at[i].depth > s->word.at[open].depth; i++)
		if (s->word.at[i].depth == s->word.at[open].depth + 1 && word_is(s, i, name)) {
			struct text_spot x = behind_declarator(s, i);
			if (x.state != SPOT_MACRO)
				return x;
		}
	return (struct text_spot){ SPOT_MACRO, 0, 0 };
}

/* `macro`: annotations of this kind may be there already. */
struct text_spot spot_function(const struct source_text *s, uint32_t close, const char *macro)
{
	const struct source_word *w = &s->word.at[close];

	for (uint32_t i = close + 1; i < s->word.n && !word_is(s, i, "{") && !word_is(s, i, ";"); i++)
		if (word_is(s, i, macro))
			return (struct text_spot){ SPOT_THERE, 0, 0 };
	if (close + 1 < s->word.n && !word_is(s, close + 1, "{") && !word_is(s, close + 1, ";") && !is_annotation(s, close + 1) &&
	    !word_is(s, close + 1, "__attribute__"))
		return (struct text_spot){ SPOT_MACRO, 0, 0 };
	return (struct text_spot){ SPOT_FOUND, w->at + 1, w->line };
}

bool annotation_stands(const struct source_text *s, uint32_t close, const char *text)
{
	for (uint32_t i = close + 1; i < s->word.n && !word_is(s, i, "{") && !word_is(s, i, ";"); i++) {
		const char *rest = text;
		for (uint32_t k = i; *rest && k < s->word.n && !strncmp(rest, s->text.at + s->word.at[k].at, s->word.at[k].len); k++)
			rest += s->word.at[k].len;
		if (!*rest)
			return true;
	}
	return false;
}

uint32_t next_extern(const struct source_text *s, uint32_t from, const char *name)
{
	for (uint32_t i = from; i < s->word.n; i++) {
		uint32_t k = i;
		if (s->word.at[i].depth || !word_is(s, i, name))
			continue;
		while (k && !word_is(s, k - 1, ";") && !word_is(s, k - 1, "}") && !word_is(s, k - 1, "{"))
			k--;
		if (word_is(s, k, "extern"))
			return i;
	}
	return 0;
}

uint32_t next_prototype(const struct source_text *s, uint32_t from, const char *name, uint32_t *close)
{
	for (uint32_t i = from; i + 1 < s->word.n; i++) {
		if (s->word.at[i].depth || !i || !word_is(s, i, name) || !word_is(s, i + 1, "("))
			continue;
		*close = closing(s, i + 1);
		if (word_is(s, *close + 1, ";") || word_is(s, *close + 1, "__attribute__") || is_annotation(s, *close + 1))
			if (!source_function(s, s->word.at[i].line) || source_function(s, s->word.at[i].line)->name != i)
				return i;
	}
	return 0;
}

static bool is_type_word(const struct source_text *s, uint32_t word)
{
	static const char *const type[] = { "const",	"restrict", "volatile", "int",	    "char",	 "long",   "short",
					    "unsigned", "signed",   "void",	"double",   "float",	 "struct", "union",
					    "enum",	"_Bool",    "bool",	"register", "__restrict" };

	for (size_t i = 0; i < sizeof type / sizeof *type; i++)
		if (word_is(s, word, type[i]))
			return true;
	return word_is(s, word - 1, "struct") || word_is(s, word - 1, "union") || word_is(s, word - 1, "enum");
}

/* The last name of each that is not part of its type; a type alone has none behind it. */
void parameter_names(struct arena *a, const struct source_text *s, uint32_t open, uint32_t close, names *to)
{
	uint32_t depth = 0, last = 0, types = 0;

	for (uint32_t i = open + 1; i <= close && i < s->word.n; i++) {
		bool name = s->word.at[i].kind == WORD_NAME;
		if (i == close || (!depth && word_is(s, i, ","))) {
			*vec_add(a, to) = last && types ? word_text(a, s, last) : "";
			last = types = 0;
		} else if (word_is(s, i, "(") || word_is(s, i, "[")) {
			depth++;
		} else if (word_is(s, i, ")") || word_is(s, i, "]")) {
			depth--;
		} else if (word_is(s, i, "*")) {
			types += last || types;
			last = depth ? last : 0;
		} else if (name && is_type_word(s, i)) {
			types++;
		} else if (name && (!depth || (depth == 1 && word_is(s, i - 1, "*")))) {
			types += last != 0;
			last = i;
		}
	}
}

struct text_spot spot_include(const struct source_text *s, uint32_t first_line)
{
	uint32_t least = s->guard_end ? 1 : 0;
	const struct include_line *best = NULL;

	for (uint32_t i = 0; i < s->include.n; i++)
		if (s->include.at[i].line < first_line && s->include.at[i].depth <= least)
			best = &s->include.at[i];
	if (best)
		return (struct text_spot){ SPOT_FOUND, best->after, best->line };
	return (struct text_spot){ SPOT_FOUND, s->guard_end ? s->guard_end : mark_length(s->text), 0 };
}
