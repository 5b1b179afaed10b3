/* Unit test of src/report/sarif: 2,000 findings, each with what a race of a real program has, in 100 MB. Peak memory is that
 * of the process, source files included; what is written is counted, and the processor time is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "report/format/output.h"

/* Sanitizers take their time and their memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { MANY = 2000, PAIRS = 8, FRAMES = 4, NOTES = 4, LINES = 20000, MOST_MEMORY = 100 << 20, MOST_BYTES = 60 << 20 };

static struct arena arena;
static char directory[] = "/tmp/snag-sarif-XXXXXX";
static const char *source;

static int enter(void **state)
{
	FILE *f;

	(void)state;
	arena_init(&arena, "test");
	if (!mkdtemp(directory))
		return -1;
	source = path_join(&arena, directory, "large.c");
	f = fopen(source, "w");
	for (int i = 0; f && i < LINES; i++)
		fprintf(f, "\tconnection->statistics[%d].requests_served += request_size(connection, %d); /* line %d */\n", i, i,
			i);
	return f && fclose(f) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	(void)state;
	unlink(source);
	unlink(path_join(&arena, directory, "out.sarif"));
	rmdir(directory);
	arena_release(&arena);
	return 0;
}

static struct finding_place place(uint32_t i)
{
	return (struct finding_place){ source, i * 7919u % LINES + 1, 14 };
}

static struct finding_access access_of(uint32_t i)
{
	struct finding_frame *frame = arena_array(&arena, FRAMES, sizeof *frame);

	for (uint32_t k = 0; k < FRAMES; k++)
		frame[k] = (struct finding_frame){ arena_format(&arena, "function_number_%u_of_a_chain", k), place(i + k) };
	return (struct finding_access){ .place = place(i),
					.function = "function_number_3_of_a_chain",
					.kind = i % 2 ? "write" : "read",
					.thread = "main > pthread_create(worker)",
					.chain = "worker > connection_close > statistics_update",
					.locks = "pool.lock, connection->lock (shared)",
					.frame = frame,
					.nframes = FRAMES };
}

static struct finding finding_of(uint32_t i)
{
	struct finding_pair *pair = arena_array(&arena, PAIRS, sizeof *pair);
	struct finding_note *note = arena_array(&arena, NOTES, sizeof *note);

	for (uint32_t k = 0; k < PAIRS; k++)
		pair[k] = (struct finding_pair){ access_of(i + 2 * k), access_of(i + 2 * k + 1), "" };
	for (uint32_t k = 0; k < NOTES; k++)
		note[k] = (struct finding_note){ place(i * 3 + k), "also written here, holding connection->lock" };
	return (struct finding){ .rule = RULE_RACE,
				 .place = place(i),
				 .message = arena_format(&arena, "data race on 'connection.statistics[%u]'", i),
				 .function = "statistics_update",
				 .lock = "",
				 .object = arena_format(&arena, "connection.statistics[%u]", i),
				 .guard = "12 of 14 accesses hold pool.lock",
				 .overlap = "'worker' is started at large.c:12, while 'main' keeps running",
				 .fix = "take 'pool.lock' around large.c:17, as 12 of 14 accesses do",
				 .pair = pair,
				 .npairs = PAIRS,
				 .pairs = PAIRS,
				 .note = note,
				 .nnotes = NOTES,
				 .total = 100 - (int32_t)(i % 50),
				 .fingerprint = i + 1 };
}

static void two_thousand_findings(void **state)
{
	struct finding *x = arena_array(&arena, MANY, sizeof *x);
	struct report_options o = { .dir = directory, .apart = true }; /* as --all has them */
	struct output out = { .o = &o };
	struct output_choice choice;
	struct rusage before, after;
	struct bytes text;
	struct trouble t;
	uint32_t results = 0;
	clock_t began;
	double seconds;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++)
		x[i] = finding_of(i);
	getrusage(RUSAGE_SELF, &before);
	began = clock();
	out.list = report_choose(&arena, x, MANY, &o);
	assert_true(output_parse(arena_format(&arena, "sarif=%s/out.sarif", directory), &choice, &t));
	assert_true(output_write(&out, &choice, &t));
	seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
	getrusage(RUSAGE_SELF, &after);
	assert_true(file_map(path_join(&arena, directory, "out.sarif"), &text, &t));
	for (const char *at = text.at; (at = memmem(at, (size_t)(text.at + text.len - at), "\"ruleId\":", 9)); at++)
		results++;
	print_message("# %u results, %zu bytes, %.2f s of processor time, %ld kB at most, %ld kB before\n", results, text.len,
		      seconds, after.ru_maxrss, before.ru_maxrss);
	assert_int_equal(results, MANY);
	assert_true(text.len > MANY * 1000 && text.len < MOST_BYTES);
#ifndef SANITIZED
	assert_true(after.ru_maxrss * 1024ll < MOST_MEMORY);
#endif
	file_unmap(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(two_thousand_findings, enter, leave) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
