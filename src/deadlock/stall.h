/* stall: what waits for others, and what could let each of them go on; inside the phase. */
#ifndef DEADLOCK_STALL_H
#define DEADLOCK_STALL_H

#include "deadlock/graph.h"
#include "deadlock/joins.h"
#include "deadlock/ways.h"
#include "threads/running.h"

/* Somebody who lets others go on: who posts, signals, arrives, stores, or ends. */
struct stall_provider {
	uint32_t context, inst;
	uint64_t *before; /* what has been passed there (ways.h) */
};

/* A way out of a loop that waits, or on to its next question: taken only if memory holds something. */
struct stall_door {
	uint32_t block, to;
	bool open;		       /* by what is there at first, or by who knows what */
	uint32_t provider, nproviders; /* stores that open it */
};

enum stall_kind { STALL_TOKEN = 1, STALL_SIGNAL, STALL_FLAG, STALL_BARRIER, STALL_JOIN, STALL_ROUND, STALL_PIPE };

struct stall_wait {
	uint8_t kind;
	uint32_t event;		/* stall_event; 0: STALL_ROUND, a loop that goes round as long as memory says so */
	uint32_t context, inst; /* where it is: of STALL_FLAG, the wait in the loop, or the call that leads there */
	uint32_t bit;		/* of ways: it is over */
	bool open;		/* it goes on, whatever the others do */
	uint32_t provider, nproviders;
	uint32_t door, ndoors; /* STALL_FLAG */
	uint32_t header;
	const bool *inside; /* by block: the loop */
	int64_t arrivals;   /* STALL_BARRIER: as many are needed */
	struct sym_id pipe; /* STALL_PIPE: the variable that has its descriptors */
	uint64_t *before;   /* passed by who waits */
	bool goes;	    /* in the question that is asked */
	bool told;
};

struct stall_lock {
	struct held lock;
	uint32_t bit;
};

struct stall {
	struct graph *g;
	struct arena *a; /* scratch */
	const struct threads *t;
	const struct contexts *c;
	const struct running *r;
	struct joins *joins;
	struct must_passed ways;
	VEC(struct event) made; /* waits that contexts do not know as events */
	struct pipes *pipes;
	VEC(struct stall_wait) wait;
	VEC(struct stall_provider) provider;
	VEC(struct stall_door) door;
	VEC(struct stall_lock) lock;
	uint32_t without; /* stall.lock that is not given back meanwhile; UINT32_MAX: none */
	uint32_t asked;	  /* wait: of who has it */
};

/* What is waited in: an event of contexts, or behind these one that was made here. */
static inline const struct event *stall_event(const struct stall *s, uint32_t event)
{
	return event < s->c->event.n ? &s->c->event.at[event] : &s->made.at[event - s->c->event.n];
}

uint32_t stall_one_object(const struct stall *, const struct event *);
bool stall_may_be_one(const struct stall *, const struct event *, const struct event *);
/* May this provider get to its place before the wait is over, as far as is known by now? */
bool stall_provides(const struct stall *, const struct stall_wait *, uint32_t provider);
bool stall_is_passable(const struct stall *, const uint64_t *set, const struct spot *of);
/* What is told of it: waits, and a reason, which says why if there is only one. */
void stall_tell(struct stall *, uint32_t *wait, uint32_t n, const char *why);

/* loops.c: of waits for conditions, the loops around them, by what they ask, and who opens their doors */
void stall_find_loops(struct stall *, const uint32_t *event, uint32_t n, bool rounds);

/* pipes.c: reads that wait, and who lets them go on */
void stall_find_pipes(struct stall *);
void stall_each_writer(const struct stall *, const struct stall_wait *,
		       void (*visit)(struct stall *, struct stall_wait *, uint32_t context, uint32_t inst));

/* lost.c */
void lost_tell(struct stall *);

#endif
