/* What emit.c (text, memory, instructions) and emit_call.c (calls) share. */
#ifndef PROVE_EMIT_PARTS_H
#define PROVE_EMIT_PARTS_H

#include "prove/search/sequential.h"

enum emit_kind { EMIT_VOID, EMIT_INT, EMIT_POINTER, EMIT_FLOAT, EMIT_OTHER };

struct emit_type {
	uint8_t kind;
	uint32_t bits;
};

struct emit {
	FILE *out;
	struct arena arena;
	struct seq_program *seq;
	const struct program *p;
	const struct prove_options *opt;
	bool *variable, *function; /* by symbol: is to be there */
	VEC(uint32_t) todo;        /* functions to print */
	const struct seq_fn *f;    /* the one at hand */
	uint32_t inst;
	struct fn_id start;
};

extern const char *const emit_text_head, *const emit_text_runtime; /* emit_text.c: what stands in every program */

struct emit_type emit_type(const struct program *, struct type_id);
const char *emit_c_type(struct emit_type);
struct emit_type emit_ref_type(struct emit *, struct ref);
const char *emit_ref(struct emit *, struct ref);                       /* an expression, in the arena */
const char *emit_as(struct emit *, struct ref, struct emit_type);      /* converted */
const char *emit_convert(struct emit *, const char *text, struct emit_type from, struct emit_type to);
const char *emit_function(struct emit *, struct sym_id);               /* its name; it will be printed */
struct emit_type emit_result(struct emit *, struct fn_id);
void emit_give_up(struct emit *, const char *why);                     /* the path ends here */
void emit_leave(struct emit *);                                        /* "return 0;" of this function */
void emit_schedule(struct emit *);
void emit_call(struct emit *);
void emit_atomic(struct emit *, struct sym_id); /* emit_atomic.c */
/* The value or address that a place of a row is; NULL: it has none here. */
const char *emit_place(struct emit *, const struct model_place *, struct emit_type);
void emit_roots(struct emit *);       /* emit_roots.c: functions that call the roots */
void emit_start(struct emit *, struct sym_id start); /* and what lets them, or else the start function, run */
const char *emit_set(struct emit *);                                   /* "v7 = ", or nothing */

#endif
