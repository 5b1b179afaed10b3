/* loop: loops that count: a variable that starts at `first`, takes one `step` a round, and is compared with `bound`.
 *
 *     for (i = 0; i < n; i++) f(&t[i]);       first 0   step 1   <   bound n   header: the block of the test
 *     for (p = t; p < t + n; p++) f(p);       first t   step 8   <   bound t + n: a pointer takes its steps in bytes */
#ifndef CODE_LOOP_H
#define CODE_LOOP_H

#include "ir/cfg.h"

struct count_loop {
	uint32_t header, variable; /* variable: the phi's instruction */
	struct ref first, next, bound;
	int64_t step;
	uint8_t compare;	     /* variable compare bound: one more round */
	bool bottom;		     /* tested behind the round, with the next value */
	uint32_t exit_from, exit_to; /* the way out when the test fails */
	const bool *inside;	     /* by block; in the arena */
};

/* The loop around `block` that counts by `index` (behind casts), whether or not a test is found; false: there is none of this
 * form. */
bool loop_steps(struct arena *, const struct program *, const struct body *, const struct cfg *, uint32_t block, struct ref index,
		struct count_loop *);
/* The test of such a loop. */
bool loop_tests(const struct program *, const struct body *, const struct cfg *, struct count_loop *);
/* Both. */
bool loop_find(struct arena *, const struct program *, const struct body *, const struct cfg *, uint32_t block, struct ref index,
	       struct count_loop *);
/* By block: the natural loop of a header, what reaches a latch without passing the header; NULL: it is none. */
const bool *loop_blocks(struct arena *, const struct cfg *, uint32_t header);
/* Does every round pass this block? Rounds that leave the loop on other ways do not count. */
bool loop_always(const struct cfg *, const struct count_loop *, uint32_t block);

/* The block that an instruction is in. */
uint32_t block_of_inst(const struct body *, uint32_t inst);
/* Of all of them, where it is asked often; in the arena. */
uint32_t *blocks_of_insts(struct arena *, const struct body *);
/* By block, from the entry: what may be so where the block begins, as bits. `through` says what is so at its end, where `before`
 * is so at its beginning; `out`, which of that is so on the way to its k-th successor. Each may be NULL: all of it. */
struct block_flow {
	uint8_t entry;
	uint8_t (*through)(void *, uint32_t block, uint8_t before);
	uint8_t (*out)(void *, uint32_t block, uint32_t k, uint8_t end);
};
uint8_t *blocks_flow(struct arena *, const struct body *, struct block_flow, void *);
/* Does some way lead from the entry to a return, past no call of which `ends` says that it does not come back? */
bool body_comes_back(const struct body *, bool (*ends)(void *, const struct body *, const struct inst *call), void *);
/* From the end of `block`, without passing `stop` or taking a way that `cut` refuses: the blocks reached (block itself only in a
 * circle). */
const bool *blocks_reach(struct arena *, const struct body *, uint32_t block, uint32_t stop,
			 bool (*cut)(void *, uint32_t, uint32_t), void *);
/* Is there a way out of the one block and into the other, not through `stop` (UINT32_MAX: through any)? */
bool block_leads_to(const struct body *, uint32_t from, uint32_t to, uint32_t stop);

#endif
