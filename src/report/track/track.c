#include "report/track/track.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/track/name.h"

enum { FORM = 3, APPLICATION = 0x736e6167 /* "snag" */, BIGGEST_LIST = 10000000 };

struct track {
	struct arena *arena;
	const char *path;
	sqlite3 *db;
};

#define SILENCED                                                                                                               \
	"create table silenced (run integer not null references run, fingerprint text not null, why text not null,"             \
	" primary key (run, fingerprint)) without rowid;"

static const char schema[] =
	"create table run (id integer primary key, started integer not null, version text not null);"
	"create table finding (run integer not null references run, number integer not null, fingerprint text not null,"
	" rule text not null, file text not null, line integer not null, function text not null, object text not null,"
	" message text not null, facts text not null default '', confirmed integer not null default 0, primary key (run, "
	"number)) without rowid;"
	"create index finding_fingerprint on finding (fingerprint);"
	"create table verdict (fingerprint text primary key, verdict text not null, note text not null, said integer not null)"
	" without rowid;" SILENCED;

/* What SQLite says may quote a damaged file. */
static bool sql_trouble(const struct track *t, struct trouble *out)
{
	char *text = arena_string(t->arena, sqlite3_errmsg(t->db));

	for (char *c = text; *c; c++)
		if ((unsigned char)*c < 0x20 || (unsigned char)*c > 0x7e)
			*c = '?';
	return trouble(out, "%s: %s", t->path, text);
}

static bool run_sql(const struct track *t, const char *sql, struct trouble *out)
{
	return sqlite3_exec(t->db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_trouble(t, out);
}

static sqlite3_stmt *prepare(const struct track *t, const char *sql, struct trouble *out)
{
	sqlite3_stmt *s = NULL;

	if (sqlite3_prepare_v2(t->db, sql, -1, &s, NULL) != SQLITE_OK) {
		sql_trouble(t, out);
		return NULL;
	}
	return s;
}

/* Ends a statement that gives no rows. */
static bool finish(const struct track *t, sqlite3_stmt *s, struct trouble *out)
{
	bool done = sqlite3_step(s) == SQLITE_DONE;

	if (!done)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return done;
}

static bool get_number(const struct track *t, const char *sql, int64_t *value, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t, sql, out);
	bool good = s && sqlite3_step(s) == SQLITE_ROW;

	if (good)
		*value = sqlite3_column_int64(s, 0);
	else if (s)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return good;
}

/* ---- opening ---- */

static bool unknown_form(const struct track *t, int64_t form, struct trouble *out)
{
	return trouble(out, "%s: its form is %" PRId64 ", this snag reads %d: move it away to begin a new one", t->path, form, FORM);
}

static bool check_form(const struct track *t, struct trouble *out)
{
	int64_t form, application, tables;

	if (!get_number(t, "pragma user_version", &form, out) || !get_number(t, "pragma application_id", &application, out) ||
	    !get_number(t, "select count(*) from sqlite_schema", &tables, out))
		return false;
	if (!tables)
		return run_sql(t, schema, out) && run_sql(t, "pragma user_version = 3; pragma application_id = 1936613735", out);
	if (application != APPLICATION)
		return trouble(out, "%s: not a database of snag's", t->path);
	if (form == 1)
		return run_sql(
			t,
			"begin immediate; alter table finding add column facts text not null default '';"
			"alter table finding add column confirmed integer not null default 0;" SILENCED
			"pragma user_version = 3; commit",
			out);
	if (form == 2)
		return run_sql(t, "begin immediate;" SILENCED "pragma user_version = 3; commit", out);
	return form == FORM || unknown_form(t, form, out);
}

bool track_open(struct arena *a, const char *path, bool make, struct track **track, struct trouble *out)
{
	struct track *t = arena_new(a, struct track);

	*t = (struct track){ .arena = a, .path = path };
	if (!make && !file_exists(path))
		return trouble(out, "%s: nothing is kept there yet: run `snag check` first", path);
	if (file_exists(path) && !file_is_regular(path))
		return trouble(out, "%s: not a regular file", path);
	if (make && !file_make_dirs(path_dir(a, path), out))
		return false;
	if (sqlite3_open_v2(path, &t->db, SQLITE_OPEN_READWRITE | (make ? SQLITE_OPEN_CREATE : 0), NULL) != SQLITE_OK) {
		sql_trouble(t, out);
		track_close(t);
		return false;
	}
	sqlite3_busy_timeout(t->db, 10000);
	if (!run_sql(t, "pragma trusted_schema = off; pragma foreign_keys = on", out) || !check_form(t, out)) {
		track_close(t);
		return false;
	}
	*track = t;
	return true;
}

bool track_check(struct arena *a, const char *path, struct trouble *out)
{
	struct track t = { .arena = a, .path = path };
	int64_t form = FORM, application = APPLICATION, tables = 0;
	bool good;

	if (!file_exists(path))
		return true;
	if (!file_is_regular(path))
		return trouble(out, "%s: not a regular file", path);
	good = sqlite3_open_v2(path, &t.db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK || sql_trouble(&t, out);
	good = good && get_number(&t, "select count(*) from sqlite_schema", &tables, out) &&
	       (!tables || (get_number(&t, "pragma application_id", &application, out) &&
			    get_number(&t, "pragma user_version", &form, out)));
	if (!good && sqlite3_errcode(t.db) == SQLITE_BUSY)
		good = true;
	else if (good && application != APPLICATION)
		good = trouble(out, "%s: not a database of snag's", path);
	else if (good && (form < 1 || form > FORM))
		good = unknown_form(&t, form, out);
	track_close(&t);
	return good;
}

void track_close(struct track *t)
{
	sqlite3_close(t->db);
	t->db = NULL;
}

/* ---- saving ---- */

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
	sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_TRANSIENT);
}

static const char *print_text(struct arena *a, uint64_t fingerprint)
{
	return arena_format(a, "%016" PRIx64, fingerprint);
}

static bool save_finding(struct track *t, sqlite3_stmt *s, uint32_t run, uint32_t number, const struct finding *f)
{
	sqlite3_bind_int64(s, 1, run);
	sqlite3_bind_int64(s, 2, number);
	bind_text(s, 3, print_text(t->arena, f->fingerprint));
	bind_text(s, 4, rule_name(f->rule));
	bind_text(s, 5, f->place.file);
	sqlite3_bind_int64(s, 6, f->place.line);
	bind_text(s, 7, f->function);
	bind_text(s, 8, f->object && f->object[0] ? f->object : f->lock);
	bind_text(s, 9, f->message);
	bind_text(s, 10, finding_facts_text(t->arena, f));
	sqlite3_bind_int64(s, 11, f->proof && f->proof->state == PROOF_CONFIRMED);
	return sqlite3_step(s) == SQLITE_DONE && sqlite3_reset(s) == SQLITE_OK;
}

static bool save_run(struct track *t, uint32_t *run, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t, "insert into run (started, version) values (?, ?)", out);

	if (!s)
		return false;
	sqlite3_bind_int64(s, 1, time(NULL));
	bind_text(s, 2, SNAG_VERSION);
	if (!finish(t, s, out))
		return false;
	*run = (uint32_t)sqlite3_last_insert_rowid(t->db);
	return true;
}

/* Copies of one finding are one. */
static bool save_silenced(struct track *t, const struct report_choice *list, uint32_t run, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t, "insert or ignore into silenced values (?, ?, ?)", out);
	bool good = s != NULL;

	for (uint32_t i = list->n; good && i < list->n + list->suppressed; i++) {
		sqlite3_bind_int64(s, 1, run);
		bind_text(s, 2, print_text(t->arena, list->at[i]->fingerprint));
		bind_text(s, 3, list->at[i]->suppressed);
		good = sqlite3_step(s) == SQLITE_DONE && sqlite3_reset(s) == SQLITE_OK;
		if (!good)
			sql_trouble(t, out);
	}
	sqlite3_finalize(s);
	return good;
}

bool track_save(struct track *t, const struct report_choice *list, uint32_t *run, struct trouble *out)
{
	sqlite3_stmt *s;
	bool good = true;

	if (!run_sql(t, "begin immediate", out) || !save_run(t, run, out))
		return false;
	s = prepare(t, "insert into finding values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", out);
	for (uint32_t i = 0; s && good && i < list->n; i++)
		good = save_finding(t, s, *run, report_number(list, i), list->at[i]);
	if (s && !good)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return s && good && save_silenced(t, list, *run, out) && run_sql(t, "commit", out);
}

/* ---- reading ---- */

static const char *column_text(struct arena *a, sqlite3_stmt *s, int at)
{
	const char *text = (const char *)sqlite3_column_text(s, at);

	return arena_string(a, text ? text : "");
}

static bool parse_print(const char *text, uint64_t *value)
{
	size_t n = strspn(text, "0123456789abcdef");

	if (n != 16 || text[n])
		return false;
	*value = strtoull(text, NULL, 16);
	return true;
}

static int by_print(const void *a, const void *b)
{
	const struct tracked *x = a, *y = b;

	if (x->fingerprint != y->fingerprint)
		return x->fingerprint < y->fingerprint ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

typedef VEC(struct tracked) tracked_vec;

static void settle(tracked_vec *v, struct tracked_list *list)
{
	uint32_t n = 0;

	if (v->n)
		qsort(v->at, v->n, sizeof *v->at, by_print);
	for (uint32_t i = 0; i < v->n; i++)
		if (!n || v->at[n - 1].fingerprint != v->at[i].fingerprint)
			v->at[n++] = v->at[i];
	*list = (struct tracked_list){ .at = v->at, .n = n };
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

typedef VEC(uint64_t) print_vec;

static void settle_silenced(print_vec *v, struct tracked_list *list)
{
	if (v->n)
		qsort(v->at, v->n, sizeof *v->at, by_value);
	list->silenced = v->at;
	list->nsilenced = v->n;
}

static bool read_silenced(struct arena *a, struct track *t, int64_t run, struct tracked_list *list, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t, "select fingerprint from silenced where run = ?", out);
	print_vec v = { 0 };
	uint64_t print;
	int status;

	if (!s)
		return false;
	sqlite3_bind_int64(s, 1, run);
	while ((status = sqlite3_step(s)) == SQLITE_ROW)
		if (parse_print(column_text(a, s, 0), &print))
			*vec_add(a, &v) = print;
	if (status != SQLITE_DONE)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	settle_silenced(&v, list);
	return status == SQLITE_DONE;
}

static bool read_run(struct arena *a, struct track *t, int64_t run, struct tracked_list *list, struct trouble *out)
{
	sqlite3_stmt *s = prepare(
		t, "select fingerprint, number, line, rule, file, message from finding where run = ? order by number", out);
	tracked_vec v = { 0 };
	int status;

	if (!s)
		return false;
	sqlite3_bind_int64(s, 1, run);
	while ((status = sqlite3_step(s)) == SQLITE_ROW) {
		struct tracked x = { .number = (uint32_t)sqlite3_column_int64(s, 1),
				     .line = (uint32_t)sqlite3_column_int64(s, 2) };
		x.rule = column_text(a, s, 3);
		x.file = column_text(a, s, 4);
		x.message = column_text(a, s, 5);
		if (parse_print(column_text(a, s, 0), &x.fingerprint))
			*vec_add(a, &v) = x;
	}
	if (status != SQLITE_DONE)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	settle(&v, list);
	return status == SQLITE_DONE && read_silenced(a, t, run, list, out);
}

static struct tracked tracked_of_json(struct arena *a, json_t *f)
{
	json_t *place = json_object_get(f, "place");
	const char *file = json_string_value(json_object_get(place, "file")),
		   *rule = json_string_value(json_object_get(f, "rule"));
	const char *message = json_string_value(json_object_get(f, "message"));

	return (struct tracked){ .number = (uint32_t)json_integer_value(json_object_get(f, "number")),
				 .line = (uint32_t)json_integer_value(json_object_get(place, "line")),
				 .file = arena_string(a, file ? file : ""),
				 .rule = arena_string(a, rule ? rule : ""),
				 .message = arena_string(a, message ? message : "") };
}

/* False: one of them has no fingerprint. What is no list has none. */
static bool read_findings(struct arena *a, json_t *list, tracked_vec *v)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *print = json_string_value(json_object_get(json_array_get(list, i), "fingerprint"));
		struct tracked x = tracked_of_json(a, json_array_get(list, i));
		if (!print || !parse_print(print, &x.fingerprint))
			return false;
		*vec_add(a, v) = x;
	}
	return true;
}

static bool read_json(struct arena *a, const char *path, struct bytes text, struct tracked_list *list, struct trouble *out)
{
	json_error_t error;
	json_t *root = json_loadb(text.at, text.len, 0, &error), *all = json_object_get(root, "findings");
	json_t *silenced = json_object_get(root, "suppressed");
	tracked_vec v = { 0 };
	print_vec quiet = { 0 };
	bool good = json_is_array(all);

	good = good && read_findings(a, all, &v) && read_findings(a, json_object_get(root, "others"), &v);
	for (size_t i = 0; good && i < json_array_size(all); i++)
		good = read_findings(a, json_object_get(json_array_get(all, i), "members"), &v);
	for (size_t i = 0; good && i < json_array_size(silenced); i++) {
		const char *print = json_string_value(json_object_get(json_array_get(silenced, i), "fingerprint"));
		uint64_t value = 0;
		good = print && parse_print(print, &value);
		*vec_add(a, &quiet) = value;
	}
	json_decref(root);
	if (!good)
		return trouble(out, "%s: neither a baseline nor a JSON report of snag's%s%s", path, root ? "" : ": ",
			       root ? "" : error.text);
	settle(&v, list);
	settle_silenced(&quiet, list);
	return true;
}

/* One fingerprint a line; '#' and empty lines are for people. */
static bool read_baseline(struct arena *a, const char *path, char *text, struct tracked_list *list, struct trouble *out)
{
	tracked_vec v = { 0 };
	uint32_t line = 1;

	for (char *at = text, *next; *at; at = next, line++) {
		struct tracked x = { .rule = "", .file = "", .message = "" };
		size_t n = strcspn(at, "\n"), len;
		next = at + n + (at[n] == '\n');
		at[n] = 0;
		len = strcspn(at, " \t\r#");
		at[len] = 0;
		if (!len)
			continue;
		if (!parse_print(at, &x.fingerprint))
			return trouble(out, "%s:%" PRIu32 ": not a fingerprint of 16 hexadecimal digits", path, line);
		if (v.n >= BIGGEST_LIST)
			return trouble(out, "%s: too many lines", path);
		*vec_add(a, &v) = x;
	}
	settle(&v, list);
	return true;
}

static bool read_list_file(struct arena *a, const char *path, struct tracked_list *list, struct trouble *out)
{
	struct bytes text;

	if (!file_read(a, path, &text, out))
		return false;
	if (text.len && text.at[strspn(text.at, " \t\r\n")] == '{')
		return read_json(a, path, text, list, out);
	return read_baseline(a, path, arena_copy(a, text.at, text.len), list, out);
}

/* The id of a run, or 0. */
static bool run_of_word(struct track *t, const char *word, int64_t *run, struct trouble *out)
{
	int64_t last = 0, back = 0;
	char *end = NULL;

	if (!get_number(t, "select coalesce(max(id), 0) from run", &last, out))
		return false;
	if (!strncmp(word, "last", 4)) {
		if (word[4] == '~')
			back = strtoll(word + 5, &end, 10);
		if (word[4] && (word[4] != '~' || !isdigit((unsigned char)word[5]) || *end))
			return trouble(out, "'%s' is no run: last, last~1, a number or a file", word);
		*run = last - back;
	} else {
		*run = strtoll(word, &end, 10);
		if (!isdigit((unsigned char)word[0]) || *end)
			return trouble(out, "'%s' is neither a file nor a run: last, last~1 or a number", word);
	}
	if (*run < 1 || *run > last)
		return trouble(out, "%s: there is no run %s; the last one is %" PRId64, t->path, word, last);
	return true;
}

bool track_get(struct arena *a, struct track *t, const char *which, struct tracked_list *list, struct trouble *out)
{
	int64_t run = 0;

	if (strncmp(which, "last", 4) != 0 && file_exists(which))
		return read_list_file(a, which, list, out);
	if (!t)
		return trouble(out, "%s: there is no such file", which);
	return run_of_word(t, which, &run, out) && read_run(a, t, run, list, out);
}

typedef VEC(struct named) named_vec;

/* What begins so in any run, and what has a verdict: it may have been silenced in every run. */
static bool find_all(struct track *t, const char *digits, named_vec *v, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t,
				  "select fingerprint from finding where fingerprint >= ?1 and fingerprint < ?1 || 'g' union select "
				  "fingerprint from verdict where fingerprint >= ?1 and fingerprint < ?1 || 'g' order by 1",
				  out);
	struct named x = { 0 };
	int status;

	if (!s)
		return false;
	bind_text(s, 1, digits);
	while ((status = sqlite3_step(s)) == SQLITE_ROW)
		if (parse_print(column_text(t->arena, s, 0), &x.fingerprint))
			*vec_add(t->arena, v) = x;
	if (status != SQLITE_DONE)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return status == SQLITE_DONE;
}

bool track_find(struct track *t, const char *word, uint64_t *fingerprint, struct trouble *out)
{
	struct tracked_list list;
	named_vec v = { 0 };
	char digits[17];
	uint32_t at;

	if (!track_get(t->arena, t, "last", &list, out))
		return false;
	for (uint32_t i = 0; i < list.n; i++)
		*vec_add(t->arena, &v) = (struct named){ list.at[i].fingerprint, list.at[i].number };
	if (name_beginning(word, digits) && !find_all(t, digits, &v, out))
		return false;
	at = name_find(v.at, v.n, word, out);
	if (at)
		*fingerprint = v.at[at - 1].fingerprint;
	return at != 0;
}

/* ---- verdicts ---- */

const char *verdict_word(enum verdict_kind kind)
{
	static const char *const word[VERDICT_KINDS] = { "none", "confirmed", "benign", "false" };

	return word[kind];
}

/* "71a6f6d2e0c5b3f8: benign: stats.c:41: data race on 'hits' [race]; a hint only" */
static void print_verdict(struct track *t, sqlite3_stmt *s, FILE *f, const char *dir)
{
	const char *message = column_text(t->arena, s, 5), *note = column_text(t->arena, s, 2);

	report_clean(f, column_text(t->arena, s, 0));
	fputs(": ", f);
	report_clean(f, column_text(t->arena, s, 1));
	if (message[0]) {
		fputs(": ", f);
		report_clean(f, path_below(dir, column_text(t->arena, s, 3)));
		fprintf(f, ":%lld: ", (long long)sqlite3_column_int64(s, 4));
		report_clean(f, message);
		fputs(" [", f);
		report_clean(f, column_text(t->arena, s, 6));
		fputc(']', f);
	}
	fputs(note[0] ? "; " : "", f);
	report_clean(f, note);
	fputc('\n', f);
}

bool track_list_verdicts(struct track *t, FILE *f, const char *dir, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t,
				  "select v.fingerprint, v.verdict, v.note, f.file, f.line, f.message, f.rule, max(f.run) from verdict v "
				  "left join finding f on f.fingerprint = v.fingerprint group by v.fingerprint order by v.fingerprint",
				  out);
	uint32_t n = 0;
	int status;

	if (!s)
		return false;
	for (; (status = sqlite3_step(s)) == SQLITE_ROW; n++)
		print_verdict(t, s, f, dir);
	if (status != SQLITE_DONE)
		sql_trouble(t, out);
	else if (!n)
		fputs("no verdicts\n", f);
	sqlite3_finalize(s);
	return status == SQLITE_DONE;
}

bool track_show_verdict(struct track *t, uint64_t fingerprint, FILE *f, const char *dir, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t,
				  "select ?1, coalesce(v.verdict, 'none'), coalesce(v.note, ''), f.file, f.line, f.message, f.rule, "
				  "max(f.run) from (select ?1 as p) left join finding f on f.fingerprint = p "
				  "left join verdict v on v.fingerprint = p",
				  out);
	int status;

	if (!s)
		return false;
	bind_text(s, 1, print_text(t->arena, fingerprint));
	status = sqlite3_step(s);
	if (status == SQLITE_ROW)
		print_verdict(t, s, f, dir);
	else
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return status == SQLITE_ROW;
}

bool track_say(struct track *t, uint64_t fingerprint, enum verdict_kind kind, const char *note, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t, kind == VERDICT_NONE ? "delete from verdict where fingerprint = ?1"
							 : "insert or replace into verdict values (?1, ?2, ?3, ?4)", out);

	if (!s)
		return false;
	bind_text(s, 1, print_text(t->arena, fingerprint));
	if (kind != VERDICT_NONE) {
		bind_text(s, 2, verdict_word(kind));
		bind_text(s, 3, note);
		sqlite3_bind_int64(s, 4, time(NULL));
	}
	return finish(t, s, out);
}

bool track_apply(struct arena *a, struct track *t, struct finding *f, uint32_t n, uint32_t *marked, struct trouble *out)
{
	sqlite3_stmt *s =
		prepare(t, "select verdict, note from verdict where fingerprint = ? and verdict in ('benign', 'false')", out);
	int status = SQLITE_DONE;

	*marked = 0;
	for (uint32_t i = 0; s && i < n && (status == SQLITE_DONE || status == SQLITE_ROW); i++) {
		bind_text(s, 1, print_text(a, f[i].fingerprint));
		status = sqlite3_step(s);
		if (status == SQLITE_ROW && !f[i].suppressed) {
			f[i].suppressed = arena_format(a, "--triage %s: %s", column_text(a, s, 0), column_text(a, s, 1));
			*marked += !f[i].pruned;
		}
		sqlite3_reset(s);
	}
	if (s && status != SQLITE_DONE && status != SQLITE_ROW)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	return s && (status == SQLITE_DONE || status == SQLITE_ROW);
}

static uint8_t rule_of(const char *name)
{
	for (int r = 1; r < RULES; r++)
		if (!strcmp(rule_name(r), name))
			return r;
	return 0;
}

bool track_judged(struct arena *a, struct track *t, struct judged_list *list, struct trouble *out)
{
	sqlite3_stmt *s = prepare(t,
				  "select v.fingerprint, v.verdict, f.rule, f.facts, max(f.run) from verdict v left join finding "
				  "f on f.fingerprint = v.fingerprint"
				  " group by v.fingerprint order by v.fingerprint",
				  out);
	VEC(struct judged) v = { 0 };
	int status = SQLITE_ERROR;

	*list = (struct judged_list){ 0 };
	while (s && (status = sqlite3_step(s)) == SQLITE_ROW) {
		struct judged x = { .real = !strcmp(column_text(a, s, 1), verdict_word(VERDICT_CONFIRMED)) };
		const char *facts = column_text(a, s, 3);
		x.finding.rule = rule_of(column_text(a, s, 2));
		if (!facts[0] || !x.finding.rule || !parse_print(column_text(a, s, 0), &x.finding.fingerprint)) {
			list->without++;
			continue;
		}
		finding_facts_read(a, &x.finding, facts);
		*vec_add(a, &v) = x;
	}
	if (s && status != SQLITE_DONE)
		sql_trouble(t, out);
	sqlite3_finalize(s);
	list->at = v.at;
	list->n = v.n;
	return s && status == SQLITE_DONE;
}

/* ---- comparing ---- */

static bool is_silenced(const struct tracked_list *list, uint64_t fingerprint)
{
	return list->nsilenced && bsearch(&fingerprint, list->silenced, list->nsilenced, sizeof fingerprint, by_value);
}

struct tracked_change track_compare(struct arena *a, const struct tracked_list *old, const struct tracked_list *new)
{
	tracked_vec added = { 0 }, fixed = { 0 }, unchanged = { 0 }, silenced = { 0 };
	uint32_t i = 0, k = 0;

	while (i < old->n || k < new->n) {
		if (k == new->n || (i < old->n && old->at[i].fingerprint < new->at[k].fingerprint)) {
			*vec_add(a, is_silenced(new, old->at[i].fingerprint) ? &silenced : &fixed) = old->at[i];
			i++;
		} else if (i == old->n || new->at[k].fingerprint < old->at[i].fingerprint) {
			*vec_add(a, &added) = new->at[k++];
		} else {
			*vec_add(a, &unchanged) = new->at[k++];
			i++;
		}
	}
	return (struct tracked_change){ .added = { .at = added.at, .n = added.n },
					.fixed = { .at = fixed.at, .n = fixed.n },
					.unchanged = { .at = unchanged.at, .n = unchanged.n },
					.silenced = { .at = silenced.at, .n = silenced.n } };
}

bool tracked_has(const struct tracked_list *list, uint64_t fingerprint)
{
	struct tracked key = { .fingerprint = fingerprint };
	uint32_t low = 0, high = list->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (list->at[middle].fingerprint < key.fingerprint)
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->n && list->at[low].fingerprint == fingerprint;
}

static int by_number(const void *a, const void *b)
{
	const struct tracked *x = *(const struct tracked *const *)a, *y = *(const struct tracked *const *)b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->fingerprint < y->fingerprint ? -1 : x->fingerprint > y->fingerprint;
}

/* In the order of the report that they come from. */
static void print_list(FILE *f, const char *word, const struct tracked_list *list, const char *dir)
{
	const struct tracked **at;
	struct arena a;

	arena_init(&a, "diff");
	at = arena_array(&a, (size_t)list->n + 1, sizeof *at);
	for (uint32_t i = 0; i < list->n; i++)
		at[i] = &list->at[i];
	if (list->n)
		qsort(at, list->n, sizeof *at, by_number);
	for (uint32_t i = 0; i < list->n; i++) {
		fprintf(f, "%-9s %016" PRIx64, word, at[i]->fingerprint);
		if (at[i]->message[0]) {
			fputs("  ", f);
			report_clean(f, path_below(dir, at[i]->file));
			fprintf(f, ":%" PRIu32 ": ", at[i]->line);
			report_clean(f, at[i]->message);
			fputs(" [", f);
			report_clean(f, at[i]->rule);
			fputs("]", f);
		}
		fputc('\n', f);
	}
	arena_release(&a);
}

void track_print_change(FILE *f, const struct tracked_change *c, const struct diff_options *o)
{
	bool all = !o->added && !o->fixed && !o->unchanged;

	if (all || o->added)
		print_list(f, "new", &c->added, o->dir);
	if (all || o->fixed)
		print_list(f, "fixed", &c->fixed, o->dir);
	if (all)
		print_list(f, "silenced", &c->silenced, o->dir);
	if (all || o->unchanged)
		print_list(f, "unchanged", &c->unchanged, o->dir);
	fprintf(f, "%" PRIu32 " new, %" PRIu32 " fixed, %" PRIu32 " unchanged", c->added.n, c->fixed.n, c->unchanged.n);
	if (c->silenced.n)
		fprintf(f, ", %" PRIu32 " silenced", c->silenced.n);
	fputc('\n', f);
}

void track_print_baseline(FILE *f, const struct tracked_list *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		fprintf(f, "%016" PRIx64 "\n", list->at[i].fingerprint);
}
