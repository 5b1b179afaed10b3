#include "path/held.h"

#include <stdlib.h>
#include <string.h>

int held_order_names(const struct held *x, const struct held *y)
{
	if (x->term != y->term)
		return x->term < y->term ? -1 : 1;
	return x->family < y->family ? -1 : x->family > y->family;
}

int held_order(const void *a, const void *b)
{
	const struct held *x = a, *y = b;
	int d = held_order_names(x, y);

	return d ? d : (int)held_is_shared(x) - (int)held_is_shared(y);
}

struct held *held_find(const struct held *set, uint32_t n, const struct held *h)
{
	for (uint32_t i = 0; i < n; i++)
		if (held_is_same(&set[i], h))
			return (struct held *)(uintptr_t)&set[i];
	return NULL;
}

bool held_has_term(const struct held *set, uint32_t n, uint32_t term)
{
	for (uint32_t i = 0; i < n; i++)
		if (set[i].term == term)
			return true;
	return false;
}

enum { HELD_FEW = 32 }; /* so many are sorted by hand: most sets are in order but for the last one */

static void sort_few(struct held *h, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		struct held moving = h[i];
		uint32_t at = i;
		for (; at && held_order(&h[at - 1], &moving) > 0; at--)
			h[at] = h[at - 1];
		h[at] = moving;
	}
}

uint32_t held_sort(struct held *h, uint32_t n)
{
	uint32_t kept = 0, ordered = n ? 1 : 0;

	while (ordered < n && held_order(&h[ordered - 1], &h[ordered]) <= 0)
		ordered++;
	if (ordered < n && n <= HELD_FEW)
		sort_few(h, n);
	else if (ordered < n)
		qsort(h, n, sizeof *h, held_order);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || held_order_names(&h[kept - 1], &h[i]))
			h[kept++] = h[i];
	return kept;
}

void held_again(struct held *h, const struct held *more, enum limit most)
{
	uint32_t count = (uint32_t)h->count + more->count;

	h->count = (uint16_t)(limit_over(most, count) ? limit(most) : count);
	if (!held_is_shared(more))
		held_set_shared(h, false);
}

uint32_t held_meet(struct held *out, const struct held *x, uint32_t nx, const struct held *y, uint32_t ny)
{
	uint32_t n = 0;

	for (uint32_t i = 0, j = 0; i < nx && j < ny;) {
		int order = held_order_names(&x[i], &y[j]);
		if (!order && !(x[i].twins && y[j].twins && x[i].twins != y[j].twins)) {
			struct held h = x[i];
			h.flags = (h.flags & ~(uint32_t)HELD_CERTAIN) | (y[j].flags & HELD_SHARED) | (h.flags & y[j].flags & HELD_CERTAIN);
			h.count = h.count < y[j].count ? h.count : y[j].count;
			h.twins |= y[j].twins;
			out[n++] = h;
		}
		i += order <= 0;
		j += order >= 0;
	}
	return n;
}

uint32_t held_keep(struct intern *sets, const struct held *h, uint32_t n)
{
	return n ? intern_bytes(sets, h, n * sizeof *h) : 0;
}

const struct held *held_get(const struct intern *sets, uint32_t set, uint32_t *n)
{
	*n = set ? intern_length(sets, set) / (uint32_t)sizeof(struct held) : 0;
	return *n ? (const struct held *)(const void *)intern_get(sets, set) : NULL;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *held_text(struct arena *a, const struct held *h, uint32_t n, const struct held_names *names)
{
	const char **each = arena_array(a, (size_t)n + 1, sizeof *each), *text = "";

	for (uint32_t i = 0; i < n; i++) {
		each[i] = arena_format(a, "%s%s", names->name(names->with, a, &h[i]), held_is_shared(&h[i]) ? " (shared)" : "");
		if (h[i].count > 1 && h[i].count != HELD_ALL)
			each[i] = arena_format(a, "%s x%u", each[i], h[i].count);
	}
	if (n > 1)
		qsort(each, n, sizeof *each, by_text);
	for (uint32_t i = 0; i < n; i++)
		text = arena_format(a, "%s%s%s", text, i ? ", " : "", each[i]);
	return text;
}
