/* Chunks double from 64 KiB to 16 MiB, so that a large phase makes few system calls and a small one wastes little. A request
 * larger than a chunk gets one of its own, which is given back when a table has outgrown it.
 *
 * Many arenas live for one function only, on all cores. A dropped chunk is therefore kept: a few by the thread that dropped it,
 * more for everybody. The next arena finds memory that is there already, of which only the used part must be zeroed, and workers
 * do not wait for each other in the system. Where phases check their results a dropped chunk is poisoned, so that a use after the
 * drop shows; AddressSanitizer sees every drop: there, chunks go back at once. */
#include "base/store/arena.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

enum { CHUNK_MIN = 64 << 10, CHUNK_CLASSES = 9, ALIGNMENT = 16 }; /* class k: CHUNK_MIN << k bytes */
#define OWN_MOST ((size_t)4 << 20)                                 /* bytes that a thread keeps for itself */
#define SHARED_MOST ((size_t)128 << 20)                            /* and that are kept for all */

struct arena_chunk {
	struct arena_chunk *next;
	size_t size;
	char *used; /* the end of what was handed out; of the newest chunk, arena.at is */
	uint32_t class; /* CHUNK_CLASSES: larger than a chunk */
};

#if defined __SANITIZE_ADDRESS__
#define KEEPS_SPARE false
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define KEEPS_SPARE false
#endif
#endif
#ifndef KEEPS_SPARE
#define KEEPS_SPARE true
#endif

/* Chunks that nobody uses. */
struct spare {
	struct arena_chunk *chunk[CHUNK_CLASSES];
	size_t bytes;
};

static _Thread_local struct spare own;
static struct spare shared;
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

static bool put(struct spare *s, struct arena_chunk *c, size_t most)
{
	if (s->bytes + c->size > most)
		return false;
	c->next = s->chunk[c->class];
	s->chunk[c->class] = c;
	s->bytes += c->size;
	return true;
}

static struct arena_chunk *get(struct spare *s, uint32_t class)
{
	struct arena_chunk *c = s->chunk[class];

	if (c) {
		s->chunk[class] = c->next;
		s->bytes -= c->size;
	}
	return c;
}

void arena_init(struct arena *a, const char *name)
{
	*a = (struct arena){ .name = name };
}

static void drop(struct arena_chunk *c)
{
	bool kept;

	if (!KEEPS_SPARE || c->class == CHUNK_CLASSES) {
		free(c);
		return;
	}
	if (diag_checks())
		memset(c + 1, 0xdb, (size_t)(c->used - (char *)(c + 1)));
	if (put(&own, c, OWN_MOST))
		return;
	pthread_mutex_lock(&shared_lock);
	kept = put(&shared, c, SHARED_MOST);
	pthread_mutex_unlock(&shared_lock);
	if (!kept)
		free(c);
}

void arena_release(struct arena *a)
{
	if (a->chunk)
		a->chunk->used = a->at;
	for (struct arena_chunk *c = a->chunk, *next; c; c = next) {
		next = c->next;
		drop(c);
	}
	arena_init(a, a->name);
}

static struct arena_chunk *take(uint32_t class, size_t size)
{
	struct arena_chunk *c = NULL;

	if (class < CHUNK_CLASSES)
		c = get(&own, class);
	if (!c && class < CHUNK_CLASSES) {
		pthread_mutex_lock(&shared_lock);
		c = get(&shared, class);
		pthread_mutex_unlock(&shared_lock);
	}
	if (!c)
		return calloc(1, size);
	memset(c + 1, 0, (size_t)(c->used - (char *)(c + 1)));
	return c;
}

static char *start_of(struct arena_chunk *c)
{
	return (char *)c + (sizeof *c + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes of a chunk with room for so many. */
static size_t room_for(size_t need)
{
	return need + sizeof(struct arena_chunk) + ALIGNMENT;
}

static struct arena_chunk *add_chunk(struct arena *a, uint32_t class, size_t size)
{
	struct arena_chunk *c = take(class, size);

	if (!c)
		die("out of memory: %s wants %zu bytes more and holds %zu", a->name, size, a->held);
	*c = (struct arena_chunk){ .size = size, .class = class };
	a->nchunks++;
	a->held += size;
	return c;
}

static void new_chunk(struct arena *a, size_t need)
{
	uint32_t class = a->nchunks < CHUNK_CLASSES ? a->nchunks : CHUNK_CLASSES - 1;
	struct arena_chunk *c;

	while ((size_t)CHUNK_MIN << class < room_for(need))
		class++;
	c = add_chunk(a, class, (size_t)CHUNK_MIN << class);
	if (a->chunk)
		a->chunk->used = a->at;
	c->next = a->chunk;
	a->chunk = c;
	a->at = start_of(c);
	a->end = (char *)c + c->size;
}

/* What is larger than a chunk stands behind the one that has room left. */
static void *alone(struct arena *a, size_t need)
{
	struct arena_chunk *c = add_chunk(a, CHUNK_CLASSES, room_for(need));

	c->used = (char *)c + c->size;
	if (!a->chunk)
		new_chunk(a, 0);
	c->next = a->chunk->next;
	a->chunk->next = c;
	a->used += need;
	return start_of(c);
}

static bool is_alone(size_t need)
{
	return room_for(need) > (size_t)CHUNK_MIN << (CHUNK_CLASSES - 1);
}

/* Where the chunk stands that the bytes are in; none: they are not the arena's, as those of a mapped file. */
static struct arena_chunk **chunk_of(struct arena *a, const char *p)
{
	struct arena_chunk **at = &a->chunk;

	while (*at && (p < (char *)*at || p >= (char *)*at + (*at)->size))
		at = &(*at)->next;
	return at;
}

void arena_outgrown(struct arena *a, void *p, size_t size)
{
	struct arena_chunk **at, *c;

	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (!p || !(is_alone(size) || diag_checks()))
		return;
	at = chunk_of(a, p);
	c = *at;
	if (c && diag_checks())
		memset(p, 0xdb, size);
	if (!c || c->class != CHUNK_CLASSES)
		return;
	*at = c->next;
	a->nchunks--;
	a->held -= c->size;
	a->used -= size;
	free(c);
}

void *arena_alloc(struct arena *a, size_t size)
{
	void *p;

	if (size > SIZE_MAX / 2)
		die("out of memory: %s wants %zu bytes at once", a->name, size);
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (is_alone(size))
		return alone(a, size);
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
