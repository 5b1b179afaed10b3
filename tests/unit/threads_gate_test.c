/* Hand-over: semaphores, flags, barriers, once; each beside a twin that hands nothing over. */
#include "threads_make.h"

/* main waits for w's post; w's work before the post is over then, that behind it is not. */
static void test_semaphore(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: sem S 0; spawn w; @a; wait S; @b; ret\nfn w once\n 0: @x; post S; @y; ret",
		    "a x=overlap b x=gate b y=overlap");
	made_expect("fn main once\n 0: sem S 1; spawn w; @a; wait S; @b; ret\nfn w once\n 0: @x; post S; @y; ret", "b x=overlap");
	made_expect("fn main once\n 0: sem S p1; spawn w; @a; wait S; @b; ret\nfn w once\n 0: @x; post S; @y; ret",
		    "b x=overlap");
	made_expect("fn main once\n 0: spawn w; @a; wait S; @b; ret\nfn w once\n 0: @x; post S; @y; ret", "b x=overlap");
}

static void test_semaphore_on_some_path(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: sem S 0; spawn w; br 1 2\n 1: wait S; br 2\n 2: @b; ret\nfn w once\n 0: @x; post S; ret",
		    "b x=overlap");
	made_expect("fn main once\n 0: sem S 0; spawn w; br 1 2\n 1: wait S; br 3\n 2: wait S; br 3\n 3: @b; ret\nfn w once\n 0: "
		    "@x; post S; ret",
		    "b x=gate");
}

/* Somebody else posts, too; or x comes again behind the post. */
static void test_semaphore_of_two(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: sem S 0; spawn w; spawn v; wait S; @b; ret\nfn w once\n 0: @x; post S; ret\nfn v once\n "
		    "0: @y; post S; ret",
		    "b x=overlap b y=overlap");
	made_expect("fn main once\n 0: sem S 0; spawn w; wait S; @b; ret\nfn w once\n 0: br 1\n 1: @x; post S; br 1 2\n 2: ret",
		    "b x=overlap");
	made_expect("fn main once\n 0: sem S 0; br 1\n 1: spawn w; br 1 2\n 2: wait S; @b; ret\nfn w\n 0: @x; post S; ret",
		    "b x=overlap");
}

/* The other way round, in functions that are called, and for what is started behind the wait. */
static void test_semaphore_further(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: sem S 0; spawn w; @a; call open; @c; ret\nfn open once\n 0: post S; ret\n"
		    "fn w once\n 0: call await; @x; call use; spawn v; ret\nfn await once\n 0: wait S; ret\nfn use once\n 0: @u; "
		    "ret\nfn v once\n 0: @y; ret",
		    "a x=gate a u=gate a y=gate c x=overlap c y=overlap");
	made_expect("fn main once\n 0: sem S 0; spawn w; @a; post S; ret\nfn w once\n 0: spawn v; wait S; @x; ret\nfn v once\n "
		    "0: @y; ret",
		    "a x=gate a y=overlap");
}

static void test_flag(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; @a; set F 1; @c; ret\nfn w once\n 0: @z; br 1\n 1: test F 2 1\n 2: @x; ret",
		    "a x=gate a z=overlap c x=overlap");
	made_expect("fn main once\n 0: spawn w; @a; put F 1; @c; ret\nfn w once\n 0: br 1\n 1: test F 2 1\n 2: @x; ret",
		    "a x=overlap");
	made_expect("fn main once\n 0: spawn w; @a; set F 1; @c; ret\nfn w once\n 0: br 1\n 1: plain F 2 1\n 2: @x; ret",
		    "a x=overlap");
	made_expect("fn main once\n 0: spawn w; @a; set F 1; @c; ret\nfn w once\n 0: br 1\n 1: test F 1 2\n 2: @x; ret",
		    "a x=overlap");
}

static void test_flag_of_two(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; spawn v; @a; set F 1; ret\nfn w once\n 0: br 1\n 1: test F 2 1\n 2: @x; ret\nfn "
		    "v once\n 0: set F 1; ret",
		    "a x=overlap");
	made_expect("fn main once\n 0: spawn w; spawn v; @a; set F 1; ret\nfn w once\n 0: br 1\n 1: test F 2 1\n 2: @x; ret\nfn "
		    "v once\n 0: set F 0; ret",
		    "a x=gate");
	made_expect("fn main once\n 0: spawn w; call give F; @a; set F 1; ret\nfn w once\n 0: br 1\n 1: test F 2 1\n 2: @x; "
		    "ret\nfn give once\n 0: ret",
		    "a x=overlap");
}

/* A flag under a lock, as with a condition variable. */
static void test_flag_under_lock(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; @a; lock M; put F 1; unlock M; ret\n"
		    "fn w once\n 0: lock M; br 1\n 1: lock M; plain F 2 1\n 2: unlock M; @x; ret",
		    "a x=gate");
	made_expect("fn main once\n 0: spawn w; @a; lock N; put F 1; unlock N; ret\n"
		    "fn w once\n 0: lock M; br 1\n 1: lock M; plain F 2 1\n 2: unlock M; @x; ret",
		    "a x=overlap");
}

static void test_barrier(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: made B 2; spawn w; @a; barrier B; @b; ret\nfn w once\n 0: @x; barrier B; @y; ret",
		    "a x=overlap a y=barrier b x=barrier b y=overlap");
	made_expect("fn main once\n 0: made B 1; spawn w; @a; barrier B; @b; ret\nfn w once\n 0: @x; barrier B; @y; ret",
		    "a y=overlap b x=overlap");
	made_expect("fn main once\n 0: spawn w; @a; barrier B; @b; ret\nfn w once\n 0: @x; barrier B; @y; ret", "a y=overlap");
	made_expect(
	    "fn main once\n 0: made B 2; made B 1; spawn w; @a; barrier B; @b; ret\nfn w once\n 0: @x; barrier B; @y; ret",
	    "a y=overlap");
	made_expect("fn main once\n 0: made B 2; spawn w; @a; br 1 2\n 1: barrier B; br 2\n 2: @b; ret\nfn w once\n 0: @x; "
		    "barrier B; @y; ret",
		    "b x=overlap a y=barrier");
}

/* Two waits in a loop: the halves of a round stay apart, whatever the round. */
static void test_barrier_in_a_loop(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: made B p1; br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: ret\n"
		    "fn w\n 0: br 1\n 1: @x; barrier B; @y; barrier B; br 1 2\n 2: @z; ret",
		    "x x=overlap x y=barrier y y=overlap z y=barrier z x=overlap");
	made_expect("fn main once\n 0: made B p1; br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: ret\n"
		    "fn w\n 0: br 1\n 1: @x; barrier B; @y; br 1 2\n 2: @z; ret",
		    "x y=overlap");
	made_expect("fn main once\n 0: made B p2; br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: ret\n"
		    "fn w\n 0: br 1\n 1: @x; barrier B; @y; barrier B; br 1 2\n 2: @z; ret",
		    "x y=overlap");
	made_expect(
	    "fn main once\n 0: made B p1; br 1\n 1: head i 0 p1 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: barrier B; ret\n"
	    "fn w\n 0: @x; barrier B; @y; ret",
	    "x y=overlap");
	made_expect(
	    "fn main once\n 0: made B 5; br 1\n 1: head i 0 4 0 2 2 3\n 2: spawnat w T i; next i; br 1\n 3: barrier B; @b; ret\n"
	    "fn w\n 0: @x; barrier B; @y; ret",
	    "x y=barrier b x=barrier b y=overlap");
}

static void test_once(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: spawn w; once O init; @a; ret\nfn w once\n 0: @z; once O init; @x; ret\nfn init\n 0: @i; "
		    "call deep; ret\n"
		    "fn deep\n 0: @d; ret",
		    "i i=once i x=once d a=once i z=overlap d d=once");
	made_expect("fn main once\n 0: spawn w; once O init; @a; ret\nfn w once\n 0: once P init; @x; ret\nfn init\n 0: @i; ret",
		    "i x=overlap i i=overlap");
	made_expect("fn main once\n 0: spawn w; once O init; @a; ret\nfn w once\n 0: call init; @x; ret\nfn init\n 0: @i; ret",
		    "i x=overlap i i=overlap");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_semaphore),
		cmocka_unit_test(test_semaphore_on_some_path),
		cmocka_unit_test(test_semaphore_of_two),
		cmocka_unit_test(test_semaphore_further),
		cmocka_unit_test(test_flag),
		cmocka_unit_test(test_flag_of_two),
		cmocka_unit_test(test_flag_under_lock),
		cmocka_unit_test(test_barrier),
		cmocka_unit_test(test_barrier_in_a_loop),
		cmocka_unit_test(test_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
