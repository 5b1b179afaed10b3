/* Code that is left out because somebody has said so (racerx, section 8.3): functions that are declared single or to be ignored,
 * and what runs only when they call it. A context is *loud* if a thread gets there without passing such a function. */
#include "race/build.h"

enum { LOUD = UINT8_MAX };

struct hush {
	struct races *r;
	struct arena scratch;
	VEC(uint32_t) todo;
};

static uint8_t verb_of(const struct races *r, uint32_t context)
{
	uint8_t verb = r->points->annotated[program_fn(r->p, r->contexts->context.at[context].fn)->sym.i].verb;

	return verb == DECLARED_SINGLE || verb == DECLARED_IGNORE ? verb : 0;
}

static void mark(struct hush *h, uint32_t context, uint8_t as)
{
	if (!context || h->r->quiet[context])
		return;
	h->r->quiet[context] = as;
	*vec_add(&h->scratch, &h->todo) = context;
}

/* What a context calls is as the context is, unless it is declared itself. Threads that it starts begin anew. */
static void spread(struct hush *h)
{
	const struct contexts *c = h->r->contexts;

	while (h->todo.n) {
		uint32_t context = h->todo.at[--h->todo.n];
		const struct context *x = &c->context.at[context];
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++)
			if (!c->edge.at[i].root && !verb_of(h->r, c->edge.at[i].to))
				mark(h, c->edge.at[i].to, h->r->quiet[context]);
	}
}

static void begin(struct hush *h, uint32_t root, uint32_t context)
{
	if (h->r->contexts->root.at[root].kind != ROOT_SINGLE && context && !verb_of(h->r, context))
		mark(h, context, LOUD);
}

void quiet_find(struct races *r)
{
	const struct contexts *c = r->contexts;
	struct hush h = { .r = r };
	bool any = false;

	for (uint32_t k = 1; k < c->context.n; k++)
		any |= verb_of(r, k) != 0;
	if (!any)
		return;
	arena_init(&h.scratch, "quiet");
	r->quiet = arena_array(r->arena, c->context.n, sizeof *r->quiet);
	for (uint32_t i = 1; i < c->root.n; i++)
		begin(&h, i, c->root.at[i].context);
	for (uint32_t i = 1; i < c->edge.n; i++)
		if (c->edge.at[i].root)
			begin(&h, c->edge.at[i].root, c->edge.at[i].to);
	spread(&h);
	for (uint32_t k = 1; k < c->context.n; k++)
		mark(&h, verb_of(r, k) ? k : 0, verb_of(r, k));
	spread(&h);
	for (uint32_t k = 1; k < c->context.n; k++)
		r->quiet[k] = r->quiet[k] == LOUD ? 0 : r->quiet[k];
	arena_release(&h.scratch);
}
