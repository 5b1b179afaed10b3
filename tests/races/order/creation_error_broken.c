/* On one way the child is not waited for before the lock is given back. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // RACE 1
	pthread_mutex_unlock(&lock);
	return a;
}

int main(int argc, char **argv)
{
	pthread_t c, o;

	(void)argv;
	pthread_create(&o, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	if (argc > 1) {
		pthread_mutex_unlock(&lock);
		pthread_join(c, NULL);
		pthread_join(o, NULL);
		return 1;
	}
	pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
