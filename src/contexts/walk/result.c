/* What threads return, and what arrives at their joins.
 *
 *     pthread_create(&t, NULL, work, job);        work returns job, or exits with it
 *     pthread_join(t, &back);                     back is job
 *
 * A handle names the call that has started the thread; all roots that this call has started may be meant. What they returned
 * is known when all of them have been explored: a join finds what the rounds before have found, and there is another round as
 * long as some thread returns something new. Before the first one is over, and where a value has no name that means the same to
 * all, it is anything. */
#include "contexts/walk/explore.h"

#include <string.h>

/* Does the name mean the same to whoever waits for the thread? */
static bool is_for_all(const struct terms *t, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint8_t kind = term_get(t, term_root(t, term[i])).kind;
		bool object = kind == TERM_SYM || kind == TERM_HEAP || kind == TERM_STACK;
		if (!term_is_fixed(t, term[i]) || (!object && kind != TERM_NULL && kind != TERM_INT))
			return false;
	}
	return n != 0;
}

static void note_result(struct explorer *e, struct map *of, uint32_t key, uint32_t set)
{
	uint32_t now = map_get(of, key);

	map_put(e->scratch, of, key, is_for_all(e->terms, set) ? set_union(e->terms, now, set) : e->terms->top);
}

void result_exit(struct where *w, uint32_t set)
{
	if (w->e->s->results)
		note_result(w->e, &w->e->exits, w->context, set);
}

static void note_returns(struct explorer *e, const struct edge *edge)
{
	const struct live_context *live = &e->live.at[edge->to];

	for (uint32_t i = 0; i < live->exit.n; i++) {
		struct state *st = &e->use.bare;
		facts_load(e, live->exit.at[i], st);
		note_result(e, &e->returned, edge->root, pairs_get(&st->reg, REG_RESULT));
	}
}

/* Calls from each context, as lists: edges lie in the order in which they were found. */
struct calls {
	uint32_t *first, *next; /* by context, by edge; 0: none */
	uint32_t *seen, *todo;
};

/* The thread may end in whatever it calls. */
static void note_exits(struct explorer *e, const struct calls *c, uint32_t edge)
{
	uint32_t n = 0, root = e->out->edge.at[edge].root;

	for (c->seen[c->todo[n++] = e->out->edge.at[edge].to] = edge; n;) {
		uint32_t at = c->todo[--n], set = map_get(&e->exits, at);
		if (set)
			note_result(e, &e->returned, root, set);
		for (uint32_t i = c->first[at]; i; i = c->next[i])
			if (c->seen[e->out->edge.at[i].to] != edge)
				c->seen[c->todo[n++] = e->out->edge.at[i].to] = edge;
	}
}

static void find_exits(struct explorer *e)
{
	const struct contexts *out = e->out;
	struct calls c;

	c.first = arena_array(e->scratch, out->context.n, sizeof *c.first);
	c.next = arena_array(e->scratch, out->edge.n, sizeof *c.next);
	c.seen = arena_array(e->scratch, out->context.n, sizeof *c.seen);
	c.todo = arena_array(e->scratch, out->context.n, sizeof *c.todo);
	for (uint32_t i = 1; i < out->edge.n; i++)
		if (!out->edge.at[i].root && out->edge.at[i].to) {
			c.next[i] = c.first[out->edge.at[i].context];
			c.first[out->edge.at[i].context] = i;
		}
	for (uint32_t i = 1; i < out->edge.n; i++)
		if (out->edge.at[i].root && out->edge.at[i].kind == SITE_SPAWN && out->edge.at[i].to)
			note_exits(e, &c, i);
}

bool results_settle(struct explorer *e, struct map *known, bool widen)
{
	bool more = false;

	if (!e->s->results)
		return false;
	for (uint32_t i = 1; i < e->out->edge.n; i++)
		if (e->out->edge.at[i].root && e->out->edge.at[i].kind == SITE_SPAWN)
			note_returns(e, &e->out->edge.at[i]);
	if (e->exits.n)
		find_exits(e);
	for (uint32_t root = 1; root < e->out->root.n; root++) {
		uint32_t now = map_get(&e->returned, root), old = map_get(known, root), both;
		both = old && now ? set_union(e->terms, old, now) : old ? old : now;
		if (both == old)
			continue;
		map_put(e->out->arena, known, root, widen ? e->terms->top : both);
		more = true;
	}
	return more;
}

/* All that was started by one call. */
static uint32_t results_of(struct explorer *e, const struct term *thread)
{
	uint32_t set = 0;

	for (uint32_t root = 1; root < e->out->root.n; root++) {
		uint32_t key[7], one;
		memcpy(key, intern_get(&e->names->full, root), sizeof key);
		if (key[4] != thread->a || key[5] != thread->b)
			continue;
		one = map_get(e->results, root);
		if (!one)
			return e->terms->top;
		set = set ? set_union(e->terms, set, one) : one;
	}
	return set ? set : e->terms->top;
}

void result_join(struct where *w, const struct operation *op)
{
	struct terms *t = w->e->terms;
	uint32_t n, set = 0, handles = operand_value(w, op->on), copy[SET_MOST];
	const uint32_t *handle = set_get(t, handles, &n);

	if (!op->id.node)
		return;
	if (n)
		memcpy(copy, handle, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++) {
		struct term k = term_get(t, copy[i]);
		uint32_t one = k.kind == TERM_THREAD && w->e->s->results ? results_of(w->e, &k) : t->top;
		set = set ? set_union(t, set, one) : one;
	}
	memory_store(w, operand_value(w, op->id), set ? set : t->top,
		     !set || set_is_top(t, set) || !event_is_sure(op->row));
}
