/* Forms: which arithmetic keeps numbers distinct, and where an address lies inside its element. */
#include "sharing_make.h"

/* The form of value `v` if parameter 1 is the number of the spawn. */
static struct form form_at(struct maker *m, uint32_t v)
{
	struct form form[64] = { 0 };

	form[1] = (struct form){ .kind = FORM_INT, .mul = 1 };
	for (uint32_t i = 0; i < m->b.inst.n; i++)
		form[body_value(&m->b, i)] = form_step(&m->s, &m->b, form, i);
	return form[v];
}

static void arithmetic(void **state)
{
	const struct {
		uint8_t sub;
		int64_t with;
		uint8_t kind;
		int64_t mul, add;
	} row[] = {
		{ BINARY_add, 5, FORM_INT, 1, 5 },    { BINARY_sub, 5, FORM_INT, 1, -5 },  { BINARY_mul, 3, FORM_INT, 3, 0 },
		{ BINARY_mul, 0, FORM_NONE, 0, 0 },   { BINARY_shl, 2, FORM_INT, 4, 0 },   { BINARY_shl, 40, FORM_NONE, 0, 0 },
		{ BINARY_sdiv, 2, FORM_NONE, 0, 0 },  { BINARY_udiv, 1, FORM_NONE, 0, 0 }, { BINARY_urem, 4, FORM_NONE, 0, 0 },
		{ BINARY_and, 255, FORM_NONE, 0, 0 }, { BINARY_or, 1, FORM_NONE, 0, 0 },   { BINARY_lshr, 1, FORM_NONE, 0, 0 },
	};

	(void)state;
	for (uint32_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct maker m;
		struct form f;
		maker_begin(&m, 1);
		f = form_at(&m, binary(&m, row[i].sub, value(1), number(&m, row[i].with)));
		assert_int_equal(f.kind, row[i].kind);
		assert_int_equal(f.mul, row[i].mul);
		assert_int_equal(f.add, row[i].add);
		arena_release(&m.arena);
	}
}

static void casts(void **state)
{
	struct maker m;

	(void)state;
	maker_begin(&m, 1);
	assert_int_equal(form_at(&m, cast(&m, CAST_ptrtoint, I64, value(1))).kind, FORM_INT);
	assert_int_equal(form_at(&m, cast(&m, CAST_trunc, I32, value(1))).kind, FORM_INT);
	assert_int_equal(form_at(&m, cast(&m, CAST_trunc, I8, value(1))).kind, FORM_NONE);
	assert_int_equal(form_at(&m, cast(&m, CAST_uitofp, I64, value(1))).kind, FORM_NONE);
	arena_release(&m.arena);
}

/* global[3 * i + 2] with elements of 8 bytes, member at 4. */
static void elements(void **state)
{
	struct maker m;
	uint32_t at, slot;
	struct form f;

	(void)state;
	maker_begin(&m, 1);
	at = binary(&m, BINARY_add, value(binary(&m, BINARY_mul, value(1), number(&m, 3))), number(&m, 2));
	slot = element(&m, ref_make(REF_SYM, m.global.i), value(at), 8);
	f = form_at(&m, field(&m, value(slot), 4));
	assert_int_equal(f.kind, FORM_ADDRESS);
	assert_int_equal(f.stride, 24);
	assert_int_equal(f.start, 16);
	assert_int_equal(f.inside, 4);
	assert_false(f.inner);
	arena_release(&m.arena);
}

/* The same number is no selection; neither is an unknown base. */
static void what_is_no_element(void **state)
{
	struct maker m;
	uint32_t same, unknown;

	(void)state;
	maker_begin(&m, 2);
	same = element(&m, ref_make(REF_SYM, m.global.i), number(&m, 2), 8);
	unknown = element(&m, value(2), value(1), 8);
	assert_int_equal(form_at(&m, same).kind, FORM_UNIFORM);
	assert_int_equal(form_at(&m, unknown).kind, FORM_NONE);
	arena_release(&m.arena);
}

/* Numbers too large to be added up without care are no forms. */
static void large_numbers(void **state)
{
	struct maker m;
	uint32_t big;

	(void)state;
	maker_begin(&m, 1);
	big = binary(&m, BINARY_mul, value(1), number(&m, INT32_MAX));
	assert_int_equal(form_at(&m, big).kind, FORM_INT);
	assert_int_equal(form_at(&m, binary(&m, BINARY_mul, value(big), number(&m, INT32_MAX))).kind, FORM_NONE);
	assert_int_equal(form_at(&m, element(&m, ref_make(REF_SYM, m.global.i), value(big), 8)).kind, FORM_NONE);
	assert_int_equal(form_at(&m, binary(&m, BINARY_add, value(1), number(&m, INT64_MAX))).kind, FORM_NONE);
	arena_release(&m.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic),	   cmocka_unit_test(casts),	    cmocka_unit_test(elements),
		cmocka_unit_test(what_is_no_element), cmocka_unit_test(large_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
