/* As in rows_bits.c, but the member that is asked may have changed, is another module's, or is not asked on every way: all modules may be called. A type of
 * its own for each way in which it fails. */
#include <string.h>

enum { LISTENER = 8 };

#define MODULE(name) \
	struct name { \
		struct name *next; \
		void (*fill)(int *); \
		unsigned int flags; \
		int (*check)(int); \
	}; \
	static struct name name##_web = { .fill = fill_web, .flags = 1, .check = check_web }; \
	static struct name name##_tls = { .fill = fill_tls, .flags = LISTENER }

static void fill_web(int *n) { *n += 1; }
static void fill_tls(int *n) { *n += 2; }
static int check_web(int n) { return n; }

MODULE(stored);
MODULE(handed);
MODULE(named);
MODULE(ranged);
MODULE(copied);
MODULE(other);
MODULE(passed);
MODULE(late);
MODULE(moved);
MODULE(set);

static void fill_stored(struct stored *m, int *n)
{
	if (m->flags & LISTENER)
		m->fill(n);
}

static void fill_handed(struct handed *m, int *n)
{
	if (m->flags & LISTENER)
		m->fill(n);
}

static void fill_named(struct named *m, int *n)
{
	if (m->flags & LISTENER)
		m->fill(n);
}

static void fill_ranged(struct ranged *m, int *n)
{
	if (!m->check)
		m->fill(n);
}

static void fill_copied(struct copied *m, int *n)
{
	if (m->flags & LISTENER)
		m->fill(n);
}

static void fill_other(struct other *m, int *n)
{
	if (m->next->flags & LISTENER)
		m->fill(n);
}

static void fill_passed(struct passed *m, int *n)
{
	if (*n > 3)
		goto pass;
	if (m->flags & LISTENER) {
pass:
		m->fill(n);
	}
}

static void fill_late(struct late *m, int *n)
{
	m->fill(n);
	if (m->flags & LISTENER)
		++*n;
}

static struct owner { struct moved *module; } owner;

static void move(struct owner *o, int n)
{
	if (n > 2)
		o->module = o->module->next;
}

static void fill_moved(struct owner *o, int *n)
{
	if (!o->module->check) {
		move(o, *n);
		o->module->fill(n);
	}
}

static void fill_set(struct set *m, int *n)
{
	if (m->flags & LISTENER)
		m->fill(n);
}

static void raise_flags(unsigned int *flags) { *flags |= LISTENER; }

int main(int argc, char **argv)
{
	struct stored *s = argc > 1 ? &stored_web : &stored_tls;
	struct handed *h = argc > 1 ? &handed_web : &handed_tls;
	struct ranged *r = argc > 1 ? &ranged_web : &ranged_tls;
	struct copied c = argc > 1 ? copied_web : copied_tls;
	struct set *t = argc > 1 ? &set_web : &set_tls;
	int n = argc;

	s->flags |= LISTENER;
	raise_flags(&h->flags);
	named_web.flags = LISTENER;
	memset(&r->flags, 0, sizeof *r - __builtin_offsetof(struct ranged, flags));
	c.flags = LISTENER;
	t->fill = fill_web;
	other_web.next = &other_tls;
	moved_tls.next = &moved_web;
	owner.module = argc > 2 ? &moved_web : &moved_tls;
	fill_stored(s, &n);
	fill_handed(h, &n);
	fill_named(argc > 1 ? &named_web : &named_tls, &n);
	fill_ranged(r, &n);
	fill_copied(&c, &n);
	fill_other(argc > 1 ? &other_web : &other_tls, &n);
	fill_passed(argc > 1 ? &passed_web : &passed_tls, &n);
	fill_late(argc > 1 ? &late_web : &late_tls, &n);
	fill_moved(&owner, &n);
	fill_set(t, &n);
	return n > 100 && argv[0];
}

/* dump-has points:fill_stored
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_handed
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_named
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_ranged
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_copied
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_other
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_passed
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_late
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_moved
   call by field { fill_web, fill_tls }
*/
/* dump-has points:fill_set
   call by field { fill_web, fill_tls }
*/
