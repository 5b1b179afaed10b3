/* Which pointers are tracked: those to locks, functions, threads, queues and whatever else a model row waits on or a `track` row
 * names, and everything above them in the hierarchy: Cl(S) of async-calls, section 4. */
#include "contexts/slice.h"

#include "base/diag.h"

bool verb_matters(uint8_t verb)
{
	switch (verb) {
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

uint32_t row_places(const struct model_row *r, const struct model_place *place[ROW_PLACES])
{
	const struct model_place *all[ROW_PLACES] = { &r->on, &r->with, &r->fn, &r->arg, &r->arg2,
							r->verb == MODEL_JOIN ? &r->value : &r->id, &r->queue, &r->task };

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

void cells_of_place(struct arena *arena, const struct points *points, struct fn_id fn, const struct place *place, struct cells *out)
{
	out->n = 0;
	if (!place->known || place->name || !ref_kind(place->base))
		return;
	cells_of(arena, points, fn, place->base, out);
	for (uint32_t i = 0; i < out->n; i++) {
		for (uint8_t k = 0; k < place->loads; k++)
			out->at[i] = points_load(points, out->at[i]);
		out->at[i] = points_at(points, out->at[i], place->offset);
	}
}

struct seeds {
	struct slices *s;
	VEC(uint32_t) class;
	struct map seen;
	struct arena *scratch;
};

static void seed(struct seeds *seeds, const struct cells *cells)
{
	for (uint32_t i = 0; i < cells->n; i++) {
		uint32_t *seen = map_at(seeds->scratch, &seeds->seen, cells->at[i].class);
		if (!cells->at[i].class || *seen)
			continue;
		*seen = 1;
		*vec_add(seeds->scratch, &seeds->class) = cells->at[i].class;
	}
}

/* `*1..`: each of the arguments. */
static void seed_place(struct seeds *seeds, const struct body *b, uint32_t inst, const struct model_place *place)
{
	const struct points *points = seeds->s->points;
	struct place at = site_place(points->p, points->models, b, inst, place);
	struct cells cells;

	cells_of_place(seeds->scratch, points, b->fn, &at, &cells);
	seed(seeds, &cells);
	for (uint32_t k = place->arg + 2u; at.rest && k < b->inst.at[inst].nargs; k++) {
		cells_of(seeds->scratch, points, b->fn, body_arg(b, &b->inst.at[inst], k), &cells);
		seed(seeds, &cells);
	}
}

static void seed_call(struct seeds *seeds, const struct body *b, uint32_t inst)
{
	const struct points *points = seeds->s->points;
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = body_callee(points->p, b, in);
	const struct model_place *place[ROW_PLACES];
	struct cells cells;

	if (!callee.i) {
		cells_of(seeds->scratch, points, b->fn, body_arg(b, in, 0), &cells);
		seed(seeds, &cells);
		return;
	}
	for (const struct model_row *r = points_rows(points, callee); r; r = model_skip(r->next, program_sym(points->p, callee)->fn.i != 0))
		seeds->s->changes[b->fn.i] |= r->verb == MODEL_ACQUIRE || r->verb == MODEL_RELEASE || r->verb == MODEL_UPGRADE ||
					      r->verb == MODEL_DOWNGRADE || r->verb == MODEL_SPAWN;
	for (const struct model_row *r = points_rows(points, callee); r; r = model_skip(r->next, program_sym(points->p, callee)->fn.i != 0))
		for (uint32_t i = 0; verb_matters(r->verb) && i < row_places(r, place); i++)
			if (place[i] != &r->arg && place[i] != &r->arg2)
				seed_place(seeds, b, inst, place[i]);
}

void tracked_find(struct slices *s, struct body *b)
{
	const struct points *points = s->points;
	struct arena scratch;
	struct seeds seeds = { .s = s, .scratch = &scratch };

	arena_init(&scratch, "seeds");
	for (uint32_t f = 1; f < points->p->fn.n; f++) {
		body_get(&scratch, points->p, (struct fn_id){ f }, b);
		for (uint32_t i = 0; i < b->inst.n; i++)
			if (b->inst.at[i].op == OP_call)
				seed_call(&seeds, b, i);
	}
	s->tracked = points_closure(s->keep, points, seeds.class.at, seeds.class.n);
	arena_release(&scratch);
	body_clear(b);
	*b = (struct body){ 0 };
}
