/* entry: what others see to when they call a function from outside, as rows `entry` and declarations `serial` say.
 *
 *     struct ops.attach    entry  @setup          -                       no two of them, or of others under @setup, at once
 *     struct ops.*         entry  @device shared  -                       any number of these
 *     dispatch             entry  @device         request.kind==0         ... but nothing beside the part of dispatch where the
 *                                                                         request's kind is known to be 0
 *     struct ops.close     entry  *0 alone        -                       nobody else has what its first argument points to
 *     struct ops.open      entry  *0 alone part   -                       ... nor what that object keeps in a member, a new block
 *                                                                         each time; of all else that it leads to others may
 *     serial conn_*                                                       never two of these at once
 *
 * misses  conditions that a callee asks of a number that it was handed; members that are stored to after they were asked for */
#ifndef CODE_ENTRY_H
#define CODE_ENTRY_H

#include "ir/body.h"
#include "model/model.h"

/* The first row of a function, of a member that it is kept in ("ops.attach", "ops.call[2]"); NULL: none. Others at ->next. */
const struct model_row *entry_of_function(const struct models *, const char *name);
const struct model_row *entry_of_member(const struct models *, const char *name);
/* Is there any row of a member? Is it about an element of an array there? */
bool entries_of_members(const struct models *);
/* Do the two keep each other out: are they under one thing that has a name, and not both in company? */
bool entries_exclude(const struct model_row *, const struct model_row *);
/* The same of what an argument points to: the arguments, from 1, of either; 0: they are about something else. */
bool entries_exclude_object(const struct model_row *, const struct model_row *, uint32_t *first, uint32_t *second);
/* The argument, from 1, that nobody else has anything of meanwhile; 0: none. */
uint32_t entry_alone(const struct model_row *);
/* What the row is under, in words: "@pnp", "conn_*". */
const char *entry_words(const struct models *, const struct model_row *);

/* Does it hold wherever the function is called, also by the program itself? */
static inline bool entry_always(const struct model_row *r)
{
	return r->verb == MODEL_SERIAL;
}

/* Does the row hold for parts of the function only? */
static inline bool entry_asks(const struct model_row *r)
{
	return r->when.test != MODEL_ALWAYS && r->when.base == MODEL_MEMBER;
}
/* By block: is every way there one on which the member has one of the values for which this row, or another one of the chain that
 * says the same, holds? In the arena. */
uint8_t *entry_blocks(struct arena *, const struct program *, const struct models *, const struct body *,
		      const struct model_row *first, const struct model_row *);

#endif
