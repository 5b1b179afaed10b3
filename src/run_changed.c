/* What has changed: git says which lines, the units say which functions and variables these are. git runs as the user's own
 * command, without anything that a repository may name to be run beside it. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stat.h"
#include "base/store/hash.h"
#include "base/store/map.h"
#include "ir/body.h"
#include "ir/store/unit.h"
#include "report/track/changed.h"
#include "run.h"

/* What it prints; dies if it fails. */
static struct bytes ask_git(struct run *r, char **argv)
{
	posix_spawn_file_actions_t actions;
	VEC(char) text = { 0 };
	int out[2], status = -1, error;
	ssize_t got = -1;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC) < 0)
		die("git: %s", strerror(errno));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0); /* what is wrong is told below */
	error = posix_spawnp(&pid, "git", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	if (error)
		die("--since needs git: %s", strerror(error));
	do {
		vec_reserve(r->arena, &text, text.n + (1 << 16));
		got = read(out[0], text.at + text.n, 1 << 16);
		text.n += got > 0 ? (uint32_t)got : 0;
	} while (got > 0 || (got < 0 && errno == EINTR));
	close(out[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		die("--since %s: git does not know what has changed since then; is it a revision, and is this a repository?",
		    r->opt->since);
	return (struct bytes){ arena_copy(r->arena, text.at, text.n), text.n };
}

static void read_since(struct run *r, struct changed *c)
{
	char *rev = arena_string(r->arena, r->opt->since);
	char *top[] = { "git", "rev-parse", "--show-toplevel", NULL };
	char *diff[] = { "git",
			 "-c",
			 "core.fsmonitor=false",
			 "-c",
			 "core.quotePath=false",
			 "diff",
			 "--no-ext-diff",
			 "--no-textconv",
			 "--no-color",
			 "--no-renames",
			 "--src-prefix=a/",
			 "--dst-prefix=b/",
			 "-U0",
			 rev,
			 "--",
			 NULL };
	char *others[] = { "git", "-c", "core.fsmonitor=false", "ls-files", "-z", "--others", "--exclude-standard", "--full-name",
			   ":/",  NULL };
	struct bytes root, text;
	struct trouble t;
	char *dir;

	if (rev[0] == '-' || !rev[0])
		die("--since: '%s' is no revision", rev);
	root = ask_git(r, top);
	dir = arena_copy(r->arena, root.at, strcspn(root.at, "\n"));
	text = ask_git(r, diff);
	if (!changed_read_patch(c, dir, text.at, &t))
		die("--since: %s", t.text);
	text = ask_git(r, others); /* new files that nobody has added yet */
	for (const char *at = text.at; at < (const char *)text.at + text.len; at += strlen(at) + 1)
		changed_add_file(c, path_join(r->arena, dir, at));
}

/* ---- where functions and variables are ---- */

/* The last line of the function that is in its own file. */
static uint32_t last_line(struct arena *a, const struct program *p, const struct sym *s, struct body *b)
{
	uint32_t last = s->line;
	struct trouble t;

	if (!body_read(a, p, s->fn, b, &t))
		return last;
	for (uint32_t i = 1; i < b->loc.n; i++)
		if (b->loc.at[i].file.i == s->file.i && !b->loc.at[i].fn.i && b->loc.at[i].line > last)
			last = b->loc.at[i].line;
	return last;
}

static void tell_symbols(struct arena *a, struct changed *c, const struct program *p)
{
	struct body b = { 0 };

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		const char *file = intern_get(&p->str, s->file.i),
			   *name = intern_get(&p->str, s->source.i ? s->source.i : s->name.i);
		if (!s->line || !changed_has(c, file))
			continue;
		if (s->kind == SYM_VARIABLE &&
		    !strchr(intern_get(&p->str, s->name.i), '.')) /* those of functions are part of them */
			changed_variable(c, file, name, s->line);
		else if (s->kind != SYM_VARIABLE && s->fn.i)
			changed_function(c, file, name, s->line, last_line(a, p, s, &b));
	}
}

/* Does this unit define anything in a changed file? Answers are kept by path. */
static bool unit_has_changed(struct run *r, struct changed *c, struct map *seen, const char *path)
{
	struct arena scratch;
	struct program p;
	struct trouble t;
	bool found = false, good;

	arena_init(&scratch, "changed");
	program_init(&p, &scratch);
	good = unit_load_symbols(path, &p, &t);
	for (uint32_t i = 1; good && !found && i < p.sym.n; i++) {
		const char *file = intern_get(&p.str, p.sym.at[i].file.i);
		size_t len = intern_length(&p.str, p.sym.at[i].file.i);
		uint32_t *known = map_at(r->arena, seen, hash_much(file, len, 0));
		if (!*known)
			*known = 1 + changed_has(c, arena_copy(&scratch, file, len));
		found = *known == 2;
	}
	arena_release(&scratch);
	return found;
}

void look_for_changes(struct run *r)
{
	if (!r->opt->since && !r->opt->changed.n)
		return;
	stat_phase("changed");
	r->changed = arena_new(r->arena, struct changed);
	r->changed->arena = r->arena;
	for (uint32_t i = 0; i < r->opt->changed.n; i++) {
		if (!file_exists(r->opt->changed.at[i]))
			die("--changed %s: no such file", r->opt->changed.at[i]);
		changed_add_file(r->changed, r->opt->changed.at[i]);
	}
	if (r->opt->since)
		read_since(r, r->changed);
}

void leave_unchanged(struct run *r)
{
	struct map seen = { 0 };

	if (!r->changed)
		return;
	stat_phase("changed");
	for (uint32_t i = 0; i < r->units.n && r->changed->file.n; i++) {
		const char *path = r->units.unit[i].path;
		struct arena scratch;
		struct program p;
		struct trouble t;
		if (!path || !unit_has_changed(r, r->changed, &seen, path))
			continue;
		arena_init(&scratch, "changed");
		program_init(&p, &scratch);
		if (unit_load(path, &p, &t)) {
			tell_symbols(&scratch, r->changed, &p);
			unit_close(&p);
		}
		arena_release(&scratch);
	}
	stat_add(STAT_elsewhere, changed_apply(r->changed, r->finding.at, r->finding.n));
}
