/* What the names of SV-COMP say is written out in the module, so that no phase has to know them; and an atomic _Bool is 0 or 1.
 *
 *     a body of a function that is an atomic section (sections.def)    begin(); before it, end(); before each of its returns
 *     __VERIFIER_assume(e);                                            if (!e) { __VERIFIER_assume(0); } which does not return
 *     b += e;  of an _Atomic _Bool, by a compare and exchange          what is stored is made a _Bool first (C17, 6.5.16.2);
 *                                                                      clang stores 2 where 1 is added to 1
 *
 * Before any other pass, while code is as clang has written it. */
#include <string.h>

#include "extract/unit/build.h"

#define ASSUME "__VERIFIER_assume"

static const struct extract_section {
	const char *prefix, *begin, *end;
} sections[] = {
#define SECTION(prefix, begin, end) { prefix, begin, end },
#include "extract/unit/sections.def"
#undef SECTION
};

static const char *name_of(LLVMValueRef v)
{
	size_t len;
	const char *name = LLVMGetValueName2(v, &len);

	return len && name[0] == 1 ? name + 1 : name;
}

static const struct extract_section *section_of(LLVMValueRef fn)
{
	const char *name = name_of(fn);

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (!strncmp(name, sections[i].prefix, strlen(sections[i].prefix)) && strcmp(name, sections[i].begin) != 0 &&
		    strcmp(name, sections[i].end) != 0)
			return &sections[i];
	return NULL;
}

/* A call of `name` before an instruction; arguments, if its declaration has some, are of no matter. */
static void call_before(LLVMModuleRef module, LLVMValueRef before, const char *name, LLVMMetadataRef at)
{
	enum { MOST = 8 };
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0), param[MOST];
	LLVMValueRef fn = LLVMGetNamedFunction(module, name), arg[MOST], call;
	unsigned n;

	if (!fn)
		fn = LLVMAddFunction(module, name, type);
	type = LLVMGlobalGetValueType(fn);
	n = LLVMCountParamTypes(type);
	if (n <= MOST) {
		LLVMGetParamTypes(type, param);
		for (unsigned i = 0; i < n; i++)
			arg[i] = LLVMGetUndef(param[i]);
		LLVMPositionBuilderBefore(builder, before);
		call = LLVMBuildCall2(builder, type, fn, arg, n, "");
		LLVMInstructionSetDebugLoc(call, at);
	}
	LLVMDisposeBuilder(builder);
}

static void make_section(LLVMModuleRef module, LLVMValueRef fn, const struct extract_section *s)
{
	LLVMMetadataRef sub = LLVMGetSubprogram(fn), entry = NULL;
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));

	while (first && LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	if (sub)
		entry = LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(module), LLVMDISubprogramGetLine(sub), 0, sub, NULL);
	call_before(module, first, s->begin, entry); /* first: the body may be nothing but a return */
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
		LLVMMetadataRef at = last && LLVMIsAReturnInst(last) ? LLVMInstructionGetDebugLoc(last) : NULL;
		if (last && LLVMIsAReturnInst(last))
			call_before(module, last, s->end, at ? at : entry);
	}
}

/* ---- assumptions ---- */

/* All before `at` goes to a block of its own, which leads to nowhere yet. What leads to the block leads to that one; phis of
 * those that follow know the rest by the old block still. */
static LLVMBasicBlockRef split_before(LLVMContextRef context, LLVMValueRef at)
{
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(at), head = LLVMInsertBasicBlockInContext(context, rest, "");
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef next;

	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(rest), LLVMBasicBlockAsValue(head));
	LLVMPositionBuilderAtEnd(builder, head);
	for (LLVMValueRef in = LLVMGetFirstInstruction(rest); in != at; in = next) {
		next = LLVMGetNextInstruction(in);
		LLVMInstructionRemoveFromParent(in);
		LLVMInsertIntoBuilder(builder, in);
	}
	LLVMDisposeBuilder(builder);
	return head;
}

/* The call stands behind its condition; where that is 0, one that does not return. */
static void write_out(LLVMContextRef context, LLVMValueRef call)
{
	unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", strlen("noreturn"));
	LLVMBasicBlockRef head = split_before(context, call), rest = LLVMGetInstructionParent(call), dead;
	LLVMValueRef fn = LLVMGetCalledValue(call), zero = LLVMConstNull(LLVMTypeOf(LLVMGetOperand(call, 0))), holds, ends, in;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call);

	dead = LLVMInsertBasicBlockInContext(context, rest, "");
	LLVMPositionBuilderAtEnd(builder, head);
	holds = LLVMBuildICmp(builder, LLVMIntNE, LLVMGetOperand(call, 0), zero, "");
	in = LLVMBuildCondBr(builder, holds, rest, dead);
	if (LLVMIsAInstruction(holds))
		LLVMInstructionSetDebugLoc(holds, at);
	LLVMInstructionSetDebugLoc(in, at);
	LLVMPositionBuilderAtEnd(builder, dead);
	ends = LLVMBuildCall2(builder, LLVMGetCalledFunctionType(call), fn, &zero, 1, "");
	LLVMAddCallSiteAttribute(ends, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, noreturn, 0));
	LLVMInstructionSetDebugLoc(ends, at);
	in = LLVMBuildUnreachable(builder);
	LLVMInstructionSetDebugLoc(in, at);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

static bool is_assumption(LLVMValueRef user, LLVMValueRef fn)
{
	return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn && LLVMGetNumArgOperands(user) == 1 &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(user, 0))) == LLVMIntegerTypeKind && !LLVMGetFirstUse(user);
}

/* By their uses, all of which are collected first: each one that is written out is a new one. */
static void assumptions(struct arena *a, LLVMModuleRef module)
{
	LLVMValueRef fn = LLVMGetNamedFunction(module, ASSUME);
	VEC(LLVMValueRef) call = { 0 };

	if (!fn || !LLVMIsDeclaration(fn))
		return;
	for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
		if (is_assumption(LLVMGetUser(use), fn))
			*vec_add(a, &call) = LLVMGetUser(use);
	if (call.n) /* names of variables move with the instructions around them */
		LLVMSetIsNewDbgInfoFormat(module, 0);
	for (uint32_t i = 0; i < call.n; i++)
		write_out(LLVMGetModuleContext(module), call.at[i]);
}

/* ---- _Bool ---- */

/* The old value is taken for a _Bool: a byte of which one bit counts. */
static bool is_of_bool(LLVMValueRef exchange)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(exchange, 2));

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 8)
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(exchange); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef old = LLVMGetUser(use);
		LLVMUseRef of = LLVMIsAExtractValueInst(old) && !LLVMGetIndices(old)[0] ? LLVMGetFirstUse(old) : NULL;
		for (; of; of = LLVMGetNextUse(of))
			if (LLVMIsATruncInst(LLVMGetUser(of)) && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetUser(of))) == 1)
				return true;
	}
	return false;
}

/* What was computed may be wider than the byte that is stored. */
static void convert_to_bool(LLVMContextRef context, LLVMValueRef exchange)
{
	LLVMValueRef stored = LLVMGetOperand(exchange, 2), wide = LLVMIsATruncInst(stored) ? LLVMGetOperand(stored, 0) : stored;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(exchange);
	LLVMValueRef set, byte;

	LLVMPositionBuilderBefore(builder, exchange);
	set = LLVMBuildICmp(builder, LLVMIntNE, wide, LLVMConstNull(LLVMTypeOf(wide)), "");
	byte = LLVMBuildZExt(builder, set, LLVMTypeOf(stored), "");
	if (LLVMIsAInstruction(set)) {
		LLVMInstructionSetDebugLoc(set, at);
		LLVMInstructionSetDebugLoc(byte, at);
		LLVMReplaceAllUsesWith(stored, byte);
		LLVMSetOperand(set, 0, wide); /* which may be what was replaced */
	} else {
		LLVMSetOperand(exchange, 2, byte);
	}
	LLVMDisposeBuilder(builder);
}

static void booleans(LLVMModuleRef module, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			if (LLVMIsAAtomicCmpXchgInst(in) && is_of_bool(in))
				convert_to_bool(LLVMGetModuleContext(module), in);
}

uint32_t prepare_module(struct arena *a, LLVMModuleRef module)
{
	const struct extract_section *s;

	for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
		if (!LLVMIsDeclaration(fn) && (s = section_of(fn)) != NULL)
			make_section(module, fn, s);
		booleans(module, fn);
	}
	either_mark(a, module);
	assumptions(a, module);
	return facts_write(a, module);
}
