/* Common locks: what is the same lock whenever the locations are the same memory, and what is not. */
#include "race_make.h"

/* The two uses are the last ones made; the order does not matter. */
static bool share(void)
{
	const struct use *a, *b;

	settle();
	a = &r.use.at[r.use.n - 2];
	b = &r.use.at[r.use.n - 1];
	assert_int_equal(uses_share_lock(&r, a, b), uses_share_lock(&r, b, a));
	return uses_share_lock(&r, a, b);
}

static void use_with(uint32_t at, uint32_t lock)
{
	(void)holding(in_class(use(1, at, ACCESS_WRITE), 1, 8), lock, false);
}

static void one_variable_is_one_lock(void **state)
{
	uint32_t lock = variable("lock"), other = variable("other"), g = variable("g");

	(void)state;
	use_with(g, lock);
	use_with(g, lock);
	assert_true(share());
	use_with(g, other);
	assert_false(share());
}

static void readers_exclude_writers_only(void **state)
{
	uint32_t lock = variable("lock"), g = variable("g");

	(void)state;
	(void)holding(use(1, g, ACCESS_WRITE), lock, true);
	(void)holding(use(2, g, ACCESS_WRITE), lock, true);
	assert_false(share());
	(void)holding(use(2, g, ACCESS_WRITE), lock, false);
	assert_true(share());
}

static void a_thread_local_lock_is_many(void **state)
{
	uint32_t lock = variable("mine"), g = variable("g");

	(void)state;
	p->sym.at[term_get(&r.terms, lock).a].flags |= SYM_THREAD_LOCAL;
	use_with(g, lock);
	use_with(g, lock);
	assert_false(share());
}

/* x->lock guards x->f: the objects are one if the locations are. */
static void a_lock_in_the_object(void **state)
{
	uint32_t x = value(3), y = parameter(0);

	(void)state;
	use_with(field(x, 8), x);
	use_with(field(y, 8), y);
	assert_true(share());
	use_with(field(y, 8), field(y, 16)); /* another lock of it */
	assert_false(share());
	use_with(field(y, 8), value(9)); /* one that has nothing to do with it */
	assert_false(share());
}

/* x->lock says nothing about x->next->f: two lists may lead to one element. */
static void not_beyond_a_pointer(void **state)
{
	uint32_t x = value(3);

	(void)state;
	use_with(loaded(field(x, 8)), x);
	use_with(loaded(field(x, 8)), x);
	assert_false(share());
}

/* x->m->lock guards x->f, since x->m does not change. */
static void a_lock_behind_a_promise(void **state)
{
	uint32_t x = value(3), y = value(5);

	(void)state;
	use_with(field(x, 8), field(loaded(field(x, 16)), 40));
	use_with(field(y, 8), field(loaded(field(y, 16)), 40));
	assert_true(share());
	use_with(field(y, 8), field(loaded(field(y, 24)), 40));
	assert_false(share());
}

/* tab[i].lock guards tab[i].f; tab[0].lock does not. */
static void a_lock_in_the_element(void **state)
{
	uint32_t tab = variable("tab"), i = element(tab, value(2)), j = element(tab, value(7));

	(void)state;
	use_with(field(i, 8), i);
	use_with(field(j, 8), j);
	assert_true(share());
	use_with(field(i, 8), tab);
	assert_false(share());
	use_with(field(i, 8), j);
	assert_false(share());
}

/* lock[i] guards tab[i]; so does lock[i % 8]. */
static void a_lock_beside_the_element(void **state)
{
	uint32_t tab = variable("tab"), lock = variable("lock"), i = value(2), j = value(7);
	uint32_t rest_i =
	    term_make(&r.terms, &(struct term){ .kind = TERM_COMPUTED, .base = i, .a = number(8), .b = 5 });
	uint32_t rest_j =
	    term_make(&r.terms, &(struct term){ .kind = TERM_COMPUTED, .base = j, .a = number(8), .b = 5 });
	uint32_t other_j =
	    term_make(&r.terms, &(struct term){ .kind = TERM_COMPUTED, .base = j, .a = number(4), .b = 5 });

	(void)state;
	use_with(element(tab, i), element(lock, i));
	use_with(element(tab, j), element(lock, j));
	assert_true(share());
	use_with(element(tab, i), element(lock, j));
	assert_false(share());
	use_with(element(tab, i), element(lock, rest_i));
	use_with(element(tab, j), element(lock, rest_j));
	assert_true(share());
	use_with(element(tab, i), element(lock, rest_i));
	use_with(element(tab, j), element(lock, other_j));
	assert_false(share());
}

/* An index that nothing is known of is not even equal to itself. */
static void an_unknown_element(void **state)
{
	uint32_t tab = variable("tab"), unknown = term_make(&r.terms, &(struct term){ .kind = TERM_RESULT });

	(void)state;
	use_with(field(element(tab, unknown), 8), element(tab, unknown));
	use_with(field(element(tab, unknown), 8), element(tab, unknown));
	assert_false(share());
}

/* A copy of part of a record under its lock, against a member under the same lock; one that goes on into the next element is not
 * covered. */
static void parts_and_wholes(void **state)
{
	uint32_t x = value(3), y = value(5);
	struct use *u;

	(void)state;
	u = holding(in_class(use(1, field(x, 8), 0), 1, 8), x, false);
	u->size = 32;
	(void)holding(in_class(use(1, field(y, 36), ACCESS_WRITE), 1, 36), y, false);
	assert_true(share());
	u = holding(in_class(use(1, field(x, 8), 0), 1, 8), x, false);
	u->size = 400;
	assert_false(share());
}

/* Two that go on for nobody knows how long may meet though they begin in different elements. */
static void without_an_end(void **state)
{
	uint32_t x = value(3), y = value(5);

	(void)state;
	holding(in_class(use(1, field(x, 8), ACCESS_WRITE), 1, 8), x, false)->size = 0;
	holding(in_class(use(1, field(y, 8), ACCESS_WRITE), 1, 8), y, false)->size = 0;
	assert_false(share());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_variable_is_one_lock, race_begin, race_end),
		cmocka_unit_test_setup_teardown(readers_exclude_writers_only, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_thread_local_lock_is_many, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_lock_in_the_object, race_begin, race_end),
		cmocka_unit_test_setup_teardown(not_beyond_a_pointer, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_lock_behind_a_promise, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_lock_in_the_element, race_begin, race_end),
		cmocka_unit_test_setup_teardown(a_lock_beside_the_element, race_begin, race_end),
		cmocka_unit_test_setup_teardown(an_unknown_element, race_begin, race_end),
		cmocka_unit_test_setup_teardown(parts_and_wholes, race_begin, race_end),
		cmocka_unit_test_setup_teardown(without_an_end, race_begin, race_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
