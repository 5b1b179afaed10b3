/* A handler that another thread replaces, or installs anew, while it may be about to begin: what has not begun does not come, what
 * has begun goes on. */
// PROVED: confirmed
#include <pthread.h>
#include <signal.h>

static int x;
static volatile sig_atomic_t calls;

static void first(int n)
{
	x = n; // RACE 1
}

static void second(int n)
{
	calls = n;
}

static void *work(void *a)
{
	signal(SIGUSR1, second);
	signal(SIGUSR1, first);
	return a;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, first);
	pthread_create(&t, NULL, work, NULL);
	signal(SIGUSR1, first);
	x = 5; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
