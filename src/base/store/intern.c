#include "base/store/intern.h"

#include <string.h>
#define XXH_INLINE_ALL /* most texts are shorter than a call is long */
#include <xxhash.h>

#include "base/diag.h"

void intern_init(struct intern *in, struct arena *a)
{
	*in = (struct intern){ .arena = a };
	*vec_add(a, &in->entry) = (struct intern_entry){ .at = (uintptr_t)"" };
}

static const char *bytes_of(const struct intern *in, const struct intern_entry *e)
{
	return (const char *)(in->base + (uintptr_t)e->at);
}

static uint32_t *find(const struct intern *in, const void *bytes, size_t len, uint32_t hash)
{
	uint32_t i = hash & (in->cap - 1);

	for (; in->slot[i]; i = (i + 1) & (in->cap - 1)) {
		const struct intern_entry *e = &in->entry.at[in->slot[i]];
		if (e->hash == hash && e->len == len && !memcmp(bytes_of(in, e), bytes, len))
			break;
	}
	return &in->slot[i];
}

static void resize(struct intern *in, uint32_t cap)
{
	arena_outgrown(in->arena, in->slot, in->cap * sizeof *in->slot);
	in->cap = cap;
	in->slot = arena_array(in->arena, in->cap, sizeof *in->slot);
	for (uint32_t id = 1; id < in->entry.n; id++) {
		uint32_t i = in->entry.at[id].hash & (in->cap - 1);
		while (in->slot[i])
			i = (i + 1) & (in->cap - 1);
		in->slot[i] = id;
	}
}

void intern_reserve(struct intern *in, uint32_t n)
{
	uint64_t cap = in->cap ? in->cap : 64;

	while ((uint64_t)in->entry.n + n > cap / 3 * 2)
		cap *= 2;
	if (cap > UINT32_MAX)
		die("too large: %s wants more than %u strings in one table", in->arena->name, UINT32_MAX);
	if (cap > in->cap)
		resize(in, (uint32_t)cap);
	vec_reserve(in->arena, &in->entry, n);
}

/* Adds what is new; `copy`: with its own copy of the bytes. */
static uint32_t add(struct intern *in, const void *bytes, size_t len, uint32_t hash, bool copy)
{
	uint32_t *slot;

	if (!len)
		return 0;
	if (len > UINT32_MAX / 2)
		die("too large: a string of %zu bytes", len);
	if (in->entry.n + 1 > in->cap / 3 * 2)
		intern_reserve(in, 1);
	slot = find(in, bytes, len, hash);
	if (!*slot) {
		*slot = in->entry.n;
		bytes = copy ? arena_copy(in->arena, bytes, len) : bytes;
		*vec_add(in->arena, &in->entry) = (struct intern_entry){ (uintptr_t)bytes - in->base, (uint32_t)len, hash };
	}
	return *slot;
}

uint32_t intern_hashed(struct intern *in, const void *bytes, size_t len, uint32_t hash)
{
	return add(in, bytes, len, hash, true);
}

uint32_t intern_adopt(struct intern *in, const char *bytes, size_t len)
{
	return add(in, bytes, len, (uint32_t)XXH3_64bits(bytes, len), false);
}

uint32_t intern_bytes(struct intern *in, const void *bytes, size_t len)
{
	return intern_hashed(in, bytes, len, (uint32_t)XXH3_64bits(bytes, len));
}

uint32_t intern_string(struct intern *in, const char *s)
{
	return intern_bytes(in, s, strlen(s));
}

uint32_t intern_find(const struct intern *in, const void *bytes, size_t len)
{
	return in->cap && len ? *find(in, bytes, len, (uint32_t)XXH3_64bits(bytes, len)) : 0;
}

const char *intern_get(const struct intern *in, uint32_t id)
{
	if (id >= in->entry.n)
		BUG("interned id %u of %u", id, in->entry.n);
	return bytes_of(in, &in->entry.at[id]);
}

uint32_t intern_length(const struct intern *in, uint32_t id)
{
	return id < in->entry.n ? in->entry.at[id].len : 0;
}
