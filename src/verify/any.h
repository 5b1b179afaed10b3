/* Values from outside, which may be anything: any.c says how they are followed. */
#ifndef VERIFY_ANY_H
#define VERIFY_ANY_H

#include "verify/search.h"

/* One instruction, from before to behind it. */
struct any_step {
	const struct machine_code *c;
	const struct inst *in;
	uint32_t inst, block, frames, values;
	bool unknown;	       /* an operand is */
	bool memory;	       /* what a read-modify-write finds is */
	uint64_t at;	       /* of a load, a store or a read-modify-write */
	uint8_t *old;	       /* what was unknown in the frame */
	const uint64_t *guess; /* NULL: none */
};

/* Is the result of a call of this function, which has no body, any value, and does it do nothing else that anybody could tell? */
bool any_comes_from(const struct machine_call *);
/* Does the call put any bytes where an argument points: which, from 1, and how many, or how many at `most`; 0: it does
 * not. */
uint32_t any_fills(const struct machine_call *, uint64_t *bytes, bool *most);
bool any_passes(const char *function); /* it may get such values: what it does with them nobody can tell */
void any_result(struct verify_state *, uint32_t thread); /* of the call that is next, which is over then */
void any_arguments(struct verify_state *);		 /* of main */

/* How many outcomes the next instruction has, since unknown values decide it; 0: one. UINT32_MAX: it is not executed, search.why.
 */
uint32_t any_alternatives(struct verify_search *, struct verify_state *, uint32_t thread, const struct machine_code *,
			  const struct inst *);
/* Whether an exchange that reads this store succeeds is not known. */
bool any_exchange(struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *,
		  const struct verify_store *found);
/* Around the step of the machine. `guess`: which of the outcomes. */
void any_open(struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *, const uint64_t *guess,
	      struct any_step *);
void any_close(struct verify_search *, struct verify_state *, uint32_t thread, const struct any_step *);

/* setjmp and longjmp: values of the frame that are read behind it; and behind the jump, values are those of setjmp, all known. */
bool any_sets_jump(const char *function);
bool any_jumps(const char *function);
bool any_is_live(struct verify_search *, struct verify_state *, uint32_t thread);
void any_jumped(struct verify_state *, uint32_t thread);

bool any_in_memory(struct verify_state *, uint64_t at, uint64_t bytes);
void any_written(struct verify_state *, uint64_t at, uint64_t bytes); /* by a value that is known */
void any_put(struct verify_state *, uint64_t at, uint64_t bytes, bool any); /* all of it is unknown, or known */
void any_copied(struct verify_state *, uint64_t to, uint64_t from, uint64_t bytes);

#endif
