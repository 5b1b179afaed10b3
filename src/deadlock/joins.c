#include "deadlock/joins.h"

void joins_index(struct joins *j, struct arena *a, const struct threads *t)
{
	*j = (struct joins){ .threads = t };
	(void)vec_add(a, &j->list);
	for (uint32_t i = t->thread.n; i-- > 1;)
		for (uint32_t k = 0; k < t->thread.at[i].njoins; k++) {
			uint32_t *at = map_at(a, &j->joined, t->join.at[t->thread.at[i].join + k]);
			*vec_add(a, &j->list) = (struct joined_class){ i, *at };
			*at = j->list.n - 1;
		}
}

/* Does the class begin at the call that this name of a thread speaks of? */
static bool begins_at(const struct threads *t, uint32_t thread, const struct term *id)
{
	uint32_t n;
	const uint32_t *edge = threads_edges(t, thread, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &t->contexts->edge.at[edge[i]];
		if (t->contexts->context.at[e->context].fn.i == id->a && e->inst == id->b)
			return true;
	}
	return false;
}

bool joins_each(const struct joins *j, uint32_t event, void (*visit)(void *, uint32_t), void *with)
{
	const struct threads *t = j->threads;
	uint32_t n, first = map_get(&j->joined, event);
	const uint32_t *term = set_get(&t->contexts->terms, t->contexts->event.at[event].on, &n);

	for (uint32_t i = first; i; i = j->list.at[i].next)
		visit(with, j->list.at[i].thread);
	if (first)
		return true;
	for (uint32_t i = 0; i < n; i++)
		if (term_get(&t->contexts->terms, term[i]).kind != TERM_THREAD)
			return false;
	for (uint32_t i = 0; i < n; i++) {
		struct term id = term_get(&t->contexts->terms, term[i]);
		for (uint32_t k = 1; k < t->thread.n; k++)
			if (begins_at(t, k, &id))
				visit(with, k);
	}
	return n > 0;
}
