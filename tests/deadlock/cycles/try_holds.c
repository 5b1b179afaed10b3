/* One has got the first lock by trying, and then waits for the second one like anybody else. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *first(void *arg)
{
	if (pthread_mutex_trylock(&a)) // DEADLOCK 1
		return arg;
	pthread_mutex_lock(&b); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
