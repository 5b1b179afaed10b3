/* One code path: takes a, then b, gives back a and takes it again. Two threads on this path are enough: one between the
 * two, the other one waiting for b with a in hand. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count, sum;

static void *work(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	sum++; // NORACE
	pthread_mutex_unlock(&a);
	sum++; // NORACE
	pthread_mutex_lock(&a); // DEADLOCK 1
	count++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, work, NULL);
	pthread_create(&t2, NULL, work, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
