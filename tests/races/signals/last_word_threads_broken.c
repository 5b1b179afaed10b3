/* Another thread reads while the handler writes, in main or in itself. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int quit;

static void on_term(int number)
{
	quit = number; // RACE 1
	_exit(1);
}

static void *work(void *argument)
{
	while (!quit) // RACE 1
		continue;
	return argument;
}

int main(void)
{
	pthread_t t;

	signal(SIGTERM, on_term);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
