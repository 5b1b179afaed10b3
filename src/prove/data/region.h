/* region: the memory of one execution, with a way back.
 *
 * The search goes down one path, remembers where it had a choice, and comes back to try the next alternative. Everything that a
 * state is made of lies in one region: it is handed out from the front, and what is about to change is written to a log first.
 * Going back is to play the log backwards and to give back what was handed out since. So a choice costs nothing, no state is
 * ever copied, and any number of paths needs the memory of one: copy-on-write where the one copy is the log.
 *
 *     used ->   | at choice 1 | since: new, needs no log  |          log:  [old bytes, where, how many] ...
 *
 * Nothing in a region moves, so plain pointers into it stay good. */
#ifndef PROVE_REGION_H
#define PROVE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct region {
	char *base, *log;
	size_t cap, used, logged;
	size_t high;  /* behind it all is zero */
	size_t fresh; /* what lies at or behind it is newer than the last choice */
	bool full;    /* something did not fit: the path cannot go on */
};

struct region_mark {
	size_t used, logged;
};

bool region_init(struct region *, size_t cap); /* reserves, does not touch; false: the system says no */
void region_release(struct region *);

/* zeroed, aligned to 16; where it does not fit: `full`, and memory that may be written */
void *region_alloc(struct region *, size_t);
void region_save_slow(struct region *, void *, size_t);

/* To be called before bytes of the region are changed. */
static inline void region_save(struct region *r, void *at, size_t len)
{
	if ((size_t)((char *)at - r->base) < r->fresh)
		region_save_slow(r, at, len);
}

struct region_mark region_mark(struct region *); /* a choice: from here on changes are logged */
void region_undo(struct region *, struct region_mark);
/* the last choice has no alternative left: `last` is the one before */
void region_commit(struct region *, struct region_mark last);

#endif
