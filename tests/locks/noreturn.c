/* A path that does not come back returns no lock: by attribute, by inference of the headers, by an endless loop. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
_Noreturn void fatal(const char *);

int dies(void)
{
	pthread_mutex_lock(&m);
	if (n < 0)
		fatal("negative"); // NOLOCK-LEAK
	pthread_mutex_unlock(&m);
	return 0;
}

int unreachable(void)
{
	pthread_mutex_lock(&m);
	if (n < 0)
		__builtin_unreachable(); // NOLOCK-LEAK
	pthread_mutex_unlock(&m);
	return 0;
}

int sleeps_forever(void)
{
	pthread_mutex_lock(&m);
	while (n < 0)
		;
	if (n > 100)
		for (;;)
			pause(); // NOLOCK-LEAK
	pthread_mutex_unlock(&m);
	return 0;
}

int logs_and_goes_on(void)
{
	pthread_mutex_lock(&m);
	if (n < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&m);
	return 0;
}
