/* A function outside may order what comes before it with what comes behind another one, or may not. */
// search: --define outside=unknown race @data @use : not within: fences and functions outside that order everything
// search: --define outside=nothing --replay 1 race @data @use : found: confirmed;
// search: --define outside=nothing --switches 30 --seconds 60 race @data @none : not within: all schedules: the search is complete
#include <pthread.h>

extern void unknown(void);
static int data, seen;
static volatile int flag;

void nothing(void)
{
}

static void *work(void *a)
{
	data = 1; // @data
	outside();
	flag = 1;
	return a;
}

int main(void)
{
	pthread_t t;

	seen = data; // @none
	pthread_create(&t, 0, work, 0);
	if (flag) {
		outside();
		seen = data; // @use
	}
	return 0;
}
