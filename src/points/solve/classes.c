#include "points/solve/classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/store/groups.h"

struct freezer {
	struct build *b;
	struct classes *c;
	uint32_t *number;    /* by node: its class; 0: none yet */
	int32_t *start;      /* by class: the offset in the node that counts as 0 */
	VEC(uint32_t) root;  /* by class */
};

static int32_t canonical(int64_t offset, uint32_t fold)
{
	int64_t rest = fold ? offset % fold : offset;

	return (int32_t)(rest < 0 && fold ? rest + fold : rest);
}

/* Numbers the class of a cell if it is new. */
static struct cell freeze(struct freezer *f, struct cell c)
{
	uint32_t *number, fold;

	c = solver_find(f->b->s, c);
	if (!c.class)
		return c;
	number = &f->number[c.class];
	fold = f->b->s->node.at[c.class].fold;
	if (!*number) {
		*number = f->root.n;
		f->start[*number] = c.offset;
		*vec_add(f->b->scratch, &f->root) = c.class;
	}
	return (struct cell){ *number, canonical((int64_t)c.offset - f->start[*number], fold) };
}

static void freeze_all(struct freezer *f)
{
	struct points *r = f->b->r;

	for (uint32_t i = 1; i < r->object.n; i++)
		r->object.at[i].cell = freeze(f, r->object.at[i].cell);
	for (uint32_t i = 1; i < r->value.n; i++)
		r->value.at[i] = freeze(f, r->value.at[i]);
	for (uint32_t i = 0; i < f->b->p->sym.n; i++)
		r->sym[i] = freeze(f, r->sym[i]);
}

static int by_offset(const void *a, const void *b)
{
	const struct points_entry *x = a, *y = b;

	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Classes that only entries lead to are numbered on the way. */
static void freeze_entries(struct freezer *f)
{
	struct arena *a = f->b->arena;
	VEC(struct points_entry) entry = { 0 };
	VEC(uint32_t) first = { 0 };

	*vec_add(f->b->scratch, &first) = 0;
	for (uint32_t class = 1; class < f->root.n; class++) {
		const struct node *n = &f->b->s->node.at[f->root.at[class]];
		uint32_t begin = entry.n;
		*vec_add(f->b->scratch, &first) = begin;
		for (uint32_t k = 0; k < n->n; k++) {
			struct cell to = freeze(f, n->entry[k].to);
			int32_t offset = canonical((int64_t)n->entry[k].offset - f->start[class], n->fold);
			*vec_add(f->b->scratch, &entry) = (struct points_entry){ offset, to };
		}
		if (n->n && n->fold)
			qsort(entry.at + begin, n->n, sizeof *entry.at, by_offset);
	}
	*vec_add(f->b->scratch, &first) = entry.n;
	f->c->entry = (struct points_entry *)arena_copy(a, (const char *)entry.at, entry.n * sizeof *entry.at);
	f->c->first_entry = (uint32_t *)arena_copy(a, (const char *)first.at, first.n * sizeof *first.at);
	f->b->r->nclasses = f->root.n - 1;
	f->c->fold = arena_array(a, f->root.n, sizeof *f->c->fold);
	for (uint32_t class = 1; class < f->root.n; class++)
		f->c->fold[class] = f->b->s->node.at[f->root.at[class]].fold;
}

static void list_objects(struct freezer *f)
{
	const struct points *r = f->b->r;
	struct groups g;

	groups_begin(&g, r->nclasses + 1);
	for (uint32_t i = 1; i < r->object.n; i++)
		groups_add(&g, r->object.at[i].cell.class, i);
	groups_end(&g, f->b->arena, &f->c->first_object, &f->c->object);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void list_below(struct freezer *f)
{
	const struct classes *c = f->c;
	uint32_t n = f->b->r->nclasses, total = 0;

	f->c->first_below = arena_array(f->b->arena, n + 2, sizeof *c->first_below);
	f->c->below = arena_array(f->b->arena, c->first_entry[n + 1] + 1, sizeof *c->below);
	for (uint32_t class = 1; class <= n; class++) {
		uint32_t begin = total, kept = total;
		f->c->first_below[class] = begin;
		for (uint32_t k = c->first_entry[class]; k < c->first_entry[class + 1]; k++)
			c->below[total++] = c->entry[k].to.class;
		if (total == begin)
			continue;
		qsort(c->below + begin, total - begin, sizeof *c->below, by_number);
		for (uint32_t k = begin; k < total; k++)
			if (kept == begin || c->below[k] != c->below[kept - 1])
				c->below[kept++] = c->below[k];
		total = kept;
	}
	f->c->first_below[n + 1] = total;
}

void classes_freeze(struct build *b)
{
	struct freezer f = { .b = b, .c = arena_new(b->arena, struct classes) };

	f.number = arena_array(b->scratch, b->s->node.n, sizeof *f.number);
	f.start = arena_array(b->scratch, b->s->node.n, sizeof *f.start);
	(void)vec_add(b->scratch, &f.root);
	b->r->classes = f.c;
	freeze_all(&f);
	freeze_entries(&f);
	list_objects(&f);
	list_below(&f);
}
