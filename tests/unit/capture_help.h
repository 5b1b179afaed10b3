/* What the unit tests of capture share: a fresh arena and folder for each test, databases made of commands. Expectations are
 * lists of words joined by '|'. */
#ifndef TESTS_CAPTURE_HELP_H
#define TESTS_CAPTURE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/capture.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static struct arena arena; /* fresh for each test */
static char *temp;         /* a folder, fresh for each test */

static inline int setup(void **state)
{
	char name[] = "/tmp/capture_test.XXXXXX";

	(void)state;
	arena_init(&arena, "test");
	temp = realpath(mkdtemp(name), NULL);
	return temp ? 0 : -1;
}

static inline int teardown(void **state)
{
	char *argv[] = { "rm", "-rf", temp, NULL };
	pid_t pid;

	(void)state;
	if (posix_spawnp(&pid, "rm", NULL, NULL, argv, NULL) == 0)
		waitpid(pid, NULL, 0);
	free(temp);
	arena_release(&arena);
	return 0;
}

static inline const char *in_temp(const char *name)
{
	return arena_format(&arena, "%s/%s", temp, name);
}

static inline void put(const char *name, const char *text)
{
	struct trouble t;

	assert_true(file_make_dirs(path_dir(&arena, in_temp(name)), &t));
	assert_true(file_write(in_temp(name), text, strlen(text), &t));
}

static inline const char *joined(const char *const *words, uint32_t n)
{
	const char *text = "";

	for (uint32_t i = 0; i < n; i++)
		text = arena_format(&arena, "%s%s%s", text, i ? "|" : "", words[i]);
	return text;
}

/* A database, grown entry by entry, in the folder `temp`. */
static inline void add(json_t *db, const char *dir, const char *file, const char *command)
{
	json_array_append_new(db, json_pack("{s:s,s:s,s:s}", "directory", dir, "file", file, "command", command));
}

static inline bool load(json_t *db, struct jobs *jobs, struct trouble *t)
{
	char *text = json_dumps(db, 0);
	bool ok = capture_parse(&arena, (struct bytes){ text, strlen(text) }, in_temp("compile_commands.json"), jobs, t);

	free(text);
	json_decref(db);
	if (ok)
		capture_check(jobs);
	return ok;
}

/* One command for x.c in the folder `temp`; the words for clang, or "none" if it is no job. */
static inline const char *flags_for(const char *file, const char *command, struct jobs *jobs)
{
	struct trouble t;
	json_t *db = json_array();

	add(db, temp, "other.c", "cc -DOTHER other.c");
	add(db, temp, file, command);
	assert_true(load(db, jobs, &t));
	return jobs->job.n == 2 ? joined(jobs->job.at[1].args, jobs->job.at[1].nargs) : "none";
}

static inline bool says(const struct jobs *jobs, const char *part)
{
	for (uint32_t i = 0; i < jobs->message.n; i++)
		if (strstr(jobs->message.at[i], part))
			return true;
	return false;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
