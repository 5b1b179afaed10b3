/* One case of a switch comes back with the lock. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state;

static int step(int command)
{
	pthread_mutex_lock(&m);
	switch (command) {
	case 0:
		state = 1;
		break;
	case 1:
		state = 2;
		break;
	case 2:
		if (state != 2) {
			return -1; // LOCK-LEAK
		}
		state = 0;
		break;
	default:
		pthread_mutex_unlock(&m);
		return 0;
	}
	pthread_mutex_unlock(&m);
	return 1;
}

static void *worker(void *arg)
{
	for (int i = 0; i < 4; i++)
		step(rand() & 3);
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
