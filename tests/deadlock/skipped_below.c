/* As skipped_below_mended.c, but the last caller says that the lock is not to be taken, and it is given back all the same. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void enter(int need)
{
	if (need)
		pthread_mutex_lock(&m);
}

static void leave(void)
{
	pthread_mutex_unlock(&m);
}

static void job(int need)
{
	enter(need);
	n++;
	leave(); // UNLOCK-UNHELD
}

int main(void)
{
	job(1);
	job(0);
	return 0;
}
