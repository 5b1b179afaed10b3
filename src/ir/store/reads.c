#include "ir/reads.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 256 }; /* from which one function is read; there are not that many calls of body_get */

static struct read_from {
	const void *from;
	uint32_t times;
} place[PLACES];
static uint32_t nplaces;
static const char *watched;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool reads_noted;

void reads_start(void)
{
	watched = getenv("SNAG_READS");
	reads_noted = watched != NULL;
}

void reads_note(const struct program *p, struct fn_id f, const void *from)
{
	uint32_t i = 0;

	if (!f.i || f.i >= p->fn.n || strcmp(program_str(p, program_sym(p, p->fn.at[f.i].sym)->name), watched) != 0)
		return;
	pthread_mutex_lock(&lock);
	while (i < nplaces && place[i].from != from)
		i++;
	if (i < PLACES) {
		nplaces += i == nplaces;
		place[i] = (struct read_from){ from, place[i].times + 1 };
	}
	pthread_mutex_unlock(&lock);
}

static int by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct read_from *)a)->from, y = (uintptr_t)((const struct read_from *)b)->from;

	return (x > y) - (x < y);
}

void reads_end(void)
{
	Dl_info in;

	qsort(place, nplaces, sizeof *place, by_address);
	for (uint32_t i = 0; i < nplaces; i++) {
		uintptr_t base = dladdr(place[i].from, &in) ? (uintptr_t)in.dli_fbase : 0;
		fprintf(stderr, "read from %#" PRIxPTR " %" PRIu32 "\n", (uintptr_t)place[i].from - base, place[i].times);
	}
}
