/* Terms and cells of points: which cells a name may be. Terms count bytes; points moves what is in an array into its first
 * element, so an element that is named by a constant has two cells, that of its offset and that of the first one (slice.h, struct
 * fold). */
#include "contexts/walk/explore.h"

#include "points/solve/layout.h"


static uint32_t inst_value(struct explorer *e, uint32_t fn, uint32_t inst)
{
	return e->s->fn[fn].nparams + 1 + inst;
}

static void add_cell(struct explorer *e, uint32_t first, struct cell c)
{
	for (uint32_t i = first; i < e->cells.n; i++)
		if (e->cells.at[i].class == c.class && e->cells.at[i].offset == c.offset)
			return;
	if (c.class)
		*vec_add(e->keep, &e->cells) = c;
}

static void add_value(struct explorer *e, uint32_t first, uint32_t fn, uint32_t value)
{
	struct cells cells;

	cells_of(e->scratch, e->points, (struct fn_id){ fn }, ref_make(REF_VALUE, value), &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		add_cell(e, first, cells.at[i]);
}

/* A heap block by its allocation; where copies of an allocator differ, by the call that made it, if that gave the block back. */
static void add_heap(struct explorer *e, uint32_t first, const struct term *k)
{
	struct term site = term_get(e->terms, k->base);
	struct cells all, given;

	cells_of(e->scratch, e->points, (struct fn_id){ k->a }, ref_make(REF_VALUE, inst_value(e, k->a, k->b)), &all);
	given.n = 0;
	if (all.n > 1 && k->base)
		cells_of(e->scratch, e->points, (struct fn_id){ site.a }, ref_make(REF_VALUE, inst_value(e, site.a, site.b)),
			 &given);
	for (uint32_t i = 0; i < all.n; i++)
		for (uint32_t j = 0; j < given.n; j++)
			if (all.at[i].class == given.at[j].class && all.at[i].offset == given.at[j].offset)
				add_cell(e, first, all.at[i]);
	for (uint32_t i = 0; e->cells.n == first && i < all.n; i++)
		add_cell(e, first, all.at[i]);
}

static void add_root(struct explorer *e, uint32_t first, const struct term *k)
{
	switch (k->kind) {
	case TERM_SYM:
		add_cell(e, first, points_sym(e->points, (struct sym_id){ k->a }));
		break;
	case TERM_PARAM:
	case TERM_OUTER:
		add_value(e, first, k->a, k->b + 1);
		break;
	case TERM_HEAP:
		add_heap(e, first, k);
		break;
	case TERM_STACK:
	case TERM_RESULT:
		add_value(e, first, k->a, inst_value(e, k->a, k->b));
		break;
	case TERM_CLASS:
		add_cell(e, first, (struct cell){ k->a, (int32_t)k->offset });
		break;
	default:
		break;
	}
}

/* What points calls the first element. */
static void add_folded(struct explorer *e, uint32_t first, struct cell c)
{
	for (uint32_t i = map_get(&e->s->fold_of, c.class); i; i = e->s->fold.at[i].next)
		if (c.offset >= e->s->fold.at[i].from && c.offset < e->s->fold.at[i].to)
			add_cell(e, first, points_at(e->points, c, -e->s->fold.at[i].delta));
}

/* The same of a variable, whose type tells. */
static struct cell folded_in_variable(struct explorer *e, const struct term *k)
{
	struct term root = term_get(e->terms, k->base);
	struct sym_id sym = { root.kind == TERM_SYM ? root.a : 0 };

	if (!sym.i || program_sym(e->points->p, sym)->kind != SYM_VARIABLE || !program_sym(e->points->p, sym)->type.i)
		return (struct cell){ 0 };
	return points_at(e->points, points_sym(e->points, sym),
			 layout_of(e->points->p, program_sym(e->points->p, sym)->type, k->offset).offset);
}

static void add_term(struct explorer *e, uint32_t term)
{
	struct term k = term_get(e->terms, term);
	bool step = term_is_step(k.kind);
	struct span base = step ? term_cells(e, k.base) : (struct span){ 0 };
	uint32_t first = e->cells.n;

	if (!step)
		add_root(e, first, &k);
	for (uint32_t i = base.first; i < base.first + base.n; i++) {
		struct cell c = e->cells.at[i];
		if (k.kind == TERM_LOAD)
			c = points_load(e->points, c);
		else if (k.kind == TERM_FIELD)
			c = points_at(e->points, c, k.offset);
		add_cell(e, first, c);
		if (k.kind == TERM_FIELD)
			add_folded(e, first, c);
	}
	if (k.kind == TERM_FIELD)
		add_cell(e, first, folded_in_variable(e, &k));
}

/* The depth of a term is bounded, so is the recursion. */
struct span term_cells(struct explorer *e, uint32_t term)
{
	struct span s;

	while (e->term_cell.n <= term)
		*vec_add(e->keep, &e->term_cell) = 0;
	if (e->term_cell.at[term])
		return e->spans.at[e->term_cell.at[term] - 1];
	if (term_is_step(term_get(e->terms, term).kind))
		term_cells(e, term_get(e->terms, term).base); /* so that ours lie together */
	s.first = e->cells.n;
	add_term(e, term);
	s.n = e->cells.n - s.first;
	if (limit_over(LIMIT_contexts_cells, s.n))
		s.n = 0;
	*vec_add(e->keep, &e->spans) = s;
	e->term_cell.at[term] = e->spans.n;
	return s;
}
