// search: deadlock @early : not within
/* The twin of signal_other with a broadcast: everybody that waits is woken, and looks again. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
static int waiting, go, never;

static void *alone(void *argument)
{
	pthread_mutex_lock(&m);
	while (!go)
		pthread_cond_wait(&d, &m);
	pthread_mutex_unlock(&m);
	return argument;
}

static void *early(void *argument)
{
	pthread_mutex_lock(&m);
	waiting++;
	while (!go)
		pthread_cond_wait(&c, &m); // @early
	pthread_mutex_unlock(&m);
	return argument;
}

static void *late(void *argument)
{
	pthread_mutex_lock(&m);
	waiting++;
	while (!never)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return argument;
}

static int waiters(void)
{
	int n;

	pthread_mutex_lock(&m);
	n = waiting;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	pthread_t t, u, v;

	pthread_create(&t, NULL, early, NULL);
	if (waiters() != 1)
		return 1;
	pthread_create(&u, NULL, late, NULL);
	if (waiters() != 2)
		return 1;
	pthread_mutex_lock(&m);
	go = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	pthread_create(&v, NULL, alone, NULL);
	pthread_join(v, NULL);
	pthread_join(t, NULL);
	return 0;
}
