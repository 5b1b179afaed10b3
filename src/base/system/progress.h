/* progress: one status line on a terminal, nothing in a pipe. "extract  12/140  anet.c  eta 0:07" */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

void progress_enable(bool on); /* off by default; the command line turns it on when stderr is a terminal */
void progress_start(const char *phase, uint32_t total);
void progress_step(uint32_t done, const char *what);
void progress_end(void);

#endif
