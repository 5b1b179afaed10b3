/* ends: where threads end; inside the phase. */
#ifndef DEADLOCK_ENDS_ENDS_H
#define DEADLOCK_ENDS_ENDS_H

#include "threads/threads.h"

/* May a thread that somebody cancels end at this instruction? */
bool ends_cancelled(const struct threads *, uint32_t context, uint32_t inst);

#endif
