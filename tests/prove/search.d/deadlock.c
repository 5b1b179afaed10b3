/* Two locks in two orders: found; in one order: not. A lock taken again: found, unless it is recursive. */
// search: deadlock @ab @ba : found
// search: deadlock @cd @cd2 : not within
// search: deadlock @again : found
// search: deadlock @recursive : not within
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER,
		       d = PTHREAD_MUTEX_INITIALIZER, e = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *argument)
{
	pthread_mutex_t recursive;
	pthread_mutexattr_t attribute;

	pthread_mutex_lock(&c);
	pthread_mutex_lock(&d); // @cd
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&c);
	pthread_mutexattr_init(&attribute);
	pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &attribute);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive); // @recursive
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // @ab
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *two(void *argument)
{
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&d); // @cd2
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&c);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); // @ba
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_mutex_lock(&e);
	pthread_mutex_lock(&e); // @again
	return argument;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, NULL, one, NULL);
	pthread_create(&t, NULL, two, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
