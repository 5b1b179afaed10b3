/* effect: what one instruction or call may do to origins. While sets grow, an effect adds to them; in the last round, when
 * nothing changes any more, it is written down as an action for local_flow. */
#ifndef SHARING_EFFECT_H
#define SHARING_EFFECT_H

#include "sharing/local/local.h"

uint32_t origins_one(struct local *, uint32_t origin);
uint32_t origins_both(struct local *, uint32_t a, uint32_t b);
uint32_t origin_make(struct local *, uint8_t kind, uint32_t value);

/* Can a value of this type be a pointer? Numbers narrower than one cannot. */
bool origins_fit(const struct local *, struct type_id);
/* Can it be several, a record that is loaded or stored at once? */
bool origins_are_many(const struct local *, struct type_id);

/* More members in a set, and they are no longer told apart. */
enum { SET_LIMIT = 16 }; /* the most that limits.def allows */

/* What is loaded from objects of the set at the offset; `link`: it is of the same class as they are. */
uint32_t effect_load(struct local *, uint32_t set, int32_t offset, bool link);
/* What is always found together with something that is held (local.hold), by whoever loads it from the holder: the bit of a
 * parameter whose content it is, or of that content; bit 0: something shared; 0: nothing that is known. */
uint64_t effect_beside(const struct local *, uint32_t holder, uint32_t hold);
void effect_store(struct local *, uint32_t inst, uint32_t into, int32_t offset, uint32_t value);
/* A pointer to some objects: a set, and how far behind their start. */
struct pointer {
	uint32_t set;
	int32_t offset;
};
void effect_copy(struct local *, uint32_t inst, struct pointer into, struct pointer from);
void effect_publish(struct local *, uint32_t inst, uint32_t set);
void effect_result(struct local *, uint32_t inst, uint32_t set, int32_t offset);
void effect_action(struct local *, uint32_t inst, uint8_t kind, uint32_t a, uint32_t b);

#endif
