/* A supervisor joins the logger without the lock of its table, which joins the flusher. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t flusher_thread;
static int entries;

static void *flusher(void *arg)
{
	pthread_mutex_lock(&table_lock);
	entries = 0;
	pthread_mutex_unlock(&table_lock);
	return arg;
}

static void *logger(void *arg)
{
	pthread_create(&flusher_thread, NULL, flusher, NULL);
	pthread_join(flusher_thread, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, logger, NULL);
	pthread_mutex_lock(&table_lock);
	entries++;
	pthread_mutex_unlock(&table_lock);
	pthread_join(t, NULL);
	return 0;
}
