/* The texts that a client has open, and how they differ from what was analysed. */
#include <stdlib.h>
#include <string.h>

#include "lsp/server.h"
#include "lsp/uri.h"

const char *path_real(struct lsp_server *s, const char *path)
{
	const char *whole = path_join(&s->message, s->root ? s->root : "/", path);
	char *real = realpath(whole, NULL);

	if (real) {
		whole = arena_string(&s->message, real);
		free(real);
	}
	return whole;
}

struct lsp_document *document_find(struct lsp_server *s, const char *uri)
{
	for (uint32_t i = 0; i < s->document.n; i++)
		if (s->document.at[i]->open && !strcmp(s->document.at[i]->uri, uri))
			return s->document.at[i];
	return NULL;
}

struct lsp_document *document_of_path(struct lsp_server *s, const char *path)
{
	for (uint32_t i = 0; i < s->document.n; i++)
		if (s->document.at[i]->open && !strcmp(s->document.at[i]->path, path))
			return s->document.at[i];
	return NULL;
}

static struct lsp_document *slot(struct lsp_server *s)
{
	for (uint32_t i = 0; i < s->document.n; i++)
		if (!s->document.at[i]->open)
			return s->document.at[i];
	return *vec_add(&s->arena, &s->document) = arena_new(&s->arena, struct lsp_document);
}

static struct lsp_text copy_text(struct arena *a, struct bytes all)
{
	return text_index(a, (struct bytes){ arena_copy(a, all.at, all.len), all.len });
}

/* What a run sees: the file, or what the client has where there is none. */
static struct lsp_text on_disk(struct arena *a, const struct lsp_document *d)
{
	struct bytes file;
	struct trouble t;

	return file_is_regular(d->path) && file_read(a, d->path, &file, &t) ? text_index(a, file) : copy_text(a, d->text.all);
}

static struct bytes text_of(const json_t *object, const char *key)
{
	const json_t *text = json_object_get(object, key);

	return (struct bytes){ json_is_string(text) ? json_string_value(text) : "", json_string_length(text) };
}

static void compare(struct lsp_document *d)
{
	d->now = text_shift(&d->base, &d->text);
	d->then = text_shift(&d->text, &d->base);
}

static void drop(struct lsp_document *d)
{
	d->open = false;
	if (!d->uri)
		return;
	arena_release(&d->arena);
	arena_release(&d->base_arena);
	arena_release(&d->next_arena);
	*d = (struct lsp_document){ 0 };
}

void document_open(struct lsp_server *s, const json_t *params)
{
	const json_t *item = json_object_get(params, "textDocument");
	const char *uri = member_text(item, "uri"), *path = uri_path(&s->message, uri);
	struct bytes all = text_of(item, "text");
	struct lsp_document *d = document_find(s, uri);

	if (!path)
		return; /* untitled:, git: and the like: nothing is known of them */
	d = d ? d : slot(s);
	drop(d);
	arena_init(&d->arena, "document");
	arena_init(&d->base_arena, "analysed document");
	arena_init(&d->next_arena, "analysed document");
	d->uri = arena_string(&d->arena, uri);
	d->path = arena_string(&d->arena, path_real(s, path));
	d->version = member_number(item, "version");
	d->text = copy_text(&d->arena, all);
	d->next = d->base = on_disk(&d->base_arena, d);
	d->open = true;
	compare(d);
}

/* A range and its text, or the text as a whole. */
static struct lsp_text changed(struct lsp_server *s, struct arena *to, const struct lsp_text *now, const json_t *change)
{
	const json_t *range = json_object_get(change, "range");
	struct bytes with = text_of(change, "text");
	size_t from, end;

	if (!json_is_object(range))
		return copy_text(to, with);
	from = text_offset(now, member_position(range, "start"), s->encoding);
	end = text_offset(now, member_position(range, "end"), s->encoding);
	return text_edit(to, now, from, end, with);
}

void document_change(struct lsp_server *s, const json_t *params)
{
	const json_t *item = json_object_get(params, "textDocument"), *changes = json_object_get(params, "contentChanges"),
		     *change;
	struct lsp_document *d = document_find(s, member_text(item, "uri"));
	struct arena to;
	size_t i;

	if (!d)
		return;
	d->version = member_number(item, "version");
	json_array_foreach(changes, i, change)
	{
		struct lsp_text text;
		arena_init(&to, "document");
		text = changed(s, &to, &d->text, change);
		d->uri = arena_string(&to, d->uri);
		d->path = arena_string(&to, d->path);
		d->text = text;
		arena_release(&d->arena);
		d->arena = to;
	}
	compare(d);
}

static bool is_source(const char *path)
{
	size_t n = strlen(path);

	return n > 2 && path[n - 2] == '.' && (path[n - 1] == 'c' || path[n - 1] == 'h');
}

void document_save(struct lsp_server *s, const json_t *params)
{
	struct lsp_document *d = document_find(s, member_text(json_object_get(params, "textDocument"), "uri"));

	if (!d || (!is_source(d->path) && strcmp(path_base(d->path), ".snag.yml") != 0))
		return;
	if (d->path[strlen(d->path) - 1] == 'c' && (!s->alone || strcmp(s->alone, d->path) != 0))
		s->alone = arena_string(&s->arena, d->path);
	job_want(s, JOB_CHECK);
}

void document_close(struct lsp_server *s, const json_t *params)
{
	struct lsp_document *d = document_find(s, member_text(json_object_get(params, "textDocument"), "uri"));

	if (d)
		drop(d);
}

void documents_begin(struct lsp_server *s)
{
	for (uint32_t i = 0; i < s->document.n; i++) {
		struct lsp_document *d = s->document.at[i];
		if (!d->open)
			continue;
		arena_release(&d->next_arena);
		d->next = on_disk(&d->next_arena, d);
	}
}

void documents_end(struct lsp_server *s)
{
	for (uint32_t i = 0; i < s->document.n; i++) {
		struct lsp_document *d = s->document.at[i];
		struct arena old = d->base_arena;
		if (!d->open || d->next.line == d->base.line)
			continue; /* opened while it ran */
		d->base = d->next;
		d->base_arena = d->next_arena;
		d->next_arena = old;
		arena_release(&d->next_arena);
		d->next = d->base;
		compare(d);
	}
}
