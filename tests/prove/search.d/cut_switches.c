/* Each thread must be resumed several times before both stand there: with fewer preemptions nobody says "all". */
// search: --switches 1 race @far @other : not within: 1 preemptions (--switches)
// search: --ts 5 race @far @other : not within: schedules that never resume a thread (--switches)
// search: --switches 6 --seconds 60 race @far @other : found
#include <pthread.h>

static volatile int a, b, seen;
static int x;

static void *work(void *unused)
{
	int first = a, second, third;

	second = a;
	third = a;
	if (first == 1 && second == 2 && third == 3)
		x = 1; // @far
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	a = 1;
	a = 2;
	a = 3;
	x = 2; // @other
	return 0;
}
