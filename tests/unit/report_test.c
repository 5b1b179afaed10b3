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
#include "report/rules.h"

#define ACCESS(file, line, column, fn, what, who, calls, held)                                                                   \
	{                                                                                                                        \
		.place = { file, line, column }, .function = fn, .kind = what, .thread = who, .chain = calls, .locks = held      \
	}

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
		make(RULE_LOCK_LEAK, "a.c", 1, 1),	make(RULE_SELF_DEADLOCK, "b.c", 9, 2),
		make(RULE_SELF_DEADLOCK, "a.c", 20, 3), make(RULE_SELF_DEADLOCK, "a.c", 9, 4),
		make(RULE_LOCK_LEAK, "a.c", 1, 1),
	};
	struct report_options o = { 0 };
	struct arena a;
	struct report_choice list;

	(void)state;
	arena_init(&a, "test");
	list = report_choose(&a, x, 5, &o);
	assert_int_equal(list.n, 4);
	assert_int_equal(list.pruned, 0);
	assert_ptr_equal(list.at[0], &x[3]);
	assert_int_equal(list.at[1]->rule, RULE_LOCK_LEAK); /* the best of each rule before the second of any */
	assert_ptr_equal(list.at[2], &x[2]);
	assert_ptr_equal(list.at[3], &x[1]);
	arena_release(&a);
}

static void equal_fingerprints_of_different_lines_both_stay(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 7), make(RULE_LOCK_LEAK, "a.c", 2, 7) };
	struct report_options o = { 0 };
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_int_equal(report_choose(&a, x, 2, &o).n, 2);
	arena_release(&a);
}

static void filters(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 1), make(RULE_SELF_DEADLOCK, "b.c", 9, 2),
			       make(RULE_LOCK_LEAK, "c.c", 1, 3) };
	const char *const leak[] = { "lock-leak" };
	struct report_options o = { .rule = leak, .nrules = 1 };
	struct report_choice list;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_int_equal(report_choose(&a, x, 3, &o).n, 2);
	o = (struct report_options){ .top = 1 };
	list = report_choose(&a, x, 3, &o);
	assert_int_equal(list.n, 1);
	assert_int_equal(list.at[0]->rule, RULE_SELF_DEADLOCK);
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
	assert_string_equal(text, "no/such/file.c:41:5: warning: 'm' is odd [self-deadlock] #1 unlikely\n"
				  "  in function 'f'\n"
				  "a.c:3:2: note: acquired here\n");
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

static char *closing_line(const struct finding *x, uint32_t n, const struct report_options *o)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	struct report_choice list;
	struct arena a;

	arena_init(&a, "test");
	list = report_choose(&a, x, n, o);
	report_summary(f, &list, -1);
	fclose(f);
	arena_release(&a);
	return text;
}

static void the_summary_counts(void **state)
{
	struct finding x[] = { make(RULE_LOCK_LEAK, "a.c", 1, 1), make(RULE_SELF_DEADLOCK, "b.c", 9, 2),
			       make(RULE_LOCK_LEAK, "c.c", 1, 3) };
	struct report_options o = { 0 };
	char *text = closing_line(x, 3, &o);

	(void)state;
	assert_string_equal(text, "3 findings in 0 units (1 self-deadlock, 2 lock-leak); no gaps\n");
	free(text);
}

/* ---- races ---- */

static const struct finding_pair pairs[] = {
	{ ACCESS("a.c", 41, 9, "conn_close", "write", "main > pthread_create(worker)", "worker > conn_close", ""),
	  ACCESS("b.c", 88, 6, "sweep", "read", "main", "main > sweep", "pool.lock, c->lock (shared)"), "" },
	{ ACCESS("a.c", 41, 9, "conn_close", "write", "main > pthread_create(worker)", "worker > conn_close", ""),
	  ACCESS("c.c", 7, 0, "tick", "atomic read", "", "tick", ""), "" },
};

static struct finding race(uint32_t npairs, uint32_t all)
{
	return (struct finding){ .rule = RULE_RACE,
				 .place = { "a.c", 41, 9 },
				 .message = "data race on 'conn.state'",
				 .function = "conn_close",
				 .lock = "",
				 .pair = pairs,
				 .npairs = npairs,
				 .pairs = all,
				 .object = "conn.state",
				 .guard = "12 of 14 accesses hold pool.lock",
				 .note = acquired,
				 .nnotes = 1,
				 .fingerprint = 1 };
}

#define FIRST_PAIR "a.c:41:9: warning: data race on 'conn.state' [race] #1 unlikely\n"                                           \
		   "  thread 1: main > pthread_create(worker) > worker > conn_close   holds {}\n"                                \
		   "a.c:41:9: note: write\n"                                                                                     \
		   "  thread 2: main > sweep   holds {pool.lock, c->lock (shared)}\n"                                            \
		   "b.c:88:6: note: read\n"
#define SECOND_PAIR "  thread 1: main > pthread_create(worker) > worker > conn_close   holds {}\n"                               \
		    "a.c:41:9: note: write\n"                                                                                    \
		    "  thread 2: tick   holds {}\n"                                                                              \
		    "c.c:7: note: atomic read\n"
#define GUARD "  guard: 12 of 14 accesses hold pool.lock\n"
#define NOTES "a.c:3:2: note: acquired here\n"
#define ALSO "  also at: a.c:3\n"

static void a_race_shows_both_sides(void **state)
{
	struct report_options o = { 0 };
	struct finding x = race(1, 1);
	char *text = print(&x, 1, &o);

	(void)state;
	assert_string_equal(text, FIRST_PAIR GUARD ALSO);
	free(text);
	x.guard = "";
	x.nnotes = 0;
	text = print(&x, 1, &o);
	assert_string_equal(text, FIRST_PAIR);
	free(text);
	x.guard = NULL;
	text = print(&x, 1, &o);
	assert_string_equal(text, FIRST_PAIR);
	free(text);
}

static void more_pairs_when_asked(void **state)
{
	struct report_options o = { 0 };
	struct finding x = race(2, 40);
	char *text = print(&x, 1, &o);

	(void)state;
	assert_string_equal(text, FIRST_PAIR GUARD "  39 more pairs: see --verbose\n" ALSO);
	free(text);
	o.all_pairs = o.whole = true;
	text = print(&x, 1, &o); /* 38 were not kept */
	assert_string_equal(text, FIRST_PAIR "  pair 2 of 40\n" SECOND_PAIR GUARD "  38 more pairs\n" NOTES);
	free(text);
	x = race(2, 2);
	text = print(&x, 1, &o);
	assert_string_equal(text, FIRST_PAIR "  pair 2 of 2\n" SECOND_PAIR GUARD NOTES);
	free(text);
	o.all_pairs = false;
	text = print(&x, 1, &o);
	assert_non_null(strstr(text, "  1 more pair: see --verbose\n"));
	free(text);
}

/* The name of the thread is left out only where the calls begin with it. */
static void the_way_to_an_access(void **state)
{
	static const struct {
		const char *thread, *chain, *expected;
	} row[] = {
		{ "main", "main", "thread 1: main   holds" },
		{ "main", "main > f", "thread 1: main > f   holds" },
		{ "main", "main_loop > f", "thread 1: main > main_loop > f   holds" },
		{ "main", "", "thread 1: main   holds" },
		{ "", "f > g", "thread 1: f > g   holds" },
		{ "main > pthread_create(main)", "main > f", "thread 1: main > pthread_create(main) > main > f   holds" },
	};
	struct report_options o = { 0 };
	struct finding_pair p = pairs[0];
	struct finding x = race(1, 1);
	char *text;

	(void)state;
	x.pair = &p;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		p.a.thread = row[i].thread;
		p.a.chain = row[i].chain;
		text = print(&x, 1, &o);
		assert_non_null(strstr(text, row[i].expected));
		free(text);
	}
}

static void both_sides_are_quoted(void **state)
{
	char path[] = "/tmp/report_test.XXXXXX", *text;
	int fd = mkstemp(path);
	struct report_options o = { .dir = "/tmp" };
	struct finding_pair p = pairs[0];
	struct finding x = race(1, 1);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "\tx = 1;\nif (x)\n", 16), 16);
	close(fd);
	x.pair = &p;
	p.a.place = (struct finding_place){ path, 1, 2 };
	p.b.place = (struct finding_place){ path, 2, 5 };
	text = print(&x, 1, &o);
	unlink(path);
	assert_non_null(strstr(text, ":1:2: note: write\n      1 |         x = 1;\n        |         ^\n"));
	assert_non_null(strstr(text, ":2:5: note: read\n      2 | if (x)\n        |     ^\n"));
	free(text);
}

static void hostile_names_in_a_race_are_harmless(void **state)
{
	struct finding_access evil = ACCESS("a\033.c", 1, 1, "f\033", "write\r", "main\033[2J", "f\n", "l\xe2\x80\xae");
	struct finding_pair p = { evil, evil, "\033" };
	struct report_options o = { .all_pairs = true };
	struct finding x = race(1, 3);
	char *text;

	(void)state;
	x.pair = &p;
	x.guard = "1 of 2 hold \033m";
	text = print(&x, 1, &o);
	assert_null(strpbrk(text, "\033\r"));
	assert_null(strstr(text, "\xe2\x80\xae"));
	assert_non_null(strstr(text, "main\\x1b[2J > f\\x0a   holds {l\\xe2\\x80\\xae}\na\\x1b.c:1:1: note: write\\x0d\n"));
	free(text);
	x.pruned = "because\033";
	text = print(&x, 1, &o);
	assert_null(strchr(text, '\033'));
	free(text);
}

static void the_pruned_come_last_and_do_not_count(void **state)
{
	struct finding x[] = { race(1, 1), make(RULE_LOCK_LEAK, "z.c", 9, 2), make(RULE_LOCK_LEAK, "z.c", 10, 3) };
	struct report_options o = { 0 };
	char *text;

	(void)state;
	x[0].pruned = "ownership: fresh";
	text = print(x, 3, &o);
	assert_non_null(strstr(text,
			       "z.c:10:5: warning: 'm' is odd [lock-leak] #2 unlikely\n  in function 'f'\na.c:3:2: note: acquired here\n"
			       "a.c:41:9: pruned: data race on 'conn.state': ownership: fresh [race]\n"));
	assert_null(strstr(text, "#3"));
	assert_null(strstr(text, "thread 1"));
	free(text);
	text = closing_line(x, 3, &o);
	assert_string_equal(text, "2 findings in 0 units (2 lock-leak); 1 pruned; no gaps\n");
	free(text);
	o.top = 1; /* of the findings */
	text = closing_line(x, 3, &o);
	assert_string_equal(text, "1 finding in 0 units (1 lock-leak); 1 more not shown (--all); 1 pruned; no gaps\n");
	free(text);
	text = print(x, 3, &o);
	assert_non_null(strstr(text, "z.c:9:5: warning:"));
	assert_null(strstr(text, "z.c:10:5: warning:"));
	assert_non_null(strstr(text, "pruned: "));
	free(text);
}

static void only_pruned_is_nothing_found(void **state)
{
	struct finding x = race(1, 1);
	struct report_options o = { 0 };
	FILE *f = fopen("/dev/null", "w");
	char *text;

	(void)state;
	x.pruned = "";
	assert_non_null(f);
	assert_int_equal(report_text(f, &x, 1, &o), 0);
	fclose(f);
	text = closing_line(&x, 1, &o);
	assert_string_equal(text, "0 findings in 0 units; 1 pruned; no gaps\n");
	free(text);
}

static void found_in_one_program_is_found(void **state)
{
	struct finding x[] = { race(1, 1), race(1, 1) };
	struct report_options o = { 0 };
	struct report_choice list;
	struct arena a;

	(void)state;
	x[0].pruned = "order: join";
	arena_init(&a, "test");
	list = report_choose(&a, x, 2, &o);
	assert_int_equal(list.n, 1);
	assert_int_equal(list.pruned, 0);
	assert_ptr_equal(list.at[0], &x[1]);
	arena_release(&a);
}

static void every_rule_is_documented(void **state)
{
	(void)state;
	for (uint8_t r = 1; r < RULES; r++) {
		assert_non_null(rule_find(rule_name(r)));
		assert_non_null(rule_page(rule_name(r)).at);
	}
	for (uint32_t i = 0; i < rule_rows; i++)
		for (const char *s = rule_row[i].cwe; *s; s++)
			if (s == rule_row[i].cwe || s[-1] == ' ')
				assert_string_not_equal(cwe_title((uint32_t)atoi(s)), "");
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
		cmocka_unit_test(a_race_shows_both_sides),
		cmocka_unit_test(more_pairs_when_asked),
		cmocka_unit_test(the_way_to_an_access),
		cmocka_unit_test(both_sides_are_quoted),
		cmocka_unit_test(hostile_names_in_a_race_are_harmless),
		cmocka_unit_test(the_pruned_come_last_and_do_not_count),
		cmocka_unit_test(only_pruned_is_nothing_found),
		cmocka_unit_test(found_in_one_program_is_found),
		cmocka_unit_test(every_rule_is_documented),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
