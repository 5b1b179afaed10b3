/* There is no signal 999, and no way to change a mask that is 7. */
// PROVED: none
#include <pthread.h>
#include <signal.h>

static int x, y;

static void *work(void *unused)
{
	sigset_t s;

	sigemptyset(&s);
	if (sigaddset(&s, 999) == 0)
		x++; // NORACE reported
	if (pthread_sigmask(7, &s, NULL) == 0)
		y++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}
