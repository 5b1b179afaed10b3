/* As inconsistent.c; the sixth place takes the lock of the others for it. */
#include <pthread.h>

static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER, config = PTHREAD_MUTEX_INITIALIZER;
static int requests, level;

static void on_request(void)
{
	pthread_mutex_lock(&stats);
	requests++; // NORACE
	pthread_mutex_unlock(&stats);
}

static void on_retry(void)
{
	pthread_mutex_lock(&stats);
	requests += 2; // NORACE
	pthread_mutex_unlock(&stats);
}

static void on_cancel(void)
{
	pthread_mutex_lock(&stats);
	requests--; // NORACE
	pthread_mutex_unlock(&stats);
}

static int get_requests(void)
{
	int n;

	pthread_mutex_lock(&stats);
	n = requests; // NORACE
	pthread_mutex_unlock(&stats);
	return n;
}

static void clear(void)
{
	pthread_mutex_lock(&stats);
	requests = 0; // NORACE
	pthread_mutex_unlock(&stats);
}

static void configure(int n)
{
	pthread_mutex_lock(&config);
	level = n; // NORACE
	pthread_mutex_unlock(&config);
	pthread_mutex_lock(&stats);
	requests = n; // NORACE; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&stats);
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
