/* vec: a growing array in an arena.
 *
 *     VEC(struct edge) edges = { 0 };
 *     *vec_add(arena, &edges) = (struct edge){ ... };
 *     for (uint32_t i = 0; i < edges.n; i++) use(edges.at[i]);
 *
 * Growing doubles; a small old copy stays in the arena, a large one is given back. A pointer into the array does not outlive the
 * next vec_add, nor does a copy of the vector. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/store/arena.h"

#define VEC(type)                                                                                                                \
	struct {                                                                                                                 \
		type *at;                                                                                                        \
		uint32_t n, cap;                                                                                                 \
	}

/* Room for one more, counted: a pointer to the new element. It is zeroed unless the vector was emptied (n = 0) and is used
 * again. */
#define vec_add(arena, v)                                                                                                        \
	((v)->n < (v)->cap ? (void)0 : (void)((v)->at = vec_room((arena), (v)->at, (v)->n, 1, &(v)->cap, sizeof *(v)->at)),      \
	 (v)->at + (v)->n++)

/* Room for `k` more at the end, not counted yet. */
#define vec_reserve(arena, v, k) ((v)->at = vec_room((arena), (v)->at, (v)->n, (k), &(v)->cap, sizeof *(v)->at))

void *vec_room(struct arena *, void *at, uint32_t n, uint32_t more, uint32_t *cap, size_t size);

#endif
