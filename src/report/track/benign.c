#include "report/track/benign.h"

#include <string.h>

#include "base/stat.h"
#include "report/format/source.h"

#define WORD "snag-benign"

/* The reason that the line gives, in the arena; NULL: the line is not annotated. The word must stand in a comment. */
static const char *reason_at(struct arena *a, struct sources *s, const struct finding_place *at)
{
	struct bytes line;
	const char *word, *end;

	if (!at->line || !source_line(s, at->file, at->line, &line) || !(word = memmem(line.at, line.len, WORD, strlen(WORD))))
		return NULL;
	if (!memmem(line.at, (size_t)(word - line.at), "//", 2) && !memmem(line.at, (size_t)(word - line.at), "/*", 2))
		return NULL;
	word += strlen(WORD);
	end = line.at + line.len;
	while (word < end && (*word == ':' || *word == ' ' || *word == '\t'))
		word++;
	while (end > word && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	if (end - word >= 2 && !memcmp(end - 2, "*/", 2))
		end -= 2;
	while (end > word && end[-1] == ' ')
		end--;
	return arena_copy(a, word, (size_t)(end - word));
}

/* The pairs that nobody has annotated. The first reason that was found, if there was one. */
static const char *drop_pairs(struct arena *a, struct sources *s, struct finding *x)
{
	struct finding_pair *kept = arena_array(a, x->npairs + 1, sizeof *kept);
	const char *reason = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->npairs; i++) {
		const char *why = reason_at(a, s, &x->pair[i].a.place);
		why = why ? why : reason_at(a, s, &x->pair[i].b.place);
		if (!why)
			kept[n++] = x->pair[i];
		reason = reason ? reason : why;
	}
	if (!reason)
		return NULL;
	if (!n)
		return reason;
	x->pairs -= x->npairs - n;
	x->pair = kept;
	x->npairs = n;
	x->place = kept[0].a.place;
	x->function = kept[0].a.function;
	return NULL;
}

uint32_t report_benign(struct arena *a, struct finding *x, uint32_t n, bool keep)
{
	struct sources s;
	uint32_t out = 0;

	sources_init(&s);
	for (uint32_t i = 0; i < n; i++) {
		const char *reason = x[i].npairs && !x[i].pruned ? drop_pairs(a, &s, &x[i]) : NULL;
		if (reason) {
			stat_add(STAT_benign, 1);
			x[i].pruned = *reason ? arena_format(a, "annotated as benign: %s", reason) : "annotated as benign";
			if (!keep)
				continue;
		}
		x[out++] = x[i];
	}
	sources_release(&s);
	return out;
}
