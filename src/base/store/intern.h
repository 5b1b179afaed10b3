/* intern: equal bytes, equal ids. Ids are 1, 2, 3, ... in the order of first sight; 0 is the empty string and means none.
 * The bytes may be text or any struct without padding used as a key. They live in the arena and end with a 0; or, of a table that
 * was read back, at an offset from `base` in a mapped file (a table made in memory has base 0, so that the offset is the
 * address). */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/store/vec.h"

struct intern_entry {
	uint64_t at; /* from intern.base */
	uint32_t len;
	uint32_t hash;
};

struct intern {
	struct arena *arena;
	VEC(struct intern_entry) entry; /* entry.at[id] */
	uint32_t *slot;                 /* id, or 0 */
	uint32_t cap;                   /* of slots: 0 or a power of two */
	uintptr_t base;
};

void intern_init(struct intern *, struct arena *);
uint32_t intern_bytes(struct intern *, const void *bytes, size_t len); /* copies what is new */
/* the same, of an entry of another table */
uint32_t intern_hashed(struct intern *, const void *bytes, size_t len, uint32_t hash);
/* does not copy: they end with a 0 and live as long as the table */
uint32_t intern_adopt(struct intern *, const char *bytes, size_t len);
void intern_reserve(struct intern *, uint32_t n); /* `n` more will come */
uint32_t intern_string(struct intern *, const char *);
uint32_t intern_find(const struct intern *, const void *bytes, size_t len); /* 0: never interned */
const char *intern_get(const struct intern *, uint32_t id);
uint32_t intern_length(const struct intern *, uint32_t id);

#endif
