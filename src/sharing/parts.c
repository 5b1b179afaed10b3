/* Tarjan's algorithm with a stack of its own: how deep calls go is up to the input. */
#include "sharing/parts.h"

struct frame {
	uint32_t fn, site, target;
};

struct search {
	const struct points *pt;
	struct parts *parts;
	uint32_t *number, *low, count; /* number 0: not seen; low UINT32_MAX: its part is complete */
	uint32_t *open, nopen;
	bool *self;
	struct frame *stack;
	uint32_t depth, done;
};

static void enter(struct search *s, uint32_t fn)
{
	s->number[fn] = s->low[fn] = ++s->count;
	s->open[s->nopen++] = fn;
	s->stack[s->depth++] = (struct frame){ fn, s->pt->first_site[fn], 0 };
}

/* The next function called from the frame, 0: no more. Spawned threads and tasks are not called. */
static uint32_t next_callee(struct search *s, struct frame *f)
{
	for (; f->site < s->pt->first_site[f->fn + 1]; f->site++, f->target = 0) {
		const struct site *site = &s->pt->site.at[f->site];
		if (site->kind != SITE_CALL && site->kind != SITE_INNER)
			continue;
		while (f->target < site->ntargets) {
			struct sym_id t = s->pt->target.at[site->target + f->target++];
			if (program_sym(s->pt->p, t)->fn.i)
				return program_sym(s->pt->p, t)->fn.i;
		}
	}
	return 0;
}

static void lower(struct search *s, uint32_t fn, uint32_t to)
{
	if (s->low[fn] > to)
		s->low[fn] = to;
}

static void leave(struct search *s, struct arena *a, uint32_t fn)
{
	uint32_t begin = s->done, x;

	s->depth--;
	if (s->depth)
		lower(s, s->stack[s->depth - 1].fn, s->low[fn]);
	if (s->low[fn] != s->number[fn])
		return;
	do {
		x = s->open[--s->nopen];
		s->low[x] = UINT32_MAX;
		s->parts->fn[s->done++] = x;
	} while (x != fn);
	s->parts->recursive[s->parts->first.n - 1] = s->done - begin > 1 || s->self[fn];
	*vec_add(a, &s->parts->first) = s->done;
}

static void search_from(struct search *s, struct arena *a, uint32_t fn)
{
	enter(s, fn);
	while (s->depth) {
		struct frame *f = &s->stack[s->depth - 1];
		uint32_t callee = next_callee(s, f);
		if (!callee) {
			leave(s, a, f->fn);
		} else if (!s->number[callee]) {
			enter(s, callee);
		} else if (s->low[callee] != UINT32_MAX) {
			s->self[callee] |= callee == f->fn;
			lower(s, f->fn, s->number[callee]);
		}
	}
}

void parts_find(struct arena *a, const struct points *pt, struct parts *parts)
{
	uint32_t n = pt->p->fn.n;
	struct search s = { .pt = pt, .parts = parts };

	*parts = (struct parts){ .fn = arena_array(a, n, sizeof *parts->fn), .recursive = arena_array(a, n, sizeof *parts->recursive) };
	s.number = arena_array(a, n, sizeof *s.number);
	s.low = arena_array(a, n, sizeof *s.low);
	s.open = arena_array(a, n, sizeof *s.open);
	s.self = arena_array(a, n, sizeof *s.self);
	s.stack = arena_array(a, n, sizeof *s.stack);
	*vec_add(a, &parts->first) = 0;
	for (uint32_t f = 1; f < n; f++)
		if (!s.number[f])
			search_from(&s, a, f);
}
