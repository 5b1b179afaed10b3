/* Splitting is one pass with one state: which quotation is open. Response files nest: a stack of the files that are being
 * expanded cuts cycles, a depth limit and a budget of words cut what doubles at each level. */
#include "words.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 10, MAX_RESPONSE = 4 << 20, MAX_WORDS = 1 << 20 };
enum { OPEN_COST = 1024 }; /* in words: to open a file takes that much longer than to read a word */

struct splitter {
	struct bytes text;
	size_t i;
	enum quoting quoting;
	char open; /* the quotation that is open: ' or " or 0 */
	char *out; /* the word being made; never longer than the text */
	size_t len;
	bool any; /* there is a word, maybe an empty one */
};

/* At a backslash: is it one that escapes? */
static bool escapes(const struct splitter *s)
{
	if (s->quoting == QUOTING_GNU || !s->open)
		return true;
	return s->open == '"' && s->i + 1 < s->text.len && strchr("$`\"\\\n", s->text.at[s->i + 1]);
}

static void put(struct splitter *s, char c)
{
	s->out[s->len++] = c;
	s->any = true;
}

static void step(struct splitter *s)
{
	char c = s->text.at[s->i];

	if (c == '\\' && escapes(s)) {
		if (s->i + 1 == s->text.len)
			return; /* a last lone backslash: nothing to escape */
		c = s->text.at[++s->i];
		if (!(c == '\n' && s->quoting == QUOTING_SHELL))
			put(s, c);
	} else if (s->open) {
		if (c == s->open)
			s->open = 0;
		else
			put(s, c);
	} else if (c == '\'' || c == '"') {
		s->open = c;
		s->any = true;
	} else {
		put(s, c);
	}
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool words_split(struct arena *a, struct bytes text, enum quoting quoting, struct words *out)
{
	struct splitter s = { .text = text, .quoting = quoting, .out = arena_alloc(a, text.len + 1) };

	for (; s.i < text.len; s.i++) {
		if (s.open || !blank(text.at[s.i])) {
			step(&s);
		} else if (s.any) {
			*vec_add(a, out) = arena_copy(a, s.out, s.len);
			s.len = 0;
			s.any = false;
		}
	}
	if (s.any)
		*vec_add(a, out) = arena_copy(a, s.out, s.len);
	return !s.open;
}

bool words_inside(const char *tree, const char *path)
{
	size_t n = tree ? strlen(tree) : 0;

	return n > 1 && !strncmp(tree, path, n) && (path[n] == '/' || !path[n]);
}

struct expansion {
	struct arena *a;
	const struct response *r;
	const char *file[MAX_DEPTH]; /* being expanded, by real path, outermost first */
	struct words rest[MAX_DEPTH]; /* the words of each that are still to come; at and n move on */
	int depth;
	uint64_t room; /* words that this command may still get */
};

/* NULL: the file is refused, `why` says why. */
static const char *real_file(struct expansion *e, const char *name, const char **why)
{
	char *real = realpath(name[0] == '/' ? name : arena_format(e->a, "%s/%s", e->r->dir, name), NULL);
	const char *copy;

	if (!real) {
		*why = strerror(errno);
		return NULL;
	}
	copy = arena_string(e->a, real);
	free(real);
	if (!words_inside(e->r->tree[0], copy) && !words_inside(e->r->tree[1], copy)) {
		*why = "outside the tree of the database";
		return NULL;
	}
	for (int i = 0; i < e->depth; i++)
		if (!strcmp(e->file[i], copy)) {
			*why = "includes itself";
			return NULL;
		}
	return copy;
}

static const char *spend(uint64_t *budget, uint64_t n)
{
	if (n > *budget)
		return "too much in response files";
	*budget -= n;
	return NULL;
}

/* NULL: its words come next. Else why not. */
static const char *open_response(struct expansion *e, const char *name)
{
	struct words words = { 0 };
	struct trouble t;
	struct bytes b;
	const char *why, *real;

	if (e->depth == MAX_DEPTH)
		return "nested too deep";
	why = spend(e->r->budget, OPEN_COST);
	if (why)
		return why;
	real = real_file(e, name, &why);
	if (!real)
		return why;
	if (!file_map(real, &b, &t))
		return "not a file that can be read";
	why = spend(e->r->budget, b.len / 8); /* a file of blanks costs, too */
	if (!why && (b.len > MAX_RESPONSE || memchr(b.at, 0, b.len)))
		why = "too large, or not a text";
	if (why) {
		file_unmap(b);
		return why;
	}
	/* gcc takes an open quotation as closed by the end of the file, and so do we. */
	(void)!words_split(e->a, b, QUOTING_GNU, &words);
	file_unmap(b);
	why = spend(&e->room, words.n);
	if (why)
		return why;
	e->file[e->depth] = real;
	e->rest[e->depth++] = words;
	return NULL;
}

void words_expand(struct arena *a, const struct words *in, const struct response *r, struct words *out)
{
	struct expansion e = { .a = a, .r = r, .room = MAX_WORDS };

	for (uint32_t i = 0; i < in->n || e.depth;) {
		const char *word, *why;
		if (e.depth) {
			struct words *rest = &e.rest[e.depth - 1];
			if (!rest->n) {
				e.depth--;
				continue;
			}
			word = *rest->at++;
			rest->n--;
		} else {
			word = in->at[i++];
		}
		if (word[0] != '@' || !word[1]) {
			*vec_add(a, out) = word;
			continue;
		}
		why = open_response(&e, word + 1);
		if (why)
			r->refused(r->data, word, why);
	}
}
