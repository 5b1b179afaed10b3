/* plan: what plan.c (starts, choice, names) and closure.c (which units a start needs) share. */
#ifndef LINK_PLAN_H
#define LINK_PLAN_H

#include "link/link.h"

struct give {
	uint32_t name, unit;
	uint8_t rank; /* enum rank, at least weak */
	bool function;
};

struct link_span {
	uint32_t first, n;
};

/* One program in the making. */
struct link_start {
	uint32_t unit;
	uint32_t function; /* a name */
	bool chosen;
	VEC(uint32_t) units; /* in the order in which they were found; the start's first */
};

struct membership {
	uint32_t group, next;
};

struct plan {
	struct arena arena;
	const struct link_input *in;
	const struct link_unit *unit;
	uint32_t n;
	struct intern name;
	uint32_t main;		 /* the name "main"; 0: nobody has it */
	VEC(uint32_t) need;	 /* names, unit by unit */
	VEC(struct give) give;	 /* sorted by name, then unit */
	VEC(struct link_span) needs;	 /* by unit, in `need` */
	struct link_span *givers;	 /* by name, in `give` */
	struct link_span *gives;	 /* by unit, in `given` */
	uint32_t *given;	 /* indices of `give` */
	VEC(uint32_t) stub;	 /* units */
	bool *has_main;		 /* by unit */
	bool *empty;		 /* by unit: it needs and gives nothing */
	bool *away;		 /* by unit: left over, and not to be linked with the program that has what it needs */
	uint32_t *copy;		 /* by unit: how many units of its source stand before it */
	uint32_t *tie;		 /* by unit: the unit of the only main it can be linked with, + 1; 0: any; TIED_TWICE */
	VEC(struct link_start) start; /* the groups; the last may be the library, whose unit is NO_UNIT */
	struct map member;	 /* (group, unit) + 1 */
	uint32_t *groups;	 /* by unit: its groups, a list in `membership` */
	VEC(struct membership) membership;
	uint64_t gap[UNIT_GAPS];
};

#define NO_UNIT UINT32_MAX
#define TIED_TWICE UINT32_MAX

/* ties.c: fills plan.tie, and plan.gives and plan.given. */
void ties_find(struct plan *);

/* closure.c: fills start.units of every start, and adds the library if something is left over. */
void closure_run(struct plan *);
/* The units that are wanted become, or join, the library. */
void closure_add_library(struct plan *, const bool *wanted);
/* beside.c: the library that programs only try. */
void beside_find(struct plan *);
/* Whether two files define one name, so that they cannot be of one program. */
bool closure_clashes(const struct plan *);
/* One group of all units. */
void closure_all(struct plan *, uint32_t group);

#endif
