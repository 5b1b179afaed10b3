/* Calls as in the sample of doc/field-notes.md of what was registered before: functions that a table in a section hands to functions which put them on lists
 * (haproxy's REGISTER_SERVER_DEINIT), an action that a parser chose (its rules), a member that only a module from outside sets (redis). */
#include <stdlib.h>
#include "snag_ask.h"

struct call { void (*const fn)(void *, void *); void *arg, *arg2; };
#define CALL(name, f, a) static const struct call *name __attribute__((used, section("initcalls"))) = &(const struct call){ (void (*)(void *, void *))f, (void *)(a), 0 }
extern const struct call *__start_initcalls, *__stop_initcalls;

struct check { struct check *next; int (*fn)(void); };
struct leave { struct leave *next; void (*fn)(int *); };
static struct check *checks;
static struct leave *leaves;

static void register_check(int (*fn)(void))
{
	struct check *c = malloc(sizeof *c);
	*c = (struct check){ checks, fn };
	checks = c;
}

static void register_leave(void (*fn)(int *))
{
	struct leave *l = malloc(sizeof *l);
	*l = (struct leave){ leaves, fn };
	leaves = l;
}

static int check_ports(void) { return 0; }
static int check_names(void) { return 0; }
static void leave_pools(int *n) { ++*n; }
static int started;
static void start(int *n) { ++*n; }
CALL(one, register_check, check_ports);
CALL(two, register_check, check_names);
CALL(three, register_leave, leave_pools);
CALL(four, start, &started);

struct rule { int (*action)(struct rule *); int n; };
static int accept_it(struct rule *r) { return r->n; }
static int refuse(struct rule *r) { return -r->n; }
static void parse_accept(struct rule *r) { r->action = accept_it; }
static void parse_refuse(struct rule *r) { r->action = refuse; }
static const struct keyword { const char *word; void (*parse)(struct rule *); } keywords[] = { { "accept", parse_accept }, { "refuse", parse_refuse } };

struct module_type { void (*defrag)(int *); };
struct module_type *__attribute__((weak)) registered_type(void);

/* nothing in the program sets it, and no memory of the program is there */
static void defrag(const struct module_type *t, int *n)
{
	snag_calls(t->defrag); // ANSWER: by none
	if (t && t->defrag)
		t->defrag(n);
}

int main(int argc, char **argv)
{
	struct rule r = { 0, 1 };
	int sum = 0;

	for (const struct call **c = &__start_initcalls; c < &__stop_initcalls; c++) {
		snag_calls((*c)->fn); // ANSWER: register_check register_leave start by field
		(*c)->fn((*c)->arg, (*c)->arg2);
	}
	for (struct check *c = checks; c; c = c->next) {
		snag_calls(c->fn); // ANSWER: check_names check_ports
		sum += c->fn();
	}
	snag_calls(keywords[argc % 2].parse); // ANSWER: parse_accept parse_refuse by context
	keywords[argc % 2].parse(&r);
	snag_calls(r.action); // ANSWER: accept_it refuse
	sum += r.action(&r);
	for (struct leave *l = leaves; l; l = l->next) {
		snag_calls(l->fn); // ANSWER: leave_pools
		l->fn(&sum);
	}
	if (registered_type)
		defrag(registered_type(), &sum);
	return sum > 1000 || !argv[0];
}

/* dump-has points:main
   call by field { register_check, register_leave, start }
   call by field { check_ports, check_names }
   call by field { parse_accept, parse_refuse }
   call by field { accept_it, refuse }
   call by field { leave_pools }
*/
