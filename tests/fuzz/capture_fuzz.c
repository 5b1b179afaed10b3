/* libFuzzer target of capture: a hostile database in memory. The first byte chooses what the rest is: a whole database, the
 * text of one command, or (split at NULs) its words. Whatever comes, capture must return with jobs that pass their own check,
 * or with a trouble that names the file.
 *
 *     clang-19 -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -Isrc -fopenmp tests/fuzz/capture_fuzz.c \
 *         src/base/?*.c src/capture/?*.c -ljansson -lxxhash */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse(const char *text, size_t len)
{
	static const char name[] = "/nowhere/compile_commands.json";
	struct trouble t = { "" };
	struct arena a;
	struct jobs jobs;

	arena_init(&a, "fuzz");
	if (capture_parse(&a, (struct bytes){ text, len }, name, &jobs, &t))
		capture_check(&jobs);
	else if (strncmp(t.text, name, strlen(name)))
		abort();
	arena_release(&a);
}

static void parse_json(json_t *command, const char *key)
{
	json_t *db;
	char *text;

	if (!command) /* not UTF-8 */
		return;
	db = json_pack("[{s:s,s:s,s:o}]", "directory", "d", "file", "x.c", key, command);
	text = json_dumps(db, 0);
	if (text)
		parse(text, strlen(text));
	free(text);
	json_decref(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data + 1, *end = (const char *)data + size;
	json_t *words;

	if (!size)
		return 0;
	if (data[0] % 3 == 0) {
		parse(text, size - 1);
		return 0;
	}
	if (data[0] % 3 == 1) {
		parse_json(memchr(text, 0, size - 1) ? NULL : json_stringn(text, size - 1), "command");
		return 0;
	}
	words = json_array();
	while (text < end) {
		size_t n = strnlen(text, (size_t)(end - text));
		json_array_append_new(words, json_stringn(text, n));
		text += n + 1;
	}
	parse_json(words, "arguments");
	return 0;
}
