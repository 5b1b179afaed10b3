/* A changed file has changed lines; functions and variables that are told turn them into extents and names, by which findings are
 * asked. Files are the same if the system says so (device and number), since patches, units and findings name them from different
 * directories. */
#include "report/track/changed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/store/hash.h"
#include "base/store/map.h"
#include "ir/finding/overlap.h"

struct changed_line {
	uint32_t line;
	bool light;  /* blank, a comment, an #include: outside of functions it means nothing */
	bool inside; /* some function has it */
};

struct changed_symbol {
	const char *name;
	uint32_t first, last;
	bool function;
};

struct changed_range {
	uint32_t first, last;
};

struct changed_file {
	const char *base; /* its name without directories */
	dev_t device;
	ino_t number;
	bool whole;
	VEC(struct changed_line) line;
	VEC(struct changed_symbol) symbol;
	VEC(struct changed_range) range; /* functions with changed lines: in order, disjoint */
};

/* ---- files ---- */

static struct changed_file *find_file(const struct changed *c, const char *path)
{
	struct stat st;

	if (!path[0] || stat(path, &st) < 0)
		return NULL;
	for (uint32_t i = 0; i < c->file.n; i++)
		if (c->file.at[i].device == st.st_dev && c->file.at[i].number == st.st_ino)
			return &c->file.at[i];
	return NULL;
}

/* NULL: there is no such file any more. */
static struct changed_file *add_file(struct changed *c, const char *path)
{
	struct changed_file *had = find_file(c, path);
	struct stat st;

	if (had || stat(path, &st) < 0)
		return had;
	*vec_add(c->arena, &c->file) =
	    (struct changed_file){ .base = arena_string(c->arena, path_base(path)), .device = st.st_dev, .number = st.st_ino };
	return &c->file.at[c->file.n - 1];
}

void changed_add_file(struct changed *c, const char *path)
{
	struct changed_file *f = add_file(c, path);

	if (f)
		f->whole = true;
}

bool changed_has(const struct changed *c, const char *path)
{
	return find_file(c, path) != NULL;
}

/* ---- patches ---- */

/* The name behind "+++ ", which is in quotes if there is anything unusual in it; NULL: none, the file is gone. */
static const char *read_name(struct arena *a, const char *at, const char *end)
{
	bool quoted = at < end && *at == '"';
	char *name = arena_array(a, (size_t)(end - at) + 1, 1), *to = name;
	static const char letters[] = "abfnrtv", means[] = "\a\b\f\n\r\t\v";

	for (at += quoted; at < end && !(quoted && *at == '"'); at++) {
		if (!quoted || *at != '\\' || at + 1 >= end) {
			*to++ = *at;
			continue;
		}
		at++;
		if (at + 2 < end && *at >= '0' && *at <= '3') {
			*to++ = (char)((at[0] - '0') * 64 + (at[1] - '0') * 8 + (at[2] - '0'));
			at += 2;
		} else {
			const char *l = strchr(letters, *at);
			*to++ = l && *at ? means[l - letters] : *at;
		}
	}
	if (!quoted && to > name && to[-1] == '\t') /* git writes one behind names with blanks */
		to--;
	*to = '\0';
	return strncmp(name, "b/", 2) == 0 ? name + 2 : NULL;
}

/* Whether it means nothing outside of functions. */
static bool is_light(const char *at, const char *end)
{
	while (at < end && isspace((unsigned char)*at))
		at++;
	return at == end || *at == '*' || (end - at >= 2 && at[0] == '/' && (at[1] == '/' || at[1] == '*')) ||
	       (end - at >= 8 && memcmp(at, "#include", 8) == 0);
}

/* "@@ -7,2 +9,3 @@": 9. */
static bool read_hunk(const char *at, uint32_t *line)
{
	const char *plus = strchr(at, '+');
	char *end;

	if (!plus || !isdigit((unsigned char)plus[1]))
		return false;
	*line = (uint32_t)strtoul(plus + 1, &end, 10);
	return *end == ',' || *end == ' ';
}

bool changed_read_patch(struct changed *c, const char *root, const char *text, struct trouble *t)
{
	struct changed_file *f = NULL;
	uint32_t line = 0, number = 0;
	bool hunk = false;

	for (const char *at = text, *end; *at; at = end + (*end == '\n')) {
		end = at + strcspn(at, "\n");
		number++;
		if (strncmp(at, "diff ", 5) == 0) {
			hunk = false;
			f = NULL;
		} else if (!hunk && strncmp(at, "+++ ", 4) == 0) {
			const char *name = read_name(c->arena, at + 4, end);
			f = name ? add_file(c, path_join(c->arena, root, name)) : NULL;
		} else if (strncmp(at, "@@ ", 3) == 0) {
			hunk = true;
			if (!read_hunk(at, &line))
				return trouble(t, "line %u of what git printed is no part of a patch", number);
		} else if (hunk && f && (*at == '+' || *at == '-')) {
			*vec_add(c->arena, &f->line) = (struct changed_line){ .line = line, .light = is_light(at + 1, end) };
			line += *at == '+';
		}
	}
	return true;
}

/* ---- what is where ---- */

static void add_symbol(struct changed *c, const char *path, struct changed_symbol s)
{
	struct changed_file *f = find_file(c, path);

	if (f) {
		s.name = arena_string(c->arena, s.name);
		*vec_add(c->arena, &f->symbol) = s;
	}
}

void changed_function(struct changed *c, const char *path, const char *name, uint32_t first, uint32_t last)
{
	add_symbol(c, path, (struct changed_symbol){ name, first, last, true });
}

void changed_variable(struct changed *c, const char *path, const char *name, uint32_t line)
{
	add_symbol(c, path, (struct changed_symbol){ name, line, line, false });
}

static int by_line(const void *x, const void *y)
{
	const struct changed_line *a = x, *b = y;

	return a->line < b->line ? -1 : a->line > b->line;
}

static int by_place(const void *x, const void *y)
{
	const struct changed_symbol *a = x, *b = y;

	return a->first != b->first ? (a->first < b->first ? -1 : 1) : strcmp(a->name, b->name);
}

/* The first changed line from `line` on. */
static uint32_t line_from(const struct changed_file *f, uint32_t line)
{
	uint32_t lo = 0, hi = f->line.n;

	while (lo < hi) {
		uint32_t middle = lo + (hi - lo) / 2;
		if (f->line.at[middle].line < line)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static bool is_touched(const struct changed_file *f, const struct changed_symbol *s)
{
	uint32_t i = line_from(f, s->first);

	return f->whole || (i < f->line.n && f->line.at[i].line <= s->last);
}

static void add_range(struct changed *c, struct changed_file *f, uint32_t first, uint32_t last)
{
	struct changed_range *end = f->range.n ? &f->range.at[f->range.n - 1] : NULL;

	if (end && first <= end->last)
		end->last = last > end->last ? last : end->last;
	else
		*vec_add(c->arena, &f->range) = (struct changed_range){ first, last };
}

/* Changed lines that are in no function, and mean something, change the file. Symbols are told once for each unit that has
 * them. */
static void settle_file(struct changed *c, struct changed_file *f)
{
	uint32_t kept = 0;

	if (f->line.n)
		qsort(f->line.at, f->line.n, sizeof *f->line.at, by_line);
	if (f->symbol.n)
		qsort(f->symbol.at, f->symbol.n, sizeof *f->symbol.at, by_place);
	for (uint32_t i = 0; i < f->symbol.n; i++) {
		const struct changed_symbol *s = &f->symbol.at[i];
		if (kept && by_place(&f->symbol.at[kept - 1], s) == 0)
			continue;
		f->symbol.at[kept++] = *s;
		if (s->function && is_touched(f, s))
			add_range(c, f, s->first, s->last);
		for (uint32_t k = line_from(f, s->first); s->function && k < f->line.n && f->line.at[k].line <= s->last; k++)
			f->line.at[k].inside = true;
	}
	f->symbol.n = kept;
	for (uint32_t i = 0; i < f->line.n; i++)
		f->whole |= !f->line.at[i].inside && !f->line.at[i].light;
}

/* ---- findings ---- */

struct changed_ask {
	const struct changed *c;
	struct map functions, variables; /* changed ones, by the hash of the name */
	struct map files;		 /* by the hash of the path: 1 + the index of the changed file; none: 1 + all */
};

static uint64_t hash_name(const char *at, size_t len)
{
	return hash_much(at, len, 0);
}

static bool is_named(const struct map *names, const char *at, size_t len)
{
	return len && map_get(names, hash_name(at, len));
}

static const struct changed_file *file_of(struct changed_ask *a, const char *path)
{
	uint32_t *slot = map_at(a->c->arena, &a->files, hash_name(path, strlen(path)));
	struct changed_file *f;

	if (!*slot) {
		f = find_file(a->c, path);
		*slot = f ? (uint32_t)(f - a->c->file.at) + 1 : a->c->file.n + 1;
	}
	return *slot <= a->c->file.n ? &a->c->file.at[*slot - 1] : NULL;
}

static bool is_line_changed(const struct changed_file *f, uint32_t line)
{
	uint32_t lo = 0, hi = f->range.n;

	while (lo < hi) { /* the first one that ends at this line or behind */
		uint32_t middle = lo + (hi - lo) / 2;
		if (f->range.at[middle].last < line)
			lo = middle + 1;
		else
			hi = middle;
	}
	return f->whole || (lo < f->range.n && f->range.at[lo].first <= line);
}

static bool is_place_changed(struct changed_ask *a, const struct finding_place *p)
{
	const struct changed_file *f = p->file && p->file[0] ? file_of(a, p->file) : NULL;

	return f && is_line_changed(f, p->line);
}

/* Where threads are started and waited for: any file of that name. */
static bool is_overlap_changed(const struct changed_ask *a, const char *text)
{
	const char *base;
	uint32_t line;
	size_t len;

	while (text && (text = overlap_next_place(text, &base, &len, &line)))
		for (uint32_t i = 0; i < a->c->file.n; i++) {
			const struct changed_file *f = &a->c->file.at[i];
			if (strlen(f->base) == len && !memcmp(f->base, base, len) && is_line_changed(f, line))
				return true;
		}
	return false;
}

/* "main > pthread_create(worker)": is one of these words a changed function? */
static bool names_changed(const struct changed_ask *a, const char *text)
{
	for (const char *at = text ? text : ""; *at;) {
		size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
		if (is_named(&a->functions, at, n))
			return true;
		at += n ? n : 1;
	}
	return false;
}

static bool is_access_changed(struct changed_ask *a, const struct finding_access *x)
{
	bool found = is_place_changed(a, &x->place) || names_changed(a, x->thread) || names_changed(a, x->chain);

	for (uint32_t i = 0; !found && i < x->nframes; i++)
		found = is_place_changed(a, &x->frame[i].place);
	return found;
}

static bool is_involved(struct changed_ask *a, const struct finding *f)
{
	size_t head = f->object ? strcspn(f->object, ".[-(") : 0;
	bool found =
	    is_place_changed(a, &f->place) || is_named(&a->variables, f->object, head) || is_overlap_changed(a, f->overlap);

	for (uint32_t i = 0; !found && i < f->nnotes; i++)
		found = is_place_changed(a, &f->note[i].place);
	for (uint32_t i = 0; !found && i < f->npairs; i++)
		found = is_access_changed(a, &f->pair[i].a) || is_access_changed(a, &f->pair[i].b) ||
			is_overlap_changed(a, f->pair[i].overlap);
	for (uint32_t i = 0; !found && i < f->nedges; i++)
		found = is_access_changed(a, &f->edge[i].wants) || is_place_changed(a, &f->edge[i].acquired);
	for (uint32_t i = 0; !found && i < f->naccesses; i++)
		found = is_access_changed(a, &f->access[i]);
	return found;
}

uint32_t changed_apply(struct changed *c, struct finding *x, uint32_t n)
{
	struct changed_ask a = { .c = c };
	uint32_t marked = 0;

	for (uint32_t i = 0; i < c->file.n; i++) {
		const struct changed_file *f = &c->file.at[i];
		settle_file(c, &c->file.at[i]);
		for (uint32_t k = 0; k < f->symbol.n; k++)
			if (is_touched(f, &f->symbol.at[k]))
				*map_at(c->arena, f->symbol.at[k].function ? &a.functions : &a.variables,
					hash_name(f->symbol.at[k].name, strlen(f->symbol.at[k].name))) = 1;
	}
	for (uint32_t i = 0; i < n; i++) {
		x[i].elsewhere = !is_involved(&a, &x[i]);
		marked += x[i].elsewhere;
	}
	return marked;
}
