/* Two uses with one lock, two with the other: a race, but no belief. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void set(int n)
{
	pthread_mutex_lock(&a);
	value = n; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&a);
}

static void add(int n)
{
	pthread_mutex_lock(&a);
	value += n; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&a);
}

static void scale(int n)
{
	pthread_mutex_lock(&b);
	value *= n; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&b);
}

static void negate(void)
{
	pthread_mutex_lock(&b);
	value = -value; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&b);
}

static void *first(void *argument)
{
	set(1);
	add(2);
	return argument;
}

static void *second(void *argument)
{
	scale(2);
	negate();
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
