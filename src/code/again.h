/* again: calls that come back twice, as setjmp does: 0 the first time, something else when somebody has jumped back. */
#ifndef CODE_AGAIN_H
#define CODE_AGAIN_H

#include "ir/body.h"

/* Does the block end with a test whether such a call has come back again? The way that is taken then. */
bool again_way(const struct program *, const struct body *, uint32_t block, uint32_t *way);
/* May the function go on to its end when this call comes back again? If not, the way is that of a cleanup: the thread was
 * cancelled, as pthread_cleanup_push sees it, or dies. */
bool again_returns(struct arena *scratch, const struct program *, const struct body *, uint32_t inst);

#endif
