/* against: writes random programs and what is true of them, for tests/verify/random.py.
 *
 *     against FIRST COUNT DIRECTORY    p1.c ..., and on stdout a line a program: NAME race|race-free|large assert|... deadlock|... GRAPHS
 *
 * Programs with seq_cst alone are asked twice, by interleavings and by RC11, which must agree (there is no difference without a race). */
#include "oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GRAPHS = 60000 };

static bool write_text(const char *directory, uint64_t seed, const char *text)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/p%" PRIu64 ".c", directory, seed);
	f = fopen(path, "w");
	return f && fputs(text, f) >= 0 && !fclose(f);
}

int main(int argc, char **argv)
{
	uint64_t first, n;
	int wrong = 0;

	if (argc != 4) {
		fputs("against FIRST COUNT DIRECTORY\n", stderr);
		return 2;
	}
	first = strtoull(argv[1], NULL, 10);
	n = strtoull(argv[2], NULL, 10);
	for (uint64_t i = first; i < first + n; i++) {
		struct small_program *p = malloc(sizeof *p);
		struct answer a, b;

		if (!p)
			return 2;
		generate(p, i);
		ask_oracle(p, UNTIL_RACE, MOST_GRAPHS, &a);
		if (!p->weak) {
			ask_oracle(p, UNTIL_RACE | INTERLEAVINGS, MOST_GRAPHS, &b);
			if (!a.too_many && !b.too_many && (a.race != b.race || (!a.race && (a.assertion != b.assertion || a.deadlock != b.deadlock)))) {
				wrong = 1;
				fprintf(stderr, "p%" PRIu64 ": the oracle contradicts itself: race %d %d, assert %d %d, deadlock %d %d\n", i, a.race, b.race,
					a.assertion, b.assertion, a.deadlock, b.deadlock);
			}
			if (!b.too_many)
				a = b;
		}
		if (p->full)
			a.too_many = true;
		if (!write_text(argv[3], i, p->text)) {
			fprintf(stderr, "%s: cannot be written\n", argv[3]);
			return 2;
		}
		printf("p%" PRIu64 " %s %s %s %" PRIu64 " %s\n", i, a.race ? "race" : a.too_many ? "large" : "race-free",
		       a.race || a.too_many ? "-" : a.assertion ? "assert-fail" : "assert-safe",
		       a.race || a.too_many || p->spins ? "-" : a.deadlock ? "deadlock" : "deadlock-free", a.graphs, p->weak ? "weak" : "strong");
		free(p->text);
		free(p);
	}
	return wrong;
}
