/* The worker: as many processes as it was asked for, each with a connection of its own, one unit at a time. The parent only
 * looks after them.
 *
 * A task is untrusted. What of it reaches a program is the command that capture would have let through, and names that have
 * no meaning but in clang's overlay of files, outside of which clang sees nothing. clang runs in a process of its own, with an
 * end. */
#include "queue.h"

#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/stat.h"
#include "base/system/temp.h"
#include "blob.h"
#include "extract/worker.h"
#include "group.h"
#include "task.h"

struct serve {
	struct arena *arena; /* as long as the process */
	struct arena task;   /* as long as a task */
	struct redis *redis;
	struct queue_group group;
	const char *me;	   /* the name of the consumer */
	const char *dir;   /* of this process: store/, scratch/ and files */
	uint64_t stored;   /* bytes in store/ */
	const char *entry; /* being worked at */
	double beat;	   /* when that was said */
};

static volatile sig_atomic_t ending;

static void on_end(int number)
{
	(void)number;
	ending = 1;
}

/* ---- files ---- */

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	(void)st, (void)kind;
	if (where->level)
		(void)!remove(path);
	return 0;
}

static void make_dir(const char *path)
{
	struct trouble t;

	if (!file_make_dirs(path, &t))
		die("%s", t.text);
}

/* The entry is still ours, and being worked at. */
static void beat(struct serve *s)
{
	if (!s->entry || stat_now() - s->beat < group_beat())
		return;
	s->beat = stat_now();
	freeReplyObject(redis_ask_accepting(
	    s->redis, 0, "NOGROUP",
	    (const char *const[]){ "XCLAIM", s->group.tasks, GROUP_NAME, s->me, "0", s->entry, "JUSTID", NULL }));
}

/* Where the file is here. One name, one file, for every task: clang takes two names of one file for the same, and two files of
 * the same content for different ones. */
static const char *store_path(struct serve *s, const struct task *t, const struct task_file *f)
{
	const char *text = arena_format(&s->task, "%s %s", f->content.hex, t->file[f->same].path);
	struct key k = cache_hash(text, strlen(text));

	return arena_format(&s->task, "%s/store/%.2s/%s", s->dir, k.hex, k.hex + 2);
}

static bool is_stored(const char *path, const struct task_file *f)
{
	struct bytes file;
	struct trouble t;
	bool same;

	if (!file_map(path, &file, &t))
		return false;
	same = !strcmp(cache_hash(file.at, file.len).hex, f->content.hex);
	file_unmap(file);
	return same;
}

/* False: it is not to be had. */
static bool fetch(struct serve *s, const struct task *t, const struct task_file *f, const char **path)
{
	struct bytes content;
	struct trouble trouble;
	struct arena a;
	bool ok;

	*path = store_path(s, t, f);
	if (f->same != f - t->file || is_stored(*path, f))
		return true;
	beat(s);
	arena_init(&a, "source");
	ok = blob_get(s->redis, &a, &f->content, (uint64_t)limit(LIMIT_queue_file) << 20, &content);
	if (ok) {
		make_dir(path_dir(&a, *path));
		if (!file_write(*path, content.at, content.len, &trouble))
			die("%s", trouble.text);
		s->stored += content.len;
	}
	arena_release(&a);
	return ok;
}

/* For clang: each file under its name, and nothing else. NULL: one is missing, `why` says which. */
static const char *make_overlay(struct serve *s, const struct task *t, const char **why)
{
	const char *path = arena_format(&s->task, "%s/overlay.yaml", s->dir), *file;
	struct trouble trouble;
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	bool ok = true;

	if (!f)
		die("out of memory");
	fputs("{'version':0,'case-sensitive':true,'use-external-names':false,'redirecting-with':'redirect-only','roots':[", f);
	for (uint32_t i = 0; ok && i < t->nfiles; i++) {
		ok = fetch(s, t, &t->file[i], &file);
		if (!ok)
			*why = t->file[i].path;
		fprintf(f, "%s\n{'type':'file','name':\"%s\",'external-contents':\"%s\"}", i ? "," : "", t->file[i].path, file);
	}
	fputs("]}\n", f);
	if (fclose(f) != 0)
		die("out of memory");
	if (ok && !file_write(path, text, len, &trouble))
		die("%s", trouble.text);
	free(text);
	return ok ? path : NULL;
}

/* ---- compiling ---- */

static void hold_back(void)
{
	rlim_t seconds = limit(LIMIT_queue_seconds);
	struct rlimit time = { seconds, seconds + 5 }, none = { 0, 0 };

	setrlimit(RLIMIT_CPU, &time);
	setrlimit(RLIMIT_CORE, &none);
}

static pid_t start(struct serve *s, const struct task *t, const char *overlay, int *fd)
{
	struct abroad abroad = { t->cwd, overlay, arena_format(&s->task, "%s/scratch", s->dir) };
	pid_t pid;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		die("cannot start a compiler: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		die("cannot start a compiler: %s", strerror(errno));
	if (pid == 0) {
		close(pair[0]);
		signal(SIGTERM, SIG_DFL);
		signal(SIGINT, SIG_DFL);
		hold_back();
		worker_run(&t->job, s->group.clang, &abroad, pair[1]);
	}
	close(pair[1]);
	*fd = pair[0];
	return pid;
}

/* One message; false: there is none more, or no time. */
static bool hear(struct serve *s, int fd, double until, enum message_kind *kind, struct bytes *text)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (!ending && stat_now() < until) {
		int n = poll(&p, 1, 500);
		beat(s);
		if (n > 0)
			return message_receive(fd, &s->task, kind, text);
	}
	return false;
}

static void listen_to(struct serve *s, int fd, struct task_result *r)
{
	const char *place = arena_format(&s->task, "%s/unit.ir", s->dir);
	double until = stat_now() + limit(LIMIT_queue_seconds);
	enum message_kind kind;
	struct bytes text;
	struct trouble t;

	*r = (struct task_result){ .kind = RESULT_NONE, .why = "the compiler died or took too long" };
	while (hear(s, fd, until, &kind, &text)) {
		if (kind == MESSAGE_READ) {
			r->read = text;
			if (!message_send(fd, MESSAGE_PLACE, place, strlen(place)))
				return;
		} else if (kind == MESSAGE_FAILED) {
			r->why = text.at;
			return;
		} else if (kind == MESSAGE_DONE) {
			if (!file_read(&s->task, place, &r->unit, &t))
				die("%s", t.text);
			*r = (struct task_result){ .kind = RESULT_UNIT, .read = r->read, .unit = r->unit };
			return;
		} else {
			die("%s", text.at);
		}
	}
}

static void compile(struct serve *s, const struct task *t, const char *overlay, struct task_result *r)
{
	double began = stat_now();
	int fd;
	pid_t pid = start(s, t, overlay, &fd);

	listen_to(s, fd, r);
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(fd);
	r->milliseconds = (uint32_t)((stat_now() - began) * 1000);
}

/* ---- one task ---- */

static void make_room(struct serve *s)
{
	make_dir(arena_format(&s->task, "%s/scratch", s->dir));
	nftw(arena_format(&s->task, "%s/scratch", s->dir), remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (limit_over(LIMIT_queue_store, s->stored >> 20)) {
		nftw(arena_format(&s->task, "%s/store", s->dir), remove_one, 16, FTW_DEPTH | FTW_PHYS);
		s->stored = 0;
	}
}

static void do_task(struct serve *s, const struct key *k, struct task_result *r)
{
	struct bytes bytes;
	struct task t;
	const char *overlay;

	if (!blob_get(s->redis, &s->task, k, (uint64_t)limit(LIMIT_queue_file) << 20, &bytes)) {
		*r = (struct task_result){ .kind = RESULT_MISSING, .why = "the task" };
		return;
	}
	if (!task_parse(&s->task, bytes, &t)) {
		*r = (struct task_result){ .kind = RESULT_REFUSED, .why = "this is no task that a worker does" };
		return;
	}
	make_room(s);
	*r = (struct task_result){ .kind = RESULT_MISSING };
	overlay = make_overlay(s, &t, &r->why);
	if (overlay)
		compile(s, &t, overlay, r);
}

static void tell_result(struct serve *s, const struct key *task, const struct task_result *r)
{
	struct bytes bytes = result_write(&s->task, task, r);
	struct key k = cache_hash(bytes.at, bytes.len);

	blob_put(s->redis, &s->task, &k, bytes);
	REDIS_TELL(s->redis, "SET", arena_format(&s->task, "snag:done:%s", task->hex), k.hex, "EX", BLOB_SECONDS);
}

static void drop_entry(struct serve *s, const char *id)
{
	freeReplyObject(
	    redis_ask_accepting(s->redis, 0, "NOGROUP", (const char *const[]){ "XACK", s->group.tasks, GROUP_NAME, id, NULL }));
	REDIS_TELL(s->redis, "XDEL", s->group.tasks, id);
}

static bool exists(struct serve *s, const char *key)
{
	redisReply *r = REDIS_ASK(s->redis, "EXISTS", key);
	bool does = r->type == REDIS_REPLY_INTEGER && r->integer > 0;

	freeReplyObject(r);
	return does;
}

/* Another worker may have it at once. */
static void hand_back(struct serve *s)
{
	freeReplyObject(redis_ask_accepting(s->redis, 0, "NOGROUP",
					    (const char *const[]){ "XCLAIM", s->group.tasks, GROUP_NAME, s->me, "0", s->entry,
								   "IDLE", "3600000", "JUSTID", NULL }));
}

/* `times`: how many workers have had it. */
static void work(struct serve *s, const char *id, const struct key *task, const char *run, uint64_t times)
{
	struct task_result r = { .kind = RESULT_NONE, .why = "workers that took it have died" };

	s->entry = id;
	s->beat = stat_now();
	if (exists(s, arena_format(&s->task, "snag:run:%s", run)) &&
	    !exists(s, arena_format(&s->task, "snag:done:%s", task->hex))) {
		if (!limit_over(LIMIT_queue_tries, times))
			do_task(s, task, &r);
		if (ending) {
			hand_back(s);
			return;
		}
		tell_result(s, task, &r);
	}
	drop_entry(s, id);
	s->entry = NULL;
}

/* ---- entries ---- */

static const redisReply *element(const redisReply *r, size_t i, int type)
{
	return r && r->type == REDIS_REPLY_ARRAY && i < r->elements && r->element[i]->type == type ? r->element[i] : NULL;
}

static bool is_name(const redisReply *r)
{
	return r && r->len > 0 && r->len <= 64 && strspn(r->str, "0123456789abcdef-") == r->len;
}

/* [id, [name, value, ...]]; what is none of ours is thrown away. */
static void take_entry(struct serve *s, const redisReply *entry, uint64_t times)
{
	const redisReply *id = element(entry, 0, REDIS_REPLY_STRING), *fields = element(entry, 1, REDIS_REPLY_ARRAY);
	const redisReply *run = NULL, *value = NULL;
	struct key task;

	if (!is_name(id))
		return;
	for (size_t i = 0; fields && i + 1 < fields->elements; i += 2) {
		const redisReply *name = element(fields, i, REDIS_REPLY_STRING);
		if (name && !strcmp(name->str, "task"))
			value = element(fields, i + 1, REDIS_REPLY_STRING);
		else if (name && !strcmp(name->str, "run"))
			run = element(fields, i + 1, REDIS_REPLY_STRING);
	}
	if (value && is_name(run) && key_parse(value->str, value->len, &task))
		work(s, arena_string(&s->task, id->str), &task, run->str, times);
	else
		drop_entry(s, id->str);
}

/* [[id, consumer, idle, times], ...] */
static void take_over(struct serve *s, const redisReply *pending)
{
	const redisReply *id = element(pending, 0, REDIS_REPLY_STRING), *idle = element(pending, 2, REDIS_REPLY_INTEGER);
	const redisReply *times = element(pending, 3, REDIS_REPLY_INTEGER);
	uint32_t silence = limit(LIMIT_queue_silence) * 1000;
	redisReply *r;

	if (!is_name(id) || !idle || !times || idle->integer < silence)
		return;
	r = redis_ask_accepting(s->redis, 0, "NOGROUP",
				(const char *const[]){ "XCLAIM", s->group.tasks, GROUP_NAME, s->me,
						       arena_format(&s->task, "%u", silence), id->str, NULL });
	if (element(r, 0, REDIS_REPLY_ARRAY)) /* else somebody else has it, or it is gone */
		take_entry(s, r->element[0], (uint64_t)(times->integer < 0 ? 0 : times->integer));
	else if (r->type == REDIS_REPLY_ARRAY && r->elements == 1) /* nil: deleted, and still pending */
		drop_entry(s, id->str);
	freeReplyObject(r);
}

static void look_for_abandoned(struct serve *s)
{
	redisReply *r = redis_ask_accepting(
	    s->redis, 0, "NOGROUP", (const char *const[]){ "XPENDING", s->group.tasks, GROUP_NAME, "-", "+", "64", NULL });

	for (size_t i = 0; !ending && r->type == REDIS_REPLY_ARRAY && i < r->elements; i++) {
		take_over(s, r->element[i]);
		arena_release(&s->task);
	}
	freeReplyObject(r);
}

static void wait_for_entry(struct serve *s)
{
	redisReply *r = redis_ask_accepting(s->redis, 1, "NOGROUP",
					    (const char *const[]){ "XREADGROUP", "GROUP", GROUP_NAME, s->me, "COUNT", "1",
								   "BLOCK", "1000", "STREAMS", s->group.tasks, ">", NULL });
	const redisReply *stream = element(r, 0, REDIS_REPLY_ARRAY), *entries = element(stream, 1, REDIS_REPLY_ARRAY);

	if (r->type == REDIS_REPLY_ERROR) /* somebody has emptied the server */
		group_make(s->redis, &s->group);
	else if (element(entries, 0, REDIS_REPLY_ARRAY))
		take_entry(s, entries->element[0], 1);
	freeReplyObject(r);
	arena_release(&s->task);
}

/* ---- processes ---- */

static void catch_end(void)
{
	struct sigaction end = { .sa_handler = on_end };

	sigaction(SIGTERM, &end, NULL);
	sigaction(SIGINT, &end, NULL);
}

/* A consumer that has nothing goes away; one that has handed something back stays until that is taken over. */
static void leave(struct serve *s)
{
	redisReply *r = redis_ask_accepting(
	    s->redis, 0, "NOGROUP", (const char *const[]){ "XPENDING", s->group.tasks, GROUP_NAME, "-", "+", "1", s->me, NULL });

	if (r->type == REDIS_REPLY_ARRAY && !r->elements)
		freeReplyObject(redis_ask_accepting(
		    s->redis, 0, "NOGROUP",
		    (const char *const[]){ "XGROUP", "DELCONSUMER", s->group.tasks, GROUP_NAME, s->me, NULL }));
	freeReplyObject(r);
}

static _Noreturn void serve(struct serve *s, const struct redis_options *o, uint32_t number)
{
	double looked = 0;
	char host[64] = "";
	struct trouble t;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	gethostname(host, sizeof host - 1);
	s->me = arena_format(s->arena, "%s-%d-%u", host, (int)getpid(), number);
	s->dir = arena_format(s->arena, "%s/%u", s->dir, number);
	make_dir(s->dir);
	if (!redis_make(s->arena, o, &s->redis, &t))
		die("%s", t.text);
	arena_init(&s->task, "task");
	group_make(s->redis, &s->group);
	while (!ending) {
		if (stat_now() - looked > group_beat() / 2) {
			look_for_abandoned(s);
			looked = stat_now();
		}
		if (!ending)
			wait_for_entry(s);
	}
	leave(s);
	_exit(EXIT_CLEAN);
}

static pid_t start_process(struct serve *s, const struct redis_options *o, uint32_t number)
{
	pid_t pid = fork();

	if (pid < 0)
		die("cannot start a worker: %s", strerror(errno));
	if (pid == 0)
		serve(s, o, number);
	return pid;
}

static void end_all(const pid_t *pid, uint32_t n, int number)
{
	for (uint32_t i = 0; i < n; i++)
		if (pid[i] > 0)
			kill(pid[i], number);
	for (uint32_t i = 0; i < n; i++)
		while (pid[i] > 0 && waitpid(pid[i], NULL, 0) < 0 && errno == EINTR)
			;
}

/* One that ends by itself has said why; one that died is started again, but not for ever. */
static int look_after(struct serve *s, const struct redis_options *o, pid_t *pid, uint32_t n)
{
	uint32_t deaths = 0;

	while (!ending) {
		int status;
		pid_t ended = waitpid(-1, &status, 0);
		for (uint32_t i = 0; ended > 0 && !ending && i < n; i++) {
			if (pid[i] != ended)
				continue;
			pid[i] = 0;
			if (WIFEXITED(status))
				return WEXITSTATUS(status);
			warn("a worker was killed by signal %d; another one is started", WTERMSIG(status));
			if (limit_over(LIMIT_queue_deaths, ++deaths))
				return EXIT_TROUBLE;
			pid[i] = start_process(s, o, i);
		}
	}
	return EXIT_CLEAN;
}

int queue_serve(struct arena *a, const struct queue_options *o)
{
	struct serve s = { .arena = a };
	pid_t *pid = arena_array(a, o->workers, sizeof *pid);
	struct redis *first;
	struct trouble t;
	struct temp temp;
	int status;

	if (!redis_make(a, &o->redis, &first, &t) || !group_find(a, NULL, &s.group, &t) || !temp_make(a, &temp, &t))
		die("%s", t.text);
	s.dir = temp.path;
	group_make(first, &s.group); /* dies here, once, if it cannot */
	redis_close(first);
	note("%u at a time, from %s, group %.16s", o->workers, redis_name(first), s.group.tasks + strlen("snag:"));
	catch_end();
	for (uint32_t i = 0; i < o->workers; i++)
		pid[i] = start_process(&s, &o->redis, i);
	status = look_after(&s, &o->redis, pid, o->workers);
	end_all(pid, o->workers, status == EXIT_CLEAN ? SIGTERM : SIGKILL);
	temp_remove(&temp);
	return status;
}
