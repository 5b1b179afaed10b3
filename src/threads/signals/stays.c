/* Handlers of signals that never come back: they end the process, or the thread. Whatever such a handler does is the last
 * thing that the thread which it interrupted sees of it: nobody goes on to read what it has written.
 *
 *     static void on_term(int s)  { quit = 1; unlink(pidfile); exit(s); }      while (!quit) ...: not read again
 *
 * misses  programs that call setjmp, where a handler may jump back */
#include "threads/running.h"

struct stays_look {
	struct running *r;
	struct arena *scratch;
	bool *back, *queued; /* by context: some way through it comes back */
	VEC(uint32_t) work;
};

/* Marks the blocks with a call that never comes back, whichever function it reaches. Edges are sorted by instruction. */
static void mark_stays(const struct stays_look *l, const struct context *c, const struct shape *s, bool *stays)
{
	const struct running *r = l->r;

	for (uint32_t i = c->edge, next; i < c->edge + c->nedges; i = next) {
		uint32_t inst = r->c->edge.at[i].inst;
		bool back = false;
		for (next = i; next < c->edge + c->nedges && r->c->edge.at[next].inst == inst; next++)
			back |= !edge_is_call(r, &r->c->edge.at[next]) || l->back[r->c->edge.at[next].to];
		if (!back)
			stays[shape_block(s, inst)] = true;
	}
}

static bool comes_back(const struct stays_look *l, uint32_t context)
{
	const struct context *c = context_of(l->r, context);
	const struct shape *s = shape_get(l->r->shapes, c->fn);
	bool *reached = arena_array(l->scratch, s->nblocks, sizeof *reached);
	bool *stays = arena_array(l->scratch, s->nblocks, sizeof *stays);

	mark_stays(l, c, s, stays);
	if (s->nreached)
		reached[s->order[0]] = true;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < s->nreached; k++) {
			uint32_t b = s->order[k];
			if (!reached[b] || stays[b])
				continue;
			if (s->returns[b])
				return true;
			for (uint32_t i = s->first_next[b]; i < s->first_next[b + 1]; i++) {
				changed |= !reached[s->next[i]];
				reached[s->next[i]] = true;
			}
		}
	}
	return false;
}

static void queue(struct stays_look *l, uint32_t context)
{
	if (!l->queued[context] && !l->back[context])
		*vec_add(l->scratch, &l->work) = context;
	l->queued[context] = true;
}

static bool class_stays(struct running *r, uint32_t class, struct arena *scratch)
{
	struct stays_look l = { .r = r, .scratch = scratch };

	l.back = arena_array(scratch, r->c->context.n, sizeof *l.back);
	l.queued = arena_array(scratch, r->c->context.n, sizeof *l.queued);
	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (bits_has(&r->bits, r->threads_of[i], class))
			queue(&l, i);
	while (l.work.n) {
		uint32_t at = l.work.at[--l.work.n];
		l.queued[at] = false;
		l.back[at] = comes_back(&l, at);
		for (uint32_t i = r->first_caller[at]; l.back[at] && i < r->first_caller[at + 1]; i++) {
			uint32_t from = r->c->edge.at[r->caller[i]].context;
			if (bits_has(&r->bits, r->threads_of[from], class))
				queue(&l, from);
		}
	}
	for (uint32_t i = 0; i < r->class.at[class].start.n; i++)
		if (l.back[r->class.at[class].start.at[i]])
			return false;
	return r->class.at[class].start.n;
}

static bool somebody_jumps(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].flags & SYM_TWICE)
			return true;
	return false;
}

void stays_find(struct running *r)
{
	struct arena scratch;

	if (somebody_jumps(r->p))
		return;
	arena_init(&scratch, "threads scratch");
	for (uint32_t k = 1; k < r->class.n; k++) {
		r->class.at[k].stays = class_handles_signal(&r->class.at[k]) && class_stays(r, k, &scratch);
		arena_release(&scratch);
	}
}

bool threads_stays(const struct threads *t, uint32_t handler)
{
	return t->running->class.at[handler].stays;
}
