/* Each unit is one process that writes to a file in memory; as many as asked for run at a time. Nothing of what they say is
 * trusted: it is text. */
#include "diagnose.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler.h"

struct diagnosing {
	pid_t pid; /* 0: none */
	int out;
	uint32_t job;
};

typedef VEC(const char *) words;

static void make_words(struct arena *a, const char *clang, const struct job *j, const char *const *flags, words *to)
{
	*vec_add(a, to) = clang;
	for (const char *const *g = capture_guard; *g; g++)
		*vec_add(a, to) = *g;
	for (uint32_t i = 0; i < j->nargs; i++)
		*vec_add(a, to) = j->args[i];
	*vec_add(a, to) = "-fsyntax-only";
	*vec_add(a, to) = "-fno-color-diagnostics";
	*vec_add(a, to) = "-fno-caret-diagnostics";
	*vec_add(a, to) = "-ferror-limit=0";
	*vec_add(a, to) = "-Wno-everything";
	for (; *flags; flags++)
		*vec_add(a, to) = *flags;
	*vec_add(a, to) = j->file;
	*vec_add(a, to) = NULL;
}

static pid_t start(struct arena *a, const char *clang, const struct job *j, const char *const *flags, int out)
{
	char *path = arena_format(a, "PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *env[] = { path, "LC_ALL=C", "HOME=/nonexistent", NULL };
	words argv = { 0 };
	pid_t pid;

	make_words(a, clang, j, flags, &argv);
	pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	if (chdir(j->dir) < 0)
		_exit(1);
	dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
	dup2(STDIN_FILENO, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execve(clang, (char *const *)(uintptr_t)argv.at, env);
	_exit(127);
}

static struct bytes take(struct arena *a, int fd)
{
	off_t len = lseek(fd, 0, SEEK_END);
	char *text = arena_alloc(a, (size_t)(len < 0 ? 0 : len) + 1);
	size_t got = 0;
	ssize_t n;

	while (len > 0 && got < (size_t)len && (n = pread(fd, text + got, (size_t)len - got, (off_t)got)) > 0)
		got += (size_t)n;
	return (struct bytes){ text, got };
}

static bool finish(struct arena *a, struct diagnosing *d, struct clang_said *said)
{
	int status = 0;

	while (waitpid(d->pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	said[d->job] = (struct clang_said){ take(a, d->out), status != 0 };
	close(d->out);
	d->pid = 0;
	return !WIFEXITED(status) || WEXITSTATUS(status) != 127;
}

bool diagnose(struct arena *a, const struct jobs *jobs, const struct diagnose_options *o, struct clang_said *said,
	      struct trouble *t)
{
	struct diagnosing *d = arena_array(a, o->workers, sizeof *d);
	struct compiler clang;
	uint32_t next = 0;
	bool ok = true;

	if (!compiler_look(a, &clang, t))
		return false;
	for (uint32_t i = 0; i < jobs->job.n && ok; i++) {
		struct diagnosing *slot = &d[next % o->workers];
		if (o->wanted && !o->wanted[i])
			continue;
		next++;
		if (slot->pid)
			ok = finish(a, slot, said);
		slot->out = memfd_create("said", MFD_CLOEXEC);
		slot->job = i;
		slot->pid = slot->out < 0 ? -1 : start(a, clang.path, &jobs->job.at[i], o->flags, slot->out);
		if (slot->pid < 0)
			slot->pid = 0, ok = false;
	}
	for (uint32_t k = 0; k < o->workers; k++)
		if (d[k].pid && !finish(a, &d[k], said))
			ok = false;
	return ok || trouble(t, "clang-19 cannot be run: %s", strerror(errno));
}
