/* Unit tests of src/report/kept: what is read back is what was written, and a file that lies is no file. A checksum that fits
 * is no proof that this very program wrote the rest: each byte is changed in turn and the checksum made to fit again, and
 * whatever is then taken must hold together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>
#include <xxhash.h>

#include "base/system/file.h"
#include "report/track/kept.h"

#define ACCESS(file, line, column, fn, what, who, calls, held)                                                                   \
	{                                                                                                                        \
		.place = { file, line, column }, .function = fn, .kind = what, .thread = who, .chain = calls, .locks = held      \
	}

static const struct finding_note notes[] = { { { "a.c", 3, 2 }, "read here, too" }, { { "", 0, 0 }, "" } };
static const struct finding_frame frames[] = { { "worker", { "a.c", 7, 2 } }, { "", { "", 0, 0 } } };
static const char *const threads[] = { "main", "worker" };
static const struct finding_step steps[] = { { 1, "worker", { "a.c", 9, 1 }, "reads n = 0", "m" },
					     { 0, "main", { "", 0, 0 }, "", "" } };
static const struct finding_proof proof = { .state = PROOF_CONFIRMED,
					    .text = "1 context switch",
					    .step = steps,
					    .nsteps = 2,
					    .thread = threads,
					    .nthreads = 2,
					    .switches = 1,
					    .goal = { 0, 1 } };
static const struct finding_pair pair[] = {
	{ { .place = { "a.c", 41, 9 },
	    .function = "close_it",
	    .kind = "write",
	    .thread = "main > pthread_create(worker)",
	    .chain = "worker > close_it",
	    .locks = "",
	    .frame = frames,
	    .nframes = 2,
	    .fn = 12,
	    .inst = 345 },
	  ACCESS("b.c", 88, 6, "sweep", "read", "main", "main > sweep", "pool.lock, c->lock (shared)"), NULL },
	{ ACCESS("a.c", 44, 1, "f", "free", "main", "", ""),
	  ACCESS("c.c", UINT32_MAX - 1, 0, "g", "atomic write", "main", "g", "m"), NULL },
};

static const struct finding_fact facts[] = { { FACT_write, 1, NULL }, { FACT_z, -106, "-1.06 (1 of 2)" } };

static const struct finding_access accesses[] = { ACCESS("a.c", 41, 9, "close_it", "write", "main", "", ""),
						  ACCESS("b.c", 88, 6, "sweep", "read", "main", "", "m") };
static const struct finding_ruled ruled[] = { { "joined", 3 }, { "", 0 } };
static struct graph_edge lock_edges[] = { { "a", "b", "a.c:7" }, { "", "c", "" } };
static const struct report_graphs graphs = { .locks = { .edge = { lock_edges, 2, 2 }, .all = 700 } };

/* A race with all it may have, one that was ruled out, and a finding as the locks phase leaves it. */
static const struct finding written[] = {
	{ .rule = RULE_RACE,
	  .place = { "a.c", 41, 9 },
	  .message = "data race on 'conn.state'",
	  .function = "close_it",
	  .lock = "",
	  .note = notes,
	  .nnotes = 2,
	  .pair = pair,
	  .npairs = 2,
	  .pairs = 77,
	  .object = "conn.state",
	  .usual = "pool.lock",
	  .overlap = "'worker' is started at a.c:7",
	  .access = accesses,
	  .naccesses = 2,
	  .accesses = 40,
	  .ruled = ruled,
	  .nruled = 2,
	  .guard = "12 of 14 accesses hold pool.lock",
	  .fact = facts,
	  .nfacts = 2,
	  .fingerprint = UINT64_MAX,
	  .program = 3,
	  .proof = &proof },
	{ .rule = RULE_RACE_BITFIELD,
	  .place = { "b.c", 2, 1 },
	  .message = "m",
	  .function = "f",
	  .lock = "",
	  .pair = pair,
	  .npairs = 1,
	  .pairs = 1,
	  .object = "x",
	  .guard = "",
	  .pruned = "ownership: fresh",
	  .fingerprint = 2 },
	{ .rule = RULE_RACE,
	  .place = { "b.c", 3, 1 },
	  .message = "m",
	  .function = "f",
	  .lock = "",
	  .object = "",
	  .guard = "",
	  .pruned = "" },
	{ .rule = RULE_LOCK_LEAK, .place = { "", 0, 0 }, .message = "'m' is still held", .function = "g", .lock = "m" },
};
enum { WRITTEN = sizeof written / sizeof *written };

static struct arena arena;
static char path[] = "/tmp/snag-kept-XXXXXX/dir/file.kept";
static struct bytes file;

static int enter(void **state)
{
	struct trouble t;

	(void)state;
	arena_init(&arena, "test");
	path[21] = 0; /* the directory */
	if (!mkdtemp(path))
		return -1;
	path[21] = '/';
	kept_write(path, written, WRITTEN, &graphs);
	return file_read(&arena, path, &file, &t) ? 0 : -1;
}

static int leave(void **state)
{
	(void)state;
	unlink(path);
	rmdir(path_dir(&arena, path));
	path[21] = 0;
	rmdir(path);
	memcpy(path + 15, "XXXXXX/", 7);
	arena_release(&arena);
	return 0;
}

static void same_place(const struct finding_place *x, const struct finding_place *y)
{
	assert_string_equal(x->file, y->file);
	assert_int_equal(x->line, y->line);
	assert_int_equal(x->column, y->column);
}

static void same_access(const struct finding_access *x, const struct finding_access *y)
{
	same_place(&x->place, &y->place);
	assert_string_equal(x->function, y->function);
	assert_string_equal(x->kind, y->kind);
	assert_string_equal(x->thread, y->thread);
	assert_string_equal(x->chain, y->chain);
	assert_string_equal(x->locks, y->locks);
	assert_int_equal(x->fn, y->fn);
	assert_int_equal(x->inst, y->inst);
	assert_int_equal(x->nframes, y->nframes);
	for (uint32_t i = 0; i < x->nframes; i++) {
		assert_string_equal(x->frame[i].function, y->frame[i].function);
		same_place(&x->frame[i].place, &y->frame[i].place);
	}
}

static void same_race(const struct finding *x, const struct finding *y)
{
	assert_string_equal(x->object, y->object ? y->object : "");
	assert_string_equal(x->guard, y->guard ? y->guard : "");
	assert_int_equal(x->pruned != NULL, y->pruned != NULL);
	if (x->pruned && y->pruned)
		assert_string_equal(x->pruned, y->pruned);
	assert_int_equal(x->pairs, y->pairs);
	assert_int_equal(x->npairs, y->npairs);
	for (uint32_t i = 0; i < x->npairs; i++) {
		same_access(&x->pair[i].a, &y->pair[i].a);
		same_access(&x->pair[i].b, &y->pair[i].b);
	}
	assert_string_equal(x->usual, y->usual ? y->usual : "");
	assert_string_equal(x->overlap, y->overlap ? y->overlap : "");
	assert_int_equal(x->accesses, y->accesses);
	assert_int_equal(x->naccesses, y->naccesses);
	for (uint32_t i = 0; i < x->naccesses; i++)
		same_access(&x->access[i], &y->access[i]);
	assert_int_equal(x->nruled, y->nruled);
	for (uint32_t i = 0; i < x->nruled; i++) {
		assert_string_equal(x->ruled[i].why, y->ruled[i].why);
		assert_int_equal(x->ruled[i].pairs, y->ruled[i].pairs);
	}
}

static void same_facts(const struct finding *x, const struct finding *y)
{
	assert_int_equal(x->nfacts, y->nfacts);
	for (uint32_t i = 0; i < x->nfacts; i++) {
		assert_int_equal(x->fact[i].fact, y->fact[i].fact);
		assert_int_equal(x->fact[i].value, y->fact[i].value);
		assert_int_equal(x->fact[i].text != NULL, y->fact[i].text != NULL);
		if (x->fact[i].text)
			assert_string_equal(x->fact[i].text, y->fact[i].text);
	}
}

static void what_is_written_is_read(void **state)
{
	struct kept k = { 0 };

	(void)state;
	assert_true(kept_read(&arena, path, &k));
	assert_int_equal(k.finding.n, WRITTEN);
	assert_int_equal(k.graphs.locks.all, 700);
	assert_int_equal(k.graphs.locks.edge.n, 2);
	assert_string_equal(k.graphs.locks.edge.at[0].to, "b");
	assert_string_equal(k.graphs.locks.edge.at[1].from, "");
	assert_int_equal(k.graphs.threads.edge.n, 0);
	for (uint32_t i = 0; i < WRITTEN; i++) {
		const struct finding *x = &k.finding.at[i], *y = &written[i];
		assert_int_equal(x->rule, y->rule);
		same_place(&x->place, &y->place);
		assert_string_equal(x->message, y->message);
		assert_string_equal(x->function, y->function);
		assert_string_equal(x->lock, y->lock);
		assert_true(x->fingerprint == y->fingerprint);
		assert_int_equal(x->nnotes, y->nnotes);
		for (uint32_t j = 0; j < x->nnotes; j++) {
			same_place(&x->note[j].place, &y->note[j].place);
			assert_string_equal(x->note[j].text, y->note[j].text);
		}
		same_race(x, y);
		same_facts(x, y);
		assert_int_equal(x->program, y->program);
		assert_int_equal(x->proof != NULL, y->proof != NULL);
		if (x->proof && y->proof)
			assert_string_equal(x->proof->step[0].what, y->proof->step[0].what);
	}
}

/* Thousands of times: a file in memory, which never waits for the disk. */
static bool reads(const char *bytes, size_t len, struct kept *k)
{
	char name[64];
	int fd = memfd_create("kept", MFD_CLOEXEC);
	bool good;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, len), len);
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	good = kept_read(&arena, name, k);
	close(fd);
	return good;
}

static void seal(char *bytes, size_t len)
{
	uint64_t check = XXH3_64bits(bytes + 16, len - 16);

	memcpy(bytes + 8, &check, sizeof check);
}

/* Touches every string: a sanitizer sees what is not there. */
static size_t length_of(const struct finding_access *a)
{
	return strlen(a->place.file) + strlen(a->function) + strlen(a->kind) + strlen(a->thread) + strlen(a->chain) +
	       strlen(a->locks);
}

static void holds_together(const struct kept *k)
{
	size_t total = 0;

	for (uint32_t i = 0; i < k->finding.n; i++) {
		const struct finding *x = &k->finding.at[i];
		assert_true(x->rule > 0 && x->rule < RULES);
		assert_true(x->npairs <= x->pairs && x->npairs <= FINDING_PAIRS);
		assert_true(x->naccesses <= x->accesses && x->naccesses <= FINDING_ACCESSES && x->nruled <= FINDING_RULED);
		for (uint32_t j = 0; j < x->naccesses; j++)
			total += length_of(&x->access[j]);
		for (uint32_t j = 0; j < x->nruled; j++)
			total += strlen(x->ruled[j].why);
		total += strlen(x->place.file) + strlen(x->message) + strlen(x->function) + strlen(x->lock);
		total += strlen(x->object) + strlen(x->guard) + (x->pruned ? strlen(x->pruned) : 0);
		for (uint32_t j = 0; j < x->npairs; j++)
			total += length_of(&x->pair[j].a) + length_of(&x->pair[j].b);
		for (uint32_t j = 0; j < x->nnotes; j++)
			total += strlen(x->note[j].place.file) + strlen(x->note[j].text);
	}
	assert_true(total <= file.len);
}

static void any_other_byte_is_refused_or_holds_together(void **state)
{
	static const unsigned char other[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	char *bytes = arena_copy(&arena, file.at, file.len);

	(void)state;
	for (size_t i = 16; i < file.len; i++) {
		for (size_t j = 0; j < sizeof other; j++) {
			struct kept k = { 0 };
			bytes[i] = (char)other[j];
			seal(bytes, file.len);
			if (reads(bytes, file.len, &k))
				holds_together(&k);
			else
				assert_int_equal(k.finding.n, 0);
		}
		bytes[i] = file.at[i];
	}
}

static void a_part_of_it_is_refused(void **state)
{
	char *bytes = arena_copy(&arena, file.at, file.len);

	(void)state;
	for (size_t len = 0; len < file.len; len++) {
		struct kept k = { 0 };
		memcpy(bytes, file.at, file.len);
		if (len >= 16)
			seal(bytes, len);
		assert_false(reads(bytes, len, &k));
		assert_int_equal(k.finding.n, 0);
	}
}

static void without_a_checksum_that_fits_it_is_refused(void **state)
{
	char *bytes = arena_copy(&arena, file.at, file.len);
	struct kept k = { 0 };

	(void)state;
	bytes[file.len - 1] ^= 1;
	assert_false(reads(bytes, file.len, &k));
	memcpy(bytes, file.at, file.len);
	bytes[0] ^= 1;
	assert_false(reads(bytes, file.len, &k));
	assert_true(reads(file.at, file.len, &k));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)
int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_is_read),
		TEST(any_other_byte_is_refused_or_holds_together),
		TEST(a_part_of_it_is_refused),
		TEST(without_a_checksum_that_fits_it_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
