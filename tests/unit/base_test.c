/* Unit tests of src/base: arenas, vectors, maps, keys, interning, paths, atomic writes. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/system/file.h"
#include "base/store/intern.h"
#include "base/store/keys.h"
#include "base/store/map.h"
#include "base/store/vec.h"

static void arena_hands_out_zeroed_aligned_memory(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (size_t n = 1; n < 300000; n = n * 3 + 1) {
		char *p = arena_alloc(&a, n);
		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(p[i], 0);
		memset(p, 1, n);
	}
	assert_string_equal(arena_format(&a, "%d-%s", 7, "x"), "7-x");
	arena_release(&a);
	assert_int_equal(a.held, 0);
}

/* Of a table that has grown to 64 MB no copy is left that is larger than a chunk; what else is in the arena stays. */
static void arena_takes_back_what_is_outgrown(void **state)
{
	enum { MANY = 16 << 20, CHUNK = 16 << 20 };
	struct arena a;
	VEC(uint32_t) v = { 0 };
	char *beside, *behind, outside[8] = "outside";

	(void)state;
	arena_init(&a, "test");
	beside = arena_string(&a, "beside");
	for (uint32_t i = 0; i < MANY; i++)
		*vec_add(&a, &v) = i;
	behind = arena_string(&a, "behind");
	for (uint32_t i = 0; i < MANY; i += 4095)
		assert_int_equal(v.at[i], i);
	assert_true(a.held < (size_t)MANY * sizeof *v.at + 4 * (size_t)CHUNK);
	arena_outgrown(&a, outside, sizeof outside);
	arena_outgrown(&a, NULL, 0);
	assert_string_equal(outside, "outside");
	assert_string_equal(beside, "beside");
	assert_string_equal(behind, "behind");
	arena_outgrown(&a, v.at, (size_t)v.cap * sizeof *v.at);
	assert_true(a.held < 4 * (size_t)CHUNK);
	arena_release(&a);
}

/* Fills an arena of several chunks, odd sizes and one that is larger than a chunk, after seeing that all of it is zero; drops
 * it. */
static void *use_arena(void *with)
{
	bool *dirty = with;
	struct arena a;

	arena_init(&a, "test");
	for (size_t n = 40; n < (20u << 20); n = n * 2 + 24) {
		char *p = arena_alloc(&a, n);
		for (size_t i = 0; i < n; i++)
			*dirty |= p[i] != 0;
		memset(p, 0x5a, n);
	}
	arena_release(&a);
	return NULL;
}

/* Who drops chunks and who takes them next may be two threads. */
static void dropped_memory_is_zero_again(void **state)
{
	bool dirty[3] = { false };
	pthread_t thread;

	(void)state;
	for (int i = 0; i < 3; i++)
		use_arena(&dirty[0]);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(pthread_create(&thread, NULL, use_arena, &dirty[1]), 0);
		use_arena(&dirty[2]);
		assert_int_equal(pthread_join(thread, NULL), 0);
	}
	assert_false(dirty[0] || dirty[1] || dirty[2]);
}

static void vec_keeps_its_elements(void **state)
{
	struct arena a;
	VEC(uint32_t) v = { 0 };

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 10000; i++)
		*vec_add(&a, &v) = i * 7;
	for (uint32_t i = 0; i < 10000; i++)
		assert_int_equal(v.at[i], i * 7);
	arena_release(&a);
}

static void map_finds_what_was_put(void **state)
{
	struct arena a;
	struct map m = { 0 };

	(void)state;
	arena_init(&a, "test");
	assert_int_equal(map_get(&m, 5), 0);
	for (uint32_t i = 1; i < 20000; i++)
		map_put(&a, &m, map_pair(i % 100, i), i);
	for (uint32_t i = 1; i < 20000; i++)
		assert_int_equal(map_get(&m, map_pair(i % 100, i)), i);
	assert_int_equal(map_get(&m, map_pair(100, 100)), 0);
	assert_int_equal(m.n, 19999);
	map_put(&a, &m, map_pair(1, 1), 9);
	assert_int_equal(map_get(&m, map_pair(1, 1)), 9);
	assert_int_equal(m.n, 19999);
	arena_release(&a);
}

/* 5000 keys, each asked for three times; of each two neighbours differ in one word only. */
static void keys_give_equal_ids_to_equal_keys(void **state)
{
	struct arena a;
	struct keys k = { 0 };

	(void)state;
	arena_init(&a, "test");
	for (uint32_t turn = 0; turn < 3; turn++)
		for (uint32_t i = 0; i < 5000; i++) {
			uint32_t key[3] = { i / 2, 7, i % 2 ? i : 0 };
			assert_int_equal(keys_id(&a, &k, &key), i + 1);
			assert_int_equal(k.n, turn ? 5000 : i + 1);
		}
	arena_release(&a);
}

/* Keys that differ in high bits only, as packed numbers and addresses do: they must not all begin in one place. */
static void keys_spread_over_their_slots(void **state)
{
	uint32_t longest = 0, run = 0;
	struct arena a;
	struct keys k = { 0 };

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < 4096; i++) {
		uint32_t key[2] = { i << 20, 0xdb };
		(void)keys_id(&a, &k, &key);
	}
	assert_int_equal(k.n, 4096);
	for (uint32_t i = 0; i < k.cap; i++) {
		run = k.slot[i].id ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	assert_in_range(longest, 1, 64);
	arena_release(&a);
}

static void intern_gives_equal_ids_to_equal_bytes(void **state)
{
	struct arena a;
	struct intern in;
	char text[32];

	(void)state;
	arena_init(&a, "test");
	intern_init(&in, &a);
	assert_int_equal(intern_string(&in, ""), 0);
	for (uint32_t i = 1; i < 5000; i++) {
		snprintf(text, sizeof text, "name%u", i);
		assert_int_equal(intern_string(&in, text), i);
	}
	assert_int_equal(intern_string(&in, "name77"), 77);
	assert_string_equal(intern_get(&in, 77), "name77");
	assert_int_equal(intern_find(&in, "nobody", 6), 0);
	assert_int_equal(intern_bytes(&in, "a\0b", 3), 5000);
	assert_int_equal(intern_length(&in, 5000), 3);
	arena_release(&a);
}

static void paths_are_joined_by_text(void **state)
{
	static const char *const row[][3] = {
		{ "/a/b", "c.c", "/a/b/c.c" },   { "/a/b", "../c.c", "/a/c.c" }, { "/a", "/x//y/./z", "/x/y/z" },
		{ "/", "../../x", "/x" },        { "a", "../../x", "../x" },     { ".", "x.c", "x.c" },
		{ "/a/b/", "./d/../e", "/a/b/e" }, { "a", "..", "." },           { "..", "..", "../.." },
	};
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		assert_string_equal(path_join(&a, row[i][0], row[i][1]), row[i][2]);
	assert_string_equal(path_dir(&a, "/a/b.c"), "/a");
	assert_string_equal(path_dir(&a, "b.c"), ".");
	assert_string_equal(path_base("/a/b.c"), "b.c");
	assert_string_equal(path_below("/a", "/a/b/c"), "b/c");
	assert_string_equal(path_below("/a", "/ab/c"), "/ab/c");
	arena_release(&a);
}

static void write_replaces_in_one_step(void **state)
{
	struct arena a;
	struct trouble t;
	struct bytes b;
	char dir[] = "/tmp/snag-base-XXXXXX";
	char *path;

	(void)state;
	arena_init(&a, "test");
	assert_non_null(mkdtemp(dir));
	path = arena_format(&a, "%s/deep/er/file", dir);
	assert_true(file_make_dirs(path_dir(&a, path), &t));
	assert_true(file_write(path, "one", 3, &t));
	assert_true(file_map(path, &b, &t));
	assert_true(file_write(path, "twotwo", 6, &t));
	assert_memory_equal(b.at, "one", 3); /* the old mapping still shows the old file */
	file_unmap(b);
	assert_true(file_read(&a, path, &b, &t));
	assert_string_equal(b.at, "twotwo");
	assert_false(file_write("/nowhere/at/all", "x", 1, &t));
	assert_non_null(strstr(t.text, "/nowhere/at/all"));
	assert_false(file_read(&a, dir, &b, &t));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_hands_out_zeroed_aligned_memory),
		cmocka_unit_test(arena_takes_back_what_is_outgrown), cmocka_unit_test(vec_keeps_its_elements),
		cmocka_unit_test(map_finds_what_was_put),                cmocka_unit_test(keys_give_equal_ids_to_equal_keys),
		cmocka_unit_test(keys_spread_over_their_slots),          cmocka_unit_test(intern_gives_equal_ids_to_equal_bytes),
		cmocka_unit_test(paths_are_joined_by_text),              cmocka_unit_test(write_replaces_in_one_step),
		cmocka_unit_test(dropped_memory_is_zero_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
