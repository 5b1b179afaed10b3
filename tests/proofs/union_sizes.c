/* Two members of a union, of different sizes: they share bytes. */
// PROVED: confirmed
#include <pthread.h>
#include <stdlib.h>

union number {
	char c;
	int i;
	long l;
};

union pair {
	struct {
		short low, high;
	} half;
	int whole;
};

static union number a;
static union pair b;
static int y, z;

static void *work(void *x)
{
	union pair *p = x;

	a.c = 1; // RACE 1
	b.half.high = 1; // RACE 2
	p->half.high = 2; // RACE 3
	return x;
}

int main(void)
{
	union pair *p = calloc(1, sizeof *p);
	pthread_t t;

	pthread_create(&t, NULL, work, p);
	a.l = 2; // RACE 1
	y = b.whole; // RACE 2
	z = p->whole; // RACE 3
	pthread_join(t, NULL);
	return y + z;
}
