/* judge: from incidents and exits of one function to findings. */
#ifndef LOCKS_JUDGE_H
#define LOCKS_JUDGE_H

#include "locks/function/flow.h"
#include "locks/locks.h"

void judge_function(struct arena *, struct flow *, struct locks *);

#endif
