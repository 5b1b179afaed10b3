/* A worker hands out what it keeps under its thread-specific key, once it has done with it. */
#include <pthread.h>
#include <stdlib.h>

struct stats { int hits; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats *latest;
static pthread_key_t key;

static void hand_out(void)
{
	pthread_mutex_lock(&lock);
	latest = pthread_getspecific(key);
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	struct stats *own = calloc(1, sizeof *own);

	if (!own)
		return NULL;
	own->hits++; // NORACE
	pthread_setspecific(key, own);
	hand_out();
	return argument;
}

int main(void)
{
	pthread_t one, two;
	struct stats *seen;

	pthread_key_create(&key, NULL);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	seen = latest;
	pthread_mutex_unlock(&lock);
	if (seen)
		seen->hits = 0; // NORACE
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
