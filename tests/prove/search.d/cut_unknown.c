// A function of which nothing is known may set what has a name for all, whatever it is given. One that is here does what it does.
// search: --switches 30 --seconds 60 race @set @other : not within: functions outside that neither write nor call anything (prepare)
// search: --define prepare=begin --switches 30 --seconds 60 race @set @other : not within: all schedules
// search: --define prepare=begin_three --replay 1 race @set @other : found: confirmed
#include <pthread.h>

void prepare(void);
int mode;
static int x;

void begin(void)
{
	mode = 2;
}

void begin_three(void)
{
	mode = 3;
}

static void *work(void *arg)
{
	if (mode == 3)
		x = 1; // @set
	return arg;
}

int main(void)
{
	pthread_t t;

	prepare();
	pthread_create(&t, NULL, work, NULL);
	x = 2; // @other
	pthread_join(t, NULL);
	return 0;
}
