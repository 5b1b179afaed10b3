/* What runs once, beside a reader that does not ask for it. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int level;

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

	pthread_create(&t, 0, reader, 0);
	pthread_once(&once, set_once);
	pthread_join(t, 0);
	return level;
}
