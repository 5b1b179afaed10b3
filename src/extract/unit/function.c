/* Functions: what is known of their values, names and places, and the order in which all is translated. The instructions
 * themselves are in instruction.c.
 *
 * Operands may name instructions that come later (phis, and blocks that are not in dominance order); those are patched when the
 * function is complete. Debug records give values their names: a value that is the variable `err` is called err. */
#include <string.h>

#include "extract/unit/build.h"

/* ---- values ---- */

void function_set(struct function *f, LLVMValueRef v, struct ref r, struct type_id pointee)
{
	*vec_add(f->b->scratch, &f->value) = (struct extract_value){ r, pointee };
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

/* ---- places ---- */

static struct loc read_loc(struct extract_build *b, LLVMMetadataRef di)
{
	return (struct loc){ .file = debug_file(b, LLVMDILocationGetScope(di)),
		             .line = LLVMDILocationGetLine(di),
		             .column = LLVMDILocationGetColumn(di) };
}

/* The function a location is in: up the lexical scopes. */
static struct str_id scope_function(struct extract_build *b, LLVMMetadataRef scope)
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

struct str_id function_name(struct function *f, LLVMValueRef v)
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
				name_value(f, described_value(in), LLVMValueAsMetadata(LLVMGetOperand(in, 1)),
					   LLVMIsADbgDeclareInst(in) != NULL);
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
	if (q->by_value || q->result ||
	    program_type(p, type_strip(p, id))->size == LLVMSizeOfTypeInBits(f->b->layout, LLVMTypeOf(v)))
		return id;
	return machine_type(f->b, LLVMTypeOf(v));
}

static void add_params(struct function *f, struct type_id type)
{
	unsigned n = LLVMCountParams(f->fn);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetParam(f->fn, i);
		struct param q = { .name = function_name(f, v) };
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
		pointee = q.by_value || q.result ? q.type : address_loaded(f, q.type);
		*vec_add(f->b->scratch, &f->body->param) = q;
		function_set(f, v, ref_make(REF_VALUE, i + 1), pointee);
	}
}

static void patch(struct function *f)
{
	for (uint32_t i = 0; i < f->fixup.n; i++) {
		struct ref r = function_ref(f, f->fixup.at[i].value);
		CHECK(ref_kind(r) != REF_NONE, "an operand was never translated: %s",
		      LLVMPrintValueToString(f->fixup.at[i].value));
		f->body->arg.at[f->fixup.at[i].arg] = r;
	}
}

static void translate_blocks(struct function *f)
{
	struct body *body = f->body;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		uint32_t first = body->inst.n;
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			instruction_translate(f, in);
		*vec_add(f->b->scratch, &body->block) = (struct block){ first, body->inst.n - first };
	}
}

/* Debug records may name a value that is an alias of another (a skipped getelementptr): names were taken by value, so nothing
 * is lost. The packed code stays in the arena; the body is dropped with the scratch arena of the function. */
void function_translate(struct extract_build *b, LLVMValueRef fn, struct sym_id sym)
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
	debug_finish(b);
	row.key = body_key(b->p, &body, &row);
	row.ninsts = body.inst.n;
	row.nblocks = body.block.n;
	body_write(&b->code, &b->places, b->p, &body);
	row.code.len = b->code.out.n - start; /* the addresses when all are known: the buffers may still move */
	row.places.len = b->places.out.n - first_place;
	program_sym(b->p, sym)->fn = body.fn;
	*vec_add(b->out, &b->p->fn) = row;
}
