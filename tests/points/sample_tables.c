/* Calls as in the sample of doc/field-notes.md that go through tables of functions: a table behind two pointers (hiredis' reader), one table
 * a kind of object (redis' connections), a member that only some tables set, one that none sets (dict types), arrays of records and of functions by an index
 * (haproxy's TLS versions and sample casts). */
#include "snag_ask.h"

struct reply_functions { void *(*make)(long); void (*drop)(void *); };
struct reader { const struct reply_functions *fn; };
struct context { struct reader *reader; };
static long place;
static void *make_reply(long n) { place = n; return &place; }
static void drop_reply(void *p) { *(long *)p = 0; }
static const struct reply_functions defaults = { make_reply, drop_reply };
static struct reader reader = { &defaults };
static struct context context = { &reader };

static void process(struct context *c)
{
	snag_calls(c->reader->fn->make); // ANSWER: make_reply by context
	void *reply = c->reader->fn->make(3);
	snag_calls(c->reader->fn->drop); // ANSWER: drop_reply by context
	c->reader->fn->drop(reply);
}

struct dict_type { unsigned (*hash)(const char *); void *(*dup)(const void *); void (*free_value)(void *); };
struct dict { const struct dict_type *type; unsigned last; };
static unsigned hash_text(const char *s) { return (unsigned)s[0]; }
static unsigned hash_case(const char *s) { return (unsigned)s[0] | 32; }
static void free_text(void *p) { *(char *)p = 0; }
static const struct dict_type names = { hash_text, 0, free_text }, commands = { hash_case, 0, 0 };

static void find(struct dict *d, const char *key)
{
	snag_calls(d->type->hash); // ANSWER: hash_case hash_text by context
	d->last = d->type->hash(key);
}

static void replace(struct dict *d, char *value)
{
	snag_calls(d->type->dup); // ANSWER: by none
	char *copy = d->type->dup ? d->type->dup(value) : value;
	snag_calls(d->type->free_value); // ANSWER: free_text by context
	if (d->type->free_value)
		d->type->free_value(copy);
}

struct version { int flag; int (*set)(int); };
static int set_none(int n) { return n; }
static int set_old(int n) { return n + 1; }
static int set_new(int n) { return n + 2; }
static const struct version versions[] = { { 0, set_none }, { 1, set_old }, { 2, set_new } };
typedef int cast(int);
static int same(int n) { return n; }
static int to_text(int n) { return n + 1; }
static int to_number(int n) { return n - 1; }
static cast *const casts[2][2] = { { same, to_text }, { to_number, same } };

int main(int argc, char **argv)
{
	struct dict a = { &names, 0 }, b = { &commands, 0 };
	char text[2] = "x";
	int sum = 0;

	process(&context);
	find(argc > 1 ? &a : &b, argv[0]);
	replace(argc > 1 ? &a : &b, text);
	snag_calls(versions[argc % 3].set); // ANSWER: set_new set_none set_old by context
	sum += versions[argc % 3].set(argc);
	/* the column is a constant; to `points`, elements of an array are one */
	snag_calls(casts[argc % 2][1]); // ANSWER: same to_text by context
	sum += casts[argc % 2][1](argc);
	return sum > 100;
}

/* dump-has points:process
   call by field { make_reply }
   call by field { drop_reply }
*/
/* dump-has points:find
   call by field { hash_text, hash_case }
*/
/* dump-has points:replace
   call by nothing {}
   call by field { free_text }
*/
/* dump-has points:main
   call by field { set_none, set_old, set_new }
   call by field { same, to_text, to_number }
*/
