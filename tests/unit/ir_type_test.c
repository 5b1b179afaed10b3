/* Tests of types: keys across units, what lies where in a record, how paths and types are printed, also of types that C cannot
 * have and a hostile file can. */
#include "make.h"

static char *shown(struct arena *a, const struct program *p, struct type_id t, int64_t offset, uint32_t size, bool path)
{
	char *text = NULL, *kept;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	if (path)
		ir_print_path(p, t, offset, size, f);
	else
		ir_print_type(p, t, f);
	fclose(f);
	kept = arena_copy(a, text, len);
	free(text);
	return kept;
}

#define type_is(p, t, text) assert_string_equal(shown((p)->arena, p, t, 0, 0, false), text)
#define path_is(p, t, offset, size, text) assert_string_equal(shown((p)->arena, p, t, offset, size, true), text)

static struct type_id array(struct program *p, struct type_id base, uint64_t count)
{
	return make_type(
		p, (struct type){ .kind = TYPE_ARRAY, .base = base, .count = count, .size = count * p->type.at[base.i].size },
		"");
}

static struct type_id wrap(struct program *p, uint8_t kind, struct type_id base, const char *name)
{
	return make_type(p, (struct type){ .kind = kind, .base = base, .size = p->type.at[base.i].size }, name);
}

static struct type_id record(struct program *p, uint8_t kind, const char *name, uint64_t bytes)
{
	struct type_id t = make_record(p, kind, name, 3);

	p->type.at[t.i].size = bytes * 8;
	return t;
}

static void member(struct program *p, struct type_id r, const char *name, struct type_id type, uint64_t bit, uint32_t width)
{
	make_field(p, r, name, type);
	p->field.at[p->field.n - 1].offset = bit;
	p->field.at[p->field.n - 1].width = width;
}

/* ---- keys ---- */

/* struct list { struct conn *first; struct list *next; }, its ids and strings shifted by what comes before. */
static struct program *list_unit(struct arena *a, uint32_t shift, uint32_t conn_line)
{
	struct program *p = make_unit(a, shift ? "b.c" : "a.c");

	while (shift--) {
		make_str(p, arena_format(a, "s%u", shift));
		make_type(p, (struct type){ .kind = TYPE_FLOAT, .size = shift }, "");
	}
	make_list(p, make_conn(p, conn_line));
	type_keys(p);
	return p;
}

static uint64_t key_of(const struct program *p, const char *name)
{
	for (uint32_t i = 1; i < p->type.n; i++)
		if (!strcmp(program_str(p, p->type.at[i].name), name))
			return p->type.at[i].key;
	fail_msg("no type %s", name);
	return 0;
}

static void equal_types_have_equal_keys(void **state)
{
	struct arena a;
	struct program *x, *y, *z;

	(void)state;
	arena_init(&a, "test");
	x = list_unit(&a, 0, 7);
	y = list_unit(&a, 9, 7);
	z = list_unit(&a, 0, 8);
	assert_true(key_of(x, "list") == key_of(y, "list"));
	assert_true(key_of(x, "conn") == key_of(y, "conn"));
	assert_true(key_of(x, "conn") != key_of(z, "conn"));
	assert_true(key_of(x, "list") != key_of(z, "list")); /* it points to another conn */
	assert_true(key_of(x, "int") == key_of(z, "int"));
	arena_release(&a);
}

/* One struct, with one thing changed at a time: all keys differ. */
static uint64_t changed_key(struct arena *a, int change)
{
	struct program *p = make_unit(a, "a.c");
	struct type_id i32 = make_int(p), f32 = make_type(p, (struct type){ .kind = TYPE_FLOAT, .size = 32 }, "float");
	struct type_id s = record(p, change == 1 ? TYPE_UNION : TYPE_STRUCT, change == 2 ? "t" : "s", change == 3 ? 12 : 8);

	member(p, s, change == 4 ? "y" : "x", change == 5 ? f32 : i32, change == 6 ? 1 : 0,
	       change == 7   ? 3
	       : change == 8 ? 256
			     : 0);
	if (change != 9)
		member(p, s, "b", i32, 32, 0);
	p->type.at[s.i].line += change == 10;
	p->type.at[s.i].flags = change == 11 ? TYPE_DECLARED : 0;
	if (change == 12)
		p->type.at[s.i].file = make_str(p, "other.h");
	type_keys(p);
	return p->type.at[s.i].key;
}

static void different_types_have_different_keys(void **state)
{
	enum { CHANGES = 13 };
	uint64_t key[CHANGES];
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (int i = 0; i < CHANGES; i++) {
		key[i] = changed_key(&a, i);
		assert_true(key[i] == changed_key(&a, i));
		for (int k = 0; k < i; k++)
			if (key[k] == key[i])
				fail_msg("changes %d and %d have one key", k, i);
	}
	arena_release(&a);
}

/* A cycle of typedefs, and many members that are all the record itself: fast, and the same each time. */
static void keys_of_hostile_types(void **state)
{
	enum { MEMBERS = 100000 };
	struct arena a;
	struct program *p;
	struct type_id s;
	uint64_t key;

	(void)state;
	arena_init(&a, "test");
	p = make_unit(&a, "a.c");
	make_type(p, (struct type){ .kind = TYPE_TYPEDEF, .base = { 2 } }, "one");
	make_type(p, (struct type){ .kind = TYPE_TYPEDEF, .base = { 1 } }, "two");
	s = record(p, TYPE_STRUCT, "self", 8);
	for (uint32_t i = 0; i < MEMBERS; i++)
		member(p, s, "m", s, i, 0);
	type_keys(p);
	key = p->type.at[s.i].key;
	assert_true(p->type.at[1].key != p->type.at[2].key);
	type_keys(p);
	assert_true(key == p->type.at[s.i].key);
	arena_release(&a);
}

/* ---- what lies where ---- */

static void strip(void **state)
{
	static const uint8_t wrappers[] = { TYPE_TYPEDEF, TYPE_CONST, TYPE_VOLATILE, TYPE_RESTRICT, TYPE_ATOMIC, TYPE_TAG };
	struct arena a;
	struct program *p;
	struct type_id t, cycle;

	(void)state;
	arena_init(&a, "test");
	p = make_unit(&a, "a.c");
	t = make_int(p);
	for (size_t i = 0; i < sizeof wrappers; i++)
		t = wrap(p, wrappers[i], t, "w");
	assert_int_equal(type_strip(p, t).i, 1);
	t = make_pointer(p, t);
	assert_int_equal(type_strip(p, t).i, t.i);
	assert_int_equal(type_strip(p, (struct type_id){ 0 }).i, 0);
	t = wrap(p, TYPE_CONST, (struct type_id){ 0 }, ""); /* const void */
	assert_int_equal(type_strip(p, t).i, 0);
	cycle = wrap(p, TYPE_TYPEDEF, (struct type_id){ 0 }, "self");
	p->type.at[cycle.i].base = cycle;
	assert_int_equal(type_strip(p, cycle).i, 0);
	arena_release(&a);
}

/* struct outer { int a; union { int i; struct { short lo, hi; } half; } u; struct inner { int x[2][3]; char c; } in[2];
 *                unsigned f1 : 3, f2 : 10; char tail[]; } with the bytes 0, 4, 8 (28 each), 64, 66 */
struct zoo {
	struct program *p;
	struct type_id i32, i16, i8, half, u, row, inner, outer, flexible;
};

static void make_zoo(struct arena *a, struct zoo *z)
{
	struct program *p = z->p = make_unit(a, "a.c");

	z->i32 = make_int(p);
	z->i16 = make_type(p, (struct type){ .kind = TYPE_INT, .size = 16 }, "short");
	z->i8 = make_type(p, (struct type){ .kind = TYPE_INT, .size = 8 }, "char");
	z->half = record(p, TYPE_STRUCT, "half", 4);
	member(p, z->half, "lo", z->i16, 0, 0);
	member(p, z->half, "hi", z->i16, 16, 0);
	z->u = record(p, TYPE_UNION, "", 4);
	member(p, z->u, "i", z->i32, 0, 0);
	member(p, z->u, "half", wrap(p, TYPE_CONST, z->half, ""), 0, 0);
	z->row = array(p, z->i32, 3);
	z->inner = record(p, TYPE_STRUCT, "inner", 28);
	member(p, z->inner, "x", array(p, z->row, 2), 0, 0);
	member(p, z->inner, "c", z->i8, 24 * 8, 0);
	z->flexible = make_type(p, (struct type){ .kind = TYPE_ARRAY, .base = z->i8, .flags = TYPE_VARIABLE }, "");
	z->outer = record(p, TYPE_STRUCT, "outer", 68);
	member(p, z->outer, "a", z->i32, 0, 0);
	member(p, z->outer, "u", z->u, 32, 0);
	member(p, z->outer, "in", array(p, z->inner, 2), 64, 0);
	member(p, z->outer, "f1", z->i32, 64 * 8, 3);
	member(p, z->outer, "f2", z->i32, 64 * 8 + 3, 10);
	member(p, z->outer, "tail", z->flexible, 66 * 8, 0);
	make_done(p);
}

static void members_at(void **state)
{
	struct arena a;
	struct zoo z;

	(void)state;
	arena_init(&a, "test");
	make_zoo(&a, &z);
	assert_int_equal(type_at(z.p, z.outer, 0).i, z.i32.i);
	assert_int_equal(type_at(z.p, z.outer, 3).i, z.i32.i);  /* inside a */
	assert_int_equal(type_at(z.p, z.outer, 4).i, z.i32.i);  /* the first of the union */
	assert_int_equal(type_at(z.p, z.outer, 8 + 28 + 24).i, z.i8.i);
	assert_int_equal(type_at(z.p, z.outer, 8 + 20).i, z.i32.i);
	assert_int_equal(type_at(z.p, z.outer, 8 + 25).i, 0); /* padding of inner */
	assert_int_equal(type_at(z.p, z.outer, 64).i, z.i32.i); /* f1 */
	assert_int_equal(type_at(z.p, z.outer, 66).i, z.i8.i);
	assert_int_equal(type_at(z.p, z.outer, 6600).i, z.i8.i); /* flexible */
	assert_int_equal(type_at(z.p, z.inner, 28).i, 0);
	assert_int_equal(type_at(z.p, z.outer, -1).i, 0);
	assert_int_equal(type_at(z.p, z.i32, 4).i, 0);
	assert_int_equal(type_at(z.p, (struct type_id){ 0 }, 8).i, 0);
	arena_release(&a);
}

static void paths(void **state)
{
	struct arena a;
	struct zoo z;

	(void)state;
	arena_init(&a, "test");
	make_zoo(&a, &z);
	path_is(z.p, z.outer, 0, 4, ".a");
	path_is(z.p, z.outer, 0, 0, ".a");
	path_is(z.p, z.outer, 4, 0, ".u");
	path_is(z.p, z.outer, 4, 4, ".u");
	path_is(z.p, z.outer, 4, 2, ".u.half.lo");
	path_is(z.p, z.outer, 6, 2, ".u.half.hi");
	path_is(z.p, z.outer, 8, 0, ".in");
	path_is(z.p, z.outer, 8, 28, ".in[0]");
	path_is(z.p, z.outer, 8, 24, ".in[0].x");
	path_is(z.p, z.outer, 8, 12, ".in[0].x[0]");
	path_is(z.p, z.outer, 36 + 20, 4, ".in[1].x[1][2]");
	path_is(z.p, z.outer, 36 + 24, 1, ".in[1].c");
	path_is(z.p, z.outer, 66, 1, ".tail[0]");
	path_is(z.p, z.outer, 66, 0, ".tail");
	path_is(z.p, z.outer, 70, 1, ".tail[4]");
	path_is(z.p, z.inner, 28, 4, "");
	path_is(z.p, z.outer, -4, 4, "");
	path_is(z.p, z.row, 8, 4, "[2]");
	path_is(z.p, (struct type_id){ 0 }, 0, 0, "");
	arena_release(&a);
}

/* ---- printed types ---- */

static void types_as_text(void **state)
{
	struct arena a;
	struct zoo z;
	struct type_id t, fn;

	(void)state;
	arena_init(&a, "test");
	make_zoo(&a, &z);
	type_is(z.p, z.outer, "struct outer");
	type_is(z.p, z.u, "union @h.h:3");
	type_is(z.p, make_pointer(z.p, wrap(z.p, TYPE_CONST, z.outer, "")), "const struct outer *");
	type_is(z.p, array(z.p, z.row, 2), "int [3] [2]");
	type_is(z.p, z.flexible, "char []");
	type_is(z.p, wrap(z.p, TYPE_TAG, z.i32, "rcu"), "__rcu int");
	type_is(z.p, make_type(z.p, (struct type){ .kind = TYPE_VECTOR, .base = z.i32, .count = 4 }, ""), "int <4>");
	type_is(z.p, make_type(z.p, (struct type){ .kind = TYPE_INT, .size = 7 }, ""), "i7");
	type_is(z.p, make_pointer(z.p, (struct type_id){ 0 }), "ptr");
	fn = make_type(z.p, (struct type){ .kind = TYPE_FUNCTION, .flags = TYPE_VARIABLE, .base = z.i32 }, "");
	type_is(z.p, fn, "int (...)");
	member(z.p, fn, "", z.i8, 0, 0);
	type_is(z.p, fn, "int (char, ...)");
	t = make_type(z.p, (struct type){ .kind = TYPE_STRUCT }, ""); /* the machine's */
	type_is(z.p, t, "struct { }");
	member(z.p, t, "", z.i32, 0, 0);
	member(z.p, t, "", z.i8, 32, 0);
	type_is(z.p, t, "struct { int, char }");
	type_is(z.p, make_type(z.p, (struct type){ .kind = TYPE_TYPEDEF }, "evil\033[2J\n"), "evil\\x1b[2J\\n");
	arena_release(&a);
}

/* Types that hold themselves, several times: what is printed ends soon, at any place that is asked for. */
static void hostile_types(void **state)
{
	static const uint8_t kind[] = {
		TYPE_STRUCT, TYPE_UNION, TYPE_FUNCTION, TYPE_POINTER, TYPE_ARRAY, TYPE_TYPEDEF, TYPE_CONST
	};
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (size_t i = 0; i < sizeof kind; i++) {
		struct program *p = make_unit(&a, "a.c");
		struct type_id s = make_type(p, (struct type){ .kind = kind[i], .size = 1 << 20, .count = 2 }, "");
		p->type.at[s.i].base = s;
		for (int k = 0; i < 3 && k < 40; k++)
			member(p, s, "m", s, 0, 0);
		make_done(p);
		assert_true(strlen(shown(&a, p, s, 0, 0, false)) < 5000);
		for (int64_t at = 0; at < 40; at += 13) {
			assert_true(strlen(shown(&a, p, s, at, 3, true)) < 200);
			(void)type_at(p, s, at);
		}
		(void)type_at(p, s, INT64_MAX);
		(void)shown(&a, p, s, INT64_MAX, UINT32_MAX, true);
	}
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_types_have_equal_keys),
		cmocka_unit_test(different_types_have_different_keys),
		cmocka_unit_test(keys_of_hostile_types),
		cmocka_unit_test(strip),
		cmocka_unit_test(members_at),
		cmocka_unit_test(paths),
		cmocka_unit_test(types_as_text),
		cmocka_unit_test(hostile_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
