/* Who waits for no signal gets none. */
// PROVED: assuming
#include <pthread.h>
#include <signal.h>

static sigset_t none;
static int number;

static void *work(void *unused)
{
	sigwait(&none, &number); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	number = 1; // NORACE reported: nothing comes
	pthread_join(t, 0);
	return 0;
}
