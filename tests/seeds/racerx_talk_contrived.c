/* racerx, the talk, the three modes: a global and a parameter are changed without a lock, and foo is called with one. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int x, shared, in_foo;

static void foo(void)
{
	in_foo++; // NORACE
}

static void contrived(int *p)
{
	x++; // RACE 1
	(*p)++; // RACE 2
	pthread_mutex_lock(&a);
	foo();
	pthread_mutex_unlock(&a);
}

static void *thread(void *argument)
{
	contrived(argument);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread, &shared);
	pthread_create(&t2, NULL, thread, &shared);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
