/* Evaluations that C leaves unordered. The operands of an operator, and the arguments of a call, may be evaluated in any
 * order (C17, 6.5p3, 6.5.2.2p10); clang has chosen one, and the code has only that. Where another one may be seen, the
 * instructions that would tell are marked (INST_EITHER), so that whoever claims to have looked at all executions knows that it
 * has not.
 *
 *     f(s(1), s(2))       both calls
 *     g + s(1)            the call, if others see g
 *     s(1) + g++          the call and the store
 *     f(x, y)             of two _Atomic or volatile variables: the second load
 *     ({ f(); }) + g()    both calls; what is in a block inside of an expression belongs to the operand that the block is
 *
 * clang writes the code of an expression in one piece, operand after operand, so what is evaluated for an operand are the
 * instructions from the first one that its value is made of to the last: values, conditions of `?:`, `&&` and `||`, and
 * temporaries that no variable is. What a compound assignment reads to change it is no evaluation of its own (6.5.16.2p3).
 * The members of an initialiser (6.7.9p23) are found by their object. Of operands whose values are dropped, (f(), 0) + (g(), 0),
 * no value tells: what stands in one expression of the text is marked unless the text says what comes first (text.h). What one
 * macro makes has one place: there nothing is taken to be sequenced but what values and branches say is.
 *
 * Before any other pass: while locals are in memory, a value belongs to one expression.
 *
 * misses  plain accesses of the same variable, which are undefined */
#include <stdlib.h>
#include <string.h>

#include "extract/unit/build.h"
#include "extract/unit/text.h"

enum event_of { IS_CALL = 1, IS_MARKED_LOAD = 2, IS_MARKED_STORE = 4, IS_LOAD = 8, IS_STORE = 16, EVENTS = 5 };

/* What is evaluated for an operand. */
struct operand_range {
	uint32_t from, to;	 /* the first and the last instruction of its value */
	uint32_t before, behind; /* and of what stands around them */
	uint8_t is;
};

/* What others may tell, by its place in the text. */
struct operand_item {
	struct token_text *text;
	uint32_t at, token, piece;
};

struct texts {
	struct token_text **at;
	uint32_t n, cap;
};

struct operand_order {
	struct arena *a;
	LLVMModuleRef module;
	unsigned kind;
	struct map at;    /* instruction -> its number + 1 */
	struct map first; /* temporary -> number of the first instruction that writes it + 1 */
	struct map block; /* block of the source -> number of its first instruction + 1 */
	struct map named; /* alloca -> 1: a variable of the source; 2: and nobody else sees it; 3: only that */
	VEC(LLVMValueRef) in; /* by number */
	VEC(uint32_t) from;   /* by number: the first instruction of its value */
	VEC(uint32_t) last;   /* by number: the last one of them that others may tell, + 1; 0: none may be told */
	VEC(uint32_t) told;   /* by number: the last one up to there that others may tell, + 1 */
	VEC(uint8_t) is;      /* by number: enum event_of */
	VEC(uint32_t) sum;    /* by number, EVENTS each: how many are before */
	VEC(int32_t) beside;  /* the same: how many operands begin here that have such an event beside them, less those that end */
	VEC(struct operand_range) range;
	VEC(struct operand_item) item;
	struct map declared; /* alloca -> the place of its name, by `place` */
	VEC(uint64_t) place; /* 0 is none */
	struct map *file; /* of the source -> its text + 1 */
	struct texts *text;
};


static bool is_intrinsic(LLVMValueRef callee, const char *prefix)
{
	size_t len;

	return LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName2(callee, &len), prefix, strlen(prefix));
}

/* ---- variables ---- */

static bool is_hidden(LLVMValueRef alloca)
{
	for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool marked = (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user)) && LLVMGetVolatile(user);
		if (!(LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca)) || marked)
			return false;
	}
	return true;
}

static LLVMValueRef object_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) && LLVMIsAInstruction(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Line and column; 0: not known. */
static uint64_t location(LLVMValueRef in)
{
	LLVMMetadataRef at = LLVMIsAInstruction(in) ? LLVMInstructionGetDebugLoc(in) : NULL;

	return at ? (uint64_t)LLVMDILocationGetLine(at) << 32 | LLVMDILocationGetColumn(at) : 0;
}


static void find_variables(struct operand_order *e, LLVMValueRef fn)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);

	*vec_add(e->a, &e->place) = 0;
	for (LLVMValueRef in = LLVMGetFirstInstruction(entry); in; in = LLVMGetNextInstruction(in))
		if (LLVMIsAAllocaInst(in) && is_hidden(in))
			map_put(e->a, &e->named, (uintptr_t)in, 2);
	for (LLVMBasicBlockRef bb = entry; bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in)) {
			LLVMValueRef value = NULL;
			if (!LLVMIsADbgVariableIntrinsic(in) || LLVMGetMDNodeNumOperands(LLVMGetOperand(in, 0)) != 1)
				continue;
			LLVMGetMDNodeOperands(LLVMGetOperand(in, 0), &value);
			if (value && LLVMGetValueKind(value) != LLVMMetadataAsValueValueKind) {
				*map_at(e->a, &e->named, (uintptr_t)value) |= 1;
				map_put(e->a, &e->declared, (uintptr_t)value, e->place.n);
				*vec_add(e->a, &e->place) = location(in);
			}
		}
}

static bool is_temporary(const struct operand_order *e, LLVMValueRef v)
{
	return LLVMIsAAllocaInst(v) && !(map_get(&e->named, (uintptr_t)v) & 1);
}

static bool is_seen(struct operand_order *e, LLVMValueRef pointer)
{
	LLVMValueRef object = object_of(pointer);

	return !LLVMIsAAllocaInst(object) || (map_get(&e->named, (uintptr_t)object) & 3) == 1;
}

/* ---- instructions ---- */

static uint8_t accesses(struct operand_order *e, LLVMValueRef in, LLVMValueRef pointer, bool writes)
{
	bool marked = LLVMGetVolatile(in) || LLVMGetOrdering(in) != LLVMAtomicOrderingNotAtomic;

	return !is_seen(e, pointer) ? 0 : writes ? (marked ? IS_MARKED_STORE : IS_STORE) : marked ? IS_MARKED_LOAD : IS_LOAD;
}

static uint8_t event_of_call(struct operand_order *e, LLVMValueRef in)
{
	LLVMValueRef callee = LLVMGetCalledValue(in);

	if (is_intrinsic(callee, "llvm.memcpy") || is_intrinsic(callee, "llvm.memmove"))
		return (uint8_t)((is_seen(e, LLVMGetOperand(in, 0)) ? IS_STORE : 0) | (is_seen(e, LLVMGetOperand(in, 1)) ? IS_LOAD : 0));
	return is_intrinsic(callee, "llvm.") ? 0 : IS_CALL;
}

static uint8_t event_of_inst(struct operand_order *e, LLVMValueRef in)
{
	if (LLVMIsALoadInst(in))
		return accesses(e, in, LLVMGetOperand(in, 0), false);
	if (LLVMIsAStoreInst(in))
		return accesses(e, in, LLVMGetOperand(in, 1), true);
	if (LLVMIsAAtomicRMWInst(in) || LLVMIsAAtomicCmpXchgInst(in))
		return is_seen(e, LLVMGetOperand(in, 0)) ? IS_MARKED_STORE : 0;
	return LLVMIsACallInst(in) ? event_of_call(e, in) : 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* ---- blocks of the source ---- */

static LLVMMetadataRef block_of(LLVMValueRef in)
{
	LLVMMetadataRef at = LLVMIsAInstruction(in) ? LLVMInstructionGetDebugLoc(in) : NULL;

	return at ? LLVMDILocationGetScope(at) : NULL;
}

/* The block around a block; NULL: it is a function's own. */
static LLVMMetadataRef block_around(const struct operand_order *e, LLVMMetadataRef block)
{
	LLVMMetadataKind kind = LLVMGetMetadataKind(block);
	LLVMValueRef operand[8];
	LLVMValueRef node = LLVMMetadataAsValue(LLVMGetModuleContext(e->module), block);
	bool inside = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;

	if (!inside || LLVMGetMDNodeNumOperands(node) < 2 || LLVMGetMDNodeNumOperands(node) > 8)
		return NULL;
	LLVMGetMDNodeOperands(node, operand);
	return operand[1] ? LLVMValueAsMetadata(operand[1]) : NULL;
}

static void note_blocks(struct operand_order *e, LLVMValueRef in, uint32_t n)
{
	LLVMMetadataRef block = block_of(in);

	for (; block && !map_get(&e->block, (uintptr_t)block); block = block_around(e, block))
		map_put(e->a, &e->block, (uintptr_t)block, n + 1);
}

/* Where the block begins that is an operand of `in` and has the instruction `at` in it; UINT32_MAX: there is none. */
static uint32_t first_in_block(struct operand_order *e, LLVMValueRef in, uint32_t at)
{
	LLVMMetadataRef outer = block_of(in), block = block_of(e->in.at[at]);

	while (block && outer && block != outer) {
		LLVMMetadataRef around = block_around(e, block);
		if (around == outer)
			return map_get(&e->block, (uintptr_t)block) - 1;
		block = around;
	}
	return UINT32_MAX;
}

/* The number of the first instruction that the value of an operand is made of; UINT32_MAX: none, it is at hand. */
static uint32_t first_of(struct operand_order *e, LLVMValueRef in, LLVMValueRef v)
{
	const struct map *numbers = LLVMIsAAllocaInst(v) ? &e->first : &e->at;
	uint32_t at = LLVMIsAInstruction(v) ? map_get(numbers, (uintptr_t)v) : 0;

	return at ? least(e->from.at[at - 1], first_in_block(e, in, at - 1)) : UINT32_MAX;
}

/* What decides whether control comes from this block: its own condition, and those of the branches to it. */
static uint32_t first_of_conditions(struct operand_order *e, LLVMValueRef phi, LLVMBasicBlockRef from)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	uint32_t first = LLVMIsABranchInst(end) && LLVMIsConditional(end) ? first_of(e, phi, LLVMGetCondition(end)) : UINT32_MAX;

	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(from)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsABranchInst(user) && LLVMIsConditional(user))
			first = least(first, first_of(e, phi, LLVMGetCondition(user)));
	}
	return first;
}

/* The last instruction of an operand's value that others may tell, + 1; of a temporary the last one that writes it, of a block
 * the last one in it. */
static uint32_t last_of(struct operand_order *e, LLVMValueRef v, uint32_t user)
{
	uint32_t at = map_get(&e->at, (uintptr_t)v), last = 0;

	if (at && e->told.at[at - 1] > first_in_block(e, e->in.at[user], at - 1))
		return e->told.at[at - 1];
	if (!is_temporary(e, v))
		return at ? e->last.at[at - 1] : 0;
	for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
		uint32_t n = map_get(&e->at, (uintptr_t)LLVMGetUser(use));
		if (n && n - 1 < user && e->last.at[n - 1] > last)
			last = e->last.at[n - 1];
	}
	return last;
}

static uint32_t last_of_operands(struct operand_order *e, LLVMValueRef in, uint32_t n)
{
	uint32_t last = 0;

	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(in); i++)
		if (LLVMIsAInstruction(LLVMGetOperand(in, i))) {
			uint32_t of = last_of(e, LLVMGetOperand(in, i), n);
			last = of > last ? of : last;
		}
	return last;
}

static void number(struct operand_order *e, LLVMValueRef in)
{
	uint32_t n = e->in.n, from = n, told;
	LLVMValueRef to = LLVMIsAStoreInst(in) ? LLVMGetOperand(in, 1) : NULL;

	note_blocks(e, in, n);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(in); i++)
		if (!LLVMIsAPHINode(in) && LLVMIsAInstruction(LLVMGetOperand(in, i)))
			from = least(from, first_of(e, in, LLVMGetOperand(in, i)));
	for (unsigned i = 0; LLVMIsAPHINode(in) && i < LLVMCountIncoming(in); i++) {
		from = least(from, first_of(e, in, LLVMGetIncomingValue(in, i)));
		from = least(from, first_of_conditions(e, in, LLVMGetIncomingBlock(in, i)));
	}
	*vec_add(e->a, &e->in) = in;
	*vec_add(e->a, &e->from) = from;
	*vec_add(e->a, &e->is) = event_of_inst(e, in);
	told = e->is.at[n] ? n + 1 : n ? e->told.at[n - 1] : 0;
	*vec_add(e->a, &e->told) = told;
	*vec_add(e->a, &e->last) = e->is.at[n] || LLVMIsAPHINode(in) ? n + 1 : last_of_operands(e, in, n);
	map_put(e->a, &e->at, (uintptr_t)in, n + 1);
	if (LLVMIsACallInst(in)) /* a place for its result, or what a record is copied to */
		to = LLVMGetNumArgOperands(in) ? LLVMGetOperand(in, 0) : NULL;
	if (to && is_temporary(e, object_of(to)) && !map_get(&e->first, (uintptr_t)object_of(to)))
		map_put(e->a, &e->first, (uintptr_t)object_of(to), n + 1);
}

/* ---- operands ---- */

/* x op= e reads x when e is there. */
static bool is_read_to_be_changed(LLVMValueRef load, LLVMValueRef user)
{
	for (LLVMUseRef use = LLVMGetFirstUse(user); use && LLVMIsALoadInst(load); use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsACastInst(store) && LLVMGetFirstUse(store))
			store = LLVMGetUser(LLVMGetFirstUse(store));
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == LLVMGetOperand(load, 0))
			return true;
	}
	return false;
}

/* ... or when what it is changed by was evaluated first: it is so in every order. */
static bool is_read_again(struct operand_order *e, const struct operand_item *item)
{
	LLVMValueRef load = e->in.at[item->at];
	LLVMValueRef user = LLVMIsALoadInst(load) && LLVMGetFirstUse(load) ? LLVMGetUser(LLVMGetFirstUse(load)) : NULL;

	while (user && LLVMIsACastInst(user))
		user = LLVMGetFirstUse(user) ? LLVMGetUser(LLVMGetFirstUse(user)) : NULL;
	return user && LLVMIsABinaryOperator(user) && is_read_to_be_changed(load, user);
}

static LLVMValueRef behind_casts(LLVMValueRef v)
{
	while (LLVMIsACastInst(v) && LLVMIsAInstruction(v))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* By when their values are there. */
static uint32_t add_ranges(struct operand_order *e, uint32_t user)
{
	LLVMValueRef in = e->in.at[user];

	e->range.n = 0;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(in); i++) {
		LLVMValueRef v = LLVMGetOperand(in, i);
		struct operand_range r = { .from = LLVMIsAInstruction(v) ? first_of(e, in, v) : UINT32_MAX };
		uint32_t k = e->range.n, last = r.from < user ? last_of(e, v, user) : 0;
		if (!last || (LLVMIsABinaryOperator(in) && is_read_to_be_changed(behind_casts(v), in)))
			continue;
		r.to = last - 1;
		(void)vec_add(e->a, &e->range);
		for (; k && e->range.at[k - 1].to > r.to; k--)
			e->range.at[k] = e->range.at[k - 1];
		e->range.at[k] = r;
	}
	return e->range.n;
}

/* How many events of a kind are before an instruction. */
static uint32_t count(const struct operand_order *e, uint32_t kind, uint32_t before)
{
	return e->sum.at[before * EVENTS + kind];
}

/* Between two operands: what was stored belongs to the first (x++), what was called to the second (a comma). */
static uint8_t events_of(const struct operand_order *e, const struct operand_range *r)
{
	uint8_t is = 0;

	for (uint32_t k = 0; k < EVENTS; k++) {
		uint32_t from = 1u << k & (IS_STORE | IS_MARKED_STORE) ? r->from : r->before;
		uint32_t to = 1u << k & (IS_STORE | IS_MARKED_STORE) ? r->behind : r->to + 1;
		is |= from < to && count(e, k, to) > count(e, k, from) ? (uint8_t)(1u << k) : 0;
	}
	return is;
}

static bool is_told(uint8_t is, uint8_t other)
{
	uint8_t marked = IS_MARKED_LOAD | IS_MARKED_STORE;

	return (is & IS_CALL && other) || (is & (IS_STORE | IS_MARKED_STORE) && other & IS_CALL) || (is & marked && other & marked);
}

/* All that is evaluated for an operand has these beside it. */
static void note_beside(struct operand_order *e, const struct operand_range *r, uint8_t other)
{
	for (uint32_t k = 0; k < EVENTS; k++)
		if (other >> k & 1) {
			e->beside.at[r->before * EVENTS + k]++;
			e->beside.at[r->behind * EVENTS + k]--;
		}
}

/* What stands beside each other, when all of it is known. */
static void judge_ranges(struct operand_order *e, struct operand_range *range, uint32_t n)
{
	uint32_t with[EVENTS] = { 0 };

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < EVENTS; k++)
			with[k] += range[i].is >> k & 1;
	for (uint32_t i = 0; n > 1 && i < n; i++) {
		uint8_t other = 0;
		for (uint32_t k = 0; k < EVENTS; k++)
			other |= with[k] > (range[i].is >> k & 1u) ? (uint8_t)(1u << k) : 0;
		if (range[i].before < range[i].behind && is_told(range[i].is, other))
			note_beside(e, &range[i], other);
	}
}

static void judge(struct operand_order *e, uint32_t user)
{
	uint32_t n = add_ranges(e, user);
	struct operand_range *range = e->range.at;

	for (uint32_t i = 0; n > 1 && i < n; i++) {
		range[i].before = i ? range[i - 1].to + 1 : range[i].from;
		range[i].behind = i + 1 == n ? user : range[i + 1].from > range[i].to ? range[i + 1].from : range[i].to + 1;
		range[i].is = events_of(e, &range[i]);
	}
	judge_ranges(e, range, n);
}

/* ---- operands whose values are dropped ---- */

/* The text that an instruction comes from; its token in it, 0: it is none of it. */
static struct token_text *text_of(struct operand_order *e, LLVMValueRef in, uint32_t *token)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(in);
	LLVMMetadataRef file = at ? LLVMDIScopeGetFile(LLVMDILocationGetScope(at)) : NULL;
	uint32_t *known = file ? map_at(e->a, e->file, (uintptr_t)file) : NULL;
	struct token_text *t;
	unsigned len = 0;

	*token = 0;
	if (!known)
		return NULL;
	if (!*known) {
		const char *text = LLVMDIFileGetSource(file, &len);
		*vec_add(e->a, e->text) = text_read(e->a, text ? text : "", len);
		*known = e->text->n;
	}
	t = e->text->at[*known - 1];
	*token = text_token(t, LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at));
	return t;
}

/* By the text, then by number. What has no place in it may be beside anything. */
static int by_piece(const void *a, const void *b)
{
	const struct operand_item *x = a, *y = b;

	if (x->piece != y->piece)
		return x->piece < y->piece ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* What an initialiser stores into its own variable nobody can tell. */
static bool is_own_initial(struct operand_order *e, LLVMValueRef in, const struct operand_item *item)
{
	LLVMValueRef object = LLVMIsAStoreInst(in) ? object_of(LLVMGetOperand(in, 1)) : NULL;
	uint32_t declared = object ? map_get(&e->declared, (uintptr_t)object) : 0;

	return declared && (e->place.at[declared] == location(in) || (item->token && text_is_initialiser(item->text, item->token)));
}

static bool add_items(struct operand_order *e)
{
	bool whole = true;

	e->item.n = 0;
	for (uint32_t i = 0; i < e->in.n; i++) {
		struct operand_item item = { .at = i };
		if (!e->is.at[i] || !(location(e->in.at[i]) >> 32))
			continue;
		item.text = text_of(e, e->in.at[i], &item.token);
		if (is_own_initial(e, e->in.at[i], &item))
			continue;
		item.piece = item.token ? item.text->at[item.token].piece : 0;
		whole &= item.token != 0 && (!e->item.n || item.text == e->item.at[0].text);
		*vec_add(e->a, &e->item) = item;
	}
	return whole;
}

/* Does only one side of a branch lead to `in`, which asks for what was done at `first`? */
static bool is_decided(struct operand_order *e, uint32_t first, LLVMValueRef in)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(in);

	for (uint32_t steps = 0; steps <= e->in.n; steps++) {
		LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
		LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
		uint32_t at = branch ? map_get(&e->at, (uintptr_t)branch) : 0;
		if (!at || LLVMGetNextUse(use) || at - 1 < first)
			return false;
		if (LLVMGetNumSuccessors(branch) > 1 && e->from.at[at - 1] <= first)
			return true;
		block = LLVMGetInstructionParent(branch);
	}
	return false;
}

/* A name that two things have as their place is a macro. */
static bool is_sequenced(struct operand_order *e, const struct operand_item *first, const struct operand_item *second)
{
	if (e->from.at[second->at] <= first->at)
		return true; /* it is made of it */
	if (!first->token || !second->token || first->text != second->text)
		return false;
	if (first->token != second->token)
		return text_is_sequenced(first->text, first->token, second->token);
	return !text_is_name(first->text, first->token) || is_decided(e, first->at, e->in.at[second->at]);
}

static void note_item(struct operand_order *e, const struct operand_item *item, uint8_t other)
{
	note_beside(e, &(struct operand_range){ .before = item->at, .behind = item->at + 1 }, other);
}

/* The calls and accesses of one piece of the text, which may be one expression. */
static void judge_items(struct operand_order *e, const struct operand_item *item, uint32_t n)
{
	enum { MOST_COMPARED = 256 }; /* of more, any two may be beside each other */

	for (uint32_t i = 0; n > MOST_COMPARED && i < n; i++)
		note_item(e, &item[i], IS_CALL | IS_MARKED_LOAD | IS_MARKED_STORE);
	for (uint32_t k = 1; n <= MOST_COMPARED && k < n; k++)
		for (uint32_t i = 0; i < k; i++) {
			uint8_t a = e->is.at[item[i].at], b = e->is.at[item[k].at];
			bool told = is_told(a, b) || is_told(b, a);
			if (!told || is_read_again(e, &item[k]) || is_sequenced(e, &item[i], &item[k]))
				continue;
			note_item(e, &item[i], b);
			note_item(e, &item[k], a);
		}
}

static void judge_text(struct operand_order *e)
{
	bool whole = add_items(e);

	for (uint32_t i = 0; !whole && i < e->item.n; i++)
		e->item.at[i].piece = 0;
	if (e->item.n)
		qsort(e->item.at, e->item.n, sizeof *e->item.at, by_piece);
	for (uint32_t i = 0, k; i < e->item.n; i = k) {
		for (k = i; k < e->item.n && e->item.at[k].piece == e->item.at[i].piece; k++)
			;
		judge_items(e, e->item.at + i, k - i);
	}
}

/* ---- initialisers ---- */

struct initial_store {
	uint64_t object, loc;
	uint32_t at;
};

/* A store, or a call that writes its record in place, into a local variable; clang gives all of one initialiser one place. */
static bool is_initial(struct operand_order *e, uint32_t n, struct initial_store *s)
{
	LLVMValueRef in = e->in.at[n], to = LLVMIsAStoreInst(in) ? LLVMGetOperand(in, 1) : NULL;
	unsigned sret = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
	bool places = LLVMIsACallInst(in) && LLVMGetNumArgOperands(in) && LLVMGetCallSiteEnumAttribute(in, 1, sret);

	if (places)
		to = LLVMGetOperand(in, 0);
	if (!to || !LLVMIsAAllocaInst(object_of(to)))
		return false;
	*s = (struct initial_store){ (uintptr_t)object_of(to), places ? 0 : location(in), n };
	return places || s->loc;
}

static int by_place(const void *a, const void *b)
{
	const struct initial_store *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->loc != y->loc)
		return x->loc < y->loc ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static void judge_initial(struct operand_order *e)
{
	VEC(struct initial_store) store = { 0 };
	struct initial_store s;

	for (uint32_t i = 0; i < e->in.n; i++)
		if (is_initial(e, i, &s))
			*vec_add(e->a, &store) = s;
	if (store.n)
		qsort(store.at, store.n, sizeof *store.at, by_place);
	for (uint32_t i = 0, k; i < store.n; i = k) {
		e->range.n = 0;
		for (k = i; k < store.n && store.at[k].object == store.at[i].object && store.at[k].loc == store.at[i].loc; k++) {
			struct operand_range r = { .from = e->from.at[store.at[k].at], .to = store.at[k].at };
			if (LLVMIsAStoreInst(e->in.at[r.to]) && r.to-- == r.from)
				continue; /* a value that was at hand; the store itself nobody can tell */
			if (e->range.n && e->range.at[e->range.n - 1].from == r.from)
				e->range.n--; /* parts of one record: it was evaluated once */
			r.before = r.from;
			r.behind = r.to + 1;
			r.is = events_of(e, &r);
			*vec_add(e->a, &e->range) = r;
		}
		judge_ranges(e, e->range.at, e->range.n);
	}
}

/* ---- a function ---- */

static void add_sums(struct operand_order *e)
{
	for (uint32_t i = 0; i <= e->in.n; i++)
		for (uint32_t k = 0; k < EVENTS; k++) {
			*vec_add(e->a, &e->sum) = i ? count(e, k, i - 1) + (e->is.at[i - 1] >> k & 1) : 0;
			*vec_add(e->a, &e->beside) = 0;
		}
}

static void mark(struct operand_order *e)
{
	LLVMContextRef context = LLVMGetModuleContext(e->module);
	LLVMValueRef node = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
	int32_t beside[EVENTS] = { 0 };

	for (uint32_t i = 0; i < e->in.n; i++) {
		uint8_t other = 0;
		for (uint32_t k = 0; k < EVENTS; k++) {
			beside[k] += e->beside.at[i * EVENTS + k];
			other |= beside[k] ? (uint8_t)(1u << k) : 0;
		}
		if (other && is_told(e->is.at[i], other))
			LLVMSetMetadata(e->in.at[i], e->kind, node);
	}
}

static void mark_function(struct operand_order e, LLVMValueRef fn)
{
	LLVMModuleRef module = e.module;

	e.kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), EITHER, strlen(EITHER));
	find_variables(&e, fn);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			number(&e, in);
	add_sums(&e);
	for (uint32_t i = 0; i < e.in.n; i++)
		if (!LLVMIsAPHINode(e.in.at[i]) && LLVMGetNumOperands(e.in.at[i]) > 1)
			judge(&e, i);
	judge_text(&e);
	judge_initial(&e);
	mark(&e);
}

void either_mark(struct arena *a, LLVMModuleRef module)
{
	struct map file = { 0 };
	struct texts text = { 0 };

	LLVMSetIsNewDbgInfoFormat(module, 0); /* names of variables stand between the instructions */
	for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn))
			mark_function((struct operand_order){ .a = a, .module = module, .file = &file, .text = &text }, fn);
}
