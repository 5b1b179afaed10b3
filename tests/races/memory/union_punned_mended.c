/* As union_punned.c, one thread after the other. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
	int kind;
	union {
		struct {
			int low, high;
		} range;
		uint64_t wide;
		struct {
			char pad[4];
			short number;
		} odd;
	} u;
};

union value {
	int i;
	float f;
	long l;
};

static struct node *halves, *apart, *parts;
static union value one, many[4];
static int *as_int = &one.i;
static float *as_float = &one.f;

static void put_int(int *p)
{
	*p = 1; // NORACE
}

static void put_long(long *p)
{
	*p = 1; // NORACE
}

static void *write_first(void *arg)
{
	halves->u.range.high = 1; // NORACE
	apart->u.range.low = 1; // NORACE
	parts->u.wide = 1; // NORACE
	*as_int = 1; // NORACE
	put_int(&many[1].i);
	return arg;
}

int main(void)
{
	pthread_t t;

	halves = calloc(1, sizeof *halves);
	apart = calloc(1, sizeof *apart);
	parts = calloc(1, sizeof *parts);
	if (!halves || !apart || !parts)
		return 1;
	pthread_create(&t, NULL, write_first, NULL);
	pthread_join(t, NULL);
	halves->u.wide = 2; // NORACE
	apart->u.odd.number = 2; // NORACE
	parts->u.odd.number = 2; // NORACE
	*as_float = 2; // NORACE
	put_long(&many[1].l);
	return 0;
}
