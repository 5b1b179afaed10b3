#include "prove/search/cuts.h"

#include <string.h>

#include "prove/data/effort.h"
#include "prove/search/execute.h"

static const char *const texts[CUTS] = {
#define CUT(name, text) text,
#include "prove/search/cuts.def"
#undef CUT
};

void cuts_meet(struct cuts *c, enum cut cut, const char *at)
{
	if (!c->met[cut]++)
		c->at[cut] = at;
}

void cuts_join(struct cuts *c, const struct cuts *from)
{
	for (uint32_t i = 0; i < CUTS; i++) {
		if (!c->met[i])
			c->at[i] = from->at[i];
		c->met[i] += from->met[i];
	}
}

bool cuts_any(const struct cuts *c)
{
	for (uint32_t i = 0; i < CUTS; i++)
		if (c->met[i])
			return true;
	return false;
}

static uint64_t limit_of(enum cut cut, const struct prove_options *o, uint32_t preemptions)
{
	switch (cut) {
	case CUT_PREEMPTIONS: return preemptions;
	case CUT_WAITING: return o->ts;
	case CUT_LOOPS: return o->loops;
	case CUT_DEPTH: return o->depth;
	case CUT_STEPS: return o->steps;
	case CUT_SEGMENTS: return MOST_SEGMENTS;
	case CUT_PATHS: return o->paths;
	case CUT_SOLVER: return o->solver;
	case CUT_SECONDS: return (uint64_t)(o->seconds + 0.99);
	case CUT_WORK: return (uint64_t)(o->seconds * EFFORT_SECOND + 0.5);
	case CUT_MEMORY: return o->megabytes;
	case CUT_VALUES: return CHOOSE_VALUES;
	case CUT_LETTERS: return CHOOSE_LETTERS;
	case CUT_THREADS: return SPACE_THREADS;
	case CUT_OBJECTS: return SPACE_ROOMS;
	case CUT_INPUTS: return MOST_INPUTS;
	case CUT_SYNCS: return ORDER_SYNCS;
	case CUT_SEEN: return ORDER_SEEN;
	case CUT_ACCESSES: return MOST_ACCESSES;
	case CUT_UNSET: return SPACE_UNSET;
	default: return 0;
	}
}

/* A row names its limit first, then what it was met at. */
static const char *fill_in(struct arena *a, const char *text, uint64_t limit, const char *at)
{
	const char *number = strstr(text, "%llu"), *word;

	if (number)
		text = arena_format(a, "%.*s%llu%s", (int)(number - text), text, (unsigned long long)limit, number + 4);
	word = strstr(text, " (%s)");
	if (word)
		text = arena_format(a, "%.*s%s%s%s%s", (int)(word - text), text, at ? " (" : "", at ? at : "", at ? ")" : "",
				    word + 5);
	return text;
}

const char *cuts_text(struct arena *a, const struct cuts *c, const struct prove_options *o, uint32_t preemptions)
{
	const char *text = "";

	for (uint32_t i = 0; i < CUTS; i++)
		if (c->met[i])
			text = arena_format(a, "%s%s%s", text, *text ? ", " : "",
					    fill_in(a, texts[i], limit_of((enum cut)i, o, preemptions), c->at[i]));
	return text;
}
