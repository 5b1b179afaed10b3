/* Numbers that callers pass decide whether a lock is taken. What no caller passes cannot happen. */
#include <pthread.h>
#include <stddef.h>

#define INIT PTHREAD_MUTEX_INITIALIZER

static pthread_mutex_t m = INIT, some = INIT, things = INIT, last = INIT;
static int n;

static void always(int need)
{
	if (need)
		pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

static void sometimes(int need)
{
	if (need)
		pthread_mutex_lock(&some);
	n++;
	pthread_mutex_unlock(&some); // UNLOCK-UNHELD
}

static void by_mode(int mode)
{
	pthread_mutex_lock(&m);
	n++;
	if (mode < 4)
		pthread_mutex_unlock(&m);
} // NOLOCK-LEAK

static void with_thing(int *thing)
{
	pthread_mutex_lock(&m);
	if (!thing)
		return; // NOLOCK-LEAK
	++*thing;
	pthread_mutex_unlock(&m);
}

static void with_nothing(int *thing)
{
	pthread_mutex_lock(&things);
	if (!thing)
		return; // LOCK-LEAK
	++*thing;
	pthread_mutex_unlock(&things);
}

static void computed(int need)
{
	if (need)
		pthread_mutex_lock(&last);
	n++;
	pthread_mutex_unlock(&last); // UNLOCK-UNHELD
}

int main(int argc, char **argv)
{
	int x = 0;

	(void)argv;
	always(1);
	always(2);
	sometimes(1);
	sometimes(0);
	by_mode(3);
	by_mode(0);
	with_thing(&x);
	with_nothing(&x);
	with_nothing(NULL);
	computed(1);
	computed(argc - 1);
	return 0;
}
