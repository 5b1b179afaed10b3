/* Tests of extract's bookkeeping: clang's dependency rule, the keys of the cache, and when a unit is found again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "extract/cache.h"
#include "extract/rule.h"

static struct arena arena;
static char folder[] = "/tmp/snag-extract-XXXXXX";

static int setup(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
	struct cache_size size;
	struct trouble t;
	bool ok = cache_clear(arena_format(&arena, "%s/cache", folder), &size, &t);

	(void)state;
	rmdir(arena_format(&arena, "%s/cache", folder));
	arena_release(&arena);
	return rmdir(folder) == 0 && ok ? 0 : -1; /* nothing of ours is left, and no temporary file */
}

static const char *in_folder(const char *name)
{
	return arena_format(&arena, "%s/%s", folder, name);
}

static void put(const char *path, const char *text)
{
	struct trouble t;

	if (!file_write(path, text, strlen(text), &t))
		fail_msg("%s", t.text);
}

/* ---- the rule ---- */

/* `names` have a | behind each. */
static void rule_is(const char *rule, const char *names)
{
	struct bytes got = rule_files(&arena, (struct bytes){ rule, strlen(rule) });
	char *text = arena_copy(&arena, got.at, got.len);

	for (size_t i = 0; i < got.len; i++)
		if (!text[i])
			text[i] = '|';
	assert_string_equal(text, names);
}

static void rules(void **state)
{
	(void)state;
	rule_is("unit: a.c\n", "a.c|");
	rule_is("unit: a.c b.h \\\n  /usr/c.h\n", "a.c|b.h|/usr/c.h|");
	rule_is("unit: a.c\\\n b.h", "a.c|b.h|");
	rule_is("unit: with\\ blank.h two\\ \\ blanks\n", "with blank.h|two  blanks|");
	rule_is("unit: a\\#b.h $$HOME/$${x}.h\n", "a#b.h|$HOME/${x}.h|");
	rule_is("unit: back\\slash.h C:\\dir\\a.h\n", "back\\slash.h|C:\\dir\\a.h|");
	rule_is("unit: x\\\\#y\n", "x\\#y|");
	rule_is("unit: line\nend.h b.h\n", "line\nend.h|b.h|");
	rule_is("unit: $ $a a$\n", "$|$a|a$|");
	rule_is("unit:\n", "");
	rule_is("unit:", "");
	rule_is("unit", "");
	rule_is("", "");
	rule_is("unit: a\\", "a\\|");
	rule_is("unit: a:b.h\n", "a:b.h|");
}

static bool lists(struct bytes names, const char *name)
{
	for (const char *s = names.at; s < names.at + names.len; s += strlen(s) + 1)
		if (!strcmp(s, name))
			return true;
	return false;
}

/* What clang-19 writes today, for names that need every escape. */
static void rule_of_clang(void **state)
{
	static const char *const odd[] = { "a b.h", "a  b.h", "#.h", "$.h", "$$.h", "\303\244.h", "back\\slash.h" };
	enum { ODD = sizeof odd / sizeof *odd };
	char text[4096] = "", rule[8192];
	const char *source = in_folder("rule.c");
	size_t n;
	FILE *f;

	(void)state;
	for (size_t i = 0; i < ODD; i++) {
		put(in_folder(odd[i]), "");
		sprintf(text + strlen(text), "#include \"%s\"\n", odd[i]);
	}
	put(source, text);
	f = popen(arena_format(&arena, "clang-19 -M -MT unit %s", source), "r");
	assert_non_null(f);
	n = fread(rule, 1, sizeof rule, f);
	assert_int_equal(pclose(f), 0);
	for (size_t i = 0; i < ODD; i++) {
		const char *told = in_folder(i == ODD - 1 ? "back/slash.h" : odd[i]); /* a backslash becomes a slash: rule.c */
		unlink(in_folder(odd[i]));
		if (!lists(rule_files(&arena, (struct bytes){ rule, n }), told))
			fail_msg("%s is not in: %.*s", told, (int)n, rule);
	}
	unlink(source);
}

/* ---- keys ---- */

static struct cache cache;

static void new_run(const char *identity)
{
	cache_init(&cache, &arena, in_folder("cache"), identity);
}

static void command_keys(void **state)
{
	static const char *const args[] = { "-DA", "-DB" }, *const swapped[] = { "-DB", "-DA" }, *const joined[] = { "-DA-DB" };
	const struct job job[] = {
		{ "/d", "/d/a.c", args, 2, 0, false },	   { "/e", "/d/a.c", args, 2, 0, false }, { "/d", "/d/b.c", args, 2, 0, false },
		{ "/d", "/d/a.c", swapped, 2, 0, false }, { "/d", "/d/a.c", args, 1, 0, false }, { "/d", "/d/a.c", joined, 1, 0, false },
		{ "/d", "/d/a.c", args, 0, 0, false },	   { "/d/", "d/a.c", args, 2, 0, false },
	};
	enum { JOBS = sizeof job / sizeof *job };
	const struct job later = { "/d", "/d/a.c", args, 2, 99, false };
	struct key key[JOBS];

	(void)state;
	new_run("one");
	for (int i = 0; i < JOBS; i++) {
		key[i] = cache_command(&cache, &job[i]);
		assert_int_equal(strlen(key[i].hex), KEY_HEX);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(key[i].hex, key[k].hex);
	}
	assert_string_equal(cache_command(&cache, &job[0]).hex, key[0].hex);
	assert_string_equal(cache_command(&cache, &later).hex, key[0].hex); /* where it stands in the database says nothing */
	new_run("two");
	assert_string_not_equal(cache_command(&cache, &job[0]).hex, key[0].hex);
}

/* ---- the life of an entry ---- */

static const char *const no_args[] = { NULL };
static struct job job;
static struct bytes deps;
static struct key command;

/* A source and a header, filed by a run that began after they were written. */
static const char *file_unit(void)
{
	const struct timespec tomorrow = { time(NULL) + 86400, 0 };
	const char *path;
	struct trouble t;

	if (!cache_place(&cache, &job, command, deps, tomorrow, &path, &t))
		fail_msg("%s", t.text);
	put(path, "unit");
	return path;
}

static const char *found(void)
{
	new_run("test");
	return cache_find(&cache, &job, command);
}

static int begin(void **state)
{
	(void)state;
	put(in_folder("a.c"), "source");
	put(in_folder("h.h"), "header");
	job = (struct job){ folder, in_folder("a.c"), no_args, 0, 0, false };
	deps.at = arena_format(&arena, "%s%c%s%c", in_folder("a.c"), '|', "h.h",
			       '|'); /* one absolute, one from the job's directory */
	deps.len = strlen(deps.at);
	for (size_t i = 0; i < deps.len; i++)
		if (deps.at[i] == '|')
			((char *)(uintptr_t)deps.at)[i] = 0;
	new_run("test");
	command = cache_command(&cache, &job);
	return 0;
}

static int end(void **state)
{
	struct cache_size size;
	struct trouble t;

	(void)state;
	unlink(in_folder("a.c"));
	unlink(in_folder("h.h"));
	return cache_clear(in_folder("cache"), &size, &t) ? 0 : -1;
}

static void nothing_at_first(void **state)
{
	(void)state;
	assert_null(found());
}

static void hit_and_miss(void **state)
{
	const char *path;

	(void)state;
	path = file_unit();
	assert_string_equal(found(), path);
	put(in_folder("h.h"), "HEADER"); /* same size */
	assert_null(found());
	assert_string_not_equal(file_unit(), path);
	put(in_folder("h.h"), "header");
	assert_string_equal(found(), path); /* back again: the earlier unit */
	put(in_folder("a.c"), "other");
	assert_null(found());
}

static void times_do_not_matter(void **state)
{
	const struct timespec times[2] = { { 1000, 0 }, { 1000, 0 } };
	const char *path = file_unit();

	(void)state;
	assert_int_equal(utimensat(AT_FDCWD, in_folder("h.h"), times, 0), 0);
	assert_string_equal(found(), path);
	put(in_folder("h.h"), "header"); /* another inode */
	assert_string_equal(found(), path);
}

static void miss_without_a_file(void **state)
{
	const char *path = file_unit();

	(void)state;
	unlink(in_folder("h.h"));
	assert_null(found());
	assert_int_equal(mkdir(in_folder("h.h"), 0700), 0);
	assert_null(found());
	assert_int_equal(rmdir(in_folder("h.h")), 0);
	assert_int_equal(mkfifo(in_folder("h.h"), 0600), 0); /* must not be waited for */
	assert_null(found());
	unlink(in_folder("h.h"));
	put(in_folder("h.h"), "header");
	assert_string_equal(found(), path);
	unlink(path);
	assert_null(found()); /* the list is there, the unit is not */
}

static void damaged_list(void **state)
{
	const char *path = file_unit(),
		   *list = arena_format(&arena, "%s/cache/%.2s/%s.deps", folder, command.hex, command.hex + 2);
	struct bytes kept;
	struct trouble t;

	(void)state;
	assert_true(file_read(&arena, list, &kept, &t));
	for (size_t n = 0; n < kept.len; n++) {
		assert_true(file_write(list, kept.at, n, &t));
		assert_null(found());
	}
	for (size_t i = 0; i < kept.len; i++) {
		char *copy = arena_copy(&arena, kept.at, kept.len);
		copy[i] ^= 4;
		assert_true(file_write(list, copy, kept.len, &t));
		assert_null(found());
	}
	assert_true(file_write(list, kept.at, kept.len, &t));
	assert_string_equal(found(), path);
}

/* A file that was written while clang ran may be what clang read or not: the unit serves this run and no other. */
static void changed_while_running(void **state)
{
	const struct timespec yesterday = { time(NULL) - 86400, 0 };
	const char *path;
	struct trouble t;

	(void)state;
	assert_true(cache_place(&cache, &job, command, deps, yesterday, &path, &t));
	assert_string_equal(path, arena_format(&arena, "%s/cache/%.2s/%s.ir", folder, command.hex, command.hex + 2));
	put(path, "unit");
	assert_null(found());
	assert_true(
		cache_place(&cache, &job, command, (struct bytes){ "", 0 }, yesterday, &path, &t)); /* clang told of no file */
	put(path, "unit");
	assert_null(found());
}

/* An edit between two units of one run: the second is filed under what it read. */
static void edited_between_units(void **state)
{
	const char *before = file_unit(), *after;

	(void)state;
	put(in_folder("h.h"), "edited");
	after = file_unit(); /* the same run: it has h.h's hash in memory */
	assert_string_not_equal(after, before);
	assert_string_equal(found(), after);
}

static void measured_and_cleared(void **state)
{
	const char *stranger;
	struct cache_size size;
	struct trouble t;

	(void)state;
	stranger = arena_format(&arena, "%s/mine.ir", path_dir(&arena, file_unit()));
	put(stranger, "not of snag");
	assert_true(cache_measure(in_folder("cache"), &size, &t));
	assert_int_equal(size.files, 2);
	assert_true(cache_clear(in_folder("cache"), &size, &t));
	assert_int_equal(size.files, 2);
	assert_true(file_exists(stranger));
	assert_null(found());
	unlink(stranger);
}

#define in_a_cache(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules),	cmocka_unit_test(rule_of_clang),   cmocka_unit_test(command_keys),
		in_a_cache(nothing_at_first),	    in_a_cache(hit_and_miss),
		in_a_cache(times_do_not_matter), in_a_cache(miss_without_a_file),  in_a_cache(damaged_list),
		in_a_cache(changed_while_running), in_a_cache(edited_between_units), in_a_cache(measured_and_cleared),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
