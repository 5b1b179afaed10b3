/* The same without the second lock: the orders are there, and so are the cycles. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER, e = PTHREAD_MUTEX_INITIALIZER;
static int n, m;

static void *once(void *argument)
{
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	n++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	return argument;
}

static void *back(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	n--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

static void enter(void)
{
	pthread_mutex_lock(&d);
}

static void *once_below(void *argument)
{
	enter(); // DEADLOCK 3
	pthread_mutex_lock(&e); // DEADLOCK 3
	m++; // NORACE
	pthread_mutex_unlock(&e);
	pthread_mutex_unlock(&d);
	return argument;
}

static void *back_below(void *argument)
{
	pthread_mutex_lock(&e); // DEADLOCK 3
	pthread_mutex_lock(&d); // DEADLOCK 3
	m--; // NORACE
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&e);
	return argument;
}

int main(void)
{
	static void *(*const start[])(void *) = { once, back, once_below, back_below };
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, start[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return n + m;
}
