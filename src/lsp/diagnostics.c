/* Findings as diagnostics: which are shown, where their places are in the text that the client has now, and to whom they are
 * told: pushed, or pulled by clients that ask. */
#include <stdlib.h>
#include <string.h>

#include "lsp/server.h"
#include "lsp/uri.h"
#include "report/format/output.h"
#include "report/rules.h"

enum { RELATED_SHOWN = 40 };

/* ---- the last run ---- */

/* The real path of each file is asked for once. */
static void find_files(struct lsp_server *s)
{
	struct intern known;
	VEC(const char *) real = { 0 };

	intern_init(&known, &s->message);
	*vec_add(&s->message, &real) = "";
	s->real = arena_array(&s->found_arena, (size_t)s->found.n + 1, sizeof *s->real);
	for (uint32_t i = 0; i < s->found.n; i++) {
		uint32_t id = intern_string(&known, s->found.at[i].place.file);
		while (real.n <= id)
			*vec_add(&s->message, &real) = arena_string(&s->found_arena, path_real(s, s->found.at[i].place.file));
		s->real[i] = real.at[id];
	}
}

void diagnostics_load(struct lsp_server *s)
{
	arena_release(&s->found_arena);
	arena_init(&s->found_arena, "findings");
	s->found = (struct lsp_findings){ 0 };
	(void)s->host->load(s->host->context, &s->found_arena, &s->found);
	s->generation++;
	find_files(s);
}

bool finding_is_shown(const struct lsp_server *s, const struct finding *f)
{
	return !f->pruned && !f->suppressed && !f->cause && f->place.file[0] && finding_confidence(f) >= s->found.least;
}

/* ---- places ---- */

bool finding_place_at(const struct finding *f, uint32_t i, struct finding_place *place, const char **says)
{
	uint32_t pairs = f->npairs ? 2 : 0, edges = f->nedges * 2;

	if (i == 0) {
		*place = f->place;
		*says = f->message;
		return true;
	}
	i--;
	if (i < pairs) {
		const struct finding_access *a = i ? &f->pair[0].b : &f->pair[0].a;
		*place = a->place;
		*says = a->kind;
		return true;
	}
	i -= pairs;
	if (i < edges) {
		const struct finding_edge *e = &f->edge[i / 2];
		*place = i & 1 ? e->wants.place : e->acquired;
		*says = i & 1 ? e->wants.kind : "acquired";
		return true;
	}
	i -= edges;
	if (i >= f->nnotes)
		return false;
	*place = f->note[i].place;
	*says = f->note[i].text;
	return true;
}

static json_t *position(uint32_t line, uint32_t character)
{
	return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)character);
}

/* What is accessed at a place. `shift`: where lines of the last run are in the open text; NULL: the file is not open. */
static json_t *range_of(struct lsp_server *s, const struct finding_place *p, const struct text_shift *shift)
{
	uint32_t line = p->line ? p->line - 1 : 0;
	size_t from = p->column ? p->column - 1 : 0, to;
	struct bytes text = { "", 0 };

	if (shift) {
		line = text_shifted(shift, line);
		text = text_line(shift->new, line);
	} else if (!source_line(&s->sources, p->file, line + 1, &text)) {
		text = (struct bytes){ "", 0 };
	}
	text_expression(text, &from, &to);
	return json_pack("{s:o, s:o}", "start", position(line, text_units(text, from, s->encoding)), "end",
			 position(line, text_units(text, to, s->encoding)));
}

json_t *location_of(struct lsp_server *s, const struct finding_place *p)
{
	const char *real = path_real(s, p->file);
	struct lsp_document *d = document_of_path(s, real);
	struct finding_place at = { real, p->line, p->column };

	return json_pack("{s:s, s:o}", "uri", d ? d->uri : uri_of(&s->message, real), "range",
			 range_of(s, &at, d ? &d->now : NULL));
}

bool pointed_at(struct lsp_server *s, const json_t *params, bool range, struct pointed *p)
{
	const char *uri = member_text(json_object_get(params, "textDocument"), "uri"), *path = uri_path(&s->message, uri);
	const json_t *where = range ? json_object_get(params, "range") : params;
	struct text_position from = member_position(where, range ? "start" : "position");
	struct text_position to = range ? member_position(where, "end") : from;
	struct lsp_document *d = document_find(s, uri);
	struct bytes line;

	*p = (struct pointed){ 0 };
	if (!path)
		return false;
	p->path = d ? d->path : path_real(s, path);
	p->line = from.line < UINT32_MAX ? (uint32_t)from.line + 1 : UINT32_MAX;
	p->last = to.line < UINT32_MAX ? (uint32_t)to.line + 1 : UINT32_MAX;
	if (!d)
		return true;
	line = text_line(&d->text, from.line < d->text.nlines ? (uint32_t)from.line : d->text.nlines);
	p->word = text_word(line, text_byte(line, from.character, s->encoding));
	if (from.line < d->text.nlines)
		p->line = text_shifted(&d->then, (uint32_t)from.line) + 1;
	if (to.line < d->text.nlines)
		p->last = text_shifted(&d->then, (uint32_t)to.line) + 1;
	return true;
}

bool place_is_pointed(struct lsp_server *s, const struct finding_place *place, const struct pointed *p)
{
	return place->line >= p->line && place->line <= p->last && !strcmp(path_base(place->file), path_base(p->path)) &&
	       !strcmp(path_real(s, place->file), p->path);
}

/* ---- one diagnostic ---- */

static int severity(const struct finding *f)
{
	static const int of[CONFIDENCES] = {
		[CONFIDENCE_CONFIRMED] = 1, [CONFIDENCE_LIKELY] = 2, [CONFIDENCE_POSSIBLE] = 3, [CONFIDENCE_UNLIKELY] = 4
	};

	return of[finding_confidence(f)];
}

static const char *message_of(struct arena *a, const struct finding *f, uint32_t others)
{
	const char *text = arena_format(a, "%s (%s)", f->message, confidence_name(finding_confidence(f)));

	if (f->guard && f->guard[0])
		text = arena_format(a, "%s: %s", text, f->guard);
	if (others)
		text = arena_format(a, "%s; %u more of the same cause", text, others);
	return text;
}

static const char *related_text(struct arena *a, const struct finding *f, uint32_t i, const char *says)
{
	const struct finding_access *x;

	if (i == 0 || i > (f->npairs ? 2u : 0u))
		return says;
	x = i == 1 ? &f->pair[0].a : &f->pair[0].b;
	return arena_format(a, "%s in %s, thread %s, holds {%s}", x->kind, x->function, x->thread, x->locks);
}

static json_t *related(struct lsp_server *s, const struct finding *f)
{
	json_t *list = json_array();
	struct finding_place place;
	const char *says;

	for (uint32_t i = 1; i < RELATED_SHOWN && finding_place_at(f, i, &place, &says); i++)
		if (place.file && place.file[0])
			json_array_append_new(list, json_pack("{s:o, s:o}", "location", location_of(s, &place), "message",
							      output_string(&s->message, related_text(&s->message, f, i, says))));
	return list;
}

static uint32_t others_of(const struct lsp_server *s, uint32_t i)
{
	uint32_t n = 0;

	for (uint32_t k = i + 1; k < s->found.n && s->found.at[k].cause == i + 1; k++)
		n++;
	return n;
}

static json_t *diagnostic(struct lsp_server *s, uint32_t i, const struct text_shift *shift)
{
	const struct finding *f = &s->found.at[i];
	const struct rule_row *row = rule_find(rule_name(f->rule));
	struct finding_place at = { s->real[i], f->place.line, f->place.column };
	json_t *o = json_pack("{s:o, s:i, s:s, s:s, s:o, s:{s:s, s:I}}", "range", range_of(s, &at, shift), "severity",
			      severity(f), "code", rule_name(f->rule), "source", "snag", "message",
			      output_string(&s->message, message_of(&s->message, f, others_of(s, i))), "data", "fingerprint",
			      output_fingerprint(&s->message, f), "number", (json_int_t)i + 1);

	if (row)
		json_object_set_new(o, "codeDescription", json_pack("{s:s}", "href", rule_address(&s->message, row)));
	if (s->related)
		json_object_set_new(o, "relatedInformation", related(s, f));
	return o;
}

json_t *diagnostics_of(struct lsp_server *s, const char *path, const struct lsp_document *d)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < s->found.n; i++)
		if (finding_is_shown(s, &s->found.at[i]) && !strcmp(s->real[i], path))
			json_array_append_new(list, diagnostic(s, i, d ? &d->now : NULL));
	return list;
}

/* ---- pushed ---- */

static int by_text(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The files that have something to show, each once, sorted. */
static struct strings shown_files(struct lsp_server *s)
{
	const char **file = arena_array(&s->message, (size_t)s->found.n + 1, sizeof *file);
	uint32_t n = 0, kept = 0;

	for (uint32_t i = 0; i < s->found.n; i++)
		if (finding_is_shown(s, &s->found.at[i]))
			file[n++] = s->real[i];
	qsort(file, n, sizeof *file, by_text);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || strcmp(file[kept - 1], file[i]) != 0)
			file[kept++] = file[i];
	return (struct strings){ file, kept };
}

static const char *uri_of_file(struct lsp_server *s, const char *path, struct lsp_document **d)
{
	*d = document_of_path(s, path);
	return *d ? (*d)->uri : uri_of(&s->message, path);
}

static void push(struct lsp_server *s, const char *uri, json_t *list, const struct lsp_document *d)
{
	json_t *params = json_pack("{s:s, s:o}", "uri", uri, "diagnostics", list);

	if (d)
		json_object_set_new(params, "version", json_integer(d->version));
	wire_notify(&s->wire, "textDocument/publishDiagnostics", params);
}

static bool is_among(const char *uri, struct strings list)
{
	return bsearch(&uri, list.at, list.n, sizeof *list.at, by_text) != NULL;
}

/* Files that had some and have none any more are told so. */
static void push_all(struct lsp_server *s)
{
	struct strings files = shown_files(s);
	const char **uri = arena_array(&s->message, (size_t)files.n + 1, sizeof *uri);
	struct arena now;
	struct lsp_document *d;

	arena_init(&now, "published");
	for (uint32_t i = 0; i < files.n; i++) {
		uri[i] = uri_of_file(s, files.at[i], &d);
		push(s, uri[i], diagnostics_of(s, files.at[i], d), d);
	}
	qsort(uri, files.n, sizeof *uri, by_text);
	for (uint32_t i = 0; i < s->published.n; i++)
		if (!is_among(s->published.at[i], (struct strings){ uri, files.n }))
			push(s, s->published.at[i], json_array(), document_find(s, s->published.at[i]));
	arena_release(&s->published_arena);
	s->published_arena = now;
	s->published.n = s->published.cap = 0;
	for (uint32_t i = 0; i < files.n; i++)
		*vec_add(&s->published_arena, &s->published) = arena_string(&s->published_arena, uri[i]);
}

void diagnostics_publish(struct lsp_server *s)
{
	if (s->pull)
		wire_ask(&s->wire, ++s->asked, "workspace/diagnostic/refresh", NULL);
	else
		push_all(s);
}

/* ---- pulled ---- */

static json_t *result_id(const struct lsp_server *s, const struct lsp_document *d)
{
	return json_sprintf("%u.%lld", s->generation, d ? (long long)d->version : -1);
}

/* A report of one file; `before`: the one that the client has. */
static json_t *report_of(struct lsp_server *s, const char *path, const struct lsp_document *d, const char *before)
{
	json_t *id = result_id(s, d);

	if (!strcmp(before, json_string_value(id)))
		return json_pack("{s:s, s:o}", "kind", "unchanged", "resultId", id);
	return json_pack("{s:s, s:o, s:o}", "kind", "full", "resultId", id, "items",
			 path ? diagnostics_of(s, path, d) : json_array());
}

json_t *diagnostics_pull(struct lsp_server *s, const json_t *params)
{
	const char *uri = member_text(json_object_get(params, "textDocument"), "uri"), *path = uri_path(&s->message, uri);
	struct lsp_document *d = document_find(s, uri);

	return report_of(s, d ? d->path : path ? path_real(s, path) : NULL, d, member_text(params, "previousResultId"));
}

static const char *before_of(const json_t *ids, const char *uri)
{
	const json_t *id;
	size_t i;

	json_array_foreach(ids, i, id) if (!strcmp(member_text(id, "uri"), uri)) return member_text(id, "value");
	return "";
}

json_t *diagnostics_pull_all(struct lsp_server *s, const json_t *params)
{
	const json_t *before = json_object_get(params, "previousResultIds"), *id;
	struct strings files = shown_files(s);
	json_t *items = json_array(), *report;
	struct lsp_document *d;
	const char *path;
	size_t i;

	for (uint32_t k = 0; k < files.n; k++) {
		const char *uri = uri_of_file(s, files.at[k], &d);
		report = report_of(s, files.at[k], d, before_of(before, uri));
		json_object_set_new(report, "uri", json_string(uri));
		json_object_set_new(report, "version", d ? json_integer(d->version) : json_null());
		json_array_append_new(items, report);
	}
	json_array_foreach(before, i, id)
	{ /* what had some and has none any more */
		path = uri_path(&s->message, member_text(id, "uri"));
		path = path ? path_real(s, path) : NULL;
		if (!path || is_among(path, files))
			continue;
		d = document_of_path(s, path);
		report = report_of(s, path, d, member_text(id, "value"));
		json_object_set_new(report, "uri", json_string(member_text(id, "uri")));
		json_object_set_new(report, "version", json_null());
		json_array_append_new(items, report);
	}
	return json_pack("{s:o}", "items", items);
}
