/* ground: what holds for the program as a whole, found before any function is summarised: who is called where, which classes of
 * memory more than one thread uses, which cells keep their value once they are shared. */
#ifndef SUMMARY_GROUND_H
#define SUMMARY_GROUND_H

#include "base/store/map.h"
#include "base/store/scc.h"
#include "summary/census/spin.h"
#include "summary/summary.h"

/* A function that an instruction may run. */
struct target {
	uint32_t inst;
	struct fn_id fn;
	uint8_t kind;                /* enum site_kind: CALL, INNER, CALLBACK */
	const struct model_row *row; /* INNER, CALLBACK: which argument is what */
};

/* How a variable is written, somewhere: with something that is no new block (its start) and not null; otherwise than by an
 * atomic addition of a positive number. */
enum written_bit {
	WRITTEN_NO_BLOCK = 1,
	WRITTEN_NO_COUNT = 2,
	WRITTEN_KNOWN = 4 /* with what may be stored elsewhere, too */
};

/* What a semaphore is initialised with, and whether functions both take it and give it back, or do one of the two. */
enum count_bits { COUNT_ONE = 1, COUNT_OTHER = 2, COUNT_PAIRED = 4, COUNT_UNPAIRED = 8 };

/* A member that is always what another one of the same object points to, so many bytes on (bound.c). */
struct bond {
	struct cell cell;
	int64_t far, on; /* the other one, from here; bytes behind what it points to */
};

struct ground {
	uint32_t nfns;
	uint32_t *first_target; /* by fn, n + 1 */
	VEC(struct target) target; /* by fn, inst, callee */
	struct scc scc;         /* of functions; node = fn_id */
	uint32_t *first_callee, *callee; /* edges between functions */
	uint8_t *contested;     /* by class, of any of its words: written, and used by threads that are not one */
	struct map contested_word; /* by class and word */
	struct map counting;    /* families of semaphores */
	struct map semaphore;   /* cells that are semaphores: bits of enum count_bits */
	uint8_t *semaphore_variable; /* the same, of symbols that have no class */
	uint32_t *token;        /* by symbol: semaphores that are one lock together have the same number, which is a symbol (token.c) */
	struct map spin;        /* cells, and variables that have no class, that are locks made of atomics: ground_spin_word */
	bool *reached;          /* by function: some context of it is entered */
	uint32_t *first_param;  /* by function: of its parameters in named_param (passed.c) */
	bool *named_param;      /* some caller can say which object it points to */
	bool *entered_locked;   /* by function: somebody may hold a lock when he calls it */
	bool *entered_inside;   /* ... that is no variable: it may be in an object that he passes */
	uint8_t *contested_variable; /* by symbol, of those that no pointer leads to: they have no class */
	uint8_t *unstable_variable;  /* the same: written while others may run */
	uint8_t *written_variable;   /* the same: enum written_bit */
	uint8_t *written_class;      /* by class: of all that is written there */
	uint8_t *churned;       /* by class: written in bulk while shared */
	/* by function, by inst: bits of its touches that are of memory no other thread has a pointer to; NULL: none */
	uint32_t **local;
	uint8_t *spread_class;  /* by class: something in it is overwritten as a whole, with who knows what */
	struct map spread;      /* cells that hold what may be held elsewhere, too: WRITTEN_KNOWN */
	bool spread_outside;    /* some record that comes from outside is overwritten so */
	struct map spread_field; /* the same by ground_field: records that come from outside have a class in each function */
	struct map unstable;    /* cells that are written while they may be shared */
	VEC(struct bond) bound;
	struct map bound_at;    /* cells to bound + 1 */
};

/* How an instruction touches memory: the bytes behind a place. */
struct touch {
	struct place place;
	uint32_t size; /* 0: not known */
	uint16_t bit, nbits;
	uint8_t flags, order; /* enum access_flag, enum order */
	bool bulk; /* more than one cell */
};
enum { TOUCHES_MOST = 24 };

/* Accesses that overlap have an eight-byte word of their class in common; what is longer than GROUND_BULK, or of unknown
 * length, goes over all of it. */
enum { GROUND_WORD = 8, GROUND_BULK = 64 };
static inline int32_t ground_word(int32_t offset)
{
	return offset >= 0 ? offset / GROUND_WORD : -((-offset + GROUND_WORD - 1) / GROUND_WORD);
}
static inline uint64_t ground_cell_key(struct cell c)
{
	return map_pair(c.class, (uint32_t)c.offset);
}

/* Who works: `keep` of each lives as long as the summaries. Not parallel: nothing of OpenMP is called. */
struct crew {
	struct arena *keep;
	uint32_t n;
	bool parallel;
};

struct ground *ground_find(struct arena *, const struct sharing *, const struct threads *, const struct crew *);
/* The touches of one instruction, rows of the models included; how many. */
uint32_t touches_of(const struct points *, const struct body *, uint32_t inst, struct touch out[TOUCHES_MOST]);
/* May another thread use these bytes, and somebody write them? size 0: as far as the object goes. */
bool ground_is_contested(const struct ground *, struct cell, uint32_t size);
/* Does a semaphore of which this is known begin with one, as far as is seen? Where nobody is seen to initialise it, others do,
 * and it is believed to be a lock if every function that takes it gives it back, and the reverse. */
bool ground_is_one(uint8_t counts);
/* The same, of every semaphore in this cell: then it may be a lock. */
bool ground_counts_one(const struct ground *, struct cell);
bool ground_is_local(const struct ground *, struct fn_id, uint32_t inst, uint32_t touch);
/* The number of a parameter in named_param; UINT32_MAX: the function has none of that number. */
uint32_t ground_param(const struct ground *, struct fn_id, uint32_t k);
bool ground_has_memory(const struct points *, struct cell); /* is there an object in its class? */
/* enum written_bit of a variable, whoever writes it; all bits if its class has other objects. */
uint8_t ground_written(const struct ground *, const struct points *, struct sym_id);
/* Is whatever this cell, which is this field of its record, holds a block that was made for it, and that nothing else in
 * memory holds? Of records that come from outside: by what the program stores in such fields. */
bool ground_holds_alone(const struct ground *, const struct points *, struct cell, uint64_t field);
bool ground_is_inside(const struct points *, uint32_t class); /* are all its objects made by the program? */
/* The innermost record there, and the offset in it; 0: none. */
uint64_t ground_field(const struct program *, struct type_id record, int64_t offset);
uint64_t ground_field_at(const struct program *, const struct body *, struct ref address);
/* Key of ground.spin. */
uint64_t ground_spin_word(struct cell, struct sym_id variable);
bool ground_is_stable(const struct ground *, struct cell);
const struct target *ground_targets(const struct ground *, struct fn_id, uint32_t inst, uint32_t *n);

#endif
