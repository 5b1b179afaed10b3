/* Whether a lock is taken hangs on a number that is passed on. It is given back only where it was taken: by this function, or by
 * its caller. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void enter(int need)
{
	if (need)
		pthread_mutex_lock(&m); // NOSELF-DEADLOCK
}

static void leave(void)
{
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

static void job(int need)
{
	enter(need);
	n++;
	leave(); // NOUNLOCK-UNHELD
}

int main(void)
{
	job(1);
	pthread_mutex_lock(&m);
	job(0);
	return 0;
}
