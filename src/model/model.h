/* model: what functions mean for concurrency. That is data: one primitive a line, in the tables of models/ and in the project's own.
 *
 *     # name                   does     on                when    family
 *     pthread_mutex_trylock    acquire  *0 try            r==0    mutex
 *     pthread_create           spawn    fn=2 arg=3 id=*0  r==0    thread
 *     multithreaded __x64_sys_*
 *
 * needs   the tables, compiled into the program; .snag/models; --models FILE        gives   struct models
 * misses  what a row cannot say (a lock whose kind depends on two arguments); function-like macros leave no call to match
 *
 * Layers: all built-in tables are layer 0, each project file is a layer above the ones before it. The rows of a name come from the
 * highest layer that speaks of it, so a project replaces a built-in function as a whole ("none" takes its meaning away).
 * doc/models.md describes every word. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/map.h"

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
#define FLAG(id, spelling) MODEL_##id = 1 << MODEL_BIT_##id,
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

/* What a row is keyed by: a function or variable, "struct_tag.field", or a section of the object file. */
enum model_subject { MODEL_SYMBOL, MODEL_FIELD, MODEL_SECTION, MODEL_SUBJECTS };

/* Four name spaces, so that one function can have a meaning and be a root. */
enum model_space { MODEL_MEANING, MODEL_ROOT, MODEL_BENIGN_SPACE, MODEL_PERCPU_SPACE };

/* A thing that a call speaks of.
 *     0        the value of argument 0           r     the value returned
 *     *0       the object that it points to      *r    the object that it points to
 *     *0.lock  a member of that object           @rcu  a thing that has a name only; equal names, equal things
 *     *1:0     the object *1 subdivided by the value of argument 0 (bit locks)
 *     *1..     argument 1 and all after it
 *     this     in rows on fields: the object that holds the field */
enum model_base { MODEL_NOWHERE, MODEL_ARGUMENT, MODEL_RESULT, MODEL_NAMED, MODEL_THIS };

struct model_place {
	uint8_t base;   /* enum model_base */
	uint8_t arg;    /* MODEL_ARGUMENT: which, from 0 */
	uint8_t deref;  /* number of * */
	bool rest;      /* this argument and all that follow */
	uint8_t key;    /* argument number + 1 that subdivides the object; 0: none */
	uint32_t name;  /* interned: dotted field path, or the name behind @; 0: none */
};

/* "r==0", "a1&0x400": the row holds when it does. MODEL_ALWAYS for -. */
enum model_test { MODEL_ALWAYS, MODEL_EQ, MODEL_NE, MODEL_LT, MODEL_LE, MODEL_GT, MODEL_GE, MODEL_ANY_BIT, MODEL_NO_BIT };
enum model_value { MODEL_NUMBER, MODEL_NULL, MODEL_ERR }; /* ERR: a pointer that is a negative errno, as IS_ERR() tests */

struct model_condition {
	uint8_t test;  /* enum model_test */
	uint8_t base;  /* MODEL_ARGUMENT or MODEL_RESULT */
	uint8_t arg;
	uint8_t what;  /* enum model_value */
	int64_t value; /* MODEL_NUMBER */
};

/* A number of bytes: "2" the value of argument 2; "1*2" a product; "r"; "#16" sixteen; "str" up to and with the 0. */
enum model_length_kind { MODEL_LEN_UNKNOWN, MODEL_LEN_ARG, MODEL_LEN_PRODUCT, MODEL_LEN_RESULT, MODEL_LEN_CONSTANT, MODEL_LEN_STRING };

struct model_length {
	uint8_t kind; /* enum model_length_kind */
	uint8_t a, b;
	uint32_t value;
};

struct model_row {
	const struct model_row *next; /* the next row of the same name, or NULL */
	uint32_t name, family;        /* interned in models->names; a declaration has no family */
	uint32_t table, line;         /* where it stands: models->table.at[table] */
	uint8_t verb, subject;        /* enum model_verb, model_subject */
	bool glob;                    /* the name holds * or ? */
	bool external;                /* holds only for functions that the program does not define (%external) */
	uint8_t arity;                /* args=N + 1; 0: not said */
	uint8_t kind;                 /* enum model_kind */
	uint8_t order, fail_order;    /* enum model_order, where fixed */
	uint32_t flags;               /* enum model_flag */
	struct model_place on;        /* the lock, condition, memory, thread, ... that the verb acts on */
#define PLACE(field, spelling) struct model_place field;
#include "model.def"
#undef PLACE
	struct model_place order_arg, fail_order_arg; /* where the order is an argument */
	struct model_condition when, recursive_if;
	struct model_length len, size;
};

struct model_table {
	const char *file;
	uint32_t layer;
	bool external, active;
	VEC(uint32_t) needs; /* interned names; the table counts if the program mentions one of them, or if there are none */
};

struct model_complaint {
	const char *file, *text;
	uint32_t line; /* 0: the file as a whole */
};

struct model_glob; /* find.c */

struct models {
	struct arena *arena;
	struct intern names;
	VEC(struct model_table) table;
	VEC(struct model_row) all;             /* as read, also overridden ones */
	VEC(struct model_row) row;             /* the ones that hold, sorted by space, subject and name */
	VEC(struct model_complaint) complaint; /* in the order of files and lines; the first MODEL_COMPLAINTS of them */
	uint32_t complaints;                   /* how many there were */
	struct map exact, globs;
	VEC(struct model_glob) glob;
	uint32_t longest_prefix;
};

enum { MODEL_COMPLAINTS = 50, MODEL_MAX_LINE = 400, MODEL_MAX_ARG = 63 };

struct models_options {
	bool no_builtin;
	const char *project;      /* directory with .snag/models (a file, or a directory of *.model), or NULL */
	const char *const *files; /* --models, in the order of the command line */
	uint32_t n_files;
};

/* Reads everything. NULL and the first complaint in `trouble` ("file:line: what, and what to do") when anything is wrong. */
CHECKED struct models *models_load(struct arena *, const struct models_options *, struct trouble *);
/* The same, but always gives a result, with all complaints in it. */
struct models *models_read(struct arena *, const struct models_options *);
/* One text as the only table: for tests, and for rows that were inferred. */
struct models *models_read_text(struct arena *, const char *file, struct bytes);

/* Drops the tables whose %needs names nothing that `mentions` knows: "complete" is a completion only in a kernel. Before any find. */
void models_select(struct models *, bool (*mentions)(void *context, const char *name), void *context);

/* The first row of a function, the others behind ->next; NULL: nothing is known. An exact name goes before a glob, among globs
 * the longer literal prefix, then more literal characters, then the higher layer, then the alphabet. The caller skips rows that are
 * `external` when the program defines the function. Const and thread-safe. */
const struct model_row *model_find(const struct models *, const char *name);
const struct model_row *model_find_in(const struct models *, enum model_space, enum model_subject, const char *name);
const char *model_string(const struct models *, uint32_t id); /* name, family, field path */
const char *model_verb_name(enum model_verb);
const char *model_kind_name(enum model_kind);
enum model_space model_space_of(enum model_verb);
bool model_glob_match(const char *pattern, const char *name);
uint32_t model_highest_arg(const struct model_row *); /* number of the last argument that the row speaks of, + 1; 0: none */
/* Where a row stands, "pthread.model:12", in the arena. */
const char *model_where(struct arena *, const struct models *, const struct model_row *);

/* False, and a line in `trouble`, when a row of `name` speaks of an argument that the function does not have. */
CHECKED bool models_check_arity(const struct models *, const char *name, uint32_t n_params, bool vararg, struct trouble *);
void models_check(const struct models *); /* our own invariants: BUG() */
/* The rows that hold, by family, sorted, in the syntax that models_read takes. */
void models_dump(const struct models *, FILE *);

#endif
