/* On an error the table writes to the log when it has let its lock go. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries, lines;

static void table_count(void)
{
	pthread_mutex_lock(&table_lock);
	entries++;
	pthread_mutex_unlock(&table_lock);
}

static void log_line(int rotate)
{
	pthread_mutex_lock(&log_lock);
	lines++;
	if (rotate)
		table_count();
	pthread_mutex_unlock(&log_lock);
}

static int table_add(int key)
{
	pthread_mutex_lock(&table_lock);
	if (key < 0) {
		pthread_mutex_unlock(&table_lock);
		log_line(0);
		return -1;
	}
	entries++;
	pthread_mutex_unlock(&table_lock);
	return 0;
}

static void *adds(void *arg)
{
	table_add(rand() - 100);
	return arg;
}

static void *logs(void *arg)
{
	log_line(rand() & 1);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, adds, NULL);
	pthread_create(&t2, NULL, logs, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
