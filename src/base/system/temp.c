/* A signal handler could not remove a tree, and nothing handles SIGKILL. So a small process waits at a pipe that we hold open:
 * when it closes, we are gone, and the process removes what we have left. Workers hold the pipe as well, so that it waits for
 * them. */
#include "base/system/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/file.h"

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	(void)st, (void)kind, (void)where;
	(void)!remove(path);
	return 0;
}

static void remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* What stops us on its way through a group of processes does not stop this one. Nobody may wait for the streams that it has. */
static _Noreturn void wait_and_remove(int fd, const char *path)
{
	static const int stopping[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
	char byte;

	for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++)
		signal(stopping[i], SIG_IGN);
	if (fd > 0)
		syscall(SYS_close_range, 0u, (unsigned)fd - 1, 0u); /* musl has no function for it */
	syscall(SYS_close_range, (unsigned)fd + 1, ~0u, 0u);
	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		;
	remove_tree(path);
	_exit(0);
}

bool temp_make(struct arena *a, struct temp *temp, struct trouble *t)
{
	const char *base = getenv("TMPDIR");
	char *path = arena_format(a, "%s/snag-XXXXXX", base && base[0] == '/' ? base : "/tmp");
	int ends[2];

	*temp = (struct temp){ .keeper = -1, .fd = -1 };
	if (!mkdtemp(path))
		return trouble(t, "%s: cannot make a temporary directory: %s; set TMPDIR to a directory that can be written", path,
			       strerror(errno));
	temp->path = path;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return true;
	temp->keeper = fork();
	if (temp->keeper == 0) {
		close(ends[1]);
		wait_and_remove(ends[0], path);
	}
	close(ends[0]);
	temp->fd = ends[1];
	return true;
}

void temp_remove(struct temp *temp)
{
	if (!temp->path)
		return;
	remove_tree(temp->path);
	if (temp->fd >= 0)
		close(temp->fd);
	if (temp->keeper > 0) {
		kill(temp->keeper, SIGKILL); /* there is nothing left for it to do */
		while (waitpid(temp->keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	*temp = (struct temp){ .keeper = -1, .fd = -1 };
}
