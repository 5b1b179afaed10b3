/* points: what each pointer may hold and whom each call may reach, for the whole program at once, without flow or context:
 * Steensgaard's analysis, by offset (async-calls, section 4). Near-linear: every instruction is looked at a bounded number of
 * times.
 *
 * Objects are variables, functions, stack slots and heap blocks (one an allocation site; allocator wrappers and other small
 * functions are instantiated at each call, so that their sites are told apart). Objects that some pointer may not tell apart
 * share a *class*, each with a shift, so that a pointer is a class and an offset in it: a *cell*. What is stored at a cell is a
 * pointer to another cell. A class that meets itself at another offset folds: offsets count modulo the greatest common divisor of
 * the differences. Elements of an array are one: the offset of element 0.
 *
 *     struct conn { int fd; struct ops *ops; } a, b;      p = cond ? &a : &b;
 *     class 1 = { a, b }    p -> 1+0    1+8 -> class 2 = { file_ops, sock_ops }    2+0 -> class 3 = { file_read, sock_read }
 *
 * A partition is the set of pointers that lead to one class: the *hierarchy* is the graph of classes, and for classes p and q,
 * p > q if a path leads from p to q and they are not one. The Steensgaard closure Cl(S) of a set of classes is all classes that
 * reach one of them.
 *
 * needs   a linked program, models
 * gives   struct points: cells, objects, sites with targets, annotations
 * A register that holds a whole struct is memory of its own: its value's cell is that memory, in a class without objects.
 * The first instance of a small function that is only called by name has no caller: its parameters are in classes without
 * objects.
 *
 * Which tables of functions get to a call, and which calls reach nothing, is asked once everything is linked (origin.c), by the
 * names of members, not by classes.
 *
 * assumes a program that is whole (it has a main) is all there is, but for functions outside: these do not store in members of
 *         records that no declaration of theirs leads to; a program does not read an object as a record that it is not
 *         (effective.c), unless a unit is compiled with -fno-strict-aliasing
 * misses  function pointers stored by the name of one record's member and called by that of another, unless offsets tell (flow.c)
 *         or the members of a record without a tag are the same; functions that travel through pointers to records;
 *         arrays that a linker script of its own makes of sections; functions in
 *         structs that are handed to functions outside (those handed over by themselves: gap_callback); which thread's result a
 *         join gets, and which key's value: there is one cell for all; annotations of slots whose functions are declared to be
 *         different things do not spread (gap_interfaces); pointers that travel through files, pipes and the memory of functions
 *         outside the program (counted: gap_unresolved), or in parts: byte by byte, in halves, as floating-point numbers; dynamic
 *         byte offsets into records (gap_byte_offset); arrays reached through two types of different layout */
#ifndef POINTS_POINTS_H
#define POINTS_POINTS_H

#include "points/site.h"

/* Where a pointer points. class 0: nowhere known. Canonical: equal cells are equal structs. */
struct cell {
	uint32_t class;
	int32_t offset;
};

/* In object.inst, for OBJECT_STACK and OBJECT_OUTSIDE: not an instruction but the parameter of that number, from 0. */
#define POINTS_PARAM 0x80000000u

enum object_kind {
	OBJECT_VARIABLE = 1, /* sym */
	OBJECT_FUNCTION,     /* sym */
	OBJECT_STACK,        /* an alloca: fn, inst */
	OBJECT_HEAP,         /* an allocation: fn, inst of the call; `instance` tells copies of wrappers apart */
	OBJECT_OUTSIDE,      /* what a call of a function outside the program returned, or a parameter of a root: fn, inst */
	OBJECT_NAMED,        /* "@name" of the models */
	OBJECT_KINDS
};

struct object {
	uint8_t kind;
	struct sym_id sym;
	struct fn_id fn;
	uint32_t inst;
	uint32_t instance; /* points.instance, of fn */
	struct cell cell;  /* its first byte */
};

/* A copy of a function's values. Most functions have one instance; small ones have the first, which stands for the function by
 * itself, and one more for each call. */
struct instance {
	struct fn_id fn;
	uint32_t caller, inst; /* the instance and call it was made for; 0 for the first */
	uint32_t value;        /* points.value: of value v at value + v */
};

/* A function that is stored into a field of which a row says that it holds tasks: `struct work_struct.func task`. Such a function
 * runs later, in the context row->kind, as at a SITE_HANDLER; there is no site, since an initialiser is no instruction. */
struct field_root {
	struct sym_id sym;
	const struct model_row *row;
	struct fn_id fn; /* where it is stored; none: in an initialiser */
	uint32_t inst;
};

/* How it is known that a function is single-threaded, entered by many threads, an interrupt handler, or to be ignored (racerx,
 * section 8.3). */
enum annotated { ANNOTATED_NOT, ANNOTATED_NAME, ANNOTATED_SECTION, ANNOTATED_FIELD, ANNOTATED_SPREAD };

struct annotation {
	uint8_t verb;                /* enum declared; 0: nothing is known */
	uint8_t how;                 /* enum annotated; of several, the first of these counts */
	struct sym_id from;          /* ANNOTATED_SPREAD: of which it is declared */
	const struct model_row *row;
	const char *slot;            /* ANNOTATED_FIELD, ANNOTATED_SPREAD: where it is kept, "ops.open" or a variable */
};

/* A row `entry`, or a declaration `serial`, of a function or of a member that it is kept in (code/entry.h). */
struct points_calling {
	struct sym_id fn;
	const struct model_row *row; /* the first one */
};

struct points {
	struct arena *arena;
	const struct program *p;
	const struct models *models;
	const struct model_row **row;   /* by sym_id: the rows that hold for this function (events_of); NULL: none */
	/* by sym_id: rows `calls fn=K` for a function without body and rows that gets functions as arguments */
	const struct model_row **assumed;
	VEC(struct object) object;      /* 0 is none */
	VEC(struct instance) instance;  /* sorted by fn: those of f are first_instance[f] .. first_instance[f + 1] */
	uint32_t *first_instance;
	uint32_t *nparams;              /* by function: the value of instruction i is nparams + 1 + i */
	VEC(struct cell) value;         /* what each value of each instance points to */
	VEC(struct site) site;          /* by caller, inst, row; 0 is none */
	uint32_t *first_site;           /* those of f are first_site[f] .. first_site[f + 1] */
	VEC(struct sym_id) target;
	uint32_t nclasses;              /* classes are 1 .. nclasses */
	struct classes *classes;        /* the classes themselves (classes.h) */
	struct cell *sym;               /* by sym_id: the variable or function; class 0: never mentioned */
	VEC(struct field_root) field_root; /* by sym, row, fn, inst */
	struct annotation *annotated;   /* by sym_id */
	VEC(struct points_calling) entry; /* by fn, row */
	const char *main;               /* where the program starts; NULL: a library */
	bool offers_hidden;             /* hidden functions are offered to others, too: nothing else is */
	bool *started;                  /* by sym_id: a function that the startup code, or the end of the program, runs */
	bool robust;                    /* lock calls may tell that an owner has died (failing.h) */
};

/* What is known of the program beside its code. */
struct points_start {
	const char *main; /* where it starts; NULL: a library */
	bool strict;      /* objects are accessed as what they are: no unit is compiled with -fno-strict-aliasing (effective.c) */
};

struct points *points_run(struct arena *, const struct program *, const struct models *, struct points_start);
void points_check(const struct points *);
/* --dump=points[:function]: classes with their objects and what is stored in them; values of the function. */
void points_dump(const struct points *, const char *function, FILE *);

/* What a reference of a function points to; for a function with several instances, in the given one (points.instance), or in all:
 * points_cells fills `out` with the different cells, ascending, at most `max`, and returns how many there are. */
struct cell points_value(const struct points *, uint32_t instance, struct ref);
uint32_t points_cells(const struct points *, struct fn_id, struct ref, struct cell *out, uint32_t max);
struct cell points_load(const struct points *, struct cell); /* what is stored there; class 0: nothing */
struct cell points_at(const struct points *, struct cell, int64_t offset); /* the cell `offset` bytes behind, canonical */
/* offsets in it count modulo this; 0: they do not fold */
uint32_t points_fold(const struct points *, uint32_t class);
struct cell points_sym(const struct points *, struct sym_id);              /* the variable or function itself */

/* The objects of a class: object ids, ascending. */
const uint32_t *points_objects(const struct points *, uint32_t class, uint32_t *n);
/* The classes that cells of this one hold pointers to, ascending. */
const uint32_t *points_below(const struct points *, uint32_t class, uint32_t *n);

/* "tape_open is kept in 'ops.open' like sys_open_disk: declared multithreaded 'sys_*'", in the arena; NULL: nothing is known of
 * it. */
const char *points_annotation(struct arena *, const struct points *, struct sym_id);
/* Somebody has said so of this very function, not of one that is kept in the same place. */
/* What others see to when they call the function. */
const struct points_calling *points_entries(const struct points *, struct sym_id fn, uint32_t *n);
bool points_is_declared(const struct points *, struct sym_id);
/* ... by the end of its name only: who calls a function that is called like a handler knows what it is. */
bool points_is_guessed(const struct points *, struct sym_id fn);
/* A function of a library that others can call by its name? What is neither static nor hidden. A library of which the linker
 * would export nothing, neither a function nor a table of some, becomes part of a program that calls whatever is not static. A
 * constructor has been run when others come, and nobody else calls it (assumed), whether it is static or not. */
bool points_is_offered(const struct points *, struct sym_id);
/* The rows of a function, those assumed if there are none; NULL: none. */
const struct model_row *points_rows(const struct points *, struct sym_id);
/* ... of the function that an instruction calls by name; NULL: it calls none (or there is no instruction), or it has none. */
const struct model_row *points_rows_at(const struct points *, const struct body *, const struct inst *);
/* Does the block begin with a call that takes or gives back a lock? Does the branch lead to such a block? */
bool points_leads_to_lock(const struct points *, const struct body *, uint32_t block);
bool points_guards_lock(const struct points *, const struct body *, const struct inst *end);
/* The plain calls and model sites of an instruction: sites with this caller and inst, adjacent; NULL and 0: none. */
const struct site *points_sites(const struct points *, struct fn_id, uint32_t inst, uint32_t *n);

#endif
