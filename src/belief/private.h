/* What the files of this phase share. */
#ifndef BELIEF_PRIVATE_H
#define BELIEF_PRIVATE_H

#include "belief/belief.h"
#include "belief/section.h"

/* How often a thing was used under one lock: each critical section once. */
struct tally {
	uint32_t count, only, first, last;
	struct finding_place example; /* of a use in a section; the best one: only before first before last */
	uint8_t best;		      /* enum standing_flag of it */
};

struct opinion {
	struct intern lock;	   /* names */
	VEC(struct tally) by_lock; /* by name */
	struct tally all;	   /* with any lock */
	struct intern section;	   /* fn, inst of sections that count */
	struct intern point;	   /* fn, line, lock of uses that count: one that two sections of a lock lead to is one */
	struct intern bare;	   /* fn, line of uses without any lock */
	uint32_t best;		   /* name of the lock that most sections have; 0: none */
};

void opinion_init(struct opinion *, struct arena *);
/* A use in a section of this lock; a section counts once, and so does a place. */
void opinion_add(struct arena *, struct opinion *, const struct section *, uint8_t flags, const char *lock, struct finding_place);
void opinion_add_bare(struct opinion *, struct fn_id, uint32_t line);
uint32_t opinion_uses(const struct opinion *); /* n of z */
double opinion_z(const struct opinion *);
/* Enough of them agree, and they are not there by chance. */
bool opinion_is_firm(const struct opinion *);
const struct tally *opinion_best(const struct opinion *);
/* "12 of 14 uses hold pool.lock, 3 times for nothing else". */
const char *opinion_text(struct arena *, const struct opinion *);
void opinion_facts(struct arena *, struct finding *, const struct opinion *);

const struct sections *belief_sections(struct beliefs *, struct fn_id);
struct finding_place place_in(const struct program *, const struct body *, uint32_t inst);
struct finding_place belief_place(struct beliefs *, struct fn_id, uint32_t inst); /* its strings are the program's */
struct finding_place belief_keep_place(struct beliefs *, struct finding_place);	  /* ... and the findings' own */
const char *belief_lock_name(struct arena *, const struct beliefs *, uint32_t term);
/* The lock of a section: as contexts name it, or by the member that the source takes where they know no variable. */
const char *belief_section_lock(struct arena *, const struct beliefs *, const struct section *);
/* Everything about one location; in the arena. */
void location_opinion(struct arena *, struct beliefs *, uint32_t location, struct opinion *);

/* routine.c: functions outside the program, and the lock they are called with. */
void routines_judge(struct beliefs *);

/* empty.c: critical sections that protect nothing. */
void empty_judge(struct beliefs *);

#endif
