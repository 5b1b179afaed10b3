#include "ir/finding/overlap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"

static const char *at_text(struct arena *a, const char *word, const struct finding_place *p)
{
	return p->line ? arena_format(a, " %s %s:%" PRIu32, word, path_base(p->file), p->line) : "";
}

static const char *wait_text(struct arena *a, const struct overlap_side *s)
{
	if (s->end.line)
		return arena_format(a, " and waited for%s", at_text(a, "at", &s->end));
	return s->waits_known ? " and never waited for" : "";
}

/* What the threads of one class are. `alone`: there is no other class. */
static const char *side_text(struct arena *a, const struct overlap_side *s, bool alone)
{
	const char *several = alone && s->many ? "several threads" : "a thread";

	switch (s->kind) {
	case OVERLAP_MAIN:
	case OVERLAP_ENTERED:
		return arena_format(a, "'%s' keeps running", s->function);
	case OVERLAP_SIGNAL:
		return arena_format(a, "'%s' handles a signal and may run at any time%s", s->function,
				    s->several		 ? ", in any thread"
				    : s->many && alone ? ", even while it is running"
						       : "");
	case OVERLAP_INTERRUPT:
		return arena_format(a, "'%s' handles an interrupt and may run at any time", s->function);
	case OVERLAP_SOFTIRQ:
		return arena_format(a, "'%s' runs as a softirq at any time", s->function);
	case OVERLAP_LOOP:
		return arena_format(a, "'%s' is called by an event loop%s", s->function, at_text(a, "since", &s->start));
	case OVERLAP_EXIT:
		return arena_format(a, "'%s' is called when the process ends%s", s->function, at_text(a, "since", &s->start));
	case OVERLAP_TIMELY:
		return arena_format(a, "'%s' runs in a thread of its own each time%s", s->function, at_text(a, "since", &s->start));
	case OVERLAP_CALLED:
		return arena_format(a, "'%s' is registered%s and may be called at any time", s->function,
				    at_text(a, "at", &s->start));
	case OVERLAP_EXPORT:
		return "what a library exports may be called by several threads at the same time";
	case OVERLAP_STARTUP:
		return "";
	case OVERLAP_TASK:
		return arena_format(a, "'%s' is queued%s%s%s", s->function, at_text(a, "at", &s->start), wait_text(a, s),
				    alone && s->many ? ", more than once" : "");
	default:
		if (alone && s->many)
			return arena_format(a, "%s run '%s' at the same time, started%s%s", several, s->function,
					    at_text(a, "at", &s->start), wait_text(a, s));
		return arena_format(a, "'%s' is started%s%s", s->function, at_text(a, "at", &s->start), wait_text(a, s));
	}
}

/* One class of threads is told once; so is one handler that is registered for several signals. */
static bool is_told(const struct overlap_side *s, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (s[k].thread == s[i].thread ||
		    (s[k].kind == OVERLAP_SIGNAL && s[i].kind == OVERLAP_SIGNAL && !strcmp(s[k].function, s[i].function)))
			return true;
	return false;
}

const char *overlap_text(struct arena *a, const struct overlap_side *s, uint32_t n)
{
	const char *text = "";
	uint32_t classes = 0;

	for (uint32_t i = 0; i < n; i++)
		classes += !is_told(s, i);
	if (classes == 1 && !s[0].many && s[0].kind != OVERLAP_EXPORT && s[0].thread == s[n - 1].thread)
		return "";		     /* one thread does not overlap with itself */
	for (int main = 0; main < 2; main++) /* who was there before comes last */
		for (uint32_t i = 0; i < n; i++) {
			const char *one =
			    is_told(s, i) || (s[i].kind == OVERLAP_MAIN) != main ? "" : side_text(a, &s[i], classes == 1);
			if (one[0] && !strcmp(one, text)) /* two classes of threads, by the calls that lead to their start */
				text = arena_format(a, "%s, in more than one way", text);
			else if (one[0])
				text = text[0] ? arena_format(a, "%s%s %s", text, main ? ", while" : ";", one) : one;
		}
	return text;
}

bool overlap_is_of_many(const char *text)
{
	return text && strstr(text, "several threads");
}

const char *overlap_next_place(const char *text, const char **file, size_t *len, uint32_t *line)
{
	for (const char *at = text; (at = strstr(at, " at ")); at++) {
		const char *name = at + strlen(" at "), *end = name + strcspn(name, " ,;"), *colon = memrchr(name, ':', (size_t)(end - name));
		if (!colon || strspn(colon + 1, "0123456789") != (size_t)(end - colon - 1))
			continue;
		*file = name;
		*len = (size_t)(colon - name);
		*line = (uint32_t)strtoul(colon + 1, NULL, 10);
		return end;
	}
	return NULL;
}
