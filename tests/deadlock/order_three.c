/* Three threads and three locks, each pair of locks in one order only: a before b, b before c, c before a. No two of the
 * threads block each other; all three do. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int ab, bc, ca;

static void *one(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	ab++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *two(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&c); // DEADLOCK 1
	bc++;
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(&b);
	return argument;
}

static void *three(void *argument)
{
	pthread_mutex_lock(&c); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	ca++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_create(&t3, NULL, three, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
