// search: --replay 1 deadlock @early : found: confirmed
// search: deadlock @alone : not within
/* Two threads wait for different things on one condition, the early one first: main starts the late one only when it waits. The
 * signal for the early one may go to the late one, whoever has waited longer, and then the early one waits for ever. Nothing
 * of this kind can happen where one thread waits alone, nor with a broadcast. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
static int waiting, go, never;

static void *alone(void *argument)
{
	pthread_mutex_lock(&m);
	while (!go)
		pthread_cond_wait(&d, &m); // @alone
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
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_create(&v, NULL, alone, NULL);
	pthread_join(v, NULL);
	pthread_join(t, NULL);
	return 0;
}
