/* Pins what extract relies on inside LLVM 19: where the operands of debug information stand (debug.c), what clang writes there
 * for C. One program is extracted for real; the tests look at the tables that came out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extract/extract.h"
#include "ir/body.h"
#include "ir/store/unit.h"

/* Line numbers count from the first line of this text. */
static const char source[] = "typedef unsigned long word;\n"                                             /* 1 */
			     "enum colour { RED, GREEN };\n"                                             /* 2 */
			     "union either { int i; float f; };\n"                                       /* 3 */
			     "struct inner { char c; int grid[2][3]; };\n"                               /* 4 */
			     "struct outer {\n"                                                          /* 5 */
			     "	word w;\n"                                                               /* 6 */
			     "	unsigned a : 3, b : 10;\n"                                               /* 7 */
			     "	struct { int x; };\n"                                                    /* 8 */
			     "	struct inner in[4];\n"                                                   /* 9 */
			     "	union either e;\n"                                                       /* 10 */
			     "	int (*call)(struct outer *, const char *, ...);\n"                       /* 11 */
			     "	int __attribute__((btf_type_tag(\"user\"))) *tagged;\n"                  /* 12 */
			     "	volatile int v; _Atomic int at; char *restrict r;\n"                     /* 13 */
			     "	enum colour colour;\n"                                                   /* 14 */
			     "	char tail[];\n"                                                          /* 15 */
			     "};\n"                                                                      /* 16 */
			     "struct never;\n"                                                           /* 17 */
			     "struct never *pointer;\n"                                                  /* 18 */
			     "struct outer global;\n"                                                    /* 19 */
			     "_Thread_local int per_thread = 5;\n"                                       /* 20 */
			     "static int counted(struct outer *self, short n)\n"                         /* 21 */
			     "{\n"                                                                       /* 22 */
			     "	static int calls;\n"                                                     /* 23 */
			     "	int local[7];\n"                                                         /* 24 */
			     "	local[n] = self->in[n].grid[1][2];\n"                                    /* 25 */
			     "	calls++;\n"                                                              /* 26 */
			     "	return local[0] + self->b;\n"                                            /* 27 */
			     "}\n"                                                                       /* 28 */
			     "int main(void)\n"                                                          /* 29 */
			     "{\n"                                                                       /* 30 */
			     "	return counted(&global, 1);\n"                                           /* 31 */
			     "}\n";

static char folder[] = "/tmp/snag-debug-XXXXXX";
static struct arena arena;
static struct program unit;
static const char *file;

static int setup(void **state)
{
	static const char *const no_args[] = { NULL };
	struct jobs jobs = { 0 };
	struct extract out;
	struct trouble t = { "" };
	bool ok;

	(void)state;
	arena_init(&arena, "test");
	if (!mkdtemp(folder))
		return -1;
	file = arena_format(&arena, "%s/a.c", folder);
	*vec_add(&arena, &jobs.job) = (struct job){ folder, file, no_args, 0, 0, false };
	ok = file_write(file, source, strlen(source), &t) &&
	     extract_run(&arena, &jobs, &(struct extract_options){ .workers = 1 }, &out, &t);
	if (!ok || out.failed) {
		print_error("%s%s\n", t.text, ok ? out.unit[0].error : "");
		return -1;
	}
	program_init(&unit, &arena);
	ok = unit_load(out.unit[0].path, &unit, &t);
	extract_release(&out);
	return ok ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	unit_close(&unit);
	unlink(file);
	arena_release(&arena);
	return rmdir(folder);
}

static const char *str(struct str_id s)
{
	return program_str(&unit, s);
}

static const struct type *type_named(uint8_t kind, const char *name)
{
	for (uint32_t i = 1; i < unit.type.n; i++)
		if (unit.type.at[i].kind == kind && !strcmp(str(unit.type.at[i].name), name))
			return &unit.type.at[i];
	fail_msg("no type %s of kind %u", name, kind);
	return NULL;
}

static const struct field *field_of(const struct type *t, const char *name)
{
	for (uint32_t i = 0; i < t->nfields; i++)
		if (!strcmp(str(unit.field.at[t->field + i].name), name))
			return &unit.field.at[t->field + i];
	fail_msg("no member %s", name);
	return NULL;
}

static const struct type *field_type(const struct type *t, const char *name)
{
	return program_type(&unit, field_of(t, name)->type);
}

static const struct type *base_of(const struct type *t)
{
	return program_type(&unit, t->base);
}

static const struct sym *sym_named(const char *name)
{
	for (uint32_t i = 1; i < unit.sym.n; i++)
		if (!strcmp(str(unit.sym.at[i].source), name))
			return &unit.sym.at[i];
	fail_msg("no symbol %s", name);
	return NULL;
}

static void stands_at(struct str_id where, uint32_t line, uint32_t expected)
{
	assert_string_equal(str(where), file);
	assert_int_equal(line, expected);
}

static void records(void **state)
{
	const struct type *outer = type_named(TYPE_STRUCT, "outer"), *either = type_named(TYPE_UNION, "either");

	(void)state;
	stands_at(outer->file, outer->line, 5);
	assert_int_equal(outer->nfields, 13);
	assert_int_equal(field_of(outer, "w")->offset, 0);
	assert_int_equal(field_of(outer, "")->offset, 12 * 8);
	assert_string_equal(str(unit.field.at[field_type(outer, "")->field].name), "x");
	assert_int_equal(field_of(outer, "in")->offset, 16 * 8);
	assert_int_equal(field_of(outer, "call")->offset, 136 * 8); /* e ends at 132 */
	assert_int_equal(field_of(outer, "tail")->offset, 172 * 8);
	assert_int_equal(outer->size, 176 * 8);
	assert_int_equal(either->size, 32);
	assert_int_equal(either->nfields, 2);
	assert_int_equal(field_of(either, "f")->offset, 0);
	assert_int_equal(field_type(either, "f")->kind, TYPE_FLOAT);
}

static void bit_fields(void **state)
{
	const struct type *outer = type_named(TYPE_STRUCT, "outer");

	(void)state;
	assert_int_equal(field_of(outer, "a")->offset, 64);
	assert_int_equal(field_of(outer, "a")->width, 3);
	assert_int_equal(field_of(outer, "b")->offset, 67);
	assert_int_equal(field_of(outer, "b")->width, 10);
	assert_int_equal(field_of(outer, "w")->width, 0);
}

static void arrays(void **state)
{
	const struct type *in = field_type(type_named(TYPE_STRUCT, "outer"), "in");
	const struct type *grid = field_type(type_named(TYPE_STRUCT, "inner"), "grid");
	const struct type *tail = field_type(type_named(TYPE_STRUCT, "outer"), "tail");

	(void)state;
	assert_int_equal(in->kind, TYPE_ARRAY);
	assert_int_equal(in->count, 4);
	assert_string_equal(str(base_of(in)->name), "inner");
	assert_int_equal(grid->count, 2);
	assert_int_equal(grid->size, 24 * 8);
	assert_int_equal(base_of(grid)->count, 3);
	assert_int_equal(base_of(grid)->size, 12 * 8);
	assert_string_equal(str(base_of(base_of(grid))->name), "int");
	assert_int_equal(tail->kind, TYPE_ARRAY);
	assert_true(tail->flags & TYPE_VARIABLE);
}

static void functions(void **state)
{
	const struct type *call = base_of(field_type(type_named(TYPE_STRUCT, "outer"), "call"));
	const struct type *counted = program_type(&unit, sym_named("counted")->type);

	(void)state;
	assert_int_equal(call->kind, TYPE_FUNCTION);
	assert_string_equal(str(base_of(call)->name), "int");
	assert_int_equal(call->nfields, 2);
	assert_true(call->flags & TYPE_VARIABLE);
	assert_int_equal(program_type(&unit, unit.field.at[call->field].type)->kind, TYPE_POINTER);
	assert_string_equal(str(base_of(program_type(&unit, unit.field.at[call->field].type))->name), "outer");
	assert_int_equal(counted->kind, TYPE_FUNCTION);
	assert_int_equal(counted->nfields, 2);
	assert_false(counted->flags & TYPE_VARIABLE);
	assert_string_equal(str(program_type(&unit, unit.field.at[counted->field + 1].type)->name), "short");
}

static void names_and_qualifiers(void **state)
{
	const struct type *outer = type_named(TYPE_STRUCT, "outer"), *word = field_type(outer, "w"),
			  *tagged = field_type(outer, "tagged");
	const struct type *colour = field_type(outer, "colour"),
			  *never = base_of(program_type(&unit, sym_named("pointer")->type));

	(void)state;
	assert_int_equal(word->kind, TYPE_TYPEDEF);
	assert_string_equal(str(word->name), "word");
	stands_at(word->file, word->line, 1);
	assert_string_equal(str(base_of(word)->name), "unsigned long");
	assert_false(base_of(word)->flags & TYPE_SIGNED);
	assert_int_equal(tagged->kind, TYPE_POINTER);
	assert_int_equal(base_of(tagged)->kind, TYPE_TAG);
	assert_string_equal(str(base_of(tagged)->name), "user");
	assert_string_equal(str(base_of(base_of(tagged))->name), "int");
	assert_int_equal(field_type(outer, "v")->kind, TYPE_VOLATILE);
	assert_int_equal(field_type(outer, "at")->kind, TYPE_ATOMIC);
	assert_int_equal(field_type(outer, "r")->kind, TYPE_RESTRICT);
	assert_int_equal(colour->kind, TYPE_ENUM);
	assert_string_equal(str(colour->name), "colour");
	stands_at(colour->file, colour->line, 2);
	assert_string_equal(str(base_of(colour)->name), "unsigned int");
	assert_string_equal(str(never->name), "never");
	assert_true(never->flags & TYPE_DECLARED);
}

static void symbols(void **state)
{
	const struct sym *global = sym_named("global"), *counted = sym_named("counted"), *calls = sym_named("calls");
	const struct sym *per_thread = sym_named("per_thread");

	(void)state;
	assert_string_equal(str(program_type(&unit, global->type)->name), "outer");
	stands_at(global->file, global->line, 19);
	stands_at(counted->file, counted->line, 21);
	assert_int_equal(counted->linkage, LINK_STATIC);
	assert_string_equal(str(calls->name), "counted.calls");
	stands_at(calls->file, calls->line, 23);
	assert_true(per_thread->flags & SYM_THREAD_LOCAL);
	assert_int_equal(per_thread->size, 4);
	assert_memory_equal(program_bytes(&unit, per_thread->data).at, "\5", 1);
}

/* The n-th instruction of the operation. */
static const struct inst *inst_of(const struct body *b, uint8_t op, uint32_t n)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == op && !n--)
			return &b->inst.at[i];
	fail_msg("no such %s", op_name(op));
	return NULL;
}

static void code(void **state)
{
	struct body b = { 0 };
	const struct inst *local, *ret;

	(void)state;
	body_get(&arena, &unit, sym_named("counted")->fn, &b);
	assert_int_equal(b.param.n, 2);
	assert_string_equal(str(b.param.at[0].name), "self");
	assert_string_equal(str(b.param.at[1].name), "n");
	assert_string_equal(str(base_of(program_type(&unit, b.param.at[0].type))->name), "outer");
	local = inst_of(&b, OP_alloca, 0);
	assert_string_equal(str(local->name), "local");
	assert_int_equal(program_type(&unit, local->type)->kind, TYPE_ARRAY);
	assert_int_equal(program_type(&unit, local->type)->count, 7);
	stands_at(b.loc.at[inst_of(&b, OP_store, 0)->loc].file, b.loc.at[inst_of(&b, OP_store, 0)->loc].line, 25);
	stands_at(b.loc.at[inst_of(&b, OP_store, 1)->loc].file, b.loc.at[inst_of(&b, OP_store, 1)->loc].line, 26);
	ret = inst_of(&b, OP_ret, 0);
	stands_at(b.loc.at[ret->loc].file, b.loc.at[ret->loc].line, 27);
	assert_int_equal(b.loc.at[ret->loc].column, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records),   cmocka_unit_test(bit_fields),	     cmocka_unit_test(arrays),
		cmocka_unit_test(functions), cmocka_unit_test(names_and_qualifiers), cmocka_unit_test(symbols),
		cmocka_unit_test(code),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
