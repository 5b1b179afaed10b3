/* Unit tests of src/code/address.h: what an operand was made from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "code/address.h"

static struct arena arena;
static struct body b;

static int begin(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	b = (struct body){ 0 };
	*vec_add(&arena, &b.param) = (struct param){ 0 }; /* value 1 */
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static struct ref value(uint32_t v)
{
	return ref_make(REF_VALUE, v);
}

/* The value of a new instruction. */
static struct ref emit(uint8_t op, uint8_t sub, struct ref first, struct ref second, uint32_t word)
{
	struct inst in = { .op = op, .sub = sub, .arg = b.arg.n, .nargs = 2, .word = b.word.n, .nwords = 2 };

	*vec_add(&arena, &b.arg) = first;
	*vec_add(&arena, &b.arg) = second;
	*vec_add(&arena, &b.word) = word;
	*vec_add(&arena, &b.word) = 0;
	*vec_add(&arena, &b.inst) = in;
	return value(body_value(&b, b.inst.n - 1));
}

static const struct ref none = { 0 };

/* &((T *)p)->slot[i].lock */
static void only_what_was_asked_for_is_peeled(void **state)
{
	struct ref cast = emit(OP_cast, CAST_bitcast, value(1), none, 0), slot = emit(OP_field, 0, cast, none, 16);
	struct ref element = emit(OP_index, 0, slot, value(1), 24), lock = emit(OP_field, 0, element, none, 8);

	(void)state;
	assert_int_equal(peel_param(&b, lock, PEEL_ADDRESS), 1);
	assert_int_equal(peel_base(&b, lock, PEEL_MEMBERS).bits, element.bits);
	assert_int_equal(peel_base(&b, lock, PEEL_CASTS).bits, lock.bits);
	assert_int_equal(peel_base(&b, cast, PEEL_WIDENING).bits, cast.bits); /* another type, not a wider one */
	assert_int_equal(peel_param(&b, lock, PEEL_MEMBERS), 0);
}

static void a_first_member_is_the_same_address(void **state)
{
	struct ref first = emit(OP_field, 0, value(1), none, 0), second = emit(OP_field, 0, value(1), none, 8);

	(void)state;
	assert_int_equal(peel_base(&b, first, PEEL_CASTS | PEEL_FIRST).bits, value(1).bits);
	assert_int_equal(peel_base(&b, second, PEEL_CASTS | PEEL_FIRST).bits, second.bits);
}

/* Code that nobody reaches: two casts, each made from the other. */
static void what_is_made_from_itself_comes_to_an_end(void **state)
{
	struct ref other = emit(OP_cast, CAST_bitcast, value(3), none, 0), one = emit(OP_cast, CAST_bitcast, other, none, 0);
	struct peel x = peel(&b, one, PEEL_ADDRESS);

	(void)state;
	assert_int_equal(one.bits, value(3).bits);
	assert_true(peel_is_cut(&x));
	assert_int_equal(peel_param(&b, one, PEEL_ADDRESS), 0);
	assert_int_equal(peel_slot(&b, one, PEEL_ADDRESS), 0);
}

static void one_computation_of_the_same_values_is_one_address(void **state)
{
	struct ref slot = emit(OP_alloca, 0, none, none, 0), cast = emit(OP_cast, CAST_bitcast, slot, none, 0);
	struct ref a = emit(OP_field, 0, slot, none, 8), c = emit(OP_field, 0, cast, none, 8), d = emit(OP_field, 0, slot, none, 16);
	struct ref i = emit(OP_index, 0, slot, value(1), 4), k = emit(OP_index, 0, slot, a, 4);
	struct ref p = a, q = c;

	(void)state;
	assert_true(peel_same(&b, &p, &q));
	p = a, q = d;
	assert_false(peel_same(&b, &p, &q));
	p = i, q = k;
	assert_false(peel_same(&b, &p, &q));
	assert_int_equal(peel_slot(&b, i, PEEL_ADDRESS), ref_index(slot));
}

static void an_address_is_a_base_and_bytes(void **state)
{
	struct program p = { 0 };
	struct ref inner = emit(OP_field, 0, value(1), none, 8), outer = emit(OP_field, 0, inner, none, 4);
	struct ref loaded = emit(OP_load, 0, outer, none, 0);
	struct address a = address_of(&p, &b, outer);

	(void)state;
	assert_int_equal(address_value(a), 1);
	assert_int_equal(a.offset, 12);
	assert_true(address_equal(a, address_loaded_from(&p, &b, address_of(&p, &b, loaded))));
	assert_false(address_known(address_loaded_from(&p, &b, a)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_what_was_asked_for_is_peeled, begin, end),
		cmocka_unit_test_setup_teardown(a_first_member_is_the_same_address, begin, end),
		cmocka_unit_test_setup_teardown(what_is_made_from_itself_comes_to_an_end, begin, end),
		cmocka_unit_test_setup_teardown(one_computation_of_the_same_values_is_one_address, begin, end),
		cmocka_unit_test_setup_teardown(an_address_is_a_base_and_bytes, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
