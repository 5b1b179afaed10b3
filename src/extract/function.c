/* Instructions. One LLVM instruction becomes none, one or a few of ours, in the same order.
 *
 * Operands may name instructions that come later (phis, and blocks that are not in dominance order); those are patched when the
 * function is complete. Debug records give values their names: a value that is the variable `err` is called err. */
#include <string.h>

#include "build.h"

static const uint8_t order_of[] = {
	[LLVMAtomicOrderingNotAtomic] = ORDER_NONE,         [LLVMAtomicOrderingUnordered] = ORDER_UNORDERED,
	[LLVMAtomicOrderingMonotonic] = ORDER_RELAXED,      [LLVMAtomicOrderingAcquire] = ORDER_ACQUIRE,
	[LLVMAtomicOrderingRelease] = ORDER_RELEASE,        [LLVMAtomicOrderingAcquireRelease] = ORDER_ACQ_REL,
	[LLVMAtomicOrderingSequentiallyConsistent] = ORDER_SEQ_CST,
};

static uint8_t binary_of(LLVMOpcode op)
{
	static const uint8_t table[] = {
		[LLVMAdd] = BINARY_add,   [LLVMFAdd] = BINARY_fadd, [LLVMSub] = BINARY_sub,   [LLVMFSub] = BINARY_fsub,
		[LLVMMul] = BINARY_mul,   [LLVMFMul] = BINARY_fmul, [LLVMUDiv] = BINARY_udiv, [LLVMSDiv] = BINARY_sdiv,
		[LLVMFDiv] = BINARY_fdiv, [LLVMURem] = BINARY_urem, [LLVMSRem] = BINARY_srem, [LLVMFRem] = BINARY_frem,
		[LLVMShl] = BINARY_shl,   [LLVMLShr] = BINARY_lshr, [LLVMAShr] = BINARY_ashr, [LLVMAnd] = BINARY_and,
		[LLVMOr] = BINARY_or,     [LLVMXor] = BINARY_xor,
	};

	return (size_t)op < sizeof table ? table[op] : 0;
}

static uint8_t cast_of(LLVMOpcode op)
{
	static const uint8_t table[] = {
		[LLVMTrunc] = CAST_trunc,     [LLVMZExt] = CAST_zext,       [LLVMSExt] = CAST_sext,         [LLVMFPToUI] = CAST_fptoui,
		[LLVMFPToSI] = CAST_fptosi,   [LLVMUIToFP] = CAST_uitofp,   [LLVMSIToFP] = CAST_sitofp,     [LLVMFPTrunc] = CAST_fptrunc,
		[LLVMFPExt] = CAST_fpext,     [LLVMPtrToInt] = CAST_ptrtoint, [LLVMIntToPtr] = CAST_inttoptr, [LLVMBitCast] = CAST_bitcast,
		[LLVMAddrSpaceCast] = CAST_addrspace,
	};

	return (size_t)op < sizeof table ? table[op] : 0;
}

static uint8_t compare_of(LLVMValueRef in)
{
	static const uint8_t integer[] = {
		[LLVMIntEQ] = COMPARE_eq,   [LLVMIntNE] = COMPARE_ne,   [LLVMIntUGT] = COMPARE_ugt, [LLVMIntUGE] = COMPARE_uge,
		[LLVMIntULT] = COMPARE_ult, [LLVMIntULE] = COMPARE_ule, [LLVMIntSGT] = COMPARE_sgt, [LLVMIntSGE] = COMPARE_sge,
		[LLVMIntSLT] = COMPARE_slt, [LLVMIntSLE] = COMPARE_sle,
	};
	static const uint8_t real[] = {
		[LLVMRealPredicateFalse] = COMPARE_ffalse, [LLVMRealOEQ] = COMPARE_foeq, [LLVMRealOGT] = COMPARE_fogt,
		[LLVMRealOGE] = COMPARE_foge, [LLVMRealOLT] = COMPARE_folt, [LLVMRealOLE] = COMPARE_fole, [LLVMRealONE] = COMPARE_fone,
		[LLVMRealORD] = COMPARE_ford, [LLVMRealUNO] = COMPARE_funo, [LLVMRealUEQ] = COMPARE_fueq, [LLVMRealUGT] = COMPARE_fugt,
		[LLVMRealUGE] = COMPARE_fuge, [LLVMRealULT] = COMPARE_fult, [LLVMRealULE] = COMPARE_fule, [LLVMRealUNE] = COMPARE_fune,
		[LLVMRealPredicateTrue] = COMPARE_ftrue,
	};

	return LLVMIsAICmpInst(in) ? integer[LLVMGetICmpPredicate(in)] : real[LLVMGetFCmpPredicate(in)];
}

static uint8_t rmw_of(LLVMAtomicRMWBinOp op)
{
	static const uint8_t table[] = {
		[LLVMAtomicRMWBinOpXchg] = RMW_xchg, [LLVMAtomicRMWBinOpAdd] = RMW_add,   [LLVMAtomicRMWBinOpSub] = RMW_sub,
		[LLVMAtomicRMWBinOpAnd] = RMW_and,   [LLVMAtomicRMWBinOpNand] = RMW_nand, [LLVMAtomicRMWBinOpOr] = RMW_or,
		[LLVMAtomicRMWBinOpXor] = RMW_xor,   [LLVMAtomicRMWBinOpMax] = RMW_max,   [LLVMAtomicRMWBinOpMin] = RMW_min,
		[LLVMAtomicRMWBinOpUMax] = RMW_umax, [LLVMAtomicRMWBinOpUMin] = RMW_umin, [LLVMAtomicRMWBinOpFAdd] = RMW_fadd,
		[LLVMAtomicRMWBinOpFSub] = RMW_fsub, [LLVMAtomicRMWBinOpFMax] = RMW_fmax, [LLVMAtomicRMWBinOpFMin] = RMW_fmin,
		[LLVMAtomicRMWBinOpUIncWrap] = RMW_uinc_wrap, [LLVMAtomicRMWBinOpUDecWrap] = RMW_udec_wrap,
	};

	return (size_t)op < sizeof table && table[op] ? table[op] : RMW_xchg;
}

/* ---- values ---- */

void function_set(struct function *f, LLVMValueRef v, struct ref r, struct type_id pointee)
{
	*vec_add(f->b->scratch, &f->value) = (struct value){ r, pointee };
	map_put(f->b->scratch, &f->value_of, (uintptr_t)v, f->value.n);
}

struct ref function_ref(struct function *f, LLVMValueRef v)
{
	uint32_t at;

	if (LLVMIsAConstant(v))
		return konst_ref(f->b, v);
	if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMMetadataTypeKind) /* llvm.read_register(!"rsp"): not a value */
		return konst_undef(f->b, LLVMTypeOf(v));
	at = map_get(&f->value_of, (uintptr_t)v);
	return at ? f->value.at[at - 1].ref : ref_make(REF_NONE, 0);
}

void function_arg_ref(struct function *f, struct ref r)
{
	*vec_add(f->b->scratch, &f->body->arg) = r;
}

void function_arg(struct function *f, LLVMValueRef v)
{
	struct ref r = function_ref(f, v);

	if (ref_kind(r) == REF_NONE)
		*vec_add(f->b->scratch, &f->fixup) = (struct fixup){ f->body->arg.n, v };
	function_arg_ref(f, r);
}

void function_word(struct function *f, uint32_t w)
{
	*vec_add(f->b->scratch, &f->body->word) = w;
}

static void word_block(struct function *f, LLVMBasicBlockRef bb)
{
	function_word(f, map_get(&f->block_of, (uintptr_t)bb) - 1);
}

/* ---- places ---- */

static struct loc read_loc(struct build *b, LLVMMetadataRef di)
{
	return (struct loc){ .file = debug_file(b, LLVMDILocationGetScope(di)),
		             .line = LLVMDILocationGetLine(di),
		             .column = LLVMDILocationGetColumn(di) };
}

/* The function a location is in: up the lexical scopes. */
static struct str_id scope_function(struct build *b, LLVMMetadataRef scope)
{
	for (int depth = 0; scope && depth < 1000; depth++) {
		if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
			return debug_name(b, scope, 2);
		scope = debug_operand(b, scope, 1);
	}
	return (struct str_id){ 0 };
}

/* The chain is walked outermost first, since an entry names only earlier ones. */
static uint32_t place(struct function *f, LLVMMetadataRef di)
{
	LLVMMetadataRef chain[64];
	uint32_t n = 0, at = 0, known;

	if (!di)
		return 0;
	known = map_get(&f->loc_of, (uintptr_t)di);
	if (known)
		return known;
	for (; di && n < 64; di = LLVMDILocationGetInlinedAt(di))
		chain[n++] = di;
	while (n-- > 0) {
		bool inlined = LLVMDILocationGetInlinedAt(chain[n]) != NULL;
		struct loc l = read_loc(f->b, chain[n]);
		known = map_get(&f->loc_of, (uintptr_t)chain[n]);
		if (!known) {
			l.inlined = at;
			if (inlined)
				l.fn = scope_function(f->b, LLVMDILocationGetScope(chain[n]));
			known = f->body->loc.n;
			*vec_add(f->b->scratch, &f->body->loc) = l;
			map_put(f->b->scratch, &f->loc_of, (uintptr_t)chain[n], known);
		}
		at = known;
	}
	return at;
}

static struct str_id variable_name(struct function *f, LLVMValueRef v)
{
	uint32_t var = map_get(&f->var_of, (uintptr_t)v);

	return var ? debug_name(f->b, f->var.at[var - 1], 1) : (struct str_id){ 0 };
}

/* Operands and words are those added since the last instruction. */
uint32_t function_emit(struct function *f, struct inst in, LLVMValueRef at)
{
	struct body *body = f->body;
	const struct inst *last = body->inst.n ? &body->inst.at[body->inst.n - 1] : NULL;

	in.arg = last ? last->arg + last->nargs : 0;
	in.nargs = body->arg.n - in.arg;
	in.word = last ? last->word + last->nwords : 0;
	in.nwords = body->word.n - in.word;
	in.loc = place(f, LLVMInstructionGetDebugLoc(at));
	*vec_add(f->b->scratch, &body->inst) = in;
	return body_value(body, body->inst.n - 1);
}

static struct inst typed(struct function *f, uint8_t op, LLVMValueRef in)
{
	return (struct inst){ .op = op, .type = machine_type(f->b, LLVMTypeOf(in)), .name = variable_name(f, in) };
}

static void emit_value(struct function *f, struct inst in, LLVMValueRef from, struct type_id pointee)
{
	function_set(f, from, ref_make(REF_VALUE, function_emit(f, in, from)), pointee);
}

static void args_all(struct function *f, LLVMValueRef in)
{
	int n = LLVMGetNumOperands(in);

	for (int i = 0; i < n; i++)
		function_arg(f, LLVMGetOperand(in, (unsigned)i));
}

/* ---- memory ---- */

static struct type_id loaded_pointee(struct function *f, struct type_id object)
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

static void translate_alloca(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_alloca, .name = variable_name(f, v) };
	uint32_t var = map_get(&f->object_of, (uintptr_t)v);
	LLVMValueRef count = LLVMGetOperand(v, 0);

	if (var)
		in.name = debug_name(f->b, f->var.at[var - 1], 1);
	in.type = var ? debug_variable_type(f->b, f->var.at[var - 1]) : machine_type(f->b, LLVMGetAllocatedType(v));
	debug_finish(f->b);
	if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
		function_arg(f, count);
	emit_value(f, in, v, in.type);
}

static void add_bits(struct function *f, LLVMValueRef access)
{
	uint32_t offset, width;

	if (address_bits(f, access, &offset, &width)) {
		function_word(f, offset);
		function_word(f, width);
	}
}

static uint8_t access_flags(struct function *f, LLVMValueRef v)
{
	bool automatic = LLVMHasMetadata(v) && LLVMGetMetadata(v, f->b->annotation_kind);

	return (uint8_t)((LLVMGetVolatile(v) ? INST_VOLATILE : 0) | (automatic ? INST_INIT : 0));
}

static void translate_load(struct function *f, LLVMValueRef v)
{
	struct inst in = typed(f, OP_load, v);
	struct type_id object = address_pointee(f, LLVMGetOperand(v, 0));

	in.flags = access_flags(f, v);
	in.order = order_of[LLVMGetOrdering(v)];
	function_arg(f, LLVMGetOperand(v, 0));
	add_bits(f, v);
	emit_value(f, in, v, loaded_pointee(f, object));
}

static void translate_store(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_store, .type = machine_type(f->b, LLVMTypeOf(LLVMGetOperand(v, 0))), .flags = access_flags(f, v) };

	in.order = order_of[LLVMGetOrdering(v)];
	function_arg(f, LLVMGetOperand(v, 1));
	function_arg(f, LLVMGetOperand(v, 0));
	add_bits(f, v);
	function_emit(f, in, v);
}

static void translate_atomic(struct function *f, LLVMValueRef v)
{
	bool rmw = LLVMIsAAtomicRMWInst(v) != NULL;
	struct inst in = typed(f, rmw ? OP_rmw : OP_cmpxchg, v);

	if (rmw) {
		in.sub = rmw_of(LLVMGetAtomicRMWBinOp(v));
		in.order = order_of[LLVMGetOrdering(v)];
	} else {
		in.order = order_of[LLVMGetCmpXchgSuccessOrdering(v)];
		in.order2 = order_of[LLVMGetCmpXchgFailureOrdering(v)];
	}
	in.flags = (uint8_t)((LLVMGetVolatile(v) ? INST_VOLATILE : 0) | (!rmw && LLVMGetWeak(v) ? INST_WEAK : 0) |
	                     (LLVMIsAtomicSingleThread(v) ? INST_SINGLE : 0));
	args_all(f, v);
	emit_value(f, in, v, (struct type_id){ 0 });
}

static void translate_fence(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_fence, .order = order_of[LLVMGetOrdering(v)] };

	in.flags = LLVMIsAtomicSingleThread(v) ? INST_SINGLE : 0;
	function_emit(f, in, v);
}

/* ---- calls ---- */

static uint8_t call_flags(struct function *f, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	uint8_t flags = 0;

	if (LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, f->b->noreturn) ||
	    (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, f->b->noreturn)))
		flags |= INST_NORETURN;
	if (LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, f->b->twice) ||
	    (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, f->b->twice)))
		flags |= INST_TWICE;
	return flags;
}

/* The C type of what is called: of the function, or of what the pointer was declared to point to. */
static struct type_id callee_type(struct function *f, LLVMValueRef callee)
{
	struct type_id t = address_pointee(f, callee);

	return t.i && program_type(f->b->p, type_strip(f->b->p, t))->kind == TYPE_FUNCTION ? t : (struct type_id){ 0 };
}

static struct type_id result_pointee(struct function *f, struct type_id callee)
{
	const struct type *t = program_type(f->b->p, type_strip(f->b->p, callee));

	if (t->kind != TYPE_FUNCTION)
		return (struct type_id){ 0 };
	t = program_type(f->b->p, type_strip(f->b->p, t->base));
	return t->kind == TYPE_POINTER ? t->base : (struct type_id){ 0 };
}

static uint32_t by_value_mask(struct function *f, LLVMValueRef call, unsigned nargs)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < nargs && i < 32; i++)
		if (LLVMGetCallSiteEnumAttribute(call, i + 1, f->b->byval))
			mask |= 1u << i;
	return mask;
}

static void translate_plain_call(struct function *f, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	struct inst in = typed(f, OP_call, call);
	struct type_id type = callee_type(f, callee);
	unsigned n = LLVMGetNumArgOperands(call);
	uint32_t mask = by_value_mask(f, call, n);

	in.flags = call_flags(f, call);
	function_arg(f, callee);
	for (unsigned i = 0; i < n; i++)
		function_arg(f, LLVMGetOperand(call, i));
	if (!LLVMIsAFunction(callee) ? type.i || mask : mask) { /* of a named function the type is known anyway */
		function_word(f, LLVMIsAFunction(callee) ? 0 : type.i);
		function_word(f, mask);
	}
	emit_value(f, in, call, result_pointee(f, type));
}

static void translate_asm(struct function *f, LLVMValueRef call, uint8_t op)
{
	LLVMValueRef code = LLVMGetCalledValue(call);
	struct inst in = typed(f, op, call);
	size_t ntext, nrules;
	const char *text = LLVMGetInlineAsmAsmString(code, &ntext), *rules = LLVMGetInlineAsmConstraintString(code, &nrules);
	struct str_id t = { intern_bytes(&f->b->p->str, text, ntext) }, r = { intern_bytes(&f->b->p->str, rules, nrules) };
	unsigned n = LLVMGetNumArgOperands(call);

	in.flags = (uint8_t)((LLVMGetInlineAsmHasSideEffects(code) ? INST_EFFECT : 0) |
	                     (strstr(program_str(f->b->p, r), "~{memory}") ? INST_MEMORY : 0));
	if (ntext && in.flags & INST_MEMORY)
		f->b->p->unit.at[1].gap[UNIT_GAP_ASM]++;
	for (unsigned i = 0; i < n; i++)
		function_arg(f, LLVMGetOperand(call, i));
	function_word(f, t.i);
	function_word(f, r.i);
	if (op == OP_asm_goto) {
		word_block(f, LLVMGetCallBrDefaultDest(call));
		for (unsigned i = 0; i < LLVMGetCallBrNumIndirectDests(call); i++)
			word_block(f, LLVMGetCallBrIndirectDest(call, i));
	}
	emit_value(f, in, call, (struct type_id){ 0 });
}

static void translate_memory(struct function *f, LLVMValueRef call, uint8_t op, uint8_t sub)
{
	struct inst in = { .op = op, .sub = sub };
	LLVMValueRef volatile_ = LLVMGetOperand(call, 3);

	if (LLVMIsAConstantInt(volatile_) && LLVMConstIntGetZExtValue(volatile_))
		in.flags = INST_VOLATILE;
	if (LLVMHasMetadata(call) && LLVMGetMetadata(call, f->b->annotation_kind))
		in.flags |= INST_INIT;
	for (unsigned i = 0; i < 3; i++)
		function_arg(f, LLVMGetOperand(call, i));
	function_emit(f, in, call);
}

static void translate_varargs(struct function *f, LLVMValueRef v, uint8_t sub)
{
	struct inst in = typed(f, OP_varargs, v);

	in.sub = sub;
	function_arg(f, LLVMGetOperand(v, 0));
	if (sub == VARARGS_copy)
		function_arg(f, LLVMGetOperand(v, 1));
	emit_value(f, in, v, (struct type_id){ 0 });
}

/* The same value under another name: nothing is computed. */
static void translate_same(struct function *f, LLVMValueRef v, LLVMValueRef same)
{
	struct ref r = function_ref(f, same);

	if (ref_kind(r) != REF_NONE) {
		function_set(f, v, r, address_pointee(f, same));
		return;
	}
	function_arg(f, same);
	emit_value(f, typed(f, OP_copy, v), v, (struct type_id){ 0 });
}

enum intrinsic { IS_NONE, IS_SKIPPED, IS_UNDEFINED, IS_SAME, IS_MEMCPY, IS_MEMMOVE, IS_MEMSET, IS_VA_START, IS_VA_END, IS_VA_COPY, IS_CONSTANT };

/* By prefix: intrinsics carry their types in the name. What is not here stays a call. */
static enum intrinsic intrinsic_of(const char *name)
{
	static const struct {
		const char *prefix;
		enum intrinsic is;
	} row[] = {
		{ "llvm.dbg.", IS_SKIPPED },          { "llvm.lifetime.", IS_SKIPPED },
		{ "llvm.assume", IS_SKIPPED },        { "llvm.experimental.noalias", IS_SKIPPED },
		{ "llvm.var.annotation", IS_SKIPPED }, { "llvm.donothing", IS_SKIPPED },
		{ "llvm.invariant.", IS_SKIPPED },    { "llvm.prefetch", IS_SKIPPED },
		{ "llvm.stackrestore", IS_SKIPPED },  { "llvm.stacksave", IS_UNDEFINED },
		{ "llvm.expect", IS_SAME },
		{ "llvm.threadlocal.address", IS_SAME }, { "llvm.ptr.annotation", IS_SAME },
		{ "llvm.annotation", IS_SAME },       { "llvm.launder.", IS_SAME },
		{ "llvm.strip.", IS_SAME },           { "llvm.ssa.copy", IS_SAME },
		{ "llvm.memcpy.", IS_MEMCPY },        { "llvm.memmove.", IS_MEMMOVE },
		{ "llvm.memset.", IS_MEMSET },        { "llvm.va_start", IS_VA_START },
		{ "llvm.va_end", IS_VA_END },         { "llvm.va_copy", IS_VA_COPY },
		{ "llvm.is.constant", IS_CONSTANT },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (!strncmp(name, row[i].prefix, strlen(row[i].prefix)))
			return row[i].is;
	return IS_NONE;
}

static void translate_call(struct function *f, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t len;

	if (LLVMIsAInlineAsm(callee)) {
		translate_asm(f, call, OP_asm);
		return;
	}
	if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee)) {
		translate_plain_call(f, call);
		return;
	}
	switch (intrinsic_of(LLVMGetValueName2(callee, &len))) {
	case IS_SKIPPED:
		break;
	case IS_UNDEFINED: /* where the stack ends is nobody's value */
		function_set(f, call, konst_undef(f->b, LLVMTypeOf(call)), (struct type_id){ 0 });
		break;
	case IS_SAME:
		translate_same(f, call, LLVMGetOperand(call, 0));
		break;
	case IS_MEMCPY:
		translate_memory(f, call, OP_memcpy, 0);
		break;
	case IS_MEMMOVE:
		translate_memory(f, call, OP_memcpy, 1);
		break;
	case IS_MEMSET:
		translate_memory(f, call, OP_memset, 0);
		break;
	case IS_VA_START:
		translate_varargs(f, call, VARARGS_start);
		break;
	case IS_VA_END:
		translate_varargs(f, call, VARARGS_end);
		break;
	case IS_VA_COPY:
		translate_varargs(f, call, VARARGS_copy);
		break;
	case IS_CONSTANT: /* "no" is always a right answer for what is not one */
		function_set(f, call, konst_int(f->b, (struct type_id){ COMMON_I1 }, LLVMIsAConstant(LLVMGetOperand(call, 0)) ? 1 : 0),
		             (struct type_id){ 0 });
		break;
	case IS_NONE:
		translate_plain_call(f, call);
	}
}

/* ---- control ---- */

static void translate_branch(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_br };

	if (LLVMIsConditional(v)) {
		in.op = OP_branch;
		function_arg(f, LLVMGetCondition(v));
	}
	for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++)
		word_block(f, LLVMGetSuccessor(v, i));
	function_emit(f, in, v);
}

static void translate_switch(struct function *f, LLVMValueRef v)
{
	unsigned n = LLVMGetNumSuccessors(v);

	function_arg(f, LLVMGetOperand(v, 0));
	word_block(f, LLVMGetSwitchDefaultDest(v));
	for (unsigned i = 1; i < n; i++) { /* operands: value, default, (case, block)... */
		function_arg(f, LLVMGetOperand(v, 2 * i));
		word_block(f, LLVMGetSuccessor(v, i));
	}
	function_emit(f, (struct inst){ .op = OP_switch }, v);
}

static void translate_indirect(struct function *f, LLVMValueRef v)
{
	struct map seen = { 0 };

	function_arg(f, LLVMGetOperand(v, 0));
	for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++) { /* a label taken twice is listed twice */
		LLVMBasicBlockRef to = LLVMGetSuccessor(v, i);
		if (map_get(&seen, (uintptr_t)to))
			continue;
		map_put(f->b->scratch, &seen, (uintptr_t)to, 1);
		word_block(f, to);
	}
	function_emit(f, (struct inst){ .op = OP_goto }, v);
}

static void translate_invoke(struct function *f, LLVMValueRef v)
{
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(v)))
		translate_asm(f, v, OP_asm);
	else
		translate_plain_call(f, v);
	word_block(f, LLVMGetNormalDest(v));
	word_block(f, LLVMGetUnwindDest(v));
	function_emit(f, (struct inst){ .op = OP_unwind }, v);
}

static void translate_phi(struct function *f, LLVMValueRef v)
{
	struct type_id pointee = { 0 };
	struct map seen = { 0 };
	unsigned n = LLVMCountIncoming(v);

	for (unsigned i = 0; i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, i);
		if (LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(from))) { /* whose edges are counted once */
			if (map_get(&seen, (uintptr_t)from))
				continue;
			map_put(f->b->scratch, &seen, (uintptr_t)from, 1);
		}
		function_arg(f, LLVMGetIncomingValue(v, i));
		word_block(f, from);
		if (!pointee.i && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
			pointee = address_pointee(f, LLVMGetIncomingValue(v, i));
	}
	emit_value(f, typed(f, OP_phi, v), v, pointee);
}

static void translate_indices(struct function *f, LLVMValueRef v, uint8_t op)
{
	const unsigned *index = LLVMGetIndices(v);

	args_all(f, v);
	for (unsigned i = 0; i < LLVMGetNumIndices(v); i++)
		function_word(f, index[i]);
	emit_value(f, typed(f, op, v), v, (struct type_id){ 0 });
}

static void translate_shuffle(struct function *f, LLVMValueRef v)
{
	function_arg(f, LLVMGetOperand(v, 0));
	function_arg(f, LLVMGetOperand(v, 1));
	for (unsigned i = 0; i < LLVMGetNumMaskElements(v); i++) {
		int m = LLVMGetMaskValue(v, i);
		function_word(f, m < 0 ? 0 : (uint32_t)m);
	}
	emit_value(f, typed(f, OP_shuffle, v), v, (struct type_id){ 0 });
}

static void translate_cast(struct function *f, LLVMValueRef v)
{
	struct inst in = typed(f, OP_cast, v);

	in.sub = cast_of(LLVMGetInstructionOpcode(v));
	if (in.sub == CAST_inttoptr)
		f->b->p->unit.at[1].gap[UNIT_GAP_INTTOPTR]++;
	function_arg(f, LLVMGetOperand(v, 0));
	emit_value(f, in, v, (struct type_id){ 0 });
}

static void translate_simple(struct function *f, LLVMValueRef v, uint8_t op, uint8_t sub)
{
	struct inst in = typed(f, op, v);
	struct type_id pointee = { 0 };

	in.sub = sub;
	args_all(f, v);
	if (op == OP_select && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) {
		pointee = address_pointee(f, LLVMGetOperand(v, 1));
		if (!pointee.i)
			pointee = address_pointee(f, LLVMGetOperand(v, 2));
	}
	emit_value(f, in, v, pointee);
}

static void translate_end(struct function *f, LLVMValueRef v, uint8_t op)
{
	if (op != OP_unreachable)
		args_all(f, v);
	function_emit(f, (struct inst){ .op = op }, v);
}

static void translate(struct function *f, LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);

	switch (op) {
	case LLVMAlloca: translate_alloca(f, v); break;
	case LLVMLoad: translate_load(f, v); break;
	case LLVMStore: translate_store(f, v); break;
	case LLVMGetElementPtr: address_translate(f, v); break;
	case LLVMICmp:
	case LLVMFCmp: translate_simple(f, v, OP_compare, compare_of(v)); break;
	case LLVMPHI: translate_phi(f, v); break;
	case LLVMSelect: translate_simple(f, v, OP_select, 0); break;
	case LLVMCall: translate_call(f, v); break;
	case LLVMInvoke: translate_invoke(f, v); break;
	case LLVMCallBr: translate_asm(f, v, OP_asm_goto); break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg: translate_atomic(f, v); break;
	case LLVMFence: translate_fence(f, v); break;
	case LLVMBr: translate_branch(f, v); break;
	case LLVMSwitch: translate_switch(f, v); break;
	case LLVMIndirectBr: translate_indirect(f, v); break;
	case LLVMRet: translate_end(f, v, OP_ret); break;
	case LLVMUnreachable: translate_end(f, v, OP_unreachable); break;
	case LLVMResume: translate_end(f, v, OP_resume); break;
	case LLVMLandingPad: emit_value(f, typed(f, OP_landing, v), v, (struct type_id){ 0 }); break;
	case LLVMExtractValue: translate_indices(f, v, OP_extract); break;
	case LLVMInsertValue: translate_indices(f, v, OP_insert); break;
	case LLVMExtractElement: translate_simple(f, v, OP_element, 0); break;
	case LLVMInsertElement: translate_simple(f, v, OP_replace, 0); break;
	case LLVMShuffleVector: translate_shuffle(f, v); break;
	case LLVMVAArg: translate_varargs(f, v, VARARGS_arg); break;
	case LLVMFNeg: translate_simple(f, v, OP_negate, 0); break;
	case LLVMFreeze: translate_simple(f, v, OP_copy, 0); break;
	default:
		if (cast_of(op))
			translate_cast(f, v);
		else if (binary_of(op))
			translate_simple(f, v, OP_binary, binary_of(op));
		else
			die("LLVM instruction %d, which C code does not have", (int)op);
	}
}

/* ---- names ---- */

static LLVMValueRef described_value(LLVMValueRef record)
{
	LLVMValueRef wrapped = LLVMGetOperand(record, 0), value = NULL;

	if (LLVMGetMDNodeNumOperands(wrapped) != 1)
		return NULL;
	LLVMGetMDNodeOperands(wrapped, &value);
	return value && LLVMGetValueKind(value) != LLVMMetadataAsValueValueKind ? value : NULL;
}

/* The first variable a value is said to be gives it its name; a second one may know its type better. */
static void name_value(struct function *f, LLVMValueRef v, LLVMMetadataRef variable, bool is_object)
{
	struct map *to = is_object ? &f->object_of : &f->var_of;
	uint32_t *var;

	if (!v || LLVMIsAConstant(v))
		return;
	var = map_at(f->b->scratch, to, (uintptr_t)v);
	if (*var && !is_object && f->var.at[*var - 1] != variable)
		var = map_at(f->b->scratch, &f->second_of, (uintptr_t)v);
	if (*var)
		return;
	*vec_add(f->b->scratch, &f->var) = variable;
	*var = f->var.n;
}

/* A parameter whose address is taken is stored to its own variable on entry. */
static void name_stored_param(struct function *f, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
	uint32_t var = LLVMIsAArgument(value) && LLVMIsAAllocaInst(to) ? map_get(&f->object_of, (uintptr_t)to) : 0;

	if (var)
		name_value(f, value, f->var.at[var - 1], false);
}

/* f(c) char c; {...}: the caller passes an int, and the first thing done with it is to cut it. */
static void name_promoted_param(struct function *f, LLVMValueRef param)
{
	LLVMUseRef use = LLVMGetFirstUse(param);
	LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
	uint32_t var = user && (LLVMIsATruncInst(user) || LLVMIsAFPTruncInst(user)) ? map_get(&f->var_of, (uintptr_t)user) : 0;

	if (var && !map_get(&f->var_of, (uintptr_t)param))
		name_value(f, param, f->var.at[var - 1], false);
}

static void find_names(struct function *f)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->fn);
	uint32_t n = 0;

	for (LLVMBasicBlockRef bb = entry; bb; bb = LLVMGetNextBasicBlock(bb)) {
		map_put(f->b->scratch, &f->block_of, (uintptr_t)bb, ++n);
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			if (LLVMIsADbgVariableIntrinsic(in))
				name_value(f, described_value(in), LLVMValueAsMetadata(LLVMGetOperand(in, 1)), LLVMIsADbgDeclareInst(in) != NULL);
	}
	for (LLVMValueRef in = LLVMGetFirstInstruction(entry); in; in = LLVMGetNextInstruction(in))
		if (LLVMIsAStoreInst(in))
			name_stored_param(f, in);
	for (LLVMValueRef v = LLVMGetFirstParam(f->fn); v; v = LLVMGetNextParam(v))
		name_promoted_param(f, v);
}

/* The C type of parameter i: by position where the machine passes what C declares (behind the place for a result), else by the
 * variable it is, unless it carries only a part of it. */
static struct type_id param_type(struct function *f, unsigned i, struct type_id type, const struct param *q)
{
	struct program *p = f->b->p;
	LLVMValueRef v = LLVMGetParam(f->fn, i);
	unsigned n = LLVMCountParams(f->fn), skip = n && LLVMGetEnumAttributeAtIndex(f->fn, 1, f->b->sret) != NULL;
	const struct type *t = program_type(p, type);
	uint32_t var = map_get(&f->var_of, (uintptr_t)v);
	struct type_id id;

	if (!var)
		var = map_get(&f->object_of, (uintptr_t)v);
	if (t->kind == TYPE_FUNCTION && t->nfields + skip == n && !q->result)
		return p->field.at[t->field + i - skip].type;
	if (!var)
		return machine_type(f->b, LLVMTypeOf(v));
	id = debug_variable_type(f->b, f->var.at[var - 1]);
	debug_finish(f->b);
	if (q->by_value || q->result || program_type(p, type_strip(p, id))->size == LLVMSizeOfTypeInBits(f->b->layout, LLVMTypeOf(v)))
		return id;
	return machine_type(f->b, LLVMTypeOf(v));
}

static void add_params(struct function *f, struct type_id type)
{
	unsigned n = LLVMCountParams(f->fn);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetParam(f->fn, i);
		struct param q = { .name = variable_name(f, v) };
		uint32_t var = map_get(&f->object_of, (uintptr_t)v);
		struct type_id pointee;
		if (!q.name.i && var)
			q.name = debug_name(f->b, f->var.at[var - 1], 1);
		q.by_value = LLVMGetEnumAttributeAtIndex(f->fn, i + 1, f->b->byval) != NULL;
		q.result = LLVMGetEnumAttributeAtIndex(f->fn, i + 1, f->b->sret) != NULL;
		q.type = param_type(f, i, type, &q);
		debug_finish(f->b);
		if (q.by_value || q.result)
			debug_need_body(f->b, type_strip(f->b->p, q.type));
		debug_finish(f->b);
		pointee = q.by_value || q.result ? q.type : loaded_pointee(f, q.type);
		*vec_add(f->b->scratch, &f->body->param) = q;
		function_set(f, v, ref_make(REF_VALUE, i + 1), pointee);
	}
}

static void patch(struct function *f)
{
	for (uint32_t i = 0; i < f->fixup.n; i++) {
		struct ref r = function_ref(f, f->fixup.at[i].value);
		CHECK(ref_kind(r) != REF_NONE, "an operand was never translated: %s", LLVMPrintValueToString(f->fixup.at[i].value));
		f->body->arg.at[f->fixup.at[i].arg] = r;
	}
}

static void translate_blocks(struct function *f)
{
	struct body *body = f->body;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		uint32_t first = body->inst.n;
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			translate(f, in);
		*vec_add(f->b->scratch, &body->block) = (struct block){ first, body->inst.n - first };
	}
}

/* Debug records may name a value that is an alias of another (a skipped getelementptr): names were taken by value, so nothing
 * is lost. The packed code stays in the arena; the body is dropped with the scratch arena of the function. */
void function_translate(struct build *b, LLVMValueRef fn, struct sym_id sym)
{
	struct body body = { 0 };
	struct function f = { .b = b, .fn = fn, .body = &body };
	struct fn row = { .sym = sym, .unit = { 1 } };
	uint32_t start = b->code.out.n, first_place = b->places.out.n;

	body.fn.i = b->p->fn.n;
	*vec_add(b->scratch, &body.loc) = (struct loc){ 0 };
	find_names(&f);
	add_params(&f, program_sym(b->p, sym)->type);
	translate_blocks(&f);
	patch(&f);
	row.ninsts = body.inst.n;
	row.nblocks = body.block.n;
	body_write(&b->code, &b->places, b->p, &body);
	row.key = body_key(b->p, &body, &row);
	row.code.len = b->code.out.n - start; /* the addresses when all are known: the buffers may still move */
	row.places.len = b->places.out.n - first_place;
	program_sym(b->p, sym)->fn = body.fn;
	*vec_add(b->out, &b->p->fn) = row;
}
