/* Strongly connected components against reachability worked out the slow way. */
#include "make.h"

#include "base/store/scc.h"

enum { MOST = 12 };

static void reach(bool edge[MOST][MOST], uint32_t n, bool out[MOST][MOST])
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++)
			out[i][j] = edge[i][j] || i == j;
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				out[i][j] |= out[i][k] && out[k][j];
}

static void compare(bool edge[MOST][MOST], uint32_t n)
{
	struct arena arena;
	struct scc scc;
	uint32_t first[MOST + 1], to[MOST * MOST], nto = 0;
	bool reaches[MOST][MOST];

	arena_init(&arena, "scc");
	for (uint32_t i = 0; i < n; i++) {
		first[i] = nto;
		for (uint32_t j = 0; j < n; j++)
			if (edge[i][j])
				to[nto++] = j;
	}
	first[n] = nto;
	reach(edge, n, reaches);
	scc_find(&arena, n, first, to, &scc);
	assert_int_equal(scc.first[scc.n], n);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++) {
			assert_int_equal(scc.of[i] == scc.of[j], reaches[i][j] && reaches[j][i]);
			if (edge[i][j])
				assert_true(scc.of[j] <= scc.of[i]);
		}
	for (uint32_t c = 0; c < scc.n; c++)
		for (uint32_t k = scc.first[c]; k < scc.first[c + 1]; k++)
			assert_int_equal(scc.of[scc.node[k]], c);
	arena_release(&arena);
}

static void test_random(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		bool edge[MOST][MOST] = { 0 };
		uint32_t n = 1 + (uint32_t)round % MOST;
		for (uint32_t i = 0; i < n * 2; i++) {
			seed = seed * 1103515245 + 12345;
			edge[(seed >> 8) % n][(seed >> 16) % n] = true;
		}
		compare(edge, n);
	}
}

/* A chain as long as no stack would hold. */
static void test_deep(void **state)
{
	enum { LONG = 1000000 };
	struct arena arena;
	struct scc scc;
	uint32_t *first, *to;

	(void)state;
	arena_init(&arena, "scc");
	first = arena_array(&arena, LONG + 1, sizeof *first);
	to = arena_array(&arena, LONG, sizeof *to);
	for (uint32_t i = 0; i < LONG; i++) {
		first[i] = i;
		to[i] = i + 1 < LONG ? i + 1 : 0;
	}
	first[LONG] = LONG;
	scc_find(&arena, LONG, first, to, &scc);
	assert_int_equal(scc.n, 1);
	first[LONG] = LONG - 1; /* the last edge gone */
	scc_find(&arena, LONG, first, to, &scc);
	assert_int_equal(scc.n, LONG);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_random), cmocka_unit_test(test_deep) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
