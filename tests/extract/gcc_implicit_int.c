/* No type is int, for variables, results and parameters of the old kind. */
#include <pthread.h>

static hits, guarded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static count(by, twice)
register by;
{
	hits += by * twice; // RACE 1
	pthread_mutex_lock(&lock);
	guarded += by; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
	count(1, 2);
	return arg;
}

main()
{
	pthread_t t;
	auto i = 1;

	pthread_create(&t, 0, worker, 0);
	count(i, 1);
	pthread_join(t, 0);
	return hits + guarded; // NORACE
}
