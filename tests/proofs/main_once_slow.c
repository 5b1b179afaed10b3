/* What runs once, beside a reader that does not ask for it. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int level;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void set_once(void)
{
	level = 1; // RACE 1
}

static void *reader(void *p)
{
	if (level) // RACE 1
		return p;
	return 0;
}

int main(void)
{
	pthread_t t;

	wait_for_input();
	pthread_create(&t, 0, reader, 0);
	pthread_once(&once, set_once);
	pthread_join(t, 0);
	return level;
}
