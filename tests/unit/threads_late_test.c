/* What runs without being a thread of the program's own: handlers, tasks, exported functions, interrupts, start-up and exit. */
#include "threads_make.h"

static void test_signal(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: @a; handler h signal; @b; spawn w; ret\nfn h\n 0: @s; ret\nfn w once\n 0: @x; ret",
		    "a s=before b s=overlap x s=overlap s s=overlap");
	made_expect("fn main once\n 0: spawn w; join w; handler h signal; @b; ret\nfn h\n 0: @s; ret\nfn w once\n 0: @x; ret",
		    "x s=joined b s=overlap");
	made_expect("fn main once\n 0: handler h signal; @b; ret\nfn h\n 0: @s; ret", "b s=overlap s s=joined");
	made_expect("fn main once\n 0: handler h signal; handler g signal; ret\nfn h\n 0: @s; ret\nfn g\n 0: @t; ret",
		    "s t=overlap");
}

static void test_notified(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: @a; handler h timer; @b; ret\nfn h\n 0: @s; ret", "a s=before b s=overlap s s=overlap");
}

/* Functions for the end run when main is over: beside what is still running then. */
static void test_exit(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: handler e exit; handler f exit; spawn w; @a; join w; ret\nfn e\n 0: @s; ret\nfn f\n 0: "
		    "@t; ret\nfn w once\n 0: @x; ret",
		    "a s=phase x s=phase s t=phase s s=same");
	made_expect("fn main once\n 0: handler e exit; spawn w; @a; ret\nfn e\n 0: @s; ret\nfn w once\n 0: @x; ret",
		    "a s=phase x s=overlap");
	made_expect("fn main once\n 0: handler e exit; spawn w; @a; br 1 2\n 1: exit; stop\n 2: join w; ret\nfn e\n 0: @s; "
		    "ret\nfn w once\n 0: @x; ret",
		    "a s=phase x s=overlap");
	made_expect("fn main once\n 0: handler e exit; spawn w; @a; br 1 2\n 1: abort; stop\n 2: join w; ret\nfn e\n 0: @s; "
		    "ret\nfn w once\n 0: @x; ret",
		    "a s=phase x s=phase");
	made_expect("fn main once\n 0: handler e exit; @b; spawn w; @a; join w; @c; ret\nfn e\n 0: @s; ret\nfn w once\n 0: br 1 "
		    "2\n 1: exit; stop\n 2: @x; ret",
		    "a s=overlap b s=phase");
}

/* A library's functions may be running in any thread when the process ends. */
static void test_exit_of_a_library(void **state)
{
	(void)state;
	made_expect("export f\nfn f\n 0: @x; handler e exit; ret\nfn e\n 0: @s; ret", "x s=overlap s s=same");
}

/* Destructors and cleanup run inside the thread that ends. */
static void test_in_the_ending_thread(void **state)
{
	(void)state;
	made_expect(
	    "fn main once\n 0: spawn w; @a; join w; @b; ret\nfn w once\n 0: @x; handler c cleanup; ret\nfn c\n 0: @s; ret",
	    "a s=overlap b s=joined x s=same s s=same");
	made_expect("fn main once\n 0: handler d tls; spawn w; @a; spawn v; join w; join v; ret\nfn d\n 0: @s; ret\nfn w once\n "
		    "0: @x; ret\n"
		    "fn v once\n 0: @y; ret",
		    "x s=overlap y s=overlap s s=overlap");
	made_expect("fn main once\n 0: handler d tls; @a; ret\nfn d\n 0: @s; ret", "a s=same s s=same");
}

static void test_tasks(void **state)
{
	(void)state;
	made_expect("fn main once\n 0: task f pool Q; @a; task g pool Q; flush Q; @b; ret\nfn f once\n 0: @x; ret\nfn g once\n "
		    "0: @y; ret",
		    "a x=overlap x y=overlap b x=joined b y=joined");
	made_expect(
	    "fn main once\n 0: task f pool Q; task g pool R; flush R; @b; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
	    "b x=overlap b y=joined");
	made_expect("fn main once\n 0: br 1\n 1: task f pool Q; br 1 2\n 2: flush Q; @b; ret\nfn f\n 0: @x; ret",
		    "x x=overlap b x=joined");
	made_expect("fn main once\n 0: task f loop Q; @a; task g loop Q; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "a x=overlap x y=worker x x=worker");
	made_expect("fn main once\n 0: task f loop Q; @a; task g loop R; ret\nfn f once\n 0: @x; ret\nfn g once\n 0: @y; ret",
		    "x y=overlap");
}

static void test_exported(void **state)
{
	(void)state;
	made_expect("export f\nexport g\nfn f\n 0: @x; spawn w; join w; @y; ret\nfn g\n 0: @z; ret\nfn w\n 0: @t; ret",
		    "x x=overlap x z=overlap y t=overlap x t=overlap t t=overlap");
	made_expect("export f\nsingle s\ninterrupt i\nfn f\n 0: @x; ret\nfn s\n 0: @a; spawn w; @b; ret\nfn w\n 0: @t; ret\nfn "
		    "i\n 0: @k; ret",
		    "a x=phase a a=same a k=phase x k=overlap k k=overlap x t=overlap b t=overlap");
	made_expect("export f\nsingle s\nsingle u\nfn f\n 0: @x; ret\nfn s\n 0: @a; spawn w; @b; join w; @c; ret\nfn u\n 0: @d; "
		    "ret\nfn w\n 0: @t; ret",
		    "b t=overlap c t=phase d t=phase x t=joined a d=same");
}

static void test_together_with_main(void **state)
{
	(void)state;
	made_expect(
	    "single s\nfn main once\n 0: @m; spawn v; ret\nfn s\n 0: @a; spawn w; ret\nfn w\n 0: @t; ret\nfn v once\n 0: @y; ret",
	    "a m=phase a y=phase m t=overlap y t=overlap");
	made_expect("export f\nfn main once\n 0: @m; ret\nfn f\n 0: @x; ret", "m x=overlap x x=overlap");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signal),
		cmocka_unit_test(test_notified),
		cmocka_unit_test(test_exit),
		cmocka_unit_test(test_exit_of_a_library),
		cmocka_unit_test(test_in_the_ending_thread),
		cmocka_unit_test(test_tasks),
		cmocka_unit_test(test_exported),
		cmocka_unit_test(test_together_with_main),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
