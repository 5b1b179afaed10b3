/* clang-19 is looked up in PATH and asked for its version: the Debian revision counts too. Asking takes as long as checking
 * thirty cached units, so the answer is kept in the cache beside what tells whether the program is still the same file.
 *
 * Which snag it is tells the hash of the sources that decide what a unit holds (tools/identity.py): a new version of an analysis
 * finds what was extracted before. */
#include "compiler.h"

#include <llvm/Config/llvm-config.h>

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache.h"
#include "extract_identity.h"
#include "ir/store/unit.h"

#define WANTED LLVM_VERSION_MAJOR

static const char *chosen; /* compiler_choose */

void compiler_choose(const char *path)
{
	chosen = path;
}

const char *compiler_llvm(void)
{
	return LLVM_VERSION_STRING;
}

static const char *find(struct arena *a, const char *name)
{
	const char *path = getenv("PATH");

	for (const char *s = path ? path : "/usr/bin"; *s;) {
		size_t n = strcspn(s, ":");
		char *file = arena_format(a, "%.*s/%s", (int)n, s, name);
		if (n && s[0] == '/' && access(file, X_OK) == 0 && !file_is_dir(file))
			return file;
		s += n + (s[n] == ':');
	}
	return NULL;
}

/* What it says to words that end with NULL, on both streams. */
static const char *ask(struct arena *a, const char *clang, char *const argv[])
{
	char text[8192], *env[] = { "LC_ALL=C", NULL };
	posix_spawn_file_actions_t actions;
	size_t n = 0;
	ssize_t got;
	int out[2], status = -1;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC) < 0)
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
	if (posix_spawn(&pid, clang, &actions, NULL, argv, env) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	while (n < sizeof text && (got = read(out[0], text + n, sizeof text - n)) > 0)
		n += (size_t)got;
	close(out[0]);
	if (pid > 0)
		waitpid(pid, &status, 0);
	return status == 0 && n ? arena_copy(a, text, n) : NULL;
}

static const char *ask_version(struct arena *a, const char *clang)
{
	char *argv[] = { (char *)(uintptr_t)clang, "--version", NULL };

	return ask(a, clang, argv);
}

const char *compiler_habits(struct arena *a, const char *clang)
{
	char *argv[] = { (char *)(uintptr_t)clang, "--no-default-config", "-ffile-compilation-dir=/", "-###", "-fsyntax-only", "-x", "c",
			 "/dev/null", NULL };

	return ask(a, clang, argv);
}

/* What changes when the program is replaced, as one line. */
static const char *which(struct arena *a, const char *clang)
{
	struct stat st;

	if (stat(clang, &st) < 0)
		return NULL;
	return arena_format(a, "%s %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 ".%09ld %" PRId64 ".%09ld\n", clang,
			    (uint64_t)st.st_dev, (uint64_t)st.st_ino, (int64_t)st.st_size, (int64_t)st.st_mtim.tv_sec,
			    st.st_mtim.tv_nsec, (int64_t)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
}

/* "Debian clang version 19.1.7 (3+b1)" -> "19.1.7"; NULL: this is no clang. */
static const char *number_of(struct arena *a, const char *said)
{
	const char *at = strstr(said, "clang version ");

	at = at ? at + strlen("clang version ") : "";
	return *at >= '0' && *at <= '9' ? arena_copy(a, at, strspn(at, "0123456789.")) : NULL;
}

static bool is_wanted(const char *number)
{
	return number && strtol(number, NULL, 10) == WANTED;
}

/* What was kept is believed only if it is what is wanted: a file that was damaged is asked for anew. */
static const char *version(struct arena *a, const char *dir, const char *clang)
{
	const char *file = arena_format(a, "%s/snag-clang-version", dir), *now = which(a, clang), *answer;
	struct bytes kept;
	struct trouble t;

	if (!now)
		return NULL;
	if (file_read(a, file, &kept, &t) && !strncmp(kept.at, now, strlen(now)) && is_wanted(number_of(a, kept.at + strlen(now))))
		return kept.at + strlen(now);
	answer = ask_version(a, clang);
	if (answer) {
		const char *text = arena_format(a, "%s%s", now, answer);
		if (!file_write(file, text, strlen(text), &t))
			return answer; /* asked again next time; a cache that cannot be written shows when a unit is */
	}
	return answer;
}

/* `dir`: where the answer is kept; NULL: nowhere. */
static bool look(struct arena *a, const char *dir, struct compiler *c, struct trouble *t)
{
	const char *usual = arena_format(a, "clang-%d", WANTED);
	const char *how = arena_format(a, "(Debian: apt-get install clang-%d); --clang=PATH names another one", WANTED);

	c->path = chosen ? path_join(a, path_cwd(a), chosen) : find(a, usual);
	if (!c->path)
		c->path = find(a, "clang");
	if (!c->path)
		return trouble(t, "clang-%d is not installed or not in PATH %s", WANTED, how);
	if (access(c->path, X_OK) != 0 || file_is_dir(c->path))
		return trouble(t, "--clang %s: there is no such program", chosen ? chosen : c->path);
	c->said = dir ? version(a, dir, c->path) : ask_version(a, c->path);
	if (!c->said)
		return trouble(t, "%s does not run (Debian: apt-get install --reinstall clang-%d)", c->path, WANTED);
	c->version = number_of(a, c->said);
	if (!is_wanted(c->version))
		return trouble(t, "%s is %s%s, and clang %d is needed %s", c->path, c->version ? "clang " : "no clang",
			       c->version ? c->version : "", WANTED, how);
	return true;
}

bool compiler_look(struct arena *a, struct compiler *c, struct trouble *t)
{
	return look(a, NULL, c, t);
}

bool compiler_find(struct arena *a, const char *dir, const char **clang, const char **identity, struct trouble *t)
{
	struct compiler c;

	if (!look(a, dir, &c, t))
		return false;
	*clang = c.path;
	*identity = arena_format(a, "snag %s %s unit %d by %s", SNAG_VERSION, EXTRACT_IDENTITY, UNIT_FORMAT, c.said);
	return true;
}
