/* The scheduler: which units are in the cache, and the others to workers, as many at a time as asked for. It alone looks at
 * and writes the cache's lists; workers write units. Results are by job, so their order never shows. */
#include "extract.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/progress.h"
#include "base/stat.h"
#include "cache.h"
#include "compiler.h"
#include "ir/store/unit.h"
#include "worker.h"

struct extract_slot { /* a worker at work */
	pid_t pid;
	int fd;
	uint32_t job;
	struct timespec start;
	struct key command;
	const char *place; /* where its unit will be */
	bool spoke; /* the last word was said */
};

struct extract_run {
	struct arena *out, scratch;
	const struct jobs *jobs;
	const struct extract_options *options;
	struct extract *result;
	struct cache cache;
	const char *clang;
	struct extract_slot *slot;
	struct pollfd *poll;
	uint32_t running, next, done;
	struct trouble *trouble;
	bool failed; /* nothing more is started */
};

/* ---- one worker ---- */

static bool start_worker(struct extract_run *r, uint32_t job, struct key command)
{
	struct extract_slot *s = &r->slot[r->running];
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return trouble(r->trouble, "cannot start a worker: %s", strerror(errno));
	*s = (struct extract_slot){ .fd = pair[0], .job = job, .command = command };
	clock_gettime(CLOCK_REALTIME_COARSE, &s->start);
	s->pid = fork();
	if (s->pid < 0) {
		close(pair[0]);
		close(pair[1]);
		return trouble(r->trouble, "cannot start a worker: %s", strerror(errno));
	}
	if (s->pid == 0) {
		close(pair[0]);
		worker_run(&r->jobs->job.at[job], r->clang, NULL, pair[1]);
	}
	close(pair[1]);
	r->running++;
	return true;
}

static void unit_failed(struct extract_run *r, uint32_t job, const char *why)
{
	r->result->unit[job].path = NULL;
	r->result->unit[job].error = arena_string(r->out, why);
	r->result->failed++;
}

static bool give_place(struct extract_run *r, struct extract_slot *s, struct bytes deps)
{
	const struct job *j = &r->jobs->job.at[s->job];
	const char *path;

	if (!cache_place(&r->cache, j, s->command, deps, s->start, &path, r->trouble))
		return false;
	s->place = path;
	(void)!message_send(s->fd, MESSAGE_PLACE, path, strlen(path)); /* a dead worker shows at the next read */
	return true;
}

/* False: the run is over, r->trouble says why. */
static bool hear(struct extract_run *r, struct extract_slot *s)
{
	struct arena a;
	enum message_kind kind;
	struct bytes text;
	bool ok = true;

	arena_init(&a, "message");
	if (!message_receive(s->fd, &a, &kind, &text)) {
		s->fd = -1 - s->fd; /* the end: closed by reap */
	} else if (kind == MESSAGE_READ) {
		ok = give_place(r, s, text);
	} else if (kind == MESSAGE_DONE) {
		uint64_t bytes = 0;
		memcpy(&bytes, text.at, text.len < sizeof bytes ? text.len : sizeof bytes);
		stat_add(STAT_bytes_bitcode, bytes);
		r->result->unit[s->job].path = s->place; /* not before: a run may be stopped meanwhile */
		s->spoke = true;
	} else if (kind == MESSAGE_FAILED) {
		unit_failed(r, s->job, text.at);
		s->spoke = true;
	} else {
		ok = trouble(r->trouble, "%s", text.at);
		s->spoke = true;
	}
	arena_release(&a);
	return ok;
}

static void reap(struct extract_run *r, uint32_t at)
{
	struct extract_slot *s = &r->slot[at];
	int status;

	close(-1 - s->fd);
	waitpid(s->pid, &status, 0);
	if (!s->spoke) {
		char why[128];
		snprintf(why, sizeof why, "the worker crashed (%s %d); please report this unit",
		         WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		unit_failed(r, s->job, why);
	}
	r->done++;
	progress_step(r->done, path_base(r->jobs->job.at[s->job].file));
	*s = r->slot[--r->running];
}

static void kill_all(struct extract_run *r)
{
	for (uint32_t i = 0; i < r->running; i++) {
		kill(r->slot[i].pid, SIGKILL);
		close(r->slot[i].fd < 0 ? -1 - r->slot[i].fd : r->slot[i].fd);
		waitpid(r->slot[i].pid, NULL, 0);
	}
	r->running = 0;
}

static bool wait_for_news(struct extract_run *r)
{
	for (uint32_t i = 0; i < r->running; i++)
		r->poll[i] = (struct pollfd){ .fd = r->slot[i].fd, .events = POLLIN };
	if (poll(r->poll, r->running, -1) < 0)
		return errno == EINTR || trouble(r->trouble, "cannot wait for workers: %s", strerror(errno));
	for (uint32_t i = r->running; i-- > 0;) {
		if (r->poll[i].revents && !hear(r, &r->slot[i]))
			return false;
		if (r->slot[i].fd < 0)
			reap(r, i);
	}
	return true;
}

/* ---- the run ---- */

/* What is to be read before the source: a file, or the device in which nothing is; NULL: all of it can be read, or is missing, of
 * which clang tells. */
static const char *unreadable(struct arena *a, const struct job *j)
{
	for (uint32_t i = 0; i < j->nargs; i++) {
		bool before = !strcmp(j->args[i], "-include") || !strcmp(j->args[i], "-imacros");
		uint32_t at = i + 1 + (i && !strcmp(j->args[i - 1], "-Xclang")); /* -Xclang -include -Xclang FILE */
		const char *path = before && at < j->nargs ? path_join(a, j->dir, j->args[at]) : NULL;
		if (path && file_exists(path) && !file_is_regular(path) && strcmp(path, "/dev/null") != 0)
			return path;
	}
	return NULL;
}

static bool next_job(struct extract_run *r)
{
	uint32_t job = r->next++;
	struct extracted *u = &r->result->unit[job];
	const struct job *j = &r->jobs->job.at[job];
	struct key command = cache_command(&r->cache, j);

	u->file = j->file;
	u->path = cache_find(&r->cache, j, command);
	if (u->path && unit_whole(u->path)) { /* a damaged one is as good as none */
		u->cached = true;
		r->done++;
		progress_step(r->done, path_base(j->file));
		return true;
	}
	u->path = NULL;
	if (!file_exists(j->file)) { /* what clang would say, without starting it */
		unit_failed(r, job, strerror(errno));
		r->done++;
		return true;
	}
	if (!file_is_regular(j->file)) { /* clang would wait for whoever writes to a pipe */
		unit_failed(r, job, "not a regular file");
		r->done++;
		return true;
	}
	if (unreadable(&r->scratch, j)) { /* and so it would for these */
		unit_failed(r, job, arena_format(r->out, "%s: not a regular file", unreadable(&r->scratch, j)));
		r->done++;
		return true;
	}
	return start_worker(r, job, command);
}

static bool run_all(struct extract_run *r)
{
	while (r->next < r->jobs->job.n || r->running) {
		while (r->next < r->jobs->job.n && r->running < r->options->workers)
			if (!next_job(r))
				return false;
		if (r->running && !wait_for_news(r))
			return false;
	}
	return true;
}

static bool open_cache(struct extract_run *r)
{
	const char *dir = r->options->cache, *identity;

	if (!dir) {
		if (!temp_make(r->out, &r->result->temporary, r->trouble))
			return false;
		dir = r->result->temporary.path;
	} else if (!file_make_dirs(dir, r->trouble)) {
		return false;
	}
	if (!compiler_find(r->out, dir, &r->clang, &identity, r->trouble))
		return false;
	cache_init(&r->cache, r->out, dir, identity);
	return true;
}

static void count(const struct extract *e)
{
	struct stat st;

	for (uint32_t i = 0; i < e->n; i++) {
		stat_add(e->unit[i].cached ? STAT_units_cached : e->unit[i].path ? STAT_units_extracted : STAT_units_failed, 1);
		if (e->unit[i].path && stat(e->unit[i].path, &st) == 0)
			stat_add(STAT_bytes_ir, (uint64_t)st.st_size);
	}
}

bool extract_run(struct arena *out, const struct jobs *jobs, const struct extract_options *options, struct extract *result,
                 struct trouble *t)
{
	struct extract_run r = { .out = out, .jobs = jobs, .options = options, .result = result, .trouble = t };
	bool ok;

	*result = (struct extract){ .n = jobs->job.n, .unit = arena_array(out, jobs->job.n, sizeof *result->unit) };
	arena_init(&r.scratch, "extract");
	r.slot = arena_array(&r.scratch, options->workers, sizeof *r.slot);
	r.poll = arena_array(&r.scratch, options->workers, sizeof *r.poll);
	signal(SIGPIPE, SIG_IGN); /* a dead worker is noticed by its silence */
	progress_start("extract", jobs->job.n);
	ok = open_cache(&r) && run_all(&r);
	if (!ok)
		kill_all(&r);
	progress_end();
	count(result);
	arena_release(&r.scratch);
	return ok;
}

void extract_release(struct extract *e)
{
	temp_remove(&e->temporary);
}
