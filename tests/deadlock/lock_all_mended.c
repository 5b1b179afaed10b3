/* As lock_all.c; both take them in the same order, in a loop of their own. */
#include <pthread.h>

enum { WORKERS = 4 };

static pthread_mutex_t lock[WORKERS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER;
static int stopped;

static void stop_up(void)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_mutex_lock(&lock[i]); // NODEADLOCK
}


static void stop_again(void)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_mutex_lock(&lock[i]); // NODEADLOCK
}

static void go_on(void)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_mutex_unlock(&lock[i]);
}

static void *reload(void *argument)
{
	pthread_mutex_lock(&config_lock);
	stop_up();
	stopped++; // NORACE
	go_on();
	pthread_mutex_unlock(&config_lock);
	return argument;
}

static void *drain(void *argument)
{
	stop_again();
	stopped++; // NORACE
	go_on();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, reload, NULL);
	pthread_create(&t2, NULL, drain, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
