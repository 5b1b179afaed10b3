/* What a function of the library touches: it is run, each access is noted, and what it has written is taken back. So what it does
 * and what it touches are one text, and strcmp touches as many bytes as it compares. */
#include <string.h>

#include "prove/machine/parts.h"

static void add_touch(struct machine_touched *t, uint64_t at, uint64_t n, bool write)
{
	for (uint32_t i = 0; i < t->n; i++) {
		struct machine_access *x = &t->access[i];
		uint64_t end = x->at + x->bytes;
		if (x->write != write || at > end || x->at > at + n)
			continue;
		end = end > at + n ? end : at + n;
		x->at = x->at < at ? x->at : at;
		x->bytes = end - x->at;
		return;
	}
	if (t->n < MACHINE_ACCESSES) /* what is beyond is not told: fewer accesses, never more */
		t->access[t->n++] = (struct machine_access){ .at = at, .bytes = n, .write = write };
}

void machine_touch(struct machine *m, uint64_t at, uint8_t *bytes, uint64_t n, bool write)
{
	struct machine_touched *t = m->touched;

	if (t->ignore || !n)
		return;
	add_touch(t, at, n, write);
	if (write) {
		uint8_t *old = arena_alloc(&m->arena, n);
		memcpy(old, bytes, n);
		*vec_add(&m->arena, &t->kept) = (struct machine_kept){ bytes, old, n };
	}
}

void machine_touches(struct machine_call *call, bool (*run)(struct machine_call *, uint64_t *), struct machine_look *l)
{
	struct machine_touched t = { 0 };
	struct machine *m = call->m;
	const char *why = m->why;
	uint64_t result = 0;

	m->touched = &t;
	(void)run(call, &result);
	m->touched = NULL;
	m->state = MACHINE_RUNS;
	m->why = why;
	while (t.kept.n) {
		const struct machine_kept *k = &t.kept.at[--t.kept.n];
		memcpy(k->at, k->old, k->bytes);
	}
	for (uint32_t i = 0; i < t.n && l->naccesses < MACHINE_ACCESSES; i++)
		l->access[l->naccesses++] = t.access[i];
}
