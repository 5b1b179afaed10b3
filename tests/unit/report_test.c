/* Unit tests of src/report: the order, duplicates, filters, and what hostile names and sources do to a terminal (nothing). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "report/report.h"

static const struct finding_note acquired[] = { { { "a.c", 3, 2 }, "acquired here" } };

static struct finding make(uint8_t rule, const char *file, uint32_t line, uint64_t fingerprint)
{
	return (struct finding){ .rule = rule, .place = { file, line, 5 }, .message = "'m' is odd", .function = "f", .lock = "m",
				 .note = acquired, .nnotes = 1, .fingerprint = fingerprint };
}

static char *print(const struct finding *x, uint32_t n, const struct report_options *o)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	report_text(f, x, n, o);
	fclose(f);
	return text;
}

static void best_first_and_once(void **state)
{
	struct finding x[] = {
		make(RULE_LOCK_LEAK, "a.c", 1, 1),     make(RULE_SELF_DEADLOCK, "b.c", 9, 2), make(RULE_SELF_DEADLOCK, "a.c", 20, 3),
		make(RULE_SELF_DEADLOCK, "a.c", 9, 4), make(RULE_LOCK_LEAK, "a.c", 1, 1),
	};
	struct report_options o = { 0 };
	struct arena a;
	uint32_t n;
	const struct finding *const *list;

	(void)state;
	arena_init(&a, "test");
	list = report_choose(&a, x, 5, &o, &n);
	assert_int_equal(n, 4);
	assert_ptr_equal(list[0], &x[3]);
	assert_ptr_equal(list[1], &x[2]);
	assert_ptr_equal(list[2], &x[1]);
	assert_int_equal(list[3]->rule, RULE_LOCK_LEAK);
	arena_release(&a);
}

static void equal_fingerprints_of_different_lines_both_stay(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 7), make(RULE_LOCK_LEAK, "a.c", 2, 7) };
	struct report_options o = { 0 };
	struct arena a;
	uint32_t n;

	(void)state;
	arena_init(&a, "test");
	report_choose(&a, x, 2, &o, &n);
	assert_int_equal(n, 2);
	arena_release(&a);
}

static void filters(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 1), make(RULE_SELF_DEADLOCK, "b.c", 9, 2), make(RULE_LOCK_LEAK, "c.c", 1, 3) };
	const char *const leak[] = { "lock-leak" };
	struct report_options o = { .rule = leak, .nrules = 1 };
	struct arena a;
	uint32_t n;

	(void)state;
	arena_init(&a, "test");
	report_choose(&a, x, 3, &o, &n);
	assert_int_equal(n, 2);
	o = (struct report_options){ .top = 1 };
	assert_int_equal(report_choose(&a, x, 3, &o, &n)[0]->rule, RULE_SELF_DEADLOCK);
	assert_int_equal(n, 1);
	assert_true(report_is_rule("lock-leak"));
	assert_false(report_is_rule("lock-leaks"));
	arena_release(&a);
}

static void text_without_source(void **state)
{
	struct finding x = make(RULE_SELF_DEADLOCK, "no/such/file.c", 41, 1);
	struct report_options o = { 0 };
	char *text = print(&x, 1, &o);

	(void)state;
	assert_string_equal(text, "no/such/file.c:41:5: warning: 'm' is odd [self-deadlock] #1\n"
				  "  in function 'f'\n"
				  "  a.c:3:2: note: acquired here\n");
	free(text);
}

static void colours_only_when_asked(void **state)
{
	struct finding x = make(RULE_SELF_DEADLOCK, "a.c", 41, 1);
	struct report_options o = { .color = true };
	char *text = print(&x, 1, &o);

	(void)state;
	assert_non_null(strstr(text, "\033["));
	free(text);
	o.color = false;
	text = print(&x, 1, &o);
	assert_null(strchr(text, '\033'));
	free(text);
}

static char *with_source(const void *bytes, size_t len, uint32_t line, uint32_t column)
{
	char path[] = "/tmp/report_test.XXXXXX", *text;
	int fd = mkstemp(path);
	struct finding x = make(RULE_SELF_DEADLOCK, path, line, 1);
	struct report_options o = { .dir = "/tmp" };

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, len), (ssize_t)len);
	close(fd);
	x.place.column = column;
	x.nnotes = 0;
	text = print(&x, 1, &o);
	unlink(path);
	return text;
}

static void source_is_quoted_with_a_caret(void **state)
{
	static const char source[] = "int x;\n\tlock(&m);\r\nlast";
	char *text = with_source(source, sizeof source - 1, 2, 2);

	(void)state;
	assert_non_null(strstr(text, "      2 |         lock(&m);\n        |         ^\n"));
	assert_int_equal(strncmp(text, "report_test.", 12), 0);
	free(text);
	text = with_source(source, sizeof source - 1, 3, 1);
	assert_non_null(strstr(text, "      3 | last\n        | ^\n"));
	free(text);
	text = with_source(source, sizeof source - 1, 4, 1);
	assert_null(strstr(text, " | "));
	free(text);
}

static void hostile_source_is_harmless(void **state)
{
	/* an escape, a C1 control, broken UTF-8, text that runs backwards, a good letter, a zero byte */
	static const char source[] = "a\033[2Jb\xc2\x9b"
				     "c\xff"
				     "d\xe2\x80\xae"
				     "e\xc3\xa9\0f";
	char *text = with_source(source, sizeof source - 1, 1, 1);

	(void)state;
	assert_null(strchr(text, '\033'));
	assert_null(strstr(text, "\xe2\x80\xae"));
	assert_non_null(strstr(text, "a\\x1b[2Jb\\xc2\\x9bc\\xffd\\xe2\\x80\\xaee\xc3\xa9\\x00f"));
	free(text);
}

static void long_lines_are_cut(void **state)
{
	static char source[100000];
	char *text;

	(void)state;
	memset(source, 'x', sizeof source);
	source[90000] = 'Y';
	text = with_source(source, sizeof source, 1, 90001);
	assert_true(strlen(text) < 1000);
	assert_non_null(strchr(text, 'Y'));
	free(text);
	text = with_source(source, sizeof source, 1, 4000000000u);
	assert_true(strlen(text) < 1000);
	free(text);
}

static void hostile_names_are_harmless(void **state)
{
	struct finding x = make(RULE_LOCK_LEAK, "a\n\033c.c", 1, 1);
	struct report_options o = { 0 };
	char *text;

	(void)state;
	x.function = "f\r\tg";
	text = print(&x, 1, &o);
	assert_null(strchr(text, '\033'));
	assert_null(strchr(text, '\r'));
	assert_int_equal(strncmp(text, "a\\x0a\\x1bc.c:1:5: warning:", 25), 0);
	free(text);
}

static void the_summary_counts(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 1), make(RULE_SELF_DEADLOCK, "b.c", 9, 2), make(RULE_LOCK_LEAK, "c.c", 1, 3) };
	struct report_options o = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	report_summary(f, x, 3, &o);
	fclose(f);
	assert_string_equal(text, "3 findings in 0 units (1 self-deadlock, 2 lock-leak); gaps: none\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(best_first_and_once),
		cmocka_unit_test(equal_fingerprints_of_different_lines_both_stay),
		cmocka_unit_test(filters),
		cmocka_unit_test(text_without_source),
		cmocka_unit_test(colours_only_when_asked),
		cmocka_unit_test(source_is_quoted_with_a_caret),
		cmocka_unit_test(hostile_source_is_harmless),
		cmocka_unit_test(long_lines_are_cut),
		cmocka_unit_test(hostile_names_are_harmless),
		cmocka_unit_test(the_summary_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
