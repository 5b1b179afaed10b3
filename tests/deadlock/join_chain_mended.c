/* As join_chain.c; here nobody that is waited for with the lock held waits for one that needs it. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_t early, late;
static int na, nb, nc;

static void *third(void *argument)
{
	pthread_mutex_lock(&a);
	na++; // NORACE
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument) /* waits for nobody: the third may still wait for the lock then */
{
	return argument;
}

static void stored(void)
{
	pthread_create(&early, NULL, third, NULL);
	pthread_create(&late, NULL, second, NULL);
	pthread_mutex_lock(&a);
	na++; // NORACE
	pthread_join(late, NULL); // NOWAIT-HOLDING
	pthread_mutex_unlock(&a);
	pthread_join(early, NULL);
}

static void *grandchild(void *argument)
{
	pthread_mutex_lock(&b);
	nb++; // NORACE
	pthread_mutex_unlock(&b);
	return argument;
}

static void *child(void *argument) /* starts the third one and leaves it to itself */
{
	pthread_t t;

	pthread_create(&t, NULL, grandchild, NULL);
	pthread_detach(t);
	return argument;
}

static void own(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	pthread_mutex_lock(&b);
	nb++; // NORACE
	pthread_join(t, NULL); // NOWAIT-HOLDING
	pthread_mutex_unlock(&b);
}

static void *last(void *argument)
{
	pthread_mutex_lock(&c);
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

static void four(void) /* the lock is given back first */
{
	pthread_t t;

	pthread_create(&t, NULL, outer, NULL);
	pthread_mutex_lock(&c);
	nc++; // NORACE
	pthread_mutex_unlock(&c);
	pthread_join(t, NULL); // NOWAIT-HOLDING
	pthread_mutex_lock(&c); /* all of them are over */
	nc++; // NORACE
	pthread_mutex_unlock(&c);
}

int main(void)
{
	stored();
	own();
	four();
	return 0;
}
