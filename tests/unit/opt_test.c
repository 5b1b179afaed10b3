/* Unit tests of the command line, SNAG_ARGS and .snag.yml. Each test runs in an empty directory of its own. */
#include <setjmp.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "base/system/file.h"
#include "base/opt/opt.h"

static struct arena arena;
static struct command_line line;
static struct trouble why;
static char *home;

static bool read_args(const char *first, va_list ap)
{
	char *argv[32];
	int argc = 0;

	argv[argc++] = arena_string(&arena, "snag");
	for (const char *s = first; s; s = va_arg(ap, const char *))
		argv[argc++] = arena_string(&arena, s);
	argv[argc] = NULL;
	line = (struct command_line){ 0 };
	return opt_read(&arena, argc, argv, &line, &why);
}

static void good(const char *first, ...)
{
	va_list ap;
	bool ok;

	va_start(ap, first);
	ok = read_args(first, ap);
	va_end(ap);
	if (!ok)
		fail_msg("refused: %s", why.text);
}

/* Refused with exactly this text. */
static void bad(const char *expected, const char *first, ...)
{
	va_list ap;
	bool ok;

	va_start(ap, first);
	ok = read_args(first, ap);
	va_end(ap);
	if (ok)
		fail_msg("accepted, but expected: %s", expected);
	assert_string_equal(why.text, expected);
}

static void write_file(const char *path, const char *text)
{
	struct trouble t;

	if (!file_write(path, text, strlen(text), &t))
		fail_msg("%s", t.text);
}

static int enter(void **state)
{
	char dir[] = "/tmp/snag-opt-XXXXXX";

	(void)state;
	arena_init(&arena, "test");
	for (const char **s = (const char *[]){ "SNAG_ARGS", "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", NULL }; *s; s++)
		unsetenv(*s);
	home = mkdtemp(dir) ? arena_string(&arena, dir) : NULL;
	return home && chdir(home) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	char *sub = path_join(&arena, home, "sub");

	(void)state;
	if (chdir("/") < 0)
		return -1;
	unlink(path_join(&arena, home, ".snag.yml"));
	unlink(path_join(&arena, home, "other.yml"));
	unlink(path_join(&arena, home, "chekc"));
	unlink(path_join(&arena, sub, ".snag.yml"));
	rmdir(sub);
	rmdir(home);
	arena_release(&arena);
	return 0;
}

static void defaults(void **state)
{
	(void)state;
	good(NULL);
	assert_int_equal(line.command, COMMAND_check);
	assert_true(line.opt.jobs >= 1 && line.opt.jobs <= 1024);
	assert_string_equal(line.opt.cache, ".snag/cache");
	assert_int_equal(line.opt.output.n, 0);
	assert_null(line.opt.project);
	assert_int_equal(line.opt.models.n, 0);
	assert_int_equal(line.opt.top, 50);
	assert_int_equal(line.opt.stop_after, STOP_end);
	assert_int_equal(line.opt.stats, STATS_off);
	assert_int_equal(line.opt.dump.phases, 0);
	assert_int_equal(line.opt.show, SHOW_findings);
	assert_int_equal(line.opt.filter.filters, 0);
	assert_false(line.opt.no_cache || line.opt.quiet || line.opt.verbose);
	assert_int_equal(line.files.n + line.rest.n, 0);
}

static void every_kind_of_option(void **state)
{
	(void)state;
	good("-j8", "a.c", "-p", "build", "--models=x", "--models", "y", "--no-cache", "-qv", "--top=3", "b.c", "--stats=json",
	     "--dump=ir,locks:f", "--stop-after", "link", "--color=never", "--", "-I", "--stats", NULL);
	assert_int_equal(line.command, COMMAND_check);
	assert_int_equal(line.opt.jobs, 8);
	assert_string_equal(line.opt.project, "build");
	assert_int_equal(line.opt.models.n, 2);
	assert_string_equal(line.opt.models.at[0], "x");
	assert_string_equal(line.opt.models.at[1], "y");
	assert_true(line.opt.no_cache && line.opt.quiet && line.opt.verbose);
	assert_int_equal(line.opt.top, 3);
	assert_int_equal(line.opt.stats, STATS_json);
	assert_true(opt_dump(&line.opt, DUMP_ir) && opt_dump(&line.opt, DUMP_locks));
	assert_false(opt_dump(&line.opt, DUMP_capture) || opt_dump(&line.opt, DUMP_link) || opt_dump(&line.opt, DUMP_model));
	assert_string_equal(line.opt.dump.function, "f");
	assert_int_equal(line.opt.stop_after, STOP_link);
	assert_int_equal(line.opt.color, COLOR_never);
	assert_int_equal(line.files.n, 2);
	assert_string_equal(line.files.at[0], "a.c");
	assert_string_equal(line.files.at[1], "b.c");
	assert_int_equal(line.rest.n, 2);
	assert_string_equal(line.rest.at[0], "-I");
	assert_string_equal(line.rest.at[1], "--stats");
}

static void long_lists_keep_their_order(void **state)
{
	char *argv[1002] = { arena_string(&arena, "snag") };

	(void)state;
	for (int i = 1; i <= 1000; i++)
		argv[i] = arena_format(&arena, "--models=%d", i);
	assert_true(opt_read(&arena, 1001, argv, &line, &why));
	assert_int_equal(line.opt.models.n, 1000);
	for (int i = 1; i <= 1000; i++)
		assert_int_equal(atoi(line.opt.models.at[i - 1]), i);
}

static void commands(void **state)
{
	(void)state;
	good("check", "a.c", "check", NULL);
	assert_int_equal(line.files.n, 2); /* the second "check" is a file */
	good("-v", "capture", "-o", "x.json", "--", "make", "--", "-j8", NULL);
	assert_int_equal(line.command, COMMAND_capture);
	assert_int_equal(line.opt.output.n, 1);
	assert_string_equal(line.opt.output.at[0], "x.json");
	assert_int_equal(line.rest.n, 3);
	assert_string_equal(line.rest.at[1], "--");
	good("cache", "clear", NULL);
	assert_int_equal(line.command, COMMAND_cache);
	assert_string_equal(line.files.at[0], "clear");
	good("models", "--models", "x", NULL);
	assert_int_equal(line.command, COMMAND_models);
	good("--", "check", NULL); /* a flag, not a command */
	assert_int_equal(line.files.n, 0);
	assert_int_equal(line.rest.n, 1);
}

static void filters_of_races(void **state)
{
	(void)state;
	good("--filter=large-points-to=8,same-entry", "--show=pruned", NULL);
	assert_true(opt_filter(&line.opt, FILTER_large_points_to) && opt_filter(&line.opt, FILTER_same_entry));
	assert_false(opt_filter(&line.opt, FILTER_thread_local_alloc) || opt_filter(&line.opt, FILTER_boot_thread));
	assert_int_equal(line.opt.filter.large_points_to, 8);
	assert_int_equal(line.opt.show, SHOW_pruned);
	good("--filter", "boot-thread", "--filter=thread-local-alloc", NULL); /* of one source: they add up */
	assert_int_equal(line.opt.filter.filters, 1u << FILTER_boot_thread | 1u << FILTER_thread_local_alloc);
	write_file(".snag.yml", "filter: [boot-thread, large-points-to=20]\nshow: pruned\n");
	good(NULL);
	assert_int_equal(line.opt.filter.filters, 1u << FILTER_boot_thread | 1u << FILTER_large_points_to);
	assert_int_equal(line.opt.filter.large_points_to, 20);
	assert_int_equal(line.opt.show, SHOW_pruned);
	good("--filter=same-entry", NULL); /* the stronger source replaces the weaker one's as a whole */
	assert_int_equal(line.opt.filter.filters, 1u << FILTER_same_entry);
}

static void bad_filters(void **state)
{
	(void)state;
	bad("--filter: there is no filter 'boot-tread': did you mean boot-thread?", "--filter=boot-tread", NULL);
	bad("--filter: there is no filter 'large-point-to=8': did you mean large-points-to?",
	    "--filter=same-entry,large-point-to=8", NULL);
	bad("--filter: 'x' is none of: thread-local-alloc, large-points-to, boot-thread, same-entry", "--filter=x", NULL);
	bad("--filter: '' is none of: thread-local-alloc, large-points-to, boot-thread, same-entry", "--filter=same-entry,",
	    NULL);
	bad("--filter: '' is none of: thread-local-alloc, large-points-to, boot-thread, same-entry", "--filter=,same-entry",
	    NULL);
	bad("--filter: the value is empty", "--filter=", NULL);
	bad("--filter: large-points-to needs a number: large-points-to=K", "--filter=large-points-to", NULL);
	bad("--filter: large-points-to: '' is not a number", "--filter=large-points-to=", NULL);
	bad("--filter: large-points-to: '+3' is not a number", "--filter=large-points-to=+3", NULL);
	bad("--filter: large-points-to: 0 is not in 1..1000000", "--filter=large-points-to=0", NULL);
	bad("--filter: large-points-to: 99999999999999999999 is not in 1..1000000",
	    "--filter=large-points-to=99999999999999999999", NULL);
	bad("--filter: same-entry takes no number", "--filter=same-entry=1", NULL);
	bad("--show: 'prunes' is none of: findings, pruned", "--show=prunes", NULL);
	bad("--filter is not an option of snag cache: see snag help cache", "cache", "--filter=same-entry", NULL);
	write_file(".snag.yml", "filter: [boot-thread, smae-entry]\n");
	bad(".snag.yml:1:23: filter: there is no filter 'smae-entry': did you mean same-entry?", NULL);
}

static void bad_words(void **state)
{
	(void)state;
	bad("unknown option --sats: did you mean --stats?", "--sats", NULL);
	bad("unknown option --stat: did you mean --stats?", "--stat", NULL); /* half a name is not the name */
	bad("unknown option --frobnicate: see snag --help", "a.c", "--frobnicate=1", NULL);
	bad("unknown option -x: see snag --help", "-vx", NULL);
	bad("unknown option -x: see snag --help", "-vxq", NULL);
	bad("unknown option -s: did you mean --stats?", "-stats", NULL);
	bad("--no-cache takes no value", "--no-cache=1", NULL);
	bad("--jobs needs a value: --jobs=N", "--jobs", NULL);
	bad("--jobs needs a value: --jobs=N", "-vj", NULL);
	bad("--jobs: 0 is not in 1..1024", "-j0", NULL);
	bad("--jobs: 1025 is not in 1..1024", "-j", "1025", NULL);
	bad("--jobs: 99999999999999999999 is not in 1..1024", "--jobs=99999999999999999999", NULL);
	bad("--jobs: -1 is not in 1..1024", "--jobs=-1", NULL);
	bad("--jobs: '4x' is not a number", "--jobs=4x", NULL);
	bad("--jobs: 'cores' is not a number", "--jobs=cores", NULL);
	bad("--jobs: the value is empty", "--jobs=", NULL);
	bad("--color: 'red' is none of: auto, always, never", "--color=red", NULL);
	bad("--stats: 'xml' is none of: off, text, json", "--stats=xml", NULL);
	bad("--dump: 'irr' is none of: capture, ir, link, model, points, contexts, callgraph, callgraph.dot, threads, parallel, "
	    "sharing, questions, summary, race, belief, locks, lockset, deadlock, limits",
	    "--dump=link,irr", NULL);
	bad("--dump: '' is none of: capture, ir, link, model, points, contexts, callgraph, callgraph.dot, threads, parallel, "
	    "sharing, questions, summary, race, belief, locks, lockset, deadlock, limits",
	    "--dump=ir,", NULL);
	bad("--dump: no function name after ':'", "--dump=ir:", NULL);
	bad("the name of a file is empty", "", NULL);
}

static void bad_commands(void **state)
{
	(void)state;
	bad("'chekc' is neither a command nor a file: did you mean 'check'?", "chekc", "a.c", NULL);
	write_file("chekc", "");
	good("chekc", NULL);
	assert_int_equal(line.files.n, 1);
	bad("--output is not an option of snag cache: see snag help cache", "cache", "-o", "x", NULL);
	bad("--jobs is not an option of snag capture: see snag help capture", "capture", "-j2", "--", "make", NULL);
	bad("snag capture: no build command: usage: snag capture -- make", "capture", NULL);
	bad("snag capture: no build command: usage: snag capture -- make", "capture", "--", "", NULL);
	bad("snag capture: unexpected 'make': usage: snag capture [OPTION]... -- COMMAND [ARG]...", "capture", "make", NULL);
	bad("snag rank: nothing may follow '--'", "rank", "--", NULL);
	bad("snag cache: 'x': expected 'clear' or nothing", "cache", "x", NULL);
	bad("snag cache: unexpected 'now'", "cache", "clear", "now", NULL);
	bad("snag help: there is no command 'x': see snag --help", "help", "x", NULL);
}

static void config_file(void **state)
{
	(void)state;
	write_file(".snag.yml", "# ours\njobs: 4\nmodels: [a.model, /b]\nstubs: one.c\nno-cache: true\nquiet: false\n"
	                        "dump: \"ir,link:f\"\nstats: json\nproject: build\nmain:\n  - x\n  - y\n");
	good(NULL);
	assert_int_equal(line.opt.jobs, 4);
	assert_int_equal(line.opt.models.n, 2);
	assert_string_equal(line.opt.models.at[0], "a.model");
	assert_string_equal(line.opt.models.at[1], "/b");
	assert_string_equal(line.opt.stubs.at[0], "one.c");
	assert_true(line.opt.no_cache);
	assert_false(line.opt.quiet);
	assert_true(opt_dump(&line.opt, DUMP_link));
	assert_string_equal(line.opt.dump.function, "f");
	assert_int_equal(line.opt.stats, STATS_json);
	assert_int_equal(line.opt.main.n, 2);
	assert_string_equal(line.opt.main.at[1], "y");
	for (const char **s = (const char *[]){ "", "---\n", "# nothing\n", "{}\n", NULL }; *s; s++) {
		write_file(".snag.yml", *s);
		good(NULL);
	}
}

static void config_is_found_upwards_and_paths_are_its_own(void **state)
{
	(void)state;
	write_file(".snag.yml", "models: [m/a.model]\ncache: ../c\nmain: [m/x]\n");
	assert_int_equal(mkdir("sub", 0777), 0);
	assert_int_equal(chdir("sub"), 0);
	good(NULL);
	assert_string_equal(line.opt.models.at[0], path_join(&arena, home, "m/a.model"));
	assert_string_equal(line.opt.cache, path_join(&arena, home, "../c"));
	assert_string_equal(line.opt.main.at[0], "m/x"); /* a name, not a path */
	good("--models=m/b", NULL);
	assert_int_equal(line.opt.models.n, 1); /* the stronger source replaces the list */
	assert_string_equal(line.opt.models.at[0], "m/b");
	write_file(".snag.yml", "jobs: 3\n"); /* the nearest one, and only that */
	good(NULL);
	assert_int_equal(line.opt.jobs, 3);
	assert_int_equal(line.opt.models.n, 0);
}

static void the_stronger_source_wins(void **state)
{
	(void)state;
	write_file(".snag.yml", "jobs: 4\nno-cache: true\ntop: 9\n");
	write_file("other.yml", "jobs: 5\n");
	setenv("SNAG_ARGS", "--jobs 6 '--models=a b' --models=\"c \\\" d\" --main=e\\ f", 1);
	good(NULL);
	assert_int_equal(line.opt.jobs, 6);
	assert_int_equal(line.opt.top, 9);
	assert_string_equal(line.opt.models.at[0], "a b");
	assert_string_equal(line.opt.models.at[1], "c \" d");
	assert_string_equal(line.opt.main.at[0], "e f");
	good("-j7", NULL);
	assert_int_equal(line.opt.jobs, 7);
	setenv("SNAG_ARGS", "--no-config", 1);
	good(NULL);
	assert_false(line.opt.no_cache);
	good("--config=other.yml", NULL); /* the command line against the environment */
	assert_int_equal(line.opt.jobs, 5);
	bad("--config and --no-config exclude each other", "--config=other.yml", "--no-config", NULL);
	setenv("SNAG_ARGS", "--output=x.json", 1); /* for capture; says nothing to check */
	good(NULL);
}

static void bad_config(void **state)
{
	static const struct {
		const char *text, *expected;
	} row[] = {
		{ "job: 1\n", ".snag.yml:1:1: unknown key 'job': did you mean 'jobs'?" },
		{ "\n  zzzzz: 1\n",
		  ".snag.yml:2:3: unknown key 'zzzzz': see snag --help-full for the options, which are the keys" },
		{ "jobs: 0\n", ".snag.yml:1:7: jobs: 0 is not in 1..1024" },
		{ "jobs: [1]\n", ".snag.yml:1:7: jobs takes one value, not a list" },
		{ "jobs: {a: 1}\n", ".snag.yml:1:7: jobs must be a plain word, not a list, a mapping or an alias" },
		{ "jobs:\n", ".snag.yml:1:6: jobs has no value" },
		{ "jobs: ~\n", ".snag.yml:1:7: jobs has no value" },
		{ "jobs: \"\"\n", ".snag.yml:1:7: jobs: the value is empty" },
		{ "quiet: maybe\n", ".snag.yml:1:8: quiet: 'maybe' is neither true nor false" },
		{ "models:\n - a\n - [b]\n", ".snag.yml:3:4: models must be a plain word, not a list, a mapping or an alias" },
		{ "models: [&x a, *x]\n", ".snag.yml:1:16: models must be a plain word, not a list, a mapping or an alias" },
		{ "jobs: 1\njobs: 2\n", ".snag.yml:2:1: 'jobs' stands twice in this file" },
		{ "config: x\n", ".snag.yml:1:1: 'config' is for the command line only" },
		{ "help: true\n", ".snag.yml:1:1: 'help' is for the command line only" },
		{ "- jobs\n", ".snag.yml:1:1: expected 'option: value' lines" },
		{ "jobs\n", ".snag.yml:1:1: expected 'option: value' lines" },
		{ "jobs: 1\n---\njobs: 2\n", ".snag.yml:2:1: a second document begins here; one is read" },
		{ "cache: \"a\\0b\"\n", ".snag.yml:1:8: cache has a zero byte" },
		{ "[a]: 1\n", ".snag.yml:1:1: a key must be a plain word, not a list, a mapping or an alias" },
		{ "stop-after: lnik\n", ".snag.yml:1:13: stop-after: 'lnik' is none of: capture, extract, link, model, points, "
					"contexts, threads, sharing, summary, race, belief, lockset, locks, deadlock, end, auto" },
		{ "jobs: 1\ncache: \xff\n", ".snag.yml:2:8: invalid leading UTF-8 octet" },
		{ "jobs: 'x\n", ".snag.yml:2:1: found unexpected end of stream" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		write_file(".snag.yml", row[i].text);
		bad(row[i].expected, NULL);
		good("--help", NULL); /* a broken file does not stand before the help */
	}
	bad("nowhere.yml: No such file or directory", "--config=nowhere.yml", NULL);
	bad("/: not a regular file", "--config=/", NULL);
}

static void huge_config(void **state)
{
	size_t n = 300 * 1024;
	char *text = arena_alloc(&arena, n + 1);

	(void)state;
	memset(text, '#', n);
	write_file(".snag.yml", text);
	bad(".snag.yml: 307200 bytes; a configuration file has at most 262144", NULL);
	memset(text, '[', n); /* deep nesting is refused at its first bracket */
	text[200 * 1024] = 0;
	write_file(".snag.yml", text);
	bad(".snag.yml:1:1: expected 'option: value' lines", NULL);
}

static void bad_environment(void **state)
{
	(void)state;
	for (const char **s = (const char *[]){ "--cache 'x", "--cache \"x", "--cache x\\", NULL }; *s; s++) {
		setenv("SNAG_ARGS", *s, 1);
		bad("SNAG_ARGS: a quote is not closed, or a backslash ends it", NULL);
	}
	setenv("SNAG_ARGS", "--jbos=1", 1);
	bad("SNAG_ARGS: unknown option --jbos: did you mean --jobs?", NULL);
	setenv("SNAG_ARGS", "-j0", 1);
	bad("SNAG_ARGS: --jobs: 0 is not in 1..1024", NULL);
	setenv("SNAG_ARGS", "a.c", 1);
	bad("SNAG_ARGS: 'a.c': only options may stand there", NULL);
	setenv("SNAG_ARGS", "-v -- x", 1);
	bad("SNAG_ARGS: '--': only options may stand there", NULL);
	setenv("SNAG_ARGS", "-v --", 1);
	bad("SNAG_ARGS: '--': only options may stand there", NULL);
	setenv("SNAG_ARGS", "--cache '$(touch x)`touch y`$HOME~'", 1); /* nothing is expanded */
	good(NULL);
	assert_string_equal(line.opt.cache, "$(touch x)`touch y`$HOME~");
}

static void color(void **state)
{
	struct options o = { 0 };
	int out[2];

	(void)state;
	assert_int_equal(pipe(out), 0);
	setenv("TERM", "xterm", 1);
	assert_false(opt_color(&o, out[1]));
	setenv("CLICOLOR_FORCE", "1", 1);
	assert_true(opt_color(&o, out[1]));
	setenv("CLICOLOR_FORCE", "0", 1);
	assert_false(opt_color(&o, out[1]));
	setenv("FORCE_COLOR", "1", 1);
	assert_true(opt_color(&o, out[1]));
	setenv("NO_COLOR", "", 1);
	assert_true(opt_color(&o, out[1])); /* an empty NO_COLOR is not set */
	setenv("NO_COLOR", "1", 1);
	assert_false(opt_color(&o, out[1]));
	o.color = COLOR_always;
	assert_true(opt_color(&o, out[1]));
	o.color = COLOR_never;
	unsetenv("NO_COLOR");
	assert_false(opt_color(&o, out[1]));
	close(out[0]);
	close(out[1]);
}

static void color_on_a_terminal(void **state)
{
	struct options o = { 0 };
	int terminal = posix_openpt(O_RDWR | O_NOCTTY);

	(void)state;
	if (terminal < 0 || grantpt(terminal) || unlockpt(terminal) || !isatty(terminal)) {
		print_message("# no pseudo-terminals here: colours on a terminal are not tested\n");
		return; /* skip() says "not ok" in TAP */
	}
	setenv("TERM", "xterm", 1);
	assert_true(opt_color(&o, terminal));
	setenv("TERM", "dumb", 1);
	assert_false(opt_color(&o, terminal));
	unsetenv("TERM");
	assert_false(opt_color(&o, terminal));
	setenv("TERM", "xterm", 1);
	setenv("NO_COLOR", "1", 1);
	assert_false(opt_color(&o, terminal));
	close(terminal);
}

static void nearest(void **state)
{
	static const char *const name[] = { "race", "deadlock", "self-deadlock" };
	struct strings names = { name, 3 };
	char longest[100];

	(void)state;
	assert_string_equal(opt_nearest("rcae", names), "race");
	assert_string_equal(opt_nearest("deadlok", names), "deadlock");
	assert_string_equal(opt_nearest("self", names), "self-deadlock");
	assert_null(opt_nearest("lockset", names));
	assert_null(opt_nearest("", names));
	memset(longest, 'a', 99);
	longest[99] = 0;
	assert_null(opt_nearest(longest, names));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)
	const struct CMUnitTest tests[] = {
		TEST(defaults), TEST(every_kind_of_option), TEST(long_lists_keep_their_order), TEST(commands), TEST(bad_words),
		TEST(filters_of_races), TEST(bad_filters),
		TEST(bad_commands), TEST(config_file), TEST(config_is_found_upwards_and_paths_are_its_own),
		TEST(the_stronger_source_wins), TEST(bad_config), TEST(huge_config), TEST(bad_environment), TEST(color),
		TEST(color_on_a_terminal), TEST(nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
