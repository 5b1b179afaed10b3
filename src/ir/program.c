/* The tables of a program: made, looked up, and asked about types. */
#include "ir/body.h"

void program_init(struct program *p, struct arena *a)
{
	*p = (struct program){ .arena = a, .name = "program" };
	intern_init(&p->str, a);
	(void)vec_add(a, &p->type);
	(void)vec_add(a, &p->field);
	(void)vec_add(a, &p->sym);
	(void)vec_add(a, &p->reloc);
	(void)vec_add(a, &p->konst);
	(void)vec_add(a, &p->unit);
	(void)vec_add(a, &p->fn);
	(void)vec_add(a, &p->callee);
}

struct type *program_type(const struct program *p, struct type_id t)
{
	CHECK(t.i < p->type.n, "type %u of %u", t.i, p->type.n);
	return &p->type.at[t.i];
}

struct sym *program_sym(const struct program *p, struct sym_id s)
{
	CHECK(s.i < p->sym.n, "symbol %u of %u", s.i, p->sym.n);
	return &p->sym.at[s.i];
}

struct konst *program_konst(const struct program *p, struct konst_id k)
{
	CHECK(k.i < p->konst.n, "constant %u of %u", k.i, p->konst.n);
	return &p->konst.at[k.i];
}

struct fn *program_fn(const struct program *p, struct fn_id f)
{
	CHECK(f.i < p->fn.n, "function %u of %u", f.i, p->fn.n);
	return &p->fn.at[f.i];
}

const char *program_str(const struct program *p, struct str_id s)
{
	return intern_get(&p->str, s.i);
}

uint32_t program_pointer_bytes(const struct program *p)
{
	uint32_t bytes = p->unit.n > 1 ? p->unit.at[1].pointer_bytes : 0;

	for (uint32_t i = 2; i < p->unit.n; i++)
		if (p->unit.at[i].pointer_bytes != bytes)
			return 0;
	return bytes;
}

static bool is_wrapper(uint8_t kind)
{
	return kind == TYPE_TYPEDEF || kind == TYPE_CONST || kind == TYPE_VOLATILE || kind == TYPE_RESTRICT ||
	       kind == TYPE_ATOMIC || kind == TYPE_TAG;
}

/* Bounded: a hostile file may hold a typedef of itself. */
struct type_id type_strip(const struct program *p, struct type_id t)
{
	for (int i = 0; i < 100; i++) {
		const struct type *row = program_type(p, t);
		if (!is_wrapper(row->kind))
			return t;
		t = row->base;
	}
	return (struct type_id){ 0 };
}

enum { DEEPEST_PART = 16 };

static bool holds_pointer(const struct program *p, struct type_id type, int depth)
{
	const struct type *t = program_type(p, type_strip(p, type));

	if (t->kind == TYPE_ARRAY)
		return depth >= DEEPEST_PART || holds_pointer(p, t->base, depth + 1);
	if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
		return t->kind == TYPE_POINTER;
	if (depth >= DEEPEST_PART)
		return true;
	for (uint32_t k = 0; k < t->nfields; k++)
		if (holds_pointer(p, p->field.at[t->field + k].type, depth + 1))
			return true;
	return false;
}

bool type_holds_pointer(const struct program *p, struct type_id type)
{
	return holds_pointer(p, type, 0);
}

/* The field of a record that holds the bit `at`; of a union the first that is large enough. Fields are sorted by offset. */
static const struct field *field_at(const struct program *p, const struct type *record, uint64_t at)
{
	const struct field *found = NULL;

	for (uint32_t i = 0; i < record->nfields; i++) {
		const struct field *f = &p->field.at[record->field + i];
		const struct type *t = program_type(p, type_strip(p, f->type));
		bool open_end = t->kind == TYPE_ARRAY && (t->flags & TYPE_VARIABLE || !t->size);
		uint64_t size = f->width ? f->width : t->size;
		if (at >= f->offset && (at < f->offset + size || open_end)) {
			found = f;
			if (record->kind == TYPE_UNION || !open_end)
				break;
		}
	}
	return found;
}

struct type_id type_at(const struct program *p, struct type_id record, int64_t offset)
{
	uint64_t at = (uint64_t)offset * 8;

	if (offset < 0)
		return (struct type_id){ 0 };
	for (int depth = 0; depth < 64; depth++) {
		struct type_id stripped = type_strip(p, record);
		const struct type *t = program_type(p, stripped);
		if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
			const struct field *f = field_at(p, t, at);
			if (!f)
				return (struct type_id){ 0 };
			record = f->type;
			at -= f->offset;
		} else if (t->kind == TYPE_ARRAY && program_type(p, type_strip(p, t->base))->size) {
			record = t->base;
			at %= program_type(p, type_strip(p, t->base))->size;
		} else {
			return at < t->size || at == 0 ? record : (struct type_id){ 0 };
		}
	}
	return (struct type_id){ 0 };
}

bool type_is_volatile(const struct program *p, struct type_id type)
{
	struct type_id end = type_strip(p, type);

	for (int depth = 0; type.i != end.i && depth < 100; type = program_type(p, type)->base, depth++)
		if (program_type(p, type)->kind == TYPE_VOLATILE || program_type(p, type)->kind == TYPE_ATOMIC)
			return true;
	return false;
}

/* The member that has this byte; NULL: none is known. */
static const struct field *member_at(const struct program *p, const struct type *t, uint64_t offset)
{
	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *m = &p->field.at[t->field + k];
		uint64_t size = program_type(p, type_strip(p, m->type))->size;
		if (m->offset / 8 <= offset && offset < (m->offset + size) / 8)
			return m;
	}
	return NULL;
}

bool type_is_plain_at(const struct program *p, struct type_id type, uint64_t offset, uint64_t size)
{
	for (int depth = 0; depth < 32 && type.i && !type_is_volatile(p, type); depth++) {
		const struct type *t = program_type(p, type_strip(p, type));
		const struct field *m;
		if (t->kind == TYPE_ARRAY) {
			uint64_t element = program_type(p, type_strip(p, t->base))->size / 8;
			offset = element ? offset % element : 0;
			type = t->base;
		} else if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
			if (!(m = member_at(p, t, offset)))
				return false;
			offset -= m->offset / 8;
			type = m->type;
		} else {
			return !offset && t->size == size * 8 && t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION;
		}
	}
	return false;
}

bool type_is_union_at(const struct program *p, struct type_id record, int64_t offset)
{
	uint64_t at = (uint64_t)offset * 8;

	for (int depth = 0; offset >= 0 && depth < 64; depth++) {
		const struct type *t = program_type(p, type_strip(p, record));
		const struct field *f = t->kind == TYPE_STRUCT ? field_at(p, t, at) : NULL;
		uint64_t size = t->kind == TYPE_ARRAY ? program_type(p, type_strip(p, t->base))->size : 0;
		if (t->kind == TYPE_UNION)
			return true;
		if (!f && !size)
			return false;
		record = f ? f->type : t->base;
		at = f ? at - f->offset : at % size;
	}
	return false;
}

struct sym_id sym_behind_alias(const struct program *p, struct sym_id id)
{
	for (int hops = 0; hops < 16; hops++) {
		const struct sym *s = program_sym(p, id);
		if (s->kind != SYM_ALIAS || !s->target.i || s->addend)
			break;
		id = s->target;
	}
	return id;
}

struct sym_id body_callee(const struct program *p, const struct body *b, const struct inst *call)
{
	struct ref callee = body_arg(b, call, 0);
	struct sym_id sym;

	for (int hops = 0; ref_kind(callee) == REF_VALUE && hops < 16; hops++) {
		uint32_t i = body_inst(b, ref_index(callee));
		if (i == UINT32_MAX || (b->inst.at[i].op != OP_copy && b->inst.at[i].op != OP_cast))
			break;
		callee = body_arg(b, &b->inst.at[i], 0);
	}
	sym = ref_kind(callee) == REF_SYM ? sym_behind_alias(p, (struct sym_id){ ref_index(callee) }) : (struct sym_id){ 0 };

	/* whom it is bound to its resolver says */
	return sym.i && program_sym(p, sym)->kind == SYM_IFUNC ? (struct sym_id){ 0 } : sym;
}

uint8_t compare_negated(uint8_t compare)
{
	static const uint8_t of[COMPARE_COUNT] = {
		[COMPARE_eq] = COMPARE_ne,   [COMPARE_ne] = COMPARE_eq,	  [COMPARE_ugt] = COMPARE_ule,
		[COMPARE_ule] = COMPARE_ugt, [COMPARE_uge] = COMPARE_ult, [COMPARE_ult] = COMPARE_uge,
		[COMPARE_sgt] = COMPARE_sle, [COMPARE_sle] = COMPARE_sgt, [COMPARE_sge] = COMPARE_slt,
		[COMPARE_slt] = COMPARE_sge,
	};

	return of[compare];
}

uint8_t compare_swapped(uint8_t compare)
{
	static const uint8_t of[COMPARE_COUNT] = {
		[COMPARE_eq] = COMPARE_eq,   [COMPARE_ne] = COMPARE_ne,	  [COMPARE_ugt] = COMPARE_ult,
		[COMPARE_ult] = COMPARE_ugt, [COMPARE_uge] = COMPARE_ule, [COMPARE_ule] = COMPARE_uge,
		[COMPARE_sgt] = COMPARE_slt, [COMPARE_slt] = COMPARE_sgt, [COMPARE_sge] = COMPARE_sle,
		[COMPARE_sle] = COMPARE_sge,
	};

	return of[compare];
}

bool compare_holds(uint8_t compare, int64_t a, int64_t b)
{
	uint64_t ua = (uint64_t)a, ub = (uint64_t)b;

	switch (compare) {
	case COMPARE_eq: return a == b;
	case COMPARE_ne: return a != b;
	case COMPARE_ugt: return ua > ub;
	case COMPARE_uge: return ua >= ub;
	case COMPARE_ult: return ua < ub;
	case COMPARE_ule: return ua <= ub;
	case COMPARE_sgt: return a > b;
	case COMPARE_sge: return a >= b;
	case COMPARE_slt: return a < b;
	case COMPARE_sle: return a <= b;
	default: return true;
	}
}

const char *program_fn_name(const struct program *p, struct fn_id fn)
{
	const struct sym *s = program_sym(p, program_fn(p, fn)->sym);

	return program_str(p, s->source.i ? s->source : s->name);
}
