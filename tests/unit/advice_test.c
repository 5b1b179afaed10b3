/* Unit tests of src/report/advice and src/ir/overlap: which change is proposed for which finding, and why threads overlap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ir/finding/overlap.h"
#include "report/advice.h"

static struct arena arena;

static int enter(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	return 0;
}

static int leave(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static struct finding_access side(const char *file, uint32_t line, const char *kind, const char *locks)
{
	return (struct finding_access){
		.place = { file, line, 3 }, .function = "f", .kind = kind, .thread = "main", .chain = "f", .locks = locks
	};
}

static const char *fix(struct finding x)
{
	x.object = x.object ? x.object : "";
	x.lock = x.lock ? x.lock : "";
	advice_run(&arena, &x, 1);
	return x.fix;
}

static const char *fix_race(struct finding_access a, struct finding_access b, const char *usual, const char *guard)
{
	struct finding_pair pair = { a, b, NULL };

	return fix((struct finding){
	    .rule = RULE_RACE, .object = "conn.state", .pair = &pair, .npairs = 1, .pairs = 1, .usual = usual, .guard = guard });
}

static void races(void **state)
{
	(void)state;
	/* the usual lock, where it is missing */
	assert_string_equal(fix_race(side("/p/a.c", 41, "write", ""), side("/p/b.c", 88, "read", "pool.lock"), "pool.lock",
				     "12 of 14 accesses hold pool.lock"),
			    "take 'pool.lock' around a.c:41, as 12 of 14 accesses do");
	assert_string_equal(fix_race(side("a.c", 41, "write", "other"), side("b.c", 88, "read", "x, pool.lock (shared)"),
				     "pool.lock", "2 of 3 accesses hold pool.lock"),
			    "take 'pool.lock' around a.c:41, as 2 of 3 accesses do");
	assert_string_equal(
	    fix_race(side("a.c", 41, "write", "pool.lock2"), side("b.c", 88, "read", "my pool.lock"), "pool.lock",
		     "3 of 5 accesses hold pool.lock"),
	    "take 'pool.lock' around a.c:41 and around b.c:88, as 3 of 5 accesses do"); /* names that only look alike */
	/* held for reading by who writes */
	assert_string_equal(fix_race(side("a.c", 41, "write", "l (shared)"), side("b.c", 88, "read", "l (shared)"), "l",
				     "2 of 2 accesses hold l"),
			    "take 'l' for writing, not only for reading, around a.c:41");
	/* nothing is usual: the lock of the other side */
	assert_string_equal(fix_race(side("a.c", 41, "write", ""), side("b.c", 88, "read", "m (shared), n"), "", ""),
			    "take 'm' around a.c:41, as at b.c:88");
	assert_string_equal(fix_race(side("a.c", 41, "write", "m"), side("b.c", 88, "read", ""), NULL, ""),
			    "take 'm' around b.c:88, as at a.c:41");
	assert_string_equal(fix_race(side("a.c", 41, "write", "m"), side("b.c", 88, "read", "n"), "", ""),
			    "take 'm' around b.c:88, as at a.c:41; 'n' does not keep the two apart");
	assert_string_equal(fix_race(side("a.c", 41, "write", "x->lock"), side("b.c", 88, "read", "x->lock"), "x->lock",
				     "2 of 2 accesses hold x->lock"),
			    "guard 'conn.state' with one lock for all threads: 'x->lock' may be a different lock in each");
	/* no lock at all */
	assert_string_equal(fix_race(side("a.c", 41, "write", ""), side("b.c", 88, "read", ""), "", ""),
			    "take one lock around a.c:41 and around b.c:88, or make 'conn.state' atomic");
	assert_string_equal(fix_race(side("a.c", 41, "write", ""), side("a.c", 41, "write", ""), "", ""),
			    "take one lock around a.c:41, or make 'conn.state' atomic");
	assert_string_equal(fix_race(side("a.c", 41, "write", ""), side("b.c", 88, "atomic read", ""), "", ""),
			    "make the access at a.c:41 atomic, like the other one");
	assert_non_null(strstr(fix_race(side("a.c", 41, "free", ""), side("b.c", 88, "read", ""), "", ""),
			       "only when no other thread can reach it"));
	assert_non_null(strstr(fix_race(side("a.c", 41, "free", ""), side("b.c", 88, "read", "m"), "m", "4 of 5 accesses hold m"),
			       "only when no other thread can reach it"));
}

static void wide_values_cannot_be_atomic(void **state)
{
	struct finding_pair pair = { side("a.c", 1, "write", ""), side("a.c", 2, "read", ""), NULL };
	struct finding x = { .rule = RULE_RACE, .object = "big", .pair = &pair, .npairs = 1, .guard = "" };

	(void)state;
	finding_fact(&arena, &x, FACT_non_atomic, 0, NULL);
	assert_non_null(strstr(fix(x), "or make 'big' atomic"));
	finding_fact(&arena, &x, FACT_non_atomic, 1, NULL);
	assert_string_equal(fix(x), "take one lock around a.c:1 and around a.c:2");
	x.pruned = "joined";
	assert_string_equal(fix(x), "");
}

static const char *fix_cycle(const char *const *lock, uint32_t n)
{
	struct finding_edge edge[4];

	for (uint32_t i = 0; i < n; i++)
		edge[i] =
		    (struct finding_edge){ side("d.c", 10 * i + 2, "wants 'x'", lock[i]), { "d.c", 10 * i + 1, 1 }, lock[i] };
	return fix((struct finding){ .rule = RULE_DEADLOCK, .edge = edge, .nedges = n, .place = { "d.c", 2, 1 } });
}

/* a -> b, b -> c, c -> a: with the last thread taking a before c, the order is a, b, c. */
static void deadlocks(void **state)
{
	struct finding_edge wait = { side("w.c", 7, "pthread_join", "m"), { "w.c", 5, 1 }, "m" };

	(void)state;
	assert_string_equal(fix_cycle((const char *const[]){ "a", "b" }, 2), "take 'a' before 'b' at d.c:11, as at d.c:1");
	assert_string_equal(fix_cycle((const char *const[]){ "a", "b", "c" }, 3), "take 'a' before 'c' at d.c:21, as at d.c:1");
	assert_non_null(strstr(fix_cycle((const char *const[]){ "struct dev.lock", "struct dev.lock" }, 2), "in one order only"));
	assert_string_equal(
	    fix((struct finding){ .rule = RULE_WAIT_HOLDING, .lock = "m", .edge = &wait, .nedges = 1, .place = { "w.c", 7, 1 } }),
	    "release 'm' before 'pthread_join' at w.c:7");
}

static const char *fix_noted(uint8_t rule, const char *text)
{
	struct finding_note note = { { "n.c", 3, 1 }, text };

	return fix(
	    (struct finding){ .rule = rule, .lock = "m", .place = { "p.c", 9, 1 }, .note = &note, .nnotes = text[0] != 0 });
}

static void locks(void **state)
{
	(void)state;
	assert_string_equal(fix_noted(RULE_LOCK_LEAK, "acquired here"), "release 'm' before the return at p.c:9");
	assert_string_equal(fix_noted(RULE_SELF_DEADLOCK, "first acquired here"),
			    "do not take 'm' at p.c:9: it has been held since n.c:3; or release it first");
	assert_non_null(strstr(fix_noted(RULE_SELF_DEADLOCK, "acquired here, where the handler may interrupt"),
			       "block the handler while 'm' is held"));
	assert_string_equal(fix_noted(RULE_UNLOCK_UNHELD, "released here before"),
			    "do not release 'm' at p.c:9: it was released at n.c:3 already");
	assert_string_equal(fix_noted(RULE_UNLOCK_UNHELD, "this attempt to lock it failed"),
			    "release 'm' only where the attempt at n.c:3 succeeded");
	assert_string_equal(fix_noted(RULE_UNLOCK_UNHELD, ""), "take 'm' on this path, too, or do not release it at p.c:9");
	assert_string_equal(fix_noted(RULE_INCONSISTENT_LOCK, "used here"), "take 'm' around p.c:9, as at n.c:3");
	for (uint8_t rule = 1; rule < RULES; rule++) /* whatever is missing, something is said or nothing, and nobody dies */
		assert_non_null(fix_noted(rule, ""));
}

/* The facts of a phase stand together, by the names of their criteria; what gave no points is left out. */
static void what_phases_said(void **state)
{
	static const struct finding_score score[] = { { "write", "", "1", 1 }, { "first", "", "1", 2 }, { "flag", "", "0", 0 } };
	struct finding_pair pair = { side("a.c", 1, "write", ""), side("a.c", 2, "read", ""), NULL };
	static const struct finding_ruled ruled = { "joined", 3 };
	struct finding x = { .rule = RULE_RACE,
			     .pair = &pair,
			     .npairs = 1,
			     .score = score,
			     .nscores = 3,
			     .total = 3,
			     .overlap = "both are there",
			     .ruled = &ruled,
			     .nruled = 1 };
	struct said said[SAID_MOST];
	uint32_t n;

	(void)state;
	finding_fact(&arena, &x, FACT_write, 1, NULL);
	finding_fact(&arena, &x, FACT_first, 1, NULL);
	finding_fact(&arena, &x, FACT_flag, 0, NULL);
	n = advice_said(&arena, &x, said);
	assert_int_equal(n, 6);
	assert_string_equal(said[0].phase, "aliasing");
	assert_string_equal(said[1].text, "both are there");
	assert_string_equal(said[2].text, "no common lock, 3 other pairs ruled out (joined), write +1");
	assert_string_equal(said[3].phase, "belief");
	assert_string_equal(said[3].text, "first +2");
	assert_string_equal(said[4].text, "3 points");
	assert_string_equal(said[5].text, "not tried");
}

static struct overlap_side runs(uint8_t kind, uint32_t thread, const char *function, uint32_t start, uint32_t end)
{
	return (struct overlap_side){ .kind = kind,
				      .thread = thread,
				      .function = function,
				      .start = { start ? "/p/s.c" : "", start, 1 },
				      .end = { end ? "/p/e.c" : "", end, 1 } };
}

/* Only signals are signals. */
static void callbacks_are_no_handlers(void **state)
{
	static const struct {
		uint8_t kind;
		const char *text;
	} of[] = {
		{ OVERLAP_LOOP, "'f' is called by an event loop since s.c:7" },
		{ OVERLAP_EXIT, "'f' is called when the process ends since s.c:7" },
		{ OVERLAP_TIMELY, "'f' runs in a thread of its own each time since s.c:7" },
		{ OVERLAP_CALLED, "'f' is registered at s.c:7 and may be called at any time" },
		{ OVERLAP_SOFTIRQ, "'f' runs as a softirq at any time" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct overlap_side x[] = { runs(of[i].kind, 2, "f", 7, 0), runs(OVERLAP_STARTUP, 1, "main", 0, 0) };
		assert_string_equal(overlap_text(&arena, x, 2), of[i].text);
	}
}

/* What is freed cannot be made atomic. */
static void frees_in_a_handler(void **state)
{
	struct finding_pair pair = { side("a.c", 41, "free", ""), side("b.c", 88, "read", "m"), "" };
	struct finding x = { .rule = RULE_RACE, .object = "*buf", .guard = "", .pair = &pair, .npairs = 1 };

	(void)state;
	pair.a.signal = SIGNAL_SEVERAL;
	assert_string_equal(fix(x), "receive the signal in a thread with sigwait, and do there what the handler does at a.c:41");
}

/* Whatever the locks are, nobody is told to take one in a signal handler. */
static void handlers_take_no_lock(void **state)
{
	static const uint8_t sides[][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 2, 0 }, { 0, 2 }, { 2, 2 } };
	static const char *const locks[] = { "", "m", "m (shared)", "m, n" };
	static const uint8_t rule[] = { RULE_ASSERT_HELD, RULE_INCONSISTENT_LOCK, RULE_UNLOCK_UNHELD };

	(void)state;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		for (size_t k = 0; k < 32; k++) {
			struct finding_pair pair = { side("a.c", 1, "write", locks[k & 3]), side("b.c", 2, "read", locks[k >> 2 & 3]),
						     NULL };
			struct finding_fact fact = { FACT_signal_flag, 1, NULL };
			struct finding_edge edge[2];
			struct finding x = { .rule = RULE_RACE, .object = "o", .pair = &pair, .npairs = 1, .usual = "m", .fact = &fact,
					     .guard = "3 of 4 accesses hold m", .nfacts = (uint32_t)k >> 4, .edge = edge, .nedges = 2 };
			pair.a.signal = sides[i][0];
			pair.b.signal = sides[i][1];
			edge[0] = (struct finding_edge){ pair.a, pair.a.place, "m" };
			edge[1] = (struct finding_edge){ pair.b, pair.b.place, "n" };
			assert_null(strstr(fix(x), "take 'm'"));
			assert_null(strstr(fix(x), "take one lock"));
			x.rule = RULE_DEADLOCK;
			assert_null(strstr(fix(x), "take '"));
		}
	for (size_t i = 0; i < sizeof rule; i++) {
		struct finding_fact fact = { FACT_signal, 1, NULL };
		struct finding x = { .rule = rule[i], .lock = "m", .place = { "a.c", 1, 1 }, .fact = &fact, .nfacts = 1 };
		assert_null(strstr(fix(x), "take '"));
		assert_non_null(strstr(fix(x), "signal handler"));
	}
}

static void overlaps(void **state)
{
	struct overlap_side x[] = { runs(OVERLAP_MAIN, 1, "main", 0, 0), runs(OVERLAP_THREAD, 2, "worker", 33, 40) };
	struct overlap_side y[] = { runs(OVERLAP_THREAD, 2, "a", 33, 0), runs(OVERLAP_THREAD, 3, "b", 34, 0) };
	struct overlap_side many = runs(OVERLAP_THREAD, 2, "worker", 33, 0), one[] = { many, many };
	struct overlap_side handler[] = { runs(OVERLAP_SIGNAL, 4, "on_term", 5, 0), x[0] },
			    library = runs(OVERLAP_EXPORT, 1, "", 0, 0);

	(void)state;
	assert_string_equal(overlap_text(&arena, x, 2),
			    "'worker' is started at s.c:33 and waited for at e.c:40, while 'main' keeps running");
	y[0].waits_known = true;
	assert_string_equal(overlap_text(&arena, y, 2),
			    "'a' is started at s.c:33 and never waited for; 'b' is started at s.c:34");
	y[0] = y[1];
	y[0].thread = 9; /* another class, by the calls that lead to its start */
	assert_string_equal(overlap_text(&arena, y, 2), "'b' is started at s.c:34, in more than one way");
	assert_string_equal(overlap_text(&arena, one, 2), ""); /* one thread of which there is one */
	one[0].many = one[1].many = true;
	assert_string_equal(overlap_text(&arena, one, 2), "several threads run 'worker' at the same time, started at s.c:33");
	assert_string_equal(overlap_text(&arena, handler, 2),
			    "'on_term' handles a signal and may run at any time, while 'main' keeps running");
	handler[0].several = handler[0].many = true;
	assert_string_equal(overlap_text(&arena, handler, 2),
			    "'on_term' handles a signal and may run at any time, in any thread, while 'main' keeps running");
	handler[1] = handler[0];
	handler[1].thread = 5; /* the same function for another signal */
	handler[0].several = handler[1].several = handler[0].many = handler[1].many = false;
	assert_string_equal(overlap_text(&arena, handler, 2), "'on_term' handles a signal and may run at any time");
	assert_string_equal(overlap_text(&arena, &library, 1),
			    "what a library exports may be called by several threads at the same time");
	assert_string_equal(overlap_text(&arena, NULL, 0), "");
}

/* A place that some ways reach with the lock and some without is no example for itself; a line of another file is another. */
static void both_sides_on_one_line(void **state)
{
	(void)state;
	assert_string_equal(fix_race(side("a.c", 5, "write", "m"), side("a.c", 5, "write", ""), "", ""),
			    "take 'm' around a.c:5 on every path that leads there, as on some");
	assert_string_equal(fix_race(side("a.c", 5, "write", ""), side("a.c", 5, "read", "m (shared)"), NULL, ""),
			    "take 'm' around a.c:5 on every path that leads there, as on some");
	assert_string_equal(fix_race(side("a.c", 5, "write", "m"), side("a.c", 5, "write", "n"), "", ""),
			    "take 'm' around a.c:5 on every path that leads there, as on some; 'n' does not keep the two apart");
	assert_string_equal(fix_race(side("a.c", 5, "write", ""), side("b.c", 5, "write", ""), "m", "3 of 5 accesses hold m"),
			    "take 'm' around a.c:5 and around b.c:5, as 3 of 5 accesses do");
	assert_string_equal(fix_race(side("a.c", 5, "write", ""), side("b.c", 5, "write", "m"), "", ""),
			    "take 'm' around a.c:5, as at b.c:5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(races, enter, leave),
		cmocka_unit_test_setup_teardown(wide_values_cannot_be_atomic, enter, leave),
		cmocka_unit_test_setup_teardown(both_sides_on_one_line, enter, leave),
		cmocka_unit_test_setup_teardown(frees_in_a_handler, enter, leave),
		cmocka_unit_test_setup_teardown(deadlocks, enter, leave),
		cmocka_unit_test_setup_teardown(locks, enter, leave),
		cmocka_unit_test_setup_teardown(what_phases_said, enter, leave),
		cmocka_unit_test_setup_teardown(overlaps, enter, leave),
		cmocka_unit_test_setup_teardown(callbacks_are_no_handlers, enter, leave),
		cmocka_unit_test_setup_teardown(handlers_take_no_lock, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
