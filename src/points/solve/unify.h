/* unify: classes of objects that pointers do not tell apart, by weighted union-find.
 *
 * A node is a piece of memory with signed byte offsets. Each cell (node, offset) holds at most one pointer, to another cell.
 * unify(A+a, B+b) makes both one node: B's byte x is A's byte x + a - b, and pointers stored at bytes that fall together are
 * unified in turn, from a worklist.
 *
 *     p = &A+8, q = &B+0, p = q        B lies in A at shift 8:    find(B+4) = A+12
 *     A+0 meets A+16                   A folds: offsets count modulo 16, A+24 is A+8
 *
 * Folds only shrink, to the greatest common divisor of all differences; fold 1 means that offsets say nothing. Offsets beyond
 * SOLVER_FAR fold a node to 1, too, so that all arithmetic fits.
 *
 * Invariant, when nothing is pending: a root's entries have canonical, ascending, different offsets.
 *
 * copy(to, from, len): whatever pointers are stored in len bytes at `from` are also stored at `to`. Kept and applied until
 * nothing changes; the two nodes stay apart. Where copies would go round and round with growing offsets they are unified
 * instead. */
#ifndef POINTS_UNIFY_H
#define POINTS_UNIFY_H

#include "points/points.h"

enum { SOLVER_FAR = 1 << 29 };
#define SOLVER_ALL INT64_MAX /* the length of a copy that nobody knows */

struct points_entry {
	int32_t offset;
	struct cell to;
};

struct node {
	uint32_t parent; /* itself: a root */
	int32_t shift;   /* where its byte 0 lies in the parent */
	uint32_t fold;   /* 0: not folded; of a root only, like all below */
	uint32_t n;      /* entries; there is room for the next power of two */
	struct points_entry *entry;
	uint32_t version; /* a new number at each change */
};

struct copy {
	struct cell to, from;
	int64_t len;
	uint32_t version_to, version_from; /* as they were when last applied */
};

struct cell_pair {
	struct cell a, b;
};

struct solver {
	struct arena *arena;
	VEC(struct node) node; /* 0 is none */
	VEC(struct cell_pair) pending;
	VEC(struct copy) copy;
	void *free[32]; /* rooms of 2^k entries given back */
	uint32_t clock;
};

void solver_init(struct solver *, struct arena *);
uint32_t solver_node(struct solver *);
struct cell solver_fresh(struct solver *); /* byte 0 of a new node */
/* The cell in its root, folded. None stays none. */
struct cell solver_find(struct solver *, struct cell);
struct cell solver_at(struct solver *, struct cell, int64_t offset);
struct cell solver_load(struct solver *, struct cell); /* what is stored there; a new node if nothing is */
struct cell solver_peek(struct solver *, struct cell); /* the same; none if nothing is */
void solver_unify(struct solver *, struct cell, struct cell); /* none with anything: nothing */
void solver_fold(struct solver *, struct cell, uint32_t modulus);
void solver_copy(struct solver *, struct cell to, struct cell from, int64_t len);
void solver_solve(struct solver *); /* applies the copies until nothing changes */
/* How far behind the start of a copy of `len` bytes an entry of its node lies; -1: outside. */
int64_t solver_distance(const struct node *, int32_t start, int32_t offset, int64_t len);
void solver_check(struct solver *);

#endif
