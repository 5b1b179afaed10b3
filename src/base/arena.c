/* Chunks double from 64 KiB to 16 MiB, so that a large phase makes few system calls and a small one wastes little. A request
 * larger than a chunk gets one of its own. In debug builds a dropped chunk is poisoned first, so that a use after the drop
 * shows at once (AddressSanitizer sees it anyway: chunks come from malloc). */
#include "arena.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

enum { CHUNK_MIN = 64 << 10, CHUNK_MAX = 16 << 20, ALIGNMENT = 16 };

struct arena_chunk {
	struct arena_chunk *next;
	size_t size;
};

void arena_init(struct arena *a, const char *name)
{
	*a = (struct arena){ .name = name };
}

void arena_release(struct arena *a)
{
	for (struct arena_chunk *c = a->chunk, *next; c; c = next) {
		next = c->next;
#ifndef NDEBUG
		memset(c + 1, 0xdb, c->size - sizeof *c);
#endif
		free(c);
	}
	arena_init(a, a->name);
}

static void new_chunk(struct arena *a, size_t need)
{
	size_t size = a->chunk ? a->chunk->size * 2 : CHUNK_MIN;
	struct arena_chunk *c;

	if (size > CHUNK_MAX)
		size = CHUNK_MAX;
	if (size < need + sizeof *c + ALIGNMENT)
		size = need + sizeof *c + ALIGNMENT;
	c = calloc(1, size);
	if (!c)
		die("out of memory: %s wants %zu bytes more and holds %zu", a->name, size, a->held);
	c->next = a->chunk;
	c->size = size;
	a->chunk = c;
	a->at = (char *)c + (sizeof *c + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	a->end = (char *)c + size;
	a->held += size;
}

void *arena_alloc(struct arena *a, size_t size)
{
	void *p;

	if (size > SIZE_MAX / 2)
		die("out of memory: %s wants %zu bytes at once", a->name, size);
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if ((size_t)(a->end - a->at) < size || !a->at)
		new_chunk(a, size);
	p = a->at;
	a->at += size;
	a->used += size;
	return p;
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / 2 / size)
		die("out of memory: %s wants %zu times %zu bytes", a->name, n, size);
	return arena_alloc(a, n * size);
}

char *arena_copy(struct arena *a, const char *bytes, size_t len)
{
	char *p = arena_alloc(a, len + 1);

	if (len)
		memcpy(p, bytes, len);
	return p;
}

char *arena_string(struct arena *a, const char *s)
{
	return arena_copy(a, s, strlen(s));
}

char *arena_format(struct arena *a, const char *format, ...)
{
	va_list ap, again;
	char *p;
	int n;

	va_start(ap, format);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	p = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
	if (n > 0)
		vsnprintf(p, (size_t)n + 1, format, again);
	va_end(again);
	return p;
}
