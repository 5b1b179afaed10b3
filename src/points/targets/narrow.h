/* narrow: what the code around a call says about whom it reaches. Asked by origin.c of calls with several targets, once all calls
 * are linked.
 *
 *     known.c      tests that every way to the call has passed, evaluated under a supposition
 *     rows.c       supposed is the record that the function stands in: its other members are what the program ever puts beside
 *                  the function
 *     effective.c  the type as which an argument was accessed is not the one as which a target accesses it */
#ifndef POINTS_NARROW_H
#define POINTS_NARROW_H

#include "code/loop.h"
#include "path/fact.h"
#include "points/build.h"

/* One call through a pointer and the function it is in. */
struct around {
	struct build *b;
	struct arena *arena;  /* for the body, until the next function */
	struct body body;
	struct cfg cfg;
	const struct pending_call *call;
	uint32_t block;       /* of the call */
	uint32_t load, field; /* instructions: that reads the function, that names the member it is in; UINT32_MAX: none */
};

void around_function(struct around *, struct fn_id);                 /* nothing to do if it is that function already */
void around_call(struct around *, const struct pending_call *);      /* of that function */
/* The instructions between `from` and the instruction `to` are on the only way from one to the other, and `may` says of each that
 * it may be there. */
typedef bool around_may(void *with, const struct inst *);
bool around_straight(const struct around *, uint32_t from, uint32_t to, around_may *, void *with);
/* Surely one value at the call: one reference; or loads of one address between which nothing is stored and nothing called. */
bool around_same(const struct around *, struct ref, struct ref);
/* The same instruction on the same operands again gives the same, unless it reads memory or a clock. */
bool around_is_quiet(void *, const struct inst *);

/* ---- known.c ---- */

struct supposed {
	const struct around *at;
	struct ref bound;                                   /* this value is ... */
	struct fact is;                                     /* ... that; of an address, that it is not null */
	struct fact (*load)(void *with, uint32_t inst);    /* and what an instruction `load` yields; NULL: nobody knows */
	void *with;
};

/* Does a test that every way to the call has passed come out otherwise? Then what is supposed is not so. */
bool known_refutes(const struct supposed *);
/* The number in so many bits, as facts have it: sign-extended. */
struct fact known_number(uint64_t, uint32_t width);

/* ---- rows.c ---- */

/* `foreign`: records, by flow_record, that functions outside know. `first`, `next`: the targets of a site in build.target, +
 * 1. */
struct rows *rows_open(struct build *, struct arena *, const struct map *foreign, const uint32_t *first, const uint32_t *next);
void rows_close(struct rows *);
bool rows_rule_out(struct rows *, struct around *, struct sym_id target);

/* ---- effective.c ---- */

struct effective *effective_open(struct build *, struct arena *);
bool effective_rules_out(struct effective *, struct around *, struct sym_id target);

#endif
