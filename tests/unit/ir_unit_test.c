/* Tests of unit files: what is saved comes back, what is loaded is saved as the same bytes, and nothing else is taken. */
#include "ir_make.h"

#include <unistd.h>

#include "unit_file.h"

static char folder[] = "/tmp/snag-ir-unit-XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static const char *in_folder(struct arena *a, const char *name)
{
	return arena_format(a, "%s/%s", folder, name);
}

static struct bytes saved(struct arena *a, const struct program *p)
{
	const char *path = in_folder(a, "unit.ir");
	struct bytes file = { 0 };
	struct trouble t;

	if (!unit_save(p, path, &t) || !file_read(a, path, &file, &t))
		fail_msg("%s", t.text);
	unlink(path);
	return file;
}

/* ---- there and back ---- */

static void same_bytes(struct bytes x, struct bytes y)
{
	assert_int_equal(x.len, y.len);
	if (x.len)
		assert_memory_equal(x.at, y.at, x.len);
}

static void same_strings_and_unit(const struct program *x, const struct program *y)
{
	const struct unit *a = &x->unit.at[1], *b = &y->unit.at[1];

	assert_int_equal(x->str.entry.n, y->str.entry.n);
	for (uint32_t i = 0; i < x->str.entry.n; i++)
		same_bytes((struct bytes){ intern_get(&x->str, i), x->str.entry.at[i].len },
			   (struct bytes){ intern_get(&y->str, i), y->str.entry.at[i].len });
	assert_int_equal(a->file.i, b->file.i);
	assert_int_equal(a->dir.i, b->dir.i);
	assert_int_equal(a->module_asm.i, b->module_asm.i);
	assert_int_equal(a->pointer_bytes, b->pointer_bytes);
	assert_memory_equal(a->gap, b->gap, sizeof a->gap);
}

static void same_types(const struct program *x, const struct program *y)
{
	assert_int_equal(x->type.n, y->type.n);
	for (uint32_t i = 1; i < x->type.n; i++) {
		const struct type *a = &x->type.at[i], *b = &y->type.at[i];
		assert_true(a->kind == b->kind && a->flags == b->flags && a->name.i == b->name.i && a->base.i == b->base.i &&
			    a->size == b->size && a->count == b->count && a->file.i == b->file.i && a->line == b->line &&
			    a->nfields == b->nfields && a->key == b->key);
		for (uint32_t k = 0; k < a->nfields; k++) {
			const struct field *f = &x->field.at[a->field + k], *g = &y->field.at[b->field + k];
			assert_true(f->name.i == g->name.i && f->type.i == g->type.i && f->offset == g->offset &&
				    f->width == g->width);
		}
	}
}

static void same_syms(const struct program *x, const struct program *y)
{
	assert_int_equal(x->sym.n, y->sym.n);
	for (uint32_t i = 1; i < x->sym.n; i++) {
		const struct sym *a = &x->sym.at[i], *b = &y->sym.at[i];
		assert_true(a->kind == b->kind && a->linkage == b->linkage && a->flags == b->flags && a->name.i == b->name.i &&
			    a->source.i == b->source.i && a->section.i == b->section.i && a->type.i == b->type.i &&
			    a->file.i == b->file.i && a->line == b->line && a->size == b->size && a->unit.i == b->unit.i &&
			    a->fn.i == b->fn.i && a->target.i == b->target.i && a->addend == b->addend &&
			    a->nrelocs == b->nrelocs);
		same_bytes(program_bytes(x, a->data), program_bytes(y, b->data));
		for (uint32_t k = 0; k < a->nrelocs; k++) {
			const struct reloc *f = &x->reloc.at[a->reloc + k], *g = &y->reloc.at[b->reloc + k];
			assert_true(f->offset == g->offset && f->sym.i == g->sym.i && f->addend == g->addend &&
				    f->kind == g->kind && f->size == g->size);
		}
	}
}

static void same_konsts_and_fns(const struct program *x, const struct program *y)
{
	assert_int_equal(x->konst.n, y->konst.n);
	for (uint32_t i = 1; i < x->konst.n; i++) {
		const struct konst *a = &x->konst.at[i], *b = &y->konst.at[i];
		assert_true(a->kind == b->kind && a->type.i == b->type.i && a->sym.i == b->sym.i && a->lo == b->lo &&
			    a->hi == b->hi);
		same_bytes(program_bytes(x, a->data), program_bytes(y, b->data));
	}
	assert_int_equal(x->fn.n, y->fn.n);
	for (uint32_t i = 1; i < x->fn.n; i++) {
		const struct fn *a = &x->fn.at[i], *b = &y->fn.at[i];
		assert_true(a->sym.i == b->sym.i && a->unit.i == b->unit.i && a->key == b->key && a->ninsts == b->ninsts &&
			    a->nblocks == b->nblocks && a->ncallees == b->ncallees);
		same_bytes(program_bytes(x, a->code), program_bytes(y, b->code));
		same_bytes(program_bytes(x, a->places), program_bytes(y, b->places));
		for (uint32_t k = 0; k < a->ncallees; k++)
			assert_int_equal(x->callee.at[a->callee + k].i, y->callee.at[b->callee + k].i);
	}
}

static void round_trip(void **state)
{
	struct maker m;
	struct program p;
	struct trouble t;
	const char *path;
	struct bytes first;

	(void)state;
	make_full(&m);
	path = in_folder(&m.arena, "full.ir");
	program_init(&p, &m.arena);
	if (!unit_save(m.p, path, &t) || !unit_load(path, &p, &t))
		fail_msg("%s", t.text);
	assert_true(unit_whole(path));
	type_keys(&p); /* not in the file: they follow from it */
	same_strings_and_unit(m.p, &p);
	same_types(m.p, &p);
	same_syms(m.p, &p);
	same_konsts_and_fns(m.p, &p);
	first = saved(&m.arena, m.p);
	same_bytes(first, saved(&m.arena, &p)); /* what was loaded is saved as the same bytes */
	same_bytes(first, p.unit.at[1].mapped);
	unit_close(&p);
	unlink(path);
	maker_done(&m);
}

static void empty_unit(void **state)
{
	struct arena a;
	struct program *p, back;
	struct trouble t;

	(void)state;
	arena_init(&a, "test");
	p = make_unit(&a, "a.c");
	program_init(&back, &a);
	if (!unit_parse(saved(&a, p), "x", &back, &t))
		fail_msg("%s", t.text);
	assert_int_equal(back.fn.n, 1);
	assert_string_equal(program_str(&back, back.unit.at[1].file), "a.c");
	arena_release(&a);
}

/* ---- what is refused ---- */

static void small_file(struct arena *a, struct bytes *file)
{
	struct program *p = make_unit(a, "a.c");

	make_list(p, make_conn(p, 7));
	make_variable(p, LINK_EXTERN, "v", "data");
	make_fn(p, LINK_EXTERN, "main", 4, NULL);
	make_done(p);
	*file = saved(a, p);
}

static void refused(struct arena *a, struct bytes file, const char *why)
{
	struct program p;
	struct trouble t = { "" };

	program_init(&p, a);
	if (unit_parse(file, "x.ir", &p, &t))
		fail_msg("taken, but: %s", why);
	if (!strstr(t.text, why))
		fail_msg("refused with \"%s\", not with \"%s\"", t.text, why);
}

static void refuses_any_truncation(void **state)
{
	struct arena a;
	struct bytes file;

	(void)state;
	arena_init(&a, "test");
	small_file(&a, &file);
	for (size_t n = 0; n < file.len; n++) {
		char *cut = malloc(n ? n : 1); /* of exactly this size, so that a read behind it is seen */
		assert_non_null(cut);
		memcpy(cut, file.at, n);
		refused(&a, (struct bytes){ cut, n }, n < 64 ? "x.ir: not a unit of snag" : "x.ir: truncated or damaged");
		free(cut);
	}
	refused(&a, (struct bytes){ arena_copy(&a, file.at, file.len), file.len + 1 }, "x.ir: truncated or damaged");
	arena_release(&a);
}

static void refuses_any_flipped_bit(void **state)
{
	struct arena a;
	struct bytes file;
	char *copy;

	(void)state;
	arena_init(&a, "test");
	small_file(&a, &file);
	copy = arena_copy(&a, file.at, file.len);
	for (size_t bit = 0; bit < file.len * 8; bit++) {
		copy[bit / 8] ^= (char)(1 << bit % 8);
		refused(&a, (struct bytes){ copy, file.len },
			bit < 64    ? "x.ir: not a unit of snag" :
			bit < 96    ? "x.ir: made by another version of snag" :
				      "x.ir: truncated or damaged");
		copy[bit / 8] ^= (char)(1 << bit % 8);
	}
	arena_release(&a);
}

/* Sizes that lie, with a checksum that fits. */
static void refuses_a_lying_head(void **state)
{
	static const struct {
		int64_t packed, tables, code;
		const char *why;
	} lie[] = {
		{ 1, 0, -1, "tables do not unpack" }, /* one byte of code more in the frame */
		{ -1, 0, 1, "tables do not unpack" },
		{ 1, 0, 0, "truncated or damaged" },
		{ 0, 0, 1, "truncated or damaged" },
		{ INT64_MIN, 0, INT64_MIN, "truncated or damaged" }, /* the sum fits */
		{ 0, 1, 0, "tables do not unpack" },
		{ 0, -1, 0, "tables do not unpack" },
		{ 0, 1 << 30, 0, "truncated or damaged" }, /* more than a frame of that size can hold */
		{ 0, INT64_MAX, 0, "truncated or damaged" },
	};
	struct arena a;
	struct bytes file;

	(void)state;
	arena_init(&a, "test");
	small_file(&a, &file);
	for (size_t i = 0; i < sizeof lie / sizeof *lie; i++) {
		char *copy = arena_copy(&a, file.at, file.len);
		struct file_head h;
		memcpy(&h, copy, sizeof h);
		h.packed += (uint64_t)lie[i].packed;
		h.tables += (uint64_t)lie[i].tables;
		h.code += (uint64_t)lie[i].code;
		memcpy(copy, &h, sizeof h);
		file_seal(copy, file.len);
		refused(&a, (struct bytes){ copy, file.len }, lie[i].why);
	}
	arena_release(&a);
}

static void whole_or_not(void **state)
{
	struct arena a;
	struct bytes file;
	struct trouble t;
	const char *path;

	(void)state;
	arena_init(&a, "test");
	small_file(&a, &file);
	path = in_folder(&a, "whole.ir");
	assert_false(unit_whole(path));
	assert_true(file_write(path, file.at, file.len, &t));
	assert_true(unit_whole(path));
	assert_true(file_write(path, file.at, file.len - 1, &t));
	assert_false(unit_whole(path));
	assert_true(file_write(path, "", 0, &t));
	assert_false(unit_whole(path));
	unlink(path);
	arena_release(&a);
}

/* ---- files that were made to fool us ---- */

/* The same tables, with one thing wrong; saved by us, so that the checksum fits. */
static void refuses_bad_rows(void **state)
{
	static const char damaged[] = "tables are damaged", other[] = "symbol 2 is not what it says it is",
			  variable[] = "symbol 1 is not";
	static const char *const why[] = {
		"type 1 is damaged",
		damaged,
		damaged,
		damaged,
		damaged,
		"symbol 1 is damaged",
		"symbol 1 is damaged",
		variable,
		"symbol 2 is damaged",
		other,
		other,
		variable,
		"symbol 3 is an alias of itself",
		"symbol 4 is an alias of itself",
		variable,
		"constant 1 is damaged",
		damaged,
	};

	(void)state;
	for (size_t wrong = 0; wrong < sizeof why / sizeof *why; wrong++) {
		struct arena a;
		struct program *p;
		struct type *type;
		struct sym *f, *v, *x, *y;
		arena_init(&a, "test");
		p = make_unit(&a, "a.c");
		make_conn(p, 7);
		make_variable(p, LINK_EXTERN, "v", "data");
		make_fn(p, LINK_EXTERN, "f", 4, NULL);
		make_alias(p, LINK_EXTERN, "x", (struct sym_id){ 1 });
		make_alias(p, LINK_EXTERN, "y", (struct sym_id){ 3 });
		make_done(p);
		type = &p->type.at[1];
		v = &p->sym.at[1];
		f = &p->sym.at[2];
		x = &p->sym.at[3];
		y = &p->sym.at[4];
		switch (wrong) {
		case 0: type->kind = 0; break;
		case 1: type->kind = TYPE_KINDS; break;
		case 2: type->base.i = p->type.n; break;
		case 3: type->name.i = p->str.entry.n; break;
		case 4: p->field.at[type->field].type.i = p->type.n; break;
		case 5: v->kind = SYM_IFUNC + 1; break;
		case 6: v->linkage = 0; break;
		case 7: v->size = 3; break; /* fewer than its bytes */
		case 8: f->fn.i = 2; break;
		case 9: f->flags = 0; break; /* code, but not defined */
		case 10: f->kind = SYM_VARIABLE; break;
		case 11: v->fn.i = 1; break;
		case 12: x->target.i = 4; break; /* x -> y -> x */
		case 13: y->target.i = 4; break;
		case 14: v->target.i = 2; break;
		case 15: p->konst.at[1].kind = 0; break;
		case 16: p->konst.at[1].sym.i = 5; break;
		}
		refused(&a, saved(&a, p), why[wrong]);
		arena_release(&a);
	}
}

static void survives(struct bytes tables, struct bytes code, FILE *null, uint32_t *taken)
{
	struct arena a;
	struct program p;
	struct trouble t = { "" };

	arena_init(&a, "test");
	if (file_use(&a, file_wrap(&a, tables, code), &p, null, &t))
		++*taken;
	else
		assert_true(t.text[0]);
	arena_release(&a);
}

/* Each byte of the tables and of the code gets other values, under a checksum that fits. */
static void survives_any_byte(void **state)
{
	static const uint8_t odd[] = { 0, 1, 2, 0x7f, 0x80, 0xff };
	FILE *null = fopen("/dev/null", "w");
	struct arena a;
	struct maker m;
	struct bytes tables, code;
	uint32_t taken = 0;

	(void)state;
	assert_non_null(null);
	arena_init(&a, "test");
	make_full(&m);
	file_unwrap(&a, saved(&a, m.p), &tables, &code);
	maker_done(&m);
	survives(tables, code, null, &taken);
	assert_int_equal(taken, 1);
	for (size_t i = 0; i < tables.len + code.len; i++) {
		char *byte = (char *)(uintptr_t)(i < tables.len ? &tables.at[i] : &code.at[i - tables.len]), kept = *byte;
		for (size_t k = 0; k < sizeof odd; k++) {
			*byte = (char)odd[k];
			survives(tables, code, null, &taken);
		}
		*byte = kept;
	}
	for (size_t n = 0; n < tables.len; n += 3)
		survives((struct bytes){ tables.at, n }, code, null, &taken);
	assert_true(taken > 1);
	fclose(null);
	arena_release(&a);
}

/* Strings of a file of ours are told apart and not empty; a file that says otherwise is not ours. */
static void refuses_repeated_strings(void **state)
{
	static const char twice[] = "\2\1\1aa", empty[] = "\1\0";
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	refused(&a, file_wrap(&a, (struct bytes){ twice, sizeof twice - 1 }, (struct bytes){ "", 0 }), "tables are damaged");
	refused(&a, file_wrap(&a, (struct bytes){ empty, sizeof empty - 1 }, (struct bytes){ "", 0 }), "tables are damaged");
	refused(&a, file_wrap(&a, (struct bytes){ "", 0 }, (struct bytes){ "", 0 }), "tables are damaged");
	arena_release(&a);
}

/* 100,000 aliases in a row, the last one of the first: found in one walk. */
static void long_alias_cycle(void **state)
{
	enum { LONG = 100000 };
	struct arena a;
	struct program *p;
	struct trouble t = { "" };

	(void)state;
	arena_init(&a, "test");
	p = make_unit(&a, "a.c");
	make_declaration(p, "f");
	for (uint32_t i = 2; i < LONG; i++)
		*vec_add(&a, &p->sym) =
			(struct sym){ .kind = SYM_ALIAS, .linkage = LINK_EXTERN, .unit = { 1 }, .target = { i - 1 } };
	assert_true(program_valid(p, &t));
	p->sym.at[1].kind = SYM_ALIAS;
	p->sym.at[1].target.i = LONG - 1;
	assert_false(program_valid(p, &t));
	assert_string_equal(t.text, "symbol 1 is an alias of itself");
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),
		cmocka_unit_test(empty_unit),
		cmocka_unit_test(refuses_any_truncation),
		cmocka_unit_test(refuses_any_flipped_bit),
		cmocka_unit_test(refuses_a_lying_head),
		cmocka_unit_test(whole_or_not),
		cmocka_unit_test(refuses_bad_rows),
		cmocka_unit_test(survives_any_byte),
		cmocka_unit_test(refuses_repeated_strings),
		cmocka_unit_test(long_alias_cycle),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
