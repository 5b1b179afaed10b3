/* Unit tests of src/code: what rows mean at a call. The truths are those of doc/models.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "make.h"
#include "code/place.h"

static struct arena arena;

static int begin(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static struct models *read_rows(const char *text)
{
	struct models *m = models_read_text(&arena, "t.model", (struct bytes){ text, strlen(text) });

	assert_int_equal(m->complaints, 0);
	return m;
}

/* f(40, null, x): a call with a number, a null pointer and a value that nobody knows. */
struct called {
	struct program *p;
	struct body b;
	const struct inst *call;
	struct ref number, null, value;
};

static struct called make_call(void)
{
	struct called c = { .p = make_unit(&arena, "t.c") };
	struct konst null = { .kind = KONST_NULL };

	c.number = make_number(c.p, 40);
	c.null = ref_make(REF_KONST, c.p->konst.n);
	*vec_add(c.p->arena, &c.p->konst) = null;
	c.value = ref_make(REF_VALUE, 1);
	*vec_add(&arena, &c.b.arg) = ref_make(REF_SYM, 1);
	*vec_add(&arena, &c.b.arg) = c.number;
	*vec_add(&arena, &c.b.arg) = c.null;
	*vec_add(&arena, &c.b.arg) = c.value;
	*vec_add(&arena, &c.b.inst) = (struct inst){ .op = OP_call, .nargs = 4 };
	c.call = &c.b.inst.at[0];
	return c;
}

static enum event_verdict verdict(const struct called *c, const struct models *m, const char *name)
{
	return event_condition(c->p, &c->b, c->call, &model_find(m, name)->when);
}

static void conditions_on_constants_are_decided(void **state)
{
	const struct models *m = read_rows("always  noreturn - -        x\n"
					   "forty   noreturn - a0==40   x\n"
					   "other   noreturn - a0!=40   x\n"
					   "bit     noreturn - a0&0x8   x\n"
					   "nobit   noreturn - a0!&0x8  x\n"
					   "given   noreturn - a1!=null x\n"
					   "missing noreturn - a1==null x\n"
					   "unsure  noreturn - a2==1    x\n"
					   "beyond  noreturn - a7==1    x\n");
	struct called c = make_call();

	(void)state;
	assert_int_equal(verdict(&c, m, "always"), EVENT_YES);
	assert_int_equal(verdict(&c, m, "forty"), EVENT_YES);
	assert_int_equal(verdict(&c, m, "other"), EVENT_NO);
	assert_int_equal(verdict(&c, m, "bit"), EVENT_YES);
	assert_int_equal(verdict(&c, m, "nobit"), EVENT_NO);
	assert_int_equal(verdict(&c, m, "given"), EVENT_NO);
	assert_int_equal(verdict(&c, m, "missing"), EVENT_YES);
	assert_int_equal(verdict(&c, m, "unsure"), EVENT_MAYBE);
	assert_int_equal(verdict(&c, m, "beyond"), EVENT_MAYBE);
	assert_true(event_ends(c.p, &c.b, c.call, model_find(m, "forty")));
	assert_false(event_ends(c.p, &c.b, c.call, model_find(m, "unsure")));
}

static void conditions_on_results_are_comparisons(void **state)
{
	const struct models *m = read_rows("zero  acquire *0 try r==0    x\n"
					   "some  acquire *0 try r!=null x\n"
					   "above acquire *0 try r>0     x\n"
					   "error acquire *0 try r!=err  x\n"
					   "flag  acquire *0     a1&0x4  x\n"
					   "back  release *0     -       x\n");
	struct event_test zero = event_test(&model_find(m, "zero")->when), some = event_test(&model_find(m, "some")->when),
			  above = event_test(&model_find(m, "above")->when), error = event_test(&model_find(m, "error")->when),
			  flag = event_test(&model_find(m, "flag")->when);

	(void)state;
	assert_true(zero.compare == COMPARE_eq && !zero.number && zero.mask == -1);
	assert_true(some.compare == COMPARE_ne && !some.number && some.mask == -1);
	assert_int_equal(above.compare, COMPARE_sgt);
	assert_true(!error.compare && error.error == -1);
	assert_true(flag.compare == COMPARE_ne && flag.mask == 4 && !flag.number);
	assert_true(event_is_told_by_zero(model_find(m, "zero")));
	assert_false(event_is_told_by_zero(model_find(m, "some")));
	assert_true(event_asks_result(model_find(m, "zero")) && !event_asks_argument(model_find(m, "zero")));
	assert_true(event_asks_argument(model_find(m, "flag")) && !event_asks_result(model_find(m, "flag")));
	assert_true(event_is_sure(model_find(m, "back")));
}

static void operands_are_those_of_the_call(void **state)
{
	const struct models *m = read_rows("fill  writes  *2 len=0   - x\n"
					   "part  writes  *2.a       - x\n"
					   "give  returns 2          - x\n"
					   "own   private *r kind=thread - x\n"
					   "hide  private @errno value=0 kind=thread - x\n"
					   "few   writes  *9         - x\n");
	struct called c = make_call();
	const struct model_row *fill = model_find(m, "fill"), *give = model_find(m, "give");

	(void)state;
	assert_int_equal(event_object(&c.b, c.call, &fill->on).bits, c.value.bits);
	assert_int_equal(event_argument(&c.b, c.call, &fill->on).bits, c.value.bits);
	assert_int_equal(ref_kind(event_value(&c.b, c.call, &fill->on)), REF_NONE);
	assert_int_equal(event_bytes(c.p, &c.b, c.call, fill), 40);
	assert_int_equal(ref_kind(event_object(&c.b, c.call, &model_find(m, "part")->on)), REF_NONE);
	assert_int_equal(event_returned(&c.b, c.call, give).bits, c.value.bits);
	assert_int_equal(event_returned_number(give), 3);
	assert_int_equal(ref_kind(event_argument(&c.b, c.call, &model_find(m, "few")->on)), REF_NONE);
	assert_true(event_gives_own(model_find(m, "own")) && !event_hidden(&model_find(m, "own")->on));
	assert_true(event_hidden(&model_find(m, "hide")->on) && !event_gives_own(model_find(m, "hide")));
}

static void objects_are_made(void **state)
{
	const struct models *m = read_rows("new   alloc   r         - x\n"
					   "store alloc   *0        - x\n"
					   "grow  realloc *0        - x\n"
					   "done  free    *0        - x\n");

	(void)state;
	assert_true(event_makes_result(model_find(m, "new")) && events_make_new(model_find(m, "new")));
	assert_true(event_makes_result(model_find(m, "grow")) && !events_make_new(model_find(m, "grow")));
	assert_true(event_stores_made(model_find(m, "store")) && !event_makes_result(model_find(m, "store")));
	assert_false(events_make_result(model_find(m, "done")) || events_make_result(NULL));
}

static void rows_for_functions_outside_end_where_there_is_a_body(void **state)
{
	const struct models *m = read_rows("%external\nf reads *0 - x\n");
	const struct model_row *r = model_find(m, "f");

	(void)state;
	assert_ptr_equal(events_of(&arena, m, "f", false), r);
	assert_null(events_of(&arena, m, "f", true));
	assert_null(events_of(&arena, m, "g", false));
}

/* Every verb of the models is a kind of event. */
static void every_verb_has_a_line(void **state)
{
	const struct model_row take = { .verb = MODEL_ACQUIRE }, give = { .verb = MODEL_RELEASE, .next = &take };

	(void)state;
	assert_true(event_has(&take, TRAIT_LOCKS) && !event_has(&take, TRAIT_GIVES_UP));
	assert_true(event_has(&give, TRAIT_GIVES_UP) && events_have(&give, TRAIT_LOCKS));
	assert_ptr_equal(events_find(&give, EVENT_ACQUIRE), &take);
	assert_null(events_find(&give, EVENT_WAIT));
	assert_false(events_have(NULL, TRAIT_LOCKS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(conditions_on_constants_are_decided, begin, end),
		cmocka_unit_test_setup_teardown(conditions_on_results_are_comparisons, begin, end),
		cmocka_unit_test_setup_teardown(operands_are_those_of_the_call, begin, end),
		cmocka_unit_test_setup_teardown(objects_are_made, begin, end),
		cmocka_unit_test_setup_teardown(rows_for_functions_outside_end_where_there_is_a_body, begin, end),
		cmocka_unit_test_setup_teardown(every_verb_has_a_line, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
