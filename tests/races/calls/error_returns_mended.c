/* As error_returns.c; with another status it ends the program. */
#include <errno.h>
#include <error.h>
#include <pthread.h>

static int printed;

static void *worker(void *argument)
{
	error(1, EAGAIN, "once more");
	printed++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return printed; // NORACE
}
