/* memory: variables and members that are read twice and must hold the same both times: the bound of two loops, a flag. They do if
 * every store to them is over before the thread in question is first started. Looked at are the stores that name the variable, or
 * the member of its record; a variable whose address is used in any other way is not trusted. */
#ifndef THREADS_MEMORY_H
#define THREADS_MEMORY_H

#include "threads/values/origin.h"

bool dep_excepts(const struct dep *, struct fn_id, uint32_t inst); /* is this the store that does not count? */
/* True if nothing is stored to these from the time on at which the slot's threads may have been started. */
bool memory_settled(struct running *, const struct dep *, uint32_t n, uint32_t slot);

/* A value that is loaded from where one store of the program has put it, in one record or variable: what was put there. Otherwise
 * the value as it is. The store is made before the slot's threads are started. */
struct threads_origin memory_resolve(struct running *, struct threads_origin, uint32_t slot);

/* Blocks of a function that call nothing of the program, and the set of the only class, of one thread, that executes it: nothing
 * is stored to these while that thread is there, be it by itself or by others. */
struct threads_region {
	struct fn_id fn;
	const bool *block;
	uint32_t class;
};
bool memory_untouched(struct running *, const struct dep *, uint32_t n, const struct threads_region *);

/* In all rounds but the first: nothing is stored to these while a thread of these classes is there, be it by itself or by
 * others. */
bool memory_stored_elsewhere(struct running *, const struct dep *, uint32_t n, uint32_t readers);

/* rounds.c: joins that hold if nothing is stored to what they depend on while the threads of their slot are there. `holds`,
 * true at first, is taken away from those of which this may be untrue. Effects of arrays and lists must have been added, and
 * none else. */
struct threads_supposed {
	struct effect effect; /* what holds then */
	VEC(struct dep) dep;
	uint32_t event; /* for who supposes it */
	bool holds;
};
void rounds_suppose(struct running *, struct threads_supposed *, uint32_t n);

/* Every load of and store to a variable or a part of it. escapes: its address is used in another way, too. */
struct variable_use {
	struct fn_id fn;
	uint32_t inst;
	int64_t offset;
};
struct bytes_range {
	int64_t from, to;
};
struct variable {
	bool escapes;
	VEC(struct bytes_range) leak; /* where, as far as members tell: an address in a member stays in it */
	VEC(struct variable_use) store, load;
	VEC(struct variable_use) update; /* of the stores: those that are loads as well, and of nothing else */
	/* stores to elements of the array that a pointer in the variable leads to; offset: of that pointer */
	VEC(struct variable_use) element;
};
bool variable_leaks(const struct variable *, int64_t offset);
const struct variable *memory_variable(struct running *, struct sym_id);

/* cells.c: the same for an object that pointers lead to. */
struct threads_indexed {
	int64_t offset, stride;
};
struct cell_object {
	uint32_t object; /* points.object */
	struct variable uses; /* escapes: something else may be stored there */
	bool lacks; /* references: it is filled with fewer than there may be threads that give one back */
	VEC(struct threads_indexed) indexed; /* elements of an array that are not told apart */
};
void cells_scan(struct running *); /* fills running.cell_object */
/* Is what the uses call by this offset one place in memory? */
bool cells_one_place(const struct running *, const struct cell_object *, int64_t offset);

/* The variable behind an address, if its bytes are known and never change; 0: none. */
uint32_t memory_constant(const struct program *, struct ref, int64_t *offset);

/* Nothing else is stored to this member (KONST_MEMBER), as far as it is named. */
bool memory_only_store(struct running *, uint32_t member, struct fn_id, uint32_t inst);

#endif
