/* The second lock of the first thread is taken six calls below the first one. */
#include <pthread.h>

static pthread_mutex_t timer = PTHREAD_MUTEX_INITIALIZER, route = PTHREAD_MUTEX_INITIALIZER;
static int expired, routes;

static void select_address(void)
{
	pthread_mutex_lock(&route); // DEADLOCK 1
	routes++; // NORACE
	pthread_mutex_unlock(&route);
}

static void prefer_source(int n)
{
	if (n > 1)
		select_address();
}

static void output_slow(int n)
{
	prefer_source(n + 1);
}

static void output_key(int n)
{
	if (n)
		output_slow(n);
}

static void send_report(int n)
{
	output_key(n);
}

static void report(int n)
{
	if (n >= 0)
		send_report(n);
}

static void *expire(void *argument)
{
	pthread_mutex_lock(&timer); // DEADLOCK 1
	report(++expired); // NORACE
	pthread_mutex_unlock(&timer);
	return argument;
}

static void *reroute(void *argument)
{
	pthread_mutex_lock(&route); // DEADLOCK 1
	routes = 0; // NORACE
	pthread_mutex_lock(&timer); // DEADLOCK 1
	expired = 0; // NORACE
	pthread_mutex_unlock(&timer);
	pthread_mutex_unlock(&route);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, expire, NULL);
	pthread_create(&t2, NULL, reroute, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
