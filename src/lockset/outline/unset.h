/* unset: pointers that a record of one kind never gets, where it stands inside another.
 *
 *     struct device { struct bus_type *bus; ... };
 *     struct device_link { struct device link_dev; ... };
 *     pdev->dev.bus = &platform_bus_type;                        many kinds of devices are put on some bus, links never are
 *
 * So a function that is handed &link->link_dev and asks for its bus finds null. It is a belief, of the kind that racerx has about
 * locks (8.5): whoever makes a thing sets its members by the thing's own type; a member that is set for several kinds of
 * containers, and never for this one, is null there. Stores by functions that got the address count for the container that it was
 * the address of, through any number of calls. A variable is a container of its own.
 *
 * misses  stores through pointers that were kept in memory: believed to be others, as long as those are fewer than the kinds of
 * containers that set it */
#ifndef LOCKSET_UNSET_H
#define LOCKSET_UNSET_H

#include "base/store/scc.h"
#include "points/points.h"

struct unset_entry { /* a function stores to this offset from what the parameter points to; UNSET_ALL: wherever */
	uint32_t param;
	uint32_t offset;
	bool whole;           /* it copies into whatever is there */
};

/* Where an address comes from. */
struct unset_origin {
	uint32_t param, sym;  /* + 1; the variable; none: somewhere */
	uint32_t offset;      /* from there */
	uint32_t record, at;  /* the outermost record that is known, and how far inside; 0: none */
};

struct unset_pass { /* an address is handed to a callee */
	uint32_t callee, param;
	struct unset_origin from;
};

/* A function, or one that it calls, asks whether the pointer at this offset from what the parameter points to is null. */
struct unset_ask {
	uint32_t param, offset;
	uint32_t record, at;  /* the member that it is; only while it is collected */
	uint32_t next;        /* of the same function, + 1 */
};

struct unset {
	struct arena *arena;
	struct outlines *outlines;
	const struct program *p;
	struct map set;      /* record or variable, offset -> 1: stored to; 2: a variable that only begins with a pointer there */
	struct map whole;    /* ... -> 1: the member there, or the variable, is copied into as a whole */
	struct map kinds;    /* record, offset -> kinds of containers around such a record that have it set */
	struct map strays;   /* record, offset -> stores through pointers of which nobody knows where they lead */
	VEC(struct unset_entry) entry;
	VEC(struct unset_pass) pass;
	VEC(struct unset_ask) ask;
	uint32_t *asks;      /* by function: ask + 1; only members about which there is something to believe */
	uint32_t *first_entry, *nentries, *first_pass; /* by function */
};
#define UNSET_ALL UINT32_MAX

struct outlines; /* outline.h */
void unset_init(struct unset *, struct outlines *);
/* Functions in the order of their numbers: their stores and comparisons, and their calls with each of the targets. */
void unset_begin(struct unset *, struct fn_id);
void unset_store(struct unset *, const struct body *, uint32_t inst);
void unset_compare(struct unset *, const struct body *, uint32_t inst);
void unset_call(struct unset *, const struct body *, uint32_t inst, struct fn_id target);
/* Then, once who calls whom is in order: what is set, and asked for, through callees. */
void unset_settle(struct unset *, const struct scc *);

/* Is it never set in this kind of container, at this offset from its start? Or in this variable? */
bool unset_in(const struct unset *, uint32_t record, int64_t offset);
bool unset_of(const struct unset *, struct sym_id, int64_t offset);
/* Is what this variable begins with at this offset there as long as the program runs, as far as stores are seen? */
bool unset_stays(const struct unset *, struct sym_id, int64_t offset);

#endif
