/* Numbering: what a unit uses most gets the smallest ids, which take one byte in the packed code: the numbers that instructions
 * use, and the names of local variables. Counted over the module before anything else is given an id. */
#include <stdlib.h>

#include "extract/unit/build.h"

enum { FREQUENT_NUMBERS = 28, FREQUENT_NAMES = 110 };

struct tally_row {
	void *what;
	uint32_t uses, seen; /* ties go to what was seen first */
};

struct extract_tally {
	struct map at;
	VEC(struct tally_row) row;
};

static void tally_add(struct extract_build *b, struct extract_tally *t, void *what)
{
	uint32_t *at = map_at(b->scratch, &t->at, (uintptr_t)what);

	if (!*at) {
		*vec_add(b->scratch, &t->row) = (struct tally_row){ what, 0, t->row.n };
		*at = t->row.n;
	}
	t->row.at[*at - 1].uses++;
}

static int by_uses(const void *a, const void *b)
{
	const struct tally_row *x = a, *y = b;

	return x->uses != y->uses ? (x->uses < y->uses ? 1 : -1) : x->seen < y->seen ? -1 : 1;
}

static uint32_t tally_best(struct extract_tally *t, uint32_t most)
{
	if (t->row.n)
		qsort(t->row.at, t->row.n, sizeof *t->row.at, by_uses);
	return t->row.n < most ? t->row.n : most;
}

static bool is_number(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v);
}

static void count_inst(struct extract_build *b, LLVMValueRef in, struct extract_tally *numbers, struct extract_tally *names)
{
	int n = LLVMGetNumOperands(in);

	if (LLVMIsADbgVariableIntrinsic(in)) {
		tally_add(b, names, LLVMValueAsMetadata(LLVMGetOperand(in, 1)));
		return;
	}
	if (LLVMIsAGetElementPtrInst(in) || LLVMIsAAllocaInst(in))
		return; /* their numbers are not operands of ours */
	for (int i = 0; i < n; i++)
		if (is_number(LLVMGetOperand(in, (unsigned)i)))
			tally_add(b, numbers, LLVMGetOperand(in, (unsigned)i));
}

void numbering_run(struct extract_build *b)
{
	struct extract_tally numbers = { 0 }, names = { 0 };
	uint32_t n;

	for (LLVMValueRef f = LLVMGetFirstFunction(b->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
				count_inst(b, in, &numbers, &names);
	n = tally_best(&names, FREQUENT_NAMES);
	for (uint32_t i = 0; i < n; i++)
		debug_name(b, names.row.at[i].what, 1);
	n = tally_best(&numbers, FREQUENT_NUMBERS);
	for (uint32_t i = 0; i < n; i++)
		konst_ref(b, numbers.row.at[i].what);
}
