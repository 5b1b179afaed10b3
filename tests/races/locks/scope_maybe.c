/* A scope that has a lock or none: its variable is null where nothing was locked. */
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void scope_leave(pthread_mutex_t **m)
{
	if (*m)
		pthread_mutex_unlock(*m); // NOUNLOCK-UNHELD
}

static int add(int by, int quiet)
{
	__attribute__((cleanup(scope_leave))) pthread_mutex_t *scope = NULL;

	if (quiet)
		return by;
	pthread_mutex_lock(&lock); // NOSELF-DEADLOCK
	scope = &lock;
	n += by; // NORACE
	return n; // NORACE
}

static void *worker(void *a)
{
	for (int i = 0; i < 10; i++)
		add(i, i & 1);
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
