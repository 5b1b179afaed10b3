/* Which lock a step takes depends on the function that is passed in: run(take_a, take_b) and run(take_b, take_a). */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void with_a(void (*then)(void))
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	in_a++; // NORACE
	if (then)
		then();
	pthread_mutex_unlock(&a);
}

static void with_b(void (*then)(void))
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	in_b++; // NORACE
	if (then)
		then();
	pthread_mutex_unlock(&b);
}

static void only_a(void)
{
	with_a(NULL);
}

static void only_b(void)
{
	with_b(NULL);
}

static void *first(void *argument)
{
	with_a(only_b);
	return argument;
}

static void *second(void *argument)
{
	with_b(only_a);
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
