/* Values from outside, which may be anything: any.c says how they are followed. */
#ifndef VERIFY_ANY_H
#define VERIFY_ANY_H

#include "verify/search.h"

enum { ANY_GUESSES = 16 }; /* the most outcomes of one instruction */

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
	uint32_t term[3];      /* of the first two operands, and of what a read-modify-write finds; 0: not known */
};

/* Is the result of a call of this function, which has no body, any value, and does it do nothing else that anybody could tell? */
bool any_comes_from(const struct machine_call *);
/* Does the call put any bytes where an argument points: which, from 1, and how many, or how many at `most`; 0: it does
 * not. */
uint32_t any_fills(const struct machine_call *, uint64_t *bytes, bool *most);
bool any_passes(const char *function); /* it may get such values: what it does with them nobody can tell */
/* The result of the call that is next, which is over then. The symbol that it is; 0: none. */
uint32_t any_result(struct verify_search *, struct verify_state *, uint32_t thread, bool loose);
void any_arguments(struct verify_search *, struct verify_state *); /* of main, if it looks at them */

/* The call touches what its rows say, all that it may; what it writes is any value. The state has guessed if it need not. */
void any_outside(struct verify_search *, struct verify_state *, struct machine_call *);
void any_fails(struct verify_search *, struct verify_state *, uint32_t thread); /* errno may have changed, if anybody looks */

/* How many outcomes the next instruction has, since unknown values decide it; 0: one. UINT32_MAX: it is not executed, search.why.
 * Or an operand has to be known first, and has few values: next.few. */
uint32_t any_alternatives(struct verify_search *, struct verify_state *, uint32_t thread, const struct machine_code *,
			  const struct inst *, struct verify_next *);
/* This outcome is decided. False: there is no such execution. */
bool any_decide(struct verify_search *, struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *,
		uint64_t alternative);
/* The operand of next.few has this value from now on. */
bool any_settle(struct verify_search *, struct verify_state *, const struct verify_next *, const struct verify_choice *);
/* Whether an exchange that reads this store succeeds is not known. */
bool any_exchange(struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *,
		  const struct verify_store *found);
/* Around the step of the machine. `guess`: which of the outcomes. */
void any_open(struct verify_search *, struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *,
	      const uint64_t *guess, struct any_step *);
void any_close(struct verify_search *, struct verify_state *, uint32_t thread, const struct any_step *);

/* setjmp and longjmp: values of the frame that are read behind it; and behind the jump, values are those of setjmp. */
bool any_sets_jump(const char *function);
bool any_jumps(const char *function);
bool any_is_live(struct verify_search *, struct verify_state *, uint32_t thread);
void any_noted(struct verify_state *, uint32_t thread, uint64_t env); /* a setjmp is next */
void any_jumped(struct verify_state *, uint32_t thread, uint64_t env); /* env 0: nobody knows */
const struct verify_jump *any_jump(const struct verify_state *, uint32_t thread, uint64_t env); /* NULL: all was known */

/* ---- between any.c and decide.c ---- */
void any_fit(struct verify_state *, uint32_t thread); /* as long as the values of the thread: new ones are known */
bool any_is(struct verify_state *, uint32_t thread, const struct machine_code *, struct ref);
bool any_argument(struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *, uint32_t k);
/* The number of bits of a value that arithmetic is done on; 0: it is none. */
uint32_t any_bits(struct number_type);
/* Of an operand of the instruction that is next; 0: not known. */
uint32_t any_term(struct verify_search *, struct verify_state *, uint32_t thread, const struct machine_code *, struct ref);
/* What a remainder by a constant, or a mask, is guessed to be. */
uint64_t any_guessed(struct verify_state *, uint32_t thread, const struct machine_code *, const struct inst *,
		     uint64_t alternative);

bool any_in_memory(struct verify_state *, uint64_t at, uint64_t bytes);
void any_written(struct verify_state *, uint64_t at, uint64_t bytes); /* by a value that is known */
void any_put(struct verify_state *, uint64_t at, uint64_t bytes, bool any); /* all of it is unknown, or known */
void any_store(struct verify_state *, uint64_t at, uint64_t bytes, const struct verify_store *); /* what it has stored */
void any_copied(struct verify_state *, uint64_t to, uint64_t from, uint64_t bytes);

#endif
