/* The discipline with one waiting thread: the second start makes a thread run at once. */
// search: --ts 1 race @far @other : not within: 1 waiting threads (--ts), schedules that never resume a thread (--switches)
#include <pthread.h>

static int x, y;

static void *work(void *a)
{
	y = 1;
	if (y == 2)
		x = 1; // @far
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	x = 2; // @other
	return 0;
}
