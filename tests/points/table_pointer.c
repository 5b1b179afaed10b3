/* Arrays of functions in records, used through pointers, in a program that has put everything into one list: by classes all members of all records
 * are one. What counts is whose address the pointer is (src/points/address.c), and that words which are copied are no pointers. */
#include <string.h>
#include "snag_ask.h"

typedef void op(int *);
static void sad_16(int *n) { *n += 1; }
static void sad_8(int *n) { *n += 2; }
static void satd_16(int *n) { *n += 3; }
static void satd_8(int *n) { *n += 4; }
static void weight_16(int *n) { *n += 5; }
static void weight_8(int *n) { *n += 6; }
static void offset_16(int *n) { *n += 7; }
static void on_open(int *n) { *n += 8; }
static void on_close(int *n) { *n += 9; }

struct filter { long number; op *open, *close; struct filter *next; };
struct tools { long number; op *sad[2], *satd[2], *cmp[2], *offset[2]; op **weight; };
struct weight { long scale; op **fn; };
struct vector { int cost; short x, y; };

static op *weights[2] = { weight_16, weight_8 };
static struct filter filter;
static struct tools tools;
static struct weight weight[2];
static void *list[16];

static void push(void *p)
{
	int i = 0;

	while (list[i])
		i++;
	list[i] = p;
}

/* Written for one kind of record, and used for all. */
static struct filter *shift(struct filter **from)
{
	struct filter *p = from[0];

	for (int i = 0; from[i]; i++)
		from[i] = from[i + 1];
	return p;
}

static void prepare(struct tools *t, struct weight *w, int fine)
{
	t->sad[0] = sad_16;
	t->sad[1] = sad_8;
	t->satd[0] = satd_16;
	t->satd[1] = satd_8;
	t->offset[0] = t->offset[1] = offset_16;
	t->weight = weights;
	memcpy(t->cmp, fine ? t->satd : t->sad, sizeof t->cmp);
	w->fn = fine ? t->weight : t->offset;
}

/* Eight bytes at a time, as programs do that know of small records. */
static void swap(void *p, void *q)
{
	long *a = p, *b = q, was = *a;

	*a = *b;
	*b = was;
}

static void run(struct tools *t, const struct weight *w, int *n, int k)
{
	snag_calls(t->cmp[k]); // ANSWER: sad_16 sad_8 satd_16 satd_8
	t->cmp[k](n);
	snag_calls(w->fn[k]); // ANSWER: offset_16 weight_16 weight_8
	w->fn[k](n);
	snag_calls(filter.close); // ANSWER: on_close
	filter.close(n);
}

int main(int argc, char **argv)
{
	struct vector v[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
	int n = 0;

	(void)argv;
	filter.open = on_open;
	filter.close = on_close;
	push(&filter);
	push(&filter.number);
	push(&tools);
	push(&tools.cmp);
	push(weight);
	push(v);
	prepare(&tools, weight, argc > 1);
	swap(&v[0], &v[1]);
	filter.open(&n);
	run(&tools, weight, &n, argc > 2);
	return shift((struct filter **)list) != &filter || n < 0;
}
