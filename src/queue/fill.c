/* The coordinator: asks clang which files each unit reads, as many processes at a time as asked for; hands out what fits into the
 * window; asks for results; puts what is good into the cache. One thread, one connection.
 *
 * What does not fit into a task, what changes while it is under way and what comes back bad too often is left: extract compiles
 * it, as it would have without us. So nothing that a worker does or does not do can take a unit away. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/stat.h"
#include "base/store/map.h"
#include "base/system/progress.h"
#include "blob.h"
#include "extract/cache.h"
#include "extract/worker.h"
#include "group.h"
#include "ir/store/unit.h"
#include "queue.h"
#include "task.h"

enum { TICK_MS = 10, LOST_SECONDS = 5, KEPT_SECONDS = 600, SILENT_SECONDS = 10, ALIVE_SECONDS = 5 };

struct fill_task {
	struct arena arena;	   /* what is below */
	uint32_t job, nfiles, bad; /* bad: results that were thrown away */
	struct key command, name;
	struct bytes deps, bytes;
	struct timespec start;
	uint32_t *file;	 /* of fill.file, for each of the task's */
	const char *dir; /* of its files: the job's, really */
	const char *entry;
	double scan, handed; /* milliseconds; when */
	uint64_t sent;	     /* bytes of files that nobody had sent before */
	bool gone;	     /* the stream does not have it any more */
};

struct fill_scan {
	struct read_scan scan;
	struct fill_task *task;
	double began;
};

struct fill_file {   /* of one content */
	double kept; /* when we last saw it in Redis; 0: never */
	uint64_t size;
	bool told; /* in the trace */
};

struct queue_fill {
	struct arena *arena;
	const struct jobs *jobs;
	const struct queue_options *o;
	struct redis *redis;
	struct queue_group group;
	struct cache cache;
	const char *run;
	struct fill_scan *scan;
	uint32_t nscans, next, done;
	struct fill_task **task; /* that are handed out */
	uint32_t ntasks;
	struct intern content; /* hashes of files */
	VEC(struct fill_file) file;
	struct queue_filled *filled;
	double beat, looked, heard;
	bool warned;
	FILE *trace;
};

/* ---- which files ---- */

static void step(struct queue_fill *f, struct fill_task *t)
{
	f->done++;
	progress_step(f->done, path_base(f->jobs->job.at[t->job].file));
	arena_release(&t->arena);
	free(t);
}

/* Not in the cache, and something that a task can say. */
static bool is_wanted(struct queue_fill *f, uint32_t job, struct key *command)
{
	const struct job *j = &f->jobs->job.at[job];
	const char *path;

	*command = cache_command(&f->cache, j);
	path = cache_find(&f->cache, j, *command);
	return !(path && unit_whole(path)) && file_is_regular(j->file) && task_job_fits(j);
}

static const char *real_dir(struct arena *a, const char *dir)
{
	char *real = realpath(dir, NULL), *copy = real ? arena_string(a, real) : NULL;

	free(real);
	return copy;
}

static void start_scan(struct queue_fill *f)
{
	uint32_t job = f->next++;
	struct fill_scan *s = &f->scan[f->nscans];
	struct fill_task *t = calloc(1, sizeof *t);

	if (!t)
		die("out of memory");
	arena_init(&t->arena, "task");
	t->job = job;
	clock_gettime(CLOCK_REALTIME_COARSE, &t->start);
	*s = (struct fill_scan){ .task = t, .began = stat_now() };
	t->dir = is_wanted(f, job, &t->command) ? real_dir(&t->arena, f->jobs->job.at[job].dir) : NULL;
	if (!t->dir || !scan_start(&s->scan, &t->arena, &f->jobs->job.at[job], f->group.clang))
		step(f, t);
	else
		f->nscans++;
}

/* The row of a file's content. */
static uint32_t file_row(struct queue_fill *f, const struct key *content)
{
	uint32_t id = intern_string(&f->content, content->hex);

	while (f->file.n <= id)
		*vec_add(f->arena, &f->file) = (struct fill_file){ 0 };
	return id;
}

struct task_names {		  /* while the files of one task are gathered */
	struct intern path, node; /* names; device and inode */
	VEC(uint32_t) at, first;  /* by id of the name: its index in the task; by id of the node: the same of its first name */
};

/* One more file; false: it cannot be told in a task. */
static bool add_file(struct queue_fill *f, struct fill_task *t, struct task *task, struct task_names *c, const char *name)
{
	const char *path = path_join(&t->arena, t->dir, name);
	struct file_seen seen;
	uint64_t node[2];
	uint32_t id, known = c->path.entry.n, nodes = c->node.entry.n, n = task->nfiles;

	if (!task_path_fits(path) || !cache_look(&f->cache, &f->jobs->job.at[t->job], name, &seen) ||
	    seen.size > (uint64_t)limit(LIMIT_queue_file) << 20)
		return false;
	node[0] = seen.device;
	node[1] = seen.inode;
	id = intern_string(&c->path, path);
	if (id < known) /* once more by another spelling: a link could make another file of it */
		return !strcmp(task->file[c->at.at[id]].content.hex, seen.content.hex) &&
		       task->file[c->at.at[id]].same == c->first.at[intern_bytes(&c->node, node, sizeof node)];
	while (c->at.n <= id)
		*vec_add(&t->arena, &c->at) = n;
	c->at.at[id] = n;
	id = intern_bytes(&c->node, node, sizeof node);
	while (c->first.n <= id)
		*vec_add(&t->arena, &c->first) = n;
	if (id >= nodes)
		c->first.at[id] = n;
	task->file[n] = (struct task_file){ path, seen.content, seen.size, c->first.at[id] };
	t->file[n] = file_row(f, &seen.content);
	f->file.at[t->file[n]].size = seen.size;
	task->nfiles++;
	return true;
}

static bool make_task(struct queue_fill *f, struct fill_task *t)
{
	struct task task = { .job = f->jobs->job.at[t->job], .cwd = t->dir };
	struct task_names c = { 0 };
	uint32_t n = 0;

	intern_init(&c.path, &t->arena);
	intern_init(&c.node, &t->arena);
	for (const char *s = t->deps.at; s < t->deps.at + t->deps.len; s += strlen(s) + 1)
		n++;
	task.file = arena_array(&t->arena, (size_t)n + 1, sizeof *task.file);
	t->file = arena_array(&t->arena, (size_t)n + 1, sizeof *t->file);
	for (const char *s = t->deps.at; s < t->deps.at + t->deps.len; s += strlen(s) + 1)
		if (!add_file(f, t, &task, &c, s))
			return false;
	t->nfiles = task.nfiles;
	t->bytes = task_write(&t->arena, &task);
	t->name = cache_hash(t->bytes.at, t->bytes.len);
	return true;
}

/* ---- handing out ---- */

/* The content of one file that Redis does not have. False: it has changed. */
static bool send_file(struct queue_fill *f, struct fill_task *t, const char *name, const struct key *k)
{
	struct arena a;
	struct bytes content;
	struct trouble trouble;
	bool same;

	arena_init(&a, "source");
	same = file_read(&a, name[0] == '/' ? name : arena_format(&a, "%s/%s", t->dir, name), &content, &trouble) &&
	       !strcmp(cache_hash(content.at, content.len).hex, k->hex);
	if (same) {
		blob_put(f->redis, &a, k, content);
		t->sent += content.len;
	}
	arena_release(&a);
	return same;
}

/* Every file of the task is in Redis, and stays there for a while. */
static bool send_files(struct queue_fill *f, struct fill_task *t)
{
	const struct job *j = &f->jobs->job.at[t->job];
	const struct key **ask;
	const char **name;
	struct file_seen *seen;
	uint32_t n = 0, i = 0;
	bool *there, ok = true;
	struct arena a;

	arena_init(&a, "files");
	ask = arena_array(&a, (size_t)t->nfiles + 1, sizeof *ask);
	name = arena_array(&a, (size_t)t->nfiles + 1, sizeof *name);
	seen = arena_array(&a, (size_t)t->nfiles + 1, sizeof *seen);
	there = arena_array(&a, (size_t)t->nfiles + 1, sizeof *there);
	for (const char *s = t->deps.at; ok && s < t->deps.at + t->deps.len; s += strlen(s) + 1) {
		ok = cache_look(&f->cache, j, s, &seen[n]);
		i = ok ? file_row(f, &seen[n].content) : 0;
		if (!ok || (f->file.at[i].kept && stat_now() - f->file.at[i].kept < KEPT_SECONDS))
			continue;
		f->file.at[i].kept = stat_now();
		ask[n] = &seen[n].content;
		name[n++] = s;
	}
	blob_keep(f->redis, &a, ask, n, there);
	for (uint32_t k = 0; ok && k < n; k++)
		ok = there[k] || send_file(f, t, name[k], ask[k]);
	arena_release(&a);
	return ok;
}

/* A name for a run that nobody else has. */
static const char *make_name(struct arena *a)
{
	uint64_t bytes[2] = { 0 };

	if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
		bytes[0] = (uint64_t)getpid() << 32 ^ (uint64_t)time(NULL);
	return arena_format(a, "%016llx%016llx", (unsigned long long)bytes[0], (unsigned long long)bytes[1]);
}

static void say_alive(struct queue_fill *f)
{
	if (f->beat && stat_now() - f->beat < ALIVE_SECONDS)
		return;
	f->beat = stat_now();
	REDIS_TELL(f->redis, "SET", arena_format(f->arena, "snag:run:%s", f->run), "1", "EX", RUN_SECONDS);
}

static void post(struct queue_fill *f, struct fill_task *t)
{
	redisReply *r = REDIS_ASK(f->redis, "XADD", f->group.tasks, "*", "task", t->name.hex, "run", f->run);

	t->entry = r->type == REDIS_REPLY_STRING ? arena_string(&t->arena, r->str) : NULL;
	t->gone = false;
	freeReplyObject(r);
}

/* False: not this one. */
static bool hand_out(struct queue_fill *f, struct fill_task *t)
{
	const struct key *name = &t->name;
	bool there;

	if (!send_files(f, t))
		return false;
	blob_keep(f->redis, &t->arena, &name, 1, &there);
	if (!there)
		blob_put(f->redis, &t->arena, &t->name, t->bytes);
	say_alive(f);
	post(f, t);
	return true;
}

static bool end_scan(struct queue_fill *f, struct fill_scan *s)
{
	struct fill_task *t = s->task;

	if (!scan_finish(&s->scan, &t->arena, &t->deps) || !make_task(f, t))
		return false;
	t->scan = (stat_now() - s->began) * 1000;
	if (!hand_out(f, t))
		return false;
	t->handed = stat_now();
	f->task[f->ntasks++] = t;
	return true;
}

/* ---- what comes back ---- */

/* The unit is one, is whole, and is of this job. */
static bool is_unit_of(const struct job *j, struct bytes unit)
{
	struct arena a;
	struct program p;
	struct trouble t;
	bool good;

	arena_init(&a, "unit of another");
	program_init(&p, &a);
	good = unit_parse(unit, j->file, &p, &t) && program_valid(&p, &t) && p.unit.n == 2 &&
	       !strcmp(intern_get(&p.str, p.unit.at[1].file.i), j->file) &&
	       !strcmp(intern_get(&p.str, p.unit.at[1].dir.i), j->dir);
	arena_release(&a);
	return good;
}

/* Written only if it is certain that the files are still those that were sent. */
static void keep_unit(struct queue_fill *f, struct fill_task *t, struct bytes unit)
{
	const struct job *j = &f->jobs->job.at[t->job];
	struct trouble trouble;
	const char *path;

	if (!cache_is_certain(&f->cache, j, t->deps, t->start))
		return;
	if (!cache_place(&f->cache, j, t->command, t->deps, t->start, &path, &trouble) ||
	    !file_write(path, unit.at, unit.len, &trouble))
		die("%s", trouble.text);
	f->filled->units++;
}

/* One line a unit: what it cost, and its files, by number; a file has its size where it is first told. */
static void write_trace(struct queue_fill *f, const struct fill_task *t, const struct task_result *r)
{
	if (!f->trace)
		return;
	fprintf(
	    f->trace,
	    "{\"unit\": %u, \"scan_ms\": %.1f, \"worker_ms\": %u, \"round_ms\": %.1f, \"sent_bytes\": %llu, \"task_bytes\": %zu, "
	    "\"result_bytes\": %zu, \"made\": %s, \"files\": [",
	    t->job, t->scan, r->milliseconds, (stat_now() - t->handed) * 1000, (unsigned long long)t->sent, t->bytes.len,
	    r->unit.len, r->kind == RESULT_UNIT ? "true" : "false");
	for (uint32_t i = 0; i < t->nfiles; i++) {
		struct fill_file *file = &f->file.at[t->file[i]];
		fprintf(f->trace, "%s", i ? ", " : "");
		if (file->told)
			fprintf(f->trace, "%u", t->file[i]);
		else
			fprintf(f->trace, "[%u, %llu]", t->file[i], (unsigned long long)file->size);
		file->told = true;
	}
	fputs("]}\n", f->trace);
}

/* Once more, but for what has gone wrong too often. */
static bool again(struct queue_fill *f, struct fill_task *t)
{
	if (++t->bad > limit(LIMIT_queue_tries))
		return false;
	for (uint32_t i = 0; i < t->nfiles; i++)
		f->file.at[t->file[i]].kept = 0;
	REDIS_TELL(f->redis, "DEL", arena_format(&t->arena, "snag:done:%s", t->name.hex));
	return hand_out(f, t);
}

/* True: there is nothing more to wait for. */
static bool take_result(struct queue_fill *f, struct fill_task *t, const char *name, size_t len)
{
	const struct job *j = &f->jobs->job.at[t->job];
	struct arena a;
	struct bytes bytes;
	struct task_result r = { 0 };
	struct key k = { 0 };
	bool good, over = true;

	arena_init(&a, "result");
	good = key_parse(name, len, &k) && blob_get(f->redis, &a, &k, (uint64_t)limit(LIMIT_queue_file) << 20, &bytes) &&
	       result_parse(&a, bytes, &t->name, &r);
	if (good && r.kind == RESULT_UNIT)
		good = r.read.len == t->deps.len && !memcmp(r.read.at, t->deps.at, r.read.len) && is_unit_of(j, r.unit);
	if (good && r.kind == RESULT_UNIT)
		keep_unit(f, t, r.unit);
	if (!good)
		f->filled->rubbish++;
	if (!good || r.kind == RESULT_MISSING)
		over = !again(f, t);
	if (over)
		write_trace(f, t, &r);
	if (k.hex[0])
		blob_drop(f->redis, &a, &k);
	if (over)
		REDIS_TELL(f->redis, "DEL", arena_format(&a, "snag:done:%s", t->name.hex));
	arena_release(&a);
	return over;
}

static redisReply *ask_done(struct queue_fill *f, struct arena *a)
{
	struct bytes *word = arena_array(a, (size_t)f->ntasks + 1, sizeof *word);
	struct redis_command c = { word, f->ntasks + 1, 0 };
	redisReply *r;

	word[0] = redis_text("MGET");
	for (uint32_t i = 0; i < f->ntasks; i++)
		word[i + 1] = redis_text(arena_format(a, "snag:done:%s", f->task[i]->name.hex));
	redis_many(f->redis, &c, 1, NULL, &r);
	return r;
}

/* Done, or given up. */
static void end_task(struct queue_fill *f, uint32_t at)
{
	struct fill_task *t = f->task[at];

	blob_drop(f->redis, &t->arena, &t->name);
	if (t->entry)
		REDIS_TELL(f->redis, "XDEL", f->group.tasks, t->entry);
	f->task[at] = f->task[--f->ntasks];
	step(f, t);
}

static void look_for_results(struct queue_fill *f)
{
	struct arena a;
	redisReply *r;

	if (!f->ntasks)
		return;
	arena_init(&a, "asking");
	r = ask_done(f, &a);
	for (uint32_t i = f->ntasks; r->type == REDIS_REPLY_ARRAY && i-- > 0;) {
		const redisReply *e = i < r->elements ? r->element[i] : NULL;
		bool over = false;
		if (e && e->type == REDIS_REPLY_STRING) {
			f->heard = stat_now();
			over = take_result(f, f->task[i], e->str, e->len);
		} else if (f->task[i]->gone) { /* no entry, no result: a server that was restarted has lost it */
			over = !hand_out(f, f->task[i]);
		}
		if (over)
			end_task(f, i);
	}
	freeReplyObject(r);
	arena_release(&a);
}

/* Which entries the stream does not have any more. A worker takes one away after its result is there. */
static void look_for_lost(struct queue_fill *f)
{
	if (stat_now() - f->looked < LOST_SECONDS)
		return;
	f->looked = stat_now();
	for (uint32_t i = 0; i < f->ntasks; i++) {
		const char *id = f->task[i]->entry;
		redisReply *r = id ? REDIS_ASK(f->redis, "XRANGE", f->group.tasks, id, id) : NULL;
		f->task[i]->gone = !r || (r->type == REDIS_REPLY_ARRAY && !r->elements);
		if (r)
			freeReplyObject(r);
	}
}

/* ---- the run ---- */

static void look_at_scans(struct queue_fill *f)
{
	struct pollfd *p = calloc(f->nscans + 1, sizeof *p);

	if (!p)
		die("out of memory");
	for (uint32_t i = 0; i < f->nscans; i++)
		p[i] = (struct pollfd){ .fd = f->scan[i].scan.end, .events = POLLIN };
	(void)!poll(p, f->nscans, TICK_MS);
	for (uint32_t i = f->nscans; i-- > 0;) {
		struct fill_scan s = f->scan[i];
		if (!p[i].revents)
			continue;
		f->scan[i] = f->scan[--f->nscans];
		if (!end_scan(f, &s))
			step(f, s.task);
	}
	free(p);
}

/* Nobody works for us. */
static bool is_hopeless(struct queue_fill *f)
{
	double silent = stat_now() - f->heard;

	if (!f->ntasks)
		f->heard = stat_now();
	if (f->ntasks && silent > SILENT_SECONDS && silent < f->o->redis.patience && !f->warned) {
		f->warned = true;
		note("no worker of group %.16s has sent anything from %s for %d s; after %u s the units are compiled here",
		     f->group.tasks + strlen("snag:"), redis_name(f->redis), SILENT_SECONDS, f->o->redis.patience);
	}
	return f->ntasks && silent >= f->o->redis.patience;
}

static void run_all(struct queue_fill *f)
{
	uint32_t window = limit(LIMIT_queue_window);

	f->heard = stat_now();
	while (f->next < f->jobs->job.n || f->nscans || f->ntasks) {
		while (f->next < f->jobs->job.n && f->nscans < f->o->workers && f->nscans + f->ntasks < window)
			start_scan(f);
		look_at_scans(f);
		say_alive(f);
		look_for_lost(f);
		look_for_results(f);
		if (is_hopeless(f)) {
			warn("no worker has sent anything from %s for %u s: what is left is compiled here", redis_name(f->redis),
			     f->o->redis.patience);
			break;
		}
	}
}

static void clear_up(struct queue_fill *f)
{
	for (uint32_t i = 0; i < f->nscans; i++)
		scan_stop(&f->scan[i].scan);
	while (f->ntasks)
		end_task(f, f->ntasks - 1);
	REDIS_TELL(f->redis, "DEL", arena_format(f->arena, "snag:run:%s", f->run));
	redis_close(f->redis);
}

static bool begin(struct queue_fill *f, struct trouble *t)
{
	if (!file_make_dirs(f->o->cache, t) || !redis_make(f->arena, &f->o->redis, &f->redis, t) ||
	    !group_find(f->arena, f->o->cache, &f->group, t))
		return false;
	if (f->o->trace) {
		f->trace = fopen(f->o->trace, "we");
		if (!f->trace)
			return trouble(t, "%s: cannot be written: %s", f->o->trace, strerror(errno));
	}
	cache_init(&f->cache, f->arena, f->o->cache, f->group.identity);
	intern_init(&f->content, f->arena);
	f->run = make_name(f->arena);
	f->scan = arena_array(f->arena, f->o->workers, sizeof *f->scan);
	f->task = arena_array(f->arena, (size_t)limit(LIMIT_queue_window) + 1, sizeof *f->task);
	return true;
}

bool queue_fill(struct arena *a, const struct jobs *jobs, const struct queue_options *o, struct queue_filled *filled,
		struct trouble *t)
{
	struct queue_fill f = { .arena = a, .jobs = jobs, .o = o, .filled = filled };

	*filled = (struct queue_filled){ 0 };
	if (!begin(&f, t))
		return false;
	group_make(f.redis, &f.group);
	progress_start("extract on workers", jobs->job.n);
	run_all(&f);
	progress_end();
	clear_up(&f);
	if (f.trace && fclose(f.trace) != 0)
		return trouble(t, "%s: cannot be written: %s", o->trace, strerror(errno));
	return true;
}
