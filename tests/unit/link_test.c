/* Unit tests of src/link: whose definition stays, as ld would have it; the dump; units in files. */
#include "make.h"

#include "ir/store/unit.h"

/* ---- whose definition stays ---- */

enum { DECLARED = 100, WEAKLY };

static void define_f(struct program *p, uint8_t linkage, int64_t number)
{
	if (linkage == DECLARED)
		make_declaration(p, "f");
	else if (linkage == WEAKLY)
		make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_WEAK }, "f");
	else
		make_fn(p, linkage, "f", number, NULL);
}

static void functions_are_chosen_as_a_linker_does(void **state)
{
	static const struct {
		uint8_t first, second;
		int winner; /* 0: undefined */
		uint8_t linkage;
		uint32_t conflicts;
	} row[] = {
		{ DECLARED, LINK_EXTERN, 2, LINK_EXTERN, 0 },	 { LINK_EXTERN, DECLARED, 1, LINK_EXTERN, 0 },
		{ DECLARED, LINK_WEAK, 2, LINK_WEAK, 0 },	 { DECLARED, LINK_INLINE, 2, LINK_INLINE, 0 },
		{ LINK_EXTERN, LINK_EXTERN, 1, LINK_EXTERN, 1 }, { LINK_EXTERN, LINK_WEAK, 1, LINK_EXTERN, 0 },
		{ LINK_WEAK, LINK_EXTERN, 2, LINK_EXTERN, 0 },	 { LINK_WEAK, LINK_WEAK, 1, LINK_WEAK, 0 },
		{ LINK_INLINE, LINK_EXTERN, 2, LINK_EXTERN, 0 }, { LINK_EXTERN, LINK_INLINE, 1, LINK_EXTERN, 0 },
		{ LINK_INLINE, LINK_WEAK, 2, LINK_WEAK, 0 },	 { LINK_WEAK, LINK_INLINE, 1, LINK_WEAK, 0 },
		{ LINK_INLINE, LINK_INLINE, 1, LINK_INLINE, 0 }, { WEAKLY, LINK_EXTERN, 2, LINK_EXTERN, 0 },
		{ DECLARED, DECLARED, 0, LINK_EXTERN, 0 },	 { WEAKLY, WEAKLY, 0, LINK_WEAK, 0 },
		{ WEAKLY, DECLARED, 0, LINK_EXTERN, 0 },	 { DECLARED, WEAKLY, 0, LINK_EXTERN, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct arena a;
		struct program *x, *y;
		struct linked *r;
		const struct sym *f;
		arena_init(&a, "test");
		x = make_unit(&a, "x.c");
		y = make_unit(&a, "y.c");
		define_f(x, row[i].first, 1);
		define_f(y, row[i].second, 2);
		make_fn(y, LINK_EXTERN, "g", 3, NAMES({ y->sym.n - 1 }));
		r = link_two(&a, x, y);
		f = the(r, "f");
		assert_int_equal((f->flags & SYM_DEFINED) != 0, row[i].winner != 0);
		if (row[i].winner)
			assert_int_equal(number_of(r, f), row[i].winner);
		assert_int_equal(f->linkage, row[i].linkage);
		assert_ptr_equal(called_by(r, the(r, "g"), 0), f); /* the call in y.c follows */
		assert_int_equal(r->conflict.n, row[i].conflicts);
		arena_release(&a);
	}
}

static void variables_are_chosen_as_a_linker_does(void **state)
{
	static const struct {
		uint8_t first, second;
		const char *value; /* of the winner */
		uint32_t conflicts;
	} row[] = {
		{ LINK_EXTERN, LINK_EXTERN, "one", 1 },	  { LINK_EXTERN, LINK_WEAK, "one", 0 },
		{ LINK_WEAK, LINK_EXTERN, "three", 0 },	  { LINK_EXTERN, LINK_COMMON, "one", 0 },
		{ LINK_COMMON, LINK_EXTERN, "three", 0 }, { LINK_COMMON, LINK_WEAK, "one", 0 },
		{ LINK_WEAK, LINK_COMMON, "three", 0 },	  { LINK_WEAK, LINK_WEAK, "one", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct arena a;
		struct program *x, *y;
		struct linked *r;
		arena_init(&a, "test");
		x = make_unit(&a, "x.c");
		y = make_unit(&a, "y.c");
		make_variable(x, row[i].first, "v", "one");
		make_variable(y, row[i].second, "v", "three");
		r = link_two(&a, x, y);
		assert_int_equal(the(r, "v")->size, strlen(row[i].value));
		assert_memory_equal(program_bytes(r->program, the(r, "v")->data).at, row[i].value, strlen(row[i].value));
		assert_int_equal(r->conflict.n, row[i].conflicts);
		arena_release(&a);
	}
}

static void common_is_as_large_as_the_largest(void **state)
{
	struct arena a;
	struct program *unit[3];

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 3; i++) {
		unit[i] = make_unit(&a, "x.c");
		make_sym(
		    unit[i],
		    (struct sym){ .kind = SYM_VARIABLE, .linkage = LINK_COMMON, .flags = SYM_DEFINED, .size = i == 1 ? 64 : 4 },
		    "v");
	}
	assert_int_equal(the(link_these(&a, unit, 3, NO_STUB), "v")->size, 64);
	arena_release(&a);
}

static void declarations_add_what_is_not_known(void **state)
{
	struct arena a;
	struct program *x, *y, *z;
	struct type_id fn;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_sym(x, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_EXTERN, .flags = SYM_VARIADIC }, "f"); /* int f(); */
	y = make_unit(&a, "y.c");
	fn = make_type(y, (struct type){ .kind = TYPE_FUNCTION }, "");
	make_sym(y, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_EXTERN, .flags = SYM_NORETURN, .type = fn, .line = 7 },
		 "f");
	z = make_unit(&a, "z.c");
	make_sym(z, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_EXTERN, .flags = SYM_HIDDEN }, "f");
	r = link_these(&a, (struct program *[]){ x, y, z }, 3, NO_STUB);
	assert_int_equal(program_type(r->program, the(r, "f")->type)->kind, TYPE_FUNCTION);
	assert_int_equal(the(r, "f")->flags, SYM_NORETURN | SYM_HIDDEN);
	assert_int_equal(the(r, "f")->line, 7);
	arena_release(&a);
}

static void static_symbols_stay_their_units(void **state)
{
	struct arena a;
	struct program *unit[3];
	struct linked *r;
	struct sym_id first;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id s;
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		make_variable(unit[i], LINK_STATIC, "v", "same");
		s = make_fn(unit[i], LINK_STATIC, "s", 10 + i, NULL);
		make_fn(unit[i], LINK_EXTERN, i ? "g" : "f", 1, NAMES(s));
	}
	unit[2] = make_unit(&a, "z.c");
	make_fn(unit[2], LINK_EXTERN, "s", 30, NULL); /* of no concern to the static ones */
	r = link_these(&a, unit, 3, NO_STUB);
	assert_int_equal(count_syms(r, "v", &first), 2);
	assert_int_equal(count_syms(r, "s", &first), 3);
	assert_int_equal(number_of(r, called_by(r, the(r, "f"), 0)), 10);
	assert_int_equal(number_of(r, called_by(r, the(r, "g"), 0)), 11);
	assert_int_equal(r->merged, 0);
	arena_release(&a);
}

static void equal_definitions_are_no_conflict(void **state)
{
	struct arena a;
	struct program *unit[2];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) { /* one file in the database twice */
		struct sym_id s;
		unit[i] = make_unit(&a, "x.c");
		s = make_fn(unit[i], LINK_STATIC, "s", 1, NULL);
		make_fn(unit[i], LINK_EXTERN, "f", 2, NAMES(s));
		make_variable(unit[i], LINK_EXTERN, "v", "same");
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(r->conflict.n, 0);
	assert_int_equal(r->merged, 2);
	assert_int_equal(r->program->fn.n - 1, 2);
	arena_release(&a);
}

static void equal_code_with_other_static_callees_is_a_conflict(void **state)
{
	struct arena a;
	struct program *unit[2];

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id s;
		unit[i] = make_unit(&a, "x.c");
		s = make_fn(unit[i], LINK_STATIC, "s", i, NULL);
		make_fn(unit[i], LINK_EXTERN, "f", 2, NAMES(s));
	}
	assert_int_equal(link_two(&a, unit[0], unit[1])->conflict.n, 1);
	arena_release(&a);
}

static void a_stub_wins_in_any_order_and_silently(void **state)
{
	(void)state;
	for (uint32_t stub = 0; stub < 2; stub++) {
		struct arena a;
		struct program *unit[2];
		struct linked *r;
		arena_init(&a, "test");
		for (uint32_t i = 0; i < 2; i++) {
			unit[i] = make_unit(&a, i ? "y.c" : "x.c");
			make_fn(unit[i], LINK_EXTERN, "f", i, NULL);
			make_variable(unit[i], LINK_EXTERN, "v", i ? "1" : "0");
		}
		r = link_these(&a, unit, 2, stub);
		assert_int_equal(number_of(r, the(r, "f")), stub);
		assert_int_equal(program_bytes(r->program, the(r, "v")->data).at[0], '0' + (char)stub);
		assert_int_equal(r->conflict.n, 0);
		arena_release(&a);
	}
}

/* weak f and its alias g in x.c, f in y.c: g stays x.c's whoever comes first, f is y.c's. */
static void an_alias_stays_in_its_unit(void **state)
{
	(void)state;
	for (int order = 0; order < 2; order++) {
		struct arena a;
		struct program *x, *y;
		struct linked *r;
		struct sym_id f, g, h, any;
		const struct sym *target;
		arena_init(&a, "test");
		x = make_unit(&a, "x.c");
		f = make_fn(x, LINK_WEAK, "f", 1, NULL);
		g = make_alias(x, LINK_EXTERN, "g", f);
		h = make_alias(x, LINK_EXTERN, "h", g);
		make_fn(x, LINK_EXTERN, "use", 3, NAMES(f, h));
		y = make_unit(&a, "y.c");
		make_fn(y, LINK_EXTERN, "f", 2, NULL);
		r = order ? link_two(&a, y, x) : link_two(&a, x, y);
		target = program_sym(r->program, the(r, "g")->target);
		assert_int_equal(number_of(r, target), 1);
		assert_int_equal(target->linkage, LINK_STATIC);
		assert_ptr_equal(program_sym(r->program, the(r, "h")->target), the(r, "g"));
		assert_int_equal(number_of(r, called_by(r, the(r, "use"), 0)), 2);
		assert_ptr_equal(called_by(r, the(r, "use"), 1), the(r, "h"));
		assert_int_equal(count_syms(r, "f", &any), 2);
		arena_release(&a);
	}
}

static void an_alias_that_loses_leaves_nothing(void **state)
{
	struct arena a;
	struct program *x, *y;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_alias(x, LINK_WEAK, "g", make_fn(x, LINK_WEAK, "f", 1, NULL));
	y = make_unit(&a, "y.c");
	make_fn(y, LINK_EXTERN, "f", 2, NULL);
	make_fn(y, LINK_EXTERN, "g", 3, NULL);
	r = link_two(&a, y, x);
	assert_int_equal(r->program->fn.n - 1, 2);
	assert_int_equal(the(r, "g")->kind, SYM_FUNCTION);
	assert_int_equal(number_of(r, the(r, "f")), 2);
	arena_release(&a);
}

static void pointers_in_values_follow(void **state)
{
	struct arena a;
	struct program *x, *y;
	struct linked *r;
	struct sym *v;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_variable(x, LINK_EXTERN, "other", "12345678");
	make_variable(x, LINK_STATIC, "f", "a static variable of that name");
	y = make_unit(&a, "y.c");
	make_declaration(y, "f");
	make_variable(y, LINK_EXTERN, "table", "12345678");
	y->sym.at[2].reloc = y->reloc.n;
	y->sym.at[2].nrelocs = 1;
	*vec_add(&a, &y->reloc) = (struct reloc){ .sym = { 1 }, .addend = 4, .kind = RELOC_ADDRESS, .size = 8 };
	r = link_two(&a, x, y);
	v = the(r, "table");
	assert_int_equal(v->nrelocs, 1);
	assert_int_equal(program_sym(r->program, r->program->reloc.at[v->reloc].sym)->kind, SYM_FUNCTION);
	assert_int_equal(r->program->reloc.at[v->reloc].addend, 4);
	arena_release(&a);
}

/* ---- the whole ---- */

static char *dump_of(struct arena *a, const struct linked *r)
{
	char *text = NULL, *copy;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	link_dump(r, f);
	fclose(f);
	copy = arena_copy(a, text, len);
	free(text);
	return copy;
}

static void the_dump_says_what_was_decided(void **state)
{
	struct arena a;
	struct program *x, *y;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_alias(x, LINK_EXTERN, "g", make_fn(x, LINK_WEAK, "f", 1, NULL));
	make_header_fn(x, "twice", 4, NULL);
	make_variable(x, LINK_EXTERN, "v", "1234");
	y = make_unit(&a, "y.c");
	make_fn(y, LINK_EXTERN, "f", 2, NULL);
	make_header_fn(y, "twice", 4, NULL);
	make_variable(y, LINK_EXTERN, "v", "12345");
	make_declaration(y, "puts");
	r = link_two(&a, x, y);
	assert_string_equal(dump_of(&a, r), "program test: 2 units, 6 symbols, 3 functions, 1 merged, 0 types, 3 constants\n"
					    "unit x.c\n"
					    "unit y.c\n"
					    "f: extern function in y.c at y.c:9\n"
					    "f: static function in x.c at x.c:9\n"
					    "g: extern alias in x.c at x.c:1 -> f+0 of x.c\n"
					    "puts: extern function undefined\n"
					    "twice: static function in x.c at h.h:5, 1 copy left out\n"
					    "v: extern variable 4 bytes in x.c at x.c:1\n"
					    "0 unnamed constants\n"
					    "conflict: v is taken from x.c at x.c:1, not from y.c at y.c:1\n");
	arena_release(&a);
}

/* ---- through files ---- */

struct saved {
	struct link_unit unit[2];
	struct link_group group;
	char dir[32];
};

enum damage { WHOLE, WRONG_COUNT, WRONG_VALUE };

/* What the checksum does not see: code that does not unpack, and code that unpacks to nonsense. */
static void spoil(struct program *p, enum damage damage)
{
	struct body b = { 0 };

	if (damage == WRONG_COUNT)
		p->fn.at[p->fn.n - 1].nblocks++;
	if (damage != WRONG_VALUE)
		return;
	make_inst(p, &b, OP_ret, ref_make(REF_VALUE, 50));
	make_code(p, make_declaration(p, "nonsense"), &b);
}

/* Two units with something of everything, saved; the second may be spoilt. */
static void save_two(struct arena *a, struct saved *s, enum damage damage)
{
	struct trouble t;

	*s = (struct saved){ .group.name = "files", .dir = "/tmp/snag-link-XXXXXX" };
	assert_non_null(mkdtemp(s->dir));
	for (uint32_t i = 0; i < 2; i++) {
		struct program *p = make_unit(a, i ? "y.c" : "x.c");
		struct sym_id other = make_declaration(p, i ? "fx" : "fy");
		make_list(p, i ? make_conn(p, 1) : make_declared(p, TYPE_STRUCT, "conn"));
		make_variable(p, LINK_STATIC, "data", "0123456789");
		make_fn(p, LINK_EXTERN, i ? "fy" : "fx", 1, NAMES(other, make_header_fn(p, "twice", 2, NULL)));
		spoil(p, i ? damage : WHOLE);
		make_done(p);
		s->unit[i] = (struct link_unit){ arena_format(a, "%s/%u", s->dir, i), i ? "y.c" : "x.c", false, false, false };
		assert_true(unit_save(p, s->unit[i].path, &t));
		*vec_add(a, &s->group.unit) = i;
	}
}

static void remove_two(struct saved *s)
{
	for (int i = 0; i < 2; i++)
		remove(s->unit[i].path);
	remove(s->dir);
}

static void files_are_linked_the_same_each_time(void **state)
{
	struct arena a;
	struct saved s;
	struct linked *r[2];
	struct trouble t;

	(void)state;
	arena_init(&a, "test");
	save_two(&a, &s, WHOLE);
	for (int i = 0; i < 2; i++) {
		r[i] = link_program(&a, s.unit, &s.group, &t);
		assert_non_null(r[i]);
		link_check(r[i]);
		ir_check(r[i]->program);
	}
	remove_two(&s); /* what is mapped stays */
	assert_string_equal(dump_of(&a, r[0]), dump_of(&a, r[1]));
	assert_string_equal(r[0]->program->name, "files");
	assert_int_equal(r[0]->merged, 1);
	assert_ptr_equal(called_by(r[0], the(r[0], "fx"), 0), the(r[0], "fy"));
	assert_ptr_equal(called_by(r[0], the(r[0], "fy"), 1), the(r[0], "twice"));
	assert_int_equal(conn_of(r[0])->nfields, 1);
	assert_memory_equal(program_bytes(r[0]->program,
					  program_sym(r[0]->program, (struct sym_id){ r[0]->program->unit.at[2].sym[3] })->data)
				    .at,
			    "0123456789", 10);
	unit_close(r[0]->program);
	unit_close(r[1]->program);
	arena_release(&a);
}

/* How many functions of the program can be used, each asked as body_get asks. */
static uint32_t good_bodies(struct arena *a, const struct program *p, struct trouble *t)
{
	struct body b = { 0 };
	uint32_t n = 0;

	for (uint32_t i = 1; i < p->fn.n; i++)
		n += body_read(a, p, (struct fn_id){ i }, &b, t) && body_valid(p, &b, t);
	return n;
}

/* Code is not looked at before it is asked for; then what is spoilt is refused, and nothing else. */
static void damaged_code_is_told_when_read(void **state)
{
	struct arena a;
	struct saved s;
	struct trouble t;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (enum damage d = WHOLE; d <= WRONG_VALUE; d++) {
		save_two(&a, &s, d);
		r = link_program(&a, s.unit, &s.group, &t);
		assert_non_null(r);
		assert_int_equal(good_bodies(&a, r->program, &t), r->program->fn.n - 1 - (d != WHOLE));
		if (d != WHOLE)
			assert_non_null(strstr(t.text, d == WRONG_COUNT ? "the code of 'fy' is damaged"
									: "of 'nonsense' (ret) is damaged"));
		unit_close(r->program);
		remove_two(&s);
	}
	arena_release(&a);
}

static void damaged_files_are_told(void **state)
{
	struct arena a;
	struct saved s;
	struct trouble t;

	(void)state;
	arena_init(&a, "test");
	save_two(&a, &s, WHOLE);
	assert_true(file_write(s.unit[0].path, "nonsense", 8, &t));
	assert_null(link_program(&a, s.unit, &s.group, &t));
	assert_non_null(strstr(t.text, "x.c: its unit cannot be used"));
	remove_two(&s);
	assert_null(link_program(&a, s.unit, &s.group, &t));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_are_chosen_as_a_linker_does),
		cmocka_unit_test(variables_are_chosen_as_a_linker_does),
		cmocka_unit_test(common_is_as_large_as_the_largest),
		cmocka_unit_test(declarations_add_what_is_not_known),
		cmocka_unit_test(static_symbols_stay_their_units),
		cmocka_unit_test(equal_definitions_are_no_conflict),
		cmocka_unit_test(equal_code_with_other_static_callees_is_a_conflict),
		cmocka_unit_test(a_stub_wins_in_any_order_and_silently),
		cmocka_unit_test(an_alias_stays_in_its_unit),
		cmocka_unit_test(an_alias_that_loses_leaves_nothing),
		cmocka_unit_test(pointers_in_values_follow),
		cmocka_unit_test(the_dump_says_what_was_decided),
		cmocka_unit_test(files_are_linked_the_same_each_time),
		cmocka_unit_test(damaged_code_is_told_when_read),
		cmocka_unit_test(damaged_files_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
