/* What nobody has set is anything: locals, memory of malloc, elements that a loop has not come to. What calloc gives, what an
 * initialiser leaves out and what was written is known. */
// search: race @heap @other : found
// search: race @element @other : found
// search: race @through @other : found
// search: race @half @other : found
// search: --switches 30 --seconds 10 race @zero @other : not within: allocations that succeed
// search: --switches 30 --seconds 10 race @left @other : not within: allocations that succeed
#include <pthread.h>
#include <stdlib.h>

struct box {
	int n;
	struct {
		char c;
		short s;
	} in;
};
static int x;

static int unset(int *p)
{
	return *p;
}

static void *work(void *a)
{
	struct box *heap = malloc(sizeof *heap), *zero = calloc(1, sizeof *zero), copy;
	int local, some[4], filled[4] = { 1 };
	union {
		int whole;
		short half[2];
	} u;

	some[0] = 1;
	heap->in.c = 3;
	copy = *heap;
	u.half[0] = 7;
	if (copy.in.s == 1234)
		x = 1; // @heap
	if (some[2] == -5)
		x = 2; // @element
	if (unset(&local) == 99)
		x = 3; // @through
	if (u.whole == 0x120007)
		x = 4; // @half
	if (copy.in.c != 3 || zero->in.s)
		x = 5; // @zero
	if (filled[3])
		x = 6; // @left
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 9; // @other
	return 0;
}
