/* Unit tests of src/capture: how databases, commands and response files are read, and what happens to bad ones. */
#include "capture_help.h"

#include <sys/stat.h>
#include <time.h>

#include "base/stat.h"
#include "capture/words.h"

static void words_of_a_command(void **state)
{
	static const char *const cases[][3] = {
		/* text, as the shell quotes, as gcc's response files do */
		{ "a b  c", "a|b|c", "a|b|c" },
		{ " \t a\n", "a", "a" },
		{ "", "", "" },
		{ "'a b' \"c d\"", "a b|c d", "a b|c d" },
		{ "a'b'\"c\"d", "abcd", "abcd" },
		{ "a\\ b", "a b", "a b" },
		{ "-DX=\\\"s\\\"", "-DX=\"s\"", "-DX=\"s\"" },
		{ "'-DX=\"s\"'", "-DX=\"s\"", "-DX=\"s\"" },
		{ "\"a\\\"b\\\\c\"", "a\"b\\c", "a\"b\\c" },
		{ "\"a\\nb\"", "a\\nb", "anb" },
		{ "'a\\nb'", "a\\nb", "anb" },
		{ "a\\\nb", "ab", "a\nb" },
		{ "'a\nb'", "a\nb", "a\nb" },
		{ "$HOME `id` $(id) * ~", "$HOME|`id`|$(id)|*|~", "$HOME|`id`|$(id)|*|~" },
		{ "a '' b", "a||b", "a||b" },
		{ "a;b && c>d", "a;b|&&|c>d", "a;b|&&|c>d" },
		{ "a\\", "a", "a" },
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++)
		for (int q = QUOTING_SHELL; q <= QUOTING_GNU; q++) {
			struct words w = { 0 };
			assert_true(words_split(&arena, (struct bytes){ cases[i][0], strlen(cases[i][0]) }, (enum quoting)q, &w));
			assert_string_equal(joined(w.at, w.n), cases[i][1 + q]);
		}
	for (int q = QUOTING_SHELL; q <= QUOTING_GNU; q++) {
		struct words w = { 0 };
		assert_false(words_split(&arena, (struct bytes){ "a 'b c", 6 }, (enum quoting)q, &w));
		assert_false(words_split(&arena, (struct bytes){ "a \"b", 4 }, (enum quoting)q, &w));
	}
}

static void both_forms_of_an_entry(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	add(db, "/p q", "s/../a.c", "cc '-DA=\"x y\"' -c -o 'a b.o' s/../a.c");
	json_array_append_new(db, json_pack("{s:s,s:s,s:[s,s,s,s]}", "directory", "/p q", "file", "/p q/b.c", "arguments", "cc",
					    "-DB=\"x y\"", "-c", "/p q/b.c"));
	json_array_append_new(db, json_pack("{s:s,s:s,s:s}", "directory", "sub", "file", "c.c", "command", "cc -c c.c"));
	json_array_append_new(db, json_pack("{s:s,s:s}", "file", "d\n'.c", "command", "cc -c \"d\n'.c\""));
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 4);
	assert_string_equal(jobs.job.at[0].file, "/p q/a.c");
	assert_string_equal(jobs.job.at[0].dir, "/p q");
	assert_string_equal(joined(jobs.job.at[0].args, jobs.job.at[0].nargs), "-D|A=\"x y\"");
	assert_string_equal(jobs.job.at[1].file, "/p q/b.c");
	assert_string_equal(joined(jobs.job.at[1].args, jobs.job.at[1].nargs), "-D|B=\"x y\"");
	assert_string_equal(jobs.job.at[2].dir, in_temp("sub"));
	assert_string_equal(jobs.job.at[2].file, in_temp("sub/c.c"));
	assert_string_equal(jobs.job.at[3].dir, temp);
	assert_string_equal(jobs.job.at[3].file, in_temp("d\n'.c"));
	assert_int_equal(jobs.job.at[3].entry, 3);
}

/* a/link -> ../far/deep, so a/link/../x.c is far/x.c and not a/x.c */
static void a_link_gives_dotdot_its_real_meaning(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	put("far/x.c", "");
	put("far/deep/y.c", "");
	put("a/x.c", "");
	put("a/y.c", "");
	assert_int_equal(symlink("../far/deep", in_temp("a/link")), 0);
	assert_int_equal(symlink("loop", in_temp("loop")), 0);
	add(db, in_temp("a/link"), "../x.c", "cc -c ../x.c");
	add(db, in_temp("a"), "../a/y.c", "cc -c ../a/y.c");
	add(db, in_temp("loop"), "../z.c", "cc -c @r ../z.c");
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 3);
	assert_string_equal(jobs.job.at[0].file, in_temp("far/x.c"));
	assert_string_equal(jobs.job.at[1].file, in_temp("a/y.c"));
	assert_string_equal(jobs.job.at[2].file, in_temp("z.c"));
}

static void twins_are_one_job(void **state)
{
	static const struct {
		const char *dir, *command;
		int jobs;
	} cases[] = {
		{ "/p", "cc -DA -I/p/inc -c x.c -o x.o", 1 },
		{ "/p", "cc -DA -I/p/inc -c x.c -o x.o", 1 },
		{ "/p", "gcc -D A -I inc -MMD -MF d -Wall -g -c x.c -o y.o", 1 },
		{ "/p", "cc -DA -I./inc -fPIC -DPIC -c x.c -o .libs/x.o", 1 },
		{ "/p", "cc -DA -I../p/inc -fPIE -c x.c", 1 },
		{ "/p", "cc -DA -Iinc -fno-pic -S x.c", 1 },
		{ "/p", "cc -DB -I/p/inc -c x.c", 2 },
		{ "/p", "cc -DA -I/q/inc -c x.c", 3 },
		{ "/q", "cc -DA -Iinc -c /p/x.c", 3 },
		{ "/q", "cc -DA -I../p/inc -c /p/x.c", 3 },
		{ "/p", "cc -DA -I/p/inc -O2 -c x.c", 4 },
		{ "/p", "cc -DAPIC -I/p/inc -c x.c", 5 },
		{ "/p", "arm-linux-gnueabi-gcc -DA -I/p/inc -c x.c", 6 },
	};
	struct jobs jobs;
	struct trouble t;

	(void)state;
	for (size_t n = 1; n <= LENGTH(cases); n++) {
		json_t *db = json_array();
		for (size_t i = 0; i < n; i++)
			add(db, cases[i].dir, "/p/x.c", cases[i].command);
		assert_true(load(db, &jobs, &t));
		if (jobs.job.n != (uint32_t)cases[n - 1].jobs)
			fail_msg("%s: %u jobs, not %d", cases[n - 1].command, jobs.job.n, cases[n - 1].jobs);
		assert_int_equal(jobs.twins, n - jobs.job.n);
	}
	assert_int_equal(jobs.job.at[1].entry, 6);
}

static void response_files(void **state)
{
	static const char *const cases[][3] = {
		/* flags, words, message */
		{ "@flags.rsp -DB", "-D|A x|-I|inc dir|-D|Q=\"q\"|-D|B", NULL },
		{ "@sub/outer.rsp", "-D|OUT|-D|A x|-I|inc dir|-D|Q=\"q\"|-D|END", NULL },
		{ "-D @value.rsp -DB", "-D|V|-D|B", NULL },
		{ "-DB @cycle1.rsp", "-D|B|-D|C1|-D|C2", "'@cycle1.rsp' left out: includes itself" },
		{ "-DB @missing.rsp", "-D|B", "'@missing.rsp' left out: No such file" },
		{ "-DB @.", "-D|B", "'@.' left out: not a file" },
		{ "-DB @/etc/passwd", "-D|B", "'@/etc/passwd' left out: outside the tree" },
		{ "-DB @../../etc/passwd", "-D|B", "left out: outside the tree" },
		{ "-DB @link.rsp", "-D|B", "'@link.rsp' left out: outside the tree" },
		{ "-DB @open.rsp", "-D|B|-D|a b\n", NULL },
		{ "-DB @evil.rsp", "-D|B", "'-fplugin'" },
		{ "-I@scope/inc -D@X", "-I|./@scope/inc", "'-D @'" },
		{ "-include@pre.h", "-Xclang|-include|-Xclang|./@pre.h", NULL },
		{ "-D @", "", "'-D @'" },
	};
	struct jobs jobs;

	(void)state;
	put("flags.rsp", "'-DA x'\n\"-Iinc dir\" -DQ=\\\"q\\\"\n");
	put("sub/outer.rsp", "-DOUT @flags.rsp -DEND");
	put("value.rsp", "V");
	put("cycle1.rsp", "-DC1 @cycle2.rsp");
	put("cycle2.rsp", "-DC2 @cycle1.rsp");
	put("open.rsp", "-D 'a b\n");
	put("evil.rsp", "-fplugin=x.so");
	assert_int_equal(symlink("/etc/passwd", in_temp("link.rsp")), 0);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_string_equal(flags_for("x.c", arena_format(&arena, "cc x.c %s", cases[i][0]), &jobs), cases[i][1]);
		if (cases[i][2] && !says(&jobs, cases[i][2]))
			fail_msg("%s: %s", cases[i][0], jobs.message.n ? jobs.message.at[0] : "no message");
		if (!cases[i][2])
			assert_int_equal(jobs.message.n, 0);
	}
}

static void count_refused(void *data, const char *file, const char *why)
{
	assert_string_equal(file, "@1.rsp");
	assert_string_equal(why, "too much in response files");
	++*(uint32_t *)data;
}

static void trees_and_budgets_of_response_files(void **state)
{
	static const char *const words[] = { "@1.rsp", "@1.rsp", "@1.rsp" };
	uint64_t budget = 2 * 1024 + 100; /* two files of one word each */
	struct response r = { temp, { temp, NULL }, &budget, count_refused, &(uint32_t){ 0 } };
	struct words in = { (const char **)(uintptr_t)words, 3, 0 }, out = { 0 };

	(void)state;
	put("1.rsp", "one");
	words_expand(&arena, &in, &r, &out);
	assert_string_equal(joined(out.at, out.n), "one|one");
	assert_int_equal(*(uint32_t *)r.data, 1);
	assert_true(words_inside("/a/b", "/a/b"));
	assert_true(words_inside("/a/b", "/a/b/c"));
	assert_false(words_inside("/a/b", "/a/bc"));
	assert_false(words_inside("/a/b", "/a"));
	assert_false(words_inside("/", "/etc/passwd"));
	assert_false(words_inside(NULL, "/etc/passwd"));
}

/* In the `arguments` form a word that begins with '@' is no more literal: the compilers expand it there, too. */
static void response_files_in_arguments(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	put("flags.rsp", "-DA");
	json_array_append_new(db, json_pack("{s:s,s:[s,s,s,s,s]}", "file", "x.c", "arguments", "cc", "@flags.rsp", "@/etc/passwd",
					    "-I", "@no"));
	assert_true(load(db, &jobs, &t));
	assert_string_equal(joined(jobs.job.at[0].args, jobs.job.at[0].nargs), "-D|A");
	assert_int_equal(jobs.message.n, 2);
}

/* Each file names the next one 300 times: 300^8 words in 30 kB. */
static void response_files_that_explode(void **state)
{
	char bomb[300 * 11 + 1];
	struct jobs jobs;

	(void)state;
	for (int i = 0; i < 8; i++) {
		for (int k = 0; k < 300; k++)
			snprintf(bomb + k * 11, 12, "@bomb%d.rsp\n", i + 1);
		put(arena_format(&arena, "bomb%d.rsp", i), bomb);
	}
	put("bomb8.rsp", "y.o");
	assert_string_equal(flags_for("x.c", "cc x.c -DB @bomb0.rsp -DC", &jobs), "-D|B|-D|C");
	assert_true(says(&jobs, "too much in response files"));
}

static void bad_databases_are_one_line(void **state)
{
	static const char *const cases[][2] = {
		{ "", "db.json: the file is empty" },
		{ " \n", "db.json:2:0: not JSON: " },
		{ "[", "db.json:1:1: not JSON: " },
		{ "[\n{\"file\": }]", "db.json:2:10: not JSON: " },
		{ "[{\"file\":\"a\\u0000b\"}]", "db.json:1:" },
		{ "[{\"file\":\"\xff\"}]", "db.json:1:" },
		{ "{}", "db.json: not a compilation database: an object, not an array" },
		{ "[]", "db.json: no C in it: the database is empty" },
		{ "[1]", "entry [0]: an integer, not an object" },
		{ "[[]]", "entry [0]: an array, not an object" },
		{ "[{}]", "db.json: no C in it: 1 entry, 1 of them unusable: entry [0]: no \"file\"" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc -B/x\"},{}]", "2 entries, 1 of them unusable: entry [1]: no \"file\"" },
		{ "[{\"file\":7}]", "entry [0]: \"file\" is not a name" },
		{ "[{\"file\":\"\"}]", "entry [0]: \"file\" is not a name" },
		{ "[{\"file\":\"x.c\"}]", "entry [0]: neither \"command\" nor \"arguments\"" },
		{ "[{\"file\":\"x.c\",\"command\":null}]", "entry [0]: \"command\" is not a string" },
		{ "[{\"file\":\"x.c\",\"command\":\" \"}]", "entry [0]: \"command\" is empty" },
		{ "[{\"file\":\"x.c\",\"command\":\"cc 'x\"}]", "entry [0]: a quote in \"command\" is not closed" },
		{ "[{\"file\":\"x.c\",\"arguments\":\"cc\"}]", "entry [0]: \"arguments\" is a string, not an array" },
		{ "[{\"file\":\"x.c\",\"arguments\":[]}]", "entry [0]: \"arguments\" is empty" },
		{ "[{\"file\":\"x.c\",\"arguments\":[\"cc\",1]}]", "entry [0]: \"arguments\" holds an integer" },
		{ "[{\"file\":\"x.c\",\"directory\":[],\"command\":\"cc\"}]", "entry [0]: \"directory\" is an array" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc\"}]", "db.json: no C in it: 1 entry, all C++" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc\"},{\"file\":\"x.S\",\"command\":\"cc\"},{\"file\":\"y.S\",\"command\":"
		  "\"cc\"}]",
		  "db.json: no C in it: 3 entries: 1 C++, 2 assembly" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct trouble t = { "" };
		assert_false(capture_parse(&arena, (struct bytes){ cases[i][0], strlen(cases[i][0]) }, "db.json", &jobs, &t));
		if (!strstr(t.text, cases[i][1]) || !strstr(t.text, "db.json"))
			fail_msg("%s: says '%s', not '%s'", cases[i][0], t.text, cases[i][1]);
	}
}

static void files_that_are_no_databases(void **state)
{
	struct jobs jobs;
	struct trouble t;

	(void)state;
	assert_false(capture_database(&arena, in_temp("nowhere.json"), &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: No such file or directory", in_temp("nowhere.json")));
	assert_false(capture_database(&arena, temp, &jobs, &t));
	assert_non_null(strstr(t.text, "no compile_commands.json in it or in its build/"));
	assert_false(capture_database(&arena, "/dev/zero", &jobs, &t));
	assert_string_equal(t.text, "/dev/zero: not a regular file");
	put("compile_commands.json", "");
	assert_false(capture_database(&arena, temp, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: the file is empty", in_temp("compile_commands.json")));
}

static void deep_nesting_is_an_error(void **state)
{
	enum { DEPTH = 1000000 };
	char *text = malloc(DEPTH);
	struct jobs jobs;
	struct trouble t;

	(void)state;
	memset(text, '[', DEPTH);
	assert_false(capture_parse(&arena, (struct bytes){ text, DEPTH }, "db.json", &jobs, &t));
	assert_non_null(strstr(t.text, "db.json:1:"));
	free(text);
}

static void a_bad_entry_costs_itself_only(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();
	uint64_t before = stat_get(STAT_jobs), other = stat_get(STAT_jobs_other);

	(void)state;
	for (int i = 0; i < 100; i++)
		json_array_append_new(db, json_integer(i));
	add(db, "/p", "x.c", "cc -c x.c");
	add(db, "/p", "x.c", "cc -c x.c");
	add(db, "/p", "x.cc", "cc -c x.cc");
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 1);
	assert_int_equal(jobs.bad, 100);
	assert_int_equal(jobs.job.at[0].entry, 100);
	assert_true(jobs.message.n <= 50);
	assert_non_null(strstr(jobs.message.at[jobs.message.n - 1], "and 60 more"));
	assert_int_equal(stat_get(STAT_jobs) - before, 1);
	assert_int_equal(stat_get(STAT_jobs_other) - other, 2);
}

static void large_databases_are_quick(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();
	clock_t start;
	char *huge = malloc(1000001);

	(void)state;
	memset(huge, 'x', 1000000);
	huge[1000000] = 0;
	add(db, "/p", "huge.c", arena_format(&arena, "cc -D%s -f%s -q%s -c huge.c", huge, huge, huge));
	free(huge);
	for (int i = 0; i < 10000; i++) /* every name twice, all flags distinct */
		add(db, "/p", arena_format(&arena, "%d.c", i / 2),
		    arena_format(&arena, "cc -DN=%d -Iinc%d -fodd%d -Wx -funny-%d -c %d.c -o %d.o", i / 2, i / 2, i, i, i / 2,
				 i));
	start = clock();
	assert_true(load(db, &jobs, &t));
	assert_true(clock() - start < 3 * CLOCKS_PER_SEC); /* of the processor: the machine may have other work; usually 0.1 s */
	assert_int_equal(jobs.job.n, 5001);
	assert_int_equal(jobs.twins, 5000);
}

static void databases_are_found(void **state)
{
	struct jobs jobs;
	struct trouble t;

	(void)state;
	put("p/q/r/x.c", "");
	assert_null(capture_find(&arena, in_temp("p/q/r")));
	put("p/build/compile_commands.json", "[{\"directory\":\"..\",\"file\":\"x.c\",\"command\":\"cc -Iinc x.c\"}]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/build/compile_commands.json"));
	assert_true(capture_database(&arena, in_temp("p"), &jobs, &t));
	assert_string_equal(jobs.job.at[0].dir, in_temp("p"));
	put("p/compile_commands.json", "[]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/compile_commands.json"));
	put("p/q/compile_commands.json", "[]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/q/compile_commands.json"));
}

static void files_and_flags(void **state)
{
	const char *flags[] = { "-DX", "-fplugin=x", "-Wall", "-I", "inc" };
	const char *files[] = { in_temp("a.c"), in_temp("b.c"), in_temp("a.c") };
	const char *other = in_temp("c.cc"), *none = in_temp("none.c");
	struct jobs jobs;
	struct trouble t;

	(void)state;
	put("a.c", "");
	put("b.c", "");
	put("c.cc", "");
	assert_true(capture_files(&arena, files, 3, flags, 5, &jobs, &t));
	capture_check(&jobs);
	assert_int_equal(jobs.job.n, 2);
	assert_string_equal(jobs.job.at[1].file, files[1]);
	assert_string_equal(jobs.job.at[1].dir, path_cwd(&arena));
	assert_string_equal(joined(jobs.job.at[1].args, jobs.job.at[1].nargs), "-D|X|-I|inc");
	assert_true(says(&jobs, "'-fplugin'"));
	assert_false(capture_files(&arena, &other, 1, NULL, 0, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: no C in it: 1 entry, all C++", other));
	assert_false(capture_files(&arena, &none, 1, NULL, 0, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: No such file or directory", none));
	assert_false(capture_files(&arena, (const char *const *)&temp, 1, NULL, 0, &jobs, &t));
	assert_non_null(strstr(t.text, "a directory, not a C file"));
}

static void dumps_are_unambiguous(void **state)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	add(db, "/p q", "x.c", "cc '-DA=\"b c\"' '-DN=a\nb\\c' -fplugin=x -falign-loops=3 -DE=\xc3\xa9 x.c");
	add(db, "/p q", "x.S", "cc x.S");
	assert_true(load(db, &jobs, &t));
	capture_dump(&jobs, f);
	fclose(f);
	assert_string_equal(
		text, "capture: 2 entries: 1 jobs, 0 twins, 1 not C, 0 unusable\n"
		      "not C: 1 assembly\n"
		      "job 0: entry [0]\n"
		      "  dir  \"/p q\"\n"
		      "  file \"/p q/x.c\"\n"
		      "  args -D \"A=\\\"b c\\\"\" -D \"N=a\\nb\\\\c\" -D \"E=\\303\\251\"\n"
		      "refused -fplugin in 1: loads a plugin into the compiler\n"
		      "left out -falign-loops in 1: optimisation, code layout or diagnostics; what has meaning for C has a row "
		      "of its own\n");
	free(text);
}

/* A bear of our own, first in PATH, writes down its words. */
static void builds_run_through_bear(void **state)
{
	char *argv[] = { "make", "-j8", "a b", "$(id)", NULL }, *none[] = { NULL };
	char *path = strdup(getenv("PATH"));
	struct bytes said;
	struct trouble t;

	(void)state;
	put("bear", arena_format(&arena, "#!/bin/sh\nprintf '%%s|' \"$@\" > '%s'\nexit 7\n", in_temp("said")));
	assert_int_equal(chmod(in_temp("bear"), 0755), 0);
	setenv("PATH", temp, 1);
	assert_int_equal(capture_build("out.json", argv), 7);
	assert_true(file_read(&arena, in_temp("said"), &said, &t));
	assert_int_equal(strncmp(said.at, "--output|/", 10), 0); /* a file of its own, which is merged into the database */
	assert_non_null(strstr(said.at, ".json|--|make|-j8|a b|$(id)|"));
	put("bear", "#!/bin/sh\nkill -9 $$\n");
	assert_int_equal(chmod(in_temp("bear"), 0755), 0);
	assert_int_equal(capture_build("out.json", argv), 128 + 9);
	unlink(in_temp("bear"));
	assert_int_equal(capture_build("out.json", argv), EXIT_TROUBLE);
	assert_int_equal(capture_build("out.json", none), EXIT_TROUBLE);
	assert_int_equal(mkfifo(in_temp("fifo"), 0600), 0);
	assert_int_equal(capture_build(in_temp("fifo"), argv), EXIT_TROUBLE); /* and it is one still */
	assert_false(file_is_regular(in_temp("fifo")));
	setenv("PATH", path, 1);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(words_of_a_command),
		TEST(both_forms_of_an_entry),
		TEST(a_link_gives_dotdot_its_real_meaning),
		TEST(twins_are_one_job),
		TEST(response_files),
		TEST(trees_and_budgets_of_response_files),
		TEST(response_files_in_arguments),
		TEST(response_files_that_explode),
		TEST(bad_databases_are_one_line),
		TEST(files_that_are_no_databases),
		TEST(deep_nesting_is_an_error),
		TEST(a_bad_entry_costs_itself_only),
		TEST(large_databases_are_quick),
		TEST(databases_are_found),
		TEST(files_and_flags),
		TEST(dumps_are_unambiguous),
		TEST(builds_run_through_bear),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
