// FLAGS: --rule self-deadlock
/* What kind of lock a helper makes is told by who calls it. */
#include <pthread.h>

static pthread_mutex_t many, plain, deep, checked, shared_object, by_object;
static int n;

static void make(pthread_mutex_t *p, int type)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, type);
	pthread_mutex_init(p, &a);
	pthread_mutexattr_destroy(&a);
}

static void make_recursive(pthread_mutex_t *p)
{
	make(p, PTHREAD_MUTEX_RECURSIVE);
}

static void make_with(pthread_mutex_t *p, const pthread_mutexattr_t *a)
{
	pthread_mutex_init(p, a);
}

static void many_inner(void)
{
	pthread_mutex_lock(&many); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&many);
}

static void many_outer(void)
{
	pthread_mutex_lock(&many);
	many_inner();
	pthread_mutex_lock(&many); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&many);
	pthread_mutex_unlock(&many);
}

static void plain_inner(void)
{
	pthread_mutex_lock(&plain); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&plain);
}

static void plain_outer(void)
{
	pthread_mutex_lock(&plain);
	plain_inner();
	pthread_mutex_unlock(&plain);
}

static void plain_again(void)
{
	pthread_mutex_lock(&plain);
	n++;
	pthread_mutex_lock(&plain); // SELF-DEADLOCK
	pthread_mutex_unlock(&plain);
}

static void deep_again(void)
{
	pthread_mutex_lock(&deep);
	pthread_mutex_lock(&deep); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&deep);
	pthread_mutex_unlock(&deep);
}

static void checked_again(void)
{
	pthread_mutex_lock(&checked);
	if (pthread_mutex_lock(&checked)) // NOSELF-DEADLOCK
		n++;
	pthread_mutex_unlock(&checked);
}

static void object_again(void)
{
	pthread_mutex_lock(&by_object);
	pthread_mutex_lock(&by_object); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&by_object);
	pthread_mutex_unlock(&by_object);
}

static void default_inner(void)
{
	pthread_mutex_lock(&shared_object); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&shared_object);
}

static void default_outer(void)
{
	pthread_mutex_lock(&shared_object);
	default_inner();
	pthread_mutex_unlock(&shared_object);
}

int main(int argc, char **argv)
{
	pthread_mutexattr_t a;

	(void)argv;
	make(&many, PTHREAD_MUTEX_RECURSIVE);
	make(&plain, PTHREAD_MUTEX_NORMAL);
	make_recursive(&deep);
	make(&checked, PTHREAD_MUTEX_ERRORCHECK);
	make_with(&shared_object, NULL);
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	make_with(&by_object, &a);
	many_outer();
	if (argc == 2)
		plain_outer();
	if (argc == 3)
		plain_again();
	deep_again();
	checked_again();
	object_again();
	if (argc == 4)
		default_outer();
	return 0;
}
