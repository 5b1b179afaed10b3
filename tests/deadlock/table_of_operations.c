/* The order of locks goes through a table of functions: flush of one driver takes the disk's lock below the queue's, and
 * the other thread does it the other way round. */
#include <pthread.h>

struct operations {
	void (*start)(void);
	void (*flush)(void);
};

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, disk = PTHREAD_MUTEX_INITIALIZER;
static int queued, written;

static void disk_start(void)
{
	pthread_mutex_lock(&disk); // DEADLOCK 1
	written = 0; // NORACE
	pthread_mutex_lock(&queue); // DEADLOCK 1
	queued++; // NORACE
	pthread_mutex_unlock(&queue);
	pthread_mutex_unlock(&disk);
}

static void disk_flush(void)
{
	pthread_mutex_lock(&disk); // DEADLOCK 1
	written++; // NORACE
	pthread_mutex_unlock(&disk);
}

static const struct operations disk_operations = { disk_start, disk_flush };

static void *flusher(void *operations)
{
	const struct operations *o = operations;

	pthread_mutex_lock(&queue); // DEADLOCK 1
	if (queued) // NORACE
		o->flush();
	pthread_mutex_unlock(&queue);
	return NULL;
}

static void *starter(void *operations)
{
	const struct operations *o = operations;

	o->start();
	o->start();
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, flusher, (void *)&disk_operations);
	pthread_create(&t2, NULL, starter, (void *)&disk_operations);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
