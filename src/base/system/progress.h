/* progress: one status line on a terminal. "extract  12/140  anet.c  eta 0:07". In a pipe, a note now and then (progress_note).
 * Any thread may step and ask. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress_count {
	uint32_t done, total; /* total 0: nobody counts */
};

void progress_enable(bool on); /* off by default; the command line turns it on when stderr is a terminal */
void progress_start(const char *phase, uint32_t total);
void progress_step(uint32_t done, const char *what); /* of one thread; draws */
void progress_add(uint32_t more);                    /* of any thread; progress_tick draws */
void progress_tick(void);                            /* of a thread that looks now and then */
void progress_end(void);

struct progress_count progress_count(void);
void progress_note(const char *phase); /* "summary: 120 of 300, eta 0:40" */
void progress_forget(void);            /* in a process that was forked: no line is shown any more */

#endif
