/* The union-find of points: shifts, folding, copies, and random programs against an implementation that is slow and obvious. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "points/solve/unify.h"

static struct arena arena;
static struct solver s;

static int setup(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	solver_init(&s, &arena);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	solver_check(&s);
	arena_release(&arena);
	return 0;
}

static struct cell at(struct cell c, int32_t offset)
{
	return (struct cell){ c.class, c.offset + offset };
}

static bool same(struct cell a, struct cell b)
{
	a = solver_find(&s, a);
	b = solver_find(&s, b);
	return a.class == b.class && a.offset == b.offset;
}

static void shifts(void **state)
{
	struct cell a = solver_fresh(&s), b = solver_fresh(&s), c = solver_fresh(&s);

	(void)state;
	solver_unify(&s, at(a, 8), b);
	assert_true(same(at(a, 12), at(b, 4)));
	assert_false(same(a, b));
	solver_unify(&s, at(c, -16), at(b, 8));
	assert_true(same(at(c, -32), a));
	assert_false(same(c, a));
}

static void stored_pointers(void **state)
{
	struct cell a = solver_fresh(&s), b = solver_fresh(&s), x = solver_fresh(&s), y = solver_fresh(&s);

	(void)state;
	solver_unify(&s, solver_load(&s, at(a, 24)), x);
	solver_unify(&s, solver_load(&s, at(b, 16)), y);
	solver_unify(&s, solver_load(&s, at(b, 8)), b);
	assert_false(same(x, y));
	solver_unify(&s, at(a, 8), b);
	assert_true(same(x, y));
	assert_true(same(solver_peek(&s, at(a, 16)), at(a, 8)));
	assert_int_equal(solver_peek(&s, at(a, 100)).class, 0);
}

static void folds(void **state)
{
	struct cell a = solver_fresh(&s), x = solver_fresh(&s), y = solver_fresh(&s), z = solver_fresh(&s);

	(void)state;
	solver_unify(&s, solver_load(&s, a), x);
	solver_unify(&s, solver_load(&s, at(a, 24)), y);
	solver_unify(&s, solver_load(&s, at(a, 8)), z);
	solver_unify(&s, a, at(a, 24));
	assert_true(same(x, y));
	assert_false(same(x, z));
	assert_true(same(at(a, -8), at(a, 16)));
	solver_unify(&s, at(a, 1), at(a, 17)); /* 24 and 16: 8 */
	assert_true(same(x, z));
	assert_true(same(a, at(a, 8)));
	assert_false(same(a, at(a, 4)));
}

static void far_away(void **state)
{
	struct cell a = solver_fresh(&s), b = solver_at(&s, a, INT64_MAX), c = solver_at(&s, a, INT64_MIN);

	(void)state;
	assert_true(same(a, b));
	assert_true(same(a, c));
	assert_true(same(a, at(a, 3)));
}

static void chain_of_shifts_goes_far(void **state)
{
	struct cell a = solver_fresh(&s), last = a;

	(void)state;
	for (int i = 0; i < 8; i++) {
		struct cell next = solver_fresh(&s);
		solver_unify(&s, at(last, SOLVER_FAR - 1), next);
		last = next;
	}
	assert_int_equal(solver_find(&s, last).class, solver_find(&s, a).class);
	assert_true(same(last, a)); /* too far to count: folded to 1 */
}

static void copies(void **state)
{
	struct cell a = solver_fresh(&s), b = solver_fresh(&s), c = solver_fresh(&s), x = solver_fresh(&s), y = solver_fresh(&s);

	(void)state;
	solver_copy(&s, at(b, 8), a, 16);
	solver_copy(&s, c, b, SOLVER_ALL);
	solver_unify(&s, solver_load(&s, at(a, 8)), x);
	solver_unify(&s, solver_load(&s, at(a, 16)), y);
	solver_solve(&s);
	assert_true(same(solver_peek(&s, at(b, 16)), x));
	assert_true(same(solver_peek(&s, at(c, 16)), x));
	assert_int_equal(solver_peek(&s, at(b, 24)).class, 0);
	assert_false(same(a, b));
	assert_false(same(x, y));
}

/* Each copy moves what the other one brought 8 bytes on: without an end, if they were not unified at some point. */
static void copies_in_a_circle_end(void **state)
{
	struct cell a = solver_fresh(&s), b = solver_fresh(&s), x = solver_fresh(&s);

	(void)state;
	solver_copy(&s, b, a, SOLVER_ALL);
	solver_copy(&s, at(a, 8), b, SOLVER_ALL);
	solver_unify(&s, solver_load(&s, a), x);
	solver_solve(&s);
	assert_true(same(solver_peek(&s, at(b, 8)), x));
	assert_true(same(solver_peek(&s, at(a, 4096)), x));
}

/* ---- the slow one: every class and shift is written out, every rule applied until nothing changes ---- */

enum { NODES = 12, FACTS = 24 };

static struct slow {
	int class[NODES];
	long shift[NODES], fold[NODES]; /* fold by class */
	struct {
		int node, to;
		long offset, at;
	} fact[FACTS];
	int nfacts;
} slow;

static long divisor(long a, long b)
{
	while (b) {
		long rest = a % b;
		a = b;
		b = rest;
	}
	return labs(a);
}

static long place(int node, long offset)
{
	long fold = slow.fold[slow.class[node]], o = offset + slow.shift[node];

	return fold ? (o % fold + fold) % fold : o;
}

static bool slow_same(int a, long x, int b, long y)
{
	return slow.class[a] == slow.class[b] && place(a, x) == place(b, y);
}

static bool slow_join(int a, long x, int b, long y)
{
	int from = slow.class[b], to = slow.class[a];
	long by = slow.shift[a] + x - slow.shift[b] - y;

	if (slow_same(a, x, b, y))
		return false;
	slow.fold[to] = divisor(slow.fold[to], from == to ? labs(by) : slow.fold[from]);
	for (int i = 0; i < NODES && from != to; i++) {
		if (slow.class[i] != from)
			continue;
		slow.class[i] = to;
		slow.shift[i] += by;
	}
	return true;
}

static void slow_close(void)
{
	bool more = true;

	while (more) {
		more = false;
		for (int i = 0; i < slow.nfacts; i++)
			for (int k = 0; k < i; k++)
				if (slow_same(slow.fact[i].node, slow.fact[i].offset, slow.fact[k].node, slow.fact[k].offset))
					more |= slow_join(slow.fact[i].to, slow.fact[i].at, slow.fact[k].to, slow.fact[k].at);
	}
}

static uint64_t seed = 88172645463325252u;

static int roll(int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (int)(seed % (uint64_t)n);
}

static void compare(void)
{
	for (int a = 0; a < NODES; a++)
		for (int b = 0; b < NODES; b++)
			for (int k = 0; k < 6; k++) {
				struct cell x = { (uint32_t)a + 1, roll(9) * 8 - 32 }, y = { (uint32_t)b + 1, roll(9) * 8 - 32 };
				assert_int_equal(same(x, y), slow_same(a, x.offset, b, y.offset));
			}
	for (int i = 0; i < slow.nfacts; i++) {
		struct cell c = { (uint32_t)slow.fact[i].node + 1, (int32_t)slow.fact[i].offset };
		struct cell to = { (uint32_t)slow.fact[i].to + 1, (int32_t)slow.fact[i].at };
		assert_true(same(solver_peek(&s, c), to));
	}
}

static void one_random_program(void)
{
	solver_init(&s, &arena);
	slow = (struct slow){ 0 };
	for (int i = 0; i < NODES; i++) {
		slow.class[i] = i;
		(void)solver_node(&s);
	}
	for (int step = 0; step < 30; step++) {
		int a = roll(NODES), b = roll(NODES);
		long x = roll(5) * 8 - 8, y = roll(5) * 8 - 8;
		struct cell p = { (uint32_t)a + 1, (int32_t)x }, q = { (uint32_t)b + 1, (int32_t)y };
		if (roll(4) && slow.nfacts < FACTS) {
			slow.fact[slow.nfacts].node = a, slow.fact[slow.nfacts].offset = x;
			slow.fact[slow.nfacts].to = b, slow.fact[slow.nfacts++].at = y;
			solver_unify(&s, solver_load(&s, p), q);
		} else if (!roll(3)) {
			(void)slow_join(a, x, b, y);
			solver_unify(&s, p, q);
		}
		slow_close();
		compare();
		solver_check(&s);
	}
}

static void random_programs(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++)
		one_random_program();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(shifts, setup, teardown),
		cmocka_unit_test_setup_teardown(stored_pointers, setup, teardown),
		cmocka_unit_test_setup_teardown(folds, setup, teardown),
		cmocka_unit_test_setup_teardown(far_away, setup, teardown),
		cmocka_unit_test_setup_teardown(chain_of_shifts_goes_far, setup, teardown),
		cmocka_unit_test_setup_teardown(copies, setup, teardown),
		cmocka_unit_test_setup_teardown(copies_in_a_circle_end, setup, teardown),
		cmocka_unit_test_setup_teardown(random_programs, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
