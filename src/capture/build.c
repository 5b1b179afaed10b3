/* Making a database where there is none: bear runs the build and writes down the compilers it sees. This is the one place
 * where capture runs anything, and what it runs is what the user typed. */
#include "capture.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/temp.h"

/* The build, 0: none is running, and the signal that stopped us: for the handler below, which is given nothing else. */
static volatile sig_atomic_t running, stopped;

/* Who stops us stops the build; what it has compiled until then is still merged. */
static void pass_on(int signal)
{
	int error = errno;

	stopped = signal;
	if (running)
		kill((pid_t)running, signal);
	errno = error;
}

static void pass_on_signals(void)
{
	static const int stopping[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction usual, own = { .sa_handler = pass_on };

	for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++)
		if (sigaction(stopping[i], NULL, &usual) == 0 && usual.sa_handler != SIG_IGN) /* as nohup has it */
			sigaction(stopping[i], &own, NULL);
}

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

/* What checks this database from here: it need not be named where a check finds it by itself. */
static const char *next_command(struct arena *a, const char *output)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,/@%:";
	const char *found = capture_find(a, path_cwd(a)), *quote = output[strspn(output, plain)] ? "'" : "";
	struct file_place one = file_place(a, output), other = file_place(a, found ? found : "/");

	return found && file_same_place(&one, &other) ? "snag check" : arena_format(a, "snag check -p %s%s%s", quote, output, quote);
}

/* What became of it, for people who watch a build scroll by. */
static void tell(struct arena *a, const char *output, const struct capture_change *c, int status)
{
	const char *s = c->entries == 1 ? "" : "s";

	if (c->unread)
		warn("%s was not a compile database: it %s", output, c->seen ? "was replaced" : "stays as it was");
	if (!c->seen && !(c->had && !c->entries))
		warn("%s: no compile command was recorded: %s", output,
		     c->had ? "it stays as it was, except for files that are gone" :
			      "if everything was built already, clean it first (`make clean`)");
	if (c->had && !c->entries)
		warn("%s: every file in it is gone, so it stays as it was: remove it, or build where the files are", output);
	else if (c->had)
		note("%s: %u compile command%s: %u new, %u updated, %u kept, %u removed; next: %s", output, c->entries, s, c->added,
		     c->updated, c->kept, c->removed, next_command(a, output));
	else if (c->seen)
		note("%s: %u compile command%s; next: %s", output, c->entries, s, next_command(a, output));
	if (status)
		warn("the build ended with status %d: files that it did not reach are %s; `make -k` goes on after errors", status,
		     c->had ? "in the database only if an earlier build compiled them" : "not in the database");
}

static int wait_and_merge(struct arena *a, pid_t pid, const char *output, const char *fresh)
{
	struct capture_change change;
	struct trouble t;
	int status = wait_for(pid);

	running = 0;
	if (!capture_merge(output, fresh, &change, &t)) {
		warn("%s", t.text);
		return EXIT_TROUBLE;
	}
	status = stopped ? 128 + stopped : status;
	tell(a, output, &change, status);
	return status;
}

/* Gives an error number. */
static int start(struct arena *a, const char *fresh, char *const argv[], pid_t *pid)
{
	static char bear[] = "bear", option[] = "--output", end[] = "--";
	VEC(char *) args = { 0 };
	posix_spawnattr_t attributes;
	sigset_t usual;
	int error;

	*vec_add(a, &args) = bear;
	*vec_add(a, &args) = option;
	*vec_add(a, &args) = arena_string(a, fresh);
	*vec_add(a, &args) = end;
	for (; *argv; argv++)
		*vec_add(a, &args) = *argv;
	*vec_add(a, &args) = NULL;
	posix_spawnattr_init(&attributes);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE); /* which we ignore; a build may count on it */
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(pid, "bear", NULL, &attributes, args.at, environ);
	posix_spawnattr_destroy(&attributes);
	return error;
}

int capture_build(const char *output, char *const argv[])
{
	const char *fresh;
	struct arena a;
	struct temp temp;
	struct trouble t;
	pid_t pid;
	int error, status = EXIT_TROUBLE;

	if (!argv[0]) {
		warn("no build command: for example `snag capture -- make`");
		return EXIT_TROUBLE;
	}
	if (file_exists(output) && !file_is_regular(output)) { /* it would be replaced, be it a device */
		warn("%s: not a regular file: a database cannot be kept there", output);
		return EXIT_TROUBLE;
	}
	arena_init(&a, "capture build");
	if (!file_may_put(output, &t) || !temp_make(&a, &temp, &t))
		die("%s", t.text);
	fresh = path_join(&a, temp.path, "fresh.json");
	error = start(&a, fresh, argv, &pid);
	if (error == ENOENT) {
		warn("bear, which records builds, is not installed (Debian: apt-get install bear)");
	} else if (error) {
		warn("bear cannot be run: %s", strerror(error));
	} else {
		running = pid;
		pass_on_signals();
		status = wait_and_merge(&a, pid, output, fresh);
	}
	temp_remove(&temp);
	arena_release(&a);
	return status;
}
