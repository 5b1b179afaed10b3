/* What slices ask of model rows and of points: which rows matter, their places, the cells behind a reference. */
#include "contexts/slice.h"

#include <string.h>

#include "base/diag.h"
#include "contexts/contexts.h"

/* The models say only that they do not return. */
bool row_ends_process(const struct models *m, const struct model_row *row)
{
	static const char *const names[] = { "exit", "quick_exit", "err", "errx", "verr", "verrx", "error" };
	const char *name = model_string(m, row->name);

	for (uint32_t i = 0; row->verb == MODEL_NORETURN && i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool verb_matters(const struct model_row *row)
{
	switch (row->verb) {
	case MODEL_BLOCK:
		return row->kind == MODEL_KIND_LOOP;
	case MODEL_ACQUIRE:
	case MODEL_RELEASE:
	case MODEL_UPGRADE:
	case MODEL_DOWNGRADE:
	case MODEL_INIT:
	case MODEL_DESTROY:
	case MODEL_ASSERT_HELD:
	case MODEL_WAIT:
	case MODEL_SIGNAL:
	case MODEL_BROADCAST:
	case MODEL_BARRIER:
	case MODEL_ONCE:
	case MODEL_QUIESCE:
	case MODEL_SPAWN:
	case MODEL_JOIN:
	case MODEL_DETACH:
	case MODEL_CANCEL:
	case MODEL_EXIT_THREAD:
	case MODEL_SELF:
	case MODEL_FORK:
	case MODEL_ENQUEUE:
	case MODEL_HANDLER:
	case MODEL_CALLS:
	case MODEL_TRACK:
		return true;
	default:
		return false;
	}
}

bool row_is_fill(const struct model_row *row)
{
	return row->verb == MODEL_COPIES || (row->verb == MODEL_WRITES && row->len.kind) ||
	       (row->verb == MODEL_ALLOC && row->on.base == MODEL_ARGUMENT && row->on.deref);
}

bool row_matters(const struct models *m, const struct model_row *row)
{
	return verb_matters(row) || row_ends_process(m, row);
}

uint32_t row_places(const struct model_row *r, const struct model_place *place[ROW_PLACES])
{
	const struct model_place *all[ROW_PLACES] = { &r->on,
						      &r->with,
						      &r->fn,
						      &r->arg,
						      &r->arg2,
						      &r->arg3,
						      r->verb == MODEL_JOIN || r->verb == MODEL_EXIT_THREAD ? &r->value : &r->id,
						      &r->queue,
						      &r->task };

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
	bool changes = false;

	for (const struct model_row *r = callee.i ? points->row[callee.i] : NULL; r;
	     r = model_skip(r->next, program_sym(points->p, callee)->fn.i != 0))
		changes |= r->verb == MODEL_ACQUIRE || r->verb == MODEL_RELEASE || r->verb == MODEL_UPGRADE ||
			   r->verb == MODEL_DOWNGRADE || r->verb == MODEL_INIT || r->verb == MODEL_SPAWN;
	return changes;
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
