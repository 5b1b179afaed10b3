/* How fast a linked program is read back:   read_back FILE.linked...      (tools/bench.py runs it)
 *
 * For each file the median of some rounds. The file is in the page cache, but not in the processor's: that is emptied before each
 * measurement, as it would be in a process that has just begun.
 *     read     open, read(2) in pieces of 128 KiB, close: what `cat FILE > /dev/null` does
 *     load     mapped, checked, usable (image_load)
 *     rows     the same, and every row of every table and every string looked at
 *     bodies   the same as load, and the code of every function unpacked
 * Processor time, not the clock on the wall: nothing here waits, and on a busy machine the clock counts what others take.
 * The sums over the files are printed as one line of JSON. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "ir/body.h"
#include "ir/store/unit.h"
#include "../unit/image_file.h"

enum { ROUNDS = 15, PIECE = 128 << 10, CACHES = 128 << 20 };
enum how { READ, LOAD, ROWS, BODIES, WAYS };

static const char *const names[WAYS] = { "read", "load", "rows", "bodies" };
static volatile uint64_t sink; /* so that nothing is left out */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Writes to more memory than the caches hold. */
static void empty_caches(void)
{
	static char other[CACHES];

	for (size_t i = 0; i < sizeof other; i += 64)
		other[i]++;
	sink += (unsigned char)other[0];
}

static double read_file(const char *path)
{
	static char piece[PIECE];
	double start = now();
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : 1;

	while (n > 0)
		n = read(fd, piece, sizeof piece);
	if (n < 0)
		die("%s: cannot read", path);
	close(fd);
	return now() - start;
}

static void look_at_rows(const struct linked *r)
{
	const struct program *p = r->program;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->str.entry.n; i++)
		sum += (unsigned char)*intern_get(&p->str, i);
	for (uint32_t i = 0; i < p->type.n; i++)
		sum += p->type.at[i].key;
	for (uint32_t i = 0; i < p->field.n; i++)
		sum += p->field.at[i].offset;
	for (uint32_t i = 0; i < p->sym.n; i++)
		sum += p->sym.at[i].size + r->copies[i];
	for (uint32_t i = 0; i < p->reloc.n; i++)
		sum += p->reloc.at[i].offset;
	for (uint32_t i = 0; i < p->konst.n; i++)
		sum += p->konst.at[i].lo;
	for (uint32_t i = 0; i < p->fn.n; i++)
		sum += p->fn.at[i].key;
	for (uint32_t i = 1; i < p->unit.n; i++)
		for (uint32_t k = 0; k < p->unit.at[i].nstrs; k++)
			sum += p->unit.at[i].str[k];
	sink = sum;
}

static void unpack_bodies(struct arena *a, const struct program *p)
{
	struct body b = { 0 };

	for (uint32_t i = 1; i < p->fn.n; i++) {
		body_get(a, p, (struct fn_id){ i }, &b);
		sink += b.inst.n;
	}
}

static double load(const char *path, struct bytes key, enum how how)
{
	double start = now(), took;
	struct linked *r;
	struct arena a;

	arena_init(&a, "read back");
	if (image_load(&a, path, key, &r) != IMAGE_GOOD)
		die("%s: not a linked program", path);
	if (how == ROWS)
		look_at_rows(r);
	if (how == BODIES)
		unpack_bodies(&a, r->program);
	took = now() - start;
	unit_close(r->program);
	arena_release(&a);
	return took;
}

static int by_time(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void measure(const char *path, struct bytes key, double seconds[WAYS])
{
	double took[WAYS][ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		for (int how = 0; how < WAYS; how++) {
			empty_caches();
			took[how][i] = how == READ ? read_file(path) : load(path, key, (enum how)how);
		}
	for (int how = 0; how < WAYS; how++) {
		qsort(took[how], ROUNDS, sizeof **took, by_time);
		seconds[how] += took[how][ROUNDS / 2];
	}
}

int main(int argc, char **argv)
{
	double seconds[WAYS] = { 0 };
	uint64_t bytes = 0;

	for (int i = 1; i < argc; i++) {
		struct trouble t;
		struct bytes file;
		if (!file_map(argv[i], &file, &t))
			die("%s", t.text);
		bytes += file.len;
		measure(argv[i], image_key(file), seconds);
		file_unmap(file);
	}
	printf("{ \"bytes\": %" PRIu64, bytes);
	for (int how = 0; how < WAYS; how++)
		printf(", \"%s\": %.7f", names[how], seconds[how]);
	printf(" }\n");
	return 0;
}
