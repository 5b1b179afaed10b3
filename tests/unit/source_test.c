/* Unit tests of src/report/source: lines, columns, and the hash that GitHub knows a line by, against the vectors that
 * codeql-action publishes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "report/format/source.h"

static char path[] = "/tmp/snag-source-XXXXXX";
static struct sources sources;

static int enter(void **state)
{
	int fd;

	(void)state;
	memcpy(path + sizeof path - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	sources_init(&sources);
	return fd < 0 || close(fd) != 0;
}

static int leave(void **state)
{
	(void)state;
	sources_release(&sources);
	return unlink(path);
}

static void fill(const char *text, size_t len)
{
	struct trouble t;

	assert_true(file_write(path, text, len, &t));
}

static void hash_is(uint32_t line, uint64_t expected, uint32_t expected_nth)
{
	uint64_t hash;
	uint32_t nth;

	assert_true(source_hash(&sources, path, line, &hash, &nth));
	assert_int_equal(hash, expected);
	assert_int_equal(nth, expected_nth);
}

static void hashes_as_published(void **state)
{
	static const char text[] = " a\nb\n  \t\tc\n d";

	(void)state;
	fill(text, sizeof text - 1);
	hash_is(1, 0x271789c17abda88f, 1);
	hash_is(2, 0x54703d4cd895b18, 1);
	hash_is(3, 0x180aee12dab6264, 1);
	hash_is(4, 0xa23a3dc5e078b07b, 1);
}

/* Lines that are alike as far as a hundred characters reach. */
static void equal_lines_are_counted(void **state)
{
	char text[900];
	uint64_t one, two;
	uint32_t first, second;

	(void)state;
	memset(text, 'x', sizeof text);
	for (size_t i = 299; i < sizeof text; i += 300)
		text[i] = '\n';
	fill(text, sizeof text);
	assert_true(source_hash(&sources, path, 1, &one, &first));
	assert_true(source_hash(&sources, path, 2, &two, &second));
	assert_true(one == two);
	assert_int_equal(first, 1);
	assert_int_equal(second, 2);
}

static void lines(void **state)
{
	struct bytes line;

	(void)state;
	fill("one\r\n\ntwo", 9);
	assert_true(source_line(&sources, path, 1, &line));
	assert_int_equal(line.len, 3);
	assert_true(source_line(&sources, path, 2, &line));
	assert_int_equal(line.len, 0);
	assert_true(source_line(&sources, path, 3, &line));
	assert_memory_equal(line.at, "two", 3);
	assert_false(source_line(&sources, path, 4, &line));
	assert_false(source_line(&sources, path, 0, &line));
	assert_false(source_line(&sources, "/none/such", 1, &line));
}

static void columns_are(const char *text, uint32_t column, uint32_t first, uint32_t behind)
{
	uint32_t a, b;

	source_columns((struct bytes){ text, strlen(text) }, column, &a, &b);
	assert_int_equal(a, first);
	assert_int_equal(b, behind);
}

static void columns(void **state)
{
	(void)state;
	columns_are("a->state = 1;", 4, 4, 9);             /* a word */
	columns_are("n++;", 2, 2, 4);                      /* "++" */
	columns_are("\xc3\xa4 = x;", 6, 5, 6);             /* a letter of two bytes is one unit */
	columns_are("\xf0\x9f\x92\xa5 = x;", 8, 6, 7);     /* one of four bytes is two */
	columns_are("\xff = x;", 5, 5, 6);                 /* a broken byte is one */
	columns_are("x", 9, 2, 3);                         /* behind the line */
	columns_are("", 1, 1, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(hashes_as_published, enter, leave),
		cmocka_unit_test_setup_teardown(equal_lines_are_counted, enter, leave),
		cmocka_unit_test_setup_teardown(lines, enter, leave),
		cmocka_unit_test(columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
