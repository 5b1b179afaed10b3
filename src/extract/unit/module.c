/* The module: symbols first, in the order of the module, so that ids do not depend on uses; then functions, in the same order. */
#include <string.h>

#include "extract/unit/build.h"

static const struct {
	uint8_t kind;
	uint16_t size;
} common_types[] = {
	[COMMON_VOID] = { TYPE_VOID, 0 }, [COMMON_I1] = { TYPE_INT, 1 },       [COMMON_I8] = { TYPE_INT, 8 },
	[COMMON_I16] = { TYPE_INT, 16 },  [COMMON_I32] = { TYPE_INT, 32 },     [COMMON_I64] = { TYPE_INT, 64 },
	[COMMON_PTR] = { TYPE_POINTER, 64 }, [COMMON_FLOAT] = { TYPE_FLOAT, 32 }, [COMMON_DOUBLE] = { TYPE_FLOAT, 64 },
};

static uint8_t linkage_of(LLVMValueRef v)
{
	switch (LLVMGetLinkage(v)) {
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
	case LLVMAppendingLinkage: /* llvm.used, llvm.global_ctors: each unit has its own */
		return LINK_STATIC;
	case LLVMCommonLinkage:
		return LINK_COMMON;
	case LLVMWeakAnyLinkage:
	case LLVMWeakODRLinkage:
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMExternalWeakLinkage:
		return LINK_WEAK;
	case LLVMAvailableExternallyLinkage:
		return LINK_INLINE;
	default:
		return LINK_EXTERN;
	}
}

static void debug_variable(struct extract_build *b, LLVMValueRef v, struct sym *s)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(v, &n);

	for (unsigned i = 0; i < n; i++) {
		LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, i), variable;
		if (LLVMGetMetadataKind(md) != LLVMDIGlobalVariableExpressionMetadataKind)
			continue;
		variable = LLVMDIGlobalVariableExpressionGetVariable(md);
		s->source = debug_name(b, variable, 1);
		s->line = LLVMDIVariableGetLine(variable);
		s->file = debug_file(b, LLVMDIVariableGetFile(variable));
		s->type = debug_global_type(b, variable);
		break;
	}
	LLVMDisposeValueMetadataEntries(all);
}

static void debug_function(struct extract_build *b, LLVMValueRef v, struct sym *s)
{
	LLVMMetadataRef sub = LLVMGetSubprogram(v);

	if (!sub)
		return;
	s->source = debug_name(b, sub, 2);
	s->line = LLVMDISubprogramGetLine(sub);
	s->file = debug_file(b, sub);
	s->type = debug_subprogram_type(b, sub);
}

static void variable_facts(struct extract_build *b, LLVMValueRef v, struct sym *s)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(v);

	s->kind = SYM_VARIABLE;
	if (LLVMIsThreadLocal(v))
		s->flags |= SYM_THREAD_LOCAL;
	if (LLVMIsGlobalConstant(v))
		s->flags |= SYM_CONSTANT;
	if (LLVMTypeIsSized(type))
		s->size = LLVMABISizeOfType(b->layout, type);
	debug_variable(b, v, s);
	if (!s->type.i)
		s->type = machine_type(b, type);
}

/* Without debug information a function's type is the machine's: registers in, register out. */
static struct type_id machine_function(struct extract_build *b, LLVMTypeRef type)
{
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *param = arena_array(b->scratch, n + 1, sizeof *param);
	struct type_id *id = arena_array(b->scratch, n + 1, sizeof *id);
	struct type t = { .kind = TYPE_FUNCTION, .flags = LLVMIsFunctionVarArg(type) ? TYPE_VARIABLE : 0, .nfields = n };
	uint32_t known = map_get(&b->type_of, (uintptr_t)type);

	if (known)
		return (struct type_id){ known };
	LLVMGetParamTypes(type, param);
	for (unsigned i = 0; i < n; i++)
		id[i] = machine_type(b, param[i]);
	t.base = machine_type(b, LLVMGetReturnType(type));
	t.field = b->p->field.n;
	for (unsigned i = 0; i < n; i++)
		*vec_add(b->out, &b->p->field) = (struct field){ .type = id[i] };
	map_put(b->scratch, &b->type_of, (uintptr_t)type, b->p->type.n);
	*vec_add(b->out, &b->p->type) = t;
	return (struct type_id){ b->p->type.n - 1 };
}

static void function_facts(struct extract_build *b, LLVMValueRef v, struct sym *s)
{
	s->kind = SYM_FUNCTION;
	if (LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, b->noreturn))
		s->flags |= SYM_NORETURN;
	if (LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, b->twice))
		s->flags |= SYM_TWICE;
	s->unchecked = LLVMGetEnumAttributeAtIndex(v, LLVMAttributeFunctionIndex, b->unchecked) != NULL;
	if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(v)))
		s->flags |= SYM_VARIADIC;
	debug_function(b, v, s);
	if (!s->type.i)
		s->type = machine_function(b, LLVMGlobalGetValueType(v));
}

static void alias_facts(struct extract_build *b, LLVMValueRef v, struct sym *s)
{
	LLVMValueRef to = LLVMIsAGlobalAlias(v) ? LLVMAliasGetAliasee(v) : LLVMGetGlobalIFuncResolver(v), global;

	s->kind = LLVMIsAGlobalAlias(v) ? SYM_ALIAS : SYM_IFUNC;
	if (konst_address(b, to, &global, &s->addend)) {
		s->target = build_sym(b, global);
		s->type = program_sym(b->p, s->target)->type;
	}
}

/* Made when first named; module_syms names all in order before any code is looked at. */
struct sym_id build_sym(struct extract_build *b, LLVMValueRef v)
{
	uint32_t known = map_get(&b->sym_of, (uintptr_t)v);
	struct sym s = { .unit = { 1 }, .linkage = linkage_of(v) };
	struct sym_id id;
	size_t len;
	const char *name = LLVMGetValueName2(v, &len), *section = LLVMGetSection(v);

	if (known)
		return (struct sym_id){ known };
	if (len && name[0] == 1) /* an asm label: the name as it is, no mangling */
		name++, len--;
	s.name.i = intern_bytes(&b->p->str, name, len);
	if (section)
		s.section.i = intern_string(&b->p->str, section);
	s.flags = (uint8_t)((LLVMIsDeclaration(v) ? 0 : SYM_DEFINED) |
			    (LLVMGetVisibility(v) == LLVMHiddenVisibility ? SYM_HIDDEN : 0) |
			    (LLVMGetLinkage(v) == LLVMPrivateLinkage || !len ? SYM_UNNAMED : 0));
	id.i = b->p->sym.n;
	map_put(b->scratch, &b->sym_of, (uintptr_t)v, id.i);
	*vec_add(b->out, &b->p->sym) = s; /* an alias may name one not yet made */
	if (LLVMIsAFunction(v))
		function_facts(b, v, &s);
	else if (LLVMIsAGlobalVariable(v))
		variable_facts(b, v, &s);
	else
		alias_facts(b, v, &s);
	if (!s.source.i)
		s.source = s.name;
	*program_sym(b->p, id) = s;
	return id;
}

static void module_syms(struct extract_build *b)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(b->module); v; v = LLVMGetNextGlobal(v))
		build_sym(b, v);
	for (LLVMValueRef v = LLVMGetFirstFunction(b->module); v; v = LLVMGetNextFunction(v))
		if (!LLVMGetIntrinsicID(v))
			build_sym(b, v);
	for (LLVMValueRef v = LLVMGetFirstGlobalAlias(b->module); v; v = LLVMGetNextGlobalAlias(v))
		build_sym(b, v);
	for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(b->module); v; v = LLVMGetNextGlobalIFunc(v))
		build_sym(b, v);
	debug_finish(b);
	for (LLVMValueRef v = LLVMGetFirstGlobal(b->module); v; v = LLVMGetNextGlobal(v))
		if (!LLVMIsDeclaration(v))
			konst_initializer(b, v, build_sym(b, v));
}

static void module_functions(struct extract_build *b)
{
	const char *code, *places;

	for (LLVMValueRef v = LLVMGetFirstFunction(b->module); v; v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v))
			function_translate(b, v, build_sym(b, v));
	code = (const char *)b->code.out.at;
	places = (const char *)b->places.out.at;
	for (uint32_t i = 1; i < b->p->fn.n; i++) {
		b->p->fn.at[i].code.at = (uintptr_t)code;
		code += b->p->fn.at[i].code.len;
		b->p->fn.at[i].places.at = (uintptr_t)places;
		places += b->p->fn.at[i].places.len;
	}
}

static unsigned attribute(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void build_init(struct extract_build *b)
{
	for (uint32_t i = 1; i < sizeof common_types / sizeof *common_types; i++)
		*vec_add(b->out, &b->p->type) = (struct type){ .kind = common_types[i].kind, .size = common_types[i].size };
	b->p->type.at[COMMON_PTR].size = LLVMPointerSize(b->layout) * 8;
	b->sized = 1;
	intern_init(&b->konst_key, b->out);
	b->annotation_kind = LLVMGetMDKindIDInContext(b->context, "annotation", strlen("annotation"));
	b->either_kind = LLVMGetMDKindIDInContext(b->context, EITHER, strlen(EITHER));
	b->byval = attribute("byval");
	b->sret = attribute("sret");
	b->noreturn = attribute("noreturn");
	b->twice = attribute("returns_twice");
	b->unchecked = attribute(FACT_STANDS_FOR_UNCHECKED);
}

static void name_unit(struct extract_build *b, const char *file)
{
	struct unit *u = &b->p->unit.at[1];
	size_t len;
	const char *text = LLVMGetModuleInlineAsm(b->module, &len);

	u->pointer_bytes = LLVMPointerSize(b->layout);
	u->file.i = intern_string(&b->p->str, file);
	u->dir.i = intern_string(&b->p->str, b->dir);
	u->module_asm.i = intern_bytes(&b->p->str, text, len);
}

bool module_translate(struct arena *out, LLVMModuleRef module, const char *file, const char *dir, struct program *p,
		      struct trouble *t)
{
	struct arena scratch;
	struct extract_build b = {
		.p = p, .out = out, .scratch = &scratch, .module = module, .dir = dir, .code.arena = out, .places.arena = out
	};
	struct unit unit = { 0 };

	arena_init(&scratch, "translate");
	b.context = LLVMGetModuleContext(module);
	b.layout = LLVMGetModuleDataLayout(module);
	if (LLVMByteOrder(b.layout) != LLVMLittleEndian) {
		arena_release(&scratch);
		return trouble(t, "%s: big-endian targets are not supported", file);
	}
	build_init(&b);
	*vec_add(out, &p->unit) = unit;
	numbering_run(&b);
	name_unit(&b, file);
	module_syms(&b);
	module_functions(&b);
	debug_finish(&b);
	arena_release(&scratch);
	return true;
}
