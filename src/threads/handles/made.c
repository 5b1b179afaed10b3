/* A function that makes a record, starts a thread with its handle in it, and returns the record:
 *
 *     w = malloc(..);  if (create(&w->id, ..)) { free(w); return NULL; }  return w;
 *
 * Its callers have the handle where they put the record. A start that succeeded leads to no other result. */
#include "threads/handles/handles.h"

#include <string.h>

#include "threads/values/branch.h"

enum { CHOICES = 4 };

/* Is the value the record, wherever it comes from on a way that was reached from the start? */
static bool is_record(const struct code *code, struct ref value, struct ref record, const bool *reached, struct starting *l,
		      uint32_t depth)
{
	const struct inst *phi;
	uint32_t block;

	value = value_behind(code, value);
	phi = body_made_by(&code->body, value);
	if (value.bits == record.bits)
		return true;
	if (!phi || phi->op != OP_phi || depth == CHOICES)
		return false;
	block = code_block(code, (uint32_t)(phi - code->body.inst.at));
	for (uint32_t i = 0; i < phi->nargs; i++) {
		uint32_t from = code->body.word.at[phi->word + i];
		if (reached[from] && !start_has_failed(l, from, block) &&
		    !is_record(code, body_arg(&code->body, phi, i), record, reached, l, depth + 1))
			return false;
	}
	return true;
}

bool made_is_returned(const struct running *r, const struct start *s, int64_t *inside)
{
	const struct code *code = code_get(r->shapes, s->fn);
	struct starting l = { .r = r, .code = code, .call = s->inst };
	struct ref at = handle_address(code, s->inst, &s->row->id), record;
	uint32_t block = code_block(code, s->inst);
	const struct inst *made;
	struct arena scratch;
	bool *reached, good = true;

	*inside = 0;
	if (ref_kind(at) != REF_VALUE || !event_stores_handle(s->row))
		return false;
	record = value_inside(code, at, PEEL_FIELD, inside);
	made = body_made_by(&code->body, record);
	if (!made || made->op != OP_call)
		return false;
	arena_init(&scratch, "threads scratch");
	reached = arena_array(&scratch, code->body.block.n, sizeof *reached);
	memcpy(reached, blocks_reach(&scratch, &code->body, block, UINT32_MAX, start_has_failed, &l),
	       code->body.block.n * sizeof *reached);
	reached[block] = true;
	for (uint32_t b = 0; b < code->body.block.n && good; b++) {
		const struct inst *end = body_end(&code->body, b);
		if (reached[b] && end->op == OP_ret)
			good = end->nargs && is_record(code, body_arg(&code->body, end, 0), record, reached, &l, 0);
	}
	arena_release(&scratch);
	return good;
}
