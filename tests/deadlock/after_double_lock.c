/* racerx, 6.1: behind a double lock the lock set is empty. Neither an order nor another error comes from what was held before, the
 * lock that was taken twice included. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER, e = PTHREAD_MUTEX_INITIALIZER;
static int n, m;

static void *twice(void *argument)
{
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&a); // SELF-DEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	n++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	return argument;
}

static void *back(void *argument)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); // NODEADLOCK
	n--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

static void enter(void)
{
	pthread_mutex_lock(&d);
}

static void *twice_below(void *argument)
{
	pthread_mutex_lock(&d);
	enter(); // SELF-DEADLOCK
	pthread_mutex_lock(&e); // NODEADLOCK
	m++; // NORACE
	pthread_mutex_unlock(&e);
	pthread_mutex_unlock(&d);
	return argument;
}

static void *back_below(void *argument)
{
	pthread_mutex_lock(&e);
	pthread_mutex_lock(&d); // NODEADLOCK
	m--; // NORACE
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&e);
	return argument;
}

int main(void)
{
	static void *(*const start[])(void *) = { twice, back, twice_below, back_below };
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, start[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return n + m;
}
