/* Uses that were left to a twin (bucket.c): their shortest traces lead to one instruction, but one of them may be done in further
 * places, which nobody tells of unless another use leads there.
 *
 *     set(&s) under l1
 *     set(&s) under l2                   one instruction of set, three uses: two of them are enough for a pair,
 *     set(&s), clear(&s) under l3        and that of clear is told nowhere
 *
 * All places behind the uses that are in a race are told, or counted as further accesses of a finding. They are looked up through
 * the sources of the summaries, each access once, whoever leads to it; then what was left to twins is followed until a place
 * comes up that is not among them (gap_twins). */
#include "race/build.h"

struct race_item {
	uint32_t fn, access;
};

enum { TOLD = 1 }; /* numbers above: looked at for the use at hand */

struct race_telling {
	struct races *r;
	struct arena scratch;
	uint32_t *first;      /* by function: its first access in `seen` */
	uint32_t *seen;       /* by access of a summary: TOLD, or the last use that was followed to it */
	struct intern place;  /* of struct code_place: told */
	VEC(struct race_item) stack;
};

static void push(struct race_telling *t, uint32_t fn, uint32_t access, uint32_t mark)
{
	uint32_t *seen = &t->seen[t->first[fn] + access];

	if (*seen == TOLD || *seen == mark)
		return;
	*seen = mark;
	*vec_add(&t->scratch, &t->stack) = (struct race_item){ fn, access };
}

/* Follows the use to its places. With TOLD they are told from now on; otherwise false: one of them is not. */
static bool follow(struct race_telling *t, const struct use *u, uint32_t mark)
{
	const struct races *r = t->r;

	t->stack.n = 0;
	for (uint32_t f = u->first; f < u->first + u->nfrom; f++)
		push(t, r->contexts->context.at[r->from.at[f].context].fn.i, r->from.at[f].access, mark);
	while (t->stack.n) {
		struct race_item x = t->stack.at[--t->stack.n];
		const struct summary *s = r->s->of[x.fn];
		const struct access *a = &s->access[x.access];
		for (uint32_t i = a->source; i < a->source + a->nsources; i++) {
			struct code_place at = { s->fn, s->source[i].inst };
			if (s->source[i].callee.i)
				push(t, s->source[i].callee.i, s->source[i].access, mark);
			else if (mark == TOLD)
				(void)intern_bytes(&t->place, &at, sizeof at);
			else if (!intern_find(&t->place, &at, sizeof at))
				return false;
		}
	}
	return true;
}

void untold_count(struct races *r)
{
	struct race_telling t = { .r = r };
	uint32_t n = 0;

	arena_init(&t.scratch, "race untold");
	intern_init(&t.place, &t.scratch);
	t.first = arena_array(&t.scratch, r->p->fn.n, sizeof *t.first);
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		t.first[f] = n;
		n += r->s->of[f] ? r->s->of[f]->naccesses : 0;
	}
	t.seen = arena_array(&t.scratch, (size_t)n + 1, sizeof *t.seen);
	for (uint32_t i = 1; i < r->kind.n; i++)
		if (r->kind.at[i].part == PART_TOLD)
			(void)follow(&t, &r->kind.at[i].use, TOLD);
	for (uint32_t i = 1; i < r->kind.n; i++)
		if (r->kind.at[i].part == PART_LEFT && !follow(&t, &r->kind.at[i].use, TOLD + i))
			gap(twins);
	arena_release(&t.scratch);
}
