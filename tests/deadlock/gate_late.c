/* The gate is taken between the two locks: each thread already holds one when it comes to it. */
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	left++;
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&b); // DEADLOCK 1
	right++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&gate);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	right--; // NORACE
	pthread_mutex_lock(&a); // DEADLOCK 1
	left--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
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
