/* As function_pointers.c; only with_a is ever given something to do. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void with_a(void (*then)(void))
{
	pthread_mutex_lock(&a); // NODEADLOCK
	in_a++; // NORACE
	if (then)
		then();
	pthread_mutex_unlock(&a);
}

static void with_b(void (*then)(void))
{
	pthread_mutex_lock(&b); // NODEADLOCK
	in_b++; // NORACE
	if (then)
		then();
	pthread_mutex_unlock(&b);
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
	with_b(NULL);
	with_a(only_b);
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
