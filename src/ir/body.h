/* body: the code of one function, unpacked.
 *
 * Values are numbered: the parameters 1..nparams, then one for each instruction whether it yields something or not; the value of
 * instruction i is nparams + 1 + i. Every block ends with exactly one terminator (OP_br and what follows it in ops.def).
 * Block 0 is the entry. Phis stand first in their block.
 *
 * What an operation takes ("type" is inst.type; "words" are the extra words):
 *
 *     alloca    count                        type: the variable's C type        an object on the stack; count is none for one
 *     load      address                      type: loaded                       words: bit offset, bit width of a bit-field, or
 *                                                                               none
 *     store     address, value               type: stored                       words: as load; the load beside a bit-field
 *                                                                               store is its neighbours'
 *     field     base                         type: record the offset is in      words: offset low, high (signed bytes), bytes of
 *                                                                               the member meant or 0, its constant: equal
 *                                                                               members, equal ids (KONST_MEMBER)
 *     index     base, index                  type: element                      words: stride low, high (bytes)
 *     binary    a, b                         sub: enum binary
 *     compare   a, b                         sub: enum compare; type: i1 or a vector of it
 *     cast      a                            sub: enum cast
 *     negate    a                            floating point only
 *     copy      a                            freeze, expect, and the like: the same value
 *     phi       one value a predecessor                                         words: the predecessors
 *     select    condition, a, b
 *     extract   aggregate                                                       words: indices
 *     insert    aggregate, value                                                words: indices
 *     element   vector, index;  replace vector, value, index;  shuffle a, b     words of shuffle: mask
 *     call      callee, arguments            type: result                       words: C type of the callee or 0, by-value mask
 *                                                                               (arguments 0..31)
 *     asm       operands                     type: result                       words: text, constraints (strings)
 *     rmw       address, value               sub: enum rmw; order
 *     cmpxchg   address, expected, new       type: {value, i1}; order, order2
 *     fence                                  order
 *     memcpy    to, from, bytes              sub: 1 if they may overlap
 *     memset    to, byte, bytes
 *     varargs   list                         sub: enum varargs; copy has two operands
 *     landing                                what a cleanup sees when a foreign exception passes
 *     br                                     words: block
 *     branch    condition                    words: then, else
 *     switch    value, cases                 words: default, one block a case
 *     goto      address                      words: possible blocks (computed goto)
 *     asm_goto  operands                     words: text, constraints, fall-through block, labels
 *     unwind                                 words: normal block, cleanup block; follows a call that may throw
 *     ret       value or nothing */
#ifndef IR_BODY_H
#define IR_BODY_H

#include "ir/ir.h"

enum op {
	OP_none,
#define OP(name, text) OP_##name,
#include "ir/ops.def"
#undef OP
	OP_COUNT
};

#define BINARY(name, text) BINARY_##name,
enum binary {
	BINARY_none,
#include "ir/subs.def"
#undef BINARY
	BINARY_COUNT
};
#define COMPARE(name, text) COMPARE_##name,
enum compare {
	COMPARE_none,
#include "ir/subs.def"
#undef COMPARE
	COMPARE_COUNT
};
#define CAST(name, text) CAST_##name,
enum cast {
	CAST_none,
#include "ir/subs.def"
#undef CAST
	CAST_COUNT
};
#define RMW(name, text) RMW_##name,
enum rmw {
	RMW_none,
#include "ir/subs.def"
#undef RMW
	RMW_COUNT
};
#define VARARGS(name, text) VARARGS_##name,
enum varargs {
	VARARGS_none,
#include "ir/subs.def"
#undef VARARGS
	VARARGS_COUNT
};

/* Memory orders; 0 is a plain access. Volatile is a flag and says nothing about order; but a volatile access of what is not
 * declared volatile is marked as one that others may meet, and relaxed. */
enum order {
	ORDER_NONE,
	ORDER_UNORDERED,
	ORDER_RELAXED,
	ORDER_ACQUIRE,
	ORDER_RELEASE,
	ORDER_ACQ_REL,
	ORDER_SEQ_CST,
	ORDER_COUNT
};

enum inst_flag {
	INST_VOLATILE = 1,
	INST_NORETURN = 2, /* this call does not come back */
	INST_TWICE = 4,    /* this call may come back twice */
	INST_EFFECT = 8,   /* asm: has side effects beyond its operands */
	INST_EITHER = 8,   /* else: C leaves it open in which order it and another operand are evaluated (extract/unit/either.c) */
	INST_MEMORY = 16,  /* asm: may read and write any memory */
	INST_SIGNED = 16,  /* of a binary operation: of signed numbers, undefined where it overflows */
	INST_WEAK = 32,    /* cmpxchg may fail for no reason */
	INST_SINGLE = 64,  /* ordered against signal handlers of this thread only */
	INST_INIT = 128    /* a store the compiler added (automatic initialisation), not the programmer's */
};

struct loc {
	struct str_id file;
	uint32_t line, column;
	uint32_t inlined; /* in body.loc: the call it was inlined at, always an earlier one; 0: not inlined */
	struct str_id fn; /* the function it was inlined from; none: the body's own */
};

struct inst {
	uint8_t op, sub, flags, order, order2;
	struct type_id type;
	struct str_id name; /* the variable this value is, as the source calls it */
	uint32_t loc;       /* body.loc */
	uint32_t arg, nargs;
	uint32_t word, nwords;
};

struct block {
	uint32_t inst, ninsts;
};

struct param {
	struct type_id type; /* as C declares it, or the machine's where several registers carry one struct */
	struct str_id name;
	bool by_value; /* the caller passes the address of a copy */
	bool result;   /* where to put a struct that is returned */
};

struct body {
	struct fn_id fn;
	VEC(struct param) param;
	VEC(struct block) block;
	VEC(struct inst) inst;
	VEC(struct ref) arg;
	VEC(uint32_t) word;
	VEC(struct loc) loc; /* loc.at[0] is "nowhere" */
};

/* The arrays grow in `arena` and are used again: one body serves for all functions, one after the other. */
void body_clear(struct body *);
CHECKED bool body_read(struct arena *, const struct program *, struct fn_id, struct body *, struct trouble *);
/* Read and valid, or the run ends with one line: nobody has looked at the code before, and it may lie in a file that was made to
 * deceive. */
void body_unpack(struct arena *, const struct program *, struct fn_id, struct body *);
/* For analyses: the same, to be read and not to be changed, since others may get the same arrays. Who rewrites code unpacks it
 * (locks/program/getter.c). */
void body_get(struct arena *, const struct program *, struct fn_id, struct body *);
/* From here on body_get hands out what is unpacked now and kept in the arena. Programs that are too large for that are unpacked
 * each time. bodies_check: nobody has changed it. */
void bodies_keep(struct arena *, struct program *);
void bodies_check(const struct program *);

/* Appends the packed form: code, and where it stands in the source; only for a program of one unit. */
struct packer;
void body_write(struct packer *code, struct packer *places, const struct program *, const struct body *);
/* What makes two functions one; also lists the static functions named, in order (program.callee). */
uint64_t body_key(struct program *, const struct body *, struct fn *);

CHECKED bool body_valid(const struct program *, const struct body *, struct trouble *);
void body_dump(const struct program *, const struct body *, FILE *);

static inline uint32_t body_value(const struct body *b, uint32_t inst)
{
	return b->param.n + 1 + inst;
}
/* The instruction that yields `value`; UINT32_MAX for a parameter. */
static inline uint32_t body_inst(const struct body *b, uint32_t value)
{
	return value > b->param.n ? value - b->param.n - 1 : UINT32_MAX;
}
/* The instruction that an operand is the value of; UINT32_MAX, or NULL: it is a parameter, a constant or none. */
static inline uint32_t body_inst_of(const struct body *b, struct ref r)
{
	return ref_kind(r) == REF_VALUE ? body_inst(b, ref_index(r)) : UINT32_MAX;
}
static inline const struct inst *body_made_by(const struct body *b, struct ref r)
{
	uint32_t i = body_inst_of(b, r);

	return i == UINT32_MAX ? NULL : &b->inst.at[i];
}
static inline struct ref body_arg(const struct body *b, const struct inst *in, uint32_t k)
{
	return k < in->nargs ? b->arg.at[in->arg + k] : ref_make(REF_NONE, 0);
}
/* The signed 64-bit number in words 0 and 1: a field's offset, an index's stride. */
static inline int64_t body_offset(const struct body *b, const struct inst *in)
{
	return (int64_t)((uint64_t)b->word.at[in->word + 1] << 32 | b->word.at[in->word]);
}

/* The function that a call names, behind casts, copies and aliases; none: an indirect call. */
struct sym_id body_callee(const struct program *, const struct body *, const struct inst *call);
/* The symbol that an alias stands for, at the end of the chain; any other symbol is itself. */
struct sym_id sym_behind_alias(const struct program *, struct sym_id);

uint8_t compare_negated(uint8_t compare); /* !(a < b) as a comparison, for integers; 0: there is none */
uint8_t compare_swapped(uint8_t compare); /* b > a for a < b, for integers; 0: there is none */
/* For integers of one width, sign-extended, unsigned ones too; true for all others. */
bool compare_holds(uint8_t compare, int64_t a, int64_t b);

bool op_is_terminator(uint8_t op);
/* Where the words of a terminator that are blocks begin; UINT32_MAX if there are none. */
uint32_t op_first_target(uint8_t op);
const char *op_name(uint8_t op);
const char *sub_name(uint8_t op, uint8_t sub);
const char *order_name(uint8_t order);

/* The last instruction of a block. */
static inline const struct inst *body_end(const struct body *b, uint32_t block)
{
	return &b->inst.at[b->block.at[block].inst + b->block.at[block].ninsts - 1];
}
/* Successors of block `b`: a pointer into body.word, NULL where there are none. */
static inline const uint32_t *body_successors(const struct body *b, uint32_t block, uint32_t *n)
{
	const struct inst *t = body_end(b, block);
	uint32_t first = op_first_target(t->op);

	*n = t->nwords > first ? t->nwords - first : 0;
	return *n ? b->word.at + t->word + first : NULL;
}

#endif
