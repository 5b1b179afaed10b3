/* A proof as bytes, as text for people, and as a witness; lines that are annotated as benign. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/system/file.h"
#include "base/stat.h"
#include "ir/finding/pack.h"
#include "prove/replay/witness.h"
#include "report/track/benign.h"
#include "report/format/proof.h"

static struct arena arena;
static char dir[] = "/tmp/snag-proof-XXXXXX";
static const char *source;

static const char *const threads[] = { "main", "worker" };

/* main starts a thread and stands before its write; the worker has run and stands before its read. */
static struct finding_proof proof(void)
{
	struct finding_step *step = arena_array(&arena, 4, sizeof *step);

	step[0] = (struct finding_step){ 0, "main", { source, 2, 1 }, "start(worker)", "" };
	step[1] = (struct finding_step){ 1, "worker", { source, 3, 1 }, "reads n = 0, writes n = 1", "m" };
	step[2] = (struct finding_step){ 0, "main", { source, 4, 1 }, "is about to write n", "" };
	step[3] = (struct finding_step){ 1, "worker", { source, 5, 0 }, "is about to read n", "" };
	return (struct finding_proof){ .state = PROOF_CONFIRMED,
				       .text = "2 context switches",
				       .step = step,
				       .nsteps = 4,
				       .thread = threads,
				       .nthreads = 2,
				       .switches = 2,
				       .goal = { 0, 1 } };
}

static void same(const struct finding_proof *a, const struct finding_proof *b)
{
	assert_int_equal(a->state, b->state);
	assert_string_equal(a->text, b->text);
	assert_int_equal(a->nsteps, b->nsteps);
	assert_int_equal(a->nthreads, b->nthreads);
	assert_int_equal(a->switches, b->switches);
	assert_int_equal(a->goal[1], b->goal[1]);
	for (uint32_t i = 0; i < a->nsteps; i++) {
		assert_int_equal(a->step[i].thread, b->step[i].thread);
		assert_string_equal(a->step[i].what, b->step[i].what);
		assert_string_equal(a->step[i].locks, b->step[i].locks);
		assert_int_equal(a->step[i].place.line, b->step[i].place.line);
	}
	assert_string_equal(a->thread[1], b->thread[1]);
}

static void bytes_and_back(void **state)
{
	struct finding_proof x = proof();
	struct packer p = { .arena = &arena };
	struct unpacker u;

	(void)state;
	finding_pack_proof(&p, &x);
	u = (struct unpacker){ .at = p.out.at, .end = p.out.at + p.out.n };
	same(finding_unpack_proof(&arena, &u), &x);
	assert_ptr_equal(u.at, u.end);
	for (uint32_t cut = 1; cut < p.out.n; cut++) { /* what another process wrote half is no proof */
		u = (struct unpacker){ .at = p.out.at, .end = p.out.at + cut };
		(void)finding_unpack_proof(&arena, &u);
		assert_true(u.bad);
	}
}

static void no_proof(void **state)
{
	struct packer p = { .arena = &arena };
	struct unpacker u;
	const uint8_t unknown[] = { 99 };

	(void)state;
	finding_pack_proof(&p, NULL);
	u = (struct unpacker){ .at = p.out.at, .end = p.out.at + p.out.n };
	assert_null(finding_unpack_proof(&arena, &u));
	assert_false(u.bad);
	u = (struct unpacker){ .at = unknown, .end = unknown + 1 };
	assert_null(finding_unpack_proof(&arena, &u));
	assert_true(u.bad);
}

/* Nobody must take an attempt that failed for a proof. */
static void words(void **state)
{
	struct finding_proof x = proof();

	(void)state;
	assert_string_equal(report_proof_text(&arena, &x), "confirmed: 2 context switches");
	x.state = PROOF_HARNESS;
	assert_string_equal(report_proof_text(&arena, &x), "confirmed under harness: 2 context switches");
	x.state = PROOF_ASSUMING;
	assert_int_equal(strncmp(report_proof_text(&arena, &x), "confirmed, assuming", 19), 0);
	for (uint8_t i = PROOF_NOT_WITHIN; i <= PROOF_REFUTED; i++) {
		x.state = i;
		assert_int_equal(strncmp(report_proof_text(&arena, &x), "not confirmed", 13), 0);
	}
}

static void columns(void **state)
{
	struct finding_proof x = proof();
	struct report_options o = { 0 };
	struct sources s;
	char *text = NULL, *line;
	size_t n, left = 0, right = 0;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	sources_init(&s);
	report_proof_steps(f, &x, &s, &o);
	fclose(f);
	sources_release(&s);
	line = strstr(text, "start(worker)");
	assert_non_null(line);
	while (line - left > text && line[-(ptrdiff_t)left - 1] != '\n')
		left++;
	line = strstr(text, "reads n = 0");
	assert_non_null(line);
	while (line - right > text && line[-(ptrdiff_t)right - 1] != '\n')
		right++;
	assert_true(right > left + 40);
	assert_non_null(strstr(text, "holds {m}"));
	assert_non_null(strstr(text, "n++; // snag-benign: shown only"));
	free(text);
}

static void witness(void **state)
{
	struct finding_proof p = proof();
	struct finding x = {
		.rule = RULE_RACE, .place = { source, 4, 1 }, .message = "m", .function = "f", .proof = &p, .fingerprint = 7
	};
	const char *path = path_join(&arena, dir, "w.yml"), *targets;
	struct bytes text;
	struct trouble t;

	(void)state;
	assert_true(witness_write(path, &x, &t));
	assert_true(file_read(&arena, path, &text, &t));
	assert_non_null(strstr(text.at, "format_version: \"2.2\""));
	assert_non_null(strstr(text.at, "G ! data-race"));
	/* sha256sum of the five lines that set_up writes */
	assert_non_null(strstr(text.at, "ea7eb4df77122a5422fa34fa848556360d29470724383155b4a385cea8b7fcbc"));
	targets = strstr(text.at, "type: \"target\"");
	assert_non_null(targets);
	assert_non_null(strstr(targets + 1, "type: \"target\""));
	assert_null(strstr(targets, "segment")); /* both in one */
	unlink(path);
	x.proof = &(struct finding_proof){ .state = PROOF_CONFIRMED,
					   .step = &(struct finding_step){ 0, "f", { "/nowhere/a.c", 1, 1 }, "", "" },
					   .nsteps = 1 };
	assert_false(witness_write(path, &x, &t));
}

static struct finding_access at_line(uint32_t line)
{
	return (struct finding_access){
		.place = { source, line, 1 }, .function = "f", .kind = "write", .thread = "main", .chain = "f", .locks = ""
	};
}

/* Line 3 is annotated. The first race has only pairs with it, the second has another one, the third has none. */
static void benign(void **state)
{
	struct finding_pair one[] = { { .a = at_line(2), .b = at_line(3) } },
			    two[] = { { .a = at_line(3), .b = at_line(4) }, { .a = at_line(4), .b = at_line(5) } },
			    three[] = { { .a = at_line(4), .b = at_line(5) } };
	struct finding x[] = {
		{ .rule = RULE_RACE, .place = one[0].a.place, .pair = one, .npairs = 1, .pairs = 1 },
		{ .rule = RULE_RACE, .place = two[0].a.place, .pair = two, .npairs = 2, .pairs = 2 },
		{ .rule = RULE_RACE, .place = three[0].a.place, .pair = three, .npairs = 1, .pairs = 1 },
	};
	uint64_t before = stat_get(STAT_benign);

	(void)state;
	assert_int_equal(report_benign(&arena, x, 3, true), 3);
	assert_string_equal(x[0].pruned, "annotated as benign: shown only");
	assert_null(x[1].pruned);
	assert_int_equal(x[1].npairs, 1);
	assert_int_equal(x[1].pairs, 1);
	assert_int_equal(x[1].place.line, 4);
	assert_null(x[2].pruned);
	assert_int_equal(stat_get(STAT_benign) - before, 1);
	x[0].pruned = NULL;
	assert_int_equal(report_benign(&arena, x, 3, false), 2);
}

static int set_up(void **state)
{
	static const char text[] =
	    "int n;\nint f(void) {\nn++; // snag-benign: shown only\nreturn n; /* a word like benign */\n}\n";
	struct trouble t;

	(void)state;
	arena_init(&arena, "proof test");
	if (!mkdtemp(dir))
		return -1;
	source = path_join(&arena, dir, "a.c");
	return file_write(source, text, sizeof text - 1, &t) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	unlink(source);
	rmdir(dir);
	arena_release(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_and_back), cmocka_unit_test(no_proof), cmocka_unit_test(words),
		cmocka_unit_test(columns), cmocka_unit_test(witness), cmocka_unit_test(benign),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
