/* Unit tests of src/link: which functions, constants and types of several units are one. */
#include "make.h"

/* ---- which copies are one ---- */

/* Two units with `outer` calling `inner`; the inner of the second returns `number`. */
static struct linked *link_headers(struct arena *a, int64_t number)
{
	struct program *unit[2];

	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id inner, outer;
		unit[i] = make_unit(a, i ? "y.c" : "x.c");
		inner = make_header_fn(unit[i], "inner", i ? number : 1, NULL);
		outer = make_header_fn(unit[i], "outer", 2, NAMES(inner));
		make_fn(unit[i], LINK_EXTERN, i ? "g" : "f", 3, NAMES(outer));
	}
	return link_two(a, unit[0], unit[1]);
}

static void header_functions_are_one_if_their_callees_are(void **state)
{
	struct arena a;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	r = link_headers(&a, 1);
	assert_int_equal(r->merged, 2);
	assert_ptr_equal(called_by(r, the(r, "g"), 0), the(r, "outer"));
	assert_ptr_equal(called_by(r, the(r, "outer"), 0), the(r, "inner"));
	assert_int_equal(the(r, "outer")->unit.i, 1);
	r = link_headers(&a, 7); /* outer's own code is equal and yet it does something else */
	assert_int_equal(r->merged, 0);
	assert_int_equal(number_of(r, called_by(r, called_by(r, the(r, "f"), 0), 0)), 1);
	assert_int_equal(number_of(r, called_by(r, called_by(r, the(r, "g"), 0), 0)), 7);
	arena_release(&a);
}

/* even and odd call each other, odd also calls log. */
static struct linked *link_recursive(struct arena *a, int64_t odd, int64_t log)
{
	struct program *unit[2];

	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id e, o, l;
		unit[i] = make_unit(a, i ? "y.c" : "x.c");
		if (i) { /* the order in the unit does not matter */
			o = make_header_declaration(unit[i], "odd");
			e = make_header_declaration(unit[i], "even");
		} else {
			e = make_header_declaration(unit[i], "even");
			o = make_header_declaration(unit[i], "odd");
		}
		l = make_header_fn(unit[i], "log", i ? log : 0, NULL);
		if (!i)
			make_body(unit[i], e, 1, NAMES(o));
		make_body(unit[i], o, i ? odd : 2, NAMES(e, l));
		if (i)
			make_body(unit[i], e, 1, NAMES(o));
		make_fn(unit[i], LINK_EXTERN, i ? "g" : "f", 3, NAMES(e));
	}
	return link_two(a, unit[0], unit[1]);
}

static void recursive_header_functions_are_one_together(void **state)
{
	struct arena a;
	struct linked *r;
	struct sym_id first;

	(void)state;
	arena_init(&a, "test");
	r = link_recursive(&a, 2, 0);
	assert_int_equal(r->merged, 3);
	assert_ptr_equal(called_by(r, the(r, "g"), 0), the(r, "even"));
	assert_ptr_equal(called_by(r, the(r, "odd"), 0), the(r, "even"));
	r = link_recursive(&a, 5, 0); /* another odd, so another even */
	assert_int_equal(r->merged, 1);
	assert_int_equal(count_syms(r, "even", &first), 2);
	assert_ptr_equal(called_by(r, called_by(r, called_by(r, the(r, "g"), 0), 0), 0), called_by(r, the(r, "g"), 0));
	r = link_recursive(&a, 2, 5); /* another log below the cycle */
	assert_int_equal(r->merged, 0);
	assert_int_equal(count_syms(r, "even", &first), 2);
	arena_release(&a);
}

static void a_function_that_calls_itself_is_one(void **state)
{
	struct arena a;
	struct program *unit[2];

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id s;
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		s = make_header_declaration(unit[i], "again");
		make_body(unit[i], s, 1, NAMES(s));
	}
	assert_int_equal(link_two(&a, unit[0], unit[1])->merged, 1);
	arena_release(&a);
}

/* As deep as no stack of ours is: each of 100000 functions calls the one before. */
static void long_chains_of_header_functions(void **state)
{
	enum { N = 100000 };
	struct arena a;
	struct program *unit[2];
	struct linked *r;
	char name[16];

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id s = { 0 };
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		for (int k = N; k > 0; k--) {
			snprintf(name, sizeof name, "f%d", k);
			make_header_declaration(unit[i], name);
		}
		for (uint32_t k = 1; k <= N; k++) {
			s.i = k;
			make_body(unit[i], s, 1, k < N ? NAMES({ k + 1 }) : NULL);
		}
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(r->merged, N);
	arena_release(&a);
}

/* A static variable that can be written is another one in each unit; one that cannot is one. */
static void functions_on_static_variables(void **state)
{
	(void)state;
	for (int constant = 0; constant < 2; constant++) {
		struct arena a;
		struct program *unit[2];
		struct linked *r;
		struct sym_id first;
		arena_init(&a, "test");
		for (uint32_t i = 0; i < 2; i++) {
			struct sym_id v;
			unit[i] = make_unit(&a, i ? "y.c" : "x.c");
			v = make_variable(unit[i], LINK_STATIC, "v", "value");
			unit[i]->sym.at[v.i].file = make_str(unit[i], "h.h");
			unit[i]->sym.at[v.i].flags |= constant ? SYM_CONSTANT : 0;
			make_header_fn(unit[i], "s", 1, NAMES(v));
		}
		r = link_two(&a, unit[0], unit[1]);
		assert_int_equal(r->merged, constant);
		assert_int_equal(count_syms(r, "v", &first), constant ? 1 : 2);
		arena_release(&a);
	}
}

static void string_literals_are_one_by_their_bytes(void **state)
{
	static const char *const text[2][2] = { { "hello", "bye" }, { "bye", "bye!" } };
	struct arena a;
	struct program *unit[2];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		for (uint32_t k = 0; k < 2; k++) {
			struct sym_id s = make_variable(unit[i], LINK_STATIC, k ? ".str.1" : ".str", text[i][k]);
			unit[i]->sym.at[s.i].flags |= SYM_CONSTANT | SYM_UNNAMED;
			make_fn(unit[i], LINK_EXTERN, i ? k ? "y1" : "y0" : k ? "x1" : "x0", 1, NAMES(s));
		}
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(r->program->sym.n - 1, 4 + 3);
	assert_ptr_equal(called_by(r, the(r, "x1"), 0), called_by(r, the(r, "y0"), 0));
	assert_memory_equal(program_bytes(r->program, called_by(r, the(r, "y1"), 0)->data).at, "bye!", 4);
	arena_release(&a);
}

/* One file compiled twice into two different things: its static variables exist twice, so its functions on them do. */
static void one_file_compiled_into_two_things(void **state)
{
	struct arena a;
	struct program *unit[2];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct sym_id v, s;
		unit[i] = make_unit(&a, "x.c");
		v = make_variable(unit[i], LINK_STATIC, "v", "value");
		s = make_fn(unit[i], LINK_STATIC, "s", 1, NAMES(v));
		make_fn(unit[i], LINK_EXTERN, i ? "get32" : "get64", 2, NAMES(s));
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(r->merged, 0);
	assert_ptr_not_equal(called_by(r, called_by(r, the(r, "get32"), 0), 0),
			     called_by(r, called_by(r, the(r, "get64"), 0), 0));
	arena_release(&a);
}

static void equal_constants_are_one(void **state)
{
	struct arena a;
	struct program *x, *y;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_number(x, 5);
	make_number(x, 6);
	y = make_unit(&a, "y.c");
	make_number(y, 6);
	make_number(y, -6);
	make_number(y, 5);
	r = link_two(&a, x, y);
	assert_int_equal(r->program->konst.n - 1, 3);
	assert_int_equal(r->program->unit.at[1].konst[2], r->program->unit.at[2].konst[1]);
	assert_int_equal(r->program->unit.at[1].konst[1], r->program->unit.at[2].konst[3]);
	arena_release(&a);
}

/* ---- which types are one ---- */

static void recursive_types_are_one(void **state)
{
	struct arena a;
	struct program *x, *y;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	x = make_unit(&a, "x.c");
	make_list(x, make_conn(x, 1));
	y = make_unit(&a, "y.c");
	make_int(y); /* other ids in this unit */
	make_pointer(y, (struct type_id){ 1 });
	make_list(y, make_conn(y, 1));
	r = link_two(&a, x, y);
	assert_int_equal(count_types(r, TYPE_STRUCT, "list"), 1);
	assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 1);
	assert_int_equal(count_types(r, TYPE_POINTER, ""), 3); /* conn, list, int */
	assert_int_equal(r->program->field.n - 1, 3);
	arena_release(&a);
}

/* A record that one unit only declares is the one another defines, and then so are the types made of it. */
static void declared_records_find_their_definition(void **state)
{
	(void)state;
	for (int order = 0; order < 2; order++) {
		struct arena a;
		struct program *x, *y;
		struct linked *r;
		arena_init(&a, "test");
		x = make_unit(&a, "x.c");
		make_list(x, make_declared(x, TYPE_STRUCT, "conn"));
		make_declared(x, TYPE_UNION, "conn"); /* another thing: no such union is defined */
		y = make_unit(&a, "y.c");
		make_list(y, make_conn(y, 1));
		r = order ? link_two(&a, y, x) : link_two(&a, x, y);
		assert_int_equal(conn_of(r)->nfields, 1);
		assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 1);
		assert_int_equal(count_types(r, TYPE_UNION, "conn"), 1);
		assert_int_equal(count_types(r, TYPE_STRUCT, "list"), 1);
		assert_int_equal(count_types(r, TYPE_POINTER, ""), 2);
		assert_int_equal(r->program->unit.at[1].type[1] == r->program->unit.at[2].type[1], 1);
		arena_release(&a);
	}
}

/* socklen_t is declared in two headers; which one a unit met first makes no other type. */
static void a_typedef_is_one_wherever_it_is_declared(void **state)
{
	struct arena a;
	struct program *unit[3];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 3; i++) {
		struct type_id base, alias, record;
		unit[i] = make_unit(&a, i ? i == 1 ? "y.c" : "z.c" : "x.c");
		base = make_type(unit[i], (struct type){ .kind = TYPE_INT, .size = 32 }, i < 2 ? "unsigned" : "float");
		alias = make_type(unit[i], (struct type){ .kind = TYPE_TYPEDEF, .base = base, .size = 32, .line = i + 1 },
				  "socklen_t");
		record = make_record(unit[i], TYPE_STRUCT, "msghdr", 1);
		make_field(unit[i], record, "len", alias);
	}
	r = link_these(&a, unit, 3, NO_STUB);
	assert_int_equal(count_types(r, TYPE_TYPEDEF, "socklen_t"), 2); /* the third stands for something else */
	assert_int_equal(count_types(r, TYPE_STRUCT, "msghdr"), 2);
	arena_release(&a);
}

/* Opaque everywhere, declared in two places: still one record. */
static void records_that_nobody_defines_are_one(void **state)
{
	struct arena a;
	struct program *unit[2];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct type_id conn;
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		conn = make_declared(unit[i], TYPE_STRUCT, "conn");
		unit[i]->type.at[conn.i].line = i + 1;
		make_list(unit[i], conn);
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 1);
	assert_int_equal(count_types(r, TYPE_STRUCT, "list"), 1);
	arena_release(&a);
}

/* typedef struct { int state; } conn_t; where one unit did not need to know more than that it is a struct. */
static void nameless_records_are_found_by_their_place(void **state)
{
	(void)state;
	for (int order = 0; order < 2; order++) {
		struct arena a;
		struct program *unit[2];
		struct linked *r;
		arena_init(&a, "test");
		for (int i = 0; i < 2; i++) {
			struct type_id record, alias;
			unit[i] = make_unit(&a, i ? "y.c" : "x.c");
			record = make_record(unit[i], TYPE_STRUCT, "", 3);
			if (i == order)
				make_field(unit[i], record, "state", make_int(unit[i]));
			else
				unit[i]->type.at[record.i].flags = TYPE_DECLARED;
			alias = make_type(unit[i],
					  (struct type){ .kind = TYPE_TYPEDEF, .base = record, .size = i == order ? 128 : 0 },
					  "conn_t");
			make_list(unit[i], alias);
		}
		r = link_two(&a, unit[0], unit[1]);
		assert_int_equal(count_types(r, TYPE_STRUCT, ""), 1);
		assert_int_equal(count_types(r, TYPE_STRUCT, "list"), 1);
		assert_int_equal(count_types(r, TYPE_TYPEDEF, "conn_t"), 1);
		assert_int_equal(conn_of(r)->size, 128); /* of the typedef */
		arena_release(&a);
	}
}

static void declared_records_with_two_definitions_stay(void **state)
{
	struct arena a;
	struct program *unit[3];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	unit[0] = make_unit(&a, "x.c");
	make_list(unit[0], make_declared(unit[0], TYPE_STRUCT, "conn"));
	for (uint32_t i = 1; i < 3; i++) {
		unit[i] = make_unit(&a, i == 1 ? "y.c" : "z.c");
		make_conn(unit[i], i); /* on different lines: two structs of one name */
	}
	r = link_these(&a, unit, 3, NO_STUB);
	assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 3);
	assert_true(conn_of(r)->flags & TYPE_DECLARED);
	/* unless the declaration says where its definition is */
	unit[0]->type.at[1].file = make_str(unit[0], "h.h");
	unit[0]->type.at[1].line = 2;
	r = link_these(&a, unit, 3, NO_STUB);
	assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 2);
	assert_int_equal(conn_of(r)->line, 2);
	assert_int_equal(conn_of(r)->nfields, 1);
	arena_release(&a);
}

/* Two records that look alike and are not: the difference is two steps away, behind a struct that does not look different. */
static void types_that_only_look_alike_stay_apart(void **state)
{
	struct arena a;
	struct program *unit[2];
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 2; i++) {
		struct type_id inner, outer, number;
		unit[i] = make_unit(&a, i ? "y.c" : "x.c");
		number = make_type(unit[i], (struct type){ .kind = TYPE_INT, .size = 32 }, i ? "unsigned" : "int");
		inner = make_record(unit[i], TYPE_STRUCT, "inner", 1);
		make_field(unit[i], inner, "n", number);
		outer = make_record(unit[i], TYPE_STRUCT, "outer", 2);
		make_field(unit[i], outer, "in", inner);
		make_field(unit[i], outer, "conn",
			   make_pointer(unit[i], i ? make_conn(unit[i], 9) : make_declared(unit[i], TYPE_STRUCT, "conn")));
	}
	r = link_two(&a, unit[0], unit[1]);
	assert_int_equal(count_types(r, TYPE_STRUCT, "conn"), 1);
	assert_int_equal(count_types(r, TYPE_STRUCT, "inner"), 2);
	assert_int_equal(count_types(r, TYPE_STRUCT, "outer"), 2);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_functions_are_one_if_their_callees_are),
		cmocka_unit_test(recursive_header_functions_are_one_together),
		cmocka_unit_test(a_function_that_calls_itself_is_one),
		cmocka_unit_test(long_chains_of_header_functions),
		cmocka_unit_test(functions_on_static_variables),
		cmocka_unit_test(string_literals_are_one_by_their_bytes),
		cmocka_unit_test(one_file_compiled_into_two_things),
		cmocka_unit_test(equal_constants_are_one),
		cmocka_unit_test(recursive_types_are_one),
		cmocka_unit_test(declared_records_find_their_definition),
		cmocka_unit_test(a_typedef_is_one_wherever_it_is_declared),
		cmocka_unit_test(records_that_nobody_defines_are_one),
		cmocka_unit_test(nameless_records_are_found_by_their_place),
		cmocka_unit_test(declared_records_with_two_definitions_stay),
		cmocka_unit_test(types_that_only_look_alike_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
