/* What lies between the members of a struct need not stay. */
// search: --define AT=1 --switches 30 race @read @other : not within: padding that keeps its bytes (work)
// search: --define AT=4 --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
// search: --define AT=0 --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
#include <pthread.h>

struct pair {
	char c;
	int i;
};

static struct pair pair;
static int shared;

static void *work(void *unused)
{
	pair.c = 0;
	if (((unsigned char *)&pair)[AT])
		shared = 1; // @read
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared = 2; // @other
	return 0;
}
