/* arena: memory that is dropped all at once.
 *
 * A phase owns two arenas: `out`, living as long as its result, and `scratch`, dropped on return. Allocation is a bump of a
 * pointer inside a chunk; there is no free of a single object (but of what large tables outgrow). Memory is zeroed. An arena
 * knows its name, what it handed out and what it holds, for messages. An arena belongs to one thread at a time. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arena_chunk;

struct arena {
	const char *name;
	struct arena_chunk *chunk; /* the newest one first */
	char *at, *end;            /* free room in it */
	size_t used;               /* bytes handed out */
	size_t held;               /* bytes in all chunks */
	uint32_t nchunks;
};

void arena_init(struct arena *, const char *name);
void arena_release(struct arena *); /* drops everything; the arena may be used again */

void *arena_alloc(struct arena *, size_t size); /* zeroed, aligned to 16; dies when there is no memory */
void *arena_array(struct arena *, size_t n, size_t size);
/* Nobody looks at these bytes any more, which were allocated at once: a table has moved. Large ones are given back. */
void arena_outgrown(struct arena *, void *, size_t size);
char *arena_copy(struct arena *, const char *bytes, size_t len); /* with a 0 behind */
char *arena_string(struct arena *, const char *);
char *arena_format(struct arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))

#endif
