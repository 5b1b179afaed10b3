/* --dump=lockset: of each function its contexts, as the talk writes them, and its unlock sets line by line (6.5). */
#include <inttypes.h>
#include <string.h>

#include "lockset/walk/engine.h"

static void dump_set(const struct lockset *l, struct fn_id fn, uint32_t set, FILE *f)
{
	struct arena a;

	arena_init(&a, "dump");
	fprintf(f, "{%s}", lockset_text(&a, l, fn, set));
	arena_release(&a);
}

/* " if 0", " if not 0": the value returned. */
static void dump_fact(const struct lockset *l, uint32_t fact, FILE *f)
{
	struct fact x;

	if (!fact)
		return;
	memcpy(&x, intern_get(&l->engine->facts, fact), sizeof x);
	if (x.holes)
		fprintf(f, " if not %" PRId64, x.hole[0]);
	else if (x.low == x.high)
		fprintf(f, " if %" PRId64, x.low);
	else if (x.low == INT64_MIN)
		fprintf(f, " if up to %" PRId64, x.high);
	else if (x.high == INT64_MAX)
		fprintf(f, " if from %" PRId64, x.low);
	else
		fprintf(f, " if %" PRId64 "..%" PRId64, x.low, x.high);
}

static void dump_context(const struct lockset *l, uint32_t context, FILE *f)
{
	const struct lockset_context *c = &l->context.at[context];

	fputs("  ", f);
	dump_set(l, c->fn, c->lockset, f);
	fputs(" =>", f);
	for (uint32_t i = c->exit; i < c->exit + c->nexits; i++) {
		bool seen = false;
		for (uint32_t k = c->exit; k < i; k++)
			seen |= l->exit.at[k].lockset == l->exit.at[i].lockset && l->exit.at[k].fact == l->exit.at[i].fact;
		if (seen)
			continue;
		fputs(i > c->exit ? "," : " ", f);
		dump_set(l, c->fn, l->exit.at[i].lockset, f);
		dump_fact(l, l->exit.at[i].fact, f);
	}
	fputs(c->nexits ? "\n" : " never\n", f);
}

/* Releases that can be reached from a line, of locks that may have been taken by then. */
static void dump_unlocks(const struct lockset *l, const struct outline *o, FILE *f)
{
	const struct engine *e = l->engine;
	struct arena a;
	uint32_t last = 0, line;
	uint64_t *taken, set = 0;
	bool again = true;

	arena_init(&a, "dump");
	taken = arena_array(&a, o->npoints + 1u, sizeof *taken);
	while (again) {
		again = false;
		for (uint32_t b = 0; b < o->nblocks; b++) {
			const struct outline_block *k = outline_block(&e->o, o, b);
			for (uint32_t i = 0; i < k->nevents; i++) {
				const struct outline_event *ev = &e->o.event.at[k->event + i];
				uint64_t own = ev->kind == OUTLINE_ACQUIRE ? unlocks_bit(&e->o, o, ev->name) : 0;
				taken[k->point + i + 1] |= taken[k->point + i] | own;
			}
			for (uint32_t i = 0; i < k->nnext; i++) {
				uint32_t to = outline_block(&e->o, o, e->o.next.at[k->next + i])->point;
				again |= (taken[to] | taken[k->point + k->nevents]) != taken[to];
				taken[to] |= taken[k->point + k->nevents];
			}
		}
	}
	for (uint32_t b = 0; b < o->nblocks; b++) {
		const struct outline_block *k = outline_block(&e->o, o, b);
		for (uint32_t i = 0; i <= k->nevents; i++) {
			uint32_t point = k->point + i;
			const uint64_t *at = &e->o.unlocks.at[e->o.unlock_at[o->fn.i] + point];
			bool event = i < k->nevents;
			set = (at[0] & taken[point]) | (event ? at[1] & taken[point + 1] : 0);
			line = lockset_place(&a, l, o->fn, outline_inst(&e->o, o, point)).line;
			if (line == last)
				continue;
			last = line;
			fprintf(f, "  line %u: unlocks {", line);
			for (uint32_t r = 0, n = 0; r < o->nreleases; r++)
				if (set >> r & 1)
					fprintf(f, "%s%s", n++ ? ", " : "",
						name_text(&a, &l->names, o->fn, e->o.release.at[o->release + r]));
			fputs("}\n", f);
		}
	}
	arena_release(&a);
}

void lockset_dump(const struct lockset *l, const char *function, FILE *f)
{
	const struct program *p = l->points->p;

	for (uint32_t fn = 1; fn < p->fn.n; fn++) {
		const struct outline *o = &l->engine->o.of[fn];
		const char *name = program_fn_name(p, (struct fn_id){ fn });
		if (!o->made || (function && strcmp(function, name)))
			continue;
		fprintf(f, "lockset %s%s\n", name, o->straight ? ", unfolded" : "");
		for (uint32_t c = 1; c < l->context.n; c++)
			if (l->context.at[c].fn.i == fn)
				dump_context(l, c, f);
		dump_unlocks(l, o, f);
	}
}
