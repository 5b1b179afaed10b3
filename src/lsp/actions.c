/* What can be done about a finding, and the commands that do it.
 *
 *     // snag-ignore: race TODO: why        an edit of the line, where the reason is then written
 *     snag.triage FINGERPRINT VERDICT NOTE  as `snag triage` does
 *     snag.show URI RANGE                   the other access
 *     snag.execution FINGERPRINT            the schedule that shows it; where there is none yet, one is looked for
 *     snag.explain FINGERPRINT              all that is known
 *     snag.check                            an analysis now */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/server.h"
#include "lsp/uri.h"
#include "report/format/output.h"

enum { SHOWN_MOST = 4000 }; /* bytes of a text in a message box */

const char *const execute_command[] = { "snag.check", "snag.triage", "snag.show", "snag.execution", "snag.explain", NULL };

/* ---- actions ---- */

struct offer {
	struct lsp_server *s;
	json_t *list;
	const struct finding *f;
	uint32_t i;
	const json_t *diagnostics; /* that the client has sent along */
};

static void add_command(struct offer *o, const char *title, const char *command, json_t *arguments)
{
	json_t *c = json_pack("{s:o, s:s, s:o}", "title", output_string(&o->s->message, title), "command", command, "arguments",
			      arguments);

	if (!o->s->literals) {
		json_array_append_new(o->list, c);
		return;
	}
	json_array_append_new(
	    o->list, json_pack("{s:O, s:s, s:o}", "title", json_object_get(c, "title"), "kind", "quickfix", "command", c));
}

/* A comment at the end of the line where the finding is, as long as that is open. */
static void add_comment(struct offer *o, const char *title, const char *comment)
{
	struct lsp_server *s = o->s;
	struct lsp_document *d = document_of_path(s, s->real[o->i]);
	struct bytes line;
	uint32_t at, end;
	json_t *edit, *edits;

	if (!d || !s->literals)
		return;
	at = text_shifted(&d->now, o->f->place.line ? o->f->place.line - 1 : 0);
	line = text_line(&d->text, at);
	if (line.len && line.at[line.len - 1] == '\\')
		return; /* a comment would take the next line along */
	end = text_units(line, line.len, s->encoding);
	edit = json_pack("{s:{s:{s:I, s:I}, s:{s:I, s:I}}, s:s}", "range", "start", "line", (json_int_t)at, "character",
			 (json_int_t)end, "end", "line", (json_int_t)at, "character", (json_int_t)end, "newText", comment);
	edits = json_object();
	json_object_set_new(edits, d->uri, json_pack("[o]", edit));
	json_array_append_new(o->list,
			      json_pack("{s:s, s:s, s:{s:o}}", "title", title, "kind", "quickfix", "edit", "changes", edits));
}

static bool is_same_place(const struct finding_place *a, const struct finding_place *b)
{
	return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

/* The places other than the one that is pointed at, a few of them. */
static void add_jumps(struct offer *o, const struct pointed *p)
{
	enum { JUMPS = 3 };
	struct finding_place place, told[JUMPS];
	const char *says;
	uint32_t n = 0;

	for (uint32_t i = 0; n < JUMPS && finding_place_at(o->f, i, &place, &says); i++) {
		bool known = !place.file || !place.file[0] || place_is_pointed(o->s, &place, p);
		for (uint32_t k = 0; k < n; k++)
			known |= is_same_place(&told[k], &place);
		if (known)
			continue;
		told[n++] = place;
		add_command(o,
			    arena_format(&o->s->message, "snag: go to %s:%u: %s", path_base(place.file), place.line,
					 i ? says : "the finding"),
			    "snag.show", json_pack("[o]", location_of(o->s, &place)));
	}
}

static void add_actions(struct offer *o, const struct pointed *p)
{
	const char *print = output_fingerprint(&o->s->message, o->f), *rule = rule_name(o->f->rule);
	bool race = o->f->rule == RULE_RACE || o->f->rule == RULE_RACE_BITFIELD;

	add_jumps(o, p);
	add_command(o, proof_is_shown(o->f->proof) ? "snag: show the execution" : "snag: look for an execution that shows it",
		    "snag.execution", json_pack("[s]", print));
	add_command(o, "snag: explain this finding", "snag.explain", json_pack("[s]", print));
	add_comment(o, arena_format(&o->s->message, "snag: silence %s here, with a reason", rule),
		    arena_format(&o->s->message, " // snag-ignore: %s TODO: why", rule));
	if (race)
		add_comment(o, "snag: this access is meant to race, with a reason", " // snag-benign: TODO: why");
	add_command(o, "snag: mark it as a false alarm", "snag.triage", json_pack("[s, s]", print, "false"));
	add_command(o, "snag: mark it as benign", "snag.triage", json_pack("[s, s]", print, "benign"));
}

/* A client may ask for some kinds only. */
static bool is_wanted(const json_t *context)
{
	const json_t *only = json_object_get(context, "only"), *kind;
	size_t i;

	if (!json_is_array(only))
		return true;
	json_array_foreach(only, i, kind) if (json_is_string(kind) && (!json_string_value(kind)[0] ||
								       !strcmp(json_string_value(kind), "quickfix"))) return true;
	return false;
}

json_t *actions(struct lsp_server *s, const json_t *params)
{
	enum { FINDINGS = 5 };
	struct offer o = { .s = s, .list = json_array() };
	struct finding_place place;
	const char *says;
	struct pointed p;
	uint32_t n = 0;

	if (!is_wanted(json_object_get(params, "context")) || !pointed_at(s, params, true, &p))
		return o.list;
	for (o.i = 0; o.i < s->found.n && n < FINDINGS; o.i++) {
		bool here = false;
		o.f = &s->found.at[o.i];
		for (uint32_t k = 0; !here && k < 5 && finding_is_shown(s, o.f) && finding_place_at(o.f, k, &place, &says); k++)
			here = place.file && place_is_pointed(s, &place, &p);
		if (here)
			add_actions(&o, &p);
		n += here;
	}
	return o.list;
}

/* ---- commands ---- */

uint64_t member_fingerprint(const char *text)
{
	char *end;
	unsigned long long value = strlen(text) == 16 ? strtoull(text, &end, 16) : 0;

	return value && !*end ? value : 0;
}

static uint32_t find(const struct lsp_server *s, uint64_t print)
{
	for (uint32_t i = 0; print && i < s->found.n; i++)
		if (s->found.at[i].fingerprint == print)
			return i + 1;
	return 0;
}

static const char *argument(const json_t *params, size_t i)
{
	const json_t *x = json_array_get(json_object_get(params, "arguments"), i);

	return json_is_string(x) ? json_string_value(x) : "";
}

/* A text in a file of its own, which the client opens; or, where it cannot, the beginning in a message. */
static void show_text(struct lsp_server *s, json_t *id, const char *name, const char *text)
{
	const char *dir = s->host->scratch(s->host->context, &s->message), *path = path_join(&s->message, dir, name);
	bool written;
	struct trouble t;

	text = output_utf8(&s->message, text);
	written = file_make_dirs(dir, &t) && file_write(path, text, strlen(text), &t);
	if (s->show_document && written)
		wire_ask(&s->wire, ++s->asked, "window/showDocument",
			 json_pack("{s:s, s:b}", "uri", uri_of(&s->message, path), "takeFocus", 1));
	else
		server_show(s, 3, arena_copy(&s->message, text, strnlen(text, SHOWN_MOST)));
	wire_reply(&s->wire, id,
		   json_pack("{s:s, s:o}", "text", text, "uri", written ? json_string(uri_of(&s->message, path)) : json_null()));
}

static void run_triage(struct lsp_server *s, json_t *id, const json_t *params)
{
	uint64_t print = member_fingerprint(argument(params, 0));
	enum verdict_kind kind = VERDICT_NONE;
	struct trouble t;

	while (kind < VERDICT_KINDS && strcmp(argument(params, 1), verdict_word(kind)) != 0)
		kind++;
	if (!find(s, print) || kind == VERDICT_KINDS) {
		wire_refuse(&s->wire, id, WIRE_INVALID_PARAMS,
			    "a fingerprint of the last run and a verdict: confirmed, benign, false or none");
		return;
	}
	if (!s->host->say(s->host->context, print, kind, argument(params, 2), &t)) {
		wire_refuse(&s->wire, id, WIRE_FAILED, output_utf8(&s->message, t.text));
		return;
	}
	wire_reply(&s->wire, id, json_true());
	diagnostics_load(s);
	diagnostics_publish(s);
}

static void run_show(struct lsp_server *s, json_t *id, const json_t *params)
{
	const json_t *place = json_array_get(json_object_get(params, "arguments"), 0);
	const char *uri = member_text(place, "uri");
	const json_t *range = json_object_get(place, "range");

	if (!uri_path(&s->message, uri) || !json_is_object(range)) {
		wire_refuse(&s->wire, id, WIRE_INVALID_PARAMS, "a location: {\"uri\": ..., \"range\": ...}");
		return;
	}
	if (s->show_document)
		wire_ask(&s->wire, ++s->asked, "window/showDocument",
			 json_pack("{s:s, s:b, s:O}", "uri", uri, "takeFocus", 1, "selection", range));
	else
		server_show(s, 3,
			    arena_format(&s->message, "%s:%" JSON_INTEGER_FORMAT, uri_path(&s->message, uri),
					 (json_int_t)member_position(range, "start").line + 1));
	wire_reply(&s->wire, id, json_deep_copy(place));
}

static void run_execution(struct lsp_server *s, json_t *id, const json_t *params)
{
	uint64_t print = member_fingerprint(argument(params, 0));
	uint32_t i = find(s, print);
	const char *text = i ? s->host->execution(s->host->context, &s->message, &s->found, i - 1) : NULL;

	if (!i) {
		wire_refuse(&s->wire, id, WIRE_INVALID_PARAMS, "a fingerprint of the last run");
	} else if (text) {
		show_text(s, id, arena_format(&s->message, "execution-%016" PRIx64 ".md", print), text);
	} else {
		if (s->job[JOB_PROVE].pid || s->job[JOB_PROVE].due) {
			wire_refuse(&s->wire, id, WIRE_FAILED, "a search for another execution is running");
			return;
		}
		s->proving = print;
		*vec_add(&s->arena, &s->waiting) = (struct lsp_waiting){ id, JOB_PROVE, print };
		job_want(s, JOB_PROVE);
	}
}

static void run_explain(struct lsp_server *s, json_t *id, const json_t *params)
{
	uint64_t print = member_fingerprint(argument(params, 0));
	uint32_t i = find(s, print);

	if (i)
		show_text(s, id, arena_format(&s->message, "finding-%016" PRIx64 ".md", print),
			  s->host->explain(s->host->context, &s->message, &s->found, i - 1));
	else
		wire_refuse(&s->wire, id, WIRE_INVALID_PARAMS, "a fingerprint of the last run");
}

static void run_check(struct lsp_server *s, json_t *id, const json_t *params)
{
	(void)params;
	*vec_add(&s->arena, &s->waiting) = (struct lsp_waiting){ id, JOB_CHECK, 0 };
	job_want(s, JOB_CHECK);
}

/* Each takes the reference of the id. */
void execute(struct lsp_server *s, json_t *id, const json_t *params)
{
	static void (*const run[])(struct lsp_server *, json_t *, const json_t *) = { run_check, run_triage, run_show,
										      run_execution, run_explain };
	const char *command = member_text(params, "command");

	for (size_t i = 0; execute_command[i]; i++)
		if (!strcmp(execute_command[i], command)) {
			run[i](s, id, params);
			return;
		}
	wire_refuse(&s->wire, id, WIRE_INVALID_PARAMS, "there is no such command");
}

static void answer_proof(struct lsp_server *s, struct lsp_waiting *w, int status)
{
	const struct lsp_job *j = &s->job[JOB_PROVE];
	const char *said = arena_copy(&s->message, j->nsaid ? j->said : "", j->nsaid);

	if (status > EXIT_FINDINGS && !j->nsaid)
		wire_refuse(&s->wire, w->id, WIRE_FAILED, j->last[0] ? j->last : "no search for an execution is running");
	else
		show_text(s, w->id, arena_format(&s->message, "execution-%016" PRIx64 ".md", w->fingerprint),
			  arena_format(&s->message, "```\n%s```\n", said));
	w->id = NULL;
}

void execute_ended(struct lsp_server *s, enum job_kind kind, int status)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < s->waiting.n; i++) {
		struct lsp_waiting *w = &s->waiting.at[i];
		if (w->id && w->kind == kind && kind == JOB_PROVE) {
			answer_proof(s, w, status);
		} else if (w->id && w->kind == kind) {
			wire_reply(&s->wire, w->id,
				   json_pack("{s:i, s:I}", "status", status, "findings", (json_int_t)s->found.n));
			w->id = NULL;
		}
		if (w->id)
			s->waiting.at[left++] = *w;
	}
	s->waiting.n = left;
}
