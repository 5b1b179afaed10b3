#include "limit.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "base/store/map.h"
#include "base/store/vec.h"

static const struct limit_row table[] = {
#define LIMIT(phase, what, value, most, unit, lost) { #phase "-" #what, value, most, unit, lost },
#include "limits.def"
#undef LIMIT
};

uint32_t limit_value[LIMIT_COUNT] = {
#define LIMIT(phase, what, value, most, unit, lost) value,
#include "limits.def"
#undef LIMIT
};

enum { PLACES_MOST = 1 << 16 }; /* functions that are remembered, of all limits together; the times count on */

static struct {
	pthread_mutex_t lock; /* of the rest; meeting a limit is rare */
	struct arena arena;
	struct map known; /* pairs of limit and function */
	VEC(uint32_t) function[LIMIT_COUNT];
	uint32_t n;
	bool made;
} places = { .lock = PTHREAD_MUTEX_INITIALIZER };

static _Atomic uint64_t times[LIMIT_COUNT];
static _Atomic bool repeating;
static _Thread_local uint32_t here;

const struct limit_row *limit_row(enum limit l)
{
	return &table[l];
}

bool limit_is_changed(enum limit l)
{
	return limit_value[l] != table[l].value;
}

bool limit_set(const char *setting, struct trouble *t)
{
	const char *is = strchr(setting, '=');
	size_t len = is ? (size_t)(is - setting) : strlen(setting);
	unsigned long long n;
	char *end;

	for (int i = 0; i < LIMIT_COUNT; i++) {
		if (strlen(table[i].name) != len || memcmp(table[i].name, setting, len) != 0)
			continue;
		errno = 0;
		n = is && is[1] >= '0' && is[1] <= '9' ? strtoull(is + 1, &end, 10) : 0;
		if (!n || *end || errno || n > table[i].most)
			return trouble(t, "--limit %s: not a number from 1 to %u", setting, table[i].most);
		limit_value[i] = (uint32_t)n;
		return true;
	}
	return trouble(t, "--limit %s: there is no such limit; `snag limits` lists them", setting);
}

uint32_t limit_in(uint32_t function)
{
	uint32_t before = here;

	here = function;
	return before;
}

static void remember(enum limit l)
{
	uint32_t *known;

	pthread_mutex_lock(&places.lock);
	if (!places.made)
		arena_init(&places.arena, "limits");
	places.made = true;
	if (places.n < PLACES_MOST) {
		known = map_at(&places.arena, &places.known, map_pair((uint32_t)l, here));
		if (!*known) {
			*known = ++places.n;
			*vec_add(&places.arena, &places.function[l]) = here;
		}
	}
	pthread_mutex_unlock(&places.lock);
}

void limit_met(enum limit l)
{
	if (atomic_load_explicit(&repeating, memory_order_relaxed))
		return;
	atomic_fetch_add_explicit(&times[l], 1, memory_order_relaxed);
	if (here)
		remember(l);
}

uint64_t limit_times(enum limit l)
{
	return atomic_load_explicit(&times[l], memory_order_relaxed);
}

void limit_restore(enum limit l, uint64_t n)
{
	atomic_fetch_add_explicit(&times[l], n, memory_order_relaxed);
}

static int by_number(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return (a > b) - (a < b);
}

uint32_t limit_places(enum limit l, const uint32_t **function)
{
	*function = places.function[l].at;
	if (places.function[l].n)
		qsort(places.function[l].at, places.function[l].n, sizeof **function, by_number);
	return places.function[l].n;
}

void limit_program(void)
{
	if (places.made)
		arena_release(&places.arena);
	memset(places.function, 0, sizeof places.function);
	places.known = (struct map){ 0 };
	places.n = 0;
	places.made = false;
}

void limit_repeat(bool on)
{
	atomic_store_explicit(&repeating, on, memory_order_relaxed);
}
