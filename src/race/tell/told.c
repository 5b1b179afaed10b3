/* What else is told of a location besides its pairs: why the two threads of the best one can be there at the same time, and what
 * was ruled out there. */
#include <stdlib.h>
#include <string.h>
#include "points/comes.h"

#include "race/build.h"

enum { CLASHES_ASKED = 256 };

struct finding_place place_of_code(struct arena *a, struct races *r, struct fn_id fn, uint32_t inst)
{
	const struct body *b = code_of(r, fn);
	const struct loc *l = &b->loc.at[inst < b->inst.n ? b->inst.at[inst].loc : 0];

	return (struct finding_place){ arena_string(a, l->file.i ? program_str(r->p, l->file) : ""), l->line, l->column };
}

/* ---- overlap ---- */

static struct overlap_side side_of_thread(struct arena *a, struct races *r, uint32_t thread)
{
	const struct contexts *c = r->contexts;
	const struct thread *t = &r->threads->thread.at[thread];
	const struct root *root = &c->root.at[t->root];
	struct overlap_side s = { .kind = overlap_of_root(root->kind, root->model),
				  .thread = thread,
				  .many = t->self, .waits_known = t->detached };

	s.several = s.kind == OVERLAP_SIGNAL && threads_is_taken_by_several(r->threads, thread);
	s.function = root->fn.i ? arena_string(a, program_str(r->p, program_sym(r->p, root->fn)->source)) : "";
	if (t->edge) {
		const struct edge *e = &c->edge.at[t->edge];
		s.start = place_of_code(a, r, c->context.at[e->context].fn, e->inst);
	}
	if (t->njoins) {
		const struct event *e = &c->event.at[r->threads->join.at[t->join]];
		s.end = place_of_code(a, r, c->context.at[e->context].fn, e->inst);
	}
	return s;
}

const char *told_overlap(struct arena *a, struct races *r, uint32_t first, uint32_t second)
{
	struct overlap_side side[2] = { side_of_thread(a, r, first), side_of_thread(a, r, second) };

	return overlap_text(a, side, 2);
}

/* ---- what was ruled out ---- */

static int by_pairs(const void *a, const void *b)
{
	const struct finding_ruled *x = a, *y = b;

	if (x->pairs != y->pairs)
		return x->pairs > y->pairs ? -1 : 1;
	return strcmp(x->why, y->why);
}

void told_ruled(struct arena *a, struct races *r, const struct location *l, struct finding *x)
{
	struct finding_ruled ruled[FINDING_RULED] = { 0 }, *kept;
	uint32_t n = 0, end = l->nclashes < CLASHES_ASKED ? l->nclashes : CLASHES_ASKED;

	for (uint32_t i = l->nraces; i < end; i++) {
		const struct clash *c = &r->clash.at[r->order[l->clash + i]];
		const char *why = verdict_words(a, r, &c->verdict);
		uint32_t k = 0;
		while (k < n && strcmp(ruled[k].why, why) != 0)
			k++;
		if (k == FINDING_RULED)
			continue;
		n += k == n;
		ruled[k].why = why;
		ruled[k].pairs += 1 + c->more;
	}
	if (!n)
		return;
	qsort(ruled, n, sizeof *ruled, by_pairs);
	x->ruled = kept = arena_array(a, n, sizeof *kept);
	memcpy(kept, ruled, n * sizeof *kept);
	x->nruled = n;
}
