#include <inttypes.h>

#include "belief/private.h"

static void dump_location(struct beliefs *b, uint32_t location, FILE *f)
{
	struct arena scratch;
	struct opinion o;

	arena_init(&scratch, "belief");
	location_opinion(&scratch, b, location, &o);
	fprintf(f, "%s: %u of %u protected, z %.2f\n", name_location(&scratch, b->races, &b->races->location.at[location]),
		o.all.count, opinion_uses(&o), opinion_z(&o));
	for (uint32_t i = 1; i < o.by_lock.n; i++)
		fprintf(f, "  %s %u: only %u, first %u, last %u\n", intern_get(&o.lock, i), o.by_lock.at[i].count,
			o.by_lock.at[i].only, o.by_lock.at[i].first, o.by_lock.at[i].last);
	arena_release(&scratch);
}

static void dump_empty(struct beliefs *b, struct fn_id fn, FILE *f)
{
	const struct sections *s = belief_sections(b, fn);

	for (uint32_t i = 0; i < s->section.n; i++) {
		struct finding_place at = belief_place(b, fn, s->section.at[i].inst);
		if (!s->section.at[i].objects && !s->section.at[i].open)
			fprintf(f, "empty: %s in %s:%" PRIu32 ": %s\n", belief_lock_name(&b->work, b, s->section.at[i].term),
				program_fn_name(b->races->p, fn), at.line, at.file);
	}
}

void belief_dump(struct beliefs *b, FILE *f)
{
	for (uint32_t i = 0; i < b->races->told.n; i++)
		if (b->races->location.at[b->races->told.at[i]].nraces)
			dump_location(b, b->races->told.at[i], f);
	for (uint32_t fn = 1; fn < b->races->p->fn.n; fn++)
		dump_empty(b, (struct fn_id){ fn }, f);
}
