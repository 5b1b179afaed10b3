/* The same location or not; which uses are compared at all. */
#include "race_make.h"

static enum alias alias(void)
{
	const struct use *a, *b;

	settle();
	a = &r.use.at[r.use.n - 2];
	b = &r.use.at[r.use.n - 1];
	assert_int_equal(uses_alias(&r, a, b), uses_alias(&r, b, a));
	return uses_alias(&r, a, b);
}

static void variables_by_their_bytes(void **state)
{
	uint32_t g = variable("g"), h = variable("h");

	(void)state;
	(void)use(1, field(g, 8), 0);
	(void)use(2, field(g, 8), ACCESS_WRITE);
	assert_int_equal(alias(), ALIAS_MUST);
	(void)use(2, field(g, 10), ACCESS_WRITE);
	assert_int_equal(alias(), ALIAS_MUST);
	(void)use(2, field(g, 16), ACCESS_WRITE);
	assert_int_equal(alias(), ALIAS_NO);
	use(2, g, ACCESS_WRITE)->size = 0; /* as far as it goes */
	assert_int_equal(alias(), ALIAS_MUST);
	(void)use(2, h, ACCESS_WRITE);
	assert_int_equal(alias(), ALIAS_NO);
}

static void elements(void **state)
{
	uint32_t g = variable("g"), i = value(2), j = value(3);

	(void)state;
	(void)in_class(use(1, field(element(g, i), 4), 0), 1, 4);
	(void)in_class(use(2, field(element(g, j), 4), ACCESS_WRITE), 1, 4);
	assert_int_equal(alias(), ALIAS_MAY);
	(void)in_class(use(2, field(element(g, j), 8), ACCESS_WRITE), 1, 8);
	assert_int_equal(alias(), ALIAS_NO);
	(void)in_class(use(1, field(element(g, number(16)), 4), 0), 1, 4);
	(void)in_class(use(1, field(element(g, number(32)), 4), 0), 1, 4);
	assert_int_equal(alias(), ALIAS_NO);
	(void)in_class(use(1, field(element(g, number(32)), 4), 0), 1, 4);
	assert_int_equal(alias(), ALIAS_MUST);
}

static void pointers_by_their_cells(void **state)
{
	uint32_t g = variable("g"), x = value(3), y = parameter(0);

	(void)state;
	(void)in_class(use(1, field(x, 8), 0), 1, 8);
	(void)in_class(use(2, field(g, 8), ACCESS_WRITE), 1, 8);
	assert_int_equal(alias(), ALIAS_MAY);
	(void)in_class(use(2, field(y, 8), ACCESS_WRITE), 2, 8);
	assert_int_equal(alias(), ALIAS_NO);
	(void)in_class(use(1, field(x, 8), 0), FOLDED, 1);
	(void)in_class(use(2, field(y, 8), ACCESS_WRITE), FOLDED, 6); /* 6 .. 10 is 6, 7, 0, 1 */
	assert_int_equal(alias(), ALIAS_MAY);
	(void)in_class(use(1, field(x, 8), 0), FOLDED, 2);
	assert_int_equal(alias(), ALIAS_NO);
}

static void own_stacks_are_two(void **state)
{
	uint32_t slot = term_make(&r.terms, &(struct term){ .kind = TERM_STACK, .a = 1, .b = 2 });

	(void)state;
	use(1, slot, ACCESS_WRITE)->own = true;
	use(1, slot, ACCESS_WRITE)->own = true;
	assert_int_equal(alias(), ALIAS_NO);
}

/* ---- buckets ---- */

/* Each use is a kind of its own, done by its thread. */
static void make_kinds(void)
{
	r.kind.n = r.member.n = 0;
	(void)vec_add(&arena, &r.kind);
	(void)vec_add(&arena, &r.member);
	for (uint32_t i = 1; i < r.use.n; i++) {
		*vec_add(&arena, &r.kind) = (struct kind){ .use = r.use.at[i], .member = r.member.n, .nmembers = 1 };
		*vec_add(&arena, &r.member) = r.use.at[i].thread;
		map_put(&arena, &r.use_of, map_pair(i, 0), i);
		r.kind.at[i].use.thread = 0;
		r.use.at[i].kind = r.kind.at[i].use.kind = i;
	}
}

static uint32_t compared(void)
{
	r.candidates = 0;
	clashes_find(&r);
	return (uint32_t)r.candidates;
}

static uint32_t clashes(void)
{
	settle();
	make_kinds();
	for (uint32_t i = 1; i < r.kind.n; i++)
		r.kind.at[i].idle = IDLE_NO; /* no use has a place here: each would be compared once */
	return compared();
}

static void compared_are_writes_that_meet(void **state)
{
	uint32_t g = variable("g");

	(void)state;
	(void)use(1, field(g, 0), 0);
	(void)use(2, field(g, 0), 0);
	assert_int_equal(clashes(), 0); /* reads */
	(void)use(2, field(g, 8), ACCESS_WRITE);
	assert_int_equal(clashes(), 0); /* of other bytes */
	(void)use(2, field(g, 0), ACCESS_WRITE);
	assert_int_equal(clashes(), 1); /* with the read of 1; 2 is alone */
	(void)use(1, field(g, 0), ACCESS_WRITE | ACCESS_ATOMIC);
	(void)use(2, field(g, 0), ACCESS_WRITE | ACCESS_ATOMIC);
	assert_int_equal(clashes(), 1 + 2 + 2); /* each with what is plain, of another thread, or of another one of its kind */
}

static void a_class_with_itself(void **state)
{
	uint32_t g = variable("g");

	(void)state;
	(void)use(1, g, ACCESS_WRITE);
	assert_int_equal(clashes(), 1);
	(void)use(2, variable("h"), ACCESS_WRITE);
	assert_int_equal(clashes(), 1);
}

/* What has no name meets what has one, across lists, once. */
static void names_and_pointers(void **state)
{
	uint32_t g = variable("g"), h = variable("h"), x = value(3);

	(void)state;
	(void)in_class(use(2, g, ACCESS_WRITE), 1, 0);
	(void)in_class(use(2, h, ACCESS_WRITE), 1, 0);
	(void)in_class(use(1, x, 0), 1, 0);
	assert_int_equal(clashes(), 2);
	(void)in_class(use(1, x, 0), 1, 4);
	assert_int_equal(clashes(), 2);
	in_class(use(1, x, ACCESS_WRITE), 1, 2)->size = 8;
	assert_int_equal(clashes(), 2 + 2 + 1 + 1 + 1); /* g, h, both reads, and itself */
}

/* Two threads do the same: 1 meets itself, since there are several of its kind, and 2; 2 does not meet itself. */
static void threads_of_one_kind(void **state)
{
	(void)state;
	(void)use(1, variable("g"), ACCESS_WRITE);
	settle();
	make_kinds();
	*vec_add(&arena, &r.member) = 2;
	r.kind.at[1].nmembers = 2;
	assert_int_equal(compared(), 2);
	assert_int_equal(r.use.n, 3); /* the use of 2 was made when it was asked for */
	assert_int_equal(r.use.at[2].thread, 2);
	assert_int_equal(r.use.at[2].kind, 1);
	assert_int_equal(use_in(&r, 1, 0), 1);
	assert_int_equal(use_in(&r, 1, 1), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(variables_by_their_bytes, race_begin, race_end),
		cmocka_unit_test_setup_teardown(elements, race_begin, race_end),
		cmocka_unit_test_setup_teardown(pointers_by_their_cells, race_begin, race_end),
		cmocka_unit_test_setup_teardown(own_stacks_are_two, race_begin, race_end),
		cmocka_unit_test_setup_teardown(compared_are_writes_that_meet, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_class_with_itself, race_begin, race_end),
		cmocka_unit_test_setup_teardown(names_and_pointers, race_begin, race_end),
		cmocka_unit_test_setup_teardown(threads_of_one_kind, race_begin, race_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
