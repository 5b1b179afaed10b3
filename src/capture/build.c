/* Making a database where there is none: bear runs the build and writes down the compilers it sees. This is the one place
 * where capture runs anything, and what it runs is what the user typed. */
#include "capture.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

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
static void tell(const char *output, int status)
{
	json_error_t error;
	json_t *list = json_load_file(output, 0, &error);
	size_t n = json_array_size(list);

	json_decref(list);
	if (!n)
		warn("%s: no compile command was seen: if everything was built already, clean it first (`make clean`)", output);
	else
		note("%s: %zu compile commands; next: snag check", output, n);
	if (status)
		warn("the build ended with status %d: what it did not get to is not in the database; `make -k` goes on after "
		     "errors",
		     status);
}

int capture_build(const char *output, char *const argv[])
{
	static char bear[] = "bear", option[] = "--output", end[] = "--";
	VEC(char *) args = { 0 };
	struct arena a;
	posix_spawnattr_t attributes;
	sigset_t usual;
	pid_t pid;
	int error;

	if (!argv[0]) {
		warn("nothing to run: say `snag capture -- make`, or whatever builds the program");
		return EXIT_TROUBLE;
	}
	arena_init(&a, "capture build");
	*vec_add(&a, &args) = bear;
	*vec_add(&a, &args) = option;
	*vec_add(&a, &args) = arena_string(&a, output);
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
	arena_release(&a);
	if (error == ENOENT)
		warn("bear is not installed: it is what watches a build (Debian: apt-get install bear)");
	else if (error)
		warn("bear cannot be run: %s", strerror(error));
	if (error)
		return EXIT_TROUBLE;
	error = wait_for(pid);
	tell(output, error);
	return error;
}
