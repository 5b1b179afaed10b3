/* A supervisor joins the logger with the lock of its table held; the logger joins the flusher, and the flusher takes that lock. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t flusher_thread;
static int entries;

static void *flusher(void *arg)
{
	pthread_mutex_lock(&table_lock); // WAIT-HOLDING 1
	entries = 0;
	pthread_mutex_unlock(&table_lock);
	return arg;
}

static void *logger(void *arg)
{
	pthread_create(&flusher_thread, NULL, flusher, NULL);
	pthread_join(flusher_thread, NULL); // WAIT-HOLDING 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, logger, NULL);
	pthread_mutex_lock(&table_lock);
	entries++;
	pthread_join(t, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&table_lock);
	return 0;
}
