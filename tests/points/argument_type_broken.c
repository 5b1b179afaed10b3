/* As in argument_type.c, but each time something is missing that would tell the two types apart for certain. Both functions may be called. */
#include <string.h>

typedef void use(int, void *);

static int sum;

/* one is a beginning of the other */
struct base { int kind; int n; };
struct derived { int kind; int n; long more; };
static void use_base(int k, void *p) { struct base *b = p; sum += b->n + k; }
static void use_derived(int k, void *p) { struct derived *d = p; sum += (int)d->more + k; }
struct inherits { struct derived d; use *fn; };

static void call_prefix(struct inherits *o, struct base *b)
{
	if (b->n)
		o->fn(b->kind, b);
}

/* the family is asked through the wrong type, as everybody does */
struct in4 { short family; short port; int address; long zero; };
struct in6 { short family; short port; long flow; long address; long scope; };
static void use_in4(int k, void *p) { struct in4 *a = p; sum += a->address + k; }
static void use_in6(int k, void *p) { struct in6 *a = p; sum += (int)a->scope + k; }
struct sockets { long n; use *fn; };

static void call_family(struct sockets *o, struct in4 *a)
{
	if (a->family > 0)
		o->fn(a->port, a);
}

/* and so does the target, by a type that has no more in common */
struct any { short family; short port; long rest[16]; };
static void use_any(int k, void *p) { struct any *a = p; sum += a->family + k; }
struct anys { long a, n; use *fn; };

static void call_any(struct anys *o, struct in4 *a)
{
	if (a->family > 0)
		o->fn(a->address, a);
}

/* or the rest of it is bytes */
struct some { short family; char rest[126]; };
static void use_some(int k, void *p) { struct some *a = p; sum += a->rest[k & 7]; }
struct somes { long a, n, m; use *fn; };

static void call_some(struct somes *o, struct in4 *a)
{
	if (a->family > 0)
		o->fn(a->address, a);
}

/* the target makes something else of the memory, or may not look at it */
struct box { int n; int size; };
struct free_box { struct free_box *next; long n, a; };
static struct free_box *all;
static void use_box(int k, void *p) { struct box *b = p; sum += b->size + k; }
static void use_free(int k, void *p) { struct free_box *f = p; f->next = all; all = f; sum += k; }
static void use_maybe(int k, void *p) { struct free_box *f = p; if (k) sum += (int)f->a; }
static void use_cleared(int k, void *p) { struct free_box *f = p; memset(f, k, sizeof *f); sum += (int)f->n; }
struct boxes { long a, b, n; use *fn; };

static void call_box(struct boxes *o, struct box *b)
{
	if (b->n)
		o->fn(b->size, b);
}

/* the caller's pointer is no pointer to its type */
struct head { int kind; int size; };
struct body { long words; long more, n; };
static void use_head(int k, void *p) { struct head *h = p; sum += h->size + k; }
static void use_body(int k, void *p) { struct body *b = p; sum += (int)b->more + k; }
struct packets { long a, b, c, n; use *fn; };

static void call_packet(struct packets *o, char *bytes)
{
	struct head *h = (struct head *)bytes;

	if (h->kind)
		o->fn(h->size, bytes);
}

/* a function in between may have made something else of it */
struct makes { long a, b, c, d, n; use *fn; };

static void make_body(void *p)
{
	struct body b = { 1, 2, 3 };

	memcpy(p, &b, sizeof b);
}

static void call_made(struct makes *o, struct head *h)
{
	use *fn = o->fn;
	int size = h->size;

	make_body(h);
	fn(size, h);
}

/* what is not alike was not accessed on every way */
struct left { int kind; int size; int n; };
struct right { int kind; long size; long n; };
static void use_left(int k, void *p) { struct left *l = p; sum += l->n + k; }
static void use_right(int k, void *p) { struct right *r = p; sum += (int)r->n + k; }
struct ways { long a, b, c, d, e, n; use *fn; };

static void call_way(struct ways *o, struct left *l)
{
	if (sum)
		sum += l->size;
	o->fn(l->kind, l);
}

int main(int argc, char **argv)
{
	union { struct base base; struct derived derived; struct in4 in4; struct in6 in6; struct any any; struct some some; struct box box; struct free_box free;
		struct head head; struct body body; struct left left; struct right right; char bytes[512]; } u = { 0 };
	struct inherits i = { { 0 }, argc > 1 ? use_base : use_derived };
	struct sockets s = { 0, argc > 1 ? use_in4 : use_in6 };
	struct anys a = { 0, 0, argc > 1 ? use_in4 : use_any };
	struct somes t = { 0, 0, 0, argc > 1 ? use_in4 : use_some };
	struct boxes b = { 0, 0, 0, argc > 1 ? use_box : argc > 2 ? use_free : argc > 3 ? use_maybe : use_cleared };
	struct packets p = { 0, 0, 0, 0, argc > 1 ? use_head : use_body };
	struct makes m = { 0, 0, 0, 0, 0, argc > 1 ? use_head : use_body };
	struct ways w = { 0, 0, 0, 0, 0, 0, argc > 1 ? use_left : use_right };

	call_prefix(&i, &u.base);
	call_family(&s, &u.in4);
	call_any(&a, &u.in4);
	call_some(&t, &u.in4);
	call_box(&b, &u.box);
	call_packet(&p, u.bytes);
	call_made(&m, &u.head);
	call_way(&w, &u.left);
	return sum > 100 && argv[0];
}

/* dump-has points:call_prefix
   call by field { use_base, use_derived }
*/
/* dump-has points:call_family
   call by field { use_in4, use_in6 }
*/
/* dump-has points:call_any
   call by field { use_in4, use_any }
*/
/* dump-has points:call_some
   call by field { use_in4, use_some }
*/
/* dump-has points:call_box
   call by field { use_box, use_free, use_maybe, use_cleared }
*/
/* dump-has points:call_packet
   call by field { use_head, use_body }
*/
/* dump-has points:call_made
   call by field { use_head, use_body }
*/
/* dump-has points:call_way
   call by field { use_left, use_right }
*/
