/* What one function tells about its objects: from the making of an object to its publication, by every way that there is. */
#include "sharing_make.h"

#define NOTHING 0 /* parameters are shared */

static void fresh_until_stored(void **state)
{
	struct maker m;
	uint32_t p, before, publish, after;

	(void)state;
	maker_begin(&m, 0);
	p = call(&m, m.malloc_fn, number(&m, 16));
	before = store(&m, value(p), number(&m, 1));
	publish = store(&m, ref_make(REF_SYM, m.global.i), value(p));
	after = store(&m, value(p), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, before, value(p)));
	assert_true(is_own(&m, NOTHING, publish, value(p)));
	assert_false(is_own(&m, NOTHING, after, value(p)));
	arena_release(&m.arena);
}

/* Published through a field of itself, and by a function that nobody knows. */
static void parts_and_unknown_calls_publish(void **state)
{
	struct maker m;
	uint32_t p, part, q, after_p, after_q;

	(void)state;
	maker_begin(&m, 0);
	p = call(&m, m.malloc_fn, number(&m, 16));
	part = field(&m, value(p), 8);
	store(&m, ref_make(REF_SYM, m.global.i), value(part));
	after_p = store(&m, value(p), number(&m, 2));
	q = call(&m, m.malloc_fn, number(&m, 16));
	call(&m, m.unknown, value(q));
	after_q = store(&m, value(q), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, NOTHING, after_p, value(p)));
	assert_false(is_own(&m, NOTHING, after_p, value(part)));
	assert_false(is_own(&m, NOTHING, after_q, value(q)));
	arena_release(&m.arena);
}

/* free, a function with rows that keep nothing, does not publish. */
static void known_calls_do_not_publish(void **state)
{
	struct maker m;
	uint32_t p, after;

	(void)state;
	maker_begin(&m, 0);
	p = call(&m, m.malloc_fn, number(&m, 16));
	call(&m, m.free_fn, value(p));
	after = store(&m, value(p), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, after, value(p)));
	arena_release(&m.arena);
}

/* if (c) global = p;  afterwards it may be published. On the other way it is not. */
static void one_way_is_enough(void **state)
{
	struct maker m;
	uint32_t p, other, after;

	(void)state;
	maker_begin(&m, 1);
	p = call(&m, m.malloc_fn, number(&m, 16));
	branch(&m, value(1), 1, 2);
	store(&m, ref_make(REF_SYM, m.global.i), value(p));
	jump(&m, 3);
	other = store(&m, value(p), number(&m, 1));
	jump(&m, 3);
	after = store(&m, value(p), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, other, value(p)));
	assert_false(is_own(&m, NOTHING, after, value(p)));
	arena_release(&m.arena);
}

/* for (;;) { p = malloc(); p->n = 1; global = p; }  each round has a new one. */
static void a_new_one_each_round(void **state)
{
	struct maker m;
	uint32_t p, use;

	(void)state;
	maker_begin(&m, 1);
	jump(&m, 1);
	p = call(&m, m.malloc_fn, number(&m, 16));
	use = store(&m, value(p), number(&m, 1));
	store(&m, ref_make(REF_SYM, m.global.i), value(p));
	branch(&m, value(1), 1, 2);
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, use, value(p)));
	arena_release(&m.arena);
}

/* The same with a variable that remembers the last one: what it names has been published, although the new one has not. */
static void the_last_round_is_remembered(void **state)
{
	struct maker m;
	uint32_t phi, p, use;

	(void)state;
	maker_begin(&m, 1);
	jump(&m, 1);
	phi = emit(&m, (struct inst){ .op = OP_phi, .type = { PTR } }, 2, REFS(null(&m), value(4)), 2,
		   (const uint32_t[]){ 0, 1 });
	p = call(&m, m.malloc_fn, number(&m, 16));
	assert_int_equal(p, 4);
	use = store(&m, value(phi), number(&m, 1));
	store(&m, ref_make(REF_SYM, m.global.i), value(p));
	branch(&m, value(1), 1, 2);
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, NOTHING, use, value(phi)));
	arena_release(&m.arena);
}

/* a->x = b: a published, b is; loaded back, it is b. */
static void what_hangs_on_it_goes_along(void **state)
{
	struct maker m;
	uint32_t a, b, slot, back, before, after;

	(void)state;
	maker_begin(&m, 0);
	a = call(&m, m.malloc_fn, number(&m, 16));
	b = call(&m, m.malloc_fn, number(&m, 16));
	slot = field(&m, value(a), 8);
	store(&m, value(slot), value(b));
	back = load(&m, value(slot));
	before = store(&m, value(back), number(&m, 1));
	store(&m, ref_make(REF_SYM, m.global.i), value(a));
	after = store(&m, value(back), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, before, value(back)));
	assert_false(is_own(&m, NOTHING, after, value(back)));
	assert_false(is_own(&m, NOTHING, after, value(b)));
	arena_release(&m.arena);
}

/* a->pool = global; a->name = malloc();  what was loaded from one member is shared, from the other it is not. */
static void members_are_told_apart(void **state)
{
	struct maker m;
	uint32_t a, b, pool, name, at_pool, at_name, use;

	(void)state;
	maker_begin(&m, 0);
	a = call(&m, m.malloc_fn, number(&m, 16));
	b = call(&m, m.malloc_fn, number(&m, 16));
	pool = field(&m, value(a), 0);
	name = field(&m, value(a), 8);
	store(&m, value(pool), ref_make(REF_SYM, m.global.i));
	store(&m, value(name), value(b));
	at_pool = load(&m, value(pool));
	at_name = load(&m, value(name));
	use = store(&m, value(at_name), number(&m, 1));
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, NOTHING, use, value(at_pool)));
	assert_true(is_own(&m, NOTHING, use, value(at_name)));
	assert_true(is_own(&m, NOTHING, use, value(a)));
	arena_release(&m.arena);
}

/* A parameter is what the caller says; its content, too; and overlapping ones are published together. */
static void parameters_as_they_come(void **state)
{
	struct maker m;
	const uint64_t own = (uint64_t)1 << 1, clean = (uint64_t)1 << 2, second = (uint64_t)3 << 3;
	uint32_t next, use;

	(void)state;
	maker_begin(&m, 2);
	next = load(&m, value(1));
	store(&m, ref_make(REF_SYM, m.global.i), value(2));
	use = store(&m, value(next), number(&m, 1));
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, ENTRY_APART, use, value(1)));
	assert_true(is_own(&m, ENTRY_APART | own, use, value(1)));
	assert_false(is_own(&m, ENTRY_APART | own, use, value(next)));
	assert_true(is_own(&m, ENTRY_APART | own | clean, use, value(next)));
	assert_false(is_own(&m, own | clean | second, use, value(1)));
	arena_release(&m.arena);
}

/* What is published by way of the content of a parameter may be the parameter. */
static void content_leads_back(void **state)
{
	struct maker m;
	uint32_t next, use;

	(void)state;
	maker_begin(&m, 1);
	next = load(&m, value(1));
	store(&m, ref_make(REF_SYM, m.global.i), value(next));
	use = store(&m, value(1), number(&m, 1));
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, ENTRY_ALL, use, value(1)));
	arena_release(&m.arena);
}

/* callee(a, b) { a->x = b; }  then global = a */
static void a_callee_may_tie_them(void **state)
{
	struct maker m;
	uint32_t a, b, before, after;

	(void)state;
	maker_begin(&m, 0);
	m.s.summary[2] = (struct sharing_summary){ .known = true, .params = 2, .nholds = 1 };
	*vec_add(&m.arena, &m.s.hold) = (struct summary_hold){ 1, 3, 8 };
	a = call(&m, m.malloc_fn, number(&m, 16));
	b = call(&m, m.malloc_fn, number(&m, 16));
	call(&m, m.callee, value(a), value(b));
	before = store(&m, value(b), number(&m, 1));
	store(&m, ref_make(REF_SYM, m.global.i), value(a));
	after = store(&m, value(b), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, before, value(b)));
	assert_false(is_own(&m, NOTHING, after, value(b)));
	arena_release(&m.arena);
}

/* callee(a) publishes, or gives a fresh one back, or its argument. */
static void results_of_callees(void **state)
{
	const struct {
		struct sharing_summary summary;
		bool argument, result;
	} row[] = {
		{ { .known = true, .params = 1, .publishes = 1 << 1, .result = (uint64_t)1 << SUMMARY_FRESH }, false, true },
		{ { .known = true, .params = 1, .result = (uint64_t)1 << SUMMARY_FRESH }, true, true },
		{ { .known = true, .params = 1, .result = 1 << 1 }, true, true },
		{ { .known = true, .params = 1, .result = 1 }, true, false },
		{ { .known = true, .params = 1, .result = 1 | 1 << 1 }, true, false },
	};

	(void)state;
	for (uint32_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct maker m;
		uint32_t p, r, use;
		maker_begin(&m, 0);
		m.s.summary[2] = row[i].summary;
		p = call(&m, m.malloc_fn, number(&m, 16));
		r = call(&m, m.callee, value(p));
		use = store(&m, value(p), number(&m, 1));
		done(&m, (struct ref){ 0 });
		assert_int_equal(is_own(&m, NOTHING, use, value(p)), row[i].argument);
		assert_int_equal(is_own(&m, NOTHING, use, value(r)), row[i].result);
		arena_release(&m.arena);
	}
}

/* A pointer that went through a number is still that pointer; a narrow number is none. */
static void numbers_carry_pointers(void **state)
{
	struct maker m;
	uint32_t p, wide, narrow, between, after;

	(void)state;
	maker_begin(&m, 0);
	p = call(&m, m.malloc_fn, number(&m, 16));
	wide = cast(&m, CAST_ptrtoint, I64, value(p));
	narrow = cast(&m, CAST_trunc, I32, value(wide));
	store(&m, ref_make(REF_SYM, m.global.i), value(narrow));
	between = store(&m, value(p), number(&m, 1));
	store(&m, ref_make(REF_SYM, m.global.i), value(wide));
	after = store(&m, value(p), number(&m, 2));
	done(&m, (struct ref){ 0 });
	assert_true(is_own(&m, NOTHING, between, value(p)));
	assert_false(is_own(&m, NOTHING, after, value(p)));
	arena_release(&m.arena);
}

/* More origins in one variable than are told apart: none of them is anybody's own. */
static void too_many_are_lost(void **state)
{
	struct maker m;
	uint32_t p[12], x, use;

	(void)state;
	maker_begin(&m, 1);
	for (uint32_t k = 0; k < 12; k++)
		p[k] = call(&m, m.malloc_fn, number(&m, 16));
	x = p[0];
	for (uint32_t k = 1; k < 12; k++)
		x = emit(&m, (struct inst){ .op = OP_select, .type = { PTR } }, 3, REFS(value(1), value(x), value(p[k])), 0,
			 NULL);
	store(&m, ref_make(REF_SYM, m.global.i), value(x));
	use = store(&m, value(p[3]), number(&m, 1));
	done(&m, (struct ref){ 0 });
	assert_false(is_own(&m, NOTHING, use, value(p[3])));
	assert_false(is_own(&m, NOTHING, use, value(x)));
	arena_release(&m.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fresh_until_stored),
		cmocka_unit_test(parts_and_unknown_calls_publish),
		cmocka_unit_test(known_calls_do_not_publish),
		cmocka_unit_test(one_way_is_enough),
		cmocka_unit_test(a_new_one_each_round),
		cmocka_unit_test(the_last_round_is_remembered),
		cmocka_unit_test(what_hangs_on_it_goes_along),
		cmocka_unit_test(members_are_told_apart),
		cmocka_unit_test(parameters_as_they_come),
		cmocka_unit_test(content_leads_back),
		cmocka_unit_test(a_callee_may_tie_them),
		cmocka_unit_test(results_of_callees),
		cmocka_unit_test(numbers_carry_pointers),
		cmocka_unit_test(too_many_are_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
