/* Two global pointers to two locks; they are set before the threads start, and each thread goes by its own order. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *left, *right;

static void *first(void *arg)
{
	pthread_mutex_lock(left); // DEADLOCK 1
	pthread_mutex_lock(right); // DEADLOCK 1
	pthread_mutex_unlock(right);
	pthread_mutex_unlock(left);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	left = &a;
	right = &b;
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
