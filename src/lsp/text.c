#include "lsp/text.h"

#include <string.h>

#include "base/store/vec.h"

struct lsp_text text_index(struct arena *a, struct bytes all)
{
	VEC(uint32_t) line = { 0 };

	if (all.len >= UINT32_MAX)
		all.len = 0; /* no message is so long */
	*vec_add(a, &line) = 0;
	for (size_t i = 0; i < all.len; i++) {
		if (all.at[i] == '\r' && i + 1 < all.len && all.at[i + 1] == '\n')
			i++;
		if (all.at[i] == '\n' || all.at[i] == '\r')
			*vec_add(a, &line) = (uint32_t)i + 1;
	}
	return (struct lsp_text){ all, line.at, line.n };
}

struct bytes text_line(const struct lsp_text *t, uint32_t line)
{
	size_t from, to;

	if (line >= t->nlines)
		return (struct bytes){ "", 0 };
	from = t->line[line];
	to = line + 1 < t->nlines ? t->line[line + 1] : t->all.len;
	if (to > from && t->all.at[to - 1] == '\n' && line + 1 < t->nlines)
		to--;
	if (to > from && t->all.at[to - 1] == '\r' && line + 1 < t->nlines)
		to--;
	return (struct bytes){ t->all.at + from, to - from };
}

/* Of the character that this byte is part of, counted at its first byte. */
static uint32_t units_of(unsigned char c, enum text_encoding encoding)
{
	if (encoding == ENCODING_UTF8)
		return 1;
	if ((c & 0xc0) == 0x80)
		return 0;
	return c >= 0xf0 && encoding == ENCODING_UTF16 ? 2 : 1;
}

uint32_t text_units(struct bytes line, size_t byte, enum text_encoding encoding)
{
	uint32_t n = 0;

	for (size_t i = 0; i < line.len && i < byte; i++)
		n += units_of((unsigned char)line.at[i], encoding);
	return n;
}

size_t text_byte(struct bytes line, uint64_t units, enum text_encoding encoding)
{
	size_t i = 0;
	uint64_t n = 0;

	for (; i < line.len; i++) {
		uint32_t here = units_of((unsigned char)line.at[i], encoding);
		if (here && n >= units)
			break;
		n += here;
	}
	return i;
}

size_t text_offset(const struct lsp_text *t, struct text_position p, enum text_encoding encoding)
{
	struct bytes line;

	if (p.line >= t->nlines)
		return t->all.len;
	line = text_line(t, (uint32_t)p.line);
	return t->line[p.line] + text_byte(line, p.character, encoding);
}

struct lsp_text text_edit(struct arena *a, const struct lsp_text *t, size_t from, size_t to, struct bytes with)
{
	size_t first = from < to ? from : to, last = from < to ? to : from, len = t->all.len - (last - first) + with.len;
	char *all = arena_array(a, len + 1, 1);

	memcpy(all, t->all.at, first);
	memcpy(all + first, with.at, with.len);
	memcpy(all + first + with.len, t->all.at + last, t->all.len - last);
	return text_index(a, (struct bytes){ all, len });
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

struct bytes text_word(struct bytes line, size_t byte)
{
	size_t from = byte < line.len ? byte : line.len, to = from;

	while (from && is_word(line.at[from - 1]))
		from--;
	while (to < line.len && is_word(line.at[to]))
		to++;
	return from < to ? (struct bytes){ line.at + from, to - from } : (struct bytes){ NULL, 0 };
}

/* A byte that a member, an element or what is pointed to is written with. */
static bool is_path(struct bytes line, size_t i)
{
	char c = line.at[i];

	return is_word(c) || c == '.' || c == '[' || c == ']' || (c == '>' && i && line.at[i - 1] == '-') ||
	       (c == '-' && i + 1 < line.len && line.at[i + 1] == '>');
}

void text_expression(struct bytes line, size_t *from, size_t *to)
{
	size_t at = *from < line.len ? *from : line.len, end;

	*from = at;
	for (*to = at; *to < line.len && is_word(line.at[*to]); ++*to)
		;
	if (*to > at)
		return;
	*to = at + (at < line.len);
	if (at == line.len || !strchr("=+-*/%&|^<>.", line.at[at]))
		return;
	for (end = at; end && (line.at[end - 1] == ' ' || line.at[end - 1] == '\t'); end--)
		;
	for (at = end; at && is_path(line, at - 1); at--)
		;
	if (at < end) {
		*from = at;
		*to = end;
	}
}

static bool is_same(struct bytes a, struct bytes b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

struct text_shift text_shift(const struct lsp_text *old, const struct lsp_text *new)
{
	struct text_shift s = { old, new, 0, 0 };
	uint32_t most = old->nlines < new->nlines ? old->nlines : new->nlines;

	while (s.before < most && is_same(text_line(old, s.before), text_line(new, s.before)))
		s.before++;
	while (s.before + s.behind < most &&
	       is_same(text_line(old, old->nlines - 1 - s.behind), text_line(new, new->nlines - 1 - s.behind)))
		s.behind++;
	return s;
}

uint32_t text_shifted(const struct text_shift *s, uint32_t line)
{
	enum { NEAR = 200 };
	uint32_t end = s->new->nlines - s->behind; /* of what has changed there */
	uint32_t from = line > s->before + NEAR ? line - NEAR : s->before;

	if (line < s->before || s->old == s->new)
		return line;
	if (line >= s->old->nlines - s->behind)
		return line - s->old->nlines + s->new->nlines < s->new->nlines ? line - s->old->nlines + s->new->nlines
									       : s->new->nlines - 1;
	for (uint32_t i = from; i < end && i < line + NEAR; i++)
		if (is_same(text_line(s->old, line), text_line(s->new, i)))
			return i;
	return line < end ? line : end ? end - 1 : 0;
}
