/* Addresses: getelementptr into `field` and `index`, and what C type a pointer leads to.
 *
 * clang writes p->a.b as two getelementptr; here it is one `field` with the sum of the offsets, in the outermost record that is
 * known, so that equal places have equal names. A variable index becomes `index` with its stride, and what follows starts
 * anew in the element.
 *
 *     p->q.slot[i].lock      field p + 16 : struct pool.q.slot
 *                            index ^ [i] * 24 : struct slot
 *                            field ^ + 8 : struct slot.lock
 *
 * The record's C type: by the name LLVM gives the struct, else by what debug information says of the pointer. */
#include <string.h>

#include "extract/unit/build.h"

bool address_is_constant(struct extract_build *b, LLVMValueRef gep)
{
	int n = LLVMGetNumOperands(gep);
	int64_t index;

	for (int i = 1; i < n; i++)
		if (!LLVMIsAConstant(LLVMGetOperand(gep, (unsigned)i)) ||
		    !konst_number(b, LLVMGetOperand(gep, (unsigned)i), &index))
			return false;
	return LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMPointerTypeKind;
}

struct steps { /* a walk over the indices of one getelementptr */
	struct extract_build *b;
	LLVMTypeRef type;
};

/* The offset a constant index adds, or the stride of a variable one; moves on to the type inside. */
static int64_t step(struct steps *s, bool first, LLVMValueRef index, bool *is_stride)
{
	LLVMTypeRef inner = s->type;
	int64_t times = 1;

	*is_stride = false;
	if (!first && LLVMGetTypeKind(s->type) == LLVMStructTypeKind) {
		unsigned i = (unsigned)LLVMConstIntGetZExtValue(index);
		LLVMTypeRef outer = s->type;
		s->type = LLVMStructGetTypeAtIndex(outer, i);
		return (int64_t)LLVMOffsetOfElement(s->b->layout, outer, i);
	}
	if (!first)
		s->type = inner = LLVMGetElementType(s->type);
	*is_stride = !LLVMIsAConstant(index) || !konst_number(s->b, index, &times);
	return (int64_t)LLVMABISizeOfType(s->b->layout, inner) * times;
}

int64_t address_offset(struct extract_build *b, LLVMValueRef gep)
{
	struct steps s = { b, LLVMGetGEPSourceElementType(gep) };
	int n = LLVMGetNumOperands(gep);
	int64_t offset = 0;
	bool stride;

	for (int i = 1; i < n; i++)
		offset += step(&s, i == 1, LLVMGetOperand(gep, (unsigned)i), &stride);
	return offset;
}

/* ---- what a pointer leads to ---- */

static struct type_id pointee_of_type(const struct program *p, struct type_id pointer)
{
	const struct type *t = program_type(p, type_strip(p, pointer));

	return t->kind == TYPE_POINTER ? t->base : (struct type_id){ 0 };
}

struct type_id address_pointee(struct function *f, LLVMValueRef v)
{
	struct program *p = f->b->p;
	uint32_t at = map_get(&f->value_of, (uintptr_t)v);
	LLVMValueRef global;
	int64_t offset;
	uint32_t var;

	if (LLVMIsAConstant(v) && konst_address(f->b, v, &global, &offset)) {
		struct type_id t = program_sym(p, build_sym(f->b, global))->type;
		return offset ? type_at(p, t, offset) : t;
	}
	var = map_get(&f->var_of, (uintptr_t)v);
	for (int try = 0; var && try < 2; try++) { /* struct conn *c = arg: the second name says more than void *arg */
		struct type_id t = debug_variable_type(f->b, f->var.at[var - 1]);
		debug_finish(f->b);
		t = pointee_of_type(p, t);
		if (t.i && program_type(p, type_strip(p, t))->kind != TYPE_VOID) {
			debug_need_body(f->b, type_strip(p, t));
			debug_finish(f->b);
			return t;
		}
		var = map_get(&f->second_of, (uintptr_t)v);
	}
	return at ? f->value.at[at - 1].pointee : (struct type_id){ 0 };
}

/* What a pointer that is loaded from `object` leads to. */
struct type_id address_loaded(struct function *f, struct type_id object)
{
	struct program *p = f->b->p;
	const struct type *t;
	struct type_id base;

	if (!object.i)
		return object;
	t = program_type(p, type_strip(p, object));
	if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		t = program_type(p, type_strip(p, type_at(p, object, 0)));
	if (t->kind != TYPE_POINTER)
		return (struct type_id){ 0 };
	base = t->base;
	debug_need_body(f->b, type_strip(p, base));
	debug_finish(f->b);
	return base;
}

/* ---- marked accesses ---- */

bool address_is_plain(struct function *f, LLVMValueRef pointer, uint64_t size)
{
	struct program *p = f->b->p;
	LLVMValueRef global;
	int64_t offset;

	/* what is only declared here has the type of its bytes, which does not say whether it is volatile */
	if (LLVMIsAConstant(pointer) && konst_address(f->b, pointer, &global, &offset))
		return offset >= 0 && !LLVMIsDeclaration(global) &&
		       type_is_plain_at(p, program_sym(p, build_sym(f->b, global))->type, (uint64_t)offset, size);
	for (LLVMValueRef v = pointer; LLVMIsAGetElementPtrInst(v);) { /* volatile struct s *p: its members are volatile */
		struct type_id t;
		v = LLVMGetOperand(v, 0);
		t = address_pointee(f, v);
		if (t.i && type_is_volatile(p, t))
			return false;
	}
	return type_is_plain_at(p, address_pointee(f, pointer), 0, size);
}

/* ---- records ---- */

/* The part of `type` that begins at `offset` and has `size` bytes: what an array element or an inner struct is. */
static struct type_id part(const struct program *p, struct type_id type, uint64_t offset, uint64_t size)
{
	for (int depth = 0; depth < 32; depth++) {
		struct type_id id = type_strip(p, type);
		const struct type *t = program_type(p, id);
		uint32_t k;
		if (!offset && t->size == size * 8 && t->kind != TYPE_ARRAY)
			return type;
		if (t->kind == TYPE_ARRAY) {
			uint64_t element = program_type(p, type_strip(p, t->base))->size / 8;
			type = t->base;
			offset = element ? offset % element : 0;
			continue;
		}
		if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
			break;
		for (k = 0; k < t->nfields; k++) {
			const struct field *m = &p->field.at[t->field + k];
			const struct type *mt = program_type(p, type_strip(p, m->type));
			if (m->offset / 8 <= offset && (offset < (m->offset + mt->size) / 8 || mt->flags & TYPE_VARIABLE))
				break;
		}
		if (k == t->nfields)
			break;
		offset -= p->field.at[t->field + k].offset / 8;
		type = p->field.at[t->field + k].type;
	}
	return (struct type_id){ 0 };
}

static bool same_name(const struct program *p, struct type_id id, const char *llvm_name)
{
	const struct type *t = program_type(p, type_strip(p, id));
	const char *name = program_str(p, t->name), *dot = strchr(llvm_name, '.');
	size_t n = strlen(name);

	return dot && t->name.i && !strncmp(dot + 1, name, n) && (dot[1 + n] == 0 || dot[1 + n] == '.');
}

/* The C record that the first getelementptr of a chain starts from. */
static struct type_id record_of(struct function *f, LLVMValueRef base, LLVMTypeRef source)
{
	struct extract_build *b = f->b;
	struct type_id guess = address_pointee(f, base), named = { 0 };
	bool is_struct = LLVMGetTypeKind(source) == LLVMStructTypeKind;
	const char *name = is_struct ? LLVMGetStructName(source) : NULL;
	uint64_t size = LLVMTypeIsSized(source) ? LLVMABISizeOfType(b->layout, source) : 0;

	debug_finish(b);
	if (guess.i)
		debug_need_body(b, type_strip(b->p, guess));
	debug_finish(b);
	if (guess.i && is_struct && program_type(b->p, type_strip(b->p, guess))->size == size * 8 &&
	    (!name || same_name(b->p, guess, name)))
		return guess;
	if (name && !strstr(name, ".anon"))
		named = debug_record(b, name, size * 8);
	if (named.i)
		return named;
	if (guess.i && is_struct)
		return part(b->p, guess, 0, size);
	return guess;
}

/* ---- translation ---- */

struct chain { /* base + offset, the offsets of several constant getelementptr added up */
	LLVMValueRef base;
	LLVMTypeRef source; /* of the one nearest to the base */
	int64_t offset;
	uint32_t size; /* of what the last one selects; 0: not known */
};

static bool is_constant_gep(struct extract_build *b, LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) && address_is_constant(b, v);
}

/* p->a, not p + 1 and not bytes behind p: stays inside the object p points to. */
static bool selects(LLVMValueRef gep)
{
	LLVMValueRef first = LLVMGetOperand(gep, 1);

	return LLVMGetNumOperands(gep) > 2 && LLVMIsAConstantInt(first) && LLVMConstIntGetZExtValue(first) == 0;
}

static LLVMTypeRef selected_type(struct extract_build *b, LLVMValueRef gep)
{
	struct steps s = { b, LLVMGetGEPSourceElementType(gep) };
	int n = LLVMGetNumOperands(gep);
	bool stride;

	for (int i = 1; i < n; i++)
		step(&s, i == 1, LLVMGetOperand(gep, (unsigned)i), &stride);
	return s.type;
}

static uint64_t size_of(struct extract_build *b, LLVMTypeRef t)
{
	return LLVMTypeIsSized(t) ? LLVMABISizeOfType(b->layout, t) : 0;
}

/* `gep` looks inside what its base, a member selection, selects: one address, one name. */
static bool continues(struct extract_build *b, LLVMValueRef gep)
{
	LLVMValueRef base = LLVMGetOperand(gep, 0);

	return selects(gep) && is_constant_gep(b, base) && selects(base) &&
	       size_of(b, LLVMGetGEPSourceElementType(gep)) <= size_of(b, selected_type(b, base));
}

/* From a getelementptr back to where its chain starts. */
static void follow(struct extract_build *b, struct chain *c, LLVMValueRef gep)
{
	for (;;) {
		c->source = LLVMGetGEPSourceElementType(gep);
		c->base = LLVMGetOperand(gep, 0);
		if (!continues(b, gep))
			return;
		gep = c->base;
		c->offset += address_offset(b, gep);
	}
}

/* Only a step on the way of others: they start from its base. */
static bool only_a_step(struct extract_build *b, LLVMValueRef gep)
{
	LLVMUseRef use = LLVMGetFirstUse(gep);

	if (!use)
		return false;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) != gep || !continues(b, user))
			return false;
	}
	return true;
}

static void words_offset(struct function *f, int64_t offset)
{
	function_word(f, (uint32_t)(uint64_t)offset);
	function_word(f, (uint32_t)((uint64_t)offset >> 32));
}

static struct ref emit_field(struct function *f, LLVMValueRef at, struct type_id record, int64_t offset, uint32_t size)
{
	words_offset(f, offset);
	function_word(f, size);
	function_word(f, konst_member(f->b, record, offset, size));
	return ref_make(REF_VALUE, function_emit(f, (struct inst){ .op = OP_field, .type = record }, at));
}

static bool holds(const struct program *p, struct type_id record, int64_t offset)
{
	const struct type *t = program_type(p, type_strip(p, record));

	return !offset || (offset > 0 && (uint64_t)offset < t->size / 8);
}

static void emit_offset(struct function *f, LLVMValueRef at, const struct chain *c, struct extract_value *v)
{
	struct program *p = f->b->p;
	bool is_struct = LLVMGetTypeKind(c->source) == LLVMStructTypeKind;
	LLVMValueRef global;
	struct type_id record;
	int64_t more;

	if (LLVMIsAConstant(c->base) && konst_address(f->b, c->base, &global, &more)) {
		struct sym_id sym = build_sym(f->b, global);
		v->ref = konst_addr(f->b, sym, c->offset + more, (struct type_id){ COMMON_PTR });
		v->pointee = program_sym(p, sym)->type;
		if (c->offset + more)
			v->pointee = type_at(p, v->pointee, c->offset + more);
		return;
	}
	v->ref = function_ref(f, c->base);
	record = record_of(f, c->base, c->source);
	if (!is_struct && !holds(p, record, c->offset))
		record.i = 0; /* container_of and the like: what is there, the next instruction tells */
	v->pointee = record;
	if (!c->offset && !is_struct && ref_kind(v->ref) != REF_NONE)
		return;
	function_arg(f, c->base);
	v->ref = emit_field(f, at, record, c->offset, c->size);
	v->pointee = record.i && c->offset >= 0 ? type_at(p, record, c->offset) : (struct type_id){ 0 };
}

/* Where in its record the value `v` of a field stands: base record and offset, so that an element type can be found in it. */
static struct type_id element_type(struct function *f, const struct extract_value *before, struct type_id record, int64_t offset,
				   uint64_t stride, LLVMTypeRef machine)
{
	struct program *p = f->b->p;
	struct type_id t = { 0 };

	if (LLVMGetTypeKind(machine) == LLVMStructTypeKind && LLVMGetStructName(machine) &&
	    !strstr(LLVMGetStructName(machine), ".anon"))
		t = debug_record(f->b, LLVMGetStructName(machine), stride * 8);
	if (!t.i && record.i && offset >= 0)
		t = part(p, record, (uint64_t)offset, stride);
	if (!t.i && before->pointee.i)
		t = part(p, before->pointee, 0, stride);
	return t.i ? t : machine_type(f->b, machine);
}

static void emit_index(struct function *f, LLVMValueRef at, struct extract_value *v, LLVMValueRef index, int64_t stride,
		       struct type_id element)
{
	function_arg_ref(f, v->ref);
	function_arg(f, index);
	words_offset(f, stride);
	v->ref = ref_make(REF_VALUE, function_emit(f, (struct inst){ .op = OP_index, .type = element }, at));
	v->pointee = element;
}

/* A constant part in the middle: p->slot[i].lock, whose base is the value made so far. */
static void emit_inner(struct function *f, LLVMValueRef at, struct extract_value *v, int64_t offset)
{
	struct program *p = f->b->p;

	function_arg_ref(f, v->ref);
	v->ref = emit_field(f, at, v->pointee, offset, 0);
	v->pointee = v->pointee.i ? type_at(p, v->pointee, offset) : v->pointee;
}

/* The base is not translated yet (it stands in a later block): the operand is patched at the end. */
static void materialise(struct function *f, LLVMValueRef at, const struct chain *c, struct extract_value *v)
{
	if (ref_kind(v->ref) != REF_NONE)
		return;
	function_arg(f, c->base);
	v->ref = emit_field(f, at, (struct type_id){ 0 }, 0, 0);
}

/* With an index among the steps: p[i], p->slot[i].lock, and p[1], whose index is a constant but not a member. */
static void indexed_gep(struct function *f, LLVMValueRef gep)
{
	struct chain c = { 0 };
	struct steps s = { f->b, LLVMGetGEPSourceElementType(gep) };
	struct extract_value v = { 0 };
	struct type_id record = { 0 };
	int n = LLVMGetNumOperands(gep);
	int64_t pending = 0;
	bool started = false;

	follow(f->b, &c, gep);
	for (int i = 1; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		bool stride, first = i == 1 && !selects(gep) && !LLVMIsNull(index);
		int64_t d = step(&s, i == 1, index, &stride);
		if (!stride && !first) {
			pending += d;
			continue;
		}
		if (!stride)
			d = (int64_t)size_of(f->b, s.type);
		if (!started) {
			c.offset += pending;
			record = record_of(f, c.base, c.source);
			if (i == 1) /* nothing before the index */
				c.source = LLVMInt8TypeInContext(f->b->context);
			emit_offset(f, gep, &c, &v);
			materialise(f, gep, &c, &v);
			started = true;
			emit_index(f, gep, &v, index, d, element_type(f, &v, record, c.offset, (uint64_t)d, s.type));
		} else {
			if (pending)
				emit_inner(f, gep, &v, pending);
			emit_index(f, gep, &v, index, d, element_type(f, &v, (struct type_id){ 0 }, 0, (uint64_t)d, s.type));
		}
		pending = 0;
	}
	if (pending)
		emit_inner(f, gep, &v, pending);
	function_set(f, gep, v.ref, v.pointee);
}

static bool is_bytes(LLVMValueRef gep)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
}

void address_translate(struct function *f, LLVMValueRef gep)
{
	struct chain c = { 0 };
	struct extract_value v = { 0 };

	if (!is_constant_gep(f->b, gep) || (!selects(gep) && !is_bytes(gep) && !LLVMIsNull(LLVMGetOperand(gep, 1)))) {
		indexed_gep(f, gep);
		return;
	}
	if (only_a_step(f->b, gep))
		return;
	c.offset = address_offset(f->b, gep);
	follow(f->b, &c, gep);
	c.size = selects(gep) ? (uint32_t)size_of(f->b, selected_type(f->b, gep)) : 0;
	emit_offset(f, gep, &c, &v);
	materialise(f, gep, &c, &v);
	function_set(f, gep, v.ref, v.pointee);
}

/* ---- bit-fields ---- */

static bool constant_operand(LLVMValueRef v, unsigned i, uint64_t *out)
{
	LLVMValueRef c = LLVMGetOperand(v, i);

	if (!LLVMIsAConstantInt(c) || LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64)
		return false;
	*out = LLVMConstIntGetZExtValue(c);
	return true;
}

static LLVMValueRef only_user(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static bool run_of_ones(uint64_t mask, uint32_t *offset, uint32_t *width)
{
	if (!mask)
		return false;
	*offset = (uint32_t)__builtin_ctzll(mask);
	mask >>= *offset;
	*width = mask == UINT64_MAX ? 64 : (uint32_t)__builtin_ctzll(~mask);
	return *width == 64 || !(mask >> *width);
}

/* The load of (unit & ~mask) | value: it reads the neighbours, to write them back. */
static bool keeps_neighbours(LLVMValueRef load)
{
	LLVMValueRef user = only_user(load);

	if (!user || LLVMGetInstructionOpcode(user) != LLVMAnd)
		return false;
	user = only_user(user);
	if (user && LLVMGetInstructionOpcode(user) == LLVMOr)
		user = only_user(user);
	return user && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == LLVMGetOperand(load, 0);
}

/* Reading: (unit >> offset) & mask, or (unit << a) >> b with a sign. */
static bool read_extent(LLVMValueRef load, uint32_t unit, uint32_t *offset, uint32_t *width)
{
	LLVMValueRef user = only_user(load), next;
	uint64_t a, c;

	*offset = 0;
	*width = unit;
	if (keeps_neighbours(load))
		return false;
	if (!user || !LLVMIsABinaryOperator(user) || LLVMGetOperand(user, 0) != load || !constant_operand(user, 1, &a))
		return true; /* the whole unit is the field */
	next = only_user(user);
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMAnd:
		return run_of_ones(a, offset, width) && *offset == 0;
	case LLVMLShr:
		*offset = (uint32_t)a;
		*width = unit - *offset;
		if (next && LLVMGetInstructionOpcode(next) == LLVMAnd && constant_operand(next, 1, &c)) {
			uint32_t zero;
			return run_of_ones(c, &zero, width) && zero == 0;
		}
		return true;
	case LLVMAShr:
		*offset = (uint32_t)a;
		*width = unit - *offset;
		return true;
	case LLVMShl:
		if (!next || LLVMGetInstructionOpcode(next) != LLVMAShr || !constant_operand(next, 1, &c) || c < a || c >= unit)
			return false;
		*width = unit - (uint32_t)c;
		*offset = (uint32_t)(c - a);
		return true;
	default:
		return true;
	}
}

/* Writing: (unit & ~mask) | value. */
static bool write_extent(LLVMValueRef store, uint32_t unit, uint32_t *offset, uint32_t *width)
{
	LLVMValueRef v = LLVMGetOperand(store, 0);
	uint64_t keep, all = unit >= 64 ? UINT64_MAX : ((uint64_t)1 << unit) - 1;

	*offset = 0;
	*width = unit;
	if (LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMOr)
		v = LLVMGetOperand(v, 0);
	if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMAnd || !LLVMIsALoadInst(LLVMGetOperand(v, 0)) ||
	    LLVMGetOperand(LLVMGetOperand(v, 0), 0) != LLVMGetOperand(store, 1) || !constant_operand(v, 1, &keep))
		return true;
	return run_of_ones(~keep & all, offset, width);
}

/* Is there a bit-field with exactly these bits, counted from the start of `record`? */
static bool is_bit_field(const struct program *p, struct type_id record, uint64_t bit, uint32_t width)
{
	for (int depth = 0; depth < 32; depth++) {
		const struct type *t = program_type(p, type_strip(p, record));
		const struct field *inside = NULL;
		if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
			return false;
		for (uint32_t k = 0; k < t->nfields; k++) {
			const struct field *m = &p->field.at[t->field + k];
			uint64_t size = m->width ? m->width : program_type(p, type_strip(p, m->type))->size;
			if (m->width && m->offset == bit && m->width == width)
				return true;
			if (!m->width && m->offset <= bit && bit < m->offset + size)
				inside = m;
		}
		if (!inside)
			return false;
		record = inside->type;
		bit -= inside->offset;
	}
	return false;
}

bool address_bits(struct function *f, LLVMValueRef access, uint32_t *offset, uint32_t *width)
{
	bool store = LLVMIsAStoreInst(access) != NULL;
	LLVMValueRef address = LLVMGetOperand(access, store ? 1 : 0);
	struct chain c = { .base = address };
	LLVMTypeRef type = store ? LLVMTypeOf(LLVMGetOperand(access, 0)) : LLVMTypeOf(access);
	LLVMValueRef global;
	struct type_id record;
	int64_t more;
	uint32_t unit;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
		return false;
	unit = LLVMGetIntTypeWidth(type);
	if (is_constant_gep(f->b, address)) {
		c.offset = address_offset(f->b, address);
		follow(f->b, &c, address);
	}
	if (LLVMIsAConstant(c.base) && konst_address(f->b, c.base, &global, &more)) {
		record = program_sym(f->b->p, build_sym(f->b, global))->type;
		c.offset += more;
	} else {
		record = c.source ? record_of(f, c.base, c.source) : address_pointee(f, c.base);
	}
	if (!record.i || c.offset < 0)
		return false;
	if (!(store ? write_extent(access, unit, offset, width) : read_extent(access, unit, offset, width)))
		return false;
	return is_bit_field(f->b->p, record, (uint64_t)c.offset * 8 + *offset, *width);
}
