#include "code/place.h"

#include <string.h>

#include "base/limit.h"

/* The record that parameter `arg` of a function points to, by its prototype; none: not known. */
static struct type_id record_of(const struct program *p, struct sym_id callee, uint32_t arg)
{
	const struct type *t = program_type(p, type_strip(p, program_sym(p, callee)->type));
	const struct type *parameter;

	if (t->kind != TYPE_FUNCTION || arg >= t->nfields)
		return (struct type_id){ 0 };
	parameter = program_type(p, type_strip(p, p->field.at[t->field + arg].type));
	return parameter->kind == TYPE_POINTER ? type_strip(p, parameter->base) : (struct type_id){ 0 };
}

struct type_id place_record(const struct program *p, struct sym_id callee, const struct model_place *place)
{
	if (!callee.i || place->base != MODEL_ARGUMENT || place->deref != 1)
		return (struct type_id){ 0 };
	return record_of(p, callee, place->arg);
}

/* The member of this name, also in anonymous structs and unions inside; none there: NULL. The stack is as deep as C sources
 * are. */
static const struct field *find_field(const struct program *p, struct type_id record, const char *name, size_t len,
				      int64_t *offset)
{
	struct {
		struct type_id type;
		int64_t at;
	} todo[32]; /* the most that limits.def allows */
	uint32_t n = 1;

	todo[0].type = record;
	todo[0].at = *offset;
	while (n) {
		const struct type *t = program_type(p, type_strip(p, todo[--n].type));
		int64_t at = todo[n].at;
		for (uint32_t i = 0; (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && i < t->nfields; i++) {
			const struct field *f = &p->field.at[t->field + i];
			const char *s = program_str(p, f->name);
			if (f->name.i && strlen(s) == len && !memcmp(s, name, len)) {
				*offset = at + (int64_t)(f->offset / 8);
				return f;
			}
			if (!f->name.i && !limit_full(LIMIT_code_anonymous, n)) {
				todo[n].type = f->type;
				todo[n++].at = at + (int64_t)(f->offset / 8);
			}
		}
	}
	return NULL;
}

bool place_path_offset(const struct program *p, const char *path, struct type_id record, int64_t *offset)
{
	while (*path) {
		size_t len = strcspn(path, ".");
		const struct field *f = record.i ? find_field(p, record, path, len, offset) : NULL;
		if (!f)
			return false;
		record = type_strip(p, f->type);
		path += len + (path[len] == '.');
	}
	return true;
}

bool place_offset(const struct program *p, const struct models *m, struct sym_id callee, const struct model_place *place,
		  int64_t *offset)
{
	*offset = 0;
	if (!place->name || place->base == MODEL_NAMED)
		return true;
	return place_path_offset(p, model_string(m, place->name), place_record(p, callee, place), offset);
}

/* "**1.msg_iov": what a member leads to. */
static bool place_first(const struct program *p, const struct models *m, struct sym_id callee, const struct model_place *place,
			int64_t *offset)
{
	*offset = 0;
	return callee.i && place->base == MODEL_ARGUMENT &&
	       place_path_offset(p, model_string(m, place->name), record_of(p, callee, place->arg), offset);
}

struct place event_place(const struct program *p, const struct models *m, const struct body *b, uint32_t inst,
			const struct model_place *row)
{
	const struct inst *call = &b->inst.at[inst];
	struct place place = { .value = row->deref == 0, .rest = row->rest, .loads = row->deref > 1 ? row->deref - 1 : 0 };

	switch (row->base) {
	case MODEL_ARGUMENT:
		place.base = body_arg(b, call, row->arg + 1u);
		place.known = ref_kind(place.base) != REF_NONE;
		break;
	case MODEL_RESULT:
		place.base = ref_make(REF_VALUE, body_value(b, inst));
		place.result = place.known = true;
		break;
	case MODEL_NAMED:
		place.name = row->name;
		place.known = true;
		break;
	default:
		break;
	}
	if (place.known && row->name && row->base != MODEL_NAMED && place.loads)
		place.known = place_first(p, m, body_callee(p, b, call), row, &place.first);
	else if (place.known)
		place.known = place_offset(p, m, body_callee(p, b, call), row, &place.offset);
	return place;
}
