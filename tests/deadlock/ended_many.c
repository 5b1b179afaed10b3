// Several threads of one kind: the second one waits for what the first one has taken along. A read lock that is kept stops the writer.
// VERIFY deadlock: deadlock: the reader comes first and ends; main waits for ever to write, and nobody else is left
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n, table;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	return arg; // LOCK-LEAK
}

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	return table ? arg : NULL; // LOCK-LEAK: rw, which main wants to write
}

int main(void)
{
	pthread_t t[3], r;

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	pthread_create(&r, NULL, reader, NULL);
	pthread_rwlock_wrlock(&rw);
	table = 1;
	pthread_rwlock_unlock(&rw);
	return 0;
}
