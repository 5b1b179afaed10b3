#include "base/store/vec.h"

#include <string.h>

#include "base/diag.h"

void *vec_room(struct arena *a, void *at, uint32_t n, uint32_t more, uint32_t *cap, size_t size)
{
	uint64_t need = (uint64_t)n + more, grown = *cap ? *cap : 8;
	void *p;

	if (need <= *cap)
		return at;
	if (need > UINT32_MAX)
		die("too large: %s wants more than %u elements in one table", a->name, UINT32_MAX);
	while (grown < need)
		grown *= 2;
	if (grown > UINT32_MAX)
		grown = UINT32_MAX;
	p = arena_array(a, grown, size);
	if (n)
		memcpy(p, at, n * size);
	arena_outgrown(a, at, *cap * size);
	*cap = (uint32_t)grown;
	return p;
}
