/* SIGHUP sets a flag; the main loop reads the configuration again, under the lock that workers read it with. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct table {
	int rows, limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table table = { 4, 100 };
static atomic_int hangup;

static void reload(void)
{
	table.rows = 8; // NORACE
	table.limit = 200; // NORACE
}

static void on_hangup(int number)
{
	(void)number;
	hangup = 1; // NORACE
}

static int allowed(int n)
{
	int yes;

	pthread_mutex_lock(&lock);
	yes = n < table.limit / table.rows; // NORACE
	pthread_mutex_unlock(&lock);
	return yes;
}

static void *worker(void *argument)
{
	int n = 0;

	for (int i = 0; i < 10000; i++)
		n += allowed(i);
	printf("%d\n", n);
	return argument;
}

int main(void)
{
	struct sigaction action;
	pthread_t one, two;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_hangup;
	sigaction(SIGHUP, &action, NULL);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	for (int i = 0; i < 3; i++) {
		pause();
		if (hangup) { // NORACE
			hangup = 0; // NORACE
			pthread_mutex_lock(&lock);
			reload();
			pthread_mutex_unlock(&lock);
		}
	}
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
