/* learn: uses by what can be annotated, and the names of the locks that they hold; inside the phase. */
#ifndef ANNOTATE_LEARN_H
#define ANNOTATE_LEARN_H

#include "annotate/annotate.h"
#include "race/build.h"

struct group_key {
	uint32_t record, sym, pointee, zero;
	int64_t offset;
};

struct guard_group {
	struct group_key key;
	VEC(uint32_t) kind;
};

struct learning {
	struct arena *out, scratch;
	struct races *r;
	struct lessons *to;
	uint8_t *state; /* by kind: enum kind_state */
	struct intern keys;
	VEC(struct guard_group) group;
	struct intern lock;	 /* names */
	uint32_t record;	 /* of the group that is looked at; 0: none */
	bool seen[LEFT_REASONS]; /* locks of that kind are held there */
	bool members;		 /* variables that are records are told by their members */
};

void learning_begin(struct learning *); /* out, r, members are set; scratch is to be released */
/* Can the kind of use meet no other one, since nobody else is there then, or nobody else has the memory? */
bool learning_excuses(const struct learning *, uint32_t kind);
/* In learning.lock: "&lock" of a member beside what is used, "pool.lock" of a variable; 0: no annotation can name it.
 * learning.record must be set. */
uint32_t learning_lock(struct learning *, const struct use *, const struct held *);
const char *learning_path(struct arena *, const struct program *, struct type_id record, int64_t offset); /* ".pool.lock" */

#endif
