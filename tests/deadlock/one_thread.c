/* Both orders are in one function; two threads run it. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *both(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	total++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	total--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

static void *other(void *argument)
{
	pthread_mutex_lock(&a);
	total = 0;
	pthread_mutex_unlock(&a);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, both, NULL);
	pthread_create(&t2, NULL, both, NULL);
	pthread_create(&t3, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
