/* Debug information into types.
 *
 * Types refer to each other in cycles, and chains of them can be long, so nothing here recurses: a node gets its id and an
 * empty row at once and is filled in later from a work list. Of a record that is only pointed to, the name is kept and the
 * fields are not, unless some instruction looks inside it: in a kernel unit that is the difference between a few hundred
 * types and ten thousand.
 *
 * LLVM's C API has no accessors for most of these nodes. The operand positions below are those of LLVM 19 (a unit test
 * pins them); signedness is read off the name of a basic type, which C fixes. */
#include <string.h>

#include "extract/unit/build.h"

enum { /* operands */
	TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4, TYPE_ANNOTATIONS = 5,
	SUBROUTINE_TYPES = 3,
	SUBPROGRAM_TYPE = 4,
	VARIABLE_TYPE = 3, GLOBAL_ANNOTATIONS = 8
};

enum { /* DWARF tags */
       TAG_array = 0x01,
       TAG_enumeration = 0x04,
       TAG_member = 0x0d,
       TAG_pointer = 0x0f,
       TAG_structure = 0x13,
       TAG_subroutine = 0x15,
       TAG_typedef = 0x16,
       TAG_union = 0x17,
       TAG_subrange = 0x21,
       TAG_basic = 0x24,
       TAG_const = 0x26,
       TAG_volatile = 0x35,
       TAG_restrict = 0x37,
       TAG_unspecified = 0x3b,
       TAG_atomic = 0x47
};

static LLVMValueRef as_value(struct extract_build *b, LLVMMetadataRef md)
{
	return LLVMMetadataAsValue(b->context, md);
}

static LLVMValueRef raw_operand(struct extract_build *b, LLVMMetadataRef md, unsigned i)
{
	LLVMValueRef v = as_value(b, md), ops[64];
	unsigned n = LLVMGetMDNodeNumOperands(v);

	if (i >= n || n > 64)
		return NULL;
	LLVMGetMDNodeOperands(v, ops);
	return ops[i];
}

static LLVMMetadataRef to_node(LLVMValueRef v)
{
	return v && LLVMIsAMDNode(v) ? LLVMValueAsMetadata(v) : NULL;
}

LLVMMetadataRef debug_operand(struct extract_build *b, LLVMMetadataRef md, unsigned i)
{
	return to_node(raw_operand(b, md, i));
}

struct str_id debug_name(struct extract_build *b, LLVMMetadataRef md, unsigned operand)
{
	LLVMValueRef v = raw_operand(b, md, operand);
	unsigned len = 0;
	const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &len) : NULL;

	return (struct str_id){ s ? intern_bytes(&b->p->str, s, len) : 0 };
}

struct str_id debug_file(struct extract_build *b, LLVMMetadataRef scope)
{
	uint32_t *known = map_at(b->scratch, &b->file_of, (uintptr_t)scope);
	LLVMMetadataRef file;
	unsigned nlen, dlen;
	const char *name, *dir;

	if (*known)
		return (struct str_id){ *known - 1 };
	file = LLVMGetMetadataKind(scope) == LLVMDIFileMetadataKind ? scope : LLVMDIScopeGetFile(scope);
	if (!file) {
		*known = 1;
		return (struct str_id){ 0 };
	}
	name = LLVMDIFileGetFilename(file, &nlen);
	dir = LLVMDIFileGetDirectory(file, &dlen);
	name = arena_copy(b->scratch, name ? name : "", nlen);
	dir = arena_copy(b->scratch, dir ? dir : "", dlen);
	*known = intern_string(&b->p->str, path_join(b->scratch, dir[0] ? dir : b->dir, name)) + 1;
	return (struct str_id){ *known - 1 };
}

/* ---- rows ---- */

static struct type_id new_row(struct extract_build *b, LLVMMetadataRef node)
{
	struct type_id id = { b->p->type.n };

	(void)vec_add(b->out, &b->p->type);
	while (b->source.n < b->p->type.n)
		(void)vec_add(b->scratch, &b->source);
	b->source.at[id.i].node = node;
	return id;
}

static void queue(struct extract_build *b, struct type_id id)
{
	*vec_add(b->scratch, &b->pending) = id.i;
}

struct type_id debug_type(struct extract_build *b, LLVMMetadataRef node, bool body)
{
	struct type_id id;
	uint32_t known;

	if (!node)
		return (struct type_id){ COMMON_VOID };
	known = map_get(&b->debug_of, (uintptr_t)node);
	id = known ? (struct type_id){ known } : new_row(b, node);
	if (!known) {
		map_put(b->scratch, &b->debug_of, (uintptr_t)node, id.i);
		b->source.at[id.i].body = body;
		queue(b, id);
	} else if (body) {
		debug_need_body(b, id);
	}
	return id;
}

void debug_need_body(struct extract_build *b, struct type_id id)
{
	struct type_source *s = id.i < b->source.n ? &b->source.at[id.i] : NULL;

	if (!s || !s->node || s->body)
		return;
	s->body = true;
	s->filled = false;
	queue(b, id);
}

static bool has_word(const char *name, const char *word)
{
	const char *at = strstr(name, word);

	return at && (at == name || at[-1] == ' ') && (at[strlen(word)] == 0 || at[strlen(word)] == ' ');
}

static void fill_basic(struct extract_build *b, struct type *t)
{
	const char *name = program_str(b->p, t->name);

	if (strstr(name, "complex") || strstr(name, "_Complex"))
		t->kind = TYPE_COMPLEX;
	else if (has_word(name, "float") || has_word(name, "double") || strstr(name, "float128") || !strncmp(name, "_Float", 6) ||
	         strstr(name, "bf16") || !strcmp(name, "half"))
		t->kind = TYPE_FLOAT;
	else
		t->kind = TYPE_INT;
	if (t->kind == TYPE_INT && !has_word(name, "unsigned") && !has_word(name, "_Bool") && !has_word(name, "bool") &&
	    strncmp(name, "char", 4) != 0 && strncmp(name, "unsigned", 8) != 0)
		t->flags |= TYPE_SIGNED;
	if (!strcmp(name, "char"))
		t->flags |= TYPE_SIGNED; /* on every target we are asked about today but ARM's, where nothing depends on it */
}

/* One array node may have several dimensions: int a[2][3] is { 2, 3 }. Inner ones get rows of their own. */
static void fill_array(struct extract_build *b, struct type_id id, LLVMMetadataRef node, bool body)
{
	LLVMMetadataRef dims = debug_operand(b, node, TYPE_ELEMENTS);
	struct type_id base = debug_type(b, debug_operand(b, node, TYPE_BASE), body);
	LLVMValueRef list = dims ? as_value(b, dims) : NULL;
	unsigned n = list ? LLVMGetMDNodeNumOperands(list) : 0;
	LLVMValueRef *ops = arena_array(b->scratch, n + 1, sizeof *ops);
	uint64_t size = LLVMDITypeGetSizeInBits(node);
	bool vector = LLVMDITypeGetFlags(node) & LLVMDIFlagVector;

	if (n)
		LLVMGetMDNodeOperands(list, ops);
	for (unsigned i = n; i-- > 0;) {
		LLVMValueRef count = raw_operand(b, to_node(ops[i]), 0);
		struct type_id row = i ? new_row(b, NULL) : id;
		struct type *t = program_type(b->p, row);
		t->kind = vector ? TYPE_VECTOR : TYPE_ARRAY;
		t->base = base;
		if (count && LLVMIsAConstantInt(count) && LLVMConstIntGetSExtValue(count) >= 0)
			t->count = LLVMConstIntGetZExtValue(count);
		else
			t->flags |= TYPE_VARIABLE;
		b->source.at[row.i].filled = true;
		base = row;
	}
	program_type(b->p, id)->kind = vector ? TYPE_VECTOR : TYPE_ARRAY;
	program_type(b->p, id)->size = size;
	program_type(b->p, id)->base = n ? program_type(b->p, id)->base : base;
}

static bool is_about_memory(const char *text)
{
	static const char *const words[] = {
#define FACT_ABOUT_FUNCTION(spelling, word, shared)
#define FACT_ABOUT_MEMORY(spelling) #spelling " ",
#include "extract/facts.def"
#undef FACT_ABOUT_FUNCTION
#undef FACT_ABOUT_MEMORY
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strncmp(text, words[i], strlen(words[i])))
			return true;
	return false;
}

/* "guarded_by &lock", "acquired_after a" of a variable or a member: a tag on its type. `at`: where its annotations are. */
static struct type_id guarded(struct extract_build *b, LLVMMetadataRef node, unsigned at, struct type_id base)
{
	LLVMMetadataRef notes = debug_operand(b, node, at);
	LLVMValueRef list = notes ? as_value(b, notes) : NULL, *ops;
	unsigned n = list ? LLVMGetMDNodeNumOperands(list) : 0;

	if (!n)
		return base;
	ops = arena_array(b->scratch, n, sizeof *ops);
	LLVMGetMDNodeOperands(list, ops);
	for (unsigned i = 0; i < n; i++) {
		struct str_id text = to_node(ops[i]) ? debug_name(b, to_node(ops[i]), 1) : (struct str_id){ 0 };
		struct type_id id;
		if (!text.i || !is_about_memory(program_str(b->p, text)))
			continue;
		id = new_row(b, NULL);
		b->p->type.at[id.i] = (struct type){ .kind = TYPE_TAG, .name = text, .base = base };
		base = id;
	}
	return base;
}

static void add_field(struct extract_build *b, struct type_id id, LLVMMetadataRef member)
{
	struct field f = { 0 };

	if (LLVMGetDINodeTag(member) != TAG_member)
		return;
	f.name = debug_name(b, member, TYPE_NAME);
	f.type = guarded(b, member, TYPE_ANNOTATIONS, debug_type(b, debug_operand(b, member, TYPE_BASE), true));
	f.offset = LLVMDITypeGetOffsetInBits(member);
	if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
		f.width = (uint32_t)LLVMDITypeGetSizeInBits(member);
	*vec_add(b->out, &b->p->field) = f;
	program_type(b->p, id)->nfields++;
}

static void fill_record(struct extract_build *b, struct type_id id, LLVMMetadataRef node)
{
	LLVMMetadataRef elements = debug_operand(b, node, TYPE_ELEMENTS);
	LLVMValueRef list = elements ? as_value(b, elements) : NULL;
	unsigned n = list ? LLVMGetMDNodeNumOperands(list) : 0;
	LLVMValueRef *ops;

	if (LLVMDITypeGetFlags(node) & LLVMDIFlagFwdDecl || !b->source.at[id.i].body) {
		program_type(b->p, id)->flags |= TYPE_DECLARED;
		return;
	}
	program_type(b->p, id)->flags &= (uint8_t)~TYPE_DECLARED;
	ops = arena_array(b->scratch, n + 1, sizeof *ops);
	if (n)
		LLVMGetMDNodeOperands(list, ops);
	program_type(b->p, id)->field = b->p->field.n;
	program_type(b->p, id)->nfields = 0;
	for (unsigned i = 0; i < n; i++)
		if (to_node(ops[i]))
			add_field(b, id, to_node(ops[i]));
}

static void fill_function(struct extract_build *b, struct type_id id, LLVMMetadataRef node)
{
	LLVMMetadataRef types = debug_operand(b, node, SUBROUTINE_TYPES);
	LLVMValueRef list = types ? as_value(b, types) : NULL;
	unsigned n = list ? LLVMGetMDNodeNumOperands(list) : 0;
	LLVMValueRef *ops = arena_array(b->scratch, n + 1, sizeof *ops);

	struct type_id result;

	program_type(b->p, id)->kind = TYPE_FUNCTION;
	if (!n)
		return;
	LLVMGetMDNodeOperands(list, ops);
	result = debug_type(b, to_node(ops[0]), false);
	program_type(b->p, id)->base = result;
	program_type(b->p, id)->field = b->p->field.n;
	for (unsigned i = 1; i < n; i++) {
		LLVMMetadataRef param = to_node(ops[i]);
		if (!param || LLVMGetDINodeTag(param) == TAG_unspecified) {
			program_type(b->p, id)->flags |= TYPE_VARIABLE;
			continue;
		}
		result = debug_type(b, param, false);
		*vec_add(b->out, &b->p->field) = (struct field){ .type = result };
		program_type(b->p, id)->nfields++;
	}
}

/* btf_type_tag on what a pointer points to: const char __user *p. */
static struct type_id tagged(struct extract_build *b, LLVMMetadataRef pointer, struct type_id base)
{
	LLVMMetadataRef notes = debug_operand(b, pointer, TYPE_ANNOTATIONS), note;
	struct str_id tag;
	struct type_id id;

	note = notes ? debug_operand(b, notes, 0) : NULL;
	if (!note || strcmp(program_str(b->p, debug_name(b, note, 0)), "btf_type_tag") != 0)
		return base;
	tag = debug_name(b, note, 1);
	id = new_row(b, NULL);
	b->p->type.at[id.i] = (struct type){ .kind = TYPE_TAG, .name = tag, .base = base };
	return id;
}

static void fill_derived(struct extract_build *b, struct type_id id, LLVMMetadataRef node, unsigned tag, bool body)
{
	struct type_id base = debug_type(b, debug_operand(b, node, TYPE_BASE), body && tag != TAG_pointer);

	if (tag == TAG_pointer)
		base = tagged(b, node, base);
	program_type(b->p, id)->base = base;
	program_type(b->p, id)->kind = tag == TAG_pointer    ? TYPE_POINTER
	                               : tag == TAG_typedef  ? TYPE_TYPEDEF
	                               : tag == TAG_const    ? TYPE_CONST
	                               : tag == TAG_volatile ? TYPE_VOLATILE
	                               : tag == TAG_restrict ? TYPE_RESTRICT
	                                                     : TYPE_ATOMIC;
}

static void fill_place(struct extract_build *b, struct type_id id, LLVMMetadataRef node)
{
	LLVMMetadataRef file = LLVMDIScopeGetFile(node);

	program_type(b->p, id)->line = LLVMDITypeGetLine(node);
	if (program_type(b->p, id)->line && file)
		program_type(b->p, id)->file = debug_file(b, file);
}

static void fill(struct extract_build *b, struct type_id id)
{
	LLVMMetadataRef node = b->source.at[id.i].node;
	bool body = b->source.at[id.i].body, again = program_type(b->p, id)->kind != 0;
	unsigned tag = LLVMGetDINodeTag(node);
	struct type *t = program_type(b->p, id); /* good until debug_type makes a row */
	struct type_id base;

	if (tag == TAG_subroutine) {
		if (!again)
			fill_function(b, id, node);
		return;
	}
	if (!again) { /* a wrapper's size has been passed up to it since */
		t->size = LLVMDITypeGetSizeInBits(node);
		t->name = debug_name(b, node, TYPE_NAME);
	}
	switch (tag) {
	case TAG_basic:
		fill_basic(b, t);
		break;
	case TAG_structure:
	case TAG_union:
		t->kind = tag == TAG_union ? TYPE_UNION : TYPE_STRUCT;
		fill_place(b, id, node);
		fill_record(b, id, node);
		break;
	case TAG_enumeration:
		t->kind = TYPE_ENUM;
		base = debug_type(b, debug_operand(b, node, TYPE_BASE), false);
		program_type(b->p, id)->base = base;
		fill_place(b, id, node);
		break;
	case TAG_array:
		if (again)
			debug_need_body(b, t->base);
		else
			fill_array(b, id, node, body);
		break;
	case TAG_pointer:
	case TAG_typedef:
	case TAG_const:
	case TAG_volatile:
	case TAG_restrict:
	case TAG_atomic:
		fill_derived(b, id, node, tag, body);
		if (tag == TAG_typedef)
			fill_place(b, id, node);
		break;
	default:
		t->kind = TYPE_OTHER;
	}
}

/* typedef, const and the like have the size of what they stand for, which was filled in after them. Of an array with several
 * dimensions the inner ones have rows of their own, the innermost first. Only rows made since the last time. */
static void size_of_wrappers(struct extract_build *b)
{
	for (uint32_t i = b->sized; i < b->p->type.n; i++) {
		struct type_id base = type_strip(b->p, (struct type_id){ i });
		if (base.i != i)
			b->p->type.at[i].size = program_type(b->p, base)->size;
	}
	for (uint32_t i = b->sized; i < b->p->type.n; i++) {
		struct type *t = &b->p->type.at[i];
		if ((t->kind == TYPE_ARRAY || t->kind == TYPE_VECTOR) && !t->size && !(t->flags & TYPE_VARIABLE))
			t->size = t->count * program_type(b->p, type_strip(b->p, t->base))->size;
	}
	b->sized = b->p->type.n;
}

void debug_finish(struct extract_build *b)
{
	bool any = b->pending.n;

	while (b->pending.n) {
		struct type_id id = { b->pending.at[--b->pending.n] };
		if (b->source.at[id.i].filled)
			continue;
		b->source.at[id.i].filled = true;
		fill(b, id);
	}
	if (any)
		size_of_wrappers(b);
}

struct type_id debug_variable_type(struct extract_build *b, LLVMMetadataRef variable)
{
	return debug_type(b, debug_operand(b, variable, VARIABLE_TYPE), true);
}

struct type_id debug_global_type(struct extract_build *b, LLVMMetadataRef variable)
{
	return guarded(b, variable, GLOBAL_ANNOTATIONS, debug_variable_type(b, variable));
}

struct type_id debug_subprogram_type(struct extract_build *b, LLVMMetadataRef subprogram)
{
	LLVMMetadataRef type = debug_operand(b, subprogram, SUBPROGRAM_TYPE);

	return type ? debug_type(b, type, false) : (struct type_id){ 0 };
}

/* ---- records by the name LLVM gives them ---- */

static void note_name(struct extract_build *b, struct str_id name, LLVMMetadataRef record)
{
	struct type_id type = debug_type(b, record, false);
	uint32_t *head;

	if (!b->record.n)
		(void)vec_add(b->scratch, &b->record);
	head = map_at(b->scratch, &b->record_of, name.i);
	*vec_add(b->scratch, &b->record) = (struct record_name){ type, *head };
	*head = b->record.n - 1;
}

/* A typedef gives its name to a nameless struct: typedef struct { ... } conn_t is %struct.conn_t. */
static void note_record(struct extract_build *b, LLVMMetadataRef node, unsigned tag)
{
	struct str_id name = debug_name(b, node, TYPE_NAME);

	if (tag == TAG_typedef) {
		node = debug_operand(b, node, TYPE_BASE);
		tag = node ? LLVMGetDINodeTag(node) : 0;
		if ((tag != TAG_structure && tag != TAG_union) || debug_name(b, node, TYPE_NAME).i)
			return;
	}
	if (name.i && !(LLVMDITypeGetFlags(node) & LLVMDIFlagFwdDecl))
		note_name(b, name, node);
}

struct extract_walk {
	struct map seen;
	VEC(LLVMMetadataRef) stack;
};

static void visit(struct extract_build *b, struct extract_walk *w, LLVMMetadataRef md)
{
	uint32_t *seen;

	if (!md)
		return;
	seen = map_at(b->scratch, &w->seen, (uintptr_t)md);
	if (!*seen) {
		*seen = 1;
		*vec_add(b->scratch, &w->stack) = md;
	}
}

static void visit_operands(struct extract_build *b, struct extract_walk *w, LLVMMetadataRef md)
{
	LLVMValueRef v = as_value(b, md);
	unsigned n = LLVMGetMDNodeNumOperands(v);
	LLVMValueRef *ops = arena_array(b->scratch, n + 1, sizeof *ops);

	LLVMGetMDNodeOperands(v, ops);
	for (unsigned i = 0; i < n; i++)
		visit(b, w, to_node(ops[i]));
}

static void visit_function(struct extract_build *b, struct extract_walk *w, LLVMValueRef fn)
{
	visit(b, w, LLVMGetSubprogram(fn));
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef in = LLVMGetFirstInstruction(bb); in; in = LLVMGetNextInstruction(in))
			if (LLVMIsADbgVariableIntrinsic(in))
				visit(b, w, LLVMValueAsMetadata(LLVMGetOperand(in, 1)));
}

static void visit_globals(struct extract_build *b, struct extract_walk *w)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(b->module); g; g = LLVMGetNextGlobal(g)) {
		size_t n;
		LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
		for (unsigned i = 0; i < n; i++)
			visit(b, w, LLVMValueMetadataEntriesGetMetadata(all, i));
		LLVMDisposeValueMetadataEntries(all);
	}
}

static void find_records(struct extract_build *b)
{
	struct extract_walk w = { 0 };

	for (LLVMValueRef f = LLVMGetFirstFunction(b->module); f; f = LLVMGetNextFunction(f))
		visit_function(b, &w, f);
	visit_globals(b, &w);
	while (w.stack.n) {
		LLVMMetadataRef md = w.stack.at[--w.stack.n];
		unsigned tag = LLVMGetDINodeTag(md);
		if (tag == TAG_structure || tag == TAG_union || tag == TAG_typedef)
			note_record(b, md, tag);
		visit_operands(b, &w, md);
	}
	debug_finish(b);
	b->names_known = true;
}

struct type_id debug_record(struct extract_build *b, const char *llvm_name, uint64_t bits)
{
	const char *name = strchr(llvm_name, '.');
	size_t len;
	uint32_t at;

	if (!name)
		return (struct type_id){ 0 };
	if (!b->names_known)
		find_records(b);
	name++;
	len = strlen(name);
	for (int try = 0; try < 2; try++) {
		at = map_get(&b->record_of, intern_find(&b->p->str, name, len));
		for (; at; at = b->record.at[at].next)
			if (program_type(b->p, b->record.at[at].type)->size == bits) {
				debug_need_body(b, b->record.at[at].type);
				debug_finish(b);
				return b->record.at[at].type;
			}
		while (len && name[len - 1] >= '0' && name[len - 1] <= '9') /* %struct.conn.7 */
			len--;
		if (len < 2 || name[len - 1] != '.')
			break;
		len--;
	}
	return (struct type_id){ 0 };
}

/* ---- machine types ---- */

static uint64_t bits_of(struct extract_build *b, LLVMTypeRef t)
{
	return LLVMTypeIsSized(t) ? LLVMSizeOfTypeInBits(b->layout, t) : 0;
}

static void fill_machine_struct(struct extract_build *b, struct type_id id, LLVMTypeRef t)
{
	unsigned n = LLVMCountStructElementTypes(t);
	struct type_id *member = arena_array(b->scratch, n + 1, sizeof *member);

	for (unsigned i = 0; i < n; i++)
		member[i] = machine_type(b, LLVMStructGetTypeAtIndex(t, i));
	program_type(b->p, id)->field = b->p->field.n;
	program_type(b->p, id)->nfields = n;
	for (unsigned i = 0; i < n; i++)
		*vec_add(b->out, &b->p->field) =
		        (struct field){ .type = member[i], .offset = LLVMOffsetOfElement(b->layout, t, i) * 8 };
}

static struct type_id common(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMVoidTypeKind:
		return (struct type_id){ COMMON_VOID };
	case LLVMPointerTypeKind:
		return (struct type_id){ LLVMGetPointerAddressSpace(t) ? 0 : COMMON_PTR };
	case LLVMFloatTypeKind:
		return (struct type_id){ COMMON_FLOAT };
	case LLVMDoubleTypeKind:
		return (struct type_id){ COMMON_DOUBLE };
	case LLVMIntegerTypeKind:
		switch (LLVMGetIntTypeWidth(t)) {
		case 1:
			return (struct type_id){ COMMON_I1 };
		case 8:
			return (struct type_id){ COMMON_I8 };
		case 16:
			return (struct type_id){ COMMON_I16 };
		case 32:
			return (struct type_id){ COMMON_I32 };
		case 64:
			return (struct type_id){ COMMON_I64 };
		default:
			return (struct type_id){ 0 };
		}
	default:
		return (struct type_id){ 0 };
	}
}

static void fill_machine(struct extract_build *b, struct type_id id, LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	struct type_id base = { 0 };

	if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
		base = machine_type(b, LLVMGetElementType(t));
	program_type(b->p, id)->size = bits_of(b, t);
	program_type(b->p, id)->base = base;
	switch (kind) {
	case LLVMIntegerTypeKind:
		program_type(b->p, id)->kind = TYPE_INT;
		break;
	case LLVMPointerTypeKind:
		program_type(b->p, id)->kind = TYPE_POINTER;
		break;
	case LLVMArrayTypeKind:
		program_type(b->p, id)->kind = TYPE_ARRAY;
		program_type(b->p, id)->count = LLVMGetArrayLength2(t);
		break;
	case LLVMVectorTypeKind:
		program_type(b->p, id)->kind = TYPE_VECTOR;
		program_type(b->p, id)->count = LLVMGetVectorSize(t);
		break;
	case LLVMStructTypeKind:
		program_type(b->p, id)->kind = TYPE_STRUCT;
		fill_machine_struct(b, id, t);
		break;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
		program_type(b->p, id)->kind = TYPE_FLOAT;
		break;
	default:
		program_type(b->p, id)->kind = TYPE_OTHER;
	}
}

struct type_id machine_type(struct extract_build *b, LLVMTypeRef t)
{
	struct type_id id = common(t);
	uint32_t known;

	if (id.i)
		return id;
	known = map_get(&b->type_of, (uintptr_t)t);
	if (known)
		return (struct type_id){ known };
	if (LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMGetStructName(t))
		id = debug_record(b, LLVMGetStructName(t), bits_of(b, t));
	if (!id.i) {
		id = new_row(b, NULL);
		fill_machine(b, id, t);
	}
	map_put(b->scratch, &b->type_of, (uintptr_t)t, id.i);
	return id;
}
