/* Locks that are never locked by name, only through a pointer to a pointer, or given back through a pointer that a wrapper has
 * handed on: who gives one back may mean any of them. What is kept on one way only is leaked all the same. */
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, scoped = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *current = &first;
static int used, spent;

static void take(pthread_mutex_t **m)
{
	pthread_mutex_lock(*m);
} // NOLOCK-LEAK

static void give(pthread_mutex_t **m)
{
	pthread_mutex_unlock(*m);
}

static int use(pthread_mutex_t **m)
{
	pthread_mutex_lock(*m);
	if (used > 100)
		return -1; // LOCK-LEAK
	used++;
	pthread_mutex_unlock(*m);
	return 0;
}

static pthread_mutex_t *acquire(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	return m;
}

static int spend(int n)
{
	pthread_mutex_t *held __attribute__((cleanup(give))) = acquire(&scoped);

	if (spent + n > 100)
		return -1; // NOLOCK-LEAK
	spent += n;
	return 0; // NOLOCK-LEAK
}

static int spend_without(int n)
{
	acquire(&scoped);
	if (spent + n > 100)
		return -1; // LOCK-LEAK
	spent += n;
	pthread_mutex_unlock(&scoped);
	return 0;
}

int main(int argc, char **argv)
{
	(void)argv;
	take(&current);
	used = argc;
	give(&current);
	return use(&current) + spend(argc) + spend_without(argc);
}
