/* Starts and joins: what runs beside what, as far as the order of starts and joins tells (async-calls, section 7.1). Each program
 * that keeps two places apart stands beside a broken twin that does not. */
#include "threads_make.h"

static void test_before_and_after(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: @a; spawn w; @b; join w; @c; ret\n"
		    "fn w once\n 0: @x; ret",
		    "a x=before b x=overlap c x=joined a b=same x x=same");
	made_expect("fn main once\n 0: @a; spawn w; @b; ret\n"
		    "fn w once\n 0: @x; ret",
		    "a x=before b x=overlap");
}

/* async-calls, Figure 1: two threads under two conditions, each joined before the next begins. */
static void test_figure_1(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1 2\n 1: spawn f; join f; br 2\n 2: br 3 4\n 3: spawn g; join g; br 4\n 4: @end; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "x y=joined x end=joined y end=joined");
	made_expect("fn main once\n 0: br 1 2\n 1: spawn f; br 2\n 2: br 3 4\n 3: spawn g; join g; br 4\n 4: join f; @end; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "x y=overlap x end=joined y end=joined");
}

static void test_siblings(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn f; join f; spawn g; @m; join g; @end; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "x y=joined m x=joined m y=overlap end y=joined");
	made_expect("fn main once\n 0: spawn f; spawn g; join f; @m; join g; @end; ret\n"
		    "fn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "x y=overlap m x=joined m y=overlap end x=joined");
}

/* A thread that outlives the one that started it. */
static void test_leftovers(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn f; @a; join f; @b; spawn h; @c; ret\n"
		    "fn f once\n 0: spawn g; @x; ret\nfn g once\n 0: @y; ret\nfn h once\n 0: @z; ret",
		    "a y=overlap b x=joined b y=overlap y z=overlap x z=joined");
	made_expect("fn main once\n 0: spawn f; @a; join f; @b; spawn h; @c; ret\n"
		    "fn f once\n 0: spawn g; @x; join g; @w; ret\nfn g once\n 0: @y; ret\nfn h once\n 0: @z; ret",
		    "a y=overlap b y=joined y z=joined w y=joined");
}

/* The grandchild's handle is in a variable; main joins both. */
static void test_joined_by_grandparent(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn f; join f; @a; join g; @b; ret\n"
		    "fn f once\n 0: spawn g; @x; ret\nfn g once\n 0: @y; ret",
		    "a y=overlap b y=joined");
}

static void test_loop_join_in_round(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: br 2 3\n 2: spawn w; @a; join w; @b; br 1\n 3: @c; ret\n"
		    "fn w\n 0: @x; ret",
		    "x x=joined a x=overlap b x=joined c x=joined");
	made_expect("fn main once\n 0: br 1\n 1: br 2 3\n 2: spawn w; @a; br 4 1\n 4: join w; br 1\n 3: @c; ret\n"
		    "fn w\n 0: @x; ret",
		    "x x=overlap a x=overlap c x=overlap");
}

static void test_overwritten_handle(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: br 1\n 1: spawn w; br 1 2\n 2: join w; @c; ret\nfn w\n 0: @x; ret",
		    "c x=overlap x x=overlap");
}

static void test_one_of_two_handles(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn f; spawn g; join f g; @a; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "a x=overlap a y=overlap");
}

static void test_join_on_some_path(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; br 1 2\n 1: join w; @a; br 3\n 2: @b; br 3\n 3: @c; ret\nfn w once\n 0: @x; ret",
		    "a x=joined b x=overlap c x=overlap");
	made_expect(
	    "fn main once\n 0: spawn w; br 1 2\n 1: join w; @a; br 3\n 2: join w; br 3\n 3: @c; ret\nfn w once\n 0: @x; ret",
	    "c x=joined");
}

static void test_failed_start(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; failed 1 2\n 1: @a; ret\n 2: @b; join w; @c; ret\nfn w once\n 0: @x; ret",
		    "a x=joined b x=overlap c x=joined");
	made_expect("fn main once\n 0: spawn w; br 1 2\n 1: @a; ret\n 2: @b; join w; @c; ret\nfn w once\n 0: @x; ret",
		    "a x=overlap");
}

/* Start and join under one condition. */
static void test_same_condition(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: if p1 1 2\n 1: spawn w; br 2\n 2: @a; if p1 3 4\n 3: join w; br 4\n 4: @b; ret\nfn w "
		    "once\n 0: @x; ret",
		    "a x=overlap b x=joined");
	made_expect("fn main once\n 0: if p1 1 2\n 1: spawn w; br 2\n 2: @a; if p2 3 4\n 3: join w; br 4\n 4: @b; ret\nfn w "
		    "once\n 0: @x; ret",
		    "a x=overlap b x=overlap");
	made_expect(
	    "fn main once\n 0: put G 1; plain G 1 2\n 1: spawn w; br 2\n 2: @a; plain G 3 4\n 3: join w; br 4\n 4: @b; ret\n"
	    "fn w once\n 0: @x; ret",
	    "a x=overlap b x=joined");
	made_expect(
	    "fn main once\n 0: plain G 1 2\n 1: spawn w; br 2\n 2: @a; put G 1; plain G 3 4\n 3: join w; br 4\n 4: @b; ret\n"
	    "fn w once\n 0: @x; ret",
	    "b x=overlap");
	made_expect("fn main once\n 0: plain G 1 2\n 1: spawn w; br 2\n 2: @a; plain G 3 4\n 3: join w; br 4\n 4: @b; ret\n"
		    "fn w once\n 0: @x; put G 0; ret",
		    "b x=overlap");
}

/* if (p && create() != 0) p = 0;  ..  if (p) join(); and one that forgets to look at the result. */
static void test_condition_of_several(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: if p1 1 3\n 1: spawn w; failed 2 3\n 2: br 3\n 3: one of p1 0 p1 1 0 2; @a; chosen 4 5\n "
		    "4: join w; br 5\n 5: @b; ret\n"
		    "fn w once\n 0: @x; ret",
		    "a x=overlap b x=joined");
	made_expect("fn main once\n 0: if p1 1 3\n 1: spawn w; br 2 3\n 2: br 3\n 3: one of p1 0 p1 1 0 2; @a; chosen 4 5\n 4: "
		    "join w; br 5\n 5: @b; ret\n"
		    "fn w once\n 0: @x; ret",
		    "a x=overlap b x=overlap");
}

/* Starts and joins in functions that are called. */
static void test_in_callees(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: @a; call begin; @b; call finish; @c; ret\n"
		    "fn begin once\n 0: @d; spawn w; @e; ret\nfn finish once\n 0: @f; join w; @g; ret\nfn w once\n 0: @x; call "
		    "help; ret\n"
		    "fn help once\n 0: @y; ret",
		    "a y=before b y=overlap c y=joined d x=before e x=overlap f x=overlap g x=joined");
	made_expect(
	    "fn main once\n 0: call begin; @b; call finish; @c; ret\n"
	    "fn begin once\n 0: spawn w; ret\nfn finish once\n 0: br 1 2\n 1: join w; br 2\n 2: ret\nfn w once\n 0: @x; ret",
	    "c x=overlap");
	made_expect("fn main once\n 0: call begin; @b; ret\nfn begin once\n 0: call deeper; @a; ret\nfn deeper\n 0: spawn w; br "
		    "1 2\n 1: call deeper; br 2\n"
		    " 2: ret\nfn w\n 0: @x; ret",
		    "a x=overlap x x=overlap");
}

/* A function called before and after: its places meet what meets one of the calls. */
static void test_called_twice(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: call log; spawn w; call log; join w; ret\nfn log\n 0: @l; ret\nfn w once\n 0: @x; ret",
		    "l x=overlap l l=same");
	made_expect("fn main once\n 0: call log; spawn w; join w; call log; ret\nfn log\n 0: @l; ret\nfn w once\n 0: @x; ret",
		    "l x=joined");
}

static void test_never_back(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; br 1 2\n 1: exit; stop\n 2: join w; @c; ret\nfn w once\n 0: @x; ret",
		    "c x=joined");
	made_expect("fn main once\n 0: spawn w; br 1 2\n 1: call die; br 3\n 2: join w; br 3\n 3: @c; ret\nfn die quiet\n 0: "
		    "abort; stop\nfn w once\n 0: @x; ret",
		    "c x=joined");
}

static void test_many(void **state)
{
	struct made m;

	(void)state;
	made_run(&m, "fn main once\n 0: spawn v; br 1\n 1: spawn w; br 1 2\n 2: detach v; @m; ret\nfn v once\n 0: @y; ret\nfn "
		     "w\n 0: @x; spawn u; ret\nfn u\n 0: @z; ret");
	assert_int_equal(made_thread(&m, "x")->multiplicity, THREAD_MANY);
	assert_true(made_thread(&m, "x")->self);
	assert_true(made_thread(&m, "z")->self);
	assert_int_equal(made_thread(&m, "z")->creator, made_spot(&m, "x", 0).thread);
	assert_int_equal(made_thread(&m, "y")->multiplicity, THREAD_ONE);
	assert_false(made_thread(&m, "y")->self);
	assert_true(made_thread(&m, "y")->detached);
	assert_false(made_thread(&m, "x")->detached);
	assert_int_equal(made_thread(&m, "m")->creator, 0);
	made_done(&m);
}

/* Whoever starts the next one is past x itself; with a second start the two next ones meet. */
static void test_thread_starts_itself(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; join w; @m; ret\nfn w\n 0: @x; spawn w; @y; ret",
		    "x x=before x y=overlap y y=overlap m x=overlap");
	made_expect("fn main once\n 0: spawn w; join w; @m; ret\nfn w\n 0: @x; spawn w; spawn w; @y; ret",
		    "x x=overlap x y=overlap m x=overlap");
}

static void test_ends_inside(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; join w; @m; ret\nfn w once\n 0: spawn v; br 1 2\n 1: leave; stop\n 2: join v; "
		    "ret\nfn v once\n 0: @x; ret",
		    "m x=overlap");
	made_expect("fn main once\n 0: spawn w; join w; @m; ret\nfn w once\n 0: spawn v; br 1 2\n 1: join v; leave; stop\n 2: "
		    "join v; ret\nfn v once\n 0: @x; ret",
		    "m x=joined");
}

/* Joined by a sibling: over behind that join, behind a join of the sibling, and for who is started then. */
static void test_joined_by_sibling(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn f; spawn g; @a; join g; @b; spawn h; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: "
		    "@w; join f; @y; ret\n"
		    "fn h once\n 0: @z; ret",
		    "x w=overlap x y=joined a x=overlap b x=joined b y=joined x z=joined");
	made_expect("fn main once\n 0: spawn f; spawn g; @a; join g; @b; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: br 1 2\n 1: "
		    "join f; @y; br 2\n 2: ret",
		    "x y=joined b x=overlap");
}

static void test_functions(void **state)
{
	struct made m;
	struct fn_id main, f, g;

	(void)state;
	made_run(
	    &m,
	    "fn main once\n 0: spawn f; join f; spawn g; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: @y; ret\nfn idle\n 0: ret");
	main = m.p->sym.at[made_sym(&m, "main", SYM_FUNCTION).i].fn;
	f = m.p->sym.at[made_sym(&m, "f", SYM_FUNCTION).i].fn;
	g = m.p->sym.at[made_sym(&m, "g", SYM_FUNCTION).i].fn;
	assert_int_equal(threads_functions_apart(m.t, main, f), APART_NOT);
	assert_int_equal(threads_functions_apart(m.t, f, g), APART_JOINED);
	assert_int_equal(threads_functions_apart(m.t, f, f), APART_SAME);
	assert_int_equal(threads_functions_apart(m.t, main, main), APART_SAME);
	assert_int_equal(threads_functions_apart(m.t, f, m.p->sym.at[made_sym(&m, "idle", SYM_FUNCTION).i].fn), APART_PHASE);
	made_done(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_before_and_after),
		cmocka_unit_test(test_figure_1),
		cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_leftovers),
		cmocka_unit_test(test_joined_by_grandparent),
		cmocka_unit_test(test_loop_join_in_round),
		cmocka_unit_test(test_overwritten_handle),
		cmocka_unit_test(test_one_of_two_handles),
		cmocka_unit_test(test_join_on_some_path),
		cmocka_unit_test(test_failed_start),
		cmocka_unit_test(test_same_condition),
		cmocka_unit_test(test_in_callees),
		cmocka_unit_test(test_called_twice),
		cmocka_unit_test(test_never_back),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_thread_starts_itself),
		cmocka_unit_test(test_ends_inside),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_condition_of_several),
		cmocka_unit_test(test_joined_by_sibling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
