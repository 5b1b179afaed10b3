#include "report/track/ignore.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "base/store/hash.h"

static const char mark[] = "snag-ignore:";

struct ignoring {
	struct arena *arena;
	const struct ignore_options *o;
	struct sources sources;
	const char *lines; /* of the .snagignore; NULL: there is none */
	struct map used;   /* hash of file and line of a comment that marked something */
	bool *pattern_used;
};

/* ---- comments ---- */

/* Where the mark is in a line, behind it; NULL: there is none, or it is no comment. */
static const char *find_mark(struct bytes line)
{
	const char *at = memmem(line.at, line.len, mark, sizeof mark - 1);
	const char *c;

	if (!at)
		return NULL;
	for (c = line.at; c < at && (isspace((unsigned char)*c) || *c == '*'); c++)
		;
	if (c == at || memmem(line.at, (size_t)(at - line.at), "//", 2) || memmem(line.at, (size_t)(at - line.at), "/*", 2))
		return at + sizeof mark - 1;
	return NULL;
}

static bool is_comment_line(struct bytes line)
{
	size_t i = 0;

	while (i < line.len && isspace((unsigned char)line.at[i]))
		i++;
	return i < line.len &&
	       (line.at[i] == '*' || (line.at[i] == '/' && i + 1 < line.len && (line.at[i + 1] == '/' || line.at[i + 1] == '*')));
}

/* "race,lock-leak the reason": does it speak of `rule`? The reason without the end of the comment. */
static bool speaks_of(struct arena *a, const char *text, const char *end, const char *rule, const char **reason)
{
	size_t n = strlen(rule);
	bool found = false, more = true;

	while (text < end && isspace((unsigned char)*text))
		text++;
	while (more) {
		const char *word = text;
		while (text < end && !isspace((unsigned char)*text) && *text != ',')
			text++;
		found |= (size_t)(text - word) == n && !memcmp(word, rule, n);
		found |= text - word == 3 && !memcmp(word, "all", 3);
		more = text < end && *text == ',';
		text += more;
	}
	while (text < end && isspace((unsigned char)*text))
		text++;
	if (end - text >= 2 && !memcmp(end - 2, "*/", 2))
		end -= 2;
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	*reason = arena_copy(a, text, (size_t)(end - text));
	return found;
}

static uint64_t comment_key(const char *file, uint32_t line)
{
	return hash_much(file, strlen(file), line);
}

static const char *reason_at(struct ignoring *x, const char *file, uint32_t line, const char *rule)
{
	const char *text, *reason;
	struct bytes s;

	if (!line || !source_line(&x->sources, file, line, &s))
		return NULL;
	text = find_mark(s);
	if (!text || !speaks_of(x->arena, text, s.at + s.len, rule, &reason))
		return NULL;
	map_put(x->arena, &x->used, comment_key(file, line), 1);
	return reason;
}

static const char *reason_of_place(struct ignoring *x, const struct finding_place *p, const char *rule)
{
	const char *reason = reason_at(x, p->file, p->line, rule);
	struct bytes s;

	for (uint32_t line = p->line; !reason && line > 1; line--) {
		if (!source_line(&x->sources, p->file, line - 1, &s) || !is_comment_line(s))
			break;
		reason = reason_at(x, p->file, line - 1, rule);
	}
	return reason;
}

/* Every place is looked at, also after one has been found: each comment that fits is in use. */
static const char *reason_in_source(struct ignoring *x, const struct finding *f)
{
	const char *rule = rule_name(f->rule), *reason = reason_of_place(x, &f->place, rule), *r;

	for (uint32_t i = 0; i < f->npairs; i++) {
		r = reason_of_place(x, &f->pair[i].a.place, rule);
		reason = reason ? reason : r;
		r = reason_of_place(x, &f->pair[i].b.place, rule);
		reason = reason ? reason : r;
	}
	return reason;
}

/* ---- patterns ---- */

/* The next part of "rule:file:object"; "*" where there is none. */
static const char *part(struct arena *a, const char **at)
{
	size_t n = strcspn(*at, ":");
	const char *s = n ? arena_copy(a, *at, n) : "*";

	*at += n + ((*at)[n] == ':');
	return s;
}

static const char *reason_of_pattern(struct ignoring *x, const struct finding *f)
{
	const char *reason = NULL;

	for (uint32_t i = 0; i < x->o->pattern.n; i++) {
		const char *at = x->o->pattern.at[i], *rule = part(x->arena, &at), *file = part(x->arena, &at),
			   *object = part(x->arena, &at);
		const char *what = f->object && f->object[0] ? f->object : f->lock ? f->lock : "";
		if (fnmatch(rule, rule_name(f->rule), 0) || fnmatch(file, path_below(x->o->dir, finding_home(f)->file), 0) ||
		    fnmatch(object, what, 0))
			continue;
		x->pattern_used[i] = true;
		reason = reason ? reason : arena_format(x->arena, "--ignore %s", x->o->pattern.at[i]);
	}
	return reason;
}

/* ---- .snagignore ---- */

/* One line against a path and the folders above it; "a/b" and "/a" are relative to the file, "a" is a name anywhere. */
static bool line_fits(const char *line, const char *path)
{
	char pattern[512], prefix[4096];
	size_t n = strlen(line);
	bool folder, anchored;

	if (n >= sizeof pattern || strlen(path) >= sizeof prefix)
		return false;
	memcpy(pattern, line, n + 1);
	folder = n > 1 && pattern[n - 1] == '/';
	if (folder)
		pattern[--n] = 0;
	anchored = strchr(pattern, '/') != NULL;
	line = pattern[0] == '/' ? pattern + 1 : pattern;
	for (size_t i = 1;; i++) {
		bool whole = !path[i];
		if (!whole && path[i] != '/')
			continue;
		memcpy(prefix, path, i);
		prefix[i] = 0;
		if (!(folder && whole) &&
		    !fnmatch(line, anchored ? prefix : path_base(prefix), FNM_PERIOD | (strstr(line, "**") ? 0 : FNM_PATHNAME)))
			return true;
		if (whole)
			return false;
	}
}

bool ignore_path(const char *lines, const char *path)
{
	bool ignored = false;

	while (path[0] && *lines) {
		size_t n = strcspn(lines, "\n"), len = n;
		char line[512];
		bool keep = lines[0] == '!';
		while (len && (lines[len - 1] == ' ' || lines[len - 1] == '\r'))
			len--;
		if (len > (size_t)keep && len < sizeof line && lines[0] != '#') {
			memcpy(line, lines + keep, len - keep);
			line[len - keep] = 0;
			if (line_fits(line, path))
				ignored = !keep;
		}
		lines += n + (lines[n] == '\n');
	}
	return ignored;
}

static bool is_elsewhere(const struct ignoring *x, const struct finding_place *p)
{
	const char *path = path_below(x->o->dir, p->file);

	return path[0] && path[0] != '/' && ignore_path(x->lines, path);
}

static const char *reason_of_path(const struct ignoring *x, const struct finding *f)
{
	const struct finding_pair *pair = f->home ? f->home : f->npairs ? &f->pair[0] : NULL;

	if (!x->lines || !is_elsewhere(x, finding_home(f)))
		return NULL;
	if (pair && !(is_elsewhere(x, &pair->a.place) && is_elsewhere(x, &pair->b.place)))
		return NULL;
	return ".snagignore";
}

/* ---- unused ---- */

static void find_unused_in(struct ignoring *x, const char *file, ignore_unused *unused, void *context)
{
	struct bytes text = source_text(&x->sources, file), line;
	const char *at = text.at, *end = text.at ? text.at + text.len : NULL;
	uint32_t number = 1;

	for (const char *from = at; at && (at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1)); at++) {
		for (; from < at; from++)
			number += *from == '\n';
		if (source_line(&x->sources, file, number, &line) && find_mark(line) &&
		    !map_get(&x->used, comment_key(file, number)))
			unused(context, file, number);
	}
}

static void find_unused(struct ignoring *x, ignore_unused *unused, void *context)
{
	struct map seen = { 0 };

	for (uint32_t i = 0; i < x->o->file.n; i++) {
		uint32_t *times = map_at(x->arena, &seen, hash_much(x->o->file.at[i], strlen(x->o->file.at[i]), 0));
		if (!(*times)++) /* a unit may be there with several sets of flags */
			find_unused_in(x, x->o->file.at[i], unused, context);
	}
	for (uint32_t i = 0; i < x->o->pattern.n; i++)
		if (!x->pattern_used[i])
			unused(context, arena_format(x->arena, "--ignore %s", x->o->pattern.at[i]), 0);
}

static const char *read_lines(struct arena *a, const char *dir)
{
	const char *path = path_join(a, dir, ".snagignore");
	struct bytes text;
	struct trouble t;

	if (!file_exists(path))
		return NULL;
	if (!file_read(a, path, &text, &t))
		die("%s", t.text);
	return text.at;
}

uint32_t ignore_apply(struct arena *a, struct finding *f, uint32_t n, const struct ignore_options *o, ignore_unused *unused,
		      void *context)
{
	struct ignoring x = { .arena = a, .o = o, .lines = read_lines(a, o->dir) };
	uint32_t marked = 0;

	x.pattern_used = arena_array(a, (size_t)o->pattern.n + 1, sizeof *x.pattern_used);
	sources_init(&x.sources);
	for (uint32_t i = 0; i < n; i++) {
		const char *reason = reason_in_source(&x, &f[i]), *pattern = reason_of_pattern(&x, &f[i]),
			   *path = reason_of_path(&x, &f[i]);
		f[i].suppressed = reason ? reason : pattern ? pattern : path;
		f[i].in_source = reason != NULL;
		marked += f[i].suppressed != NULL && !f[i].pruned;
	}
	find_unused(&x, unused, context);
	sources_release(&x.sources);
	return marked;
}
