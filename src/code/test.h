/* test: what a condition asks, said of the value that it asks about: "x == 3", "x > 0".
 *
 *     if (!(x > 3))                      x <= 3 on the first way
 *     if (!!(r = try(&m)))               r != 0
 *     if ((try(&m) ? EBUSY : 0) == 0)    try(&m) == 0
 *
 * A test is pushed down as long as what it says stays exact: through comparisons with a number, conversions that keep it,
 * negations, choices between two numbers. It is the only reader of conditions: a phase that keeps something else than
 * instructions (locks' expressions), or knows more numbers than the constants, says so in a reader.
 *
 * misses  comparisons of two unknowns: the value is then the comparison itself, and not 0 or 0; more steps than code-chain */
#ifndef CODE_TEST_H
#define CODE_TEST_H

#include "ir/body.h"

struct test {
	struct ref value;
	uint8_t compare; /* enum compare, of integers */
	int64_t number;  /* null is 0 */
};

/* Does x pass? */
static inline bool test_holds(const struct test *t, int64_t x)
{
	return compare_holds(t->compare, x, t->number);
}
static inline bool test_is_equality(const struct test *t)
{
	return t->compare == COMPARE_eq || t->compare == COMPARE_ne;
}
static inline struct test test_not(struct test t)
{
	t.compare = compare_negated(t.compare);
	return t;
}

/* What made a value, as far as tests look at it; op 0: nothing that they look through. */
struct test_node {
	uint8_t op, sub;
	uint32_t bits, from; /* as wide as the value, and as the first operand; 0: not known */
	struct ref arg[3];
};

/* Values are references of a body, or whatever `look` understands. */
struct test_reader {
	struct test_node (*look)(const void *with, struct ref);
	bool (*number)(const void *with, struct ref, int64_t *);
	const void *with;
	bool sums; /* x + 1 == 3 is x == 2: counters do not overflow */
};

/* What a test says of the operands of what made its value, in one or two tests that hold both; 0: it goes no further. */
uint32_t test_push(const struct test_reader *, const struct test *, struct test below[2]);
/* Pushed down as long as it stays one test. */
struct test test_settle(const struct test_reader *, struct test);

/* Of a body, where the numbers are its constants. */
struct test_code {
	const struct program *p;
	const struct body *b;
};
struct test_node test_look(const void *test_code, struct ref);
struct test test_of(const struct program *, const struct body *, struct test);
/* ... that the value is not 0. */
static inline struct test test_of_condition(const struct program *p, const struct body *b, struct ref condition)
{
	return test_of(p, b, (struct test){ condition, COMPARE_ne, 0 });
}

/* A branch with two ways: to[0] is taken where the test holds. */
struct fork {
	struct test test;
	uint32_t to[2];
};

/* False: the block ends with something else, or leads to one place only. */
bool fork_of(const struct program *, const struct body *, uint32_t block, struct fork *);
/* The way where the value is 0; of a test for being equal to 0 or not. UINT32_MAX: it asks for something else. */
uint32_t fork_zero(const struct fork *);

#endif
