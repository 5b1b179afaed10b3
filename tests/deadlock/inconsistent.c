/* A variable is guarded by one lock in five places and by another one in the sixth: two locks that are never the same keep
 * nobody apart. */
#include <pthread.h>

static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER, config = PTHREAD_MUTEX_INITIALIZER;
static int requests, level;

static void on_request(void)
{
	pthread_mutex_lock(&stats);
	requests++; // RACE 1
	pthread_mutex_unlock(&stats);
}

static void on_retry(void)
{
	pthread_mutex_lock(&stats);
	requests += 2; // RACE 1
	pthread_mutex_unlock(&stats);
}

static void on_cancel(void)
{
	pthread_mutex_lock(&stats);
	requests--; // RACE 1
	pthread_mutex_unlock(&stats);
}

static int get_requests(void)
{
	int n;

	pthread_mutex_lock(&stats);
	n = requests; // RACE 1
	pthread_mutex_unlock(&stats);
	return n;
}

static void clear(void)
{
	pthread_mutex_lock(&stats);
	requests = 0; // RACE 1
	pthread_mutex_unlock(&stats);
}

static void configure(int n)
{
	pthread_mutex_lock(&config);
	level = n; // NORACE
	requests = n; // RACE 1; INCONSISTENT-LOCK
	pthread_mutex_unlock(&config);
}

static void *server(void *argument)
{
	on_request();
	on_retry();
	if (get_requests() > 5)
		clear();
	on_cancel();
	return argument;
}

static void *console(void *argument)
{
	configure(3);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, server, NULL);
	pthread_create(&t2, NULL, server, NULL);
	pthread_create(&t3, NULL, console, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
