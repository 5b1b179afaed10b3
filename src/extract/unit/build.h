/* build: what the files of this folder share while one LLVM module becomes one unit. Inside a worker process; LLVM is nowhere
 * else in snag.
 *
 *     prepare.c    sections and assumptions of SV-COMP, written out; an atomic _Bool
 *     facts.c      what annotations say of functions, written out
 *     either.c     what C leaves unordered, marked
 *     module.c     the module: symbols, then each function               -> program of one unit
 *     function.c   one function: values, names, places                   -> struct body
 *     instruction.c  its instructions
 *     address.c    getelementptr, what a pointer points to, bit-fields
 *     constant.c   constants and initial values
 *     debug.c      debug information: types, names, places
 *     numbering.c  small ids for what is used most
 *
 * Misses: what clang left out of debug information has no name; a pointer computed from several symbols (KONST_OTHER,
 * RELOC_OTHER) is counted, not followed; bit-field extents are found on little-endian targets. */
#ifndef EXTRACT_BUILD_H
#define EXTRACT_BUILD_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/stat.h"
#include "ir/body.h"
#include "ir/store/pack.h"

/* Machine types every unit has, at fixed ids: one byte each in the code. */
enum common_type {
	COMMON_VOID = 1,
	COMMON_I1,
	COMMON_I8,
	COMMON_I16,
	COMMON_I32,
	COMMON_I64,
	COMMON_PTR,
	COMMON_FLOAT,
	COMMON_DOUBLE
};

struct record_name { /* records of one name, newest first */
	struct type_id type;
	uint32_t next;
};

struct type_source {
	LLVMMetadataRef node; /* NULL: a machine type */
	bool body;            /* fields wanted, not only the name */
	bool filled;
};

struct extract_build {
	struct program *p;
	struct arena *out;     /* the unit */
	struct arena *scratch; /* until the unit is written */
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	struct packer code, places;

	struct map sym_of;   /* LLVMValueRef -> sym */
	struct map type_of;  /* LLVMTypeRef -> type */
	struct map debug_of; /* LLVMMetadataRef -> type */
	struct map file_of;  /* scope -> file string + 1 */
	struct map konst_of; /* LLVMValueRef -> konst */
	struct intern konst_key;
	VEC(struct type_source) source; /* by type id */
	VEC(uint32_t) pending;          /* types to fill in */
	uint32_t sized;                 /* the first type whose size may still follow from another */

	bool names_known; /* records below are complete */
	struct map record_of; /* name string -> record list */
	VEC(struct record_name) record;

	unsigned annotation_kind, either_kind, byval, sret, noreturn, twice, unchecked; /* LLVM's numbers for these */
	const char *dir;
};

/* What is known of a value while its function is translated. */
struct extract_value {
	struct ref ref;
	struct type_id pointee; /* C type of the object a pointer leads to; none: not known */
};

struct fixup { /* an operand that was not translated yet */
	uint32_t arg;
	LLVMValueRef value;
};

struct function {
	struct extract_build *b;
	LLVMValueRef fn;
	struct body *body;
	struct map value_of; /* LLVMValueRef -> value + 1 */
	VEC(struct extract_value) value;
	struct map block_of; /* LLVMBasicBlockRef -> block + 1 */
	struct map var_of;    /* LLVMValueRef -> var + 1: the variable that the value is */
	struct map second_of; /* the same, where it is two */
	struct map object_of; /* alloca -> var + 1: the variable that lives there */
	struct map loc_of;   /* DILocation -> loc */
	VEC(LLVMMetadataRef) var; /* DILocalVariable */
	VEC(struct fixup) fixup;
};

/* debug.c */
struct type_id debug_type(struct extract_build *, LLVMMetadataRef, bool body); /* NULL is void */
void debug_need_body(struct extract_build *, struct type_id);                 /* the record behind it, if it is one */
void debug_finish(struct extract_build *);                                     /* fills what is pending */
struct str_id debug_name(struct extract_build *, LLVMMetadataRef, unsigned operand);
struct type_id debug_variable_type(struct extract_build *, LLVMMetadataRef variable); /* local or global */
struct type_id debug_global_type(struct extract_build *, LLVMMetadataRef variable); /* with what guards it */
struct type_id debug_subprogram_type(struct extract_build *, LLVMMetadataRef);
struct str_id debug_file(struct extract_build *, LLVMMetadataRef scope_or_file);
/* struct.conn -> struct conn; none if unknown */
struct type_id debug_record(struct extract_build *, const char *llvm_name, uint64_t bits);
struct type_id machine_type(struct extract_build *, LLVMTypeRef);
LLVMMetadataRef debug_operand(struct extract_build *, LLVMMetadataRef, unsigned i);

/* constant.c */
struct sym_id build_sym(struct extract_build *, LLVMValueRef global);
struct ref konst_ref(struct extract_build *, LLVMValueRef constant);
struct ref konst_int(struct extract_build *, struct type_id, int64_t);
struct ref konst_undef(struct extract_build *, LLVMTypeRef);
uint32_t konst_member(struct extract_build *, struct type_id record, int64_t offset, uint32_t size); /* a konst */
struct ref konst_addr(struct extract_build *, struct sym_id, int64_t offset, struct type_id type);
void konst_initializer(struct extract_build *, LLVMValueRef variable, struct sym_id);
/* The number that a constant is, however it is written. */
bool konst_number(struct extract_build *, LLVMValueRef constant, int64_t *);
/* The symbol and offset that a constant address is; false if it is something else. */
bool konst_address(struct extract_build *, LLVMValueRef constant, LLVMValueRef *global, int64_t *offset);

/* numbering.c */
void numbering_run(struct extract_build *);

/* address.c */
bool address_is_constant(struct extract_build *, LLVMValueRef gep);
int64_t address_offset(struct extract_build *, LLVMValueRef gep); /* of a constant one */
void address_translate(struct function *, LLVMValueRef gep);
struct type_id address_pointee(struct function *, LLVMValueRef pointer);
/* Does it lead to a number or a pointer of `size` bytes that is surely not declared volatile or _Atomic? */
bool address_is_plain(struct function *, LLVMValueRef pointer, uint64_t size);
struct type_id address_loaded(struct function *, struct type_id object); /* ... that a pointer loaded from it leads to */
/* The bits of its storage unit that a load or store of a bit-field reads or writes; false: not a bit-field. */
bool address_bits(struct function *, LLVMValueRef access, uint32_t *offset, uint32_t *width);

/* function.c */
void function_translate(struct extract_build *, LLVMValueRef, struct sym_id);
struct ref function_ref(struct function *, LLVMValueRef); /* REF_NONE while it is not translated yet */
uint32_t function_emit(struct function *, struct inst, LLVMValueRef at); /* the value it yields */
void function_arg(struct function *, LLVMValueRef);                       /* of the instruction about to be emitted */
void function_arg_ref(struct function *, struct ref);
void function_word(struct function *, uint32_t);
struct str_id function_name(struct function *, LLVMValueRef); /* of the variable it is */
void function_set(struct function *, LLVMValueRef, struct ref, struct type_id pointee);

/* instruction.c */
void instruction_translate(struct function *, LLVMValueRef);

/* prepare.c: before any pass */
uint32_t prepare_module(struct arena *, LLVMModuleRef); /* annotations that were not understood */

/* An annotation without operands can be no tag: __has_attribute(no_thread_safety_analysis) must stay one word. It becomes an
 * attribute that nobody uses in C, that changes nothing that is looked at, and that clang keeps. */
#define FACT_STANDS_FOR_UNCHECKED "speculative_load_hardening"
/* facts.c: before any pass */
uint32_t facts_write(struct arena *, LLVMModuleRef); /* operands that were not understood */

/* either.c: before any pass */
#define EITHER "snag.either" /* metadata */
void either_mark(struct arena *, LLVMModuleRef);

/* module.c */
CHECKED bool module_translate(struct arena *, LLVMModuleRef, const char *file, const char *dir, struct program *,
			      struct trouble *);

#endif
