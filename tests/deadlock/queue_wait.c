/* A bounded queue: who puts into the full queue waits with the log's lock in hand, and who takes from it writes the log
 * first. */
#include <pthread.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t taken = PTHREAD_COND_INITIALIZER;
static int lines, length;

static void put(void)
{
	pthread_mutex_lock(&queue_lock);
	while (length == 2) // NORACE
		pthread_cond_wait(&taken, &queue_lock); // WAIT-HOLDING 1
	length++; // NORACE
	pthread_mutex_unlock(&queue_lock);
}

static void *writer(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&log_lock); // WAIT-HOLDING 1
		lines++; // NORACE
		put();
		pthread_mutex_unlock(&log_lock);
	}
	return argument;
}

static void *reader(void *argument)
{
	for (int got = 0; got < 10;) {
		pthread_mutex_lock(&log_lock);
		lines--; // NORACE
		pthread_mutex_unlock(&log_lock);
		pthread_mutex_lock(&queue_lock);
		if (length) { // NORACE
			length--; // NORACE
			got++;
		}
		pthread_cond_signal(&taken);
		pthread_mutex_unlock(&queue_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
