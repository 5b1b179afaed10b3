/* Unit tests of src/model: the loader and each of its complaints, lookup, layers, dump, and what the built-in tables say.
 * The meanings of built-in rows are asserted from the manual pages and the kernel's documentation, not from the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "model/model.h"

static struct arena arena;

static int start_test(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	return 0;
}

static int end_test(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static struct models *read_text(const char *text)
{
	return models_read_text(&arena, "t.model", (struct bytes){ text, strlen(text) });
}

static const struct models *builtin(void)
{
	return models_read(&arena, &(struct models_options){ 0 });
}

static void print_complaints(const struct models *m)
{
	for (uint32_t i = 0; i < m->complaint.n; i++)
		print_message("# %s:%u: %s\n", m->complaint.at[i].file, m->complaint.at[i].line, m->complaint.at[i].text);
}

static struct models *read_good(const char *text)
{
	struct models *m = read_text(text);

	print_complaints(m);
	assert_int_equal(m->complaints, 0);
	models_check(m);
	return m;
}

/* The text has exactly one thing wrong with it. */
static void expect_bytes(struct bytes b, uint32_t line, const char *part)
{
	struct models *m = models_read_text(&arena, "t.model", b);

	if (m->complaints != 1 || m->complaint.at[0].line != line || !strstr(m->complaint.at[0].text, part)) {
		print_message("# wanted line %u: ...%s... for: %.200s\n", line, part, b.at);
		print_complaints(m);
		fail();
	}
	assert_string_equal(m->complaint.at[0].file, "t.model");
	models_check(m);
}

static void expect(const char *text, uint32_t line, const char *part)
{
	expect_bytes((struct bytes){ text, strlen(text) }, line, part);
}

/* ---- reading ---- */

static void a_row_is_read_field_by_field(void **state)
{
	struct models *m = read_good(
	    "# comment\n\n  f  wait *0.a.b with *1:2 timed  r!=null  fam # why\ng release @x - fam\nh acquire @x - fam\n");
	const struct model_row *r = model_find(m, "f");

	(void)state;
	assert_non_null(r);
	assert_null(r->next);
	assert_int_equal(r->verb, MODEL_WAIT);
	assert_int_equal(r->on.base, MODEL_ARGUMENT);
	assert_int_equal(r->on.arg, 0);
	assert_int_equal(r->on.deref, 1);
	assert_string_equal(model_string(m, r->on.name), "a.b");
	assert_int_equal(r->with.arg, 1);
	assert_int_equal(r->with.key, 3);
	assert_int_equal(r->flags, MODEL_TIMED);
	assert_int_equal(r->when.test, MODEL_NE);
	assert_int_equal(r->when.base, MODEL_RESULT);
	assert_int_equal(r->when.what, MODEL_NULL);
	assert_string_equal(model_string(m, r->family), "fam");
	assert_string_equal(model_where(&arena, m, r), "t.model:3");
	assert_int_equal(model_highest_arg(r), 3);
	assert_null(model_find(m, "nothing"));
	assert_null(model_find(m, ""));
}

static void conditions_and_lengths_are_read(void **state)
{
	struct models *m =
	    read_good("a block - a1&0x400 x\nb block - a2!&4 x\nc alloc r size=0*1 r!=err x\nd writes *0 len=#16 - x\n"
		      "e reads *1.. - x\nf reads *0 len=str - x\ng alloc *0 size=2 r>=-1 x\nh writes *1 len=r - x\n");

	(void)state;
	assert_int_equal(model_find(m, "a")->when.test, MODEL_ANY_BIT);
	assert_int_equal(model_find(m, "a")->when.arg, 1);
	assert_int_equal(model_find(m, "a")->when.value, 0x400);
	assert_int_equal(model_find(m, "b")->when.test, MODEL_NO_BIT);
	assert_int_equal(model_find(m, "c")->when.what, MODEL_ERR);
	assert_int_equal(model_find(m, "c")->size.kind, MODEL_LEN_PRODUCT);
	assert_int_equal(model_find(m, "c")->size.b, 1);
	assert_int_equal(model_find(m, "c")->on.base, MODEL_RESULT);
	assert_int_equal(model_find(m, "d")->len.kind, MODEL_LEN_CONSTANT);
	assert_int_equal(model_find(m, "d")->len.value, 16);
	assert_true(model_find(m, "e")->on.rest);
	assert_int_equal(model_find(m, "f")->len.kind, MODEL_LEN_STRING);
	assert_int_equal(model_find(m, "g")->when.test, MODEL_GE);
	assert_int_equal(model_find(m, "g")->when.value, -1);
	assert_int_equal(model_find(m, "h")->len.kind, MODEL_LEN_RESULT);
}

static void line_ends_do_not_matter(void **state)
{
	(void)state;
	assert_int_equal(read_good("f noreturn - - x\r\ng none - - x\r\n")->row.n, 2);
	assert_int_equal(read_good("f noreturn - - x")->row.n, 1);
	assert_int_equal(read_good("\xef\xbb\xbf"
				   "f noreturn - - x")
			     ->row.n,
			 1);
	assert_int_equal(read_good("# gr\xc3\xbc\xc3\x9f\x65\n")->row.n, 0);
	assert_int_equal(read_good("")->row.n, 0);
	assert_int_equal(read_good("\n\n\r\n")->row.n, 0);
	assert_int_equal(read_good("f\tnoreturn\t-\t-\tx")->row.n, 1);
}

static void several_rows_of_a_name_are_a_list(void **state)
{
	struct models *m = read_good("z none - - x\nf block - - x\na none - - x\nf writes *0 - x\nf reads *1 - x\n");
	const struct model_row *r = model_find(m, "f");

	(void)state;
	assert_int_equal(r->verb, MODEL_BLOCK);
	assert_int_equal(r->next->verb, MODEL_WRITES);
	assert_int_equal(r->next->next->verb, MODEL_READS);
	assert_null(r->next->next->next);
}

static void declarations_have_name_spaces_of_their_own(void **state)
{
	struct models *m =
	    read_good("multithreaded sys_*\nignore debug_*\nsingle section .init.text\nbenign struct conn.hits\n"
		      "percpu section .data..percpu*\nsys_read block - - x\nstruct work.func task kind=work arg=this - x\n");
	const struct model_row *r;

	(void)state;
	assert_int_equal(model_find(m, "sys_read")->verb, MODEL_BLOCK);
	r = model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, "sys_read");
	assert_int_equal(r->verb, MODEL_MULTITHREADED);
	assert_int_equal(r->family, 0);
	assert_null(model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, "ksys_read"));
	assert_int_equal(model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, "debug_")->verb, MODEL_IGNORE);
	assert_int_equal(model_find_in(m, MODEL_ROOT, MODEL_SECTION, ".init.text")->verb, MODEL_SINGLE);
	assert_null(model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, ".init.text"));
	assert_non_null(model_find_in(m, MODEL_BENIGN_SPACE, MODEL_FIELD, "conn.hits"));
	assert_null(model_find_in(m, MODEL_ROOT, MODEL_FIELD, "conn.hits"));
	assert_non_null(model_find_in(m, MODEL_PERCPU_SPACE, MODEL_SECTION, ".data..percpu..read_mostly"));
	r = model_find_in(m, MODEL_MEANING, MODEL_FIELD, "work.func");
	assert_int_equal(r->verb, MODEL_TASK);
	assert_int_equal(r->kind, MODEL_KIND_WORK);
	assert_int_equal(r->arg.base, MODEL_THIS);
}

static void names_that_are_words_can_be_functions(void **state)
{
	struct models *m = read_good("ignore acquire *0 - x\nsingle release *0 - x\nsection block - - x\n");

	(void)state;
	assert_int_equal(model_find(m, "ignore")->verb, MODEL_ACQUIRE);
	assert_int_equal(model_find(m, "single")->verb, MODEL_RELEASE);
}

/* ---- complaints ---- */

static void spelling_is_checked(void **state)
{
	char line[600];

	(void)state;
	expect("f none - - x\nf2 grab *0 - x\n", 2, "unknown verb 'grab'");
	expect("f acquire *0 blue - x\n", 1, "unknown attribute 'blue'");
	expect("f reads *0 size=1 - x\n", 1, "'size' says nothing about 'reads', which takes: len");
	expect("f downgrade *0 shared - x\n", 1, "'shared' says nothing about 'downgrade'");
	expect("f wait *0 colour=*1 - x\n", 1, "unknown attribute 'colour'");
	expect("f wait *0 timed=1 - x\n", 1, "'timed' takes no value");
	expect("f wait *0 timed timed - x\n", 1, "'timed' twice");
	expect("f wait *0 with - x\n", 1, "'with' needs a value");
	expect("f spawn fn - x\n", 1, "'fn' needs a value");
	expect("f block - r=0 x\n", 1, "unknown condition 'r=0'");
	expect("f block - yes x\n", 1, "unknown condition 'yes'");
	expect("f block - a1&null x\n", 1, "unknown condition");
	expect("f block - a99==1 x\n", 1, "unknown condition");
	expect("f alloc r r==0x x\n", 1, "unknown condition");
	expect("f alloc r r==99999999999999999999 x\n", 1, "unknown condition");
	expect("f free *64 - x\n", 1, "'*64' is no place");
	expect("f free ****0 - x\n", 1, "is no place");
	expect("f free *0. - x\n", 1, "is no place");
	expect("f free *0.a..b - x\n", 1, "is no place");
	expect("f free @ - x\n", 1, "is no place");
	expect("f free 0.field - x\n", 1, "is no place");
	expect("f writes *0 len=x - x\n", 1, "'x' is no length");
	expect("f writes *0 len=#99999999999 - x\n", 1, "is no length");
	expect("f handler fn=1 kind=later - x\n", 1, "unknown kind 'later'");
	expect("f atomic *0 load order=weak - x\n", 1, "unknown order 'weak'");
	expect("f block args=many - x\n", 1, "args= takes the number of parameters");
	expect("f acquire *0\n", 1, "columns");
	expect("f acquire *0 -\n", 1, "4 columns, but a row has five");
	expect("f\n", 1, "unknown declaration 'f'");
	expect("threaded sys_*\n", 1, "unknown declaration 'threaded'");
	expect("single a b\n", 1, "'single' takes one name");
	expect("f none - - -\n", 1, "the last column is the family");
	expect("f none - - a/b\n", 1, "'a/b' is no family");
	expect("f-g none - - x\n", 1, "'f-g' is no name");
	expect("2f none - - x\n", 1, "starts with a digit");
	expect("%include x\n", 1, "bad directive '%include'");
	expect("%external x\n", 1, "bad directive '%external'");
	expect("%needs\n", 1, "bad directive '%needs'");
	snprintf(line, sizeof line, "\nf none - - %0*d\n", MODEL_MAX_LINE, 1);
	expect(line, 2, "the line has");
	expect("f block a b c d e f g h i j k l m n o p q r s t u v w x y - x\n", 1, "more than 24 words");
}

static void bytes_are_checked(void **state)
{
	(void)state;
	expect_bytes((struct bytes){ "f none - - x\0y\n", 15 }, 1, "a NUL byte");
	expect("ok none - - x\nf none - - \xff\n", 2, "byte 0xff is not UTF-8");
	expect("# \xc0\xaf overlong\n", 1, "not UTF-8");
	expect("# \xed\xa0\x80 surrogate\n", 1, "not UTF-8");
	expect("# cut \xe2\x82", 1, "not UTF-8");
	expect("f none - - x\033[1m\n", 1, "control character 0x1b");
	expect("f none - - x\ry none - - x\n", 1, "control character 0x0d");
}

static void globs_are_checked(void **state)
{
	(void)state;
	expect("* none - - x\n", 1, "match almost everything");
	expect("a* none - - x\n", 1, "two literal characters");
	expect("single *\n", 1, "match almost everything");
	expect("ab**c none - - x\n", 1, "two * in a row");
	expect("ab[cd] none - - x\n", 1, "globs know * and ?");
	expect("benign struct conn\n", 1, "write struct tag.field");
}

static void a_row_must_make_sense(void **state)
{
	(void)state;
	expect("f spawn arg=1 - x\n", 1, "'spawn' needs fn=");
	expect("f handler fn=1 - x\n", 1, "'handler' needs kind=");
	expect("f self - - x\n", 1, "'self' needs id=");
	expect("f copies *0 len=2 - x\n", 1, "'copies' needs from=");
	expect("f publish *0 - x\n", 1, "'publish' needs value=");
	expect("f enqueue queue=*0 - x\n", 1, "'enqueue' needs fn= or task=");
	expect("f join - - x\n", 1, "'join' needs a thread or task to join, or all");
	expect("f signal - - x\n", 1, "'signal' needs a place");
	expect("f block *0 - x\n", 1, "'block' acts on no place");
	expect("f atomic *0 - x\n", 1, "needs one of load, store");
	expect("f atomic *0 load store - x\n", 1, "needs one of load, store");
	expect("f atomic load - x\n", 1, "'atomic' needs the place");
	expect("f atomic *0 rmw op=mul value=1 - x\n", 1, "unknown operation 'mul'");
	expect("f atomic *0 rmw op=add value=1 gives=sum - x\n", 1, "unknown result 'sum'");
	expect("f atomic *0 rmw op=add gives=new - x\n", 1, "op=add needs its operand");
	expect("f atomic *0 rmw op=inc value=1 - x\n", 1, "op=inc has no operand");
	expect("f atomic *0 load op=add value=1 - x\n", 1, "op= is what an rmw computes");
	expect("f atomic *0 store value=1 gives=old - x\n", 1, "gives=old contradicts store");
	expect("f atomic *0 store value=1 gives=new - x\n", 1, "gives=new contradicts this row");
	expect("f atomic *0 rmw op=inc gives=done - x\n", 1, "gives=done contradicts an operation that is always done");
	expect("f atomic *0 rmw value=1 unless=old==0 - x\n", 1, "unless= needs an rmw with op=");
	expect("f atomic *0 rmw op=inc unless=new==0 - x\n", 1, "no condition on the old value");
	expect("f atomic *0 rmw op=inc unless=old&1 - x\n", 1, "no condition on the old value");
	expect("f atomic *0 rmw op=add bit value=1 - x\n", 1, "a bit is set with op=or");
	expect("f atomic *0 cmpxchg value=1 gives=done - x\n", 1, "needs expected= and value=");
	expect("f atomic *0 rmw last op=inc gives=zero - x\n", 1, "'last' is a count that falls to 0");
	expect("f atomic *0 rmw last op=dec gives=new - x\n", 1, "'last' is a count that falls to 0");
	expect("f atomic *0 rmw more op=dec gives=zero - x\n", 1, "'more' contradicts gives=zero");
	expect("f atomic *0 rmw op=add value=1 unless=old==a2 args=2 - x\n", 1, "argument 2");
	expect("f disable - - x\ng enable irq - x\n", 1, "needs irq, bh, preempt");
	expect("f acquire *0 shared exclusive - x\ng release *0 - x\n", 1, "contradict each other");
	expect("f acquire *0 try - x\ng release *0 - x\n", 1, "'try' needs a condition");
	expect("f acquire *0 try timed r==0 x\ng release *0 - x\n", 1, "try and timed contradict");
	expect("f signal *0 r==0 x\n", 1, "'signal' does not depend on a value");
	expect("f exit-thread - r==0 x\n", 1, "'exit-thread' does not depend on a value");
	expect("f noreturn - r==0 x\n", 1, "comes before the return");
	expect("f block - r!=0 x\n", 1, "comes before the return");
	expect("f block - a0&0 x\n", 1, "a test of no bits");
	expect("f reads *2 args=2 - x\n", 1, "argument 2 of a function with args=2");
	expect("f writes *0 len=1*3 args=3 - x\n", 1, "argument 3 of a function with args=3");
	expect("f block args=1 a1==0 x\n", 1, "argument 1 of a function with args=1");
	expect("f task kind=work - x\n", 1, "'task' is about a field");
	expect("struct s.f block - - x\n", 1, "a field can only have the verbs 'task' and 'entry'");
	expect("section .text block - - x\n", 1, "unknown verb '.text'");
	expect("f calls fn=0 arg=this - x\n", 1, "a call has none");
}

static void rows_must_agree(void **state)
{
	(void)state;
	expect("f block - - x\ng none - - x\nf block timed - x\n", 3, "'f' is already there at t.model:1");
	expect("f acquire *0 - x\nf acquire *0 shared - x\nf2 release *0 - x\n", 2, "'f' is already there at t.model:1");
	expect("single f\ninterrupt f\n", 2, "'f' is already there at t.model:1");
	expect("f acquire *0 - x\nf release *0 - x\n", 2, "is said to release here and to acquire at t.model:1");
	expect("f init *0 - x\nf destroy *0 - x\n", 2, "is said to destroy here and to init");
	expect("f disable irq - x\nf enable irq - x\n", 2, "is said to enable here and to disable");
	expect("f alloc *0 - x\nf free *0 - x\n", 2, "is said to free here and to alloc");
	expect("f none - - x\nf block - - x\n", 2, "is said to block here and to none");
	read_good("f acquire *0 - x\nf release *1 - x\n");
	read_good("f acquire *0 a1==1 x\nf release *0 a1==0 x\n");
	read_good("f disable irq - x\nf disable bh - y\ng enable irq - x\nh enable bh - y\n");
	read_good("f handler fn=0 kind=exit - x\nf handler fn=1 kind=exit - x\n");
}

static void families_must_be_whole(void **state)
{
	(void)state;
	expect("f acquire *0 - x\ng release *0 - y\nh acquire *0 - y\n", 1, "family 'x' has an acquire but no release");
	expect("f release *0 - x\n", 1, "family 'x' has a release but no acquire");
	expect("f disable irq - x\n", 1, "family 'x' has a disable but no enable");
	expect("f enable irq - x\n", 1, "family 'x' has an enable but no disable");
	expect("l acquire *0 - x\nu release *0 - x\nw wait *0 - x\n", 3, "without its lock: add 'with *1'");
	read_good("w wait *0 - completion\ns signal *0 - completion\n");
}

static void complaints_are_counted_and_capped(void **state)
{
	char *text = arena_alloc(&arena, 20000);
	struct models *m;

	(void)state;
	for (int i = 0; i < 200; i++)
		strcat(text, "f bad - - x\n");
	m = read_text(text);
	assert_int_equal(m->complaints, 200);
	assert_int_equal(m->complaint.n, MODEL_COMPLAINTS);
	assert_int_equal(m->complaint.at[7].line, 8);
	assert_int_equal(m->row.n, 0);
}

/* Hostile tables: as many rows of one name, or globs of one prefix, as fit, must not take quadratic time. */
static void large_tables_are_read_in_time(void **state)
{
	char *text = arena_alloc(&arena, 8 << 20);
	struct models *m;
	size_t n = 0;

	(void)state;
	for (int i = 0; i < 100000; i++)
		n += (size_t)sprintf(text + n, "f reads *0.x%d - x\nab*%06d none - - x\n", i, i);
	m = models_read_text(&arena, "t.model", (struct bytes){ text, n });
	assert_int_equal(m->complaints, 1);
	assert_non_null(strstr(m->complaint.at[0].text, "'f' has more than 32 rows"));
	assert_int_equal(m->row.n, 200000);
	assert_string_equal(model_string(m, model_find(m, "abc004711")->name), "ab*004711");
}

/* ---- lookup ---- */

static void globs_match(void **state)
{
	(void)state;
	assert_true(model_glob_match("atomic_*", "atomic_"));
	assert_true(model_glob_match("*_isr", "uart_isr"));
	assert_true(model_glob_match("a*b*c", "a_b_b_c"));
	assert_true(model_glob_match("a?c", "abc"));
	assert_false(model_glob_match("a?c", "ac"));
	assert_false(model_glob_match("a*b*c", "a_b_b_"));
	assert_false(model_glob_match("abc", "abcd"));
	assert_false(model_glob_match("abcd", "abc"));
	/* would take years if every * were tried against every other */
	assert_false(model_glob_match("a*a*a*a*a*a*a*a*a*a*a*a*b",
				      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

static enum model_verb verb_of(const struct models *m, const char *name)
{
	const struct model_row *r = model_find(m, name);

	return r ? (enum model_verb)r->verb : MODEL_NO_VERB;
}

static void the_most_special_row_wins(void **state)
{
	struct models *m = read_good(
	    "*_add none - - x\nat* block - - x\natomic_* fork - - x\natomic_*_bit noreturn - - x\natomic_add free *0 - x\n"
	    "*_a?d exit-thread - - x\natomic_l?ng_* signal *0 - x\n");

	(void)state;
	assert_int_equal(verb_of(m, "atomic_add"), MODEL_FREE);	       /* exact */
	assert_int_equal(verb_of(m, "atomic_sub"), MODEL_FORK);	       /* longer prefix than at* */
	assert_int_equal(verb_of(m, "atomic_x_bit"), MODEL_NORETURN);  /* same prefix, more literal characters */
	assert_int_equal(verb_of(m, "atomic_long_bit"), MODEL_SIGNAL); /* longest prefix atomic_l */
	assert_int_equal(verb_of(m, "atom"), MODEL_BLOCK);
	assert_int_equal(verb_of(m, "x_add"), MODEL_NONE); /* more literal characters than *_a?d */
	assert_int_equal(verb_of(m, "x_and"), MODEL_EXIT_THREAD);
	assert_int_equal(verb_of(m, "bt"), MODEL_NO_VERB);
}

/* ---- files, layers, tables ---- */

static const char *make_file(const char *dir, const char *name, const char *text)
{
	char *path = arena_format(&arena, "%s/%s", dir, name);
	struct trouble t;

	if (!file_write(path, text, strlen(text), &t))
		fail_msg("%s", t.text);
	return path;
}

static char *make_dir(void)
{
	char *dir = arena_format(&arena, "%s/snag-model-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");

	assert_non_null(mkdtemp(dir));
	return dir;
}

static void a_project_replaces_what_is_built_in(void **state)
{
	char *dir = make_dir();
	const char *a = make_file(dir, "a.model",
				  "pthread_mutex_lock none - - mine\npthread_attr_set* block - - mine\nmy_lock acquire *0 - "
				  "mine\nmy_unlock release *0 - mine\n");
	const char *b = make_file(dir, "b.model", "my_lock acquire *1 - mine\n");
	const char *files[] = { a, b };
	struct trouble t = { "" };
	struct models *m = models_load(&arena, &(struct models_options){ .files = files, .n_files = 2 }, &t);

	(void)state;
	assert_string_equal(t.text, "");
	assert_non_null(m);
	models_check(m);
	assert_int_equal(verb_of(m, "pthread_mutex_lock"), MODEL_NONE);
	assert_null(model_find(m, "pthread_mutex_lock")->next);
	assert_int_equal(verb_of(m, "pthread_mutex_unlock"), MODEL_RELEASE);
	assert_int_equal(verb_of(m, "pthread_attr_setscope"), MODEL_BLOCK);
	assert_int_equal(model_find(m, "my_lock")->on.arg, 1);
	assert_false(model_find(m, "my_lock")->external);
	assert_true(model_find(m, "pthread_mutex_unlock")->external);
	unlink(a);
	unlink(b);
	rmdir(dir);
}

static void the_project_directory_is_read(void **state)
{
	char *dir = make_dir(), *sub = arena_format(&arena, "%s/.snag", dir), *models = arena_format(&arena, "%s/models", sub);
	const char *file[3];
	struct models *m;

	(void)state;
	mkdir(sub, 0700);
	make_file(sub, "models", "one block - - x\n");
	m = models_read(&arena, &(struct models_options){ .no_builtin = true, .project = dir });
	assert_int_equal(m->complaints, 0);
	assert_int_equal(m->row.n, 1);
	unlink(models);
	mkdir(models, 0700);
	file[0] = make_file(models, "z.model", "one noreturn - - x\n");
	file[1] = make_file(models, "a.model", "one fork - - x\n");
	file[2] = make_file(models, "README", "not a table\n");
	m = models_read(&arena, &(struct models_options){ .no_builtin = true, .project = dir });
	assert_int_equal(m->complaints, 0);
	assert_int_equal(verb_of(m, "one"), MODEL_NORETURN); /* z after a */
	for (int i = 0; i < 3; i++)
		unlink(file[i]);
	rmdir(models);
	m = models_read(&arena, &(struct models_options){ .no_builtin = true, .project = dir });
	assert_int_equal(m->complaints + m->row.n, 0);
	rmdir(sub);
	rmdir(dir);
}

static void load_says_where_the_first_mistake_is(void **state)
{
	char *dir = make_dir();
	const char *bad = make_file(dir, "bad.model", "\nf grab *0 - x\ng grab *0 - x\n"), *none = "/nowhere/no.model";
	struct trouble t = { "" };

	(void)state;
	assert_null(models_load(&arena, &(struct models_options){ .files = &bad, .n_files = 1 }, &t));
	assert_non_null(strstr(t.text, "/bad.model:2: unknown verb 'grab'"));
	assert_non_null(strstr(t.text, "(and 1 more)"));
	assert_null(models_load(&arena, &(struct models_options){ .files = &none, .n_files = 1 }, &t));
	assert_non_null(strstr(t.text, "/nowhere/no.model: No such file"));
	unlink(bad);
	rmdir(dir);
}

static bool mentions(void *context, const char *name)
{
	return !strcmp(context, name);
}

static void tables_that_do_not_belong_are_dropped(void **state)
{
	struct models *m = models_read(&arena, &(struct models_options){ 0 });
	char lock[] = "_raw_spin_lock", other[] = "main";

	(void)state;
	assert_int_equal(verb_of(m, "complete"), MODEL_SIGNAL);
	models_select(m, mentions, other);
	models_check(m);
	assert_int_equal(verb_of(m, "complete"), MODEL_NO_VERB);
	assert_int_equal(verb_of(m, "pthread_mutex_lock"), MODEL_ACQUIRE);
	models_select(m, mentions, lock);
	models_check(m);
	assert_int_equal(verb_of(m, "complete"), MODEL_SIGNAL);
	assert_int_equal(verb_of(m, "xQueueReceive"), MODEL_NO_VERB);
}

static void arity_is_checked_against_the_program(void **state)
{
	struct models *m = read_good("f reads *2 - x\nany_* reads *5 - x\n");
	struct trouble t = { "" };

	(void)state;
	assert_true(models_check_arity(m, "f", 3, false, &t));
	assert_true(models_check_arity(m, "f", 0, true, &t));
	assert_true(models_check_arity(m, "unknown", 0, false, &t));
	assert_true(models_check_arity(m, "any_thing", 1, false, &t)); /* a glob cannot know */
	assert_string_equal(t.text, "");
	assert_false(models_check_arity(m, "f", 2, false, &t));
	assert_non_null(strstr(t.text, "t.model:1: the row of 'f' speaks of argument 2"));
}

static char *dump(const struct models *m)
{
	char *text = NULL, *copy;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	models_dump(m, f);
	fclose(f);
	copy = arena_copy(&arena, text, n);
	free(text);
	return copy;
}

static void what_is_dumped_can_be_read_again(void **state)
{
	const struct models *m = builtin();
	char *once = dump(m), *twice;
	struct models *again = models_read_text(&arena, "dump", (struct bytes){ once, strlen(once) });

	(void)state;
	print_complaints(again);
	assert_int_equal(again->complaints, 0);
	assert_int_equal(again->row.n, m->row.n);
	twice = dump(again);
	assert_string_equal(once, twice);
}

static void a_dump_is_by_family(void **state)
{
	struct models *m = read_good(
	    "single z_*\nunlk release *0 irq restore=1 - b\nlk acquire *0:1 irq spin save=r - b\nw block args=2 a1&0x400 a\n"
	    "w2 wait *0 timed with **1.x.y r<=-2 a\nt init *0 recursive-if=a1==1 - a\n");
	char squeezed[1000];
	size_t n = 0;

	(void)state;
	for (const char *s = dump(m); *s; s++)
		if (*s != ' ' || s[1] != ' ')
			squeezed[n++] = *s;
	squeezed[n] = 0;
	assert_string_equal(squeezed,
			    "# name does on when family\n\n# a\nt init *0 recursive-if=a1==1 - a\nw block args=2 a1&0x400 a\n"
			    "w2 wait *0 with **1.x.y timed r<=-2 a\n\n# b\nlk acquire *0:1 save=r spin irq - b\n"
			    "unlk release *0 restore=1 irq - b\n\n# declarations\nsingle z_*\n");
}

/* ---- the built-in tables ---- */

static void built_in_tables_load_without_complaint(void **state)
{
	const struct models *m = builtin();

	(void)state;
	print_complaints(m);
	assert_int_equal(m->complaints, 0);
	assert_true(m->table.n >= 13);
	models_check(m);
}

#include "model_truths.h"

/* What was read when snag was built is what the text says. */
static void what_is_ready_is_what_the_text_says(void **state)
{
	const struct models *ready = builtin(), *text = models_read(&arena, &(struct models_options){ .as_text = true });
	char *dump[2] = { NULL, NULL };
	size_t n[2];
	FILE *f;

	(void)state;
	assert_true(ready->sorted && !text->sorted);
	assert_int_equal(ready->row.n, text->row.n);
	assert_int_equal(ready->table.n, text->table.n);
	for (int i = 0; i < 2; i++) {
		f = open_memstream(&dump[i], &n[i]);
		assert_non_null(f);
		models_dump(i ? text : ready, f);
		fclose(f);
	}
	assert_string_equal(dump[0], dump[1]);
	free(dump[0]);
	free(dump[1]);
	for (uint32_t i = 0; i < text->row.n; i++) {
		assert_int_equal(ready->row.at[i].external, text->row.at[i].external);
		assert_string_equal(model_where(&arena, ready, &ready->row.at[i]), model_where(&arena, text, &text->row.at[i]));
	}
	for (uint32_t i = 0; i < text->table.n; i++) {
		const struct model_table *a = &ready->table.at[i], *b = &text->table.at[i];
		assert_string_equal(a->file, b->file);
		assert_int_equal(a->external, b->external);
		assert_int_equal(a->needs.n, b->needs.n);
		assert_int_equal(a->outside.n, b->outside.n);
		for (uint32_t k = 0; k < b->needs.n; k++)
			assert_string_equal(model_string(ready, a->needs.at[k]), model_string(text, b->needs.at[k]));
		for (uint32_t k = 0; k < b->outside.n; k++)
			assert_string_equal(model_string(ready, a->outside.at[k]), model_string(text, b->outside.at[k]));
	}
}

/* A table of one's own behind it: its rows go before, and names that are there are the same. */
static void what_is_ready_takes_more(void **state)
{
	const char *path = "ready_and_more.model";
	const char *const files[] = { path };
	const struct models *m;
	FILE *f = fopen(path, "w");

	(void)state;
	assert_non_null(f);
	fputs("pthread_mutex_lock none - - mutex\nown_take acquire *0 - own\nown_give release *0 - own\n", f);
	fclose(f);
	m = models_read(&arena, &(struct models_options){ .files = files, .n_files = 1 });
	remove(path);
	assert_int_equal(m->complaints, 0);
	models_check(m);
	assert_int_equal(model_find(m, "pthread_mutex_lock")->verb, MODEL_NONE);
	assert_int_equal(model_find(m, "own_take")->verb, MODEL_ACQUIRE);
	assert_int_equal(model_find(m, "pthread_mutex_unlock")->verb, MODEL_RELEASE);
	assert_int_equal(model_find(builtin(), "pthread_mutex_lock")->verb, MODEL_ACQUIRE); /* what is shared stays as it was */
	assert_null(model_find(builtin(), "own_take"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, start_test, end_test)
		TEST(a_row_is_read_field_by_field),
		TEST(what_is_ready_is_what_the_text_says),
		TEST(what_is_ready_takes_more),
		TEST(conditions_and_lengths_are_read),
		TEST(line_ends_do_not_matter),
		TEST(several_rows_of_a_name_are_a_list),
		TEST(declarations_have_name_spaces_of_their_own),
		TEST(names_that_are_words_can_be_functions),
		TEST(spelling_is_checked),
		TEST(bytes_are_checked),
		TEST(globs_are_checked),
		TEST(a_row_must_make_sense),
		TEST(rows_must_agree),
		TEST(families_must_be_whole),
		TEST(complaints_are_counted_and_capped),
		TEST(large_tables_are_read_in_time),
		TEST(globs_match),
		TEST(the_most_special_row_wins),
		TEST(a_project_replaces_what_is_built_in),
		TEST(the_project_directory_is_read),
		TEST(load_says_where_the_first_mistake_is),
		TEST(tables_that_do_not_belong_are_dropped),
		TEST(arity_is_checked_against_the_program),
		TEST(what_is_dumped_can_be_read_again),
		TEST(a_dump_is_by_family),
		TEST(built_in_tables_load_without_complaint),
		TEST(locks_mean_what_the_manual_says),
		TEST(other_verbs_mean_what_the_manual_says),
		TEST(the_kernel_is_entered_where_it_should),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
