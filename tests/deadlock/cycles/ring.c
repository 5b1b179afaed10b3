/* Three threads, three locks: each takes its own and then that of the next one. */
#include <pthread.h>

static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, green = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg)
{
	pthread_mutex_lock(&red); // DEADLOCK 1
	pthread_mutex_lock(&green); // DEADLOCK 1
	pthread_mutex_unlock(&green);
	pthread_mutex_unlock(&red);
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(&green); // DEADLOCK 1
	pthread_mutex_lock(&blue); // DEADLOCK 1
	pthread_mutex_unlock(&blue);
	pthread_mutex_unlock(&green);
	return arg;
}

static void *three(void *arg)
{
	pthread_mutex_lock(&blue); // DEADLOCK 1
	pthread_mutex_lock(&red); // DEADLOCK 1
	pthread_mutex_unlock(&red);
	pthread_mutex_unlock(&blue);
	return arg;
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
