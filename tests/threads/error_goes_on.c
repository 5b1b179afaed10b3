/* error(0, ...) prints and comes back; error(1, ...) does not; error(n, ...) may do either. What stands behind the first and the last is reached, with the locks
 * that were held before. */
#include <error.h>
#include <pthread.h>
#include <stddef.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void prints(void)
{
	pthread_mutex_lock(&m);
	error(0, 0, "goes on");
	snag_held(&m); // ANSWER: must
	pthread_mutex_unlock(&m);
	snag_held(&m); // ANSWER: no
}

static void behind(void)
{
	pthread_mutex_lock(&m);
	snag_held(&m); // ANSWER: unreached
	pthread_mutex_unlock(&m);
}

static void gives_up(int bad)
{
	if (bad > 0) {
		error(1, 0, "does not go on");
		behind();
	}
}

static void may_give_up(int status)
{
	pthread_mutex_lock(&m);
	error(status, 0, "perhaps");
	snag_held(&m); // ANSWER: must
	pthread_mutex_unlock(&m);
}

int main(int argc, char **argv)
{
	(void)argv;
	prints();
	gives_up(argc - 100);
	may_give_up(argc - 1);
	return 0;
}
