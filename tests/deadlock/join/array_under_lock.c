/* A pool is joined in a loop under the lock that its workers take. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m); // WAIT-HOLDING 1
		n++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&m);
	return 0;
}
