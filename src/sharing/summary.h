/* summary: what a call does to the objects it is given, for callers; made bottom-up, round and round inside recursion.
 *
 *     void put(struct box *b, void *p) { b->p = p; }          parameter 0 holds parameter 1 at 0
 *     void *keep(void *p) { return last = p; }                publishes 0; result: parameter 0
 *     struct conn *conn_new(void)                             result: fresh, holds fresh
 *
 * Objects are numbered as in struct local: parameter k is 1 + 2k, its content 2 + 2k; 0 is shared, SUMMARY_FRESH is what was made
 * inside and is still nobody else's.
 *
 * misses  what a function with the row `none` keeps;
 *         parameters beyond sharing-arguments are taken as published; so are arguments behind the named ones */
#ifndef SHARING_SUMMARY_H
#define SHARING_SUMMARY_H

#include "sharing/local/local.h"

enum { SUMMARY_PARAMS = 30, SUMMARY_FRESH = 62 }; /* bits of a word: SUMMARY_PARAMS is the most that limits.def allows */
/* In `entry`: bit of an object as above: its thread's own; and this one: the parameters do not overlap. */
#define ENTRY_APART ((uint64_t)1 << 63)
#define ENTRY_ALL UINT64_MAX

struct summary_hold {
	uint8_t holder, held;
	int32_t offset;
};

/* What a cell holds is unlinked: it gets NULL, or the link of it. */
struct pop {
	uint8_t param;   /* from 1; 0: none */
	uint8_t nlinks;
	int32_t offset;  /* the cell, behind the parameter */
	int32_t link;    /* behind what the cell held */
};

struct sharing_summary {
	bool known;          /* has been computed */
	uint32_t params;     /* parameters that are told apart */
	bool releases;       /* may release a lock, or wait with one */
	bool taken;          /* the fresh part of the result was taken out of a structure */
	bool whole;          /* .. with all that its links lead to */
	/* bits of parameters: taken out of their list, so that its neighbours point to each other; the list is linked */
	uint32_t unlinks;
	int32_t link[2];     /* at these offsets behind the parameter */
	struct pop pop;
	uint64_t publishes;  /* bits of objects */
	uint64_t result;     /* bits of objects */
	int32_t offset;      /* of the result in them, where it is known */
	uint32_t hold, nholds; /* sharing.hold */
};

/* All functions with bodies. */
void summaries_run(struct sharing *);
/* Used by local.c: what a call does. */
void summary_apply(struct local *, uint32_t inst);

#endif
