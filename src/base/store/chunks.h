/* chunks: a growing array in an arena that never moves and leaves no copies behind: for what becomes very large.
 *
 *     CHUNKS(struct node) nodes = { 0 };
 *     *chunks_add(arena, &nodes) = (struct node){ ... };
 *     for (uint32_t i = 0; i < nodes.n; i++) use(chunks_at(&nodes, i));
 *
 * Elements lie together in pieces of CHUNK_SIZE, so an index costs one step more than in a VEC. Pointers to elements stay
 * good. */
#ifndef BASE_CHUNKS_H
#define BASE_CHUNKS_H

#include "base/store/vec.h"

enum { CHUNK_BITS = 12, CHUNK_SIZE = 1 << CHUNK_BITS };

#define CHUNKS(type)                                                                                                             \
	struct {                                                                                                                 \
		VEC(type *) chunk;                                                                                               \
		uint32_t n;                                                                                                      \
	}

/* One more, zeroed: a pointer to it. */
#define chunks_add(arena, c)                                                                                                     \
	((c)->n >> CHUNK_BITS < (c)->chunk.n                                                                                     \
		 ? (void)0                                                                                                       \
		 : (void)(*vec_add((arena), &(c)->chunk) = arena_array((arena), CHUNK_SIZE, sizeof **(c)->chunk.at)),            \
	 (c)->n++, chunks_at(c, (c)->n - 1))

#define chunks_at(c, i) (&(c)->chunk.at[(i) >> CHUNK_BITS][(i) & (CHUNK_SIZE - 1)])

#endif
