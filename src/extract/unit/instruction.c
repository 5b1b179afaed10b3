/* Instructions. One LLVM instruction becomes none, one or a few of ours, in the same order. */
#include <string.h>

#include "extract/unit/build.h"

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
		[LLVMTrunc] = CAST_trunc,
		[LLVMZExt] = CAST_zext,
		[LLVMSExt] = CAST_sext,
		[LLVMFPToUI] = CAST_fptoui,
		[LLVMFPToSI] = CAST_fptosi,
		[LLVMUIToFP] = CAST_uitofp,
		[LLVMSIToFP] = CAST_sitofp,
		[LLVMFPTrunc] = CAST_fptrunc,
		[LLVMFPExt] = CAST_fpext,
		[LLVMPtrToInt] = CAST_ptrtoint,
		[LLVMIntToPtr] = CAST_inttoptr,
		[LLVMBitCast] = CAST_bitcast,
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
		[LLVMRealPredicateFalse] = COMPARE_ffalse,
		[LLVMRealOEQ] = COMPARE_foeq,
		[LLVMRealOGT] = COMPARE_fogt,
		[LLVMRealOGE] = COMPARE_foge,
		[LLVMRealOLT] = COMPARE_folt,
		[LLVMRealOLE] = COMPARE_fole,
		[LLVMRealONE] = COMPARE_fone,
		[LLVMRealORD] = COMPARE_ford,
		[LLVMRealUNO] = COMPARE_funo,
		[LLVMRealUEQ] = COMPARE_fueq,
		[LLVMRealUGT] = COMPARE_fugt,
		[LLVMRealUGE] = COMPARE_fuge,
		[LLVMRealULT] = COMPARE_fult,
		[LLVMRealULE] = COMPARE_fule,
		[LLVMRealUNE] = COMPARE_fune,
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

/* ---- emitting ---- */

static void word_block(struct function *f, LLVMBasicBlockRef bb)
{
	function_word(f, map_get(&f->block_of, (uintptr_t)bb) - 1);
}

static struct inst typed(struct function *f, uint8_t op, LLVMValueRef in)
{
	return (struct inst){ .op = op, .type = machine_type(f->b, LLVMTypeOf(in)), .name = function_name(f, in) };
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

static void translate_alloca(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_alloca, .name = function_name(f, v) };
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

static uint8_t either_flag(struct function *f, LLVMValueRef v)
{
	return LLVMHasMetadata(v) && LLVMGetMetadata(v, f->b->either_kind) ? INST_EITHER : 0;
}

static uint8_t access_flags(struct function *f, LLVMValueRef v)
{
	bool automatic = LLVMHasMetadata(v) && LLVMGetMetadata(v, f->b->annotation_kind);

	return (uint8_t)((LLVMGetVolatile(v) ? INST_VOLATILE : 0) | (automatic ? INST_INIT : 0) | either_flag(f, v));
}

enum { MARKED_MOST = 8 }; /* bytes that are read or written at once */

/* A volatile access of what is not declared volatile is marked by whoever wrote it as one that others may meet: READ_ONCE and
 * WRITE_ONCE of the Linux kernel, CMM_LOAD_SHARED of liburcu. It counts as atomic, and orders nothing. A declared `volatile` says
 * nothing of the kind: every access of the object has it. */
static uint8_t access_order(struct function *f, LLVMValueRef v, LLVMValueRef pointer, LLVMTypeRef type)
{
	uint64_t size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(f->b->layout, type) : 0;

	if (LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic && size && size <= MARKED_MOST &&
	    address_is_plain(f, pointer, size))
		return ORDER_RELAXED;
	return order_of[LLVMGetOrdering(v)];
}

static void translate_load(struct function *f, LLVMValueRef v)
{
	struct inst in = typed(f, OP_load, v);
	struct type_id object = address_pointee(f, LLVMGetOperand(v, 0));

	in.flags = access_flags(f, v);
	in.order = access_order(f, v, LLVMGetOperand(v, 0), LLVMTypeOf(v));
	function_arg(f, LLVMGetOperand(v, 0));
	add_bits(f, v);
	emit_value(f, in, v, address_loaded(f, object));
}

static void translate_store(struct function *f, LLVMValueRef v)
{
	struct inst in = { .op = OP_store,
			   .type = machine_type(f->b, LLVMTypeOf(LLVMGetOperand(v, 0))),
			   .flags = access_flags(f, v) };

	in.order = access_order(f, v, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)));
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
	                     (LLVMIsAtomicSingleThread(v) ? INST_SINGLE : 0) | either_flag(f, v));
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
	uint8_t flags = either_flag(f, call);

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

enum intrinsic {
	IS_NONE,
	IS_SKIPPED,
	IS_UNDEFINED,
	IS_SAME,
	IS_MEMCPY,
	IS_MEMMOVE,
	IS_MEMSET,
	IS_VA_START,
	IS_VA_END,
	IS_VA_COPY,
	IS_CONSTANT
};

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
		function_set(f, call,
			     konst_int(f->b, (struct type_id){ COMMON_I1 }, LLVMIsAConstant(LLVMGetOperand(call, 0)) ? 1 : 0),
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

/* clang says so of signed arithmetic, unless a flag says that it wraps. */
static bool keeps_sign(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);

	return (op == LLVMAdd || op == LLVMSub || op == LLVMMul) && LLVMGetNSW(v);
}

static void translate_simple(struct function *f, LLVMValueRef v, uint8_t op, uint8_t sub)
{
	struct inst in = typed(f, op, v);
	struct type_id pointee = { 0 };

	in.sub = sub;
	in.flags = op == OP_binary && keeps_sign(v) ? INST_SIGNED : 0;
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

void instruction_translate(struct function *f, LLVMValueRef v)
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
