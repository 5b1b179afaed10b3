/* racerx, the talk: foo is called with the lock four times, three times as the only thing in the critical section, and once
 * without. */
#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int last;

void foo(int n); /* not in this program: what it does is not known */

static void *first(void *argument)
{
	pthread_mutex_lock(&l);
	foo(1);
	pthread_mutex_unlock(&l);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&l);
	foo(2);
	pthread_mutex_unlock(&l);
	return argument;
}

static void *third(void *argument)
{
	pthread_mutex_lock(&l);
	foo(3);
	pthread_mutex_unlock(&l);
	return argument;
}

static void *fourth(void *argument)
{
	pthread_mutex_lock(&l);
	last++; // NORACE
	foo(4);
	pthread_mutex_unlock(&l);
	return argument;
}

static void *fifth(void *argument)
{
	foo(5); // INCONSISTENT-LOCK
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4, t5;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_create(&t3, NULL, third, NULL);
	pthread_create(&t4, NULL, fourth, NULL);
	pthread_create(&t5, NULL, fifth, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	pthread_join(t5, NULL);
	return 0;
}
