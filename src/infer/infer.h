/* infer: lock functions that no table knows (racerx, section 8.6): functions that come in pairs, on the same thing, nearly
 * always.
 *
 *     fast_lock(&q->gate);       ...       fast_unlock(&q->gate);            12 of 12 times
 *
 * Each call of a function is asked which calls behind it, in the same function, have the same first argument. A pair is good if
 * the first one is nearly always followed by the second one: z, as for beliefs, with p0 = 0.8; better if its names say so ("lock"
 * and "unlock"), and if both are in one file. Only pairs whose names speak of locks become rows; the others are printed as
 * comments, for the reader.
 *
 * needs   linked programs, models      gives   proposals, best first, as rows of a table (doc/models.md)
 * misses  functions that know a lock already, by a row or in their bodies, also through thin wrappers: wrappers need no row;
 *         pairs that are never in one function; the argument that is not the first; functions with more calls than are compared
 *         (gap_calls) */
#ifndef INFER_INFER_H
#define INFER_INFER_H

#include <stdio.h>

#include "base/store/intern.h"
#include "ir/ir.h"
#include "code/event.h"

struct infer_pair {
	uint32_t a, b;	       /* infer.name */
	uint32_t paired, uses; /* calls of a; followed by b on the same thing */
	bool one_file;	       /* both are defined in one file */
	uint8_t hint;	       /* how much the names say; 0: nothing */
	bool has_argument;
	bool number; /* ... which is no pointer */
	double z;
};

struct infer {
	struct arena *arena;
	struct intern name;
	VEC(struct infer_pair) pair;
	struct intern seen;  /* a, b: number in pair */
	VEC(uint32_t) calls; /* by name */
};

void infer_init(struct infer *, struct arena *);
/* Adds what one program shows. */
void infer_program(struct infer *, const struct program *, const struct models *);
/* Sorts, best first; once, when all programs are in. */
void infer_finish(struct infer *);
/* Rows with their counts as comments. Gives how many rows there are. */
uint32_t infer_print(const struct infer *, FILE *);

/* How much two names look like taking and giving back: 2 of a lock, 1 of something else, 0 not at all. */
uint8_t infer_hint(const char *a, const char *b);
/* Does the name speak of readers? */
bool infer_is_shared(const char *name);

#endif
