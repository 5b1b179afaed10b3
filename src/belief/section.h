/* section: critical sections inside one function, and what stands where in them (racerx, section 8.4).
 *
 *     lock(l);          the section begins: this call is its name
 *     n++;              first
 *     log_it();         calls are objects, too
 *     m = n;            last
 *     unlock(l);        it ends where the lock is no longer surely held
 *
 * Locks that were held when the function was entered make no section: the function's accesses would all be credited to a lock
 * that somebody else took for a reason of his own (8.5). One context of a function stands for all of them. Interrupts that are
 * off are a section as well. */
#ifndef BELIEF_SECTION_H
#define BELIEF_SECTION_H

#include "race/build.h"

enum standing_flag { STANDS_FIRST = 1, STANDS_LAST = 2, STANDS_ONLY = 4 };

struct section {
	struct fn_id fn;
	uint32_t inst;	    /* the call that takes the lock */
	uint32_t term;	    /* contexts.terms: the lock; 0: interrupts are off */
	const char *member; /* "conn.lock", if the source takes a member of a record; or NULL */
	uint32_t objects;   /* different ones in it */
	bool busy;	    /* something is called in it, or memory used, shared or not, or there is a branch */
	bool open;	    /* the function may return with the lock: more may follow elsewhere */
};

/* An access or a call in a section. */
struct standing {
	uint32_t inst;
	uint32_t section; /* sections.section */
	uint8_t flags;	  /* enum standing_flag */
};

struct sections {
	VEC(struct section) section;   /* by inst, term */
	VEC(struct standing) standing; /* by inst, section */
	bool cut;		       /* too much to look at all of it */
	bool takes;		       /* the function itself takes some lock, perhaps one that nothing names */
};

/* Of the function with this body; in the arena given. Empty if nothing is locked there. */
void sections_find(struct arena *, struct races *, const struct body *, struct sections *);
/* Those of one instruction: a range of sections.standing. */
const struct standing *sections_at(const struct sections *, uint32_t inst, uint32_t *n);
/* "conn.lock" for an address that is a member of a record with a name, in the arena; NULL: it is none. */
const char *member_of_record(struct arena *, const struct program *, const struct body *, struct ref address);
/* Is a call an object of its own: of a function of the program, or of one outside that nothing is known of? */
bool call_is_object(const struct races *, const struct body *, const struct inst *);

#endif
