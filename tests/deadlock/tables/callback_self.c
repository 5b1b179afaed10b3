/* A callback from a table takes the lock that the caller holds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

typedef void handler(int);

static void add(int by)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n += by;
	pthread_mutex_unlock(&m);
}

static void ignore(int by)
{
	(void)by;
}

static handler *const table[] = { ignore, add };

static void dispatch(int kind)
{
	pthread_mutex_lock(&m);
	table[kind](1);
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	dispatch(1);
	dispatch(0);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
