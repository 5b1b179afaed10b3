/* parallel: OpenMP's runtime, kept harmless.
 *
 * LLVM's runtime registers each process in a file of /dev/shm named after its id. It dies of SIGBUS when that file cannot be
 * written (a limit on the size of files, a full /dev/shm), and when it finds an unfinished one of an earlier process with the
 * same id that was killed. So parallel_begin removes such a file, which can be nobody else's, and says whether the runtime may be
 * used at all; if not, nothing of it may be called. parallel_end takes our own file away, since the process ends by _exit.
 *
 * A worker that waits would spin for a fifth of a second before it sleeps, which takes the core from whoever else has work. Ours
 * soon sleep, unless the user has set KMP_BLOCKTIME. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdbool.h>

bool parallel_begin(void); /* before a parallel region; false: do the work alone */
void parallel_end(void);   /* before the process ends */

#endif
