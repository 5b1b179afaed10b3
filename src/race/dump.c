/* --dump=race: locations in order, each with its pairs:
 *
 *     pool.n: 1 of 3 pairs
 *       write p.c:12 main {} / read p.c:30 main > pthread_create(worker) {pool.lock}: race
 *       write p.c:8 main {} / read p.c:30 main > pthread_create(worker) {pool.lock}: before the other thread is started */
#include <inttypes.h>

#include "ir/text/print.h"
#include "race/build.h"

struct dumping {
	struct races *r;
	struct arena scratch;
	FILE *f;
};

static void dump_place(struct dumping *d, uint32_t use, uint32_t leaf)
{
	const struct body *b;
	const struct loc *at;

	if (!leaf) {
		fputs("?", d->f);
		return;
	}
	b = code_of(d->r, d->r->contexts->context.at[leaf_context(d->r, use, leaf - 1)].fn);
	at = &b->loc.at[b->inst.at[leaf_get(d->r, use, leaf - 1)->inst].loc];
	print_base(d->r->p, at->file, d->f);
	fprintf(d->f, ":%" PRIu32, at->line);
}

static void dump_use(struct dumping *d, uint32_t use, uint32_t leaf)
{
	const struct use *u = &d->r->use.at[use];

	fprintf(d->f, "%s%s ", access_is_object(u->flags) ? "object " : u->flags & ACCESS_ATOMIC ? "atomic " : "",
		u->flags & ACCESS_FREE	  ? "free"
		: u->flags & ACCESS_WRITE ? "write"
					  : "read");
	dump_place(d, use, leaf);
	fprintf(d->f, " %s {%s}", name_thread(&d->scratch, d->r, u->thread), name_locks(&d->scratch, d->r, u));
}

void race_dump(struct races *r, FILE *f)
{
	struct dumping d = { .r = r, .f = f };

	for (uint32_t i = 1; i < r->location.n; i++) {
		const struct location *l = &r->location.at[i];
		arena_init(&d.scratch, "race dump");
		fprintf(f, "%s%s: %" PRIu32 " of %" PRIu32 " pairs\n", name_location(&d.scratch, r, l),
			l->rule == RULE_RACE_BITFIELD ? " (bit-field)" : "", l->nraces, l->nclashes);
		for (uint32_t k = l->clash; k < l->clash + l->nclashes; k++) {
			const struct clash *c = &r->clash.at[r->order[k]];
			fputs("  ", f);
			dump_use(&d, c->a, c->leaf_a);
			fputs(" / ", f);
			dump_use(&d, c->b, c->leaf_b);
			fprintf(f, ": %s\n", verdict_words(&d.scratch, r, &c->verdict));
		}
		arena_release(&d.scratch);
	}
}
