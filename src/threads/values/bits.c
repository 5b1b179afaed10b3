#include "threads/values/bits.h"

#include <string.h>

void bits_init(struct bits *b, struct arena *a, uint32_t numbers)
{
	*b = (struct bits){ .words = numbers / 64 + 1 };
	intern_init(&b->set, a);
	b->word = arena_array(a, b->words, sizeof *b->word);
}

static const uint64_t *words(const struct bits *b, uint32_t set, uint32_t *n)
{
	*n = intern_length(&b->set, set) / 8;
	return (const uint64_t *)(const void *)intern_get(&b->set, set);
}

static void load(struct bits *b, uint32_t set)
{
	uint32_t n;
	const uint64_t *w = words(b, set, &n);

	memset(b->word, 0, b->words * sizeof *b->word);
	memcpy(b->word, w, n * sizeof *w);
}

static uint32_t made(struct bits *b)
{
	uint32_t n = b->words;

	while (n && !b->word[n - 1])
		n--;
	return intern_bytes(&b->set, b->word, n * sizeof *b->word);
}

uint32_t bits_one(struct bits *b, uint32_t number)
{
	return bits_with(b, 0, number);
}

uint32_t bits_with(struct bits *b, uint32_t set, uint32_t number)
{
	load(b, set);
	b->word[number / 64] |= (uint64_t)1 << number % 64;
	return made(b);
}

uint32_t bits_all(struct bits *b, uint32_t numbers)
{
	load(b, 0);
	for (uint32_t i = 1; i < numbers; i++)
		b->word[i / 64] |= (uint64_t)1 << i % 64;
	return made(b);
}

uint32_t bits_union(struct bits *b, uint32_t x, uint32_t y)
{
	uint64_t key = x < y ? map_pair(x, y) : map_pair(y, x);
	uint32_t known, n;
	const uint64_t *w;

	if (!x || !y || x == y)
		return x ? x : y;
	known = map_get(&b->united, key);
	if (known)
		return known;
	load(b, x);
	w = words(b, y, &n);
	for (uint32_t i = 0; i < n; i++)
		b->word[i] |= w[i];
	known = made(b);
	map_put(b->set.arena, &b->united, key, known);
	return known;
}

uint32_t bits_minus(struct bits *b, uint32_t x, uint32_t y)
{
	uint32_t n;
	const uint64_t *w = words(b, y, &n);

	load(b, x);
	for (uint32_t i = 0; i < n; i++)
		b->word[i] &= ~w[i];
	return made(b);
}

uint64_t *bits_open(const struct bits *b, struct arena *a)
{
	return arena_array(a, b->words, sizeof(uint64_t));
}

void bits_into(const struct bits *b, uint64_t *open, uint32_t set)
{
	uint32_t n;
	const uint64_t *w = words(b, set, &n);

	for (uint32_t i = 0; i < n; i++)
		open[i] |= w[i];
}

uint32_t bits_close(struct bits *b, const uint64_t *open)
{
	memcpy(b->word, open, b->words * sizeof *open);
	return made(b);
}

bool bits_meet(const struct bits *b, uint32_t x, uint32_t y)
{
	uint32_t nx, ny;
	const uint64_t *wx = words(b, x, &nx), *wy = words(b, y, &ny);

	for (uint32_t i = 0; i < nx && i < ny; i++)
		if (wx[i] & wy[i])
			return true;
	return false;
}

uint32_t bits_next(const struct bits *b, uint32_t set, uint32_t from)
{
	uint32_t n;
	const uint64_t *w = words(b, set, &n);

	for (uint32_t i = from / 64; i < n; i++) {
		uint64_t rest = i == from / 64 ? w[i] >> from % 64 << from % 64 : w[i];
		if (rest)
			return i * 64 + (uint32_t)__builtin_ctzll(rest);
	}
	return UINT32_MAX;
}
