/* The twins of table_pointer.c: a pointer to functions that comes out of the list, a member that somebody stores to without naming it, and a word
 * that is copied and called as well. Three of them are any of the four functions, by what the list holds. */
#include "snag_ask.h"

typedef void op(int *);
static void weight_16(int *n) { *n += 1; }
static void weight_8(int *n) { *n += 2; }
static void on_open(int *n) { *n += 3; }
static void on_close(int *n) { *n += 4; }

struct filter { op *on[2]; };
struct tools { long number; op *weight[2]; };
struct weight { op **fn; };
struct slot { op **fn; };

static struct filter filter;
static struct tools tools;
static struct weight weight;
static struct slot slot;
static long kept;
static void *list[16];

static void push(void *p)
{
	int i = 0;

	while (list[i])
		i++;
	list[i] = p;
}

static void *shift(void)
{
	void *p = list[0];

	for (int i = 0; list[i]; i++)
		list[i] = list[i + 1];
	return p;
}

static void by_list(int *n, int named, int k)
{
	weight.fn = named ? tools.weight : shift();
	snag_calls(weight.fn[k]); // ANSWER: on_close on_open weight_16 weight_8
	weight.fn[k](n);
}

static void set(op ***to)
{
	*to = shift();
}

static void by_member(int *n, int named, int k)
{
	slot.fn = tools.weight;
	if (!named)
		set(&slot.fn);
	snag_calls(slot.fn[k]); // ANSWER: on_close on_open weight_16 weight_8
	slot.fn[k](n);
}

static void by_word(int *n, int k)
{
	long *from = shift();
	long word = from[k];

	kept = word;
	snag_calls((op *)word); // ANSWER: on_close on_open weight_16 weight_8
	((op *)word)(n);
}

/* Written for all pointers, and used for functions. */
static void *first(void **from)
{
	void *p = from[0];

	from[0] = from[1];
	return p;
}

static void by_first(int *n)
{
	op *f = (op *)first((void **)filter.on);

	snag_calls(f); // ANSWER: on_close on_open
	f(n);
}

int main(int argc, char **argv)
{
	int n = 0;

	(void)argv;
	tools.weight[0] = weight_16;
	tools.weight[1] = weight_8;
	filter.on[0] = on_open;
	filter.on[1] = on_close;
	push(&filter);
	push(&filter);
	push(argc & 4 ? (void *)tools.weight : (void *)&filter);
	by_list(&n, argc & 2, argc & 1);
	by_member(&n, argc & 2, argc & 1);
	by_word(&n, argc & 1);
	for (int i = 0; i < argc && i < 2; i++)
		by_first(&n);
	return n < 0;
}
