/* Children: a check that a save has asked for, and a proof that a command has. One of each kind at a time; a newer save ends the
 * check that runs, by SIGKILL: what it has compiled is in the cache, and half a report would replace a whole one. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/stat.h"
#include "lsp/server.h"

#define SETTLE 0.15 /* seconds: who saves all files saves them one by one */

void job_want(struct lsp_server *s, enum job_kind kind)
{
	job_stop(s, kind);
	s->job[kind].due = stat_now() + (kind == JOB_CHECK ? SETTLE : 0);
}

double job_due(const struct lsp_server *s)
{
	double now = stat_now(), least = -1;

	for (int k = 0; k < JOBS; k++)
		if (s->job[k].due && !s->job[k].pid) {
			double left = s->job[k].due > now ? s->job[k].due - now : 0;
			least = least < 0 || left < least ? left : least;
		}
	return least;
}

/* ---- progress ---- */

static void progress_send(struct lsp_server *s, const struct lsp_job *j, json_t *value)
{
	wire_notify(&s->wire, "$/progress",
		    json_pack("{s:s, s:o}", "token", arena_format(&s->message, "snag-%u", j->token), "value", value));
}

static void progress_begin(struct lsp_server *s, struct lsp_job *j)
{
	if (!s->progress)
		return;
	j->token = ++s->asked;
	wire_ask(&s->wire, j->token, "window/workDoneProgress/create",
		 json_pack("{s:s}", "token", arena_format(&s->message, "snag-%u", j->token)));
}

void job_progress_ready(struct lsp_server *s, uint32_t token)
{
	for (int k = 0; k < JOBS; k++) {
		struct lsp_job *j = &s->job[k];
		if (j->token != token || !j->pid)
			continue;
		j->told = true;
		progress_send(s, j,
			      json_pack("{s:s, s:s, s:b}", "kind", "begin", "title",
					k == JOB_CHECK ? "snag: analysing" : "snag: looking for an execution", "cancellable", 1));
	}
}

void job_progress_end(struct lsp_server *s, struct lsp_job *j, const char *says)
{
	if (j->told)
		progress_send(s, j, json_pack("{s:s, s:s}", "kind", "end", "message", says));
	j->told = false;
	j->token = 0;
}

/* ---- start and end ---- */

_Noreturn static void become(char **argv, const int out[2], const int err[2])
{
	int nothing = open("/dev/null", O_RDWR);
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0 || dup2(err[1], STDERR_FILENO) < 0)
		_exit(EXIT_TROUBLE);
	execv("/proc/self/exe", argv);
	_exit(EXIT_TROUBLE);
}

static char **argv_of(struct lsp_server *s, enum job_kind kind)
{
	struct strings files = { &s->alone, s->alone != NULL && !s->host->has_database(s->host->context) };
	const char *prove = kind == JOB_PROVE ? arena_format(&s->message, "%016llx", (unsigned long long)s->proving) : NULL;
	struct strings words = s->host->words(s->host->context, &s->message, files, prove);
	char **argv = arena_array(&s->message, (size_t)words.n + 2, sizeof *argv);

	argv[0] = arena_string(&s->message, "snag");
	for (uint32_t i = 0; i < words.n; i++)
		argv[i + 1] = arena_string(&s->message, words.at[i]);
	return argv;
}

static void start(struct lsp_server *s, enum job_kind kind)
{
	struct lsp_job *j = &s->job[kind];
	char **argv = argv_of(s, kind);
	int out[2], err[2];

	j->due = 0;
	if (pipe2(out, O_CLOEXEC) < 0 || pipe2(err, O_CLOEXEC) < 0)
		die("pipe: %s", strerror(errno));
	if (kind == JOB_CHECK)
		documents_begin(s);
	j->pid = fork();
	if (j->pid < 0)
		die("fork: %s", strerror(errno));
	if (!j->pid)
		become(argv, out, err);
	close(out[1]);
	close(err[1]);
	fcntl(out[0], F_SETFL, O_NONBLOCK); /* a child of the child may have them open when it has ended */
	fcntl(err[0], F_SETFL, O_NONBLOCK);
	j->out = out[0];
	j->err = err[0];
	j->nsaid = j->nline = 0;
	j->last[0] = 0;
	j->stopped = false;
	progress_begin(s, j);
}

void job_start_due(struct lsp_server *s)
{
	double now = stat_now();

	for (int k = 0; k < JOBS; k++)
		if (s->job[k].due && s->job[k].due <= now && !s->job[k].pid)
			start(s, (enum job_kind)k);
}

void job_stop(struct lsp_server *s, enum job_kind kind)
{
	struct lsp_job *j = &s->job[kind];

	j->due = 0;
	if (!j->pid || j->stopped)
		return;
	j->stopped = true;
	kill(j->pid, SIGKILL);
	job_progress_end(s, j, "stopped");
}

static void close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* A whole line of its standard error. */
static void take_line(struct lsp_server *s, struct lsp_job *j)
{
	const char *text = j->last;

	j->line[j->nline] = 0;
	memcpy(j->last, j->line, j->nline + 1);
	j->nline = 0;
	if (!strncmp(text, "snag: ", 6))
		text += 6;
	if (!*text)
		return;
	server_log(s, 4, text);
	if (j->told)
		progress_send(s, j,
			      json_pack("{s:s, s:o}", "kind", "report", "message", json_stringn_nocheck(text, strlen(text))));
}

static void take_error(struct lsp_server *s, struct lsp_job *j, const char *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] == '\n')
			take_line(s, j);
		else if (j->nline + 1 < sizeof j->line)
			j->line[j->nline++] = (unsigned char)at[i] < 0x80 ? at[i] : '?';
}

/* No more of it is kept than a reader would read. */
static void take_output(struct lsp_job *j, const char *at, size_t n)
{
	if (limit_over(LIMIT_lsp_said, j->nsaid + n))
		return;
	if (j->nsaid + n > j->room) {
		j->room = (j->nsaid + n) * 2;
		j->said = realloc(j->said, j->room);
		if (!j->said)
			die("out of memory");
	}
	memcpy(j->said + j->nsaid, at, n);
	j->nsaid += n;
}

bool job_read(struct lsp_server *s, enum job_kind kind, bool error)
{
	struct lsp_job *j = &s->job[kind];
	char bytes[4096];
	ssize_t got = read(error ? j->err : j->out, bytes, sizeof bytes);

	if (got <= 0 && (got == 0 || (errno != EINTR && errno != EAGAIN)))
		close_pipe(error ? &j->err : &j->out);
	else if (got > 0 && error && !j->stopped)
		take_error(s, j, bytes, (size_t)got);
	else if (got > 0 && !error && kind == JOB_PROVE)
		take_output(j, bytes, (size_t)got);
	return got > 0;
}

bool job_reap(struct lsp_server *s, enum job_kind kind, int *status)
{
	struct lsp_job *j = &s->job[kind];

	if (!j->pid || waitpid(j->pid, status, WNOHANG) != j->pid)
		return false;
	while (j->err >= 0 && job_read(s, kind, true))
		;
	while (j->out >= 0 && job_read(s, kind, false))
		;
	close_pipe(&j->out);
	close_pipe(&j->err);
	j->pid = 0;
	*status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
	return !j->stopped;
}

void jobs_end(struct lsp_server *s)
{
	for (int k = 0; k < JOBS; k++) {
		job_stop(s, (enum job_kind)k);
		if (s->job[k].pid)
			waitpid(s->job[k].pid, NULL, 0);
		close_pipe(&s->job[k].out);
		close_pipe(&s->job[k].err);
		free(s->job[k].said);
		s->job[k] = (struct lsp_job){ .out = -1, .err = -1 };
	}
}
