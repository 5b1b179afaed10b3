/* Arrays of handles: loops that join what loops have started, and loops that only seem to. */
#include "threads_make.h"

#define WORKER "fn w\n 0: @x; ret"

static void test_same_numbers(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 4 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 4 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "a x=overlap b x=joined x x=overlap");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 4 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 1 4 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=overlap");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 4 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 3 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=overlap");
	made_expect("fn main once\n 0: br 1\n 1: head i 1 3 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 4 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=joined");
}

static void test_same_value(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 p1 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "a x=overlap b x=joined");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 p2 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=overlap");
}

static void test_other_array(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 p1 3 5 5 6\n 5: joinat w U j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=overlap");
}

/* The bound is a variable: nobody may store to it once the threads run. */
static void test_same_variable(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: put N 4; br 1\n 1: head i 0 $N 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: @a; br 4\n"
		    " 4: head j 0 $N 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "a x=overlap b x=joined");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 $N 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: put N 3; br 4\n"
		    " 4: head j 0 $N 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\n" WORKER,
		    "b x=overlap");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 $N 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: br 4\n"
		    " 4: head j 0 $N 3 5 5 6\n 5: joinat w T j; next j; br 4\n 6: @b; ret\nfn w\n 0: @x; put N 1; ret",
		    "b x=overlap");
}

static void test_not_every_round(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: br 4\n"
		    " 4: head j 0 p1 3 7 5 8\n 5: br 6 7\n 6: joinat w T j; br 7\n 7: next j; br 4\n 8: @b; ret\n" WORKER,
		    "b x=overlap");
}

/* A way out in the middle: behind it not all are joined. */
static void test_break_of_the_joins(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: br 4\n"
		    " 4: head j 0 p1 3 6 5 7\n 5: joinat w T j; br 6 8\n 6: next j; br 4\n 7: @b; ret\n 8: @c; ret\n" WORKER,
		    "b x=joined c x=overlap");
}

/* Conditional starts are fine: whoever was started is joined. */
static void test_not_every_round_starts(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 4 2 5\n 2: br 3 4\n 3: spawnat w T i; br 4\n 4: next i; br 1\n 5: "
		    "@a; br 6\n"
		    " 6: head j 0 p1 5 7 7 8\n 7: joinat w T j; next j; br 6\n 8: @b; ret\n" WORKER,
		    "a x=overlap b x=joined");
}

/* for (n = 0; n < max; n++) if (create(&t[n])) break;  for (j = 0; j < n; j++) join(t[j]); */
static void test_counted_by_the_variable(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 3 2 4\n 2: spawnat w T i; failed 4 3\n 3: next i; br 1\n 4: br 5\n"
		    " 5: head j 0 =i 4 6 6 7\n 6: joinat w T j; next j; br 5\n 7: @b; ret\n" WORKER,
		    "b x=joined");
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 3 2 4\n 2: spawnat w T i; br 4 3\n 3: next i; br 1\n 4: br 5\n"
		    " 5: head j 0 =i 4 6 6 7\n 6: joinat w T j; next j; br 5\n 7: @b; ret\n" WORKER,
		    "b x=overlap");
}

/* The loops stand in functions that are called with the bound. */
static void test_in_callees(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: call begin T p1; @a; call finish T p1; @b; ret\n"
		    "fn begin once\n 0: br 1\n 1: head i 0 p2 0 2 2 3\n 2: spawnat w p1 i; next i; br 1\n 3: ret\n"
		    "fn finish once\n 0: br 1\n 1: head i 0 p2 0 2 2 3\n 2: joinat w p1 i; next i; br 1\n 3: ret\n" WORKER,
		    "a x=overlap b x=joined");
	made_expect("fn main once\n 0: call begin T p1; @a; call finish T p2; @b; ret\n"
		    "fn begin once\n 0: br 1\n 1: head i 0 p2 0 2 2 3\n 2: spawnat w p1 i; next i; br 1\n 3: ret\n"
		    "fn finish once\n 0: br 1\n 1: head i 0 p2 0 2 2 3\n 2: joinat w p1 i; next i; br 1\n 3: ret\n" WORKER,
		    "b x=overlap");
}

/* Started twice before the one join. */
static void test_two_sets(void **state)
{
	(void)state;
	made_expect(
	    "fn main once\n 0: br 1\n 1: br 2\n 2: head i 0 4 1 3 3 4\n 3: spawnat w T i; next i; br 2\n 4: br 1 5\n 5: br 6\n"
	    " 6: head j 0 4 5 7 7 8\n 7: joinat w T j; next j; br 6\n 8: @b; ret\n" WORKER,
	    "b x=overlap");
	made_expect("fn main once\n 0: br 1\n 1: br 2\n 2: head i 0 4 1 3 3 4\n 3: spawnat w T i; next i; br 2\n 4: br 5\n"
		    " 5: head j 0 4 4 6 6 7\n 6: joinat w T j; next j; br 5\n 7: @b; br 1 8\n 8: ret\n" WORKER,
		    "b x=joined x x=overlap");
}

static void test_fixed_elements(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawnat f T 0; spawnat g T 1; @a; br 1\n 1: head j 0 2 0 2 2 3\n 2: joinat f T j; next j; "
		    "br 1\n 3: @b; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "a x=overlap b x=joined b y=overlap");
	made_expect("fn main once\n 0: spawnat f T 0; spawnat g T 1; @a; br 1\n 1: head j 0 1 0 2 2 3\n 2: joinboth f g T j; "
		    "next j; br 1\n 3: @b; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "a x=overlap b x=joined b y=overlap");
	made_expect("fn main once\n 0: spawnat f T 0; spawnat g T 1; @a; br 1\n 1: head j 0 2 0 2 2 3\n 2: joinboth f g T j; "
		    "next j; br 1\n 3: @b; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "a x=overlap b x=joined b y=joined");
}

/* One of a set is not the set. */
static void test_one_element(void **state)
{
	(void)state;
	made_expect(
	    "fn main once\n 0: br 1\n 1: head i 0 4 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: joinat w T 0; @b; ret\n" WORKER,
	    "b x=overlap");
}

static void test_same_round(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; joinat w T i; @a; next i; br 1\n 3: @b; "
		    "ret\n" WORKER,
		    "a x=joined b x=joined x x=joined");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_numbers),
		cmocka_unit_test(test_same_value),
		cmocka_unit_test(test_other_array),
		cmocka_unit_test(test_same_variable),
		cmocka_unit_test(test_not_every_round),
		cmocka_unit_test(test_break_of_the_joins),
		cmocka_unit_test(test_not_every_round_starts),
		cmocka_unit_test(test_counted_by_the_variable),
		cmocka_unit_test(test_in_callees),
		cmocka_unit_test(test_two_sets),
		cmocka_unit_test(test_fixed_elements),
		cmocka_unit_test(test_one_element),
		cmocka_unit_test(test_same_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
