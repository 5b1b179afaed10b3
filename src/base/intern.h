/* intern: equal bytes, equal ids. Ids are 1, 2, 3, ... in the order of first sight; 0 is the empty string and means none.
 * The bytes may be text or any struct without padding used as a key. They live in the arena and end with a 0. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "vec.h"

struct intern_entry {
	const char *bytes;
	uint32_t len;
	uint32_t hash;
};

struct intern {
	struct arena *arena;
	VEC(struct intern_entry) entry; /* entry.at[id] */
	uint32_t *slot;                 /* id, or 0 */
	uint32_t cap;
};

void intern_init(struct intern *, struct arena *);
uint32_t intern_bytes(struct intern *, const void *bytes, size_t len); /* copies what is new */
uint32_t intern_string(struct intern *, const char *);
uint32_t intern_find(const struct intern *, const void *bytes, size_t len); /* 0: never interned */
const char *intern_get(const struct intern *, uint32_t id);
uint32_t intern_length(const struct intern *, uint32_t id);

#endif
