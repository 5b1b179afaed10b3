/* AB in one thread, BA in the other, each lock taken by a helper of its own. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void take_a(void)
{
	pthread_mutex_lock(&a);
}

static void take_b(void)
{
	pthread_mutex_lock(&b);
}

static void *first(void *arg)
{
	take_a(); // DEADLOCK 1
	take_b(); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	take_b(); // DEADLOCK 1
	take_a(); // DEADLOCK 1
	n--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
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
