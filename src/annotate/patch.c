/* The sources with their edits, and the difference as a patch. Edits only insert: into lines, and one line that includes the
 * header. So a hunk is made from the edits alone, and nothing has to be compared. */
#include <stdlib.h>
#include <string.h>

#include "edit.h"

enum { CONTEXT_LINES = 3 };

static int by_spot(const void *a, const void *b)
{
	const struct edit *x = *(const struct edit *const *)a, *y = *(const struct edit *const *)b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->what != y->what)
		return x->what < y->what ? -1 : 1;
	return strcmp(x->text, y->text);
}

typedef VEC(const struct edit *) edits;

static void edits_of(struct writing *w, uint32_t source, edits *to)
{
	for (uint32_t i = 0; i < w->edit.n; i++)
		if (w->edit.at[i].source == source && !w->edit.at[i].dropped)
			*vec_add(w->arena, to) = &w->edit.at[i];
	if (to->n)
		qsort(to->at, to->n, sizeof *to->at, by_spot);
}

/* "../snag_annotations.h": the header is at the top of the project. */
static const char *include_text(struct writing *w, const struct source_text *s)
{
	const char *below = path_below(w->o->dir, s->path);
	const char *up = "";

	for (const char *c = below; *c; c++)
		if (*c == '/')
			up = arena_format(w->arena, "%s../", up);
	return arena_format(w->arena, "#include \"%s%s\"\n", up, annotate_header_name);
}

struct bytes edited_text(struct writing *w, uint32_t source, uint32_t *include_line)
{
	const struct source_text *s = &w->source.at[source];
	struct text_spot include = { 0 };
	edits e = { 0 };
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	uint32_t at = 0;
	struct bytes kept;

	if (!f)
		die("out of memory");
	edits_of(w, source, &e);
	*include_line = UINT32_MAX;
	if (e.n && !s->has_header) {
		include = spot_include(s, e.at[0]->line);
		fwrite(s->text.at, 1, include.at, f);
		fputs(include_text(w, s), f);
		at = include.at;
		*include_line = 0;
		for (uint32_t i = 0; i < include.at; i++)
			*include_line += s->text.at[i] == '\n';
	}
	for (uint32_t i = 0; i < e.n; i++) {
		fwrite(s->text.at + at, 1, e.at[i]->at - at, f);
		fprintf(f, " %s", e.at[i]->text);
		at = e.at[i]->at;
	}
	fwrite(s->text.at + at, 1, s->text.len - at, f);
	fclose(f);
	kept = (struct bytes){ arena_copy(w->arena, text, len), len };
	free(text);
	return kept;
}

/* ---- the patch ---- */

typedef VEC(struct bytes) lines;

static void split(struct arena *a, struct bytes text, lines *to)
{
	for (const char *at = text.at, *end = text.at + text.len; at < end;) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));
		size_t n = (size_t)((eol ? eol + 1 : end) - at);
		*vec_add(a, to) = (struct bytes){ at, n };
		at += n;
	}
}

static void print_line(char mark, struct bytes line, FILE *f)
{
	fputc(mark, f);
	fwrite(line.at, 1, line.len, f);
	if (!line.len || line.at[line.len - 1] != '\n')
		fputs("\n\\ No newline at end of file\n", f);
}

static bool same_line(struct bytes a, struct bytes b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

/* New line k is old line k, or k - 1 behind the inserted one. */
struct alignment {
	const lines *old, *new;
	uint32_t inserted; /* new line, from 0; UINT32_MAX: none */
};

static bool is_changed(const struct alignment *x, uint32_t k)
{
	return k == x->inserted || !same_line(x->new->at[k], x->old->at[k - (k > x->inserted)]);
}

static void print_hunk(const struct alignment *x, uint32_t from, uint32_t to, FILE *f)
{
	uint32_t old_from = from - (from > x->inserted), old_n = to - from - (from <= x->inserted && x->inserted < to);

	fprintf(f, "@@ -%u,%u +%u,%u @@\n", old_n ? old_from + 1 : old_from, old_n, from + 1, to - from);
	for (uint32_t k = from; k < to; k++) {
		if (!is_changed(x, k)) {
			print_line(' ', x->new->at[k], f);
			continue;
		}
		if (k != x->inserted)
			print_line('-', x->old->at[k - (k > x->inserted)], f);
		print_line('+', x->new->at[k], f);
	}
}

static void print_hunks(const struct alignment *x, FILE *f)
{
	uint32_t n = x->new->n;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t from = k < CONTEXT_LINES ? 0 : k - CONTEXT_LINES, last = k, to;
		if (!is_changed(x, k))
			continue;
		for (uint32_t i = k; i < n && i <= last + 2 * CONTEXT_LINES; i++)
			if (is_changed(x, i))
				last = i;
		to = last + 1 + CONTEXT_LINES < n ? last + 1 + CONTEXT_LINES : n;
		print_hunk(x, from, to, f);
		k = to - 1;
	}
}

static void patch_header(struct writing *w, FILE *f)
{
	lines all = { 0 };

	if (file_exists(path_join(w->arena, w->o->dir, annotate_header_name)))
		return;
	split(w->arena, annotate_header(), &all);
	fprintf(f, "--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%u @@\n", annotate_header_name, all.n);
	for (uint32_t i = 0; i < all.n; i++)
		print_line('+', all.at[i], f);
}

static int by_path(const void *a, const void *b)
{
	return strcmp((*(const struct source_text *const *)a)->path, (*(const struct source_text *const *)b)->path);
}

/* What patch is told to change: not a link to it, which it refuses. */
static const char *patch_name(struct writing *w, const struct source_text *s)
{
	char *real = realpath(s->path, NULL), *dir = realpath(w->o->dir, NULL);
	size_t n = dir ? strlen(dir) : 0;
	const char *name = path_below(w->o->dir, s->path);

	if (real && n && !strncmp(real, dir, n) && real[n] == '/')
		name = arena_string(w->arena, real + n + 1);
	free(real);
	free(dir);
	return name;
}

void patch_write(struct writing *w, FILE *f)
{
	struct intern named;
	const struct source_text **order = arena_array(w->arena, w->source.n + 1, sizeof *order);
	bool any = false;

	for (uint32_t i = 0; i < w->source.n; i++)
		order[i] = &w->source.at[i];
	intern_init(&named, w->arena);
	qsort(order, w->source.n, sizeof *order, by_path);
	for (uint32_t i = 0; i < w->source.n; i++) {
		const struct source_text *s = order[i];
		const char *name;
		lines old = { 0 }, new = { 0 };
		uint32_t include;
		struct bytes text = edited_text(w, (uint32_t)(s - w->source.at), &include);
		struct alignment x = { &old, &new, include };
		if (text.len == s->text.len)
			continue;
		name = patch_name(w, s);
		if (intern_find(&named, name, strlen(name))) /* by another link */
			continue;
		(void)intern_string(&named, name);
		if (!any)
			patch_header(w, f);
		any = true;
		split(w->arena, s->text, &old);
		split(w->arena, text, &new);
		fprintf(f, "--- a/%s\n+++ b/%s\n", name, name);
		print_hunks(&x, f);
	}
}
