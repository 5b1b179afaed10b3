/* worker: one process, one unit (worker.c). It speaks with the scheduler over a socket:
 *
 *     worker -> scheduler   READ      the files clang read, a 0 behind each
 *     scheduler -> worker   (path)    where the unit is to be written
 *     worker -> scheduler   DONE      bytes of bitcode
 *                           FAILED    the unit does not compile: clang's first error
 *                           TROUBLE   nothing would help: a full disk
 *
 * A worker that ends without the last word has crashed. */
#ifndef EXTRACT_WORKER_H
#define EXTRACT_WORKER_H

#include <stdint.h>
#include <sys/types.h>

#include "capture/capture.h"

enum message_kind { MESSAGE_READ = 1, MESSAGE_PLACE, MESSAGE_DONE, MESSAGE_FAILED, MESSAGE_TROUBLE };

struct message {
	uint32_t kind, len;
};

CHECKED bool message_send(int fd, enum message_kind, const void *bytes, size_t len);
/* The payload is in the arena, with a 0 behind. */
CHECKED bool message_receive(int fd, struct arena *, enum message_kind *, struct bytes *);

/* A job of another machine, and where its files are here. */
struct abroad {
	const char *cwd;     /* the real path of the job's directory, there */
	const char *overlay; /* for clang's -ivfsoverlay: the files of the job, by the names that they have there, and no others */
	const char *scratch; /* an empty directory of ours */
};

/* In a process of its own. `abroad` is NULL for a job whose files are at their places. */
_Noreturn void worker_run(const struct job *, const char *clang, const struct abroad *, int fd);

/* Which files a job would read, as clang tells without compiling: the same list that a worker sends as READ if its first try
 * compiles. */
struct read_scan {
	pid_t pid;
	int end, read; /* readable at its end; what it wrote */
};
CHECKED bool scan_start(struct read_scan *, struct arena *, const struct job *, const char *clang);
/* A 0 behind each; false: it does not preprocess. */
CHECKED bool scan_finish(struct read_scan *, struct arena *, struct bytes *files);
void scan_stop(struct read_scan *);

#endif
