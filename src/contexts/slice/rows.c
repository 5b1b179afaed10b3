/* What slices ask of model rows and of points: which rows matter, their places, the cells behind a reference. */
#include "contexts/slice/slice.h"

#include <string.h>

#include "base/diag.h"
#include "contexts/contexts.h"

/* The models say only that they do not return. */
bool row_ends_process(const struct models *m, const struct model_row *row)
{
	static const char *const names[] = { "exit", "quick_exit", "err", "errx", "verr", "verrx", "error" };
	const char *name = model_string(m, row->name);

	for (uint32_t i = 0; event_is(row, EVENT_NORETURN) && i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

bool row_is_fill(const struct model_row *row)
{
	return event_is(row, EVENT_COPIES) || (event_is(row, EVENT_WRITES) && row->len.kind) || event_stores_made(row);
}

bool row_matters(const struct models *m, const struct model_row *row)
{
	return event_has(row, TRAIT_KEPT) || (event_is(row, EVENT_BLOCK) && row->kind == MODEL_KIND_LOOP) ||
	       row_ends_process(m, row);
}

uint32_t row_places(const struct model_row *r, const struct model_place *place[ROW_PLACES])
{
	bool value = event_is(r, EVENT_JOIN) || event_is(r, EVENT_EXIT_THREAD);
	const struct model_place *all[ROW_PLACES] = { &r->on,	&r->with, &r->fn, &r->arg, &r->arg2,
						      &r->arg3, value ? &r->value : &r->id, &r->queue, &r->task };

	for (uint32_t i = 0; i < ROW_PLACES; i++)
		place[i] = all[i];
	return ROW_PLACES;
}

void cells_of(struct arena *arena, const struct points *points, struct fn_id fn, struct ref r, struct cells *out)
{
	out->at = out->few;
	out->n = points_cells(points, fn, r, out->few, CELLS_FEW);
	if (out->n <= CELLS_FEW)
		return;
	out->at = arena_array(arena, out->n, sizeof *out->at);
	out->n = points_cells(points, fn, r, out->at, out->n);
}

void cells_of_place(struct arena *arena, const struct points *points, struct fn_id fn, const struct place *place,
		    struct cells *out)
{
	out->n = 0;
	if (!place->known || place->name || !ref_kind(place->base))
		return;
	cells_of(arena, points, fn, place->base, out);
	for (uint32_t i = 0; i < out->n; i++) {
		if (place->first && out->at[i].class)
			out->at[i] = points_at(points, out->at[i], place->first);
		for (uint8_t k = 0; k < place->loads; k++)
			out->at[i] = points_load(points, out->at[i]);
		out->at[i] = points_at(points, out->at[i], place->offset);
	}
}

/* Does a call of this body change locks or start a thread, by the models? */
static bool changes_locks(const struct points *points, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(points->p, b, &b->inst.at[inst]);

	for (const struct model_row *r = callee.i ? points->row[callee.i] : NULL; r; r = r->next)
		if (event_has(r, TRAIT_KEPT) && (event_has(r, TRAIT_LOCKS) || event_is(r, EVENT_SPAWN)))
			return true;
	return false;
}

void changes_find(struct slices *s, struct body *b)
{
	const struct points *points = s->points;
	struct arena scratch;

	arena_init(&scratch, "changes");
	for (uint32_t f = 1; f < points->p->fn.n; f++) {
		body_get(&scratch, points->p, (struct fn_id){ f }, b);
		for (uint32_t i = 0; i < b->inst.n; i++)
			s->changes[f] |= b->inst.at[i].op == OP_call && changes_locks(points, b, i);
	}
	arena_release(&scratch);
	*b = (struct body){ 0 };
}

bool index_is_constant(const struct program *p, const struct body *b, const struct inst *in, int64_t *offset)
{
	struct ref r = body_arg(b, in, 1);
	const struct konst *c = program_konst_of(p, r);
	int64_t index = c ? (int64_t)c->lo : 0, stride = body_offset(b, in);

	if (!c || c->kind != KONST_INT || index > INT16_MAX || index < INT16_MIN || stride <= 0 || stride > INT32_MAX)
		return false;
	*offset = index * stride;
	return true;
}
