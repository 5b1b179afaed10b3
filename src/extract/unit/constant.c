/* Constants: what an instruction uses, and what a variable starts with.
 *
 * An address is a symbol plus bytes wherever it can be; LLVM writes it as nested expressions (getelementptr, casts, sums), which
 * are added up. What is computed from more than one symbol is KONST_OTHER or RELOC_OTHER, and counted. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "extract/unit/build.h"

static struct ref add_konst(struct extract_build *b, struct konst k)
{
	struct {
		uint32_t kind, type, sym, data;
		uint64_t lo, hi;
	} key = { k.kind, k.type.i, k.sym.i, 0, k.lo, k.hi };
	uint32_t id;

	if (k.data.len) {
		key.data = intern_bytes(&b->konst_key, program_bytes(b->p, k.data).at, k.data.len);
		k.data = extent_of(intern_get(&b->konst_key, key.data), k.data.len);
	}
	id = intern_bytes(&b->konst_key, &key, sizeof key);
	if (!map_get(&b->konst_of, (uint64_t)id << 1 | 1)) { /* odd: no pointer has this key */
		map_put(b->scratch, &b->konst_of, (uint64_t)id << 1 | 1, b->p->konst.n);
		*vec_add(b->out, &b->p->konst) = k;
	}
	return ref_make(REF_KONST, map_get(&b->konst_of, (uint64_t)id << 1 | 1));
}

struct ref konst_int(struct extract_build *b, struct type_id type, int64_t v)
{
	return add_konst(b, (struct konst){ .kind = KONST_INT, .type = type, .lo = (uint64_t)v, .hi = (uint64_t)(v >> 63) });
}

struct ref konst_undef(struct extract_build *b, LLVMTypeRef type)
{
	return add_konst(b, (struct konst){ .kind = KONST_UNDEF, .type = machine_type(b, type) });
}

struct ref konst_addr(struct extract_build *b, struct sym_id sym, int64_t offset, struct type_id type)
{
	if (!offset && type.i == COMMON_PTR)
		return ref_make(REF_SYM, sym.i);
	return add_konst(b, (struct konst){ .kind = KONST_ADDR, .type = type, .sym = sym, .lo = (uint64_t)offset });
}

uint32_t konst_member(struct extract_build *b, struct type_id record, int64_t offset, uint32_t size)
{
	return ref_index(
		add_konst(b, (struct konst){ .kind = KONST_MEMBER, .type = record, .lo = (uint64_t)offset, .hi = size }));
}

/* ---- addresses ---- */

static bool add_indices(struct extract_build *b, LLVMValueRef gep, int64_t *offset)
{
	if (!address_is_constant(b, gep))
		return false;
	*offset += address_offset(b, gep);
	return true;
}

/* Sums have the address on one side and a number on the other. */
static LLVMValueRef sum_step(LLVMValueRef v, int64_t sign, int64_t *offset)
{
	LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);

	if (LLVMIsAConstantInt(y) && LLVMGetIntTypeWidth(LLVMTypeOf(y)) <= 64) {
		*offset += sign * LLVMConstIntGetSExtValue(y);
		return x;
	}
	if (sign > 0 && LLVMIsAConstantInt(x) && LLVMGetIntTypeWidth(LLVMTypeOf(x)) <= 64) {
		*offset += LLVMConstIntGetSExtValue(x);
		return y;
	}
	return NULL;
}

bool konst_address(struct extract_build *b, LLVMValueRef v, LLVMValueRef *global, int64_t *offset)
{
	*global = NULL;
	*offset = 0;
	while (v && LLVMIsAConstantExpr(v)) {
		switch (LLVMGetConstOpcode(v)) {
		case LLVMGetElementPtr:
			if (!add_indices(b, v, offset))
				return false;
			v = LLVMGetOperand(v, 0);
			break;
		case LLVMPtrToInt:
			if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) != LLVMPointerSize(b->layout) * 8)
				return false;
			v = LLVMGetOperand(v, 0);
			break;
		case LLVMIntToPtr:
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
			v = LLVMGetOperand(v, 0);
			break;
		case LLVMAdd:
			v = sum_step(v, 1, offset);
			break;
		case LLVMSub:
			v = sum_step(v, -1, offset);
			break;
		default:
			return false;
		}
	}
	*global = v; /* whatever the sum starts from; NULL: it is no such sum */
	return v && LLVMIsAGlobalValue(v);
}

static bool number(struct extract_build *b, LLVMValueRef v, int64_t *out, int depth)
{
	int64_t x, y;

	if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
		*out = LLVMConstIntGetSExtValue(v);
		return true;
	}
	if (LLVMIsAConstantPointerNull(v)) {
		*out = 0;
		return true;
	}
	if (!LLVMIsAConstantExpr(v) || depth > 50 || !number(b, LLVMGetOperand(v, 0), &x, depth + 1))
		return false;
	switch (LLVMGetConstOpcode(v)) {
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		*out = x;
		return true;
	case LLVMGetElementPtr:
		*out = x;
		return add_indices(b, v, out);
	case LLVMAdd:
	case LLVMSub:
		if (!number(b, LLVMGetOperand(v, 1), &y, depth + 1))
			return false;
		*out = (int64_t)(LLVMGetConstOpcode(v) == LLVMAdd ? (uint64_t)x + (uint64_t)y : (uint64_t)x - (uint64_t)y);
		return true;
	default:
		return false;
	}
}

/* (void *)1, ((struct s *)0)->field, 0 - offsetof: numbers that LLVM writes as addresses. */
bool konst_number(struct extract_build *b, LLVMValueRef v, int64_t *out)
{
	return number(b, v, out, 0);
}

/* Any symbol a constant is computed from, for what is not symbol plus offset: first operands first. */
static LLVMValueRef some_global(LLVMValueRef v)
{
	for (int depth = 0; depth < 100 && v; depth++) {
		if (LLVMIsAGlobalValue(v))
			return v;
		if (LLVMIsABlockAddress(v))
			return LLVMGetBlockAddressFunction(v);
		if (!LLVMIsAConstantExpr(v))
			return NULL;
		v = LLVMGetOperand(v, 0);
	}
	return NULL;
}

static uint32_t block_number(LLVMBasicBlockRef wanted)
{
	uint32_t i = 0;

	for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(wanted)); at != wanted;
	     at = LLVMGetNextBasicBlock(at))
		i++;
	return i;
}

/* ---- scalars ---- */

__extension__ typedef unsigned __int128 wide;

/* More than 64 bits: the C API has no accessor, but it prints decimal. */
static void wide_int(LLVMValueRef v, uint64_t *lo, uint64_t *hi)
{
	char *text = LLVMPrintValueToString(v), *s = strrchr(text, ' ');
	bool negative = s && s[1] == '-';
	wide n = 0;

	for (s = s ? s + 1 + negative : text; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (unsigned)(*s - '0');
	if (negative)
		n = -n;
	*lo = (uint64_t)n;
	*hi = (uint64_t)(n >> 64);
	LLVMDisposeMessage(text);
}

static void int_bits(LLVMValueRef v, uint64_t *lo, uint64_t *hi)
{
	if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) {
		wide_int(v, lo, hi);
		return;
	}
	*lo = (uint64_t)LLVMConstIntGetSExtValue(v);
	*hi = (uint64_t)((int64_t)*lo >> 63);
}

/* x86's long double prints as 0xK and 20 digits, IBM's and the quad ones as 0xM, 0xL and 32; half as 0xH. */
static void float_text(LLVMValueRef v, uint64_t *lo, uint64_t *hi)
{
	char *text = LLVMPrintValueToString(v), *s = strrchr(text, 'x'), digits[17] = { 0 };
	size_t n = s ? strlen(s + 2) : 0;

	*lo = *hi = 0;
	if (n <= 16 && n) {
		*lo = strtoull(s + 2, NULL, 16);
	} else if (n == 20) { /* high 16 bits first */
		memcpy(digits, s + 2, 4);
		*hi = strtoull(digits, NULL, 16);
		*lo = strtoull(s + 6, NULL, 16);
	} else if (n == 32) { /* low half first */
		memcpy(digits, s + 2, 16);
		*lo = strtoull(digits, NULL, 16);
		*hi = strtoull(s + 18, NULL, 16);
	}
	LLVMDisposeMessage(text);
}

static void float_bits(LLVMValueRef v, uint64_t *lo, uint64_t *hi)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
	LLVMBool lost;
	double d;
	float f;

	*lo = *hi = 0;
	if (kind == LLVMDoubleTypeKind) {
		d = LLVMConstRealGetDouble(v, &lost);
		memcpy(lo, &d, sizeof d);
	} else if (kind == LLVMFloatTypeKind) {
		f = (float)LLVMConstRealGetDouble(v, &lost);
		memcpy(lo, &f, sizeof f);
	} else {
		float_text(v, lo, hi);
	}
}

/* ---- bytes of any constant ---- */

struct image { /* the memory of a variable or a wide constant being filled */
	struct extract_build *b;
	uint8_t *at;
	uint64_t size;
	struct sym_id sym; /* relocations go here; none: they do not fit, give up */
	bool failed;
};

static void put(struct image *m, uint64_t offset, const void *bytes, uint64_t len)
{
	if (offset <= m->size && len <= m->size - offset)
		memcpy(m->at + offset, bytes, len);
}

static void put_number(struct image *m, uint64_t offset, uint64_t lo, uint64_t hi, uint64_t bytes)
{
	uint64_t both[2] = { lo, hi }; /* little-endian targets */

	put(m, offset, both, bytes > sizeof both ? sizeof both : bytes);
}

static void put_reloc(struct image *m, uint64_t offset, LLVMValueRef v)
{
	struct reloc r = { .offset = offset,
			   .size = (uint8_t)LLVMABISizeOfType(m->b->layout, LLVMTypeOf(v)),
			   .kind = RELOC_ADDRESS };
	LLVMValueRef global = NULL;
	int64_t number;

	if (konst_number(m->b, v, &number)) {
		put_number(m, offset, (uint64_t)number, 0, r.size);
		return;
	}
	if (!m->sym.i) {
		m->failed = true;
		return;
	}
	if (LLVMIsABlockAddress(v)) {
		global = LLVMGetBlockAddressFunction(v);
		r.kind = RELOC_LABEL;
		r.addend = block_number(LLVMGetBlockAddressBasicBlock(v));
	} else if (!konst_address(m->b, v, &global, &r.addend)) {
		global = some_global(v);
		r.kind = RELOC_OTHER;
		r.addend = 0;
		m->b->p->unit.at[1].gap[UNIT_GAP_INITIALIZER]++;
	}
	if (!global)
		return;
	r.sym = build_sym(m->b, global);
	*vec_add(m->b->out, &m->b->p->reloc) = r;
	program_sym(m->b->p, m->sym)->nrelocs++;
}

static void put_constant(struct image *, uint64_t offset, LLVMValueRef);

static void put_array(struct image *m, uint64_t offset, LLVMValueRef v, LLVMTypeRef type)
{
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	uint64_t n = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
	uint64_t step = LLVMABISizeOfType(m->b->layout, LLVMGetElementType(type));
	size_t len;

	if (!vector && LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v)) {
		const char *text = LLVMGetAsString(v, &len);
		put(m, offset, text, len);
		return;
	}
	for (uint64_t i = 0; i < n && i < UINT32_MAX; i++)
		put_constant(m, offset + i * step, LLVMGetAggregateElement(v, (unsigned)i));
}

static void put_struct(struct image *m, uint64_t offset, LLVMValueRef v, LLVMTypeRef type)
{
	unsigned n = LLVMCountStructElementTypes(type);

	for (unsigned i = 0; i < n; i++)
		put_constant(m, offset + LLVMOffsetOfElement(m->b->layout, type, i), LLVMGetAggregateElement(v, i));
}

/* Recursion as deep as aggregates nest, which clang bounds. */
static void put_constant(struct image *m, uint64_t offset, LLVMValueRef v)
{
	LLVMTypeRef type;
	uint64_t lo, hi;

	if (!v || LLVMIsNull(v) || LLVMIsUndef(v) || LLVMIsPoison(v))
		return;
	type = LLVMTypeOf(v);
	if (LLVMIsAConstantInt(v)) {
		int_bits(v, &lo, &hi);
		put_number(m, offset, lo, hi, LLVMStoreSizeOfType(m->b->layout, type));
	} else if (LLVMIsAConstantFP(v)) {
		float_bits(v, &lo, &hi);
		put_number(m, offset, lo, hi, LLVMStoreSizeOfType(m->b->layout, type));
	} else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind || LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		put_array(m, offset, v, type);
	} else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		put_struct(m, offset, v, type);
	} else {
		put_reloc(m, offset, v);
	}
}

void konst_initializer(struct extract_build *b, LLVMValueRef variable, struct sym_id sym)
{
	LLVMValueRef init = LLVMGetInitializer(variable);
	struct image m = { .b = b, .sym = sym, .size = program_sym(b->p, sym)->size };
	uint64_t len;

	if (!init || LLVMIsNull(init) || LLVMIsUndef(init))
		return;
	if (m.size > UINT32_MAX) { /* its value is not kept */
		b->p->unit.at[1].gap[UNIT_GAP_INITIALIZER]++;
		return;
	}
	m.at = arena_alloc(b->out, m.size);
	program_sym(b->p, sym)->reloc = b->p->reloc.n;
	put_constant(&m, 0, init);
	for (len = m.size; len && !m.at[len - 1]; len--)
		;
	program_sym(b->p, sym)->data = extent_of(m.at, len);
}

/* ---- references ---- */

static struct ref aggregate(struct extract_build *b, LLVMValueRef v, struct type_id type)
{
	struct image m = { .b = b, .size = LLVMABISizeOfType(b->layout, LLVMTypeOf(v)) };

	if (m.size > 1 << 20)
		m.failed = true;
	if (!m.failed) {
		m.at = arena_alloc(b->scratch, m.size);
		put_constant(&m, 0, v);
	}
	if (!m.failed)
		return add_konst(b, (struct konst){ .kind = KONST_BYTES, .type = type, .data = extent_of(m.at, m.size) });
	b->p->unit.at[1].gap[UNIT_GAP_CONSTANT]++;
	return add_konst(b, (struct konst){ .kind = KONST_OTHER, .type = type });
}

static struct ref expression(struct extract_build *b, LLVMValueRef v, struct type_id type)
{
	LLVMValueRef global;
	int64_t offset;

	if (konst_address(b, v, &global, &offset))
		return konst_addr(b, build_sym(b, global), offset, type);
	if (konst_number(b, v, &offset))
		return konst_int(b, type, offset);
	global = some_global(v);
	b->p->unit.at[1].gap[UNIT_GAP_CONSTANT]++;
	return add_konst(b, (struct konst){ .kind = KONST_OTHER, .type = type, .sym = { global ? build_sym(b, global).i : 0 } });
}

static struct ref make_ref(struct extract_build *b, LLVMValueRef v)
{
	struct konst k = { .type = machine_type(b, LLVMTypeOf(v)) };

	if (LLVMIsAConstantInt(v)) {
		k.kind = KONST_INT;
		int_bits(v, &k.lo, &k.hi);
	} else if (LLVMIsAConstantFP(v)) {
		k.kind = KONST_FLOAT;
		float_bits(v, &k.lo, &k.hi);
	} else if (LLVMIsUndef(v) || LLVMIsPoison(v)) {
		k.kind = KONST_UNDEF;
	} else if (LLVMIsAConstantPointerNull(v)) {
		k.kind = KONST_NULL;
	} else if (LLVMIsNull(v)) {
		k.kind = KONST_ZERO;
	} else if (LLVMIsABlockAddress(v)) {
		k.kind = KONST_LABEL;
		k.sym = build_sym(b, LLVMGetBlockAddressFunction(v));
		k.lo = block_number(LLVMGetBlockAddressBasicBlock(v));
	} else if (LLVMIsAConstantExpr(v)) {
		return expression(b, v, k.type);
	} else {
		return aggregate(b, v, k.type);
	}
	return add_konst(b, k);
}

struct ref konst_ref(struct extract_build *b, LLVMValueRef v)
{
	uint32_t known;
	struct ref r;

	if (LLVMIsAGlobalValue(v))
		return ref_make(REF_SYM, build_sym(b, v).i);
	known = map_get(&b->konst_of, (uintptr_t)v);
	if (known)
		return (struct ref){ known };
	r = make_ref(b, v);
	map_put(b->scratch, &b->konst_of, (uintptr_t)v, r.bits);
	return r;
}
