// Threads that end with a lock, and nobody who waits for it: it is only tried, or taken before the thread was started, or nobody else
// has it; main releases it for the thread; a cleanup handler does.
#include <pthread.h>

static pthread_mutex_t tried = PTHREAD_MUTEX_INITIALIZER, early = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t handed = PTHREAD_MUTEX_INITIALIZER, cleaned = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *holder(void *arg)
{
	pthread_mutex_lock(&tried);
	pthread_mutex_lock(&early);
	pthread_mutex_lock(&own);
	return arg; // NOLOCK-LEAK
}

static void *giver(void *arg)
{
	pthread_mutex_lock(&handed);
	return arg; // NOLOCK-LEAK
}

static void clean(void *lock)
{
	pthread_mutex_unlock(lock);
}

static void *careful(void *arg)
{
	pthread_mutex_lock(&cleaned);
	pthread_cleanup_push(clean, &cleaned);
	n++;
	if (arg)
		pthread_exit(NULL); // NOLOCK-LEAK
	pthread_cleanup_pop(1);
	return arg; // NOLOCK-LEAK
}

int main(void)
{
	pthread_t one, two, three;

	pthread_mutex_lock(&early);
	pthread_mutex_unlock(&early);
	pthread_create(&one, NULL, holder, NULL);
	if (!pthread_mutex_trylock(&tried))
		pthread_mutex_unlock(&tried);
	pthread_create(&two, NULL, giver, NULL);
	pthread_join(two, NULL);
	pthread_mutex_unlock(&handed);
	pthread_mutex_lock(&handed);
	pthread_mutex_unlock(&handed);
	pthread_create(&three, NULL, careful, &n);
	pthread_mutex_lock(&cleaned);
	n++;
	pthread_mutex_unlock(&cleaned);
	return 0;
}
