/* Members of a union that share bytes and have different sizes and offsets: what one thread writes by one of them another one reads
 * by another, through pointers to numbers. */
// search: --define MEMBER=high --switches 30 --replay 1 race @written @hit : found: confirmed;
// search: --define MEMBER=low --switches 30 --seconds 60 race @written @hit : not within: all schedules: the search is complete
#include <pthread.h>

union both {
	struct {
		short low, high;
	} half;
	int whole;
};

static union both shared[2];
static int x;

static void put(short *p)
{
	*p = 1;
}

static int get(const int *p)
{
	return *p;
}

static void *work(void *a)
{
	put(&shared[1].half.MEMBER);
	x = 1; // @written
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if (get(&shared[1].whole) >> 16)
		x = 2; // @hit
	return 0;
}
