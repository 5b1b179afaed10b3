/* Making a database where there is none: bear runs the build and writes down the compilers it sees. This is the one place
 * where capture runs anything, and what it runs is what the user typed. */
#include "capture.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) {
			warn("bear: %s", strerror(errno));
			return EXIT_TROUBLE;
		}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* What became of it, for people who watch a build scroll by. */
static void tell(const char *output, const struct capture_change *c, int status)
{
	if (!c->seen)
		warn("%s: no compile command was seen: %s", output,
		     c->had ? "it stays as it was, but for files that are gone" :
			      "if everything was built already, clean it first (`make clean`)");
	if (c->had)
		note("%s: %u compile command%s: %u new, %u updated, %u kept, %u removed; next: snag check", output, c->entries,
		     c->entries == 1 ? "" : "s", c->added, c->updated, c->kept, c->removed);
	else if (c->seen)
		note("%s: %u compile commands; next: snag check", output, c->entries);
	if (status)
		warn("the build ended with status %d: what it did not get to is %s; `make -k` goes on after errors", status,
		     c->had ? "in the database only if an earlier one did" : "not in the database");
}

/* All that bear left in its directory. */
static void clean(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d)))
		(void)!unlinkat(dirfd(d), e->d_name, 0); /* . and .. are no files */
	if (d)
		closedir(d);
	rmdir(dir);
}

static int wait_and_merge(pid_t pid, const char *output, const char *fresh)
{
	struct capture_change change;
	struct trouble t;
	int status = wait_for(pid);

	if (!capture_merge(output, fresh, &change, &t)) {
		warn("%s", t.text);
		return EXIT_TROUBLE;
	}
	tell(output, &change, status);
	return status;
}

int capture_build(const char *output, char *const argv[])
{
	const char *base = getenv("TMPDIR"), *fresh;
	static char bear[] = "bear", option[] = "--output", end[] = "--";
	VEC(char *) args = { 0 };
	struct arena a;
	char *dir;
	posix_spawnattr_t attributes;
	sigset_t usual;
	bool spawned;
	pid_t pid;
	int error;

	if (!argv[0]) {
		warn("nothing to run: say `snag capture -- make`, or whatever builds the program");
		return EXIT_TROUBLE;
	}
	if (file_exists(output) && !file_is_regular(output)) { /* it would be replaced, be it a device */
		warn("%s: not a regular file: a database cannot be kept there", output);
		return EXIT_TROUBLE;
	}
	arena_init(&a, "capture build");
	dir = arena_format(&a, "%s/snag-XXXXXX", base && base[0] == '/' ? base : "/tmp");
	if (!mkdtemp(dir))
		die("%s: cannot make a temporary directory: %s", dir, strerror(errno));
	fresh = path_join(&a, dir, "fresh.json");
	*vec_add(&a, &args) = bear;
	*vec_add(&a, &args) = option;
	*vec_add(&a, &args) = arena_string(&a, fresh);
	*vec_add(&a, &args) = end;
	for (; *argv; argv++)
		*vec_add(&a, &args) = *argv;
	*vec_add(&a, &args) = NULL;
	posix_spawnattr_init(&attributes);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE); /* which we ignore; a build may count on it */
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(&pid, "bear", NULL, &attributes, args.at, environ);
	posix_spawnattr_destroy(&attributes);
	spawned = error == 0;
	if (error == ENOENT)
		warn("bear is not installed: it is what watches a build (Debian: apt-get install bear)");
	else if (error)
		warn("bear cannot be run: %s", strerror(error));
	else
		error = wait_and_merge(pid, output, fresh);
	clean(dir);
	arena_release(&a);
	return spawned ? error : EXIT_TROUBLE;
}
