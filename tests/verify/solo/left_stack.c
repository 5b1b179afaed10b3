/* A thread is given a variable of one that does not wait for it. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	*(int *)arg = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int own = 0;

	pthread_create(&t, NULL, one, &own);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	own++;
	pthread_join(t, NULL);
	return own;
}
