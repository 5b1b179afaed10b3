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

#include "capture/capture.h"

enum message_kind { MESSAGE_READ = 1, MESSAGE_PLACE, MESSAGE_DONE, MESSAGE_FAILED, MESSAGE_TROUBLE };

struct message {
	uint32_t kind, len;
};

CHECKED bool message_send(int fd, enum message_kind, const void *bytes, size_t len);
/* The payload is in the arena, with a 0 behind. */
CHECKED bool message_receive(int fd, struct arena *, enum message_kind *, struct bytes *);

_Noreturn void worker_run(const struct job *, const char *clang, int fd); /* in a process of its own */

#endif
