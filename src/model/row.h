/* A row of a model table as a struct: what every phase that asks for the meaning of a call reads. The words are in model.def,
 * their meaning for users in doc/models.md. */
#ifndef MODEL_ROW_H
#define MODEL_ROW_H

#include <stdbool.h>
#include <stdint.h>

enum model_verb {
	MODEL_NO_VERB,
#define VERB(id, ...) MODEL_##id,
#define DECLARATION(id, ...) MODEL_##id,
#include "model.def"
#undef VERB
#undef DECLARATION
	MODEL_VERBS
};

enum model_flag_bit {
#define FLAG(id, spelling) MODEL_BIT_##id,
#include "model.def"
#undef FLAG
	MODEL_FLAG_BITS
};

/* For row->flags: MODEL_SPIN and so on, see model.def. */
enum model_flag {
#define FLAG(id, spelling) MODEL_##id = (int)(1u << MODEL_BIT_##id),
#include "model.def"
#undef FLAG
};

enum model_kind {
	MODEL_NO_KIND,
#define KIND(id, spelling) MODEL_KIND_##id,
#include "model.def"
#undef KIND
	MODEL_KINDS
};

enum model_order {
	MODEL_NO_ORDER,
#define ORDER(id, spelling) MODEL_ORDER_##id,
#include "model.def"
#undef ORDER
	MODEL_ORDERS
};

enum model_operation {
	MODEL_NO_OPERATION,
#define OPERATION(id, spelling) MODEL_OP_##id,
#include "model.def"
#undef OPERATION
	MODEL_OPERATIONS
};

enum model_gives {
	MODEL_GIVES_UNSAID,
#define GIVES(id, spelling) MODEL_GIVES_##id,
#include "model.def"
#undef GIVES
	MODEL_GIVES_WORDS
};

/* What a row is keyed by: a function or variable, "struct_tag.field", or a section of the object file. */
enum model_subject { MODEL_SYMBOL, MODEL_FIELD, MODEL_SECTION, MODEL_SUBJECTS };

/* Six name spaces, so that one function can have a meaning and be a root. */
enum model_space { MODEL_MEANING, MODEL_ROOT, MODEL_BENIGN_SPACE, MODEL_PERCPU_SPACE, MODEL_UNORDERED_SPACE, MODEL_ENTRY_SPACE };

/* A thing that a call speaks of.
 *     0        the value of argument 0           r     the value returned
 *     *0       the object that it points to      *r    the object that it points to
 *     *0.lock  a member of that object           @rcu  a thing that has a name only; equal names, equal things
 *     *1:0     the object *1 subdivided by the value of argument 0 (bit locks)
 *     *1..     argument 1 and all after it
 *     this     in rows on fields: the object that holds the field */
enum model_base { MODEL_NOWHERE, MODEL_ARGUMENT, MODEL_RESULT, MODEL_NAMED, MODEL_THIS, MODEL_MEMBER };

struct model_place {
	uint8_t base;  /* enum model_base */
	uint8_t arg;   /* MODEL_ARGUMENT: which, from 0 */
	uint8_t deref; /* number of * */
	bool rest;     /* this argument and all that follow */
	uint8_t key;   /* argument number + 1 that subdivides the object; 0: none */
	uint32_t name; /* interned: dotted field path, or the name behind @; 0: none */
};

/* "r==0", "a1&0x400", of an entry also "tag.member==7": the row holds when it does. MODEL_ALWAYS for -. */
enum model_test { MODEL_ALWAYS, MODEL_EQ, MODEL_NE, MODEL_LT, MODEL_LE, MODEL_GT, MODEL_GE, MODEL_ANY_BIT, MODEL_NO_BIT };
enum model_value { MODEL_NUMBER, MODEL_NULL, MODEL_ERR }; /* ERR: a pointer that is a negative errno, as IS_ERR() tests */

struct model_condition {
	uint8_t test; /* enum model_test */
	uint8_t base; /* MODEL_ARGUMENT, MODEL_RESULT or MODEL_MEMBER */
	uint8_t arg;
	uint8_t what;  /* enum model_value */
	uint32_t name; /* MODEL_MEMBER: interned, "tag.member" */
	int64_t value; /* MODEL_NUMBER */
};

/* "old==0", "old==a2": of the old value of an atomic operation, which then changes nothing. */
struct model_unless {
	uint8_t test;	/* enum model_test, at most MODEL_GE; MODEL_ALWAYS: not said */
	uint8_t arg;	/* argument number + 1; 0: `value` */
	int64_t value;
};

/* A number of bytes: "2" the value of argument 2; "1*2" a product; "r"; "#16" sixteen; "str" up to and with the 0. */
enum model_length_kind {
	MODEL_LEN_UNKNOWN,
	MODEL_LEN_ARG,
	MODEL_LEN_PRODUCT,
	MODEL_LEN_RESULT,
	MODEL_LEN_CONSTANT,
	MODEL_LEN_STRING
};

struct model_length {
	uint8_t kind; /* enum model_length_kind */
	bool most;    /* "most=": how many of them depends on more; what is sure is the first one */
	uint8_t a, b;
	uint32_t value;
};

struct model_row {
	const struct model_row *next; /* the next row of the same name, or NULL */
	uint32_t name, family;	      /* interned in models->names; a declaration has no family */
	uint32_t table, line;	      /* where it stands: models->table.at[table] */
	uint8_t verb, subject;	      /* enum model_verb, model_subject */
	bool glob;		      /* the name holds * or ? */
	bool external;		      /* holds only for functions that the program does not define; see model_skip() */
	uint8_t arity;		      /* args=N + 1; 0: not said */
	int16_t fails;		      /* what an attempt returns that fails, or a wait whose time is over; 0: not said */
	uint8_t kind;		      /* enum model_kind */
	uint8_t order, fail_order;    /* enum model_order, where fixed */
	uint8_t op, gives;	      /* enum model_operation, model_gives: of an atomic operation */
	uint32_t flags;		      /* enum model_flag */
	struct model_place on;	      /* the lock, condition, memory, thread, ... that the verb acts on */
#define PLACE(field, spelling) struct model_place field;
#include "model.def"
#undef PLACE
	struct model_place order_arg, fail_order_arg; /* where the order is an argument */
	struct model_condition when, recursive_if, checked_if, fair_if;
	struct model_unless unless;
	struct model_length len, size;
};

#endif
