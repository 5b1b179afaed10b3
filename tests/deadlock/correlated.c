/* Whether a is taken depends on a flag, tested twice; with the flag set, a is held when b is taken. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void update(int careful)
{
	if (careful)
		pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	in_b++; // NORACE
	pthread_mutex_unlock(&b);
	if (careful)
		pthread_mutex_unlock(&a);
}

static void *worker(void *argument)
{
	update(argument != NULL);
	return NULL;
}

static void *other(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	in_b--; // NORACE
	pthread_mutex_lock(&a); // DEADLOCK 1
	in_a++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, &in_a);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
