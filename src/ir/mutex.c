#include "ir/mutex.h"

#include <string.h>

enum { KIND_MASK = 3, KIND_RECURSIVE = 1, KIND_CHECKING = 2, DEPTH = 16 }; /* 3: adaptive */

static uint32_t odd_of(uint64_t kind)
{
	return (kind & KIND_MASK) == KIND_RECURSIVE ? MUTEX_DEEP : (kind & KIND_MASK) == KIND_CHECKING ? MUTEX_CHECKED : 0;
}

uint32_t mutex_starts_odd(const struct program *p, struct sym_id id, int64_t offset, uint64_t stride)
{
	const struct sym *s = program_sym(p, id);
	struct bytes data = program_bytes(p, s->data);
	uint32_t odd = 0;

	if (s->kind != SYM_VARIABLE || offset < 0 || offset > INT32_MAX)
		return 0;
	for (uint64_t at = (uint64_t)offset; at + MUTEX_BYTES <= s->size && at + MUTEX_KIND < data.len; at += stride) {
		odd |= odd_of((unsigned char)data.at[at + MUTEX_KIND]);
		if (!stride)
			break;
	}
	return odd;
}

bool rwlock_starts_fair(const struct program *p, struct sym_id id, int64_t offset)
{
	const struct sym *s = program_sym(p, id);
	struct bytes data = program_bytes(p, s->data);
	uint64_t at = (uint64_t)offset;

	return s->kind == SYM_VARIABLE && offset >= 0 && offset <= INT32_MAX && at + RWLOCK_BYTES <= s->size &&
	       at + RWLOCK_KIND < data.len && (unsigned char)data.at[at + RWLOCK_KIND] == 2;
}

/* The member `at` bytes behind the start of a record, one step down: its type, and `at` from its start. None: it is no record, or
 * there is none. */
static struct type_id step_down(const struct program *p, struct type_id record, uint64_t *at)
{
	const struct type *t = program_type(p, type_strip(p, record));
	const struct field *best = NULL;

	if (t->kind == TYPE_ARRAY && t->base.i && program_type(p, type_strip(p, t->base))->size >= 8) {
		*at %= program_type(p, type_strip(p, t->base))->size / 8;
		return t->base;
	}
	for (uint32_t i = 0; (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		uint64_t size = f->type.i ? program_type(p, type_strip(p, f->type))->size : 0;
		if (f->offset / 8 <= *at && *at < (f->offset + size) / 8 && !best)
			best = f;
	}
	if (!best)
		return (struct type_id){ 0 };
	*at -= best->offset / 8;
	return best->type;
}

/* Is it the kind of a mutex that stands there? In pthread_mutex_t, a union, the first member is the record with the kind. */
static bool is_kind(const struct program *p, struct type_id record, uint64_t at)
{
	for (uint32_t i = 0; i < DEPTH && record.i; i++) {
		const struct type *t = program_type(p, type_strip(p, record));
		if (t->kind == TYPE_STRUCT && t->name.i && !strcmp(program_str(p, t->name), "__pthread_mutex_s"))
			return at == MUTEX_KIND;
		record = step_down(p, record, &at);
	}
	return false;
}

bool mutex_store_is_odd(const struct program *p, const struct body *b, const struct inst *store, struct mutex_place *at)
{
	struct ref value = body_arg(b, store, 1);
	const struct konst *k = program_konst_of(p, value);
	bool found = false;

	if (!k || k->kind != KONST_INT || !odd_of(k->lo))
		return false;
	at->kind = odd_of(k->lo);
	at->object = body_arg(b, store, 0);
	at->offset = -MUTEX_KIND;
	for (uint32_t depth = 0; depth < DEPTH && ref_kind(at->object) == REF_VALUE; depth++) {
		uint32_t i = body_inst(b, ref_index(at->object));
		const struct inst *in = i == UINT32_MAX ? NULL : &b->inst.at[i];
		if (!in || in->op != OP_field)
			break;
		at->offset += body_offset(b, in);
		at->record = in->type;
		found |= in->type.i && at->offset >= 0 && is_kind(p, in->type, (uint64_t)at->offset + MUTEX_KIND);
		at->object = body_arg(b, in, 0);
	}
	return found && at->offset >= 0;
}

/* The member of that name, of a record. */
static const struct field *member_called(const struct program *p, const struct type *t, const char *name)
{
	for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->nfields; i++)
		if (p->field.at[t->field + i].type.i && !strcmp(program_str(p, p->field.at[t->field + i].name), name))
			return &p->field.at[t->field + i];
	return NULL;
}

bool semaphore_starts(const struct program *p, struct sym_id id, int64_t offset, int64_t *count)
{
	const struct sym *s = program_sym(p, id);
	struct bytes data = program_bytes(p, s->data);
	struct type_id t = type_strip(p, s->type);
	const struct field *f = NULL;
	uint64_t at = (uint64_t)offset, bytes = 0;
	bool set = false;

	if (s->kind != SYM_VARIABLE || offset < 0 || offset > INT32_MAX)
		return 0;
	for (uint32_t depth = 0; t.i && depth < 16 && !f; depth++) {
		f = !at ? member_called(p, program_type(p, t), "count") : NULL;
		bytes = program_type(p, t)->size / 8;
		t = f ? t : type_strip(p, step_down(p, t, &at));
	}
	if (!f)
		return false;
	for (uint64_t i = (uint64_t)offset; i < (uint64_t)offset + bytes && i < data.len; i++)
		set |= data.at[i] != 0;
	*count = 0;
	at = (uint64_t)offset + f->offset / 8;
	bytes = program_type(p, type_strip(p, f->type))->size / 8;
	for (uint64_t i = 0; i < bytes && i < 8 && at + i < data.len; i++)
		*count |= (int64_t)((uint64_t)(unsigned char)data.at[at + i] << i * 8);
	return set;
}
