/* state: what sharing keeps. */
#ifndef SHARING_STATE_H
#define SHARING_STATE_H

#include "sharing/sharing.h"

struct sharing_summary;
struct summary_hold;
struct counts;

/* An operand of an instruction whose memory is the thread's own by the flow of this function, sorted by inst and ref. */
struct owned {
	uint32_t inst;
	struct ref address;
	uint8_t whose;
};

/* What a call passes on, as the entry of its target. */
struct passed {
	uint32_t inst;
	uint32_t taken; /* bits of parameters: taken out of a structure */
	uint64_t entry;
};

/* A function as entered with one state of its parameters. */
struct variant {
	struct fn_id fn;
	uint64_t entry;
	uint32_t taken;
	uint32_t owned, nowned;   /* sharing.owned */
	uint32_t passed, npassed; /* sharing.passed */
	uint32_t next;            /* another one of this function; 0: none */
};

/* An address that is distinct in each instance of a thread class (distinct.h). */
struct indexed {
	uint32_t context, inst;
	struct ref address;
	uint32_t key;
};
int indexed_order(const void *, const void *); /* by the access, for qsort and bsearch */

/* Who stores pointers to objects of a class where: the different cells, few, or too many. */
enum { HOLDERS_MOST = 8 }; /* the most that limits.def allows */
struct holders {
	uint32_t n; /* HOLDERS_MOST + 1: too many, or unknown places */
	struct cell cell[HOLDERS_MOST];
};

/* What writes more than one cell of a class: copies, library functions. */
struct bulk {
	uint32_t n;      /* at most counted to 2; also for what is no copy */
	struct fn_id fn; /* the copy, if it is one */
	uint32_t inst;
};

/* The stores into one cell. */
struct store_site {
	struct fn_id fn;
	uint32_t inst;
	uint32_t next; /* sharing.site; 0: the last one */
};
struct stores {
	struct cell cell;
	uint32_t site, nsites; /* sharing.site; more than limits.def allows: not all are there */
	uint32_t n;         /* instructions that store there, at most counted to 2 */
	struct fn_id fn;    /* one of them */
	uint32_t inst;
};

struct sharing {
	struct arena *arena;
	const struct threads *threads;
	const struct contexts *contexts;
	const struct points *points;
	const struct program *p;
	/* flow inside functions */
	struct sharing_summary *summary; /* by fn */
	VEC(struct summary_hold) hold;
	VEC(struct variant) variant;
	VEC(struct owned) owned;
	VEC(struct passed) passed;
	uint32_t *first_variant, *nvariants; /* by fn */
	uint32_t *variant_of;                /* by context */
	uint64_t *entry;                     /* by context */
	uint32_t *taken;                     /* by context: parameters that some caller has taken out of a structure */
	uint32_t *first_copy, *copy;         /* by context: instances of its function in points that it may stand for */
	/* classes */
	bool *common;            /* by class: something that several threads may have leads to it */
	bool *passed_on;         /* by class: some spawn passes a pointer to it */
	bool *returned;          /* by class: some thread returns a pointer to it */
	bool specific_own;       /* what threads keep under thread-specific keys is their own */
	uint32_t joiner;         /* the only thread class that waits for others; 0: there are several */
	struct bulk *bulk;       /* by class: what writes many cells at once */
	bool *spread;            /* by class: .. with something that is not zero, and was perhaps not there before */
	uint8_t *private;        /* by class that is not common: why its objects are their thread's own (enum whose) */
	bool *untakeable;        /* by class: pointers to its objects are used without a lock */
	bool *candidate;         /* by class: some object of it is taken */
	/* by fn: what it returns may have been found before it last released a lock (stale.h); NULL: not asked for yet */
	bool *returns_old;
	struct intern who;       /* sets of threads, ascending; more than sharing-threads: the set { 0 }, which is everybody */
	struct once_calls *calls; /* by the function that is called (once.h) */
	struct counts *counts;   /* numbers that say where in arrays something is (counts.h) */
	bool *counted;           /* by class: who takes the count down to 0 has the object for itself (last.h); NULL: none */
	uint32_t *class_who;     /* by class: who accesses it */
	uint32_t *instance_who;  /* by points.instance */
	struct holders *holders; /* by class */
	VEC(struct stores) stores;
	VEC(struct store_site) site;
	struct map store_of;
	struct map alone;            /* cells -> enum alone (distinct/alone.c) */
	/* distinct in each instance */
	VEC(struct indexed) indexed; /* by context, inst, address */
	struct intern formula, holder;
	/* in several structures */
	bool *linked;                /* by class: objects of linked structures, each in one of them at a time (member.h) */
	bool *structured;            /* by class: such, or holds pointers to such */
	bool any_linked;
	bool *relied;                /* something is taken because no object is in two structures */
	uint32_t *structure;         /* by sym: another variable of the same structure, or itself */
	VEC(struct indexed) member;  /* by context, inst, address; key: the variable that leads there */
	/* thread and class of objects -> the formula + 1 of all its accesses there; 1: there are several */
	struct map formula_of;
};

enum { WHO_MOST = 16 }; /* the most that limits.def allows */

#endif
