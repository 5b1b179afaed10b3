/* A thread waits, with a lock held, for the end of a second one, which waits for the end of a third one, which needs the lock. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_t early, late;
static int na, nb, nc;

static void *third(void *argument)
{
	pthread_mutex_lock(&a); // WAIT-HOLDING 1
	na++; // NORACE
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument) /* the third is somebody else's */
{
	pthread_join(early, NULL);
	return argument;
}

static void stored(void)
{
	pthread_create(&early, NULL, third, NULL);
	pthread_create(&late, NULL, second, NULL);
	pthread_mutex_lock(&a);
	na++; // NORACE
	pthread_join(late, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&a);
}

static void *grandchild(void *argument)
{
	pthread_mutex_lock(&b); // WAIT-HOLDING 2
	nb++; // NORACE
	pthread_mutex_unlock(&b);
	return argument;
}

static void wait_for(pthread_t t)
{
	pthread_join(t, NULL);
}

static void *child(void *argument) /* the second starts the third itself, and waits for it in a function of its own */
{
	pthread_t t;

	pthread_create(&t, NULL, grandchild, NULL);
	wait_for(t);
	return argument;
}

static void own(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	pthread_mutex_lock(&b);
	nb++; // NORACE
	pthread_join(t, NULL); // WAIT-HOLDING 2
	pthread_mutex_unlock(&b);
}

static void *last(void *argument)
{
	pthread_mutex_lock(&c); // WAIT-HOLDING 3
	nc++; // NORACE
	pthread_mutex_unlock(&c);
	return argument;
}

static void *middle(void *argument)
{
	pthread_t t;

	pthread_create(&t, NULL, last, NULL);
	pthread_join(t, NULL);
	return argument;
}

static void *outer(void *argument)
{
	pthread_t t;

	pthread_create(&t, NULL, middle, NULL);
	pthread_join(t, NULL);
	return argument;
}

static void four(void) /* four of them */
{
	pthread_t t;

	pthread_create(&t, NULL, outer, NULL);
	pthread_mutex_lock(&c);
	nc++; // NORACE
	pthread_join(t, NULL); // WAIT-HOLDING 3
	pthread_mutex_unlock(&c);
}

int main(void)
{
	stored();
	own();
	four();
	return 0;
}
