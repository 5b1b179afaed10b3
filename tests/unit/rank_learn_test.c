/* Unit tests of src/rank/learn: verdict sets whose right answer is known. Facts are made by a generator of numbers of our own, so
 * that every run sees the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rank/learn.h"
#include "rank/table.h"

enum { MANY = 80 };

static struct arena arena;
static uint64_t seed;

static int enter(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	seed = 1;
	return 0;
}

static int leave(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static uint32_t chance(uint32_t below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33) % below;
}

static struct learn_verdict verdict(uint32_t i, bool real)
{
	struct learn_verdict v = { .real = real };

	v.finding.rule = RULE_RACE;
	v.finding.fingerprint = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
	return v;
}

static void say(struct learn_verdict *v, enum evidence fact, int32_t value)
{
	finding_fact(&arena, &v->finding, fact, value, NULL);
}

static const struct rank_weights *table(void)
{
	struct trouble t;

	return rank_weights(&arena, NULL, 0, &t);
}

static int32_t points(const struct rank_weights *w, const char *name)
{
	for (int i = 0; i < ROWS; i++)
		if (!strcmp(rank_table[i].name, name))
			return w->points[i];
	fail();
	return 0;
}

/* Flags are real in this project and all else is not; the table says the contrary. All the rest is chance. */
static void what_decides_is_found(void **state)
{
	struct learn_verdict v[MANY];
	const struct rank_weights *old = table();
	struct learned x;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++) {
		v[i] = verdict(i, i % 2);
		say(&v[i], FACT_flag, v[i].real);
		say(&v[i], FACT_write, (int32_t)chance(2));
		say(&v[i], FACT_first, (int32_t)chance(2));
	}
	assert_true(rank_learn(&arena, old, v, MANY, &x, &t));
	assert_int_equal(x.n, MANY);
	assert_int_equal(x.real, MANY / 2);
	assert_true(x.before < 0.5);  /* a flag costs a point */
	assert_true(x.after > 0.999); /* it separates the two */
	assert_true(points(x.weights, "flag") > 10);
	assert_true(abs(points(x.weights, "write") - points(old, "write")) < points(x.weights, "flag") / 2);
}

/* A criterion of which no verdict speaks keeps its points. */
static void what_is_not_seen_is_not_changed(void **state)
{
	struct learn_verdict v[MANY];
	const struct rank_weights *old = table();
	struct learned x;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++) {
		v[i] = verdict(i, i % 2);
		say(&v[i], FACT_write, v[i].real);
	}
	assert_true(rank_learn(&arena, old, v, MANY, &x, &t));
	for (int i = 0; i < ROWS; i++)
		if (rank_table[i].fact != FACT_write)
			assert_int_equal(x.weights->points[i], old->points[i]);
	assert_true(points(x.weights, "write") > points(old, "write"));
}

/* Each step of doubt makes a finding less likely, one in ten verdicts is wrong: the sign is found, and held-out verdicts are
 * ranked nearly as well as can be. */
static void mistakes_are_borne(void **state)
{
	struct learn_verdict v[4 * MANY];
	const char *const flat[] = { "doubt=0" };
	struct learned x;
	struct trouble t;
	const struct rank_weights *old = rank_weights(&arena, flat, 1, &t);

	(void)state;
	for (uint32_t i = 0; i < 4 * MANY; i++) {
		uint32_t doubt = chance(6);
		bool real = doubt < 3;
		v[i] = verdict(i, chance(10) ? real : !real);
		v[i].finding.doubt = (uint8_t)doubt;
		say(&v[i], FACT_last, (int32_t)chance(2));
	}
	assert_true(rank_learn(&arena, old, v, 4 * MANY, &x, &t));
	assert_true(points(x.weights, "doubt") < 0);
	assert_true(x.before < 0.6);
	assert_true(x.after > 0.8);
}

/* Nothing to be learned: what is held out is ranked no better than by chance, whatever the verdicts that were used seem to say.
 */
static void chance_teaches_nothing(void **state)
{
	struct learn_verdict v[4 * MANY];
	struct learned x;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < 4 * MANY; i++) {
		v[i] = verdict(i, chance(2));
		say(&v[i], FACT_write, (int32_t)chance(2));
		say(&v[i], FACT_flag, (int32_t)chance(2));
		say(&v[i], FACT_roots, (int32_t)chance(4));
	}
	assert_true(rank_learn(&arena, table(), v, 4 * MANY, &x, &t));
	assert_true(x.after > 0.38 && x.after < 0.62);
}

static void the_order_does_not_matter(void **state)
{
	struct learn_verdict v[MANY], w[MANY];
	struct learned x, y;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++) {
		v[i] = verdict(i, chance(3) == 0);
		say(&v[i], FACT_write, (int32_t)chance(2));
		say(&v[i], FACT_variables, (int32_t)chance(9));
		v[i].finding.doubt = (uint8_t)chance(4);
		w[MANY - 1 - i] = v[i];
	}
	assert_true(rank_learn(&arena, table(), v, MANY, &x, &t));
	assert_true(rank_learn(&arena, table(), w, MANY, &y, &t));
	assert_memory_equal(x.weights, y.weights, sizeof *x.weights);
	assert_true(x.before == y.before && x.after == y.after);
}

/* Huge values and totals far from 0 are no trouble: nothing overflows, weights stay in their range. */
static void extremes(void **state)
{
	struct learn_verdict v[MANY];
	struct learned x;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++) {
		v[i] = verdict(i, i % 2);
		v[i].finding.rule = RULE_DEADLOCK;
		say(&v[i], FACT_threads, INT32_MAX);
		say(&v[i], FACT_classes, v[i].real ? INT32_MAX : 0);
		say(&v[i], FACT_upward, -5);
	}
	assert_true(rank_learn(&arena, table(), v, MANY, &x, &t));
	for (int i = 0; i < ROWS; i++)
		assert_true(x.weights->points[i] >= -POINTS_MOST && x.weights->points[i] <= POINTS_MOST);
	assert_true(x.after > 0.999);
}

static void too_few(void **state)
{
	struct learn_verdict v[MANY];
	struct learned x;
	struct trouble t;

	(void)state;
	for (uint32_t i = 0; i < MANY; i++)
		v[i] = verdict(i, i < 4);
	assert_false(rank_learn(&arena, table(), v, 0, &x, &t));
	assert_false(rank_learn(&arena, table(), v, LEARN_LEAST - 1, &x, &t));
	assert_false(rank_learn(&arena, table(), v, MANY, &x, &t)); /* four real ones */
	assert_non_null(strstr(t.text, "80 verdicts, 4 of them real, are not enough"));
}

/* As they are kept, and back. */
static void facts_are_kept(void **state)
{
	struct finding x = { .doubt = 3 }, y = { 0 };

	(void)state;
	finding_fact(&arena, &x, FACT_write, 1, NULL);
	finding_fact(&arena, &x, FACT_z, -106, "-1.06 (1 of 2)");
	assert_string_equal(finding_facts_text(&arena, &x), "doubt=3 write=1 z=-106");
	finding_facts_read(&arena, &y, "doubt=3 write=1 =4 odd z=-106 nosuch=1 flag=99999999999 last=x first= only=2x ");
	assert_string_equal(finding_facts_text(&arena, &y), "doubt=3 write=1 z=-106");
	finding_facts_read(&arena, &y, "");
	assert_int_equal(y.nfacts, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_decides_is_found, enter, leave),
		cmocka_unit_test_setup_teardown(what_is_not_seen_is_not_changed, enter, leave),
		cmocka_unit_test_setup_teardown(mistakes_are_borne, enter, leave),
		cmocka_unit_test_setup_teardown(chance_teaches_nothing, enter, leave),
		cmocka_unit_test_setup_teardown(the_order_does_not_matter, enter, leave),
		cmocka_unit_test_setup_teardown(extremes, enter, leave),
		cmocka_unit_test_setup_teardown(too_few, enter, leave),
		cmocka_unit_test_setup_teardown(facts_are_kept, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
