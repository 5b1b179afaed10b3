/* A function that calls itself gives the lock back at the bottom: behind the call it may be taken again. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void down(int depth)
{
	if (depth == 0) {
		n++;
		return;
	}
	down(depth - 1);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	down(3);
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	pthread_mutex_unlock(&m);
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
