/* link: one program from many units, as a C linker would make it.
 *
 * needs   unit files (ir/store/unit.h)
 * gives   struct link_plan: which units make which program;  struct linked: one program and how its symbols were decided
 * misses  what only the link command says: -l order, archives, version scripts, --wrap, symbols made by the linker or by objcopy;
 *         module-level assembly defines and uses nothing here
 *
 *     a.c   static int twice(int)  ----\                       header copies: equal name, key and static callees
 *     b.c   static int twice(int)  -----+--> one function
 *     a.c   extern int n;  b.c  int n = 3;  ---> one symbol, defined in b.c
 *
 * Who wins where several units define a name: a stub, a plain definition, a common one, a weak one, an inline body. Among equals
 * the first unit; two plain definitions that differ are a conflict: told, counted, not fatal. */
#ifndef LINK_LINK_H
#define LINK_LINK_H

#include "ir/ir.h"

struct link_unit {
	const char *path;   /* the unit file */
	const char *source; /* what it was made from, for messages and for telling programs apart */
	bool stub;	    /* given with --stubs: what it defines wins, and it is part of every program */
	bool shared;	    /* compiled for a shared object */
	bool found;	    /* in the cache: the name of its file says what is in it (keep.h) */
};

/* The units of one program: the one with the start first, the others in input order. */
struct link_group {
	const char *name;  /* the start's source file, or "library" */
	const char *start; /* "main", or the function named by --main; NULL: a library */
	VEC(uint32_t) unit;
};

struct link_plan {
	VEC(struct link_group) group;
	uint64_t gap[UNIT_GAPS]; /* of all units, each counted once */
};

/* What functions outside mean for beside.c. The same for the same name in all runs: a plan is kept. */
enum link_meaning {
	LINK_LOCKS = 1, /* takes a lock */
	LINK_STARTS = 2 /* has a function run by a thread, a handler or the like */
};

struct link_input {
	const struct link_unit *unit;
	uint32_t n;
	const char *const *mains;
	uint32_t nmains;
	uint8_t (*means)(const void *context, const char *name); /* enum link_meaning; NULL: nobody knows */
	const void *context;
};

/* Tells apart the programs whose units are in one database; reads each unit's symbols once. With one start (an extern `main`, or
 * a function in `mains`) or none, there is one group of all units. With several, or if files define the same names and so cannot
 * be of one program, a group is what its start needs, closed over undefined symbols; what no start needs goes to the program it
 * was made for (plugins), or to the group "library". So do, unless `mains` says what is wanted, the units of a program that only
 * tries them (beside.c). `mains` chooses groups: a source file with a main (by the end of its path,
 * or its base name, with or without .c; all that match), or a defined extern function. None given: all groups. */
CHECKED bool link_plan(struct arena *out, const struct link_input *, struct link_plan *, struct trouble *);

struct link_conflict {
	struct sym_id sym;
	struct unit_id dropped; /* the unit whose definition is not used, and */
	struct str_id file;	/* where that definition stands */
	uint32_t line;
	uint32_t told; /* 1: the user is told of it; 0: of the symbol's first one, or a stub took its place */
};

struct linked {
	struct program *program;
	uint32_t *copies; /* by symbol: definitions equal to the one kept that were left out */
	uint64_t merged;  /* functions among them */
	uint64_t conflicts; /* symbols with some */
	VEC(struct link_conflict) conflict;
};

/* The units are loaded one after the other; code stays in their mapped files until unit_close(linked->program), the rest
 * is in `out`. A unit that cannot be read is trouble, and NULL. */
CHECKED struct linked *link_program(struct arena *out, const struct link_unit *, const struct link_group *, struct trouble *);

/* The same in steps, for units in memory: each must be valid (program_valid), have type keys, and hold code that lives as
 * long as the result; code is not looked at. link_end gives the result and ends the linker; link_abandon ends it without one. */
struct linker;
struct linker *link_begin(struct arena *out, const char *name);
void link_add(struct linker *, const struct program *unit, const struct link_unit *);
struct linked *link_end(struct linker *);
void link_abandon(struct linker *);

void link_check(const struct linked *);
/* --dump=link: units, then symbols by name with linkage, place, target and copies, then conflicts. */
void link_dump(const struct linked *, FILE *);

#endif
