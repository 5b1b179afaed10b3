/* racerx, the talk, which code is multithreaded: an atomic operation in threaded says that it is, and so is what it calls;
 * of its caller it says nothing. Both functions are called by several threads here, so that the accesses of x are races
 * whoever believes what. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int x;

static void bar(void)
{
	x++; // RACE 1
}

static void threaded(void)
{
	bar();
	atomic_fetch_add(&n, 1);
}

static void non_threaded(void)
{
	x++; // RACE 1
	threaded();
}

static void *thread(void *argument)
{
	non_threaded();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread, NULL);
	pthread_create(&t2, NULL, thread, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
