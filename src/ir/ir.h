/* ir: the program as every phase sees it.
 *
 * A program is a set of tables in which things are named by 32-bit ids: strings, types, symbols, constants, units, functions.
 * The same struct holds one unit (what extract makes and a cache file stores) and a linked program (what link makes of many).
 *
 * The code of a function is kept packed, often in a mapped file, and is unpacked one function at a time into a `struct body`
 * (body.h): flat arrays that are pleasant to read. Memory for bodies is the caller's and is used again for the next function.
 *
 *     struct conn { int state; struct pool *pool; };
 *     void f(struct conn *c) { c->pool->n++; }
 *
 *     fn f(%c.1: struct conn *)
 *     b0: %2 = field %c.1 + 8 : struct conn.pool
 *         %3 = load ptr %2
 *         %4 = field %3 + 0 : struct pool.n
 *         %5 = load i32 %4
 *         %6 = binary add %5, 1
 *         store %4, %6
 *         ret
 *
 * Types. One table for what C says (debug information: names, fields, typedefs, qualifiers) and for what the machine sees
 * (i32, ptr, vectors): a machine type is a nameless int, float, pointer without base, array, vector or struct. */
#ifndef IR_IR_H
#define IR_IR_H

#include "base/system/file.h"
#include "base/store/intern.h"
#include "base/store/map.h"
#include "base/store/vec.h"
#include "ir/ids.h"

/* Where bytes of a program stand: at `at` from program.base. A program made in memory has base 0, so that `at` is an address; one
 * that was read back has the start of its mapped file, so that its rows are used as they lie there. See program_bytes. */
struct extent {
	uint64_t at, len;
};

enum type_kind {
	TYPE_VOID = 1,
	TYPE_INT,      /* size; TYPE_SIGNED; name as in the source, or none */
	TYPE_FLOAT,    /* size; name */
	TYPE_COMPLEX,  /* size; name */
	TYPE_POINTER,  /* base, or none */
	TYPE_ARRAY,    /* base, count; TYPE_VARIABLE: the count is not known when compiling, or flexible */
	TYPE_VECTOR,   /* base, count */
	TYPE_STRUCT,   /* name or none, fields; TYPE_DECLARED: no fields known */
	TYPE_UNION,
	TYPE_ENUM,     /* name or none, base */
	TYPE_FUNCTION, /* base is what it returns; parameters are nameless fields; TYPE_VARIABLE: ... at the end */
	TYPE_TYPEDEF,  /* name, base */
	TYPE_CONST,    /* base; also the next four */
	TYPE_VOLATILE,
	TYPE_RESTRICT,
	TYPE_ATOMIC,
	TYPE_TAG,   /* name: btf_type_tag, as in the kernel's __user, __rcu, __percpu; "guarded_by &lock" of what is annotated so */
	TYPE_OTHER, /* what C has no word for: labels, tokens, target types */
	TYPE_KINDS
};

enum type_flag { TYPE_SIGNED = 1, TYPE_VARIABLE = 2, TYPE_DECLARED = 4 };

/* Rows are written to files as they are (link/image.h): no byte of one is left to chance, so padding has a name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct type {
	uint8_t kind, flags;
	uint16_t zero;
	struct str_id name;
	struct type_id base;
	uint32_t field, nfields; /* in program.field */
	struct str_id file; /* where a struct, union, enum or typedef is declared */
	uint32_t line, zero2;
	uint64_t size; /* bits */
	uint64_t count;
	uint64_t key; /* equal keys mean equal types, in every unit */
};

struct field {
	struct str_id name; /* none: an anonymous struct or union, or a parameter */
	struct type_id type;
	uint64_t offset; /* bits from the start of the record */
	uint32_t width;  /* bits of a bit-field; 0 for any other member */
	uint32_t zero;
};

enum sym_kind { SYM_FUNCTION = 1, SYM_VARIABLE, SYM_ALIAS, SYM_IFUNC };

/* How the linker sees it, strongest first. */
enum sym_linkage {
	LINK_STATIC = 1, /* this unit only */
	LINK_EXTERN,     /* defined once, or only declared */
	LINK_COMMON,     /* int x; without an initialiser, under -fcommon */
	LINK_WEAK,       /* also "weak" declarations: may stay undefined */
	LINK_INLINE      /* a body for inlining; the real one is elsewhere (C99 and gnu inline) */
};

/* After the name of a function: what others call in its place, with the locks that its annotation requires
 * (extract/unit/facts.c). */
#define ANNOTATED_SUFFIX ".annotated"

enum sym_flag {
	SYM_DEFINED = 1,
	SYM_THREAD_LOCAL = 2,
	SYM_CONSTANT = 4,    /* its memory is never written */
	SYM_UNNAMED = 8,     /* string literals and the compiler's own tables */
	SYM_NORETURN = 16,
	SYM_TWICE = 32,      /* returns twice, as setjmp */
	SYM_VARIADIC = 64,
	SYM_HIDDEN = 128
};

struct sym {
	uint8_t kind, linkage, flags;
	uint8_t unchecked;     /* of a function: annotated as no_thread_safety_analysis */
	struct str_id name;    /* for the linker; a function's static variable is "f.x" */
	struct str_id source;  /* in the source: "x" */
	struct str_id section; /* __attribute__((section)) */
	struct type_id type;
	struct str_id file;
	uint32_t line;
	struct unit_id unit;    /* where it is defined, or first declared */
	struct fn_id fn;        /* its body */
	uint32_t reloc, nrelocs; /* pointers in it, by offset: program.reloc */
	struct sym_id target;   /* of an alias, and */
	int64_t addend;         /* bytes behind it */
	uint64_t size;          /* of a variable, bytes */
	struct extent data;     /* what a variable starts with; zeros behind data.len up to size */
};

enum reloc_kind {
	RELOC_ADDRESS = 1, /* address of sym + addend */
	RELOC_LABEL,       /* &&label: block `addend` of the function sym */
	RELOC_OTHER        /* computed from the address of sym, as in `fn - .`; counted as gap_initializer */
};

struct reloc {
	uint64_t offset; /* bytes from the start of the variable */
	int64_t addend;
	struct sym_id sym;
	uint8_t kind, size;
	uint16_t zero;
};

enum konst_kind {
	KONST_INT = 1, /* lo, hi: value, sign-extended to 128 bits */
	KONST_FLOAT,   /* lo, hi: the bits */
	KONST_NULL,
	KONST_ZERO,  /* an aggregate of zeros */
	KONST_UNDEF, /* any value */
	KONST_ADDR,  /* sym + lo bytes */
	KONST_LABEL, /* block lo of the function sym */
	KONST_BYTES, /* data: vectors and aggregates without pointers */
	KONST_MEMBER, /* not a value: what `field` selects: type is the record, lo the offset, hi the bytes of the member or 0 */
	KONST_OTHER, /* counted as gap_constant: any value */
	KONST_KINDS
};

struct konst {
	uint8_t kind, zero[3];
	struct type_id type;
	struct sym_id sym;
	uint32_t zero2;
	uint64_t lo, hi;
	struct extent data;
};

/* A hash of everything that tells two functions apart. */
struct fn_key {
	uint64_t lo, hi;
};

struct fn {
	struct sym_id sym;
	struct unit_id unit;
	uint64_t key; /* equal name and key: the same place in the source, doing the same, in words that hold in every unit */
	struct extent code;       /* packed; body_read unpacks it */
	struct extent places;     /* its locations, packed */
	uint32_t ninsts, nblocks;
	/* static functions it names, in program.callee: what else must be equal for two copies to be one */
	uint32_t callee, ncallees;
};
#pragma GCC diagnostic pop

/* What extract could not follow; kept with the unit, so that a run from the cache shows it too. */
enum unit_gap { UNIT_GAP_ASM, UNIT_GAP_INTTOPTR, UNIT_GAP_INITIALIZER, UNIT_GAP_CONSTANT, UNIT_GAP_ANNOTATIONS, UNIT_GAPS };

enum { POINTER_MOST = 16 }; /* bytes of a pointer on any machine that clang knows */

/* A unit and, in a linked program, where its ids lead. NULL: they are the program's own. */
struct unit {
	struct str_id file;       /* the main source file */
	struct str_id dir;        /* the directory it was compiled in */
	struct str_id module_asm; /* asm("...") outside functions */
	uint32_t pointer_bytes;   /* 8; 4 under -m32: what the unit's target says */
	uint32_t gap[UNIT_GAPS];
	struct bytes mapped;      /* the file behind it */
	uint32_t *str, *type, *sym, *konst;
	uint32_t nstrs, ntypes, nsyms, nkonsts;
};

/* Element 0 of each table is the none of its kind. Once it is linked a program does not change: its tables may lie in a file that
 * is mapped for reading only. */
struct program {
	struct arena *arena;
	struct intern str;
	VEC(struct type) type;
	VEC(struct field) field;
	VEC(struct sym) sym;
	VEC(struct reloc) reloc;
	VEC(struct konst) konst;
	VEC(struct unit) unit;
	VEC(struct fn) fn;
	VEC(struct sym_id) callee;
	uintptr_t base; /* of extents */
	const struct body *body; /* by function: its code, if it is kept (bodies_keep); NULL: it is not */
	const char *name; /* of the program, for messages: its main's file, or "library" */
};

void program_init(struct program *, struct arena *);

/* Checked access: a wrong id is a bug of ours. A row does not outlive what may grow its table. */
struct type *program_type(const struct program *, struct type_id);
struct sym *program_sym(const struct program *, struct sym_id);
struct konst *program_konst(const struct program *, struct konst_id);
/* The constant that an operand is; NULL: it is something else. */
static inline const struct konst *program_konst_of(const struct program *p, struct ref r)
{
	return ref_kind(r) == REF_KONST ? program_konst(p, (struct konst_id){ ref_index(r) }) : NULL;
}
static inline bool program_is_null(const struct program *p, struct ref r)
{
	const struct konst *k = program_konst_of(p, r);

	return k && k->kind == KONST_NULL;
}
/* The number that an operand is, if it is one of at most 64 bits; else `n` becomes 0. */
static inline bool program_number(const struct program *p, struct ref r, int64_t *n)
{
	const struct konst *k = program_konst_of(p, r);
	bool is = k && k->kind == KONST_INT && k->hi == ((int64_t)k->lo < 0 ? UINT64_MAX : 0);

	*n = is ? (int64_t)k->lo : 0;
	return is;
}
/* ... or null, or zeros: 0. */
static inline bool program_constant(const struct program *p, struct ref r, int64_t *n)
{
	const struct konst *k = program_konst_of(p, r);

	return program_number(p, r, n) || (k && (k->kind == KONST_NULL || k->kind == KONST_ZERO));
}
struct fn *program_fn(const struct program *, struct fn_id);
const char *program_str(const struct program *, struct str_id);
/* The bytes of a pointer, and of a word that the machine writes whole. One function: those of its unit (program.unit). */
uint32_t program_pointer_bytes(const struct program *); /* 0: its units are for machines with different pointers */
const char *program_fn_name(const struct program *, struct fn_id); /* as the source calls it */

static inline struct extent extent_of(const void *at, size_t len)
{
	return (struct extent){ (uintptr_t)at, len };
}
static inline struct bytes program_bytes(const struct program *p, struct extent e)
{
	return (struct bytes){ (const char *)(p->base + (uintptr_t)e.at), (size_t)e.len };
}

/* The type behind typedefs, qualifiers and tags. */
struct type_id type_strip(const struct program *, struct type_id);
/* May an object of this type hold a pointer, itself or in a part of it? */
bool type_holds_pointer(const struct program *, struct type_id);
/* The innermost member of `record` that begins at or holds the byte `offset`: its type (none: no such member). */
struct type_id type_at(const struct program *, struct type_id record, int64_t offset);
/* Does the type itself, or a typedef of it, say volatile or _Atomic? */
bool type_is_volatile(const struct program *, struct type_id);
/* Is there a number or a pointer of `size` bytes at `offset`, which no declaration on the way to it calls volatile or _Atomic? */
bool type_is_plain_at(const struct program *, struct type_id, uint64_t offset, uint64_t size);
/* Is the byte in a union that is the record, or in it? */
bool type_is_union_at(const struct program *, struct type_id record, int64_t offset);

/* Hostile tables: program_valid tells whether every id is in range, every kind known, and nothing endless that must end. It does
 * not look at code: body_read and body_valid do that, one function at a time. ir_check asks both of everything, and in addition
 * what only a bug of ours could get wrong, and dies with a BUG. */
CHECKED bool program_valid(const struct program *, struct trouble *);
void ir_check(const struct program *);

/* --dump=ir[:function]: readable, the same for the same program, no addresses. */
void ir_dump(const struct program *, const char *function, FILE *);
void ir_print_type(const struct program *, struct type_id, FILE *); /* as C would write it: struct conn * */
/* ".pool" or "[3].lock": the path from `record` to the member of `size` bytes at the byte `offset`; size 0: the outermost member
 * that begins there. Nothing where no member is there. */
void ir_print_path(const struct program *, struct type_id record, int64_t offset, uint32_t size, FILE *);

#endif
