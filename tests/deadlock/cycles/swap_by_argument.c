/* One function, two threads: which lock comes first is decided by what they are started with. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count[2];

static void *worker(void *arg)
{
	if (arg) {
		pthread_mutex_lock(&a); // DEADLOCK 1
		pthread_mutex_lock(&b); // DEADLOCK 1
		count[0]++;
	} else {
		pthread_mutex_lock(&b); // DEADLOCK 1
		pthread_mutex_lock(&a); // DEADLOCK 1
		count[1]++;
	}
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, (void*)1);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
