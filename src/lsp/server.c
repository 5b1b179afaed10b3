/* The loop and the life of the server: what comes in is answered in its order; children that end are looked after. */
#include "lsp/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lsp/uri.h"
#include "report/format/output.h"

enum { FLUSH_SECONDS = 2 };

/* ---- members ---- */

const char *member_text(const json_t *object, const char *key)
{
	const json_t *x = json_object_get(object, key);

	return json_is_string(x) ? json_string_value(x) : "";
}

json_int_t member_number(const json_t *object, const char *key)
{
	const json_t *x = json_object_get(object, key);

	return json_is_integer(x) ? json_integer_value(x) : 0;
}

struct text_position member_position(const json_t *object, const char *key)
{
	const json_t *x = json_object_get(object, key);
	json_int_t line = member_number(x, "line"), character = member_number(x, "character");

	return (struct text_position){ line < 0 ? 0 : (uint64_t)line, character < 0 ? 0 : (uint64_t)character };
}

static bool member_is(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

/* ---- messages for people ---- */

static void tell(struct lsp_server *s, const char *method, int type, const char *text)
{
	wire_notify(&s->wire, method, json_pack("{s:i, s:o}", "type", type, "message", output_string(&s->message, text)));
}

void server_log(struct lsp_server *s, int type, const char *text)
{
	tell(s, "window/logMessage", type, text);
}

void server_show(struct lsp_server *s, int type, const char *text)
{
	tell(s, "window/showMessage", type, text);
}

/* ---- the life ---- */

static enum text_encoding choose_encoding(const json_t *general)
{
	const json_t *list = json_object_get(general, "positionEncodings"), *x;
	enum text_encoding found = ENCODING_UTF16;
	size_t i;

	json_array_foreach(list, i, x) if (json_is_string(x) && !strcmp(json_string_value(x),
									"utf-8")) return ENCODING_UTF8; /* what compilers count */
	return found;
}

static void read_abilities(struct lsp_server *s, const json_t *abilities)
{
	const json_t *text = json_object_get(abilities, "textDocument"), *window = json_object_get(abilities, "window");
	const json_t *workspace = json_object_get(abilities, "workspace");

	s->encoding = choose_encoding(json_object_get(abilities, "general"));
	s->pull = json_is_object(json_object_get(text, "diagnostic")) &&
		  member_is(json_object_get(workspace, "diagnostics"), "refreshSupport");
	s->progress = member_is(window, "workDoneProgress");
	s->show_document = member_is(json_object_get(window, "showDocument"), "support");
	s->related = member_is(json_object_get(text, "publishDiagnostics"), "relatedInformation") || s->pull;
	s->literals = json_is_object(json_object_get(json_object_get(text, "codeAction"), "codeActionLiteralSupport"));
}

/* The first folder, the root, or its older form. NULL: none of them names a directory here. */
static const char *find_root(struct lsp_server *s, const json_t *params)
{
	const json_t *folders = json_object_get(params, "workspaceFolders");
	const char *path = uri_path(&s->message, member_text(json_array_get(folders, 0), "uri"));

	if (!path)
		path = uri_path(&s->message, member_text(params, "rootUri"));
	if (!path && member_text(params, "rootPath")[0] == '/')
		path = member_text(params, "rootPath");
	return path && file_is_dir(path) ? path : NULL;
}

static json_t *abilities_of(const struct lsp_server *s)
{
	static const char *const encoding[] = { "utf-16", "utf-8", "utf-32" };
	json_t *commands = json_array(), *o;

	for (size_t i = 0; execute_command[i]; i++)
		json_array_append_new(commands, json_string(execute_command[i]));
	o = json_pack("{s:s, s:{s:b, s:i, s:{s:b}}, s:b, s:{s:[s]}, s:{s:o}}", "positionEncoding", encoding[s->encoding],
		      "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0, "hoverProvider", 1,
		      "codeActionProvider", "codeActionKinds", "quickfix", "executeCommandProvider", "commands", commands);
	if (s->pull)
		json_object_set_new(
		    o, "diagnosticProvider",
		    json_pack("{s:s, s:b, s:b}", "identifier", "snag", "interFileDependencies", 1, "workspaceDiagnostics", 1));
	return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", o, "serverInfo", "name", "snag", "version", SNAG_VERSION);
}

static void initialize(struct lsp_server *s, json_t *id, const json_t *params)
{
	const char *root = find_root(s, params);
	struct trouble t;

	read_abilities(s, json_object_get(params, "capabilities"));
	if (root && !s->host->enter(s->host->context, root, &t)) {
		wire_refuse(&s->wire, id, WIRE_FAILED, output_utf8(&s->message, t.text));
		return;
	}
	s->root = path_cwd(&s->arena);
	s->state = SERVER_READY;
	wire_reply(&s->wire, id, abilities_of(s));
	if (json_array_size(json_object_get(params, "workspaceFolders")) > 1)
		server_log(s, 2, "only the first folder of the workspace is looked at");
	diagnostics_load(s);
}

static void shut_down(struct lsp_server *s)
{
	s->state = SERVER_DOWN;
	for (uint32_t i = 0; i < s->waiting.n; i++)
		wire_refuse(&s->wire, s->waiting.at[i].id, WIRE_CANCELLED, "the server shuts down");
	s->waiting.n = 0;
	jobs_end(s);
}

/* ---- requests and notifications ---- */

/* A request that waits for a job is answered now; a job that nobody else wants ends. */
static void cancel(struct lsp_server *s, const json_t *params)
{
	const json_t *id = json_object_get(params, "id");

	for (uint32_t i = 0; i < s->waiting.n; i++) {
		enum job_kind kind = s->waiting.at[i].kind;
		if (!id || !json_equal(s->waiting.at[i].id, id))
			continue;
		wire_refuse(&s->wire, s->waiting.at[i].id, WIRE_CANCELLED, "cancelled");
		s->waiting.at[i] = s->waiting.at[--s->waiting.n];
		job_stop(s, kind);
		return;
	}
}

static void cancel_progress(struct lsp_server *s, const json_t *params)
{
	const char *token = member_text(params, "token");

	for (int k = 0; k < JOBS; k++)
		if (s->job[k].token && !strcmp(token, arena_format(&s->message, "snag-%u", s->job[k].token))) {
			job_stop(s, (enum job_kind)k);
			for (uint32_t i = s->waiting.n; i-- > 0;)
				if (s->waiting.at[i].kind == (enum job_kind)k) {
					wire_refuse(&s->wire, s->waiting.at[i].id, WIRE_CANCELLED, "cancelled");
					s->waiting.at[i] = s->waiting.at[--s->waiting.n];
				}
		}
}

/* Without a run that is kept, the first text that is opened asks for one. */
static void opened(struct lsp_server *s, const json_t *params)
{
	const json_t *item = json_object_get(params, "textDocument");

	document_open(s, params);
	if (!s->pull && document_find(s, member_text(item, "uri")))
		diagnostics_publish(s);
	if (!s->generation || s->found.kept || s->job[JOB_CHECK].pid || s->job[JOB_CHECK].due)
		return;
	document_save(s, params);
}

static void initialized(struct lsp_server *s, const json_t *params)
{
	(void)params;
	if (!s->pull)
		diagnostics_publish(s);
}

static void ended(struct lsp_server *s, const json_t *params)
{
	(void)params;
	s->ended = true;
}

static void notified(struct lsp_server *s, const char *method, const json_t *params)
{
	static const struct {
		const char *method;
		void (*take)(struct lsp_server *, const json_t *);
	} row[] = {
		{ "initialized", initialized },
		{ "textDocument/didOpen", opened },
		{ "textDocument/didChange", document_change },
		{ "textDocument/didSave", document_save },
		{ "textDocument/didClose", document_close },
		{ "$/cancelRequest", cancel },
		{ "window/workDoneProgress/cancel", cancel_progress },
	};

	if (!strcmp(method, "exit"))
		ended(s, params);
	for (size_t i = 0; s->state == SERVER_READY && i < sizeof row / sizeof *row; i++)
		if (!strcmp(method, row[i].method))
			row[i].take(s, params);
}

/* Takes the reference of the id. */
static void requested(struct lsp_server *s, const char *method, json_t *id, const json_t *params)
{
	static const struct {
		const char *method;
		json_t *(*answer)(struct lsp_server *, const json_t *);
	} row[] = {
		{ "textDocument/hover", hover },
		{ "textDocument/codeAction", actions },
		{ "textDocument/diagnostic", diagnostics_pull },
		{ "workspace/diagnostic", diagnostics_pull_all },
	};

	if (s->state == SERVER_NEW && strcmp(method, "initialize") != 0) {
		wire_refuse(&s->wire, id, WIRE_NOT_INITIALIZED, "the first request is initialize");
	} else if (s->state == SERVER_NEW) {
		initialize(s, id, params);
	} else if (s->state == SERVER_DOWN || !strcmp(method, "initialize")) {
		wire_refuse(&s->wire, id, WIRE_INVALID_REQUEST,
			    s->state == SERVER_DOWN ? "the server is shut down" : "initialize comes once");
	} else if (!strcmp(method, "shutdown")) {
		shut_down(s);
		wire_reply(&s->wire, id, NULL);
	} else if (!strcmp(method, "workspace/executeCommand")) {
		execute(s, id, params);
	} else {
		for (size_t i = 0; i < sizeof row / sizeof *row; i++)
			if (!strcmp(method, row[i].method)) {
				wire_reply(&s->wire, id, row[i].answer(s, params));
				return;
			}
		wire_refuse(&s->wire, id, WIRE_NO_METHOD, "there is no such method here");
	}
}

/* An answer to one of ours. Only progress waits for one. */
static void answered(struct lsp_server *s, const json_t *message)
{
	const json_t *id = json_object_get(message, "id");

	if (json_is_integer(id) && json_integer_value(id) > 0 && json_integer_value(id) <= s->asked &&
	    !json_object_get(message, "error"))
		job_progress_ready(s, (uint32_t)json_integer_value(id));
}

static void take(struct lsp_server *s, const json_t *message)
{
	const json_t *method = json_object_get(message, "method"), *params = json_object_get(message, "params");
	json_t *id = json_object_get(message, "id");

	if (!json_is_object(message) || (method && !json_is_string(method)) ||
	    (id && !json_is_string(id) && !json_is_integer(id) && !json_is_null(id)))
		wire_refuse(&s->wire, NULL, WIRE_INVALID_REQUEST, "this is neither a request nor a notification");
	else if (method && id && !json_is_null(id))
		requested(s, json_string_value(method), json_incref(id), params);
	else if (method)
		notified(s, json_string_value(method), params);
	else if (json_object_get(message, "result") || json_object_get(message, "error"))
		answered(s, message);
	else
		wire_refuse(&s->wire, json_incref(id), WIRE_INVALID_REQUEST, "a message without a method");
}

static void end_message(struct lsp_server *s)
{
	sources_release(&s->sources);
	sources_init(&s->sources);
	arena_release(&s->message);
	arena_init(&s->message, "message");
}

static void take_all(struct lsp_server *s)
{
	json_error_t error;
	const char *body;
	size_t len;
	json_t *m;

	while (!s->ended && wire_next(&s->wire, &body, &len)) {
		m = json_loadb(body, len, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
		wire_drop(&s->wire, len);
		if (m)
			take(s, m);
		else
			wire_refuse(&s->wire, NULL, WIRE_PARSE, output_utf8(&s->message, error.text));
		json_decref(m);
		end_message(s);
	}
}

/* ---- children ---- */

static void check_ended(struct lsp_server *s, int status)
{
	struct lsp_job *j = &s->job[JOB_CHECK];

	if (status == EXIT_CLEAN || status == EXIT_FINDINGS || status == EXIT_PARTIAL) {
		documents_end(s);
		diagnostics_load(s);
		diagnostics_publish(s);
		job_progress_end(s, j, "done");
		return;
	}
	job_progress_end(s, j, "failed");
	server_show(s, status == EXIT_TROUBLE ? 2 : 1,
		    j->last[0] ? j->last : arena_format(&s->message, "snag check ended with status %d", status));
}

static void reap(struct lsp_server *s)
{
	int status;

	for (int k = 0; k < JOBS; k++) {
		if (!job_reap(s, (enum job_kind)k, &status))
			continue;
		if (k == JOB_CHECK)
			check_ended(s, status);
		else
			job_progress_end(s, &s->job[k], "done");
		execute_ended(s, (enum job_kind)k, status);
	}
}

/* ---- the loop ---- */

enum { WATCH_IN, WATCH_OUT, WATCH_SIGNAL, WATCH_JOBS, WATCHED = WATCH_JOBS + 2 * JOBS };

static int signals(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		die("signalfd: %s", strerror(errno));
	return fd;
}

static void prepare(struct lsp_server *s, struct pollfd *p, int fd)
{
	p[WATCH_IN] = (struct pollfd){ .fd = wire_may_read(&s->wire) ? STDIN_FILENO : -1, .events = POLLIN };
	p[WATCH_OUT] = (struct pollfd){ .fd = wire_has_output(&s->wire) ? STDOUT_FILENO : -1, .events = POLLOUT };
	p[WATCH_SIGNAL] = (struct pollfd){ .fd = fd, .events = POLLIN };
	for (int k = 0; k < JOBS; k++) {
		p[WATCH_JOBS + 2 * k] = (struct pollfd){ .fd = s->job[k].out, .events = POLLIN };
		p[WATCH_JOBS + 2 * k + 1] = (struct pollfd){ .fd = s->job[k].err, .events = POLLIN };
	}
}

/* The signal that ends us; 0: none. */
static int take_signals(int fd)
{
	struct signalfd_siginfo x;
	int last = 0;

	while (read(fd, &x, sizeof x) == (ssize_t)sizeof x)
		if (x.ssi_signo != SIGCHLD)
			last = (int)x.ssi_signo;
	return last;
}

/* One round; false: the end. */
static bool turn(struct lsp_server *s, int fd, int *killed)
{
	struct pollfd p[WATCHED];
	double due = job_due(s);
	bool more = true;

	prepare(s, p, fd);
	if (poll(p, WATCHED, due < 0 ? -1 : (int)(due * 1000) + 1) < 0 && errno != EINTR)
		die("poll: %s", strerror(errno));
	if (p[WATCH_OUT].revents)
		wire_write(&s->wire, STDOUT_FILENO);
	for (int k = 0; k < 2 * JOBS; k++)
		if (p[WATCH_JOBS + k].revents)
			(void)job_read(s, (enum job_kind)(k / 2), k & 1);
	if (p[WATCH_SIGNAL].revents)
		*killed = take_signals(fd);
	if (p[WATCH_IN].revents)
		more = wire_read(&s->wire, STDIN_FILENO);
	take_all(s);
	reap(s);
	job_start_due(s);
	end_message(s);
	return more && !s->ended && !*killed && !s->wire.closed;
}

int lsp_run(const struct lsp_host *host)
{
	struct lsp_server s = { .host = host };
	int fd = signals(), killed = 0;
	bool good;

	for (int k = 0; k < JOBS; k++)
		s.job[k].out = s.job[k].err = -1;
	arena_init(&s.arena, "server");
	arena_init(&s.message, "message");
	arena_init(&s.found_arena, "findings");
	arena_init(&s.published_arena, "published");
	sources_init(&s.sources);
	while (turn(&s, fd, &killed))
		;
	good = s.state == SERVER_DOWN;
	jobs_end(&s);
	wire_flush(&s.wire, STDOUT_FILENO, FLUSH_SECONDS);
	for (uint32_t i = 0; i < s.document.n; i++) {
		arena_release(&s.document.at[i]->arena);
		arena_release(&s.document.at[i]->base_arena);
		arena_release(&s.document.at[i]->next_arena);
	}
	for (uint32_t i = 0; i < s.waiting.n; i++)
		json_decref(s.waiting.at[i].id);
	wire_release(&s.wire);
	sources_release(&s.sources);
	arena_release(&s.found_arena);
	arena_release(&s.published_arena);
	arena_release(&s.message);
	arena_release(&s.arena);
	close(fd);
	return killed ? 128 + killed : good ? EXIT_CLEAN : EXIT_FINDINGS;
}
