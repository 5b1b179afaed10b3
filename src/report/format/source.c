#include "report/format/source.h"

#include <ctype.h>
#include <string.h>

#include "base/store/hash.h"

enum { BIGGEST_SOURCE = 64 << 20, HASHED = 100, HASH_FACTOR = 37, END_OF_FILE = 65535 };

void sources_init(struct sources *s)
{
	*s = (struct sources){ 0 };
	arena_init(&s->arena, "sources");
	(void)vec_add(&s->arena, &s->file);
}

void sources_release(struct sources *s)
{
	for (uint32_t i = 1; i < s->file.n; i++)
		if (s->file.at[i].text.at)
			file_unmap(s->file.at[i].text);
	arena_release(&s->arena);
}

static struct source_file *file_of(struct sources *s, const char *path)
{
	uint64_t key = hash_much(path, strlen(path), 0);
	uint32_t *at = map_at(&s->arena, &s->known, key);
	struct source_file *x;
	struct trouble t;

	while (*at && strcmp(s->file.at[*at].path, path) != 0)
		at = map_at(&s->arena, &s->known, ++key);
	if (*at)
		return &s->file.at[*at];
	*at = s->file.n;
	x = vec_add(&s->arena, &s->file);
	x->path = arena_string(&s->arena, path);
	if (path[0] && !file_is_dir(path) && file_map(path, &x->text, &t) && x->text.len > BIGGEST_SOURCE) {
		file_unmap(x->text);
		x->text = (struct bytes){ NULL, 0 };
	}
	return x;
}

struct bytes source_text(struct sources *s, const char *path)
{
	return file_of(s, path)->text;
}

static void find_lines(struct arena *a, struct source_file *x)
{
	const char *text = x->text.at, *end = text + x->text.len;
	uint32_t n = 1;
	uint32_t *line;

	for (const char *c = text; (c = memchr(c, '\n', (size_t)(end - c))); c++)
		n++;
	x->line = line = arena_array(a, (size_t)n + 1, sizeof *line);
	for (const char *c = text; (c = memchr(c, '\n', (size_t)(end - c))); c++)
		line[++x->nlines] = (uint32_t)(c + 1 - text);
	line[++x->nlines] = (uint32_t)x->text.len + 1; /* as if a last end of line stood behind the text */
}

static bool line_in(struct sources *s, struct source_file *x, uint32_t line, struct bytes *out)
{
	if (!x->text.at || !x->text.len)
		return false;
	if (!x->line)
		find_lines(&s->arena, x);
	if (!line || line > x->nlines || x->line[line - 1] >= x->text.len)
		return false;
	*out = (struct bytes){ x->text.at + x->line[line - 1], x->line[line] - x->line[line - 1] - 1 };
	if (out->len && out->at[out->len - 1] == '\r')
		out->len--;
	return true;
}

bool source_line(struct sources *s, const char *path, uint32_t line, struct bytes *out)
{
	return line_in(s, file_of(s, path), line, out);
}

/* ---- characters ---- */

uint32_t utf8_length(const unsigned char *s, size_t left)
{
	uint32_t n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;

	if (!n || n > left)
		return 0;
	for (uint32_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] >= 0x90))
		return 0;
	return s[0] == 0xc2 && s[1] < 0xa0 ? 0 : n;
}

/* Code units of the character at s in UTF-16; 1 for a broken byte, which readers replace by one character. */
static uint32_t next_units(const unsigned char *s, size_t left, uint16_t unit[2], uint32_t *taken)
{
	uint32_t n = s[0] == 0xc2 ? (left > 1 && (s[1] & 0xc0) == 0x80 ? 2 : 0) : utf8_length(s, left), c;

	*taken = n ? n : 1;
	if (n < 2) {
		unit[0] = s[0] < 0x80 ? s[0] : 0xfffd;
		return 1;
	}
	c = s[0] & (0xffu >> (n + 1));
	for (uint32_t i = 1; i < n; i++)
		c = c << 6 | (s[i] & 0x3f);
	if (c < 0x10000) {
		unit[0] = (uint16_t)c;
		return 1;
	}
	unit[0] = (uint16_t)(0xd800 + ((c - 0x10000) >> 10));
	unit[1] = (uint16_t)(0xdc00 + ((c - 0x10000) & 0x3ff));
	return 2;
}

static uint32_t units_before(struct bytes line, size_t bytes)
{
	uint32_t units = 0, taken;
	uint16_t unit[2];

	for (size_t i = 0; i < bytes && i < line.len; i += taken)
		units += next_units((const unsigned char *)line.at + i, line.len - i, unit, &taken);
	return units;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

void source_columns(struct bytes line, uint32_t column, uint32_t *first, uint32_t *behind)
{
	size_t at = column ? column - 1 : 0, end;

	if (at > line.len)
		at = line.len;
	end = at;
	while (end < line.len && is_word(line.at[end]))
		end++;
	while (end < line.len && !is_word(line.at[at]) && line.at[end] == line.at[at]) /* "++" is one token, too */
		end++;
	*first = units_before(line, at) + 1;
	*behind = units_before(line, end) + 1;
	if (*behind == *first)
		*behind = *first + 1;
}

/* ---- the hash of a line ---- */

/* The last hundred characters, and the lines whose hundred are not yet full. */
struct rolling {
	uint64_t hash, first; /* first: what the factor is to the hundredth */
	uint16_t window[HASHED];
	uint32_t begins[HASHED]; /* the line that began at this place of the window, from 1; 0: none */
	uint32_t at;
	uint64_t *out;
};

static void roll(struct rolling *r, uint16_t unit, uint32_t begins)
{
	uint32_t full = r->begins[r->at];

	if (full)
		r->out[full - 1] = r->hash;
	r->hash = HASH_FACTOR * r->hash + unit - r->first * r->window[r->at];
	r->window[r->at] = unit;
	r->begins[r->at] = begins;
	r->at = (r->at + 1) % HASHED;
}

static void hash_lines(struct arena *a, struct source_file *x)
{
	struct rolling r = { .first = 1, .out = arena_array(a, (size_t)x->nlines + 1, sizeof *r.out) };
	const unsigned char *s = (const unsigned char *)x->text.at;
	uint32_t line = 1, taken, *nth;
	struct map seen = { 0 };
	bool begin = true, after_cr = false;
	uint16_t unit[2];

	for (int i = 0; i < HASHED; i++)
		r.first *= HASH_FACTOR;
	for (size_t i = 0; i < x->text.len; i += taken) {
		uint32_t n = next_units(s + i, x->text.len - i, unit, &taken);
		bool second = after_cr && unit[0] == '\n';
		after_cr = unit[0] == '\r';
		if (unit[0] == ' ' || unit[0] == '\t' || second)
			continue;
		unit[0] = unit[0] == '\r' ? '\n' : unit[0];
		for (uint32_t k = 0; k < n; k++)
			roll(&r, unit[k], begin && !k ? line : 0);
		begin = unit[0] == '\n';
		line += begin;
	}
	roll(&r, END_OF_FILE, begin && line <= x->nlines ? line : 0);
	for (int i = 0; i < HASHED; i++)
		roll(&r, 0, 0);
	x->hash = r.out;
	x->nth = nth = arena_array(a, (size_t)x->nlines + 1, sizeof *nth);
	for (uint32_t i = 0; i < x->nlines; i++)
		nth[i] = ++*map_at(a, &seen, r.out[i]);
}

bool source_hash(struct sources *s, const char *path, uint32_t line, uint64_t *hash, uint32_t *nth)
{
	struct source_file *x = file_of(s, path);
	struct bytes text;

	if (!line_in(s, x, line, &text))
		return false;
	if (!x->hash)
		hash_lines(&s->arena, x);
	*hash = x->hash[line - 1];
	*nth = x->nth[line - 1];
	return true;
}

bool path_is_plain(char c)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/+,=@()";

	return c && strchr(plain, c);
}
