/* What was there before is a handler of the system. */
// PROVED: assuming
#include <pthread.h>
#include <signal.h>

static void handle(int n)
{
	(void)n;
}

static int shared;

static void *work(void *a)
{
	struct sigaction new = { .sa_handler = handle }, old = { .sa_flags = 77 };
	
	sigaction(SIGUSR1, &new, &old);
	if (old.sa_flags == 77)
		shared++; // NORACE reported: it is overwritten
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
