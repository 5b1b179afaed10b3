#include "recogniser.h"

#include <stdatomic.h>
#include <string.h>

#include "diag.h"

static const struct recogniser_row table[] = {
#define RECOGNISER(phase, what, file, text, unit) { #phase "-" #what, file, text, unit },
#include "recognisers.def"
#undef RECOGNISER
};

bool recogniser_off[RECOGNISER_COUNT];

static _Atomic uint64_t decided[RECOGNISER_COUNT];
static _Atomic bool repeating;

const struct recogniser_row *recogniser_row(enum recogniser r)
{
	return &table[r];
}

bool recogniser_without(const char *names, struct trouble *t)
{
	for (const char *at = names;; at++) {
		size_t len = strcspn(at, ",");
		int i = 0;

		while (i < RECOGNISER_COUNT && (strlen(table[i].name) != len || memcmp(table[i].name, at, len) != 0))
			i++;
		if (i == RECOGNISER_COUNT)
			return trouble(t, "--without %.*s: there is no such recogniser; `snag recognisers` lists them", (int)len, at);
		recogniser_off[i] = true;
		at += len;
		if (!*at)
			return true;
	}
}

void recogniser_count(enum recogniser r)
{
	if (!atomic_load_explicit(&repeating, memory_order_relaxed))
		atomic_fetch_add_explicit(&decided[r], 1, memory_order_relaxed);
}

uint64_t recogniser_decided(enum recogniser r)
{
	return atomic_load_explicit(&decided[r], memory_order_relaxed);
}

void recogniser_restore(enum recogniser r, uint64_t n)
{
	atomic_fetch_add_explicit(&decided[r], n, memory_order_relaxed);
}

void recogniser_repeat(bool on)
{
	atomic_store_explicit(&repeating, on, memory_order_relaxed);
}
