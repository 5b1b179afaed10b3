/* place: which memory a place of a row is at one call: "*0.lock" is a member of the object that argument 0 points to, "@rcu" a
 * thing that has only a name. Members are looked up in the type of the parameter, by the prototype.
 *
 * misses  members that the prototype does not know of */
#ifndef CODE_PLACE_H
#define CODE_PLACE_H

#include "code/event.h"

/* What a model place is at one call: the value of base after `loads` loads, plus offset. */
struct place {
	bool known;      /* false: the row does not name this place, or the call has no such argument */
	bool value;      /* the value itself is meant ("0"); otherwise the object at that address ("*0") */
	bool rest;       /* this argument and all behind it */
	bool result;     /* base is the call's own result */
	struct ref base; /* none for a name */
	uint8_t loads;
	int64_t first;   /* before the first load; of the member that the row names, in front of loads ("**1.msg_iov") */
	int64_t offset;  /* after the loads; of the member that the row names, where there are none */
	uint32_t name;   /* "@rcu": the interned name in models; the same name is the same object */
};

struct place event_place(const struct program *, const struct models *, const struct body *, uint32_t inst,
			const struct model_place *);
/* The record whose member a place names, by the prototype of the callee; none: it names none, or that is not known. */
struct type_id place_record(const struct program *, struct sym_id callee, const struct model_place *);
/* Where in it the member is; false: there is no such member. */
bool place_offset(const struct program *, const struct models *, struct sym_id callee, const struct model_place *,
		  int64_t *offset);

/* Adds to the offset where "member" or "member.inner" is in the record; false: there is no such member. */
bool place_path_offset(const struct program *, const char *path, struct type_id record, int64_t *offset);

#endif
