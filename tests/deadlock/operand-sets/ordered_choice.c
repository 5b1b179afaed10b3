/* Which of the two comes first is decided by a flag that another thread turns round. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int reverse;

static void *worker(void *arg)
{
	pthread_mutex_t *x = reverse ? &b : &a, *y = reverse ? &a : &b;

	pthread_mutex_lock(x); // DEADLOCK 1 missed: the same two calls are told of for one thread alone
	pthread_mutex_lock(y); // DEADLOCK 1 missed; SELF-DEADLOCK: it is turned round between the two tests
	reverse = !reverse;
	pthread_mutex_unlock(y);
	pthread_mutex_unlock(x);
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
