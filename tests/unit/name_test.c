/* Unit tests of src/report/name: which finding a word of the command line means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/track/name.h"

static const struct named list[] = {
	{ 0x12345678aaaaaaaa, 1 }, { 0x12345678bbbbbbbb, 2 }, { 0xcafe000000000001, 3 }, { 0xcafe000000000001, 0 }, /* a copy */
	{ 0x0004000000000000, 4 },
};
enum { N = sizeof list / sizeof *list };

static uint32_t find(const char *word)
{
	struct trouble t;

	return name_find(list, N, word, &t);
}

static void test_numbers(void **state)
{
	struct trouble t;

	(void)state;
	assert_int_equal(find("1"), 1);
	assert_int_equal(find("3"), 3);
	assert_int_equal(find("0004"), 5); /* number 4, and the beginning of it as well */
	assert_int_equal(find("0"), 0);    /* a copy without a number is not number 0 */
	assert_int_equal(name_find(list, N, "9", &t), 0);
	assert_string_equal(t.text, "there is no finding 9");
}

static void test_fingerprints(void **state)
{
	struct trouble t;

	(void)state;
	assert_int_equal(find("12345678aaaaaaaa"), 1);
	assert_int_equal(find("12345678b"), 2);
	assert_int_equal(find("CAFE"), 3); /* the copy is no other finding */
	assert_int_equal(find("caf"), 0);
	assert_int_equal(find("cafe0000000000010"), 0);
	assert_int_equal(name_find(list, N, "beef", &t), 0);
	assert_string_equal(t.text, "there is no finding with a fingerprint that begins with beef");
	assert_int_equal(name_find(list, N, "stats", &t), 0);
	assert_non_null(strstr(t.text, "'stats' is neither the number of a finding nor a fingerprint"));
}

static void test_ambiguous(void **state)
{
	struct named many[20];
	struct trouble t;

	(void)state;
	assert_int_equal(name_find(list, N, "12345678", &t), 0); /* decimal digits, but no number of the report */
	assert_string_equal(t.text, "12345678 is the beginning of several fingerprints: 12345678aaaaaaaa, 12345678bbbbbbbb");
	for (uint32_t i = 0; i < 20; i++)
		many[i] = (struct named){ 0xabcd000000000000 + i, i + 1 };
	assert_int_equal(name_find(many, 20, "abcd", &t), 0);
	assert_non_null(strstr(t.text, "abcd000000000007, and others"));
	assert_null(strstr(t.text, "abcd000000000008"));
	assert_int_equal(name_find(many, 8, "abcd", &t), 0);
	assert_null(strstr(t.text, "others"));
}

static void test_words(void **state)
{
	(void)state;
	assert_true(name_is_one("7"));
	assert_true(name_is_one("cafe"));
	assert_false(name_is_one("caf"));
	assert_false(name_is_one(""));
	assert_false(name_is_one("a.c"));
	assert_false(name_is_one("0123456789abcdef0"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_fingerprints),
		cmocka_unit_test(test_ambiguous),
		cmocka_unit_test(test_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
