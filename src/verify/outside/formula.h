/* Terms: of what inputs a value from outside is made, and what has been decided about them. any.c follows which bytes may be
 * anything; where a guess would be no execution, the search is done once more with terms (options.solve), and each decision is
 * one that some inputs have: Z3 is asked.
 *
 * A state has names of values and of memory, each with a term, and conditions: terms of one bit that are 1. What has no name
 * may be anything, whatever else is decided, and what it decides is guessed. Conditions on inputs that no value is made of any
 * more are left out of a state: they can hold, and nothing asks for them. The way to a state keeps them all, so that inputs are
 * found.
 *
 * Sums, differences and products of signed numbers do not overflow: that is a condition, too. */
#ifndef VERIFY_FORMULA_H
#define VERIFY_FORMULA_H

#include "base/store/map.h"
#include "prove/data/value.h"
#include "verify/before.h"

enum formula_kind { TERM_SYMBOL = 1, TERM_NUMBER, TERM_BINARY, TERM_COMPARE, TERM_CAST, TERM_EXTRACT, TERM_FITS };

struct verify_term {
	uint8_t kind, sub;    /* enum formula_kind; of the instruction */
	bool loose;	      /* some input of it has values here that it never has */
	uint32_t bits, of[2]; /* of: terms; TERM_EXTRACT: [1] the first bit */
	struct value v;
	const uint32_t *input; /* the symbols that it is made of, by number */
	uint32_t ninputs;
};

enum { FORMULA_VALUES = 16 };

/* The few values that a term has in a state; n 0: none, or too many. */
struct term_values {
	uint64_t at[FORMULA_VALUES];
	uint32_t n;
};

/* One more condition of a way. */
struct term_link {
	uint32_t before, condition; /* before: 0: none */
};

struct verify_terms {
	struct arena arena;
	struct smt smt;
	VEC(struct verify_term) term;	/* from 1 */
	struct map same;		/* hash -> term */
	VEC(struct term_link) link;	/* from 1 */
	struct map open;                /* by place and number: the symbol */
	struct map asked;               /* hash of a condition and those it has to do with -> what was answered, + 1 */
	struct map counted;             /* the same of a term -> index in answer */
	VEC(struct term_values) answer; /* from 1 */
	VEC(uint32_t) marked;		/* by term: when */
	uint32_t now;
	VEC(bool) kept;
	VEC(uint32_t) related;
};

/* No question is put when three times as many seconds are over. */
struct verify_terms *formulas_init(struct arena *, double seconds);
void formulas_release(struct verify_terms *);

/* 0: what cannot be said, as are all that are made of it. */
uint32_t formula_symbol(struct verify_terms *, uint32_t bits, bool loose);
/* Of a value that is left open, of this place: one that nothing in the state is made of. */
uint32_t formula_open(struct verify_terms *, const struct verify_state *, uint64_t place, uint32_t bits);
uint32_t formula_number(struct verify_terms *, uint32_t bits, uint64_t);
uint32_t formula_binary(struct verify_terms *, uint8_t sub, uint32_t a, uint32_t b);
uint32_t formula_compare(struct verify_terms *, uint8_t sub, uint32_t a, uint32_t b); /* one bit */
uint32_t formula_cast(struct verify_terms *, uint8_t sub, uint32_t a, uint32_t bits);
uint32_t formula_extract(struct verify_terms *, uint32_t a, uint32_t bit, uint32_t bits);
uint32_t formula_fits(struct verify_terms *, uint8_t sub, uint32_t a, uint32_t b); /* one bit: it does not overflow */
bool formula_known(const struct verify_terms *, uint32_t term, uint64_t *value);

/* The condition is added. False: no inputs have it, and there is no such execution. What cannot be said is guessed. */
bool formula_decide(struct verify_terms *, struct verify_state *, uint32_t condition);
/* It holds in all executions here. */
bool formula_implied(struct verify_terms *, const struct verify_state *, uint32_t condition);
const struct term_values *formula_few(struct verify_terms *, const struct verify_state *, uint32_t term);
/* Inputs of the way to a state: false: nobody knows them. `loosely`: also where they may have values that they never have. */
bool formula_solve(struct verify_terms *, const struct verify_state *, bool loosely, Z3_model *);
uint64_t formula_input(struct verify_terms *, Z3_model, uint32_t symbol);

/* Names. `space` is 0 for memory, or the thread + 1, whose values have their places there. */
void formula_name(struct verify_state *, uint32_t space, uint64_t at, uint32_t bytes,
		  uint32_t term);							       /* term 0: no name any more */
uint32_t formula_at(const struct verify_state *, uint32_t space, uint64_t at, uint32_t bytes); /* of just these bytes */
uint32_t formula_of(struct verify_terms *, const struct verify_state *, uint32_t space, uint64_t at, uint32_t bytes);
void formula_copy(struct verify_state *, uint64_t to, uint64_t from, uint64_t bytes);
/* Those conditions only that an input has a part in which was marked, or one that another such condition speaks of, too. */
void formula_unmark(struct verify_terms *); /* all */
void formula_mark(struct verify_terms *, uint32_t symbol);
void formula_keep(struct verify_terms *, struct verify_state *);

#endif
