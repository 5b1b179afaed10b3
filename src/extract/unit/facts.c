/* What annotations of Clang's Thread Safety Analysis say of functions is written out in the module, so that no phase has to know
 * them. clang keeps no such attribute in bitcode: the worker has them compiled as tags of debug information, "WORD EXPRESSION"
 * (facts.def), and each tag is read here. What guards a variable or a member stays a tag of its type (debug.c).
 *
 *     void f(struct pool *p) REQUIRES(p->lock) { ... }    f begins with snag_requires(&p->lock), which asserts that it is held;
 *                                                         if others can call f, "f.annotated" is what they call: it gets
 *                                                         the lock, calls f and gives it back
 *     void lock_pool(struct pool *p) ACQUIRE(p->lock);    a body, unless the models know the function or another unit has one
 *
 * Expressions are a parameter or a variable and members from there. Misses, each counted (gap_annotations): elements of arrays,
 * calls, capabilities that are negated, parameters that are records; of functions without a body, whose parameters have no names
 * in debug information, those in which two parameters could be meant. */
#include <fnmatch.h>
#include <string.h>

#include "base/limit.h"
#include "extract/unit/build.h"

enum { /* operands */
       NODE_NAME = 2, NODE_BASE = 3, NODE_ELEMENTS = 4,
       SUBPROGRAM_TYPES = 4, SUBPROGRAM_RETAINED = 7, SUBPROGRAM_ANNOTATIONS = 11,
       TYPES_LIST = 3,
       VARIABLE_NAME = 1, GLOBAL_TYPE = 3, EXPRESSION_VARIABLE = 0
};

enum { TAG_member_of = 0x0d, TAG_pointer_to = 0x0f, TAG_structure_of = 0x13, TAG_typedef_of = 0x16, TAG_union_of = 0x17 };
enum { OPERANDS_OF_NODE = 32 }; /* no node but a list has as many */

enum fact_word { FACT_REQUIRES, FACT_ACQUIRES, FACT_RELEASES, FACT_TRIES, FACT_NOTHING };

static const struct fact_spelling {
	const char *spelling;
	uint8_t word;
	bool shared;
} spellings[] = {
#define FACT_ABOUT_FUNCTION(spelling, word, shared) { #spelling, word, shared },
#define FACT_ABOUT_MEMORY(spelling)
#include "extract/facts.def"
#undef FACT_ABOUT_FUNCTION
#undef FACT_ABOUT_MEMORY
};

/* Locks whose functions are known: what takes and gives back one of this type. All others by functions that are annotated. */
static const struct known_lock {
	const char *type, *take, *take_shared, *try, *try_shared, *give;
} known_locks[] = {
	{ "pthread_mutex_t", "pthread_mutex_lock", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_trylock",
	  "pthread_mutex_unlock" },
	{ "pthread_rwlock_t", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock", "pthread_rwlock_trywrlock",
	  "pthread_rwlock_tryrdlock", "pthread_rwlock_unlock" },
	{ "pthread_spinlock_t", "pthread_spin_lock", "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_trylock",
	  "pthread_spin_unlock" },
	{ "mtx_t", "mtx_lock", "mtx_lock", "mtx_trylock", "mtx_trylock", "mtx_unlock" },
	{ "", "snag_acquire", "snag_acquire_shared", "snag_try_acquire", "snag_try_acquire_shared", "snag_release" },
};

static const char *const known_functions[] = {
#include "extract_known.h"
};

/* A place where calls are put. */
struct writing_out {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMValueRef fn;
	LLVMMetadataRef sub; /* of what is annotated */
	LLVMMetadataRef at;  /* the location of what is made; NULL: it has none */
	struct locks_got *got;
	struct arena *arena;
	uint32_t *unread; /* operands that were not understood */
};

struct lock_at {
	LLVMValueRef address; /* NULL: it cannot be named */
	const struct known_lock *kind;
};

/* A lock that was got, and where it goes on if it was not. */
struct lock_got {
	struct lock_at lock;
	LLVMBasicBlockRef failed;
};

/* One after the other. */
struct locks_got {
	VEC(struct lock_got) at;
};

/* "a.b.lock" */
struct fact_words {
	VEC(struct bytes) at;
};

struct node_list {
	LLVMValueRef *at;
	unsigned n;
};

/* ---- debug information ---- */

static LLVMMetadataRef to_node(LLVMValueRef v)
{
	return v && LLVMIsAMDNode(v) ? LLVMValueAsMetadata(v) : NULL;
}

static struct node_list list_of(struct arena *a, LLVMContextRef context, LLVMMetadataRef md)
{
	LLVMValueRef v = md ? LLVMMetadataAsValue(context, md) : NULL;
	struct node_list list = { .n = v && LLVMIsAMDNode(v) ? LLVMGetMDNodeNumOperands(v) : 0 };

	list.at = arena_array(a, list.n + 1, sizeof *list.at);
	if (list.n)
		LLVMGetMDNodeOperands(v, list.at);
	return list;
}

/* Of a node that is no list. */
static unsigned operands(LLVMContextRef context, LLVMMetadataRef md, LLVMValueRef op[static OPERANDS_OF_NODE])
{
	LLVMValueRef v = md ? LLVMMetadataAsValue(context, md) : NULL;
	unsigned n = v && LLVMIsAMDNode(v) ? LLVMGetMDNodeNumOperands(v) : 0;

	if (n > OPERANDS_OF_NODE)
		return 0;
	if (n)
		LLVMGetMDNodeOperands(v, op);
	return n;
}

static LLVMMetadataRef node_at(LLVMContextRef context, LLVMMetadataRef md, unsigned i)
{
	LLVMValueRef op[OPERANDS_OF_NODE];
	unsigned n = operands(context, md, op);

	return i < n ? to_node(op[i]) : NULL;
}

static struct bytes string_at(LLVMContextRef context, LLVMMetadataRef md, unsigned i)
{
	LLVMValueRef op[OPERANDS_OF_NODE];
	unsigned n = operands(context, md, op), len = 0;
	const char *s = i < n && op[i] && LLVMIsAMDString(op[i]) ? LLVMGetMDString(op[i], &len) : NULL;

	return (struct bytes){ s ? s : "", s ? len : 0 };
}

static bool is_called(LLVMContextRef context, LLVMMetadataRef md, unsigned i, struct bytes name)
{
	struct bytes s = string_at(context, md, i);

	return s.len == name.len && !memcmp(s.at, name.at, name.len);
}

static unsigned tag_of(LLVMMetadataRef type)
{
	return type ? LLVMGetDINodeTag(type) : 0;
}

/* Behind typedefs and qualifiers; `named`: the last typedef on the way. */
static LLVMMetadataRef strip(LLVMContextRef context, LLVMMetadataRef type, struct bytes *named)
{
	for (unsigned k = 0; type && k < 64; k++) {
		unsigned tag = tag_of(type);
		bool qualifies = tag == 0x26 || tag == 0x35 || tag == 0x37 || tag == 0x47;
		if (tag == TAG_typedef_of && named)
			*named = string_at(context, type, NODE_NAME);
		if (tag != TAG_typedef_of && !qualifies)
			return type;
		type = node_at(context, type, NODE_BASE);
	}
	return NULL;
}

/* The member of this name, also of records without a name inside; its offset is added, in bytes. */
static LLVMMetadataRef find_member(const struct writing_out *w, LLVMMetadataRef record, struct bytes name, uint64_t *offset,
				   unsigned depth)
{
	struct node_list list = list_of(w->arena, w->context, node_at(w->context, record, NODE_ELEMENTS));
	LLVMMetadataRef found = NULL;

	for (unsigned i = 0; i < list.n && !found; i++) {
		LLVMMetadataRef member = to_node(list.at[i]);
		if (tag_of(member) != TAG_member_of || LLVMDITypeGetOffsetInBits(member) % 8)
			continue;
		if (is_called(w->context, member, NODE_NAME, name))
			found = node_at(w->context, member, NODE_BASE);
		else if (!string_at(w->context, member, NODE_NAME).len && !limit_full(LIMIT_code_anonymous, depth))
			found = find_member(w, strip(w->context, node_at(w->context, member, NODE_BASE), NULL), name, offset,
					    depth + 1);
		if (found)
			*offset += LLVMDITypeGetOffsetInBits(member) / 8;
	}
	return found;
}

/* ---- expressions ---- */

/* "&(p)->a.lock" -> "p", "a", "lock". false: it is something else. */
static bool split(struct arena *a, struct bytes text, struct fact_words *to)
{
	size_t i = 0;

	while (i < text.len) {
		size_t from;
		while (i < text.len && strchr(" &*()", text.at[i]))
			i++;
		if (to->at.n && i < text.len) { /* between two names */
			bool arrow = i + 1 < text.len && text.at[i] == '-' && text.at[i + 1] == '>';
			if (!arrow && text.at[i] != '.')
				return false;
			i += arrow ? 2 : 1;
			while (i < text.len && text.at[i] == ' ')
				i++;
		}
		from = i;
		while (i < text.len && (text.at[i] == '_' || (text.at[i] >= '0' && text.at[i] <= '9') ||
					((text.at[i] | 32) >= 'a' && (text.at[i] | 32) <= 'z')))
			i++;
		if (i == from)
			return i == text.len && to->at.n;
		if (text.at[from] >= '0' && text.at[from] <= '9')
			return false;
		*vec_add(a, &to->at) = (struct bytes){ text.at + from, i - from };
	}
	return to->at.n > 0;
}

static LLVMValueRef placed(const struct writing_out *w, LLVMValueRef v)
{
	if (LLVMIsAInstruction(v) && w->at)
		LLVMInstructionSetDebugLoc(v, w->at);
	return v;
}

static LLVMValueRef follow(const struct writing_out *w, LLVMValueRef pointer)
{
	return placed(w, LLVMBuildLoad2(w->builder, LLVMPointerTypeInContext(w->context, 0), pointer, ""));
}

/* From an object on, member by member; where it ends at a pointer, what that leads to is meant. */
static struct lock_at walk(const struct writing_out *w, LLVMValueRef at, LLVMMetadataRef type, const struct bytes *word,
			   unsigned n)
{
	struct bytes named = { "", 0 };
	struct lock_at out = { .kind = known_locks };

	for (unsigned i = 0; i <= n; i++) {
		uint64_t offset = 0;
		LLVMValueRef by;
		type = strip(w->context, type, &named);
		if (tag_of(type) == TAG_pointer_to) {
			named = (struct bytes){ "", 0 };
			at = follow(w, at);
			type = strip(w->context, node_at(w->context, type, NODE_BASE), &named);
		}
		if (i == n)
			break;
		if (tag_of(type) != TAG_structure_of && tag_of(type) != TAG_union_of)
			return out;
		named = (struct bytes){ "", 0 };
		type = find_member(w, type, word[i], &offset, 0);
		if (!type)
			return out;
		by = LLVMConstInt(LLVMInt64TypeInContext(w->context), offset, 0);
		at = placed(w, LLVMBuildGEP2(w->builder, LLVMInt8TypeInContext(w->context), at, &by, 1, ""));
	}
	for (; *out.kind->type; out.kind++)
		if (strlen(out.kind->type) == named.len && !memcmp(out.kind->type, named.at, named.len))
			break;
	out.address = at;
	return out;
}

/* Parameters of the declaration, in order; false: they are not those of the function as it is compiled. */
static bool parameter_types(const struct writing_out *w, LLVMMetadataRef **type, unsigned *n)
{
	LLVMMetadataRef node = node_at(w->context, node_at(w->context, w->sub, SUBPROGRAM_TYPES), TYPES_LIST);
	struct node_list list = list_of(w->arena, w->context, node);

	*n = 0;
	*type = arena_array(w->arena, list.n + 1, sizeof **type);
	for (unsigned i = 1; i < list.n; i++)
		(*type)[(*n)++] = to_node(list.at[i]);
	return *n == LLVMCountParams(w->fn);
}

/* The number of the parameter of this name, + 1; of a function without a body, the only one that can have such members. */
static unsigned parameter(const struct writing_out *w, struct bytes name, const LLVMMetadataRef *type, unsigned n,
			  struct bytes next)
{
	LLVMMetadataRef names = node_at(w->context, w->sub, SUBPROGRAM_RETAINED);
	struct node_list list = list_of(w->arena, w->context, names);
	unsigned found = 0;

	for (unsigned i = 0; i < list.n && i < n; i++)
		if (is_called(w->context, to_node(list.at[i]), VARIABLE_NAME, name))
			return i + 1;
	for (unsigned i = 0; !names && i < n; i++) {
		LLVMMetadataRef t = strip(w->context, type[i], NULL);
		uint64_t offset = 0;
		if (tag_of(t) != TAG_pointer_to)
			continue;
		t = strip(w->context, node_at(w->context, t, NODE_BASE), NULL);
		if (next.len && !find_member(w, t, next, &offset, 0))
			continue;
		if (found)
			return 0;
		found = i + 1;
	}
	return found;
}

static LLVMMetadataRef type_of_variable(LLVMContextRef context, LLVMValueRef global)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
	LLVMMetadataRef type = NULL;

	for (unsigned i = 0; i < n && !type; i++)
		type = node_at(context, node_at(context, LLVMValueMetadataEntriesGetMetadata(all, i), EXPRESSION_VARIABLE), GLOBAL_TYPE);
	LLVMDisposeValueMetadataEntries(all);
	return type;
}

static struct lock_at global_lock(const struct writing_out *w, const struct bytes *word, unsigned n)
{
	struct lock_at out = { .kind = known_locks };
	const char *name = arena_copy(w->arena, word[0].at, word[0].len);
	LLVMValueRef global = LLVMGetNamedGlobal(w->module, name);
	LLVMMetadataRef type;

	type = global ? type_of_variable(w->context, global) : NULL;
	if (type)
		return walk(w, global, type, word + 1, n - 1);
	if (n > 1 || (global && LLVMGetTypeKind(LLVMGlobalGetValueType(global)) == LLVMPointerTypeKind))
		return out;
	for (unsigned i = 0; !global && i < LLVMCountParams(w->fn); i++) /* what another declaration calls the parameter? */
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(w->fn, i))) == LLVMPointerTypeKind)
			return out;
	/* declared here, defined elsewhere: debug information does not tell its type */
	out.address = global ? global : LLVMAddGlobal(w->module, LLVMInt8TypeInContext(w->context), name);
	return out;
}

static struct lock_at find_lock(const struct writing_out *w, struct bytes text)
{
	struct lock_at none = { .kind = known_locks };
	struct fact_words words = { 0 };
	const struct bytes *word;
	LLVMMetadataRef *type;
	unsigned n, nparams, k;
	const char *name;
	bool names;

	if (!split(w->arena, text, &words))
		return none;
	word = words.at.at;
	n = words.at.n;
	name = arena_copy(w->arena, word[0].at, word[0].len);
	names = node_at(w->context, w->sub, SUBPROGRAM_RETAINED) != NULL;
	k = parameter_types(w, &type, &nparams) && (names || !LLVMGetNamedGlobal(w->module, name))
		    ? parameter(w, word[0], type, nparams, n > 1 ? word[1] : (struct bytes){ "", 0 })
		    : 0;
	if (!k)
		return LLVMCountParams(w->fn) && !names && !LLVMGetNamedGlobal(w->module, name) ? none : global_lock(w, word, n);
	type[k - 1] = strip(w->context, type[k - 1], NULL);
	if (tag_of(type[k - 1]) != TAG_pointer_to || LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(w->fn, k - 1))) != LLVMPointerTypeKind)
		return none;
	return walk(w, LLVMGetParam(w->fn, k - 1), node_at(w->context, type[k - 1], NODE_BASE), word + 1, n - 1);
}

/* ---- calls ---- */

static LLVMValueRef call_with(const struct writing_out *w, const char *name, LLVMValueRef address, bool answers)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(w->context, 0), number = LLVMInt32TypeInContext(w->context);
	LLVMTypeRef type = LLVMFunctionType(answers ? number : LLVMVoidTypeInContext(w->context), &pointer, 1, 0);
	LLVMValueRef fn = LLVMGetNamedFunction(w->module, name);

	if (!fn)
		fn = LLVMAddFunction(w->module, name, type);
	return placed(w, LLVMBuildCall2(w->builder, type, fn, &address, 1, ""));
}

static void take(const struct writing_out *w, const struct lock_at *l, bool shared)
{
	(void)call_with(w, shared ? l->kind->take_shared : l->kind->take, l->address, *l->kind->type);
}

static void give(const struct writing_out *w, const struct lock_at *l)
{
	(void)call_with(w, l->kind->give, l->address, *l->kind->type);
}

/* ---- annotations ---- */

struct fact_said {
	enum fact_word word;
	bool shared;
	struct bytes rest; /* what stands between its parentheses and is not read yet */
};

static struct node_list facts_of(const struct writing_out *w)
{
	return list_of(w->arena, w->context, node_at(w->context, w->sub, SUBPROGRAM_ANNOTATIONS));
}

/* The next annotation of a function from number *i on. */
static bool next_fact(LLVMContextRef context, const struct node_list *list, unsigned *i, struct fact_said *said)
{
	while (*i < list->n) {
		LLVMMetadataRef note = to_node(list->at[(*i)++]);
		struct bytes kind = string_at(context, note, 0), text = string_at(context, note, 1);
		if (kind.len != 12 || memcmp(kind.at, "btf_decl_tag", 12) != 0)
			continue;
		for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
			size_t len = strlen(spellings[k].spelling);
			if (text.len <= len || text.at[len] != ' ' || memcmp(text.at, spellings[k].spelling, len) != 0)
				continue;
			*said = (struct fact_said){ spellings[k].word, spellings[k].shared, { text.at + len + 1, text.len - len - 1 } };
			return true;
		}
	}
	return false;
}

static bool next_argument(struct fact_said *said, struct bytes *argument)
{
	const char *comma = memchr(said->rest.at, ',', said->rest.len);
	size_t len = comma ? (size_t)(comma - said->rest.at) : said->rest.len;

	if (!said->rest.len)
		return false;
	*argument = (struct bytes){ said->rest.at, len };
	len += comma != NULL;
	said->rest = (struct bytes){ said->rest.at + len, said->rest.len - len };
	return true;
}

static bool has_fact(const struct writing_out *w, enum fact_word word)
{
	struct node_list list = facts_of(w);
	struct fact_said said;

	for (unsigned i = 0; next_fact(w->context, &list, &i, &said);)
		if (said.word == word)
			return true;
	return false;
}

typedef void (*fact_writer)(const struct writing_out *, const struct lock_at *, bool shared);

static bool write_each(const struct writing_out *w, enum fact_word word, fact_writer write)
{
	struct node_list list = facts_of(w);
	struct fact_said said;
	struct bytes argument;
	bool any = false;

	for (unsigned i = 0; next_fact(w->context, &list, &i, &said);)
		while (said.word == word && next_argument(&said, &argument)) {
			struct lock_at lock = find_lock(w, argument);
			if (lock.address)
				write(w, &lock, said.shared);
			*w->unread += !lock.address;
			any |= lock.address != NULL;
		}
	return any;
}

static void write_requires(const struct writing_out *w, const struct lock_at *l, bool shared)
{
	(void)call_with(w, shared ? "snag_requires_shared" : "snag_requires", l->address, false);
}

static void write_give(const struct writing_out *w, const struct lock_at *l, bool shared)
{
	(void)shared;
	give(w, l);
}

/* ---- functions with a body ---- */

/* By an attempt, and where that fails nothing is done: in which order others take what is required, and whether they wait for it,
 * is not known, so that no order of locks is made of it. */
static void take_somehow(const struct writing_out *w, const struct lock_at *l, bool shared)
{
	LLVMBasicBlockRef taken, failed;
	LLVMValueRef zero = LLVMConstNull(LLVMInt32TypeInContext(w->context)), result;

	for (unsigned i = 0; i < w->got->at.n; i++) /* named twice, here or by a declaration */
		if (w->got->at.at[i].lock.address == l->address)
			return;
	taken = LLVMAppendBasicBlockInContext(w->context, w->fn, "");
	failed = LLVMAppendBasicBlockInContext(w->context, w->fn, "");
	result = call_with(w, shared ? l->kind->try_shared : l->kind->try, l->address, true);
	result = LLVMBuildICmp(w->builder, *l->kind->type ? LLVMIntEQ : LLVMIntNE, result, zero, "");
	LLVMBuildCondBr(w->builder, result, taken, failed);
	LLVMPositionBuilderAtEnd(w->builder, taken);
	*vec_add(w->arena, &w->got->at) = (struct lock_got){ *l, failed };
}

/* All that were got up to here are given back, and the function returns. */
static void give_back(const struct writing_out *w, unsigned n, LLVMValueRef result)
{
	while (n--)
		give(w, &w->got->at.at[n].lock);
	if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(w->builder);
	else
		LLVMBuildRet(w->builder, result);
}

/* What others call: the lock is held, as the annotation says that it must be. It has the name, the place and the parameters. */
static void offer(struct writing_out *w)
{
	struct locks_got got = { 0 };
	struct writing_out outer = *w;
	size_t len;
	const char *name = LLVMGetValueName2(w->fn, &len);
	LLVMTypeRef type = LLVMGlobalGetValueType(w->fn);
	LLVMValueRef *arg = arena_array(w->arena, LLVMCountParams(w->fn) + 1, sizeof *arg), call;
	uint32_t counted = *w->unread;

	if (LLVMIsFunctionVarArg(type))
		return;
	outer.fn = LLVMAddFunction(w->module, arena_format(w->arena, "%.*s" ANNOTATED_SUFFIX, (int)len, name), type);
	outer.at = NULL;
	outer.got = &got;
	LLVMSetVisibility(outer.fn, LLVMGetVisibility(w->fn));
	LLVMPositionBuilderAtEnd(w->builder, LLVMAppendBasicBlockInContext(w->context, outer.fn, ""));
	(void)write_each(&outer, FACT_REQUIRES, take_somehow);
	*w->unread = counted; /* they were when the assertions were written */
	LLVMGetParams(outer.fn, arg);
	call = LLVMBuildCall2(w->builder, type, w->fn, arg, LLVMCountParams(w->fn), "");
	give_back(&outer, got.at.n, call);
	for (unsigned i = 0; i < got.at.n; i++) {
		LLVMPositionBuilderAtEnd(w->builder, got.at.at[i].failed);
		give_back(&outer, i, LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? call : LLVMGetUndef(LLVMTypeOf(call)));
	}
}

static void write_entry(struct writing_out *w)
{
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(w->fn));

	while (first && LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	w->at = LLVMDIBuilderCreateDebugLocation(w->context, LLVMDISubprogramGetLine(w->sub), 1, w->sub, NULL);
	LLVMPositionBuilderBefore(w->builder, first);
	if (write_each(w, FACT_REQUIRES, write_requires) && LLVMGetLinkage(w->fn) == LLVMExternalLinkage)
		offer(w);
}

/* ---- functions without a body ---- */

static bool is_known(const char *name)
{
	for (size_t i = 0; i < sizeof known_functions / sizeof *known_functions; i++)
		if (!fnmatch(known_functions[i], name, 0))
			return true;
	return !strncmp(name, "snag_", 5);
}

/* What the function returns is not known: the result of a function of which nothing is. */
static void return_anything(const struct writing_out *w)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(w->fn)), type = LLVMFunctionType(result, NULL, 0, 0);
	const char *name = arena_format(w->arena, "%s.result", LLVMGetValueName(w->fn));

	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
		LLVMBuildRetVoid(w->builder);
		return;
	}
	LLVMBuildRet(w->builder, LLVMBuildCall2(w->builder, type, LLVMAddFunction(w->module, name, type), NULL, 0, ""));
}

/* "try_acquire_capability(1, *m)": whether the result that means success is 0, and the lock. */
static bool write_try(const struct writing_out *w, struct fact_said said)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(w->fn));
	LLVMValueRef zero = LLVMConstNull(LLVMInt32TypeInContext(w->context)), taken;
	struct bytes success, argument;
	struct lock_at lock;
	bool zero_is_yes;

	if (LLVMGetTypeKind(result) != LLVMIntegerTypeKind || !next_argument(&said, &success) || !next_argument(&said, &argument))
		return false;
	lock = find_lock(w, argument);
	*w->unread += !lock.address;
	if (!lock.address)
		return false;
	zero_is_yes = success.len == 1 ? success.at[0] == '0' : success.len == 5 && !memcmp(success.at, "false", 5);
	taken = call_with(w, said.shared ? lock.kind->try_shared : lock.kind->try, lock.address, true);
	/* of the known ones, 0 means that it was taken */
	taken = LLVMBuildICmp(w->builder, (*lock.kind->type != 0) != zero_is_yes ? LLVMIntEQ : LLVMIntNE, taken, zero, "");
	LLVMBuildRet(w->builder, LLVMBuildZExtOrBitCast(w->builder, taken, result, ""));
	return true;
}

static void give_body(struct writing_out *w)
{
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(w->context, w->fn, "");
	struct node_list list = facts_of(w);
	struct fact_said said;
	bool any;

	LLVMPositionBuilderAtEnd(w->builder, block);
	for (unsigned i = 0; next_fact(w->context, &list, &i, &said);)
		if (said.word == FACT_TRIES && write_try(w, said)) {
			LLVMSetLinkage(w->fn, LLVMAvailableExternallyLinkage);
			return;
		}
	any = write_each(w, FACT_REQUIRES, write_requires);
	any |= write_each(w, FACT_RELEASES, write_give);
	any |= write_each(w, FACT_ACQUIRES, take);
	if (!any) {
		LLVMDeleteBasicBlock(block);
		return;
	}
	return_anything(w);
	LLVMSetLinkage(w->fn, LLVMAvailableExternallyLinkage);
}

uint32_t facts_write(struct arena *a, LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	VEC(LLVMValueRef) said = { 0 };
	uint32_t unread = 0;

	for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
		LLVMMetadataRef sub = LLVMGetSubprogram(fn);
		if (sub && node_at(context, sub, SUBPROGRAM_ANNOTATIONS))
			*vec_add(a, &said) = fn;
	}
	for (uint32_t i = 0; i < said.n; i++) {
		struct writing_out w = { .module = module, .context = context, .builder = LLVMCreateBuilderInContext(context),
					 .fn = said.at[i], .sub = LLVMGetSubprogram(said.at[i]), .arena = a, .unread = &unread };
		if (!LLVMIsDeclaration(w.fn) && has_fact(&w, FACT_REQUIRES))
			write_entry(&w);
		else if (LLVMIsDeclaration(w.fn) && !is_known(LLVMGetValueName(w.fn)))
			give_body(&w);
		LLVMDisposeBuilder(w.builder);
	}
	return unread;
}
