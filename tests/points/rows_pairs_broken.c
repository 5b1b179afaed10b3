/* As in rows_pairs.c, but the two are not always stored together, or may change between the question and the call: both may be called. A type of its own for
 * each way in which it fails. */
#include <string.h>

typedef int work(int);

static int tree_weigh(int n) { return n; }
static int tree_up(int n) { return n + 1; }
static int map_up(int n) { return n + 2; }

#define BALANCE(name) \
	struct name { long n; work *weigh, *up; }; \
	static struct name a_##name, b_##name; \
	static void tree_##name(struct name *p) { p->up = tree_up; p->weigh = tree_weigh; } \
	static void map_##name(struct name *p) { p->up = map_up; p->weigh = 0; }

#define UPDATE(name) \
	static int update_##name(struct name *p, int n) \
	{ \
		if (p->weigh) \
			return 0; \
		return p->up(n); \
	}

BALANCE(alone)
BALANCE(split)
BALANCE(changed)
BALANCE(other)
BALANCE(handed)
BALANCE(ranged)
BALANCE(copied)
BALANCE(variable)
BALANCE(passed)
BALANCE(chosen)

UPDATE(alone)
UPDATE(split)
UPDATE(handed)
UPDATE(ranged)
UPDATE(copied)
UPDATE(variable)
UPDATE(chosen)

static struct variable ready = { 0, 0, tree_up };

static void make_split(struct split *p, int n)
{
	p->up = tree_up;
	if (n > 3)
		p->weigh = tree_weigh;
}

static int update_changed(struct changed *p, int n)
{
	if (p->weigh)
		return 0;
	if (n > 5)
		tree_changed(p);
	return p->up(n);
}

static int renew_changed(struct changed *p, int n)
{
	if (p->weigh)
		return 0;
	tree_changed(p);
	return p->up(n);
}

static int update_other(struct other *p, struct other *q, int n)
{
	if (q->weigh)
		return 0;
	return p->up(n);
}

static int update_passed(struct passed *p, int n)
{
	if (n > 3)
		goto pass;
	if (p->weigh)
		return 0;
pass:
	return p->up(n);
}

static void forget(work **which) { *which = 0; }

int main(int argc, char **argv)
{
	struct copied *from = argc > 1 ? &a_copied : &b_copied;
	int n = argc;

	tree_alone(&a_alone); map_alone(&b_alone);
	a_alone.n = argc;
	(argc > 3 ? &a_alone : &b_alone)->weigh = 0;
	tree_split(&a_split); map_split(&b_split);
	make_split(&a_split, n);
	tree_changed(&a_changed); map_changed(&b_changed);
	tree_other(&a_other); map_other(&b_other);
	tree_handed(&a_handed); map_handed(&b_handed);
	forget(&(argc > 3 ? &a_handed : &b_handed)->weigh);
	tree_ranged(&a_ranged); map_ranged(&b_ranged);
	memset(argc > 3 ? &a_ranged : &b_ranged, 0, __builtin_offsetof(struct ranged, up));
	tree_copied(&a_copied); map_copied(&b_copied);
	memcpy(&b_copied, from, __builtin_offsetof(struct copied, up));
	tree_variable(&a_variable); map_variable(&b_variable);
	tree_passed(&a_passed); map_passed(&b_passed);
	tree_chosen(&a_chosen); map_chosen(&b_chosen);
	a_chosen.up = argc > 4 ? tree_up : map_up;
	a_chosen.weigh = argc > 4 ? tree_weigh : 0;
	n += update_alone(argc > 1 ? &a_alone : &b_alone, n);
	n += update_split(argc > 1 ? &a_split : &b_split, n);
	n += update_changed(argc > 1 ? &a_changed : &b_changed, n);
	n += renew_changed(argc > 1 ? &a_changed : &b_changed, n);
	n += update_other(argc > 1 ? &a_other : &b_other, &b_other, n);
	n += update_handed(argc > 1 ? &a_handed : &b_handed, n);
	n += update_ranged(argc > 1 ? &a_ranged : &b_ranged, n);
	n += update_copied(argc > 1 ? &a_copied : &b_copied, n);
	n += update_variable(argc > 1 ? &a_variable : &ready, n);
	n += update_passed(argc > 1 ? &a_passed : &b_passed, n);
	n += update_chosen(argc > 1 ? &a_chosen : &b_chosen, n);
	return n > 100 && argv[0];
}

/* dump-has points:update_alone
   call by field { tree_up, map_up }
*/
/* dump-has points:update_split
   call by field { tree_up, map_up }
*/
/* dump-has points:update_changed
   call by field { tree_up, map_up }
*/
/* dump-has points:renew_changed
   call by field { tree_up, map_up }
*/
/* dump-has points:update_other
   call by field { tree_up, map_up }
*/
/* dump-has points:update_handed
   call by field { tree_up, map_up }
*/
/* dump-has points:update_ranged
   call by field { tree_up, map_up }
*/
/* dump-has points:update_copied
   call by field { tree_up, map_up }
*/
/* dump-has points:update_variable
   call by field { tree_up, map_up }
*/
/* dump-has points:update_passed
   call by field { tree_up, map_up }
*/
/* dump-has points:update_chosen
   call by field { tree_up, map_up }
*/
